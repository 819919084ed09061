"""Takes out of a joined module what is needed rarely, to be loaded when it is and dropped then.

A part is some modules that the rest imports in functions only. It becomes a file of its own; such
an import gets from it what its function uses and then forgets the file, so that the heap has it
back when the function ends. What a part has at its top must not change: each load makes it anew.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..errors import BidboxError
from .imports import Import, import_from, needed_of
from .scopes import AnyFunction, Scopes, bound_by

LOAD = "__part__"  # `__part__(n)` in a function: part n is imported here


@dataclass(frozen=True)
class Parts:
    """`names`: of the parts; `modules`: name of a module -> name of its part."""

    names: Sequence[str] = ()
    modules: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, declared: Mapping[str, Sequence[str]]) -> "Parts":
        modules = {module: name for name, own in declared.items() for module in own}
        return cls(tuple(declared), modules)

    def number(self, module: str) -> int:
        """Return which part a module is in, from 1; 0 for none."""
        name = self.modules.get(module)
        return 0 if name is None else self.names.index(name) + 1

    def file(self, number: int) -> str:
        """Return the name under which a part is imported on the device."""
        return f"part_{self.names[number - 1]}"


def mark(number: int) -> ast.stmt:
    """Return the statement that says: here begins what belongs to a part, or 0."""
    return ast.Expr(ast.Constant(number))


def sections(tree: ast.Module) -> Iterator[tuple[int, ast.stmt]]:
    """Return the statements of a joined module, each with its part's number; without the marks."""
    number = 0
    for statement in tree.body:
        match statement:
            case ast.Expr(value=ast.Constant(value=int(marked))):
                number = marked
            case _:
                yield number, statement


def load(number: int) -> ast.stmt:
    """Return the statement that stands for the import of a part in a function."""
    return ast.Expr(ast.Call(ast.Name(LOAD, ast.Load()), [ast.Constant(number)], []))


def split(tree: ast.Module, parts: Parts, main: str) -> dict[int, ast.Module]:
    """Return the module of each part by number, 0 what stays, which others import as `main`."""
    return _Split(tree, parts, main).modules


class _Split:
    def __init__(self, tree: ast.Module, parts: Parts, main: str) -> None:
        self._parts = parts
        self._main = main
        self._bodies: dict[int, list[ast.stmt]] = {0: []}
        imports: list[Import] = []
        for number, statement in sections(tree):
            if isinstance(statement, Import):
                imports.append(statement)
            else:
                self._bodies.setdefault(number, []).append(statement)
        self._owners = self._owners_of_names()
        self._scopes = Scopes(tree)
        self.modules: dict[int, ast.Module] = {}
        for number, body in self._bodies.items():
            needed: dict[int, set[str]] = {}
            for statement in body:
                for name in self._needs(statement, number):
                    needed.setdefault(min(self._owners[name]), set()).add(name)
            heads = self._heads(number, needed)
            names = {name for statement in body for name in self._scopes.names_in(statement)}
            self.modules[number] = ast.Module([*needed_of(imports, names), *heads, *body], [])

    def _owners_of_names(self) -> dict[str, set[int]]:
        """Return in which parts each name is; in several what sinking.py gave to each."""
        found: dict[str, set[int]] = {}
        for number, body in self._bodies.items():
            for name in bound_by(*body):
                found.setdefault(name, set()).add(number)
        return found

    def _lacks(self, name: str, numbers: set[int]) -> bool:
        """Tell whether a name is one of the program's, but in none of some parts."""
        owners = self._owners.get(name)
        return owners is not None and not owners & numbers

    def _needs(self, node: ast.AST, number: int) -> set[str]:
        """Return names of other parts that a statement uses; what functions load is put there."""
        loaded: set[int] = set()
        if isinstance(node, AnyFunction):
            loaded = {_loaded(part) for part in _own_nodes(node)} - {0}
        if loaded:
            every = self._scopes.names_in(node)
            _Loads(self, {name for name in every if self._lacks(name, {number})}).visit(node)
            return {name for name in every if self._lacks(name, {number, *loaded})}
        found = {name for name in self._scopes.names_of(node) if self._lacks(name, {number})}
        for child in ast.iter_child_nodes(node):
            found |= self._needs(child, number)
        return found

    def _heads(self, number: int, needed: Mapping[int, set[str]]) -> list[ast.stmt]:
        heads: list[ast.stmt] = []
        for other, names in sorted(needed.items()):
            if other and not number:
                words = ", ".join(sorted(names))
                raise BidboxError(
                    f"{words} of {self._parts.file(other)} is used where that part is not imported"
                )
            if other:
                heads += self.imported(other, names)
            else:
                heads.append(import_from(self._main, names))
        return heads

    def imported(self, number: int, names: set[str]) -> list[ast.stmt]:
        """Return statements that get names of a part, and forget its file."""
        wanted = {name for name in names if number in self._owners.get(name, ())}
        if not wanted:
            return []
        file = self._parts.file(number)
        forget = ast.parse(f"__import__('sys').modules.pop({file!r})").body
        return [import_from(file, wanted), *forget]


class _Loads(ast.NodeTransformer):
    def __init__(self, owner: _Split, names: set[str]) -> None:
        self._owner = owner
        self._names = names

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        number = _loaded(node)
        if not number:
            return node
        return self._owner.imported(number, self._names) or ast.Pass()


def _loaded(node: ast.AST) -> int:
    match node:
        case ast.Expr(
            value=ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=int(number))])
        ):
            return number if name == LOAD else 0
    return 0


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Return the statements of a function, not those of functions in it."""
    for child in ast.iter_child_nodes(function):
        if not isinstance(child, AnyFunction | ast.ClassDef | ast.Lambda):
            yield child
            yield from _own_nodes(child)
