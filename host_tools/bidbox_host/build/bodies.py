"""Puts the statements of a function in place of the one statement that calls it."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy

from .calls import Site, put
from .evaluation import changes_nothing, comes_first, is_trivial
from .scopes import AnyFunction, Scope, Scopes, all_arguments, is_load, rename

Leaf = Callable[[ast.expr | None], list[ast.stmt]]


def placed(site: Site) -> bool:
    """Put the function's statements before the one that calls it, or in its place, if possible."""
    names = _Names(site)
    body = _body_for(site, names) if names.may_meet() else None
    if body is None:
        return False
    body = [*names.settle(body), *body]
    site.block[site.index : site.index + 1] = body or [ast.Pass()]
    return True


def _body_for(site: Site, names: "_Names") -> list[ast.stmt] | None:
    """Return what is to stand in place of the statement that calls, before names are settled."""
    body = site.function.body
    match site.statement:
        case ast.Return(value=value) if value is site.called:
            comes_back = not _leaves(body) and not site.is_last
            return [*body, ast.Return(None)] if comes_back else [*body]
        case ast.Expr(value=value) if value is site.called and site.is_last:
            return _with_leaves(body, lambda v: [*_kept(v), ast.Return(None)])
        case ast.Expr(value=value) if value is site.called:
            return _without_returns(body, _kept)
    return _for_its_value(site, names)


def _for_its_value(site: Site, names: "_Names") -> list[ast.stmt] | None:
    statement = site.statement
    first = _first_of(statement)
    if first is None or not (first is site.called or comes_first(first, site.called)):
        return None
    body = site.function.body
    returns = list(_returns(body))
    if len(returns) == 1 and returns[0] is body[-1] and returns[0].value is not None:
        _replace(statement, site.called, returns[0].value)
        return [*body[:-1], statement]
    is_all = False  # the statement does nothing but give the value a name
    match statement:
        case ast.Assign(targets=[ast.Name(id=target)]) if first is site.called:
            is_all = True
        case _:
            target = names.fresh("value")

    def leaf(value: ast.expr | None) -> list[ast.stmt]:
        name = ast.Name(target, ast.Store())
        return [ast.Assign([name], value or ast.Constant(None), lineno=0)]

    found = _without_returns(body, leaf, True)
    if found is None or is_all:
        return found
    _replace(statement, site.called, ast.Name(target, ast.Load()))
    return [*found, statement]


def _first_of(statement: ast.stmt) -> ast.expr | None:
    """Return the expression that a statement evaluates first."""
    match statement:
        case ast.Assign() | ast.Return() | ast.Expr():
            return statement.value
        case ast.AugAssign(target=ast.Name()):
            return statement.value
        case ast.If():
            return statement.test
        case ast.For() | ast.AsyncFor():
            return statement.iter
        case ast.Raise():
            return statement.exc
    return None


def _replace(statement: ast.stmt, old: ast.expr, new: ast.expr) -> None:
    any(put(node, old, new) for node in ast.walk(statement))


def _kept(value: ast.expr | None) -> list[ast.stmt]:
    """Return what is left of a value that nobody wants."""
    return [] if value is None or changes_nothing(value) else [ast.Expr(value)]


def _returns(body: list[ast.stmt]) -> Iterator[ast.Return]:
    for statement in body:
        yield from (node for node in ast.walk(statement) if isinstance(node, ast.Return))


def _leaves(body: list[ast.stmt]) -> bool:
    """Tell whether a block never comes to its end."""
    match body[-1] if body else None:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(body=inner, orelse=orelse):
            return _leaves(inner) and _leaves(orelse)
    return False


def _without_returns(
    body: list[ast.stmt], leaf: Leaf, is_wanted: bool = False
) -> list[ast.stmt] | None:
    """Return a body that comes to its end where it returned, with `leaf` of what it returned.

    is_wanted: where it comes to its end by itself, there is a leaf too.
    """
    found = _nested(body, leaf, is_wanted)
    if found is not None:
        return found
    if any(_is_in_the_way(node) for statement in body for node in ast.walk(statement)):
        return None
    inner = _with_leaves(body, lambda value: [*leaf(value), ast.Break()])
    if not _leaves(body):
        inner += [*(leaf(None) if is_wanted else []), ast.Break()]
    return [ast.While(ast.Constant(True), inner, [])]


def _nested(body: list[ast.stmt], leaf: Leaf, is_wanted: bool) -> list[ast.stmt] | None:
    """Return a body with what follows an `if` that returns put into its other branch."""
    done: list[ast.stmt] = []
    for i, statement in enumerate(body):
        rest = body[i + 1 :]
        if isinstance(statement, ast.Return):
            return done + leaf(statement.value)
        if not any(_returns([statement])):
            done.append(statement)
            continue
        if not isinstance(statement, ast.If):
            return None
        inner, orelse = statement.body, statement.orelse
        if _leaves(inner):
            orelse = orelse + rest
        elif _leaves(orelse):
            inner = inner + rest
        elif rest or is_wanted:
            return None
        new_inner = _nested(inner, leaf, is_wanted)
        new_orelse = _nested(orelse, leaf, is_wanted)
        if new_inner is None or new_orelse is None:
            return None
        if new_inner or new_orelse:
            done.append(_if(statement.test, new_inner, new_orelse))
        else:
            done += _kept(statement.test)
        return done
    return done + (leaf(None) if is_wanted else [])


