"""What a deployment has to do: a pure comparison of what a board holds with what it shall hold."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bidbox_host.deploy.layout import FOLDER, LIST, Release, Version
from bidbox_host.deploy.repl import FileState, state_of

RESERVE = 32768  # bytes that the journal keeps free for the running board (drivers/store.py)
_FOLDER_BLOCKS = 2  # littlefs keeps each folder twice
_INLINE = 128  # bytes up to which a file takes no block of its own


@dataclass(frozen=True)
class Found:
    """What a board holds; `files`: state of each file under /v, by path."""

    free: int
    block: int
    files: Mapping[str, FileState]
    versions: Mapping[str, Version]  # the whole ones
    current: str  # what /version names, "" if it names none
    main: FileState | None

    @property
    def running(self) -> Version | None:
        """Return the version that main.py starts."""
        if self.current in self.versions:
            return self.versions[self.current]
        return next(iter(self.versions.values()), None)


@dataclass(frozen=True)
class Plan:
    """`copies` are made on the board, from a path to a path; `sends` go over the line."""

    release: Release
    removes: tuple[str, ...]
    copies: tuple[tuple[str, str], ...]
    sends: tuple[tuple[str, bytes], ...]
    kept: int
    needed: int  # bytes of flash
    freed: int  # bytes of flash that the removed files had
    list_there: bool
    main_there: bool
    pointed: bool

    @property
    def nothing(self) -> bool:
        return self.list_there and self.main_there and self.pointed

    @property
    def bytes_sent(self) -> int:
        sent = sum(len(content) for _, content in self.sends)
        return sent + (0 if self.main_there else len(self.release.main))


def whole(files: Mapping[str, FileState], versions: Iterable[Version]) -> dict[str, Version]:
    """Return, by name, the versions of which every file is there as it is listed."""
    return {
        version.name: version
        for version in versions
        if all(files.get(f"{version.folder}/{p}") == s for p, s in version.files.items())
    }


def plan(release: Release, found: Found, proven: bool = False) -> Plan:
    """Compare; files of the same content that lie anywhere in /v are not sent again.

    proven: the version that runs has answered; then the one before it can go.
    """
    folder = release.version.folder
    own = f"{found.running.folder}/" if found.running else FOLDER
    # Of the version that runs if possible, so that the one before it can go.
    by_state = {s: p for p, s in sorted(found.files.items(), key=lambda f: f[0].startswith(own))}
    copies, sends, kept = [], [], 0
    for path, state in release.version.files.items():
        target = f"{folder}/{path}"
        if found.files.get(target) == state:
            kept += 1
        elif state in by_state:
            copies.append((by_state[state], target))
        else:
            sends.append((target, release.content[path]))
    wanted = {f"{folder}/{path}" for path in release.version.files} | {f"{folder}/{LIST}"}
    sources = {source for source, _ in copies}
    removes = _leftovers(found, folder, wanted, sources)
    if proven:
        removes += _spare(found, folder, sources)
    is_there = release.version.name in found.versions
    return Plan(
        release,
        tuple(removes),
        tuple(copies),
        tuple(sends),
        kept,
        _needed(copies, sends, found),
        _freed(removes, found),
        is_there,
        found.main == state_of(release.main),
        found.current == release.version.name,
    )


def _leftovers(found: Found, folder: str, wanted: set[str], sources: set[str]) -> list[str]:
    """Return what interrupted deployments left and nothing uses."""
    removes = []
    names = sorted({path.split("/")[2] for path in found.files if path.startswith(FOLDER + "/")})
    for name in names:
        own = f"{FOLDER}/{name}"
        if own == folder:
            used = wanted | sources
            removes += [p for p in found.files if p.startswith(own + "/") and p not in used]
        elif name not in found.versions and not any(s.startswith(own + "/") for s in sources):
            removes.append(own)
    return removes


def _spare(found: Found, folder: str, sources: set[str]) -> list[str]:
    """Return the folders of whole versions that are neither the one that runs nor the new one."""
    running = found.running
    return [
        version.folder
        for version in found.versions.values()
        if version != running
        and version.folder != folder
        and not any(source.startswith(version.folder + "/") for source in sources)
    ]


def _freed(removes: list[str], found: Found) -> int:
    sizes = [
        state.size
        for path, state in found.files.items()
        if any(path == gone or path.startswith(gone + "/") for gone in removes)
    ]
    return sum(-(-size // found.block) for size in sizes if size > _INLINE) * found.block


def _needed(
    copies: list[tuple[str, str]], sends: list[tuple[str, bytes]], found: Found
) -> int:
    """Return the bytes of flash that the new files and their folders take."""
    sizes = [len(content) for _, content in sends]
    sizes += [found.files[source].size for source, _ in copies]
    blocks = sum(-(-size // found.block) for size in sizes if size > _INLINE)
    targets = [path for path, _ in sends] + [target for _, target in copies]
    folders = {path.rsplit("/", depth)[0] for path in targets for depth in (1, 2, 3)}
    if sizes:
        blocks += _FOLDER_BLOCKS * len(folders) + 1
    return blocks * found.block
