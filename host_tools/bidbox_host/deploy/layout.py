"""How versions of the firmware lie on a board's flash, so that one whole version always runs.

    /main.py            chooses a version and starts it (firmware/main.py)
    /version            the name of the version to start, a line; replaced by renaming
    /v/<name>/files     the list of that version's files, written last
    /v/<name>/...       its modules, which main.py puts on sys.path

A version's name is the first 12 hex digits of the SHA-256 of its list, and the list holds length
and hash of each file: so a name stands for every byte of a version, and a list that is not whole,
or names a file that is not, is not taken for a version. Knows nothing of boards or ports.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from bidbox_host.deploy.repl import FileState, state_of

MAIN = "/main.py"
POINTER = "/version"
FOLDER = "/v"
LIST = "files"
_NAME = 12
_HEAD = "bidbox"


@dataclass(frozen=True)
class Version:
    """A whole version as a board holds or shall hold it; `files` by path inside its folder."""

    name: str
    board: str
    role: str
    firmware: str
    files: Mapping[str, FileState]

    @property
    def folder(self) -> str:
        return f"{FOLDER}/{self.name}"

    @property
    def text(self) -> bytes:
        """Return the list of files as it is written."""
        return _listed(self.board, self.role, self.firmware, self.files)


@dataclass(frozen=True)
class Release:
    """What is to be deployed: `main` is /main.py, `content` the files of the version."""

    version: Version
    main: bytes
    content: Mapping[str, bytes] = field(repr=False)

    @property
    def size(self) -> int:
        return len(self.main) + sum(len(data) for data in self.content.values())

    def on_flash(self) -> dict[str, bytes]:
        """Return all files of a board with this version, by path without the first slash."""
        folder = self.version.folder[1:]
        files = {f"{folder}/{path}": data for path, data in self.content.items()}
        files[f"{folder}/{LIST}"] = self.version.text
        return {**files, POINTER[1:]: pointer(self.version), MAIN[1:]: self.main}


def release(files: Mapping[str, bytes], board: str, role: str, firmware: str) -> Release:
    """Return the Release of built files, of which main.py is one."""
    content = {path: data for path, data in sorted(files.items()) if path != MAIN[1:]}
    states = {path: state_of(data) for path, data in content.items()}
    name = _name(_listed(board, role, firmware, states))
    return Release(Version(name, board, role, firmware, states), files[MAIN[1:]], content)


def pointer(version: Version) -> bytes:
    return version.name.encode() + b"\n"


def read_list(name: str, text: bytes) -> Version | None:
    """Return the version that a list of files describes, None if it is not that of `name`."""
    if _name(text) != name:
        return None
    try:
        head, *lines = text.decode().splitlines()
        mark, board, role, firmware = head.split(" ")
        files = {}
        for line in lines:
            size, digest, path = line.split(" ")
            files[path] = FileState(int(size), digest)
    except ValueError:
        return None
    return Version(name, board, role, firmware, files) if mark == _HEAD else None


def _listed(board: str, role: str, firmware: str, files: Mapping[str, FileState]) -> bytes:
    lines = [f"{_HEAD} {board} {role} {firmware}"]
    lines += [f"{state.size} {state.hash} {path}" for path, state in sorted(files.items())]
    return "".join(line + "\n" for line in lines).encode()


def _name(listed: bytes) -> str:
    return hashlib.sha256(listed).hexdigest()[:_NAME]
