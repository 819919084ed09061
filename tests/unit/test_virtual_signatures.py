"""The fakes take what the modules of an ESP32 take, and offer no function that those lack.

The chip's side is read from the stubs of MicroPython that `make lint` puts into typings/.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from virtual_board import vm

STUBS = Path(__file__).parents[2] / "typings"
SOURCES = {
    "machine": ("vmachine", "vi2c", "vpins"),
    "neopixel": ("vpins",),
    "network": ("vnetwork",),
    "espnow": ("vespnow",),
    "aioespnow": ("vespnow",),
    "esp32": ("vesp32",),
    "time": ("vtime", "vclock"),
}
_PARENTS = {"SoftI2C": "I2C", "AIOESPNow": "ESPNow"}
# There on the chip or part of MicroPython's protocols, though the stubs do not say so.
BEYOND_THE_STUBS = {("ESPNow", "ioctl"), ("ESPNow", "peers_table")}
# In the stubs for all ports; not on the ESP32.
OTHER_PORTS = {
    ("Pin", "__init__"): {"alt"},
    ("Pin", "init"): {"alt"},
    ("Pin", "irq"): {"priority"},
    ("RTC", "__init__"): {"datetime"},
}
# What the firmware must find in the fakes; of everything else they offer what they like.
NEEDED = {
    "machine": {"ADC", "I2C", "PWM", "Pin", "RTC", "Timer", "WDT"},
    "neopixel": {"NeoPixel"},
    "network": {"WLAN"},
    "espnow": {"ESPNow"},
    "aioespnow": {"AIOESPNow"},
    "esp32": {"NVS"},
    "time": set(),
}

pytestmark = pytest.mark.skipif(
    not STUBS.is_dir(), reason="no stubs in typings/: `make lint` puts them there"
)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Signature:
    """Most positional arguments, arguments by keyword only, all names; 99 and ** for any."""

    positional: int
    keywords: frozenset[str]
    names: frozenset[str]

    @property
    def says_nothing(self) -> bool:
        return self.positional == 99 and "**" in self.names


def _functions(path: Path) -> Iterator[tuple[str, Function, bool]]:
    """Yield the class or -, each function and whether its first argument is self."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for name, body in [("-", tree.body), *((node.name, node.body) for node in classes)]:
        for node in body:
            if isinstance(node, Function):
                static = any(ast.unparse(each) == "staticmethod" for each in node.decorator_list)
                yield name, node, name != "-" and not static


def _signature(node: Function, method: bool) -> Signature:
    arguments = node.args
    names = [argument.arg for argument in arguments.posonlyargs + arguments.args][method:]
    keywords = frozenset(argument.arg for argument in arguments.kwonlyargs)
    most = 99 if arguments.vararg else len(names)
    free = frozenset({"**"}) if arguments.kwarg else frozenset()
    return Signature(most, keywords, keywords | frozenset(names) | free)


def _ours(module: str) -> dict[tuple[str, str], Signature]:
    found = {}
    for source in SOURCES[module]:
        for owner, node, method in _functions(vm.VM_MODULES / f"{source}.py"):
            found[owner, node.name] = _signature(node, method)
    for name, parent in _PARENTS.items():
        for (owner, function), signature in list(found.items()):
            if owner == parent:
                found.setdefault((name, function), signature)
    if module == "time":
        found["-", "localtime"] = found["-", "gmtime"]
    return found


def _chip(module: str) -> list[tuple[str, str, Signature]]:
    """Return class, function and signature, more than one of a function that is overloaded."""
    return [
        (owner, node.name, _signature(node, method))
        for owner, node, method in _functions(STUBS / f"{module}.pyi")
    ]


def _wrong(module: str, ours: dict[tuple[str, str], Signature]) -> list[str]:
    """Return what the chip takes and the fakes do not, and what they offer beyond it."""
    wrong = []
    chip = _chip(module)
    for owner, function, theirs in chip:
        own = ours.get((owner, function))
        if own is None or theirs.says_nothing or (owner, function) == ("WLAN", "__init__"):
            continue
        if own.positional < theirs.positional:
            wrong.append(f"{owner}.{function} takes {own.positional}, not {theirs.positional}")
        if "**" not in own.names:
            named = theirs.keywords - OTHER_PORTS.get((owner, function), set())
            wrong += [f"{owner}.{function} lacks {name}" for name in sorted(named - own.names)]
    inherited = _chip("espnow") if module == "aioespnow" else []
    known = {(owner, function) for owner, function, _ in chip + inherited} | BEYOND_THE_STUBS
    owners = {owner for owner, _, _ in chip} - {"-"}
    for owner, function in ours:
        if owner in owners and not function.startswith("_"):
            if not {(owner, function), (_PARENTS.get(owner), function)} & known:
                wrong.append(f"{owner}.{function} is no function of the chip")
    return wrong


@pytest.mark.parametrize("module", SOURCES)
def test_the_fakes_take_what_the_chip_takes_and_offer_no_more(module: str) -> None:
    ours = _ours(module)
    assert {owner for owner, _ in ours} >= NEEDED[module]
    assert _wrong(module, ours) == []


def test_a_fake_that_differs_is_found() -> None:
    """So that the test above is known to see something."""
    ours = _ours("machine")
    ours["PWM", "init"] = Signature(0, frozenset({"freq"}), frozenset({"freq"}))
    ours["Pin", "value"] = Signature(0, frozenset(), frozenset())
    ours["Pin", "blink"] = Signature(0, frozenset(), frozenset())
    wrong = _wrong("machine", ours)
    assert "PWM.init lacks duty_u16" in wrong
    assert "Pin.value takes 0, not 1" in wrong
    assert "Pin.blink is no function of the chip" in wrong
