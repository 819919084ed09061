"""The fakes take what the modules of an ESP32 take, and offer no function that those lack."""

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest
from virtual_board import vm

GOLDEN = Path(__file__).parents[1] / "data" / "esp32_signatures.txt"
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
# There on the chip, though the stubs do not say so, or part of MicroPython's protocols.
BEYOND_THE_STUBS = {
    ("ADC", "deinit"),
    ("ADC", "width"),
    ("ESPNow", "ioctl"),
    ("ESPNow", "peers_table"),
    ("PWM", "duty"),
    ("RTC", "init"),
    ("Timer", "value"),
}


@dataclass(frozen=True)
class Signature:
    positional: int
    keywords: frozenset[str]
    names: frozenset[str]


def _ours(module: str) -> dict[tuple[str, str], Signature]:
    found = {}
    for source in SOURCES[module]:
        tree = ast.parse((vm.VM_MODULES / f"{source}.py").read_text())
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        for name, body in [("-", tree.body), *((node.name, node.body) for node in classes)]:
            for node in body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    found[name, node.name] = _signature(node, name != "-")
    for name, parent in _PARENTS.items():
        for (owner, function), signature in list(found.items()):
            if owner == parent:
                found.setdefault((name, function), signature)
    if module == "time":
        found["-", "localtime"] = found["-", "gmtime"]
    return found


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef, method: bool) -> Signature:
    arguments = node.args
    names = [argument.arg for argument in arguments.posonlyargs + arguments.args][method:]
    keywords = frozenset(argument.arg for argument in arguments.kwonlyargs)
    most = 99 if arguments.vararg else len(names)
    free = frozenset({"**"}) if arguments.kwarg else frozenset()
    return Signature(most, keywords, keywords | frozenset(names) | free)


def _golden() -> list[list[str]]:
    lines = GOLDEN.read_text().splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("module", SOURCES)
def test_every_signature_of_the_chip_is_accepted(module: str) -> None:
    ours = _ours(module)
    for name, owner, function, positional, *keywords in _golden():
        if name != module:
            continue
        if (owner, function) == ("WLAN", "__init__"):
            continue
        if (owner, function) in (("WDT", "__init__"), ("PWM", "__init__")):
            keywords = [keyword for keyword in keywords if keyword != "invert"]
        signature = ours.get((owner, function))
        assert signature, f"{module}.{owner}.{function} is missing"
        assert signature.positional >= int(positional), f"{module}.{owner}.{function}"
        if "**" not in signature.names:
            missing = set(keywords) - signature.names
            assert not missing, f"{module}.{owner}.{function} lacks {missing}"


@pytest.mark.parametrize("module", SOURCES)
def test_no_public_method_is_offered_that_the_chip_lacks(module: str) -> None:
    known = {(entry[1], entry[2]) for entry in _golden()}
    owners = {entry[1] for entry in _golden() if entry[0] == module} - {"-"}
    for owner, function in _ours(module):
        if function.startswith("_") or owner not in owners:
            continue
        names = {(owner, function), (_PARENTS.get(owner), function)}
        assert names & (known | BEYOND_THE_STUBS), f"{module}.{owner}.{function}"
