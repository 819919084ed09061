"""`bidbox adjudicate`: judge auctions, one JSON request a line, in CPython or in the MicroPython
VM.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import click

from bidbox_host.errors import BidboxError
from bidbox_host.laws.adjudicate import MOST_BYTES, answer_line
from bidbox_host.laws.strict_json import is_strict

_NO_JSON = b"?"  # is answered as what is not JSON


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--vm", type=click.Choice(["micropython"]), help="Run the firmware's files in this VM."
)
def command(file: Path | None, vm: str | None) -> None:
    """Judge the requests in FILE (standard input if none), one JSON object a line.

    Each gives one line of answer, in the same order. A request that cannot be understood gives a
    line with "error", the others are done all the same, and the exit status is 1.
    """
    if not file and not sys.stdin:
        raise BidboxError("there is no standard input to read; name a file")
    try:
        stream = file.open("rb") if file else sys.stdin.buffer
    except OSError as error:
        raise BidboxError(f"cannot read {file}: {error.strerror}") from error
    with stream:
        if vm:
            from bidbox_host.laws.in_vm import answers

            understood = _print(answers(_lines(stream)))
        else:
            understood = _print(answer_line(line) for line in _lines(stream))
    sys.exit(0 if understood else 1)


def _print(answers: Iterator[tuple[str, bool]]) -> bool:
    understood = True
    for text, good in answers:
        print(text, flush=True)
        understood = understood and good
    return understood


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines that say something; what is longer than a request may be is cut, not
    kept.
    """
    while line := stream.readline(MOST_BYTES + 2):
        if not line.endswith(b"\n"):
            while (rest := stream.readline(MOST_BYTES)) and not rest.endswith(b"\n"):
                pass
        line = line.rstrip(b"\r\n")
        if line.strip():
            yield line if len(line) > MOST_BYTES or is_strict(line) else _NO_JSON
