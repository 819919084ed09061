"""Moves what only parts use out of what stays loaded, into each part that uses it.

So a module can hold together what belongs together, though a device needs half of it rarely.
Moved are functions, classes and tables whose values are written out. What two parts use stands in
both, so a class only moves if nobody asks whether something is one of its instances.
"""

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from .fold import is_pure
from .imports import Import
from .overlays import LOAD, mark, sections
from .scopes import DEFINITIONS, Scopes, bound_by

Rows = Sequence[tuple[int, ast.stmt]]  # statements, each with the number of its part; 0 stays
_ASKING = ("isinstance", "issubclass")


def sink(tree: ast.Module, kept: Collection[str] = (), makers: Collection[int] = ()) -> list[str]:
    """Move definitions of a joined module, with its marks (overlays.py); return their names.

    kept: names at the top that somebody outside reads. makers: the parts that make what stays when
    they have gone; they get no classes, for a method keeps alive all that its part holds.
    """
    rows = list(sections(tree))
    scopes = Scopes(tree)
    uses = [scopes.names_in(statement) for _, statement in rows]
    movable = _movable(rows, kept)
    made = {at for maker in makers for at in _needed_by(maker, movable, rows, uses)}
    classes = {at for at in made if isinstance(rows[at][1], ast.ClassDef)}
    movable = {name: at for name, at in movable.items() if at not in classes}
    _drop_needed(movable, rows, uses)
    parts = {number for number, _ in rows} - {0}
    moved = {part: sorted(_needed_by(part, movable, rows, uses)) for part in parts}
    gone = {at for own in moved.values() for at in own}
    body: list[ast.stmt] = []
    for part, own in moved.items():
        body += [mark(part), *(rows[at][1] for at in own)] if own else []
    first = [statement for _, statement in rows if isinstance(statement, Import)]
    for at, (number, statement) in enumerate(rows):
        if at not in gone and not isinstance(statement, Import):
            body += [mark(number), statement]
    tree.body = [*first, *body]
    return [name for name, at in movable.items() if at in gone]


def _movable(rows: Rows, kept: Collection[str]) -> dict[str, int]:
    """Return what might be moved, by name, each as the row that defines it."""
    stays = {name for _, statement in rows for name in _shared(statement)} | set(kept)
    bound = [bound_by(statement) for _, statement in rows]
    counts = Counter(name for names in bound for name in names)
    return {
        name: at
        for at, ((number, statement), names) in enumerate(zip(rows, bound, strict=True))
        if not number and len(names) == 1 and _is_movable(statement)
        for name in names
        if counts[name] == 1 and name not in stays
    }


def _is_movable(statement: ast.stmt) -> bool:
    if isinstance(statement, DEFINITIONS):
        parts = ast.walk(statement)
        return not any(isinstance(part, ast.Name) and part.id == LOAD for part in parts)
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return name.upper() == name and is_pure(value)
    return False


def _shared(statement: ast.stmt) -> Iterator[str]:
    """Return what a statement asks after by its class, or sets as a global."""
    own = statement.name if isinstance(statement, ast.ClassDef) else None
    for part in ast.walk(statement):
        asked: list[ast.AST | None] = []
        match part:
            case ast.Global(names=names):
                yield from names
            case ast.ExceptHandler(type=kind):
                asked = [kind]
            case ast.Call(func=ast.Name(id=word), args=[_, kind]) if word in _ASKING:
                asked = [kind]
        for root in asked:
            for node in ast.walk(root) if root else ():
                if isinstance(node, ast.Name) and node.id != own:
                    yield node.id


def _needed_by(
    part: int, movable: dict[str, int], rows: Rows, uses: Sequence[set[str]]
) -> set[int]:
    """Return the rows of what a part uses of what might be moved."""
    needed: set[int] = set()
    found = {at for at, (number, _) in enumerate(rows) if number == part}
    while found:
        found = {movable[name] for at in found for name in uses[at] & movable.keys()} - needed
        needed |= found
    return needed


def _drop_needed(movable: dict[str, int], rows: Rows, uses: Sequence[set[str]]) -> None:
    """Leave only what nothing that stays needs."""
    found = {at for at, (number, _) in enumerate(rows) if not number} - set(movable.values())
    while found:
        needed = {name for at in found for name in uses[at] if name in movable}
        found = {movable.pop(name) for name in needed}
