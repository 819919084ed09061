"""How firmware is made ready for a device. One way, for the virtual board and for a real one."""
