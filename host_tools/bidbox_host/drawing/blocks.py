"""The parts round a module, each drawn from board.py's data with terminals towards the module.

`x` is where a block's wires come in, `y` its top, `out` the direction away from the module.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bidbox_host.drawing import symbols as sign
from bidbox_host.drawing.svg import BLACK, GREY, Sheet
from bidbox_host.drawing.symbols import Wire

Board = dict[str, Any]
SEAT_NAMES = ("North", "East", "South", "West")
CHANNEL = 28.0  # mm from seat to seat on the sheet
PULL_UP = 2200  # ohm


@dataclass(frozen=True)
class Terminal:
    """A wire that comes in: name in PINS, wire, distance from the block's top."""

    pin: str
    wire: Wire
    down: float


class Block:
    """A part of the diagram: `terminals` from top to bottom, `height` in mm."""

    height = 14.0

    def __init__(self, board: Board, *pins: tuple[str, Wire, float]) -> None:
        self.board = board
        self.terminals = [Terminal(*pin) for pin in pins]

    def draw(self, sheet: Sheet, x: float, y: float, out: int) -> None:
        raise NotImplementedError


class Bus(Block):
    """Terminals of the I2C with pull-ups, in the order in which their pins stand on the module."""

    def __init__(self, board: Board, order: list[str], first: float, step: float) -> None:
        wires = {board["I2C"]["sda"]: sign.SDA, board["I2C"]["scl"]: sign.SCL}
        if board["MUX"]:
            wires[board["MUX"]["reset"]] = sign.RESET
        self.labels = {board["I2C"]["sda"]: "SDA", board["I2C"]["scl"]: "SCL"}
        names = sorted(wires, key=order.index)
        pins = [(name, wires[name], first + step * i) for i, name in enumerate(names)]
        super().__init__(board, *pins)

    def _pulled_up(self, sheet: Sheet, x: float, y: float, out: int, inner: float) -> None:
        """Draw each terminal's wire to x + inner, its pull-up and its label within the chip."""
        for terminal in self.terminals:
            level = y + terminal.down
            at = x + 8 * out
            sign.wire(sheet, [(x, level), (x + inner * out, level)], terminal.wire)
            is_bus = terminal.pin in self.labels
            value = sign.ohms(PULL_UP if is_bus else 10000)
            sign.rail(sheet, at, level - 9, sign.V33, "3.3 V")
            sheet.line([(at, level - 9), (at, level)], BLACK, 0.4)
            sign.resistor_down(sheet, at, level - 8.6, value, out)
            sign.joint(sheet, at, level)
            label = self.labels.get(terminal.pin, "RESET")
            end = x + (inner + 1.2) * out
            sheet.text(end, level + 1, label, 2.8, "start" if out > 0 else "end")


