"""Gives private names and arguments short names, in one module; the map back is kept.

Private: everything that begins with one underscore, in whatever class or at the top, is renamed
alike everywhere. So are functions and tables at the top, which nobody outside the one module can
reach; classes keep their names. Arguments that no call names get names that every firmware holds
already.
"""

import ast
import string
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import chain

from .fold import words_of
from .scopes import Scopes, all_arguments, rename

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
        elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(part.name)
        elif isinstance(part, ast.alias):
            found.add(part.asname or part.name)
        elif isinstance(part, ast.Global | ast.Nonlocal):
            found |= set(part.names)
        elif isinstance(part, ast.ExceptHandler) and part.name:
            found.add(part.name)
    return found


def shorten_private(tree: ast.Module) -> dict[str, str]:
    """Rename what begins with one underscore; return short name -> real name."""
    counts: Counter[str] = Counter()
    taken: set[str] = set()
    fixed: set[str] = set()  # as they stand in strings, or are names of things from outside
    outside = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    for node in ast.walk(tree):
        for name in _identifiers(node):
            counts[name] += 1
            if not _is_private(name):
                taken.add(name)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            fixed |= set(words_of(node.value))
            taken |= set(words_of(node.value))
        elif isinstance(node, ast.Attribute) and _root(node) in outside:
            fixed.add(node.attr)
        elif isinstance(node, ast.keyword) and node.arg:
            fixed.add(node.arg)
    private = [name for name, _ in counts.most_common() if _is_private(name)]
    taken |= {name for name in private if name in fixed}
    names = _short_names(taken)
    families = _families(tree)
    shared: list[tuple[str, set[int]]] = []  # short name, the families that have it by now
    new: dict[str, str] = {}
    for name in private:
        if name in fixed:
            continue
        own = families.get(name)
        for short, others in shared if own else ():
            if not own & others:
                others |= own
                new[name] = short
                break
        else:
            new[name] = next(names)
            if own:
                shared.append((new[name], set(own)))
    _Rename(new).visit(tree)
    real: dict[str, str] = {}
    for name, short in new.items():
        real[short] = f"{real[short]}/{name}" if short in real else name
    return real


def _families(tree: ast.Module) -> dict[str, set[int]]:
    """Return the private values of instances, each with the families of classes that have it.

    A family is what inheritance joins. Values of different families may share a short name;
    methods and functions, which tracebacks tell, share none, nor does what is not set by `self`.
    """
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    family = {node.name: number for number, node in enumerate(classes)}
    for node in classes:
        for base in node.bases:
            if isinstance(base, ast.Name) and base.id in family:
                old, new = family[node.name], family[base.id]
                family = {name: new if value == old else value for name, value in family.items()}
    found: dict[str, set[int]] = {}
    others: set[str] = set()
    own: set[int] = set()  # nodes `self._name` in a class
    for node in classes:
        for part in ast.walk(node):
            match part:
                case ast.Attribute(value=ast.Name(id="self"), attr=name) if _is_private(name):
                    found.setdefault(name, set()).add(family[node.name])
                    own.add(id(part))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            if not isinstance(node.ctx, ast.Load) and id(node) not in own:
                others.add(node.attr)
        else:
            others |= set(_identifiers(node))
    return {name: where for name, where in found.items() if name not in others}


def shorten_globals(
    tree: ast.Module, kept: Collection[str], names: Mapping[str, str]
) -> dict[str, str]:
    """Rename functions and tables at the top of a module; return short name -> real name.

    names: the short names of private things, used again where they are not at the top.
    """
    scopes = Scopes(tree)
    outside = {
        name for node, _, name in scopes.of_module() if isinstance(node, ast.alias | ast.ClassDef)
    }
    uses = Counter(name for _, _, name in scopes.of_module())
    locals_ = {name for scope in scopes.scopes[1:] for name in scope.names}
    language = {name for _, _, name, scope in scopes.uses if scope is None}
    taken = scopes.module.names | locals_ | language
    every = {name for node in ast.walk(tree) for name in _identifiers(node)}
    again = (name for name in names if name not in taken)
    short = chain(again, _short_names(every | taken))
    old = [
        name
        for name, _ in uses.most_common()
        if name not in outside and name not in kept and name not in names
        if not name.startswith("__") and len(name) > 2
    ]
    new = {name: next(short) for name in old}
    for node, where, name in scopes.of_module():
        if name in new:
            rename(node, where, name, new[name])
    return {short: name for name, short in new.items()}


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and len(name) > 1


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _identifiers(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.alias):
        yield node.asname or node.name
    elif isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name


def _short_names(taken: set[str]) -> Iterator[str]:
    letters = string.ascii_lowercase + string.ascii_uppercase
    every = [*letters, *(a + b for a in letters for b in letters + string.digits)]
    reserved = {"as", "do", "if", "in", "is", "or"}
    yield from (name for name in every if name not in taken and name not in reserved)


class _Rename(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def _new(self, name: str) -> str:
        return self._names.get(name, name)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.Name):
            node.id = self._new(node.id)
        elif isinstance(node, ast.Attribute):
            node.attr = self._new(node.attr)
        elif isinstance(node, ast.arg):
            node.arg = self._new(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            node.name = self._new(node.name)
        elif isinstance(node, ast.alias):
            new = self._new(node.asname or node.name)
            node.asname = new if new != node.name else None
        elif isinstance(node, ast.Global | ast.Nonlocal):
            node.names = [self._new(name) for name in node.names]
        elif isinstance(node, ast.ExceptHandler) and node.name:
            node.name = self._new(node.name)
        return node
