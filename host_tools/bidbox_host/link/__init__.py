"""The host's end of the serial link: ports, sessions, record numbers, download and live view."""