class Mux(Bus):
    """The TCA9548A with its four channels, cords and seat units."""

    _INNER = 22.0
    _WIDE = 30.0

    def __init__(self, board: Board, order: list[str]) -> None:
        super().__init__(board, order, 22.5, 17.5)
        self.height = CHANNEL * len(board["SEAT_UNITS"])

    def draw(self, sheet: Sheet, x: float, y: float, out: int) -> None:
        left = x + self._INNER if out > 0 else x - self._INNER - self._WIDE
        sign.chip(sheet, left, y, self._WIDE, self.height, "TCA9548A")
        sheet.text(left + 15, y + 8.6, f"address {self.board['MUX']['address']:#x}", 2.6, "middle")
        self._pulled_up(sheet, x, y, out, self._INNER)
        self._supply(sheet, x + self._INNER * out, y, out)
        for place, unit in enumerate(self.board["SEAT_UNITS"]):
            edge = x + (self._INNER + self._WIDE) * out
            self._channel(sheet, edge, y + CHANNEL * place, out, place, unit)
        if self.board.get("CLOCK"):
            self._clock(sheet, x + 2 * out, y + self.height - 12, out)

    def _supply(self, sheet: Sheet, edge: float, y: float, out: int) -> None:
        anchor = "start" if out > 0 else "end"
        down = y + 71
        sheet.line([(edge, down), (edge - 5 * out, down)], sign.V33.colour, 0.6)
        sign.rail(sheet, edge - 5 * out, down, sign.V33, "3.3 V")
        sheet.text(edge + 1.2 * out, down + 1, "VIN", 2.8, anchor)
        for i, name in enumerate(("GND", "A0", "A1", "A2")):
            level = down + 5 + 4 * i
            sheet.line([(edge, level), (edge - 5 * out, level)], BLACK, 0.6)
            sheet.text(edge + 1.2 * out, level + 1, name, 2.8, anchor)
        sheet.line([(edge - 5 * out, down + 5), (edge - 5 * out, down + 17)], BLACK, 0.6)
        sign.ground(sheet, edge - 5 * out, down + 17)
        middle = edge + self._WIDE / 2 * out
        sheet.text(middle, y + self.height - 2.4, "100 nF, VIN to GND", 2.4, "middle", fill=GREY)

    def _channel(
        self, sheet: Sheet, edge: float, y: float, out: int, place: int, unit: dict[str, int]
    ) -> None:
        anchor, back = ("start", "end") if out > 0 else ("end", "start")
        start = edge + 26 * out
        end = edge + 40 * out
        levels = {"SDA": y + 13, "SCL": y + 17, "3.3 V": y + 21, "GND": y + 25}
        wires = {"SDA": sign.SDA, "SCL": sign.SCL, "3.3 V": sign.V33, "GND": sign.GROUND}
        for i, name in enumerate(("SDA", "SCL")):
            at = edge + (11 + 5 * i) * out
            sign.wire(sheet, [(edge, levels[name]), (end, levels[name])], wires[name])
            sign.rail(sheet, at, y + 4, sign.V33, "")
            sheet.line([(at, y + 4), (at, levels[name])], BLACK, 0.4)
            sign.resistor_down(sheet, at, y + 4.6, sign.ohms(PULL_UP), (2 * i - 1) * out)
            sign.joint(sheet, at, levels[name])
            pin = f"{name[:2]}{unit['channel']}"
            sheet.text(edge - 1.2 * out, levels[name] + 1, pin, 2.8, back)
        sheet.text(edge + 13.5 * out, y + 0.9, "3.3 V", 2.6, "middle")
        for name in ("3.3 V", "GND"):
            sign.wire(sheet, [(start - 8 * out, levels[name]), (end, levels[name])], wires[name])
            sheet.text(start - 9 * out, levels[name] + 1, name, 2.8, back)
        sheet.box(min(start + 3 * out, start + 10 * out), y + 11, 7, 16, "none", GREY, 0.4, 2)
        sheet.text(start + 6.5 * out, y + 9.8, "cord", 2.6, "middle", fill=GREY)
        left = end if out > 0 else end - 48
        sheet.box(left, y + 2, 48, 25.5, "#f6f6f6", BLACK, 0.45, 1)
        name = SEAT_NAMES[place].upper()
        sheet.text(end + 12 * out, y + 8, name, 4.4, anchor, bold=True)
        sheet.text(end + 12 * out, y + 12.4, "seat unit", 2.8, anchor)
        for i, text in enumerate(
            (f"keys: MCP23017, {unit['keys']:#x}", f"SSD1309, {unit['display']:#x}")
        ):
            sheet.text(end + 12 * out, y + 19 + 4 * i, text, 2.6, anchor)
        for name, level in levels.items():
            sheet.text(end + 1.4 * out, level + 1, name, 2.6, anchor)

    def _clock(self, sheet: Sheet, x: float, y: float, out: int) -> None:
        left = x - 2 if out > 0 else x - 19
        corners = [(left, y), (left + 21, y), (left + 21, y + 12), (left, y + 12), (left, y)]
        sheet.dashes(corners, GREY, 0.3)
        clock = self.board["CLOCK"]
        lines = (f"{clock['chip'].upper()} {clock['address']:#x}", "optional: SDA,",
                 "SCL, 3.3 V, GND")  # fmt: skip
        for i, text in enumerate(lines):
            sheet.text(left + 1, y + 3.4 + 3.4 * i, text, 2.2, fill=GREY)


class Display(Bus):
    """The one display of a director's device."""

    height = 54.0
    _INNER = 22.0

    def __init__(self, board: Board, order: list[str]) -> None:
        super().__init__(board, order, 17.5, 15)

    def draw(self, sheet: Sheet, x: float, y: float, out: int) -> None:
        left = x + self._INNER if out > 0 else x - self._INNER - 46
        edge = x + self._INNER * out
        sheet.box(left, y, 46, self.height, "#f6f6f6", BLACK, 0.45, 1)
        sheet.box(left + 14, y + 17, 28, 15, "#20262c", BLACK, 0.3, 0.5)
        sheet.text(left + 23, y + 5.4, "SSD1309, 2.42 inch", 3.2, "middle", bold=True)
        address = self.board["DISPLAY"]["address"]
        sheet.text(left + 23, y + 9.4, f"128 x 64, address {address:#x}", 2.6, "middle")
        self._pulled_up(sheet, x, y, out, self._INNER)
        anchor = "start" if out > 0 else "end"
        for i, (name, kind) in enumerate((("VCC", sign.V33), ("GND", sign.GROUND))):
            level = y + 41 + 7 * i
            at = edge - (4 + 5 * i) * out
            sheet.line([(edge, level), (at, level)], kind.colour, 0.6)
            sheet.text(edge + 1.2 * out, level + 1, name, 2.8, anchor)
            if kind is sign.V33:
                sign.rail(sheet, at, level, kind, "")
                sheet.text(at - 2.6 * out, level - 1, "3.3 V", 2.6, "end" if out > 0 else "start")
            else:
                sign.ground(sheet, at, level)
        sheet.text(left + 44, y + 40, "RES: 100 kΩ to 3.3 V and", 2.4, "end", fill=GREY)
        sheet.text(left + 44, y + 43.2, "100 nF to GND, unless", 2.4, "end", fill=GREY)
        sheet.text(left + 44, y + 46.4, "the module has them", 2.4, "end", fill=GREY)


