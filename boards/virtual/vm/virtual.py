"""Puts the fakes into sys.modules and solders the modelled chips as a board's board.py says.

A script or test in the VM uses: install(), unit(seat), press(seat, key), display(seat), bus.
"""

import sys

import vclock
import vctl

bus = None
mux = None
data = None  # the board's board.py as a dict
expanders = []
displays = []
_plugged = []
_JSON = {True: "true", False: "false"}


class _Module:
    def __init__(self, name, source, names=None):
        self.__name__ = name
        for key in dir(source) if names is None else names:
            if not key.startswith("__"):
                setattr(self, key, getattr(source, key))


def install(board, jump=True, at=0, cause=1, mac=b"\x24\x0a\xc4\x00\x00\x01"):
    """Replace machine, neopixel, network, espnow, aioespnow, esp32 and time; build the board.

    board: path of a board.py, or the name of a folder of boards/.
    """
    import vesp32
    import vespnow
    import vi2c
    import vmachine
    import vnetwork
    import vpins
    import vtime

    vclock.start(jump, at)
    vclock.take_over_asyncio()
    vclock.evaluate = _evaluate
    vclock.handlers[vctl.KEY] = _key_frame
    vclock.handlers[vctl.DO] = _do
    vclock.handlers[vctl.FRAME] = _frame
    vclock.handlers[vctl.STATUS] = _ignore
    vmachine.power_up(cause, mac)
    vnetwork.power_up(mac)
    sys.modules["machine"] = vmachine
    sys.modules["network"] = vnetwork
    sys.modules["esp32"] = vesp32
    sys.modules["time"] = sys.modules["utime"] = vtime
    sys.modules["neopixel"] = _Module("neopixel", vpins, ("NeoPixel",))
    sys.modules["espnow"] = _Module("espnow", vespnow)
    sys.modules["aioespnow"] = _Module("aioespnow", vespnow, ("AIOESPNow",))
    _build(board, vi2c, vpins)


def _build(board, vi2c, vpins):
    global bus, mux, data
    if "/" not in board:
        board = "%s/../../%s/board.py" % (__file__.rsplit("/", 1)[0], board)
    data = {}
    with open(board) as file:
        exec(file.read(), data)
    pins = data["PINS"]
    from bus import Bus

    bus = Bus()
    vi2c.add_bus(pins[data["I2C"]["scl"]], pins[data["I2C"]["sda"]], bus)
    if data.get("MUX"):
        from chip_mux import TCA9548A

        mux = bus.mux = TCA9548A(data["MUX"]["address"])
        if data["MUX"].get("reset"):
            vpins.watch(pins[data["MUX"]["reset"]], mux.reset_pin)
    for unit in data.get("SEAT_UNITS") or ():
        _build_unit(unit)
    if data.get("DISPLAY"):
        _plugged.append(True)
        bus.chips.append(_new_display(data["DISPLAY"]["address"]))
    for name in (data.get("KEYS") or {}).values():
        vpins.drive(pins[name], None)
    set_battery(3900)


def _build_unit(unit):
    from chip_expander import MCP23017

    expanders.append(MCP23017(unit["keys"]))
    _plugged.append(False)
    _new_display(unit["display"])
    plug(len(expanders) - 1)


def _new_display(address):
    from chip_display import SSD1309

    chip = SSD1309(address)
    chip.changed = _drawn
    chip.switched = _switched
    displays.append(chip)
    return chip


def unit(seat):
    """Return the key chip of a seat (0 to 3)."""
    return expanders[seat]


def display(seat):
    """Return the display chip of a seat (0 to 3), or of the director's device (0)."""
    return displays[seat]


def press(seat, key, down=True):
    """Press (or release) key 0 to 19 of the legend, 5 a line; at the director's 0 to 2."""
    if expanders:
        expanders[seat].set_key(key % 5, key // 5, down)
        return
    import vpins

    names = ("next", "yes", "no")
    pin = data["PINS"][data["KEYS"][names[key]]]
    vpins.drive(pin, 0 if down else None)


def unplug(seat):
    """Pull a seat unit's cord: its chips are silent and lose their state."""
    if _plugged[seat]:
        _plugged[seat] = False
        mux.channels[data["SEAT_UNITS"][seat]["channel"]] = []
        expanders[seat].power_on()
        displays[seat].power_on()
        _drawn(displays[seat], 0, 1023)
        _switched(displays[seat])


def plug(seat):
    """Put a seat unit's cord back."""
    if not _plugged[seat]:
        _plugged[seat] = True
        channel = mux.channels[data["SEAT_UNITS"][seat]["channel"]]
        channel.append(expanders[seat])
        channel.append(displays[seat])


def short(seat, is_shorted=True):
    """Short (or heal) a seat unit's bus lines: its channel holds the whole bus down."""
    mux.shorted[data["SEAT_UNITS"][seat]["channel"]] = is_shorted


def brown_out(seat):
    """Have a seat unit's key chip fall back to its power-on state."""
    expanders[seat].power_on()


def swap(seat, other):
    """Exchange the cords of two seat units, displays and keys with them."""
    for seat_of in (seat, other):
        unplug(seat_of)
    expanders[seat], expanders[other] = expanders[other], expanders[seat]
    displays[seat], displays[other] = displays[other], displays[seat]
    for seat_of in (seat, other):
        plug(seat_of)


def set_battery(millivolts):
    """Set the cell's voltage; the divider of board.py makes the pin's from it."""
    import vpins

    battery = data.get("BATTERY")
    if battery:
        upper = battery.get("upper_ohm", 1)
        lower = battery.get("lower_ohm", 1)
        pin = data["PINS"][battery["pin"]]
        vpins.set_millivolts(pin, millivolts * lower // (upper + lower))


def _drawn(chip, first, last):
    head = bytes((displays.index(chip), first & 0xFF, first >> 8))
    vctl.send(vctl.DRAWN, vclock.time_ns(), head + bytes(chip.ram[first : last + 1]))


def _switched(chip):
    import vpins

    vpins.trace(
        "display:%d" % displays.index(chip),
        '{"on": %s, "inverse": %s, "all_on": %s, "contrast": %d, "start_line": %d, "offset": %d,'
        ' "mirrored": %s, "flipped": %s}'
        % (
            _JSON[chip.on],
            _JSON[chip.inverse],
            _JSON[chip.all_on],
            chip.contrast,
            chip.start_line,
            chip.offset,
            _JSON[chip.mirrored],
            _JSON[chip.flipped],
        ),
    )


def _key_frame(payload):
    press(payload[0], payload[1], payload[2] != 0)


def _frame(payload):
    import vespnow

    vespnow.arrive(payload)


def _ignore(payload):
    pass


def _names():
    import __main__

    names = {"virtual": sys.modules["virtual"]}
    names.update(__main__.__dict__)
    return names


def _do(payload):
    exec(str(payload, "utf-8"), _names())


def _evaluate(text):
    try:
        return "=" + repr(eval(text, _names()))
    except Exception as error:
        return "!%s: %s" % (type(error).__name__, error)
