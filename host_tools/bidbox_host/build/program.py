"""Finds the modules that a program needs, by its imports, and joins them to one module.

What is joined: every module found in the given folders, except those kept apart. Names of modules
go (`records.CALL` becomes `CALL`), names that clash get the module's name before theirs.
"""

import ast
import builtins
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import BidboxError
from .overlays import Parts, load, mark
from .scopes import AnyFunction, Scopes, all_arguments, is_load, rename


@dataclass(eq=False)
class Module:
    """One source file. `aliases`: its names for joined modules and what they hold."""

    name: str
    tree: ast.Module
    scopes: Scopes
    modules: dict[str, "Module"] = field(default_factory=dict)  # alias: module
    members: dict[str, tuple["Module", str]] = field(default_factory=dict)  # alias: its origin
    outside: list[ast.stmt] = field(default_factory=list)
    body: list[ast.stmt] = field(default_factory=list)


class Program:
    """`order`: the modules in the order in which their statements run, the entry last."""

    def __init__(
        self,
        entry: Path,
        folders: Sequence[Path],
        role: str | None = None,
        apart: Sequence[str] = (),
        parts: Parts | None = None,
    ) -> None:
        self._folders = folders
        self._role = role
        self._apart = apart
        self.parts = parts or Parts()
        self._found: dict[str, Module | None] = {}
        self.order: list[Module] = []
        self.kept_apart: set[str] = set()
        self.entry = self._load(entry.stem, entry)

    def source_of(self, name: str) -> Path | None:
        """Return the file of a module, None if it is in no folder."""
        for folder in self._folders:
            base = folder.joinpath(*name.split("."))
            for path in (base.with_suffix(".py"), base / "__init__.py"):
                if path.is_file():
                    return path
        return None

    def _module(self, name: str) -> Module | None:
        """Return a module that is to be joined, None for any other."""
        if name not in self._found:
            path = self.source_of(name)
            if path is not None and name.startswith(tuple(self._apart)):
                self.kept_apart.add(name)
                path = None
            self._found[name] = None
            if path is not None and (path.name != "__init__.py" or _has_code(path)):
                self._load(name, path)
        return self._found[name]

    def _load(self, name: str, path: Path) -> Module:
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        except SyntaxError as error:
            raise BidboxError(f"{path}:{error.lineno}: {error.msg}") from error
        tree = _Plain(self._role).visit(tree)
        module = Module(name, tree, Scopes(tree))
        self._found[name] = module  # before its imports: functions may import in a circle
        module.body = self._without_imports(module, tree.body)
        self.order.append(module)
        return module

    def _without_imports(self, module: Module, body: list[ast.stmt]) -> list[ast.stmt]:
        kept: list[ast.stmt] = []
        for statement in body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                kept += self._import(module, statement, module.outside)
                continue
            for owner in ast.walk(statement):
                for part in ("body", "orelse", "finalbody"):
                    inner = getattr(owner, part, None)
                    if isinstance(inner, list) and inner:
                        setattr(owner, part, self._deferred(module, inner) or [ast.Pass()])
            kept.append(statement)
        return kept

    def _deferred(self, module: Module, body: list[ast.stmt]) -> list[ast.stmt]:
        """Join what is imported in a function, too; what is not joined is imported as it was."""
        kept: list[ast.stmt] = []
        for statement in body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                kept += self._import(module, statement, None)
            else:
                kept.append(statement)
        return kept

    def _import(
        self,
        module: Module,
        statement: ast.Import | ast.ImportFrom,
        outside: list[ast.stmt] | None,
    ) -> list[ast.stmt]:
        rest: list[ast.alias] = []
        loads: dict[int, ast.stmt] = {}
        for alias in statement.names:
            own = alias.asname or alias.name
            origin = None
            if isinstance(statement, ast.Import):
                target = self._module(alias.name)
                if own != alias.asname and "." in alias.name:
                    target = None
            else:
                package = statement.module or ""
                target = self._module(f"{package}.{alias.name}")
                if target is None:
                    origin = self._module(package)
            found = target or origin
            if found is None:
                rest.append(alias)
                continue
            if found is target:
                module.modules[own] = found
            else:
                module.members[own] = (found, alias.name)
            part = self.parts.number(found.name)
            if outside is None and part and part != self.parts.number(module.name):
                loads[part] = load(part)
        statements: list[ast.stmt] = [*loads.values()]
        if rest:
            statement.names = rest
            (statements if outside is None else outside).append(statement)
        return statements


class _Plain(ast.NodeTransformer):
    """Takes out docstrings and what is for mypy alone, and decides what depends on the role."""

    def __init__(self, role: str | None) -> None:
        self._role = role

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        if isinstance(node.value, ast.Constant):
            return None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return self.generic_visit(ast.Assign([node.target], node.value, lineno=node.lineno))

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        holds = _role_test(node.test, self._role)
        if holds is None:
            return node
        return node.body if holds else node.orelse

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, AnyFunction):
            node.returns = None
            for argument in all_arguments(node.args):
                argument.annotation = None
        body = getattr(node, "body", None)
        if isinstance(body, list) and not body and not isinstance(node, ast.Module):
            node.body = [ast.Pass()]  # type: ignore[attr-defined]
        return node


