"""What the tests of deployments share: releases, a board without a line, a host that is killed."""

import hashlib
import re
import subprocess
from pathlib import Path

from virtual_board import Device, World, image, vm

from bidbox_host.demo.stage import HEAP
from bidbox_host.deploy import deployment
from bidbox_host.deploy.deployment import Outcome, Wish
from bidbox_host.deploy.layout import Release, release
from bidbox_host.deploy.repl import Board, SerialBoard, failure
from bidbox_host.journal.keys import Keys
from bidbox_host.link.port import Port
from bidbox_host.link.session import Hello, Session

VM = Path(__file__).parent / "vm"
_MAC = b"\x24\x0a\xc4" + hashlib.sha256(b"table").digest()[:3]
KEYS = Keys().with_key(_MAC.hex(), bytes(range(32))).with_key("radio", bytes(range(1, 33)))
WISH = Wish("esp32_table", "esp32", 12, {"signals": "table"})


def another(made: Release, note: str, **changed: bytes) -> Release:
    """Return a release that differs in one small file, and in those given by their stem."""
    version = made.version
    files = {**made.content, "note.txt": note.encode(), "main.py": made.main}
    for path in made.content:
        stem = path.rsplit("/", 1)[-1].split(".")[0]
        files[path] = changed.get(stem, files[path])
    return release(files, version.board, version.role, version.firmware)


class Silent:
    """A watcher that only remembers."""

    def __init__(self) -> None:
        self.steps: list[str] = []
        self.written = 0

    def step(self, words: str) -> None:
        self.steps.append(words)

    def total(self, count: int) -> None:
        self.whole = count

    def wrote(self, count: int) -> None:
        self.written += count


class Killed(BaseException):
    """The host's program was killed."""


class Impatient(SerialBoard):
    """A board whose host gives up soon."""

    patience_s = 1.0
    silence_s = 0.5


class DyingBoard(SerialBoard):
    """A board whose host is killed before its n-th command; `codes` are those given."""

    def __init__(self, name: str, limit: int, codes: list[str]) -> None:
        self.limit = limit
        self.codes = codes
        super().__init__(name)

    def exec(self, code: str) -> str:
        if len(self.codes) >= self.limit:
            raise Killed
        self.codes.append(code)
        return super().exec(code)

    def reset(self) -> None:
        if len(self.codes) < self.limit:
            super().reset()


def blank_table(world: World, name: str = "table", board: str = "esp32_table") -> Device:
    """Start a board with MicroPython and an empty file system."""
    image.build(world.workdir / f"{name}.flash", {})
    return world.start(board, name=name, keep_flash=True, heap=HEAP)


def deploy(device: Device, made: Release, wish: Wish = WISH, keys: Keys = KEYS,
           **options) -> Outcome:  # fmt: skip
    """Deploy while time flows; options are those of deployment.deploy()."""
    options.setdefault("ask_signals", lambda: "table")
    options.setdefault("watcher", Silent())
    options.setdefault("save_keys", lambda keys: None)
    with device.world.flowing(4):
        return deployment.deploy(device.port, made, wish, keys, **options)


def hello(device: Device) -> Hello:
    with device.world.flowing(4), Port(device.port) as port:
        return Session(port).open(live=False)


def files(device: Device) -> dict[str, bytes]:
    """Return the files on a device that is off, by path."""
    from littlefs import LittleFS
    from littlefs.context import UserContext

    content = device.flash.read_bytes()
    context = UserContext(len(content))
    context.buffer = bytearray(content)
    fs = LittleFS(context, block_size=4096, block_count=512, mount=False)
    fs.mount()
    found = {}
    for folder, _, names in fs.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with fs.open(path, "rb") as file:
                found[path] = file.read()
    return found


class PlainBoard(Board):
    """A board's file system in a VM, without line, app and time; `log`: see vm/deploy_board.py."""

    def __init__(self, flash: Path, log: Path | None = None) -> None:
        self.name = "plain"
        script = vm.VM_MODULES / "script_start.py"
        places = ["2", str(vm.VM_MODULES), str(VM)]
        argv = vm.command(
            str(script), "-", *places, str(VM / "deploy_board.py"), str(flash), str(log or "-"),
            heap="4m",
        )  # fmt: skip
        self._vm = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.start()

    def exec(self, code: str) -> str:
        data = code.encode()
        self._vm.stdin.write(b"%d\n" % len(data) + data)
        self._vm.stdin.flush()
        out = b""
        while not (match := re.search(rb"\n= (ok|error)\r?\n$", out)):
            line = self._vm.stdout.readline()
            assert line, out
            out += line
        text = out[: match.start()].decode()
        if match[1] == b"error":
            raise failure(self.name, text)
        return text

    def reset(self) -> None:
        self.close()

    def close(self) -> None:
        self._vm.stdin.close()
        self._vm.wait(10)
        self._vm.stdout.close()


def table_with(world: World, flash: Path, name: str = "table") -> Device:
    """Start a table with a copy of a flash."""
    (world.workdir / f"{name}.flash").write_bytes(flash.read_bytes())
    return world.start("esp32_table", name=name, keep_flash=True, heap=HEAP)


def play(world: World, device: Device) -> None:
    """Open the proposed board and bid once."""
    world.run(2000)
    world.run(device.type("N", "1H"))
    world.run(1500)
    board = device.eval("wiring.running.life.board")
    assert board, device.text()[-500:]
    assert device.eval("wiring.running.adjudicator.count") == 1
