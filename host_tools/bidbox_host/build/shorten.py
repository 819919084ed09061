"""Gives what stands at the top of one module, and arguments, short names.

Nobody outside the one module can reach what stands at its top. Arguments that no call names get
names that every firmware holds already. What instances hold is sharing.py's.
"""

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from .scopes import DEFINITIONS, AnyFunction, Scopes, all_arguments, rename
from .sharing import short_names

# Names that MicroPython itself has interned and .mpy files refer to by number: they cost nothing.
STATIC = (
    "value", "key", "index", "count", "start", "stop", "step", "end", "find", "get", "items",
    "join", "keys", "lower", "read", "remove", "replace", "send", "split", "update", "values",
    "write", "append", "clear", "copy", "extend", "insert", "pop", "close", "args",
)  # fmt: skip


def shorten_arguments(tree: ast.Module) -> None:
    """Rename arguments that are never passed by name."""
    keywords = {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg}
    scopes = Scopes(tree)
    by_scope: dict[int, list[tuple[ast.AST, str, str]]] = {}
    for node, where, name, scope in scopes.uses:
        if scope is not None:
            by_scope.setdefault(id(scope), []).append((node, where, name))
    for scope in scopes.scopes:
        arguments = getattr(scope.node, "args", None)
        if not isinstance(arguments, ast.arguments):
            continue
        own = [argument.arg for argument in all_arguments(arguments)]
        inside = _names_in(scope.node)
        free = (name for name in STATIC if name not in inside and name not in keywords)
        new = {
            name: next(free, name)
            for name in own
            if name != "self" and name not in keywords and name not in STATIC
        }
        for node, where, name in by_scope.get(id(scope), []):
            if name in new:
                rename(node, where, name, new[name])


def _names_in(node: ast.AST) -> set[str]:
    found = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            found.add(part.id)
        elif isinstance(part, ast.arg):
            found.add(part.arg)
        elif isinstance(part, DEFINITIONS):
            found.add(part.name)
        elif isinstance(part, ast.alias):
            found.add(part.asname or part.name)
        elif isinstance(part, ast.Global | ast.Nonlocal):
            found |= set(part.names)
        elif isinstance(part, ast.ExceptHandler) and part.name:
            found.add(part.name)
    return found


def shorten_globals(
    tree: ast.Module, kept: Collection[str], names: Mapping[str, str]
) -> dict[str, str]:
    """Rename functions, classes and tables at the top of a module; return short -> real name.

    names: the short names of attributes, used again here, for the two never meet.
    """
    scopes = Scopes(tree)
    outside = {name for node, _, name in scopes.of_module() if isinstance(node, ast.alias)}
    uses = Counter(name for _, _, name in scopes.of_module())
    locals_ = {name for scope in scopes.scopes[1:] if not scope.is_class for name in scope.names}
    language = {name for _, _, name, scope in scopes.uses if scope is None}
    taken = scopes.module.names | locals_ | language
    every = {name for node in ast.walk(tree) for name in _identifiers(node)}
    in_classes = _used_in_classes(tree)
    again = [name for name in names if name not in taken and name not in in_classes]
    old = [
        name
        for name, _ in uses.most_common()
        if name not in outside and name not in kept
        if not name.startswith("__") and len(name) > 2
    ]
    new: dict[str, str] = {}
    fresh = short_names(every | taken | names.keys())
    again.reverse()
    for name in old:
        new[name] = next(fresh) if name in in_classes or not again else again.pop()
    for node, where, name in scopes.of_module():
        if name in new:
            rename(node, where, name, new[name])
    return {short: name for name, short in new.items()}


def _used_in_classes(tree: ast.Module) -> set[str]:
    """Return names that are looked up where a class is made, so that its own come first."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                inner: list[ast.AST | None] = [part]
                if isinstance(part, AnyFunction):
                    inner = [*part.decorator_list, *part.args.defaults, *part.args.kw_defaults]
                found |= {
                    name.id
                    for root in inner
                    if root is not None
                    for name in ast.walk(root)
                    if isinstance(name, ast.Name)
                }
    return found


def _identifiers(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, DEFINITIONS):
        yield node.name
    elif isinstance(node, ast.alias):
        yield node.asname or node.name
    elif isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
