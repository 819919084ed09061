"""One deployment: look, plan, copy, switch over, and see that the new version answers.

Whatever ends it, the board is restarted and runs the version before or the new one, whole.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bidbox import records
from bidbox_host.deploy import greeting, layout, on_chip, settings
from bidbox_host.deploy.errors import BoardFailed, DeployError, FlashFull, NotAnswering, WrongBoard
from bidbox_host.deploy.layout import Release, Version
from bidbox_host.deploy.plan import RESERVE, Found, Plan, plan, whole
from bidbox_host.deploy.repl import Board, SerialBoard, state_of
from bidbox_host.journal.keys import Keys
from bidbox_host.link.port import serial_number_of
from bidbox_host.link.session import Hello

OLDEST = (1, 23)  # versions of MicroPython that this firmware is for
_MPY = 6  # major version of the .mpy format
_JOURNAL = "/journal"
_LONG_MS = 600000


class Watcher(Protocol):
    """Is told what happens."""

    def step(self, words: str) -> None: ...
    def total(self, count: int) -> None: ...
    def wrote(self, count: int) -> None: ...


@dataclass(frozen=True)
class Wish:
    """What the user wants of a deployment."""

    board: str
    chip: str
    table: int
    settings: Mapping[str, Any] = field(default_factory=dict)  # others, by name
    new_key: bool = False
    force: bool = False
    dry_run: bool = False


@dataclass(frozen=True)
class Identity:
    """What a board at its prompt says of itself."""

    device: str
    machine: str
    version: tuple[int, ...]
    mpy: int


@dataclass(frozen=True)
class Outcome:
    """What was done, or would be."""

    plan: Plan
    settings: settings.Settings
    before: Version | None
    hello: Hello | None
    free: int


def deploy(
    name: str, release: Release, wish: Wish, keys: Keys, ask_signals: Callable[[], str],
    watcher: Watcher, connect: Callable[[str], Board] = SerialBoard,
    save_keys: Callable[[Keys], None] = Keys.save, start_s: float = greeting.START_S,
) -> Outcome:  # fmt: skip
    """Deploy a release to the device behind a port. Errors are BidboxErrors, one line each."""
    serial_number = serial_number_of(name)
    watcher.step("ask the running program to wait")
    hello, waits = greeting.enter_service(name)
    watcher.step("stop the running program")
    with _stopped(name, connect, watched=not waits) as board:
        identity = identify(board)
        found = look(board)
        _check(name, identity, found, hello, release, wish)
        old = settings.parse(board.read(settings.PATH))
        wanted = _wanted(wish, old, release, ask_signals)
        settled = settings.settle(
            name, identity.device, release.version.role, old, wanted, keys,
            fresh_key=wish.new_key, undownloaded=undownloaded(board, hello),
        )  # fmt: skip
        running = found.running
        proven = bool(hello and running and hello.firmware == greeting.told(running))
        planned = plan(release, found, proven)
        _check_room(name, planned, found)
        if wish.dry_run:
            return Outcome(planned, settled, found.running, None, found.free)
        save_keys(settled.keys)
        copy(board, planned, watcher)
        _configure(board, settled, old)
        switch(board, planned, watcher)
        free = board.free()[0]
    watcher.step("wait for the new version")
    laws = str(settled.values.get("laws", "2017"))
    expected = greeting.Expected(release.version, wish.table, laws)
    answered, why = greeting.hello_after(name, serial_number, start_s)
    differs = expected.differs(answered) if answered else why
    if differs:
        why = f"answers, but its {differs}" if answered else differs
        back = _roll_back(name, serial_number, found.running, release.version, connect)
        raise NotAnswering(name, why, back)
    return Outcome(planned, settled, found.running, answered, free)


@contextlib.contextmanager
def _stopped(name: str, connect: Callable[[str], Board], watched: bool) -> Iterator[Board]:
    """Hold the board at its prompt; afterwards, whatever happened, restart it."""
    board = connect(name)
    try:
        if watched and board.list(layout.FOLDER):
            # A program that did not answer may have left a short watchdog running.
            board.exec(f"import machine\nmachine.WDT(timeout={_LONG_MS})")
        yield board
    finally:
        try:
            board.reset()
        finally:
            board.close()


def identify(board: Board) -> Identity:
    found = board.ask(
        "(__import__('machine').unique_id().hex(),getattr(sys.implementation,'_machine',''),"
        "sys.implementation[1],getattr(sys.implementation,'_mpy',0))"
    )
    device, machine, version, mpy = found
    return Identity(device, machine, tuple(version[:3]), mpy & 0xFF)


def look(board: Board) -> Found:
    """Return what the board holds of this program's."""
    free, block = board.free()
    files = board.hashes(layout.FOLDER)
    versions = []
    for entry in board.list(layout.FOLDER):
        name = entry.rstrip("/")
        text = board.read(f"{layout.FOLDER}/{name}/{layout.LIST}")
        version = layout.read_list(name, text) if text is not None else None
        if version is not None:
            versions.append(version)
    current = (board.read(layout.POINTER) or b"").decode(errors="replace").strip()
    main = board.hash(layout.MAIN)
    return Found(free, block, files, whole(files, versions), current, main)


