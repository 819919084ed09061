"""Makes of a function that only gives an expression the expression for one call of it."""

import ast
from copy import deepcopy

from .calls import Bound
from .evaluation import (
    CLOSED,
    before_any_call,
    changes_nothing,
    comes_first,
    in_order,
    is_trivial,
)  # fmt: skip


def expression_of(value: ast.expr, bound: Bound) -> ast.expr | None:
    """Return `value` with what a call gives in place of the parameters.

    None where it would be evaluated in another order that may matter, or more than once.
    """
    if any(isinstance(part, CLOSED) for part in ast.walk(value)):
        return None
    given = dict(bound)
    uses: dict[str, list[ast.Name]] = {name: [] for name in given}
    always = {id(part): always for part, always in in_order(value)}
    for part, _ in in_order(value):
        if isinstance(part, ast.Name) and part.id in uses:
            uses[part.id].append(part)
    weighty = [(name, expr) for name, expr in bound if not is_trivial(expr)]
    for name, expr in weighty:
        places = uses[name]
        if len(places) > 1 or any(isinstance(part, CLOSED) for part in ast.walk(expr)):
            return None
        if changes_nothing(expr):
            if places and not before_any_call(value, places[0]):
                return None
        elif len(weighty) > 1 or not places or not always[id(places[0])]:
            return None
        elif not comes_first(value, places[0]):
            return None
    return _Given(given).visit(deepcopy(value))


class _Given(ast.NodeTransformer):
    def __init__(self, given: dict[str, ast.expr]) -> None:
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return deepcopy(self._given[node.id]) if node.id in self._given else node
