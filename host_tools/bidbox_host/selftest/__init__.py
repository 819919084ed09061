"""The self-test's host side: leads a person through a device's parts and keeps a report."""
