"""Printing where the output knows few letters, as a pipe or a file on Windows does (cp1252).

What it cannot say is given in letters that everything knows, or as a question mark; printing never
fails for it.
"""

import codecs
import io
from typing import TextIO

_HANDLER = "bidbox.plain"
_PLAIN = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "●": "o", "█": "#", "▀": '"', "▄": "_", "…": "...",
}  # fmt: skip


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    failed = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter, "?") for letter in failed), error.end


codecs.register_error(_HANDLER, _plainly)


def print_anything(*streams: TextIO) -> None:
    """Have these streams, as far as they can be told so, take any text from now on."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)
