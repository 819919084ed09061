"""The wiring diagram of a board on a sheet of A4, drawn from its board.py so that both agree."""

from typing import Any

from bidbox_host.drawing import symbols as sign
from bidbox_host.drawing.blocks import Block, Terminal, blocks
from bidbox_host.drawing.modules import Module, module_of
from bidbox_host.drawing.routing import Net, lanes
from bidbox_host.drawing.svg import BLACK, GREY, Sheet

_PITCH = 5.0  # mm from pin to pin on the sheet; blocks keep off its multiples
_TOP = 30.0
_WIDE = 36.0
_FIRST_LANE = 13.0
_LANE = 2.5
_GAP = 3.0
_POWER = {"3V3": (sign.V33, "3.3 V"), "5V": (sign.V5, "5 V"), "GND": (sign.GROUND, "GND")}


def draw(board: dict[str, Any]) -> str:
    """Return the diagram of a board as SVG; BidboxError if it has a pin that is not led out."""
    return _Diagram(board).draw()


class _Diagram:
    def __init__(self, board: dict[str, Any]) -> None:
        self.board = board
        self.module: Module = module_of(board)
        self.places = {name: self.module.place(gpio) for name, gpio in board["PINS"].items()}
        self.sheet = Sheet(297, 210, f"Bidbox: wiring of {board['NAME']}")
        self.left = 80.0 if board["MUX"] else 124.0  # the module's left edge
        self.terminals: dict[str, Terminal] = {}

    def draw(self) -> str:
        name = self.board["NAME"]
        self.sheet.text(8, 13, f"Bidbox: {name}", 6, bold=True)
        what = "the box at the table" if self.board["ROLE"] == "table" else "the director's device"
        self.sheet.text(8, 19, f"{what}, drawn from board.py; not built yet: tried on the virtual"
                        " board", 3.4)  # fmt: skip
        self._module()
        order = sorted(self.places, key=lambda pin: self.places[pin][1])
        sides: dict[str, list[Block]] = {"left": [], "right": []}
        for block in blocks(self.board, order):
            sides[self._side(block)].append(block)
        for side, group in sides.items():
            group.sort(key=self._level)
            self._place(side, group)
        self._key()
        return self.sheet.document()

    def _side(self, block: Block) -> str:
        rights = sum(self.places[t.pin][0] == "right" for t in block.terminals)
        return "right" if 2 * rights >= len(block.terminals) else "left"

    def _level(self, block: Block) -> float:
        return sum(self.places[t.pin][1] for t in block.terminals) / len(block.terminals)

    def _pin_y(self, index: int) -> float:
        return _TOP + 10 + _PITCH * index

    def _module(self) -> None:
        """Draw the module with all its pins, those in use bold, and its power pins."""
        sheet, module = self.sheet, self.module
        count = max(len(module.left), len(module.right))
        sheet.box(self.left, _TOP, _WIDE, 10 + _PITCH * count, "#eef3ee", BLACK, 0.5, 1.5)
        sheet.box(self.left + 9, _TOP + 1, _WIDE - 18, 3, "#dddddd", GREY, 0.2, 0.5)
        sheet.text(self.left + _WIDE / 2, _TOP + 3.2, "aerial", 2.2, "middle", fill=GREY)
        bottom = _TOP + 10 + _PITCH * count
        sheet.box(self.left + 11, bottom - 5, _WIDE - 22, 6, "#dddddd", GREY, 0.2, 0.8)
        sheet.text(self.left + _WIDE / 2, bottom - 1.4, "USB", 2.4, "middle", fill=GREY)
        sheet.text(self.left + _WIDE / 2, _TOP - 2, module.name, 3.6, "middle", bold=True)
        wired = {place: pin for pin, place in self.places.items()}
        for side, labels in (("left", module.left), ("right", module.right)):
            shown = set()
            for index, label in enumerate(labels):
                pin = wired.get((side, index))
                power = _POWER.get(label) if label not in shown else None
                shown.add(label)
                self._pin(side, index, label, pin, power)

    def _pin(
        self, side: str, index: int, label: str, pin: str | None,
        power: tuple[sign.Wire, str] | None,
    ) -> None:  # fmt: skip
        sheet = self.sheet
        y = self._pin_y(index)
        out = 1 if side == "right" else -1
        x = self.left + (_WIDE if out > 0 else 0)
        used = bool(pin or power)
        sheet.circle(x - 1.5 * out, y, 0.8, "#c9a227" if used else "#ffffff", BLACK, 0.25)
        anchor = "end" if out > 0 else "start"
        text = f"GPIO {self.board['PINS'][pin]}" if pin else label
        sheet.text(x - 3.2 * out, y + 1, text, 2.8, anchor, used, BLACK if used else GREY)
        if power:
            kind, name = power
            sign.wire(sheet, [(x, y), (x + 3 * out, y)], kind)
            sheet.text(x + 4 * out, y + 1, name, 2.8, "start" if out > 0 else "end", True)

    def _place(self, side: str, group: list[Block]) -> None:
        """Stack a side's blocks and join them to their pins."""
        out = 1 if side == "right" else -1
        edge = self.left + (_WIDE if out > 0 else 0)
        pins = [t.pin for block in group for t in block.terminals]
        here = [pin for pin in pins if self.places[pin][0] == side]
        x = edge + (_FIRST_LANE + _LANE * len(here) + 2) * out
        y = _TOP - 5
        nets = []
        for block in group:
            y = self._off_grid(y, block)
            block.draw(self.sheet, x, y, out)
            for terminal in block.terminals:
                end = y + terminal.down
                if terminal.pin in here:
                    start = self._pin_y(self.places[terminal.pin][1])
                    nets.append(Net(terminal.pin, start, end))
                    self.terminals[terminal.pin] = terminal
                else:
                    self._tag(x, end, -out, terminal.pin)
            y += block.height + _GAP
        for name, lane in lanes(nets).items():
            net = next(net for net in nets if net.name == name)
            at = edge + (_FIRST_LANE + _LANE * lane) * out
            kind = self.terminals[name].wire
            points = [(edge, net.start), (at, net.start), (at, net.end), (x, net.end)]
            sign.wire(self.sheet, points, kind)
            anchor = "start" if out > 0 else "end"
            self.sheet.text(edge + 1 * out, net.start - 0.9, kind.name, 2.2, anchor)

    @staticmethod
    def _off_grid(y: float, block: Block) -> float:
        """Move a block so that its first terminal lies between two pins' levels."""
        level = y + block.terminals[0].down - _TOP
        return y + (_PITCH / 2 - level) % _PITCH

    def _tag(self, x: float, y: float, out: int, pin: str) -> None:
        """Name a wire that comes from the module's other side."""
        gpio = self.board["PINS"][pin]
        self.sheet.text(x + out, y + 1, f"to GPIO {gpio}", 2.6, "start" if out > 0 else "end",
                        True)  # fmt: skip
        side, index = self.places[pin]
        there = 1 if side == "right" else -1
        at = self.left + (_WIDE if there > 0 else 0)
        level = self._pin_y(index)
        self.sheet.text(at + 2 * there, level + 1, pin, 2.6, "start" if there > 0 else "end", True)

    def _key(self) -> None:
        """Draw the colours of the wires and what holds for the whole sheet."""
        sheet = self.sheet
        y = 197.0
        sheet.text(8, y, "Wires", 3, bold=True)
        x = 20.0
        used = {t.wire for t in self.terminals.values()} | {sign.GROUND, sign.V33, sign.V5}
        for kind, what in sign.WIRES:
            if kind in used:
                sign.wire(sheet, [(x, y - 1), (x + 6, y - 1)], kind, 1)
                sheet.text(x + 7.4, y, f"{kind.name}: {what}", 2.8)
                x += 12 + 1.55 * len(f"{kind.name}: {what}")
        sheet.text(
            8, y + 5.2, "Wires that cross without a dot are not joined. All GND are joined, all"
            " 3.3 V come from the module's 3V3 pin, 5 V from its 5V pin. Switch the converter off"
            " before USB is plugged in:", 2.8,
        )  # fmt: skip
        sheet.text(
            8, y + 9.4, "the module takes 5 V from one of them only. Its pins stand as in"
            " Espressif's guide, those of all else by what they do: go by the print on yours.",
            2.8,
        )  # fmt: skip
