"""Divides what stays loaded into files that a device loads one after the other.

While a file is loaded, each of its functions has an object beside its bytecode that goes when the
file has run; what is left are holes that nothing but a small object fits into. The next file fills
them, if they have been collected by then: so several files leave less than one.
"""

import ast
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise

from .imports import Import, import_from, needed_of
from .scopes import AnyFunction, Scopes, bound_by

COUNT = 4
_COLLECT = "__import__('gc').collect()"


def layered(
    tree: ast.Module, parts: Mapping[int, ast.Module], main: str, kept: Collection[str], count: int
) -> list[tuple[str, ast.Module]]:
    """Take layers out of a module; return them with the names of their files, as to be loaded.

    parts: modules that import names of `main`; from now on they import them from their layers.
    kept: names at the top that stay in `main`. A layer needs nothing of those after it.
    """
    imports = [node for node in tree.body if isinstance(node, Import)]
    scopes = Scopes(tree)
    body = [node for node in tree.body if not isinstance(node, Import)]
    body = _in_order_of_need(body, [scopes.names_in(node) for node in body])
    names = [scopes.names_in(node) for node in body]
    row = _rows(body)
    ends = list(_ends(body, names, row, kept, count))
    files = [f"layer_{number}" for number in range(1, len(ends) + 1)] + [main]
    rows = [range(*ends_of) for ends_of in pairwise([0, *ends, len(body)])]
    file_of = {at: file for file, own in zip(files, rows, strict=True) for at in own}
    owner = {name: file_of[at] for name, at in row.items()}
    found = []
    for file, own in zip(files, rows, strict=True):
        needed = set().union(*(names[at] for at in own))
        heads = [*_from(owner, needed, file)]
        if file == main:
            before = "".join(f"__import__({name!r})\n{_COLLECT}\n" for name in files[:-1])
            heads = [*ast.parse(before).body, *heads]
        statements = [*needed_of(imports, needed), *heads, *(body[at] for at in own)]
        found.append((file, ast.Module(statements, [])))
    tree.body = found.pop()[1].body
    for part in parts.values():
        _Imports(main, owner).visit(part)
    return found


def _rows(body: list[ast.stmt]) -> dict[str, int]:
    """Return the number of the statement that binds each name at the top."""
    return {name: at for at, node in enumerate(body) for name in bound_by(node)}


def _in_order_of_need(body: list[ast.stmt], names: list[set[str]]) -> list[ast.stmt]:
    """Return statements so that each comes after all it names (`names`, as they stand).

    Those that need each other stay together, in the order they had (R. Tarjan's algorithm, SIAM J.
    Comput. 1 (1972) 146).
    """
    row = _rows(body)
    needs = [sorted(row[name] for name in own & row.keys()) for own in names]
    found: list[int] = []
    number: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_: list[int] = []

    def see(at: int) -> None:
        number[at] = lowest[at] = len(number)
        open_.append(at)
        for need in needs[at]:
            if need not in number:
                see(need)
                lowest[at] = min(lowest[at], lowest[need])
            elif need in open_:
                lowest[at] = min(lowest[at], number[need])
        if lowest[at] == number[at]:
            first = open_.index(at)
            found.extend(sorted(open_[first:]))
            del open_[first:]

    for at in range(len(body)):
        if at not in number:
            see(at)
    return [body[at] for at in found]


def _ends(
    body: list[ast.stmt],
    names: list[set[str]],
    row: Mapping[str, int],
    kept: Collection[str],
    count: int,
) -> Iterator[int]:
    """Return where layers end: about as many functions in each, none that needs what follows."""
    rebound = {
        name
        for node in body
        for part in ast.walk(node)
        if isinstance(part, ast.Global)
        for name in part.names
    }
    last = min((row[name] for name in kept if name in row), default=len(body))
    for at, own in enumerate(names):  # what is given another value stays with all who use it
        if own & rebound:
            last = min(last, at)
    weights = [sum(isinstance(part, AnyFunction) for part in ast.walk(node)) for node in body]
    reach = 0  # the furthest row that a row so far needs
    whole = sum(weights[:last]) + 1
    done = seen = 0
    for at in range(last):
        reach = max([reach, *(row[name] for name in names[at] if name in row)])
        seen += weights[at]
        if reach <= at and seen * count >= whole * (done + 1):
            yield at + 1
            done = seen * count // whole


def _from(owner: Mapping[str, str], names: Collection[str], own: str) -> Iterator[ast.stmt]:
    """Return the imports of names from the files that have them, except a file's own."""
    files: dict[str, list[str]] = {}
    for name in sorted(names):
        if owner.get(name, own) != own:
            files.setdefault(owner[name], []).append(name)
    for file, needed in files.items():
        yield import_from(file, needed)


class _Imports(ast.NodeTransformer):
    def __init__(self, main: str, owner: Mapping[str, str]) -> None:
        self._main = main
        self._owner = owner

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        if node.module != self._main:
            return node
        return [*_from(self._owner, [alias.name for alias in node.names], "")]
