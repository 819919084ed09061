"""What Bidbox knows of bridge: pure, without hardware, clock or I/O; runs on the ESP32 and on the
host.
"""
