"""Who calls which function of one module, as far as names tell it for certain.

A method is known by its name if no other class has it, nothing stores under it and neither the
language nor the chip's modules call something so. Knows nothing of what is done with that.
"""

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from .fold import words_of
from .overlays import sections
from .scopes import AnyFunction, Scopes
from .sharing import OF_OTHERS

_OF_INTEREST = (  # not operators, nor whether a name is read
    ast.stmt, ast.expr, ast.arguments, ast.arg, ast.comprehension, ast.ExceptHandler, ast.keyword,
    ast.alias, ast.withitem, ast.match_case, ast.pattern,
)  # fmt: skip
Bound = list[tuple[str, ast.expr]]


@dataclass(eq=False)
class Use:
    """`node`: what names the function; `call`: the call, or a property's use; `within`: where."""

    node: ast.expr
    call: ast.expr
    within: AnyFunction
    part: int  # of `within`
    bound: Bound  # parameters and what the call gives for them, in order


@dataclass(eq=False)
class Function:
    """A function at the top or a method, with all places that name it.

    `is_plain`: every one of them is a call with as many arguments as there are parameters.
    """

    node: AnyFunction
    holder: ast.Module | ast.ClassDef
    part: int
    uses: list[Use] = field(default_factory=list)
    is_plain: bool = True

    @property
    def is_async(self) -> bool:
        return isinstance(self.node, ast.AsyncFunctionDef)

    @property
    def is_property(self) -> bool:
        return bool(self.node.decorator_list)


@dataclass(frozen=True)
class Site:
    """`called` is evaluated by block[index], a statement of the function `within`."""

    function: AnyFunction
    bound: Bound
    called: ast.expr  # the call, or the await of it
    block: list[ast.stmt]
    index: int
    within: AnyFunction

    @property
    def statement(self) -> ast.stmt:
        return self.block[self.index]

    @property
    def is_last(self) -> bool:
        """Tell whether the function is left when this statement is done."""
        return self.block is self.within.body and self.index == len(self.block) - 1