def _role_test(test: ast.expr, role: str | None) -> bool | None:
    """Return what `board.ROLE == "..."` is on a board of this role, None for any other test.

    What stands under `if TYPE_CHECKING` is for mypy alone.
    """
    match test:
        case ast.Name(id="TYPE_CHECKING"):
            return False
        case ast.Compare(
            left=ast.Attribute(attr="ROLE"),
            ops=[ast.Eq() | ast.NotEq() as operator],
            comparators=[ast.Constant(value=str(word))],
        ) if role is not None:
            return (word == role) == isinstance(operator, ast.Eq)
    return None


def _has_code(path: Path) -> bool:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return any(not isinstance(node, ast.Expr) for node in tree.body)


def joined(program: Program, roots: Iterable[str] = ()) -> ast.Module:
    """Return all modules of a program as one; the entry keeps its names, and so do `roots`."""
    names = _global_names(program)
    imports: dict[str, ast.stmt] = {}
    body: list[ast.stmt] = []
    for module in program.order:
        _rename_in(module, names)
        for statement in module.outside:
            for alias in statement.names:  # type: ignore[attr-defined]
                single = _single(statement, alias)
                imports.setdefault(ast.unparse(single), single)
        body += [mark(program.parts.number(module.name)), *module.body]
    tree = ast.Module([*imports.values(), *body], [])
    return ast.parse(ast.unparse(ast.fix_missing_locations(tree)))


def _single(statement: ast.stmt, alias: ast.alias) -> ast.stmt:
    if isinstance(statement, ast.ImportFrom):
        return ast.ImportFrom(statement.module, [alias], 0)
    return ast.Import([alias])


def _global_names(program: Program) -> dict[tuple[Module, str], str]:
    """Return what each module's own names are called in the joined module."""
    taken = set(dir(builtins))
    for module in program.order:
        for scope in module.scopes.scopes[1:]:
            taken |= scope.names
        for _, _, name, holder in module.scopes.uses:
            if holder is None:
                taken.add(name)
    found: dict[tuple[Module, str], str] = {}
    outside: dict[str, str] = {}
    for module in (program.entry, *program.order):
        for statement in module.outside:
            for alias in statement.names:  # type: ignore[attr-defined]
                own = alias.asname or alias.name
                key = ast.unparse(_single(statement, ast.alias(alias.name)))
                if key not in outside:
                    outside[key] = own if module is program.entry else _free(own, module, taken)
                    taken.add(outside[key])
                found[module, own] = outside[key]
    for module in (program.entry, *program.order):
        imported = module.modules.keys() | module.members.keys()
        for name in sorted(module.scopes.module.names - imported):
            if (module, name) not in found:
                own = name if module is program.entry else _free(name, module, taken)
                taken.add(own)
                found[module, name] = own
    for module in program.order:
        for name in module.members:
            found[module, name] = _origin(found, module, name)
    return found


def _free(name: str, module: Module, taken: set[str]) -> str:
    if name not in taken:
        return name
    short = module.name.split(".")[-1]
    if name.upper() == name:
        short = short.upper()  # a constant stays one to the eye, and to fold.py
    new = f"_{short}_{name.lstrip('_')}" if name.startswith("_") else f"{short}_{name}"
    while new in taken:
        new += "_"
    return new


def _origin(found: dict[tuple[Module, str], str], module: Module, name: str) -> str:
    seen = set()
    while name in module.members:
        if (module, name) in seen:
            raise BidboxError(f"{module.name}: {name} is imported in a circle")
        seen.add((module, name))
        module, name = module.members[name]
    if (module, name) not in found:
        raise BidboxError(f"{module.name} has no {name}")
    return found[module, name]


def _rename_in(module: Module, names: dict[tuple[Module, str], str]) -> None:
    """Give everything in a module its name in the joined module."""
    deferred = {}  # modules imported in functions are names of that function's scope
    for node, where, name, scope in module.scopes.uses:
        if scope is None or isinstance(node, ast.alias):
            continue
        if name in module.modules and (scope.is_module or _is_import(module, scope, name)):
            deferred[id(node)] = module.modules[name]
        elif scope.is_module or (name in module.members and _is_import(module, scope, name)):
            rename(node, where, name, names[module, name])
    for statement in module.outside:
        for alias in statement.names:  # type: ignore[attr-defined]
            own = names[module, alias.asname or alias.name]
            alias.asname = own if own != alias.name else None
    body = [_Members(module, names, deferred).visit(part) for part in module.body]
    module.body = body


def _is_import(module: Module, scope: object, name: str) -> bool:
    """Tell whether a name in a scope is nothing but an import of a joined module's."""
    bound = [
        node
        for node, _, used, where in module.scopes.uses
        if where is scope and used == name and not is_load(node)
    ]
    return bool(bound) and all(isinstance(node, ast.alias) for node in bound)


class _Members(ast.NodeTransformer):
    """Turns `module.name` into the name alone."""

    def __init__(
        self,
        module: Module,
        names: dict[tuple[Module, str], str],
        modules: dict[int, Module],
    ) -> None:
        self._module = module
        self._names = names
        self._modules = modules

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        target = self._modules.get(id(node.value))
        if target is None:
            return self.generic_visit(node)
        if (target, node.attr) not in self._names:
            raise BidboxError(f"{self._module.name}: {target.name} has no {node.attr}")
        return ast.copy_location(ast.Name(self._names[target, node.attr], node.ctx), node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if id(node) in self._modules:
            raise BidboxError(
                f"{self._module.name}, line {node.lineno}: {node.id} is used as a value, so it"
                " cannot be joined with the other modules; keep it apart"
            )
        return node