class LampRow(Block):
    """One WS2812B or a chain of them."""

    height = 30.0

    def __init__(self, board: Board) -> None:
        super().__init__(board, (board["LAMP"]["pin"], sign.LAMP, 15))

    def draw(self, sheet: Sheet, x: float, y: float, out: int) -> None:
        level = y + 15
        supply, earth = y + 6, y + 24
        end = sign.resistor(sheet, x + 2 * out, level, out, "330 Ω")
        sign.wire(sheet, [(x, level), (x + 2 * out, level)], sign.LAMP)
        count = self.board["LAMP"]["count"]
        shown = [i for i in range(count) if i < 2 or i == count - 1]
        start = x + 1 * out
        sign.rail(sheet, start, supply, sign.V5, "5 V")
        sheet.line([(start, supply), (start + 5 * out, supply)], BLACK, 0.4)
        after = sign.diode(sheet, start + 5 * out, supply, out, "1N4001")
        far = end + (4 + 21 * (len(shown) - 1) + 10 + 4 * (count > 3)) * out
        sheet.line([(after, supply), (far, supply)], BLACK, 0.4)
        sheet.line([(end + 14 * out, earth), (far, earth)], BLACK, 0.4)
        sign.ground(sheet, far, earth)
        at = end
        for number in shown:
            gap = 4 if number == 0 else 5
            if number == count - 1 and count > 3:
                gap = 9
                sheet.text(at + 4.5 * out, level - 2, "…", 4, "middle", bold=True)
            sign.wire(sheet, [(at, level), (at + gap * out, level)], sign.LAMP)
            at += gap * out
            self._pixel(sheet, at, level, out, number, count, supply, earth)
            at += 16 * out
        anchor = "start" if out > 0 else "end"
        at = far + 4 * out if count == 1 else end + 14 * out
        sheet.text(at, earth + 2.8, "100 nF at each lamp, + to GND", 2.4, anchor, fill=GREY)

    @staticmethod
    def _pixel(
        sheet: Sheet, x: float, y: float, out: int, number: int, count: int, supply: float,
        earth: float,
    ) -> None:  # fmt: skip
        left = x if out > 0 else x - 16
        middle = left + 8
        sheet.box(left, y - 6, 16, 12, "#f6f6f6", BLACK, 0.45, 1)
        sheet.text(middle, y - 2.2, "WS2812B", 2.6, "middle", bold=True)
        sheet.text(x + 1 * out, y + 1, "DIN", 2.4, "start" if out > 0 else "end")
        if number < count - 1:
            sheet.text(x + 15 * out, y + 1, "DOUT", 2.4, "end" if out > 0 else "start")
        text = "status lamp" if count == 1 else f"lamp {number + 1}"
        sheet.text(middle, y + 4.6, text, 2.4, "middle")
        at = middle + 2 * out
        sheet.line([(at, y - 6), (at, supply)], BLACK, 0.4)
        sheet.line([(at, y + 6), (at, earth)], BLACK, 0.4)
        sheet.text(at + 1, y - 6.8, "+", 2.8)


class Sounder(Block):
    """The passive buzzer."""

    height = 15.0

    def __init__(self, board: Board) -> None:
        super().__init__(board, (board["BUZZER"]["pin"], sign.BUZZER, 7.5))

    def draw(self, sheet: Sheet, x: float, y: float, out: int) -> None:
        level = y + 7.5
        sign.wire(sheet, [(x, level), (x + 2 * out, level)], sign.BUZZER)
        end = sign.resistor(sheet, x + 2 * out, level, out, "100 Ω")
        sign.wire(sheet, [(end, level), (end + 4 * out, level)], sign.BUZZER)
        sheet.circle(end + 8 * out, level, 4, "#f6f6f6", BLACK, 0.45)
        sheet.circle(end + 8 * out, level, 1, BLACK, BLACK, 0.1)
        sheet.line([(end + 12 * out, level), (end + 16 * out, level)], BLACK, 0.5)
        sign.ground(sheet, end + 16 * out, level)
        anchor = "start" if out > 0 else "end"
        sheet.text(end + 20 * out, level - 1, "passive piezo", 2.8, anchor)
        sheet.text(end + 20 * out, level + 2.6, "buzzer", 2.8, anchor)