def undownloaded(board: Board, hello: Hello | None) -> bool:
    """Tell whether the board may hold records that no host has."""
    if hello is None:
        return bool(board.list(_JOURNAL + "/pages") or board.list(_JOURNAL + "/segments"))
    record = records.decode(board.read(_JOURNAL + "/downloaded") or b"")[0]
    upto = record.upto if record is not None and record.kind == records.DOWNLOADED else 0
    return hello.last > max(upto, hello.first - 1)


def copy(board: Board, planned: Plan, watcher: Watcher) -> None:
    """Put the new version's folder on the board, whole, without a byte of any other changed."""
    version = planned.release.version
    for path in planned.removes:
        watcher.step(f"remove {path}")
        board.remove(path)
    watcher.total(planned.bytes_sent)
    for source, target in planned.copies:
        watcher.step(f"copy {target} on the board")
        board.copy(source, target)
    for path, content in planned.sends:
        watcher.step(f"send {path}")
        board.write(path, content, watcher.wrote)
    watcher.step("check what was written")
    states = board.hashes(version.folder)
    wrong = [p for p, s in version.files.items() if states.get(f"{version.folder}/{p}") != s]
    if wrong:
        raise BoardFailed(board.name, f"{wrong[0]} is not as it was sent")
    if not planned.list_there:
        board.put(f"{version.folder}/{layout.LIST}", version.text)


def switch(board: Board, planned: Plan, watcher: Watcher) -> None:
    """Have the board start the new version from now on."""
    watcher.step("switch over")
    if not planned.pointed:
        board.put(layout.POINTER, layout.pointer(planned.release.version))
    if not planned.main_there:
        board.put(layout.MAIN, planned.release.main)
        watcher.wrote(len(planned.release.main))


def _configure(board: Board, settled: settings.Settings, old: Mapping[str, Any] | None) -> None:
    if settled.values != old:
        board.put(settings.PATH, settled.text)


def _wanted(
    wish: Wish, old: Mapping[str, Any] | None, release: Release, ask_signals: Callable[[], str]
) -> dict[str, Any]:
    """Return the settings to make; the signal mode is asked for if nobody has chosen one yet."""
    wanted: dict[str, Any] = {"table": wish.table, **wish.settings}
    if release.version.role == "table" and "signals" not in {**(old or {}), **wanted}:
        wanted["signals"] = ask_signals()
    return wanted


def _check(
    name: str, identity: Identity, found: Found, hello: Hello | None, release: Release, wish: Wish
) -> None:
    """Refuse a board that this firmware is not for."""
    if (identity.mpy and identity.mpy != _MPY) or identity.version[:2] < OLDEST:
        number = ".".join(map(str, identity.version))
        raise DeployError(
            f"{name}: MicroPython {number} is on it; put one of 1.23 to 1.29 on it with"
            " `bidbox flash`"
        )
    chip = identity.machine.rsplit(" ", 1)[-1].upper().replace("-", "")
    fits = wish.chip in (on_chip.ANY, _family(chip).lower())
    if chip.startswith("ESP32") and not fits and not wish.force:
        raise WrongBoard(name, f"a board with {chip}", f"{wish.board} with {wish.chip.upper()}")
    running = found.running
    is_board = running.board if running else hello.board if hello else wish.board
    if is_board != wish.board and not wish.force:
        raise WrongBoard(name, is_board, wish.board)
    if found.main and not running and not hello and found.main != state_of(release.main):
        if not wish.force and not found.files:
            raise DeployError(
                f"{name}: another program's {layout.MAIN} is on it; give --force to replace it"
            )


def _family(chip: str) -> str:
    """Return ESP32 for ESP32D0WD and the like, ESP32C3 for ESP32C3FN4."""
    for family in ("ESP32C3", "ESP32C6", "ESP32C2", "ESP32C5", "ESP32S2", "ESP32S3", "ESP32H2"):
        if chip.startswith(family):
            return family
    return "ESP32"


def _check_room(name: str, planned: Plan, found: Found) -> None:
    """FlashFull if the new version cannot lie beside the one that runs."""
    free, need = found.free + planned.freed, planned.needed + RESERVE
    if planned.needed and need > free:
        raise FlashFull(name, f": {free // 1024} KiB are free, {need // 1024} KiB are needed")


def _roll_back(
    name: str, serial_number: str | None, before: Version | None, new: Version,
    connect: Callable[[str], Board],
) -> str:  # fmt: skip
    """Have the board start the version before again; return what came of it, in words."""
    if before is None or before.name == new.name:
        return "there is no version before it; deploy again, or ask with these words for help"
    try:
        with _stopped(name, connect, watched=True) as board:
            board.put(layout.POINTER, layout.pointer(before))
    except DeployError as error:
        return f"and the version before could not be put back: {error.format_message()}"
    answered, _ = greeting.hello_after(name, serial_number)
    if answered is None:
        return "the version before was put back, and does not answer either"
    return f"the version before, {before.firmware}, runs again"