def _if(test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> ast.If:
    if body:
        return ast.If(test, body, orelse)
    return ast.If(ast.UnaryOp(ast.Not(), test), orelse, [])


def _is_in_the_way(node: ast.AST) -> bool:
    """Tell a loop that is returned from, and what is to be done however a block is left."""
    match node:
        case ast.For() | ast.AsyncFor() | ast.While():
            return any(_returns([node]))
        case ast.Try(finalbody=finalbody):
            return bool(finalbody)
    return False


def _with_leaves(body: list[ast.stmt], leaf: Leaf) -> list[ast.stmt]:
    """Return a body with something in place of each return."""

    class Leaves(ast.NodeTransformer):
        def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
            return leaf(node.value)

    whole = ast.Module([*body], [])
    Leaves().visit(whole)
    return whole.body


class _Names:
    """Keeps the names of a function and of the one that it is put into apart."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._function = site.function
        self._inner = Scopes(ast.Module([site.function], []))
        self._outer = Scopes(ast.Module([site.within], []))
        self._own = self._scope(self._inner, site.function).names
        self._locals = set().union(*(s.names for s in self._outer.scopes[1:]))
        self._free = self._loaded(self._inner)
        self._taken = self._locals | self._loaded(self._outer) | self._free | self._own

    def _scope(self, scopes: Scopes, node: AnyFunction) -> Scope:
        return next(scope for scope in scopes.scopes if scope.node is node)

    def _loaded(self, scopes: Scopes) -> set[str]:
        """Return the names that are not bound in a function."""
        return {
            name
            for _, _, name, scope in scopes.uses
            if scope is None or scope is scopes.module
        }

    def fresh(self, name: str) -> str:
        new, number = name, 2
        while new in self._taken:
            new, number = f"{name}_{number}", number + 1
        self._taken.add(new)
        return new

    def may_meet(self) -> bool:
        """Rename the outer function's locals that would hide globals of the inner one."""
        hidden = self._free & self._locals
        if not hidden:
            return True
        scope = self._scope(self._outer, self._site.within)
        arguments = {a.arg for s in self._outer.scopes for a in _arguments(s.node)}
        if hidden & arguments or not hidden <= scope.names:
            return False
        new = {name: self.fresh(name) for name in sorted(hidden)}
        for node, where, name, holder in self._outer.uses:
            if holder is scope and name in new:
                rename(node, where, name, new[name])
        self._locals = (self._locals - hidden) | set(new.values())
        return True

    def settle(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Rename the function's locals; return statements that give parameters their values."""
        scope = self._scope(self._inner, self._function)
        uses = [use for use in self._inner.uses if use[3] is scope]
        stored = {
            name for node, _, name, _ in uses
            if not isinstance(node, ast.arg) and not is_load(node)
        }  # fmt: skip
        new: dict[str, str] = {}
        values: dict[str, ast.expr] = {}
        first: list[ast.stmt] = []
        weighty = [name for name, value in self._site.bound if not is_trivial(value)]
        for name, value in self._site.bound:
            loads = [node for node, _, used, _ in uses if used == name and is_load(node)]
            if isinstance(value, ast.Constant) and name not in stored:
                values[name] = value
            elif isinstance(value, ast.Name) and name not in stored and value.id in self._locals:
                new[name] = value.id
            elif (
                weighty == [name] and name not in stored and len(loads) == 1
                and body and _begins_with(body[0], loads[0])
            ):  # fmt: skip
                values[name] = value
            elif not loads and changes_nothing(value):
                continue
            else:
                new[name] = name if name not in self._locals | self._free else self.fresh(name)
                self._taken.add(new[name])
                first.append(ast.Assign([ast.Name(new[name], ast.Store())], value, lineno=0))
        for name in sorted(self._own - new.keys() - values.keys()):
            if name in self._locals:
                new[name] = self.fresh(name)
        for node, where, name, _ in uses:
            if name in new:
                rename(node, where, name, new[name])
        every = ast.Module(body, [])
        for node, _, name, _ in uses:
            if name in values and is_load(node):
                for statement in every.body:
                    _replace(statement, node, deepcopy(values[name]))  # type: ignore[arg-type]
        return first


def _arguments(node: ast.AST) -> list[ast.arg]:
    arguments = getattr(node, "args", None)
    return all_arguments(arguments) if isinstance(arguments, ast.arguments) else []


def _begins_with(statement: ast.stmt, part: ast.AST) -> bool:
    first = _first_of(statement)
    return first is not None and isinstance(part, ast.expr) and comes_first(first, part)
