"""Makes firmware ready for a device: one way, for the virtual board and for a real one.

All modules that a role needs become one, compiled to bytecode, under the name of the module that
main.py starts; it is loaded in a few files, one after the other (layers.py). The editions of the
Laws and the board's data stay files of their own, and so do parts that are loaded only when they
are needed (PARTS). What is dropped: comments, asserts, line numbers, constants' names, what the
role does not use, and functions that may as well stand where they are called. `Image.real()` puts
the names that were shortened back into a traceback.
"""

import ast
import hashlib
import json
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import BidboxError
from .compiling import compiled
from .fold import fold, prune
from .inlining import inline
from .layers import COUNT, layered
from .order import first_met, uses
from .overlays import Parts, split
from .program import Program, joined
from .scopes import DEFINITIONS
from .sharing import share_names
from .shorten import shorten_arguments, shorten_globals
from .sinking import sink

APART = ("bidbox.laws.",)  # modules that are values: one of them is loaded, as configured
# Parts that are loaded when a function imports one of their modules, and dropped when it returns;
# never between a key and its signal. Small, because they are read from flash each time.
PARTS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "table": {
        "start": ("apps.chips", "apps.table_start"),
        "course": ("apps.course",),
        "board_view": ("apps.board_view",),
        "answering": ("apps.answering",),
        "requests": ("apps.requests",),
        "directing": ("bidbox.directing", "bidbox.correcting"),
        "questions": ("bidbox.questions",),
        "rulings": ("bidbox.rulings",),
        "panel": ("apps.panel",),
        "dialogue": ("apps.at_table", "apps.asking", "apps.dialogue"),
        "set_up": ("apps.set_up",),
        "resume": ("apps.resume",),
        "self_test": ("apps.self_test", "apps.table_test"),
        "recovery": ("drivers.recovery",),
        "sealing": ("drivers.sealing",),
        "archive": ("drivers.archive",),
        "reader": ("drivers.reader",),
        "no_radio": ("apps.no_radio",),
        "faults": ("apps.fault_words",),
        "settings": ("apps.setting",),
    },
    "director": {
        "start": ("apps.chips",),
        "no_radio": ("apps.no_radio",),
        "requests": ("apps.requests",),
        "self_test": ("apps.self_test", "apps.director_test"),
        "faults": ("apps.fault_words",),
        "settings": ("apps.setting",),
    },
}
MAKERS = ("apps.table_start", "apps.chips")  # modules of parts that make what stays
LASTING = ("Segment",)  # classes of other parts whose objects stay
_MAIN = "main.py"


@dataclass(frozen=True)
class Steps:
    """What is done to the source; all of it, unless something is to be measured by itself."""

    fold: bool = True
    prune: bool = True
    inline: bool = True
    arguments: bool = True
    private: bool = True
    order: bool = True
    layers: int = 1


WHOLE = Steps()  # what stays loaded is one file
ALL_STEPS = Steps(layers=COUNT)


@dataclass(frozen=True)
class Image:
    """`files`: path on the device -> content. `names`: short name -> real name.

    What never meets may have one short name (see sharing.py): then it is "one/other".
    `attributes`: real name -> short name of what instances hold.
    """

    role: str
    files: Mapping[str, bytes]
    names: Mapping[str, str] = field(default_factory=dict)
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def sizes(self) -> dict[str, int]:
        """Bytes by path on the device."""
        return {path: len(content) for path, content in sorted(self.files.items())}

    def real(self, text: str) -> str:
        """Return a traceback or error with the real names in place of the short ones."""
        return re.sub(r"(?<=, in )\w+|(?<=')\w+(?=')", lambda m: self.names.get(m[0], m[0]), text)

    def loaded(self, edition: str = "2017") -> int:
        """Return the bytes of what a device of this role loads, with one edition of the Laws."""
        other = (path for path in self.files if "/laws/" in path and edition not in path)
        return sum(self.sizes.values()) - sum(self.sizes[path] for path in other)


def build(firmware: Path, board: Path, cache: Path, steps: Steps = ALL_STEPS) -> Image:
    """Return the files of the role that a board's board.py names.

    firmware: the folder with main.py; if that starts no module of it, each file is compiled by
    itself. cache: a folder for what has been built. BidboxError if something cannot be built.
    """
    role = role_of(board)
    main = firmware / _MAIN
    start = _started_by(main, firmware)
    files = {_MAIN: _plain(main).encode()}
    names: dict[str, str] = {}
    attributes: dict[str, str] = {}
    if start is None:
        every = (path.relative_to(firmware).as_posix() for path in firmware.rglob("*.py"))
        apart = sorted(path[:-3] for path in every if path != _MAIN)
    else:
        name, kept = start
        key = _key(firmware, role, steps)
        source, names, attributes, parts, apart = _cached(
            cache, key, lambda: _source(firmware, name, role, kept, steps)
        )
        files[f"{name.replace('.', '/')}.mpy"] = compiled(source, f"{role}.py", cache)
        for part, source in parts.items():
            files[f"{part}.mpy"] = compiled(source, f"{part}.py", cache)
    for path in apart:
        files[f"{path}.mpy"] = compiled(_plain(firmware / f"{path}.py"), f"{path}.py", cache)
    files["board.mpy"] = compiled(_plain(board), "board.py", cache)
    return Image(role, files, names, attributes)


