"""Puts constants in place of their names, in one module, and drops what nothing uses then.

A constant is a name in capitals that the module gives a value once: a number, a truth value or a
string short enough to be a name itself. A definition is dropped if its name is read nowhere, nor
stands in a string; a method or attribute of an instance too, for names are all that is known.
"""

import ast
import operator
import re
from collections import Counter
from collections.abc import Callable, Collection

from .scopes import DEFINITIONS, Scopes

_SHORT = 10  # characters; longer strings are objects of their own and stay where they are
_SMALL = 1 << 30  # what a 32-bit chip holds without the heap
_CAPITALS = re.compile(r"_?[A-Z][A-Z0-9_]*$")
_OPERATORS: dict[type[ast.AST], Callable[..., int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.USub: operator.neg,
    ast.Invert: operator.invert,
}
# Methods that MicroPython calls by itself on what it is given: streams, block devices.
_CALLED_FROM_C = {
    "read", "readinto", "readline", "write", "close", "ioctl", "readblocks", "writeblocks",
    "mount", "umount",
}  # fmt: skip
Value = int | bool | str


def fold(tree: ast.Module, kept: Collection[str] = ()) -> dict[str, Value]:
    """Replace constants by their values and drop their definitions; return them by name.

    kept: names that somebody outside reads, so that their definitions stay.
    """
    scopes = Scopes(tree)
    stores = Counter(
        name
        for node, _, name in scopes.of_module()
        if not (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    )
    found: dict[str, Value] = {}
    body = []
    for statement in tree.body:
        name = _target(statement)
        value = None
        if name and stores[name] == 1 and _CAPITALS.match(name):
            value = value_of(statement.value, found)  # type: ignore[attr-defined]
        if name and value is not None:
            found[name] = value
            if name in kept:
                statement.value = ast.Constant(value)  # type: ignore[attr-defined]
                body.append(statement)
        else:
            body.append(statement)
    tree.body = body
    values = {id(node): found[name] for node, _, name in scopes.of_module() if name in found}
    _Values(values).visit(tree)
    return found


def _target(statement: ast.stmt) -> str | None:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return None


def value_of(node: ast.expr, known: dict[str, Value]) -> Value | None:
    """Return what a constant expression is, None for any other and for what is not folded."""
    value: int | None = None
    match node:
        case ast.Constant(value=bool(constant)):
            return constant
        case ast.Constant(value=int(constant)):
            value = constant
        case ast.Constant(value=str(constant)):
            return constant if len(constant) <= _SHORT else None
        case ast.Name(id=name):
            return known.get(name)
        case ast.Call(func=ast.Name(id="const"), args=[inner], keywords=[]):
            return value_of(inner, known)
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
            inner_value = value_of(operand, known)
            if type(inner_value) is int:
                value = _OPERATORS[type(op)](inner_value)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            values = value_of(left, known), value_of(right, known)
            if all(type(part) is int for part in values):
                value = _OPERATORS[type(op)](*values)
    return value if value is not None and -_SMALL < value < _SMALL else None


class _Values(ast.NodeTransformer):
    def __init__(self, values: dict[int, Value]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if id(node) in self._values and isinstance(node.ctx, ast.Load):
            return ast.copy_location(ast.Constant(self._values[id(node)]), node)
        return node


def prune(tree: ast.Module, kept: Collection[str] = ()) -> list[str]:
    """Drop what nothing reads, until nothing more can go; return the names dropped."""
    dropped: list[str] = []
    while True:
        mentions = _mentions(tree) | set(kept)
        pruner = _Pruner(mentions)
        pruner.visit(tree)
        if not pruner.dropped:
            return dropped
        dropped += pruner.dropped


def words_of(text: str) -> list[str]:
    """Return what could be a name in a string."""
    return re.findall(r"[A-Za-z_]\w*", text)


def _mentions(tree: ast.Module) -> set[str]:
    """Return every name that is read, called, passed by keyword or written in a string."""
    found = set(_CALLED_FROM_C)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            value = node.value
            text = value if isinstance(value, str) else value.decode("latin-1")
            found.update(words_of(text))
    return found


class _Pruner(ast.NodeTransformer):
    """Removes definitions of names that are not mentioned; `dropped` names them."""

    def __init__(self, mentions: set[str]) -> None:
        self._mentions = mentions
        self.dropped: list[str] = []

    def _unused(self, name: str) -> bool:
        return name not in self._mentions and not (name.startswith("__") and name.endswith("__"))

    def visit(self, node: ast.AST) -> ast.AST | None:
        if isinstance(node, DEFINITIONS):
            if self._unused(node.name):
                self.dropped.append(node.name)
                return None
            if not isinstance(node, ast.ClassDef):
                return node
            self._visit_body(node)
            return node
        if isinstance(node, ast.Module):
            self._visit_body(node)
            return node
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if self._unused(name) and is_pure(value):
                    self.dropped.append(name)
                    return None
            case ast.Import() | ast.ImportFrom():
                for alias in list(node.names):
                    name = alias.asname or alias.name
                    if self._unused(name):
                        self.dropped.append(name)
                        node.names.remove(alias)
                return node if node.names else None
        return node

    def _visit_body(self, node: ast.Module | ast.ClassDef) -> None:
        kept = [part for statement in node.body if (part := self.visit(statement)) is not None]
        if not kept and isinstance(node, ast.ClassDef):
            kept = [ast.Pass()]
        node.body = kept  # type: ignore[assignment]


def is_pure(node: ast.expr) -> bool:
    """Tell whether evaluating an expression can do nothing but give a value."""
    plain = (
        ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Attribute,
        ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Subscript, ast.Slice,
        ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context,
    )  # fmt: skip
    return all(isinstance(part, plain) or _is_plain_call(part) for part in ast.walk(node))


def _is_plain_call(node: ast.AST) -> bool:
    """Tell a call that makes a value of the language: const(1), bytes(2), tuple(...)."""
    match node:
        case ast.Call(func=ast.Name(id="const" | "bytes" | "bytearray" | "tuple" | "frozenset")):
            return True
    return isinstance(node, ast.comprehension | ast.GeneratorExp | ast.ListComp)
