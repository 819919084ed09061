"""One module a sub-command; each holds a click command named `command` and little else."""
