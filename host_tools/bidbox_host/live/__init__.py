"""Live view: what is known of each device that is followed, and how it is shown."""
