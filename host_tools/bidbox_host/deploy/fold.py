"""Folds module constants into their uses, over all modules of the firmware, before mpy-cross.

A name costs a device some 30 bytes of heap where it is defined and more where it is used; folded,
a small integer is part of the bytecode. Line numbers stay, so that tracebacks name the source.

A constant is a module's name that is assigned once, an integer below 2^30 either way, never a
local's name anywhere in its module and not used in an f-string. It no longer exists at run time.
"""

import ast
import operator
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

_LIMIT = 1 << 30  # what a 32-bit chip holds without the heap
_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}


@dataclass
class _Module:
    """A module's syntax tree, its constants and what its imported names stand for."""

    source: str
    tree: ast.Module
    stores: Counter[str]
    constants: dict[str, int] = field(default_factory=dict)
    known: dict[str, int] = field(default_factory=dict)  # names that stand for an integer here
    modules: dict[str, str] = field(default_factory=dict)  # names that stand for a module


def fold(sources: Mapping[str, str]) -> dict[str, str]:
    """Return the sources, by dotted module name, with their constants folded."""
    modules = {name: _parse(source) for name, source in sources.items()}
    done: set[str] = set()
    for name in modules:
        _scan(name, modules, done)
    return {name: _rewrite(module, modules) for name, module in modules.items()}


def _parse(source: str) -> _Module:
    tree = ast.parse(source)
    stores: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            stores[node.id] += 1
        elif isinstance(node, ast.arg):
            stores[node.arg] += 2
        elif isinstance(node, ast.Global):
            stores.update({name: 2 for name in node.names})
        elif isinstance(node, ast.JoinedStr):
            # Positions inside an f-string are not to be relied on, so its names stay.
            inner = (n.id for n in ast.walk(node) if isinstance(n, ast.Name))
            stores.update({name: 2 for name in inner})
    return _Module(source, tree, stores)


def _scan(name: str, modules: Mapping[str, _Module], done: set[str]) -> None:
    """Find a module's constants, after those of the modules it imports."""
    if name in done:
        return
    done.add(name)
    module = modules[name]
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            _import_from(module, node, modules, done)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in modules and "." not in alias.name:
                    _scan(alias.name, modules, done)
                    module.modules[alias.asname or alias.name] = alias.name
        elif _is_definition(node):
            target = node.targets[0].id
            value = _value(node.value, module, modules)
            if value is not None and module.stores[target] == 1:
                module.constants[target] = module.known[target] = value


def _import_from(
    module: _Module, node: ast.ImportFrom, modules: Mapping[str, _Module], done: set[str]
) -> None:
    for alias in node.names:
        local = alias.asname or alias.name
        full = f"{node.module}.{alias.name}"
        if full in modules:
            _scan(full, modules, done)
            module.modules[local] = full
        elif node.module in modules:
            _scan(node.module, modules, done)
            value = modules[node.module].constants.get(alias.name)
            if value is not None and not module.stores[local]:
                module.known[local] = value


def _is_definition(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], ast.Name)
    )


def _value(node: ast.expr, module: _Module, modules: Mapping[str, _Module]) -> int | None:
    """Return the integer that an expression of constants stands for, None for any other."""
    value = None
    if isinstance(node, ast.Constant) and type(node.value) is int:
        value = node.value
    elif isinstance(node, ast.Name):
        value = module.known.get(node.id)
    elif isinstance(node, ast.Attribute):
        value = _attribute(node, module, modules)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _value(node.operand, module, modules)
        value = None if inner is None else -inner
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left = _value(node.left, module, modules)
        right = _value(node.right, module, modules)
        if left is not None and right is not None:
            value = _OPERATORS[type(node.op)](left, right)
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "const" and len(node.args) == 1:
        value = _value(node.args[0], module, modules)
    return value if value is not None and -_LIMIT < value < _LIMIT else None


def _attribute(node: ast.Attribute, module: _Module, modules: Mapping[str, _Module]) -> int | None:
    """Return the integer that `module.NAME` stands for."""
    if not isinstance(node.value, ast.Name) or module.stores[node.value.id]:
        return None
    other = module.modules.get(node.value.id)
    return modules[other].constants.get(node.attr) if other else None


@dataclass(frozen=True, order=True)
class _Edit:
    line: int
    column: int
    end_line: int
    end_column: int
    text: str


def _rewrite(module: _Module, modules: Mapping[str, _Module]) -> str:
    edits: list[_Edit] = []
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom):
            _drop_imports(node, module, modules, edits)
        elif _is_definition(node) and node.targets[0].id in module.constants:
            edits.append(_edit(node, ""))
        else:
            _fold_uses(node, module, modules, edits)
    lines = [line.encode() for line in module.source.split("\n")]
    for edit in sorted(edits, reverse=True):
        first, last = edit.line - 1, edit.end_line - 1
        tail = lines[last][edit.end_column :]
        for between in range(first + 1, last + 1):
            lines[between] = b""
        lines[first] = lines[first][: edit.column] + edit.text.encode() + tail
    return b"\n".join(lines).decode()


def _drop_imports(
    node: ast.ImportFrom, module: _Module, modules: Mapping[str, _Module], edits: list[_Edit]
) -> None:
    """Import no name that is folded; drop `const`, which then has nothing to do."""
    kept = []
    for alias in node.names:
        full = f"{node.module}.{alias.name}"
        is_folded = node.module in modules and full not in modules
        if not is_folded or (alias.asname or alias.name) not in module.known:
            kept.append(f"{alias.name} as {alias.asname}" if alias.asname else alias.name)
    if len(kept) < len(node.names):
        edits.append(_edit(node, f"from {node.module} import {', '.join(kept)}" if kept else ""))


def _fold_uses(
    node: ast.AST, module: _Module, modules: Mapping[str, _Module], edits: list[_Edit]
) -> None:
    value = None
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
        value = _attribute(node, module, modules)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        value = module.known.get(node.id)
    if value is not None:
        edits.append(_edit(node, str(value) if value >= 0 else f"({value})"))
    elif not isinstance(node, ast.JoinedStr):
        for child in ast.iter_child_nodes(node):
            _fold_uses(child, module, modules, edits)


def _edit(node: ast.expr | ast.stmt, text: str) -> _Edit:
    assert node.end_lineno is not None and node.end_col_offset is not None
    return _Edit(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, text)