class Calls:
    """`functions`: those that are known by their names; `parents`: of every node, by identity."""

    def __init__(self, tree: ast.Module, kept: Collection[str] = ()) -> None:
        self._tree = tree
        self.parents: dict[int, ast.AST] = {}
        self._attributes: dict[str, list[ast.AST]] = {}
        self._words = set(kept)  # names that may be meant by others than those seen here
        self._read(tree)
        self._parts = {id(statement): number for number, statement in sections(tree)}
        self._touched: set[int] = set()  # definitions that this pass has changed
        self._bound: dict[int, set[str]] = {}
        self.functions = [*self._at_the_top(), *self._methods()]

    def _read(self, tree: ast.Module) -> None:
        every: list[ast.AST] = [tree]
        for node in every:
            if isinstance(node, ast.Attribute):
                self._attributes.setdefault(node.attr, []).append(node)
            elif isinstance(node, ast.Constant):
                self._words.update(_words(node.value))
            for child in ast.iter_child_nodes(node):
                if isinstance(child, _OF_INTEREST):
                    self.parents[id(child)] = node
                    every.append(child)

    def is_free(self, function: Function) -> bool:
        """Tell whether neither the function nor one that calls it was changed since."""
        every = {id(function.node), *(id(use.within) for use in function.uses)}
        return not every & self._touched

    def drop(self, function: Function) -> None:
        """Take a function out, for nothing calls it any more."""
        function.holder.body.remove(function.node)
        if not function.holder.body:
            function.holder.body.append(ast.Pass())
        self._touched |= {id(function.node), *(id(use.within) for use in function.uses)}

    def replace(
        self, function: Function, value: ast.expr, new: Sequence[ast.expr | None]
    ) -> bool:
        """Put expressions made of `value` in place of the calls, if no local hides a name."""
        free = {part.id for part in ast.walk(value) if isinstance(part, ast.Name)}
        free -= {argument.arg for argument in function.node.args.args}
        if None in new or any(free & self._bound_in(use.within) for use in function.uses):
            return False
        for use, expr in zip(function.uses, new, strict=True):
            put(self.parents[id(use.call)], use.call, expr)
        self.drop(function)
        return True

    def _bound_in(self, node: AnyFunction) -> set[str]:
        """Return every name that a function or something in it binds."""
        if id(node) not in self._bound:
            scopes = Scopes(ast.Module([node], [])).scopes[1:]
            self._bound[id(node)] = set().union(*(scope.names for scope in scopes))
        return self._bound[id(node)]

    def site(self, function: Function) -> Site | None:
        """Return the one place where a function is called; None if no statement leads there."""
        use = function.uses[0]
        called = use.call
        if function.is_async:
            waiting = self.parents[id(called)]
            if not isinstance(waiting, ast.Await):
                return None
            called = waiting
        node: ast.AST = called
        while not isinstance(node, ast.stmt):
            node = self.parents[id(node)]
        holder = self.parents[id(node)]
        for name in ("body", "orelse", "finalbody"):
            block = getattr(holder, name, None)
            if isinstance(block, list) and node in block:
                return Site(
                    function.node, use.bound, called, block, block.index(node), use.within
                )
        return None

    def _at_the_top(self) -> Iterator[Function]:
        scopes = Scopes(self._tree)
        named: dict[str, list[ast.AST]] = {}
        for node, _, name in scopes.of_module():
            named.setdefault(name, []).append(node)
        for node in self._tree.body:
            if isinstance(node, AnyFunction) and node.name not in self._words:
                others = [other for other in named[node.name] if other is not node]
                yield self._function(node, self._tree, others)

    def _methods(self) -> Iterator[Function]:
        held: Counter[str] = Counter()
        for holder in self._tree.body:
            for part in holder.body if isinstance(holder, ast.ClassDef) else ():
                if isinstance(part, AnyFunction):
                    held[part.name] += 1
                elif isinstance(part, ast.Assign):
                    held.update(name.id for name in part.targets if isinstance(name, ast.Name))
        for holder in self._tree.body:
            if not isinstance(holder, ast.ClassDef):
                continue
            for node in holder.body:
                if not isinstance(node, AnyFunction) or held[node.name] != 1:
                    continue
                name = node.name
                if name in self._words or name in OF_OTHERS or name.startswith("__"):
                    continue
                yield self._function(node, holder, self._attributes.get(name, []))

    def _function(
        self, node: AnyFunction, holder: ast.Module | ast.ClassDef, named: list[ast.AST]
    ) -> Function:
        top = node if isinstance(holder, ast.Module) else holder
        function = Function(node, holder, self._parts[id(top)])
        arguments = node.args
        decorators = [ast.unparse(part) for part in node.decorator_list]
        is_method = isinstance(holder, ast.ClassDef)
        if (
            decorators not in ([], ["property"])
            or arguments.vararg or arguments.kwarg or arguments.kwonlyargs
            or arguments.posonlyargs
            or (is_method and not arguments.args)
        ):  # fmt: skip
            function.is_plain = False
            return function
        for other in named:
            use = self._use(function, other)
            if use is None:
                function.is_plain = False
                return function
            function.uses.append(use)
        return function

    def _use(self, function: Function, node: ast.AST) -> Use | None:
        if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
            return None
        within = self._within(node)
        if within is None or within is function.node:
            return None
        part = self._part_of(within)
        if part != function.part and function.part:
            return None
        call: ast.AST = node
        given: list[ast.expr] = []
        keywords: dict[str | None, ast.expr] = {}
        if isinstance(node, ast.Attribute):
            given.append(node.value)
        if not function.is_property:
            call = self.parents[id(node)]
            if not isinstance(call, ast.Call) or call.func is not node:
                return None
            given += call.args
            keywords = {keyword.arg: keyword.value for keyword in call.keywords}
        bound = _bound(function.node.args, given, keywords)
        if bound is None or not isinstance(call, ast.expr):
            return None
        return Use(node, call, within, part, bound)

    def _within(self, node: ast.AST) -> AnyFunction | None:
        """Return the function, of the top or a method, that a node is in and in no other."""
        found = None
        while not isinstance(node, ast.Module):
            node = self.parents[id(node)]
            if isinstance(node, AnyFunction):
                if found is not None:
                    return None
                found = node
        return found

    def _part_of(self, node: ast.AST) -> int:
        while id(node) not in self._parts:
            node = self.parents[id(node)]
        return self._parts[id(node)]


def put(holder: ast.AST, old: ast.AST, new: ast.AST | None) -> bool:
    """Put one child of a node in place of another; return whether it was there."""
    for name, value in ast.iter_fields(holder):
        if value is old:
            setattr(holder, name, new)
            return True
        if isinstance(value, list):
            for i, part in enumerate(value):
                if part is old:
                    value[i] = new
                    return True
    return False


def _words(value: object) -> list[str]:
    """Return what could be names in a string."""
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    return words_of(value) if isinstance(value, str) else []


def _bound(
    arguments: ast.arguments, given: list[ast.expr], keywords: dict[str | None, ast.expr]
) -> Bound | None:
    """Return each parameter with what a call gives for it; None if that is not certain.

    What is given by name comes last, as it is evaluated.
    """
    names = [argument.arg for argument in arguments.args]
    if None in keywords or any(isinstance(part, ast.Starred) for part in given):
        return None
    bound = list(zip(names, given, strict=False))
    if len(given) > len(names):
        return None
    bound += [(name, value) for name, value in keywords.items() if name is not None]
    missing = [name for name in names if name not in dict(bound)]
    defaults = dict(zip(names[::-1], arguments.defaults[::-1], strict=False))
    for name in missing:
        if not isinstance(defaults.get(name), ast.Constant):
            return None
        bound.append((name, defaults[name]))
    return bound if len(bound) == len(names) == len(dict(bound)) else None
