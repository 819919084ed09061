"""Takes away from any Python with this folder on PYTHONPATH, and its children, what Windows lacks.

Packages that bring a half for each system (pyserial, click, esptool's) have taken theirs before:
on Windows they would take the other. What asks for a module of Unix alone from here on, or for the
MicroPython VM, which has no wheel for Windows, finds none. This is not Windows: paths, locks on
open files and the console are those of the system it runs on.
"""

import importlib
import sys
from contextlib import suppress

UNIX_ONLY = ("pty", "tty", "termios", "fcntl", "resource", "pwd", "grp", "syslog", "readline")
NO_WHEEL = ("micropython_run",)
_HALVES = ["getpass", "serial", "serial.tools.list_ports", "mpremote.transport_serial",
           "click._termui_impl"]  # fmt: skip

if "esptool" in sys.orig_argv:
    _HALVES.append("esp_pylib.serial_reset")
for _name in _HALVES:
    with suppress(ImportError):
        importlib.import_module(_name)
for _name in UNIX_ONLY + NO_WHEEL:
    sys.modules[_name] = None  # type: ignore[assignment]
