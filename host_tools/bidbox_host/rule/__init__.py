"""Leading a director through a ruling: what he types, what is to be asked, in which order."""