def role_of(board: Path) -> str:
    """Return the role that a board.py names."""
    for node in ast.parse(board.read_text(encoding="utf-8")).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="ROLE")], value=ast.Constant(value=str(role))):
                return role
    raise BidboxError(f"{board} has no ROLE; it is 'table' or 'director'")


def transformed(
    program: Program, kept: Sequence[str] = (), steps: Steps = WHOLE, name: str = ""
) -> tuple[str, dict[str, str], dict[str, str], dict[str, str]]:
    """Return a program as the source of one module, what it shortens (Image), its other files.

    name: that of the one module, by which the parts import it.
    """
    tree = joined(program)
    names: dict[str, str] = {}
    attributes: dict[str, str] = {}
    if steps.fold:
        fold(tree, kept)
    if steps.prune:
        prune(tree, kept)
    if steps.inline:
        inline(tree, kept)
    if steps.prune:
        makers = {program.parts.number(name) for name in MAKERS} - {0}
        sink(tree, {*kept, *LASTING}, makers)
    tree = _anew(tree)
    if steps.arguments:
        shorten_arguments(tree)
    if steps.private:
        attributes = share_names(tree, kept)
        for real, short in attributes.items():
            names[short] = f"{names[short]}/{real}" if short in names else real
        for short, real in shorten_globals(tree, kept, names).items():
            names[short] = f"{names[short]}/{real}" if short in names else real
    modules = split(_anew(tree), program.parts, name)
    tree = _anew(modules.pop(0))
    layers = layered(tree, modules, name, kept, steps.layers)
    if steps.order:
        for module in (tree, *(layer for _, layer in layers)):
            module.body.insert(0, first_met(uses(module)))
    parts = {program.parts.file(number): _text(part) for number, part in modules.items()}
    parts |= {file: _text(layer) for file, layer in layers}
    return _text(tree), names, attributes, parts


def _text(tree: ast.Module) -> str:
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _anew(tree: ast.Module) -> ast.Module:
    return ast.parse(ast.unparse(ast.fix_missing_locations(tree)))


def _source(firmware: Path, name: str, role: str, kept: Sequence[str], steps: Steps) -> "_Made":
    entry = firmware.joinpath(*name.split(".")).with_suffix(".py")
    program = Program(entry, [firmware], role, APART, Parts.of(PARTS[role]))
    apart = sorted(name.replace(".", "/") for name in program.kept_apart)
    return *transformed(program, kept, steps, name), apart


def _started_by(main: Path, firmware: Path) -> tuple[str, list[str]] | None:
    """Return the firmware's module that main.py imports, and its names that are to stay."""
    tree = ast.parse(main.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                path = firmware.joinpath(*name.split(".")).with_suffix(".py")
                if path.is_file():
                    return name, _public_names(path)
    return None


def _public_names(path: Path) -> list[str]:
    """Return what a module binds at its top and does not hide."""
    found = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, DEFINITIONS):
            found.append(node.name)
        elif isinstance(node, ast.Assign):
            found += [target.id for target in node.targets if isinstance(target, ast.Name)]
    return [name for name in found if not name.startswith("_")]


def _plain(path: Path) -> str:
    """Return a source without comments and docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    first = tree.body[0] if tree.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        del tree.body[0]
    return ast.unparse(tree) + "\n"


def _key(firmware: Path, role: str, steps: Steps) -> str:
    """Return a digest of all that the transformed source depends on."""
    digest = hashlib.sha256(f"{role} {steps}".encode())
    own = Path(__file__).parent
    for folder in (own, firmware):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:24]


_Made = tuple[str, dict[str, str], dict[str, str], dict[str, str], list[str]]


def _cached(cache: Path, key: str, make: Callable[[], _Made]) -> _Made:
    path = cache / f"{key}.json"
    if path.exists():
        return tuple(json.loads(path.read_text(encoding="utf-8")))
    made = make()
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=cache, delete=False, encoding="utf-8") as file:
        json.dump(made, file)
    Path(file.name).replace(path)
    return made
