"""Puts a function into the place where it is called, where that costs a device less.

A function is an object, an entry in a table and its own piece of bytecode: some 70 bytes of heap
before it does anything. Small modules with many small functions read well; a device need not pay
for them. Inlined are functions that one place calls, and those that only give an expression that
is hardly longer than its call. Left alone: what is passed on as a value, what a string names, what
another class or the chip's modules might call by that name.
"""

import ast
from collections.abc import Collection

from .bodies import placed
from .calls import Calls, Function
from .overlays import LOAD
from .scopes import AnyFunction
from .substitute import expression_of

_FUNCTION = 80  # bytes of heap that a function takes beside what it does
# Bytes of a function in a part, which has to find room in one piece in a heap that is in use.
_IN_ONE_PIECE = 300
_BYTES: dict[type[ast.AST], int] = {
    ast.Attribute: 2, ast.BinOp: 1, ast.BoolOp: 3, ast.Call: 2, ast.Compare: 1, ast.Constant: 2,
    ast.IfExp: 5, ast.Name: 2, ast.Subscript: 1, ast.Tuple: 2, ast.UnaryOp: 1,
}  # fmt: skip
_TOO_MUCH = (
    ast.AsyncFunctionDef, ast.Await, ast.ClassDef, ast.Delete, ast.FunctionDef, ast.Global,
    ast.Lambda, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.NamedExpr,
)  # fmt: skip


def inline(tree: ast.Module, kept: Collection[str] = ()) -> list[str]:
    """Put functions where they are called, until nothing more can be; return their names.

    kept: names at the module's top that somebody outside reads.
    """
    done: list[str] = []
    refused: set[int] = set()  # definitions, by identity
    while True:
        before = len(done)
        calls = Calls(tree, kept)
        for function in calls.functions:
            if id(function.node) in refused or not calls.is_free(function):
                continue
            if _inline(calls, function):
                done.append(function.node.name)
            else:
                refused.add(id(function.node))
        if len(done) == before:
            return done


def _inline(calls: Calls, function: Function) -> bool:
    """Put one function where it is called, if that is right and worth it."""
    value = _only_value(function.node)
    if not function.is_plain or (value is None and len(function.uses) != 1):
        return False
    if _is_too_much(function):
        return False
    if value is not None and _is_worth(function, value):
        new = [expression_of(value, use.bound) for use in function.uses]
        if calls.replace(function, value, new):
            return True
    if len(function.uses) != 1 or function.is_property:
        return False
    use = function.uses[0]
    if use.part and _size(use.within) + _size(function.node) > _IN_ONE_PIECE:
        return False
    site = calls.site(function)
    if site is None or not placed(site):
        return False
    calls.drop(function)
    return True


def _is_too_much(function: Function) -> bool:
    return any(
        isinstance(part, _TOO_MUCH) or (isinstance(part, ast.Name) and part.id == LOAD)
        for statement in function.node.body
        for part in ast.walk(statement)
        if not (isinstance(part, ast.Await) and function.is_async)
    )


def _only_value(node: AnyFunction) -> ast.expr | None:
    match node:
        case ast.FunctionDef(body=[ast.Return(value=ast.expr() as value)]):
            return value
    return None


def _is_worth(function: Function, value: ast.expr) -> bool:
    more = _size(value) - 5
    return len(function.uses) * more < _FUNCTION


def _size(node: ast.AST) -> int:
    """Return about how many bytes of bytecode an expression is."""
    return sum(_BYTES.get(type(part), 0) for part in ast.walk(node))
