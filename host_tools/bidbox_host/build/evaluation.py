"""In which order Python evaluates the parts of an expression, and what that may change."""

import ast
from collections.abc import Iterator

from .scopes import COMPREHENSIONS

CLOSED = (*COMPREHENSIONS, ast.Lambda, ast.JoinedStr)  # what is in them is not followed
_TRIVIAL = (ast.Constant, ast.Name)


def in_order(node: ast.expr) -> Iterator[tuple[ast.expr, bool]]:
    """Return the parts of an expression as they are done with, and whether always.

    What is in a comprehension or a lambda is not told apart from it.
    """
    match node:
        case ast.BoolOp(values=values):
            yield from in_order(values[0])
            for value in values[1:]:
                yield from _perhaps(value)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield from in_order(test)
            yield from _perhaps(body)
            yield from _perhaps(orelse)
        case ast.Compare(left=left, comparators=[first, *others]):
            yield from in_order(left)
            yield from in_order(first)
            for value in others:
                yield from _perhaps(value)
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                if key is not None:
                    yield from in_order(key)
                yield from in_order(value)
        case ast.Call(func=func, args=args, keywords=keywords):
            for part in (func, *args, *(keyword.value for keyword in keywords)):
                yield from in_order(part)
        case _ if not isinstance(node, CLOSED):
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    yield from in_order(child)
    yield node, True


def _perhaps(node: ast.expr) -> Iterator[tuple[ast.expr, bool]]:
    for part, _ in in_order(node):
        yield part, False


def comes_first(whole: ast.expr, part: ast.expr) -> bool:
    """Tell whether a part is evaluated always and before all that could matter to it."""
    for node, always in in_order(whole):
        if node is part:
            return always
        if not isinstance(node, _TRIVIAL) and not _is_inside(node, part):
            return False
    return False


def _is_inside(node: ast.expr, part: ast.expr) -> bool:
    return any(child is node for child in ast.walk(part))


def is_trivial(node: ast.expr) -> bool:
    """Tell whether an expression is a number, a string or a name."""
    return isinstance(node, _TRIVIAL)


def changes_nothing(node: ast.expr) -> bool:
    """Tell whether an expression only reads; attributes are taken to do no more than that."""
    every = (part for part, _ in in_order(node))
    return not any(
        isinstance(part, (ast.Call, ast.Await, ast.Yield, ast.YieldFrom, *CLOSED))
        for part in every
    )


def before_any_call(whole: ast.expr, part: ast.expr) -> bool:
    """Tell whether a part is evaluated before anything in the whole is called."""
    for node, _ in in_order(whole):
        if node is part:
            return True
        if not changes_nothing(node) and not _is_inside(node, part):
            return False
    return False
