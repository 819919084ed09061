"""Builds a device's flash image from firmware files: compiled to .mpy, cached by content."""

import hashlib
import json
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import bidbox_host.build
from bidbox_host.build.compiling import compiled
from bidbox_host.deploy.firmware import firmware_version
from bidbox_host.deploy.layout import release

from . import vm
from .errors import VirtualBoardError

CACHE = vm.ROOT / "build" / "virtual"


def prepared(
    firmware: Path, board: Path, compile_files: bool = True
) -> tuple[dict[str, Path], dict[str, str]]:
    """Return name on the device -> file here, as built for a device, and the short names there.

    Without compile_files: every source as it is, and no short names (build.Image.attributes).
    """
    if not compile_files:
        found = {path.relative_to(firmware).as_posix(): path for path in firmware.rglob("*.py")}
        return found | {"board.py": board}, {}
    made = bidbox_host.build.build(firmware, board, CACHE / "mpy")
    files = {name: _kept(content) for name, content in made.files.items()}
    return files, dict(made.attributes)


def laid_out(files: Mapping[str, Path], board: Path) -> dict[str, Path]:
    """Return built firmware as a deployment lays it on flash (docs/DEPLOY.md)."""
    content = {name: path.read_bytes() for name, path in files.items()}
    role = bidbox_host.build.role_of(board)
    made = release(content, board.parent.name, role, firmware_version(vm.ROOT))
    return {name: _kept(content) for name, content in made.on_flash().items()}


def firmware_files(firmware: Path, board: Path, compile_files: bool = True) -> dict[str, Path]:
    """Return name on the device -> file here: main.py as source, the rest compiled."""
    return prepared(firmware, board, compile_files)[0]


def _kept(content: bytes) -> Path:
    """Return a file with this content."""
    target = CACHE / "files" / hashlib.sha256(content).hexdigest()[:24]
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
            file.write(content)
        Path(file.name).replace(target)
    return target


def fakes_folder() -> Path:
    """Return a folder with the VM's side of the virtual board, compiled."""
    sources = sorted(vm.VM_MODULES.glob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    folder = CACHE / f"vm-{digest}"
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as made:
            for path in sources:
                if path.name in ("boot.py", "mkimage.py", "script_start.py"):
                    (Path(made) / path.name).write_bytes(path.read_bytes())
                else:
                    source = path.read_text(encoding="utf-8")
                    content = compiled(source, path.name, CACHE / "mpy", options=())
                    (Path(made) / f"{path.stem}.mpy").write_bytes(content)
            try:
                Path(made).rename(folder)
            except OSError:
                if not folder.exists():
                    raise
            Path(made).mkdir(exist_ok=True)
    return folder


def build(
    target: Path,
    files: Mapping[str, Path],
    config: Mapping[str, Any] | str | None = None,
) -> None:
    """Write an image with these files and, as /config.json, the configuration."""
    with tempfile.TemporaryDirectory() as folder:
        content = dict(files)
        if config is not None:
            path = Path(folder) / "config.json"
            path.write_text(config if isinstance(config, str) else json.dumps(config))
            content["config.json"] = path
        names = [part for name, path in content.items() for part in (name, str(path))]
        target.unlink(missing_ok=True)
        argv = vm.command(str(vm.VM_MODULES / "mkimage.py"), str(target), *names, heap="2m")
        done = subprocess.run(argv, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise VirtualBoardError(f"no flash image could be made: {done.stdout}{done.stderr}")
