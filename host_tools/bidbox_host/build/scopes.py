"""Which scope each name in a program belongs to, by Python's rules. Knows nothing of firmware."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(eq=False)
class Scope:
    """A module, a class body, or a function or comprehension, with the names bound in it."""

    node: ast.AST
    parent: "Scope | None" = None
    names: set[str] = field(default_factory=set)
    elsewhere: dict[str, str] = field(default_factory=dict)  # name: "global" or "nonlocal"

    @property
    def is_class(self) -> bool:
        return isinstance(self.node, ast.ClassDef)

    @property
    def is_module(self) -> bool:
        return self.parent is None

    def holder(self, name: str) -> "Scope | None":
        """Return the scope that a name used here is bound in; None for one of the language."""
        scope: Scope | None = self
        if self.elsewhere.get(name) == "global":
            while scope is not None and scope.parent is not None:
                scope = scope.parent
        first = True
        while scope is not None:
            if name in scope.names and (first or not scope.is_class):
                return scope
            scope = scope.parent
            first = False
        return None


class Scopes:
    """`uses`: each node that names something, as (node, field, name, scope where it is bound)."""

    def __init__(self, tree: ast.Module) -> None:
        self.module = Scope(tree)
        self.scopes = [self.module]
        self._named: list[tuple[ast.AST, str, str, Scope]] = []
        self._own: dict[int, set[str]] = {}  # of_module() by identity
        for statement in tree.body:
            self._visit(statement, self.module)
        self.uses = [
            (node, where, name, scope.holder(name)) for node, where, name, scope in self._named
        ]

    def of_module(self) -> Iterator[tuple[ast.AST, str, str]]:
        """Return the uses of the module's own names."""
        for node, where, name, scope in self.uses:
            if scope is self.module:
                yield node, where, name

    def names_of(self, node: ast.AST) -> set[str]:
        """Return which of the module's own names a node says, without what is in it."""
        if not self._own:
            for used, _, name in self.of_module():
                self._own.setdefault(id(used), set()).add(name)
        return self._own.get(id(node), set())

    def names_in(self, node: ast.AST) -> set[str]:
        """Return which of the module's own names are in a node."""
        return set().union(*(self.names_of(part) for part in ast.walk(node)))

    def _bind(self, node: ast.AST, where: str, name: str, scope: Scope) -> None:
        if name not in scope.elsewhere:
            scope.names.add(name)
        self._named.append((node, where, name, scope))

    def _new(self, node: ast.AST, parent: Scope) -> Scope:
        scope = Scope(node, parent)
        self.scopes.append(scope)
        return scope

    def _visit(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                self._named.append((node, "id", node.id, scope))
            else:
                self._bind(node, "id", node.id, scope)
        elif isinstance(node, DEFINITIONS):
            self._definition(node, scope)
        elif isinstance(node, ast.Lambda):
            self._function(node, [node.body], scope)
        elif isinstance(node, COMPREHENSIONS):
            self._comprehension(node, scope)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            kind = "global" if isinstance(node, ast.Global) else "nonlocal"
            scope.elsewhere.update(dict.fromkeys(node.names, kind))
            scope.names -= set(node.names)
            for name in node.names:
                self._named.append((node, "names", name, scope))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                self._bind(alias, "asname", alias.asname or alias.name.split(".")[0], scope)
        else:
            if isinstance(node, ast.ExceptHandler) and node.name:
                self._bind(node, "name", node.name, scope)
            for child in ast.iter_child_nodes(node):
                self._visit(child, scope)

    def _definition(
        self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, scope: Scope
    ) -> None:
        self._bind(node, "name", node.name, scope)
        for decorator in node.decorator_list:
            self._visit(decorator, scope)
        if not isinstance(node, ast.ClassDef):
            self._function(node, node.body, scope)
            return
        for base in (*node.bases, *node.keywords):
            self._visit(base, scope)
        inner = self._new(node, scope)
        for statement in node.body:
            self._visit(statement, inner)

    def _function(
        self,
        node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
        body: list[ast.stmt] | list[ast.expr],
        scope: Scope,
    ) -> None:
        arguments = node.args
        for default in (*arguments.defaults, *arguments.kw_defaults):
            if default is not None:
                self._visit(default, scope)
        inner = self._new(node, scope)
        for argument in all_arguments(arguments):
            self._bind(argument, "arg", argument.arg, inner)
        for part in body:
            self._visit(part, inner)

    def _comprehension(self, node: ast.AST, scope: Scope) -> None:
        inner = self._new(node, scope)
        for number, part in enumerate(node.generators):  # type: ignore[attr-defined]
            self._visit(part.iter, inner if number else scope)
            self._visit(part.target, inner)
            for condition in part.ifs:
                self._visit(condition, inner)
        for name in ("elt", "key", "value"):
            if hasattr(node, name):
                self._visit(getattr(node, name), inner)


def bound_by(*statements: ast.stmt) -> set[str]:
    """Return the names that statements bind at a module's top."""
    return Scopes(ast.Module([*statements], [])).module.names


def is_load(node: ast.AST) -> bool:
    """Tell whether a node is a name that is read."""
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


def all_arguments(arguments: ast.arguments) -> list[ast.arg]:
    """Return every argument of a function, in order."""
    found = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return found + [extra for extra in (arguments.vararg, arguments.kwarg) if extra is not None]


def rename(node: ast.AST, where: str, old: str, new: str) -> None:
    """Give a use of a name (see Scopes.uses) another name."""
    if isinstance(node, ast.alias):
        if new != node.name:
            node.asname = new
        elif node.asname:
            node.asname = None
    elif where == "names":
        node.names = [new if name == old else name for name in node.names]  # type: ignore
    else:
        setattr(node, where, new)
