"""Puts the names that a module uses most first in its table of names.

Bytecode refers to a name by its number: one byte up to 127, two beyond. mpy-cross numbers names in
the order in which it meets them, so the most used ones are met first, in a branch never taken.
"""

import ast
from collections import Counter

from .scopes import DEFINITIONS, Scopes

_ONE_BYTE = 128
_MET_BEFORE = 3  # the module's own name, that of the source, and __name__


def first_met(used: Counter[str]) -> ast.stmt:
    """Return the statement to put in front of a module: `if not __name__: a.b.c` and so on."""
    names = [name for name, count in used.most_common(_ONE_BYTE - _MET_BEFORE) if count > 2]
    chain: ast.expr = ast.Name("__name__", ast.Load())
    for name in names:
        chain = ast.Attribute(chain, name, ast.Load())
    test = ast.UnaryOp(ast.Not(), ast.Name("__name__", ast.Load()))
    return ast.If(test, [ast.Expr(chain)], [])


def uses(tree: ast.Module) -> Counter[str]:
    """Count how often functions' and classes' bytecode refers to each name."""
    found: Counter[str] = Counter()
    scopes = Scopes(tree)
    for node, _, name, scope in scopes.uses:
        if isinstance(node, ast.arg):
            found[name] += 1
        elif isinstance(node, DEFINITIONS):
            found[name] += 2  # its own, and where it is stored
        elif scope is None or scope.is_module or scope.is_class:
            found[name] += 1
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            found[node.attr] += 1
            if isinstance(node.ctx, ast.Store) and isinstance(node, ast.AugAssign):
                found[node.attr] += 1
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
            found[node.target.attr] += 1
        elif isinstance(node, ast.keyword) and node.arg:
            found[node.arg] += 1
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if len(node.value) <= 10:
                found[node.value] += 1
    return Counter({name: count for name, count in found.items() if name.isidentifier()})