class Key(Block):
    """A key to ground, pulled up within the chip."""

    height = 12.5

    def __init__(self, board: Board, name: str) -> None:
        self.name = name
        super().__init__(board, (board["KEYS"][name], sign.KEY, 5))

    def draw(self, sheet: Sheet, x: float, y: float, out: int) -> None:
        level = y + 5
        sign.wire(sheet, [(x, level), (x + 3 * out, level)], sign.KEY)
        end = sign.switch(sheet, x + 3 * out, level, out)
        sheet.line([(end, level), (end + 4 * out, level)], BLACK, 0.5)
        sign.ground(sheet, end + 4 * out, level)
        anchor = "start" if out > 0 else "end"
        sheet.text(end + 8 * out, level + 1, f"key {self.name.upper()}", 3.2, anchor, bold=True)


class Supply(Block):
    """Cell, charger, switch, and the divider that tells how full the cell is."""

    height = 52.5

    def __init__(self, board: Board) -> None:
        super().__init__(board, (board["BATTERY"]["pin"], sign.BATTERY, 37.5))

    def draw(self, sheet: Sheet, x: float, y: float, out: int) -> None:
        level = y + 37.5
        plus = y + 25
        near, middle, far = x - 0 + 6 * out, x + 18 * out, x + 40 * out
        sign.wire(sheet, [(x, level), (middle, level)], sign.BATTERY)
        side = out
        battery = self.board["BATTERY"]
        sheet.line([(middle, plus), (middle, level + 11)], BLACK, 0.4)
        sign.resistor_down(sheet, middle, plus + 2.5, sign.ohms(battery["upper_ohm"]), side)
        sign.resistor_down(sheet, middle, level + 2.5, sign.ohms(battery["lower_ohm"]), side)
        sign.joint(sheet, middle, level)
        sign.joint(sheet, near, level)
        sheet.line([(near, level), (near, level + 3)], BLACK, 0.4)
        sign.capacitor_down(sheet, near, level + 2.5, "", side)
        sheet.text(near - 2.8 * out, level + 8.4, "100 nF", 2.4, "end" if out > 0 else "start")
        sheet.line([(near, level + 9), (near, level + 11)], BLACK, 0.4)
        sign.ground(sheet, middle, level + 11)
        sign.ground(sheet, near, level + 11)
        sheet.line([(middle, plus), (far, plus), (far, plus + 5)], BLACK, 0.5)
        bottom = sign.cell_down(sheet, far, plus + 5)
        sign.ground(sheet, far, bottom)
        anchor = "start" if out > 0 else "end"
        for i, text in enumerate(("cell 18650", "with protection")):
            place = x + 53 * out if out < 0 else x + 44 * out
            where = "start" if out < 0 else anchor
            sheet.text(place, plus + 17.5 + 3.4 * i, text, 2.6, where)
        self._converter(sheet, x, y, out, far, plus)

    def _converter(
        self, sheet: Sheet, x: float, y: float, out: int, far: float, plus: float
    ) -> None:
        left = min(x + 26 * out, x + 54 * out)
        sheet.box(left, y + 5, 28, 13, "#f6f6f6", BLACK, 0.45, 1)
        sheet.text(left + 14, y + 10.4, "charger and", 2.8, "middle", bold=True)
        sheet.text(left + 14, y + 14.2, "5 V converter", 2.8, "middle", bold=True)
        sheet.line([(far, plus), (far, y + 18)], BLACK, 0.5)
        sign.joint(sheet, far, plus)
        level = y + 11.5
        start = x + 26 * out
        sign.wire(sheet, [(start, level), (start - 4 * out, level)], sign.V5)
        end = sign.switch(sheet, start - 4 * out, level, -out)
        sheet.text((start - 8 * out), level + 4.4, "on/off", 2.6, "middle")
        sign.wire(sheet, [(end, level), (end - 6 * out, level)], sign.V5)
        sign.rail(sheet, end - 6 * out, level, sign.V5, "5 V")


def blocks(board: Board, order: list[str]) -> Iterator[Block]:
    """Yield a board's blocks; `order`: its pins as they stand on the module."""
    if board["MUX"]:
        yield Mux(board, order)
    if board["DISPLAY"]:
        yield Display(board, order)
    yield LampRow(board)
    yield Sounder(board)
    for name in board["KEYS"] or ():
        yield Key(board, name)
    if board["BATTERY"]:
        yield Supply(board)
