"""Gives what instances and classes hold short names, and one name to several that never meet.

A name of an attribute is renamed alike everywhere. Two attributes may share a short name if no
class, with what it inherits, has both: then no object ever has to tell them apart. Functions share
none among themselves, for tracebacks tell them. Kept: what the language or the chip's modules call
by that name, and what stands in a string, for that may be looked up by name.
"""

import array
import ast
import asyncio
import builtins
import collections
import io
import string
import types
from collections import Counter
from collections.abc import Collection, Iterator

from .fold import words_of
from .scopes import AnyFunction, Scopes, rename

_TYPES = (
    array.array, asyncio.Event, asyncio.Lock, asyncio.Task, asyncio.StreamReader,
    asyncio.StreamWriter, bytearray, bytes, collections.deque, dict, float, frozenset, int,
    io.BytesIO, io.StringIO, list, memoryview, object, range, set, slice, str, tuple,
    types.FunctionType, types.GeneratorType, BaseException, OSError, StopIteration, SystemExit,
)  # fmt: skip
# Methods of a chip's objects: pins, buses, radio, displays, files and block devices.
_OF_THE_CHIP = {
    "active", "add_peer", "any", "atten", "blit", "buf", "config", "connect", "deinit", "del_peer",
    "digest", "disconnect", "duty", "duty_ns", "duty_u16", "ellipse", "errno", "feed", "fill",
    "fill_rect", "freq", "get_peer", "get_peers", "hline", "init", "ioctl", "ipoll", "irecv",
    "irq", "isconnected", "line", "mod_peer", "modify", "mount", "off", "on", "peers_table",
    "pixel", "poll", "poly", "read", "read_u16", "read_uv", "readblocks", "readfrom",
    "readfrom_into", "readfrom_mem", "readfrom_mem_into", "readinto", "readline", "rect", "recv",
    "recvinto", "register", "scan", "scroll", "send", "set_pmk", "stats", "status", "stop",
    "start", "text", "timeout", "toggle", "umount", "unregister", "value", "vline", "write",
    "writeblocks", "writeto", "writeto_mem", "writevto",
}  # fmt: skip
OF_OTHERS = frozenset(name for kind in _TYPES for name in dir(kind)) | _OF_THE_CHIP


def share_names(tree: ast.Module, kept: Collection[str] = ()) -> dict[str, str]:
    """Rename what instances and classes hold; return real name -> short name."""
    holders, functions = _held(tree)
    taken = _fixed(tree, holders) | set(kept)
    counts = Counter(node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    names = [name for name in holders if name not in taken and not name.startswith("__")]
    names.sort(key=lambda name: (-counts[name], name))
    fresh = short_names(taken)
    shared: list[tuple[str, set[int], bool]] = []  # short name, families, has a function
    new: dict[str, str] = {}
    for name in names:
        own = holders[name]
        is_function = name in functions
        for at, (short, families, has_function) in enumerate(shared):
            if not own & families and not (is_function and has_function):
                shared[at] = short, families | own, is_function or has_function
                break
        else:
            short = next(fresh)
            shared.append((short, set(own), is_function))
        new[name] = short
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in new:
            node.attr = new[node.attr]
    for node, where, name, scope in Scopes(tree).uses:
        if scope is not None and scope.is_class and name in new:
            rename(node, where, name, new[name])
    return new


def _held(tree: ast.Module) -> tuple[dict[str, set[int]], set[str]]:
    """Return attributes, each with the families of classes that have it, and which are functions.

    A family is what inheritance joins.
    """
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    family = {node.name: number for number, node in enumerate(classes)}
    for node in classes:
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id in family:
                old, new = family[node.name], family[base.id]
                family = {name: new if value == old else value for name, value in family.items()}
    found: dict[str, set[int]] = {}
    functions: set[str] = set()
    for node in classes:
        for statement in node.body:
            for name in _bound(statement):
                found.setdefault(name, set()).add(family[node.name])
            if isinstance(statement, AnyFunction):
                functions.add(statement.name)
        for part in ast.walk(node):
            match part:
                case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                    found.setdefault(name, set()).add(family[node.name])
    for part in ast.walk(tree):  # set from outside, whatever the object: it meets every other
        match part:
            case ast.Attribute(value=value, attr=name, ctx=ast.Store()) if name in found:
                if not (isinstance(value, ast.Name) and value.id == "self"):
                    found[name] = set(family.values())
    return found, functions


def _bound(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, AnyFunction):
        yield statement.name
    elif isinstance(statement, ast.Assign):
        yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


def _fixed(tree: ast.Module, holders: Collection[str]) -> set[str]:
    """Return the names that are to stay, and those that no attribute may get."""
    outside = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    found = set(OF_OTHERS) | set(dir(builtins))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            value = node.value
            found |= set(words_of(value if isinstance(value, str) else value.decode("latin-1")))
        elif isinstance(node, ast.Attribute):
            root: ast.expr = node
            while isinstance(root, ast.Attribute):
                root = root.value
            is_outside = isinstance(root, ast.Name) and root.id in outside
            if node.attr not in holders or is_outside:
                found.add(node.attr)
    return found


def short_names(taken: Collection[str]) -> Iterator[str]:
    """Return names of one letter, then of two, that are not taken."""
    letters = string.ascii_lowercase + string.ascii_uppercase
    every = [*letters, *(a + b for a in letters for b in letters + string.digits)]
    reserved = {"as", "do", "if", "in", "is", "or"}
    yield from (name for name in every if name not in taken and name not in reserved)
