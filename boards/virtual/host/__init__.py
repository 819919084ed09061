"""The virtual board seen from the host: starts MicroPython VMs on ptys and plays the world around them."""
