"""Exports: one module a format, each with EXTENSION and render(boards, heading, texts) -> bytes.

To add a format, write its module here and name it in FORMATS.
"""

from importlib import import_module
from types import ModuleType

FORMATS = ("csv", "json", "pbn")


def export_module(name: str) -> ModuleType:
    """Return the module of one of FORMATS."""
    return import_module(f"{__name__}.{name}")
