"""Strict JSON (RFC 8259): what one of the two parsers, CPython's or the VM's, would let through is
refused before either sees it, so that both say the same.
"""

import json
import math
import re
from typing import NoReturn

_DEEPEST = 64  # lists and objects in one another
_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"')
_BRACKET = re.compile(rb"[\[{\]}]")


def is_strict(line: bytes) -> bool:
    """Tell whether a line is JSON: no NaN, no number too long or too great, no deep nesting."""
    if _is_deep(line):
        return False
    try:
        json.loads(line.decode(), parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"no such number: {word}")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"too great a number: {digits}")
    return number


def _is_deep(line: bytes) -> bool:
    if line.count(b"[") + line.count(b"{") <= _DEEPEST:
        return False
    depth = 0
    for bracket in _BRACKET.findall(_TEXT.sub(b"", line)):
        depth += 1 if bracket in b"[{" else -1
        if depth > _DEEPEST:
            return True
    return False
