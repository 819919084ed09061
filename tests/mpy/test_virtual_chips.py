"""The chip models of the virtual board keep to their data sheets, bus time included."""

import errno
import sys

sys.path.append("boards/virtual/vm")

import vclock
from bus import Bus
from chip_display import SSD1309
from chip_expander import MCP23017
from chip_mux import TCA9548A
from vi2c import I2C, add_bus

_MUX = 0x70
_KEYS = 0x20
_DISPLAY = 0x3C
_GPIOA = 0x12


class _Bench:
    """A switch with two seat units on channels 0 and 1."""

    def __init__(self):
        vclock.start(True, 0)
        self.bus = Bus()
        self.mux = self.bus.mux = TCA9548A(_MUX)
        self.keys = [MCP23017(_KEYS), MCP23017(_KEYS)]
        self.displays = [SSD1309(_DISPLAY), SSD1309(_DISPLAY)]
        for i in range(2):
            self.mux.channels[i] = [self.keys[i], self.displays[i]]
        add_bus(22, 21, self.bus)
        self.i2c = I2C(0, scl=22, sda=21, freq=400000, timeout=1000)

    def select(self, mask):
        self.i2c.writeto(_MUX, bytes((mask,)))

    def us(self, function, *arguments):
        before = vclock.now
        function(*arguments)
        return (vclock.now - before) / 1000


def _error_of(function, *arguments):
    try:
        function(*arguments)
    except OSError as error:
        return error.args[0]
    return None


def _matrix():
    """Return (chip, read(column) -> rows closed): one column driven low, rows pulled up."""
    bench = _Bench()
    bench.select(1)
    bench.i2c.writeto_mem(_KEYS, 0x0C, b"\x1f")

    def read(column):
        bench.i2c.writeto_mem(_KEYS, 0x01, bytes((0xFF & ~(1 << column),)))
        return ~bench.i2c.readfrom_mem(_KEYS, _GPIOA, 1)[0] & 0x1F

    return bench.keys[0], read


def test_the_expander_wakes_with_all_pins_as_inputs():
    bench = _Bench()
    bench.select(1)
    found = bench.i2c.readfrom_mem(_KEYS, 0, 22)
    assert found == b"\xff\xff" + bytes(20)


def test_addresses_run_on_and_wrap_or_stay_in_their_pair():
    bench = _Bench()
    bench.select(1)
    i2c = bench.i2c
    i2c.writeto_mem(_KEYS, 0x14, b"\x11\x22\x33")  # OLATA, OLATB, and on to IODIRA
    assert i2c.readfrom_mem(_KEYS, 0x14, 3) == b"\x11\x22\x33"
    i2c.writeto_mem(_KEYS, 0x0A, b"\x20")  # SEQOP: byte mode
    assert i2c.readfrom_mem(_KEYS, 0x14, 4) == b"\x11\x22\x11\x22"
    assert i2c.readfrom_mem(_KEYS, 0x0B, 1) == b"\x20"


def test_with_bank_set_the_ports_have_registers_of_their_own():
    bench = _Bench()
    bench.select(1)
    bench.i2c.writeto_mem(_KEYS, 0x0A, b"\x80")
    bench.i2c.writeto_mem(_KEYS, 0x10, b"\x0f")  # IODIRB
    bench.i2c.writeto_mem(_KEYS, 0x06, b"\x1f")  # GPPUA
    assert bench.keys[0].registers[1] == 0x0F
    assert bench.keys[0].registers[12] == 0x1F


def test_writing_gpio_sets_the_latch_and_polarity_turns_inputs_over():
    bench = _Bench()
    bench.select(1)
    i2c = bench.i2c
    i2c.writeto_mem(_KEYS, 0x00, b"\x0f")
    i2c.writeto_mem(_KEYS, _GPIOA, b"\xa5")
    assert i2c.readfrom_mem(_KEYS, 0x14, 1) == b"\xa5"
    assert i2c.readfrom_mem(_KEYS, _GPIOA, 1) == b"\xa0", "open inputs read low"
    i2c.writeto_mem(_KEYS, 0x02, b"\x03")
    assert i2c.readfrom_mem(_KEYS, _GPIOA, 1) == b"\xa3"


def test_reading_a_port_or_its_capture_ends_an_interrupt():
    bench = _Bench()
    bench.select(1)
    i2c = bench.i2c
    chip = bench.keys[0]
    i2c.writeto_mem(_KEYS, 0x0C, b"\x1f")  # pull-ups of the rows
    i2c.writeto_mem(_KEYS, 0x01, b"\x00")  # columns driven low
    assert i2c.readfrom_mem(_KEYS, _GPIOA, 1) == b"\x1f"
    i2c.writeto_mem(_KEYS, 0x04, b"\x03")  # rows 0 and 1 ask for interrupts on change
    chip.set_key(1, 0, True)
    chip.set_key(0, 0, True)
    assert i2c.readfrom_mem(_KEYS, 0x0E, 1) == b"\x02", "the first one only"
    assert i2c.readfrom_mem(_KEYS, 0x10, 1) == b"\x1d", "the port as it was then"
    chip.set_key(0, 0, False)
    chip.set_key(1, 0, False)
    assert i2c.readfrom_mem(_KEYS, 0x0E, 1) != b"\x00", "compared with what was read last"
    assert i2c.readfrom_mem(_KEYS, _GPIOA, 1) == b"\x1f"
    assert i2c.readfrom_mem(_KEYS, 0x0E, 1) == b"\x00"
    i2c.writeto_mem(_KEYS, 0x0E, b"\xff\xff\xff\xff")
    assert i2c.readfrom_mem(_KEYS, 0x0E, 2) == b"\x00\x00", "read only"


def test_an_interrupt_against_a_default_comes_back_while_the_level_differs():
    bench = _Bench()
    bench.select(1)
    i2c = bench.i2c
    i2c.writeto_mem(_KEYS, 0x0C, b"\x1f")
    i2c.writeto_mem(_KEYS, 0x06, b"\x01")  # DEFVALA
    i2c.writeto_mem(_KEYS, 0x08, b"\x01")  # INTCONA
    i2c.writeto_mem(_KEYS, 0x01, b"\x00")
    i2c.writeto_mem(_KEYS, 0x04, b"\x01")
    bench.keys[0].set_key(0, 0, True)
    for _ in range(3):
        assert i2c.readfrom_mem(_KEYS, _GPIOA, 1) == b"\x1e"
        assert i2c.readfrom_mem(_KEYS, 0x0E, 1) == b"\x01"


def test_inputs_that_nothing_pulls_read_anything_but_bit_7_is_no_input():
    bench = _Bench()
    bench.select(1)
    assert bench.i2c.readfrom_mem(_KEYS, _GPIOA, 2) == b"\x00\x00"
    bench.keys[0].floating = 0xFF
    bench.keys[0].power_on()
    assert bench.i2c.readfrom_mem(_KEYS, _GPIOA, 2) == b"\x5f\x7f", "GPA5 is tied to ground"


def test_a_pressed_key_shows_in_its_column_only():
    chip, read = _matrix()
    chip.set_key(3, 2, True)
    assert [read(column) for column in range(4)] == [0, 0, 1 << 3, 0]
    chip.set_key(3, 2, False)
    assert [read(column) for column in range(4)] == [0, 0, 0, 0]


def test_three_keys_of_a_rectangle_ghost_the_fourth():
    chip, read = _matrix()
    for row, column in ((0, 0), (0, 1), (1, 0)):
        chip.set_key(row, column, True)
    assert read(0) == 0b11
    assert read(1) == 0b11, "row 1 is joined to column 1 through two keys"
    assert read(2) == 0
    chip.set_key(0, 0, False)
    assert (read(0), read(1)) == (0b10, 0b01)


def test_two_keys_of_a_row_join_a_high_and_a_low_output():
    chip, read = _matrix()
    chip.set_key(0, 0, True)
    chip.set_key(0, 1, True)
    read(0)
    assert chip.conflicts == 0
    chip.registers[1] = 0xF0  # all columns outputs, one high
    chip.registers[21] = 0x02
    chip._stale = True
    assert chip.level(0) & 1 == 0
    assert chip.conflicts > 0


def test_only_selected_channels_answer_and_together_they_all_listen():
    bench = _Bench()
    assert _error_of(bench.i2c.readfrom_mem, _KEYS, 0, 1) == errno.ENODEV
    bench.select(2)
    bench.i2c.writeto_mem(_KEYS, 0x14, b"\x42")
    assert bench.keys[0].registers[20] == 0
    assert bench.keys[1].registers[20] == 0x42
    bench.select(3)
    assert bench.i2c.scan() == [_KEYS, _DISPLAY, _MUX]
    bench.i2c.writeto_mem(_KEYS, 0x00, b"\x3c")
    assert bench.keys[0].registers[0] == bench.keys[1].registers[0] == 0x3C
    assert bench.i2c.readfrom(_MUX, 1) == b"\x03"


def test_the_switch_keeps_the_last_byte_and_connects_at_the_stop():
    bench = _Bench()
    i2c = bench.i2c
    i2c.writeto(_MUX, b"\x01\x80\x02")
    assert bench.mux.control == 2
    i2c.writeto(_MUX, b"\x01", False)
    assert bench.mux.control == 2, "there was no stop yet"
    assert i2c.readfrom(_MUX, 1) == b"\x01"
    assert bench.mux.control == 1, "the stop after a repeated start is one too"
    i2c.writeto(_MUX, b"\x03", False)
    i2c.writeto_mem(_KEYS, 0x14, b"\x77")
    assert bench.keys[0].registers[20] == 0x77 and bench.keys[1].registers[20] == 0
    assert bench.mux.control == 3


def test_a_shorted_channel_takes_the_bus_down_until_the_reset_pin():
    bench = _Bench()
    bench.mux.shorted[0] = True
    bench.select(2)
    assert _error_of(bench.i2c.readfrom_mem, _KEYS, 0, 1) is None
    bench.select(1)
    assert bench.us(_error_of, bench.i2c.writeto, _MUX, b"\x00") == 1000, "the time-out"
    assert _error_of(bench.i2c.writeto, _MUX, b"\x00") == errno.ETIMEDOUT
    bench.mux.reset_pin(0)
    assert _error_of(bench.i2c.writeto, _MUX, b"\x02") == errno.ENODEV
    bench.mux.reset_pin(1)
    bench.select(2)
    assert _error_of(bench.i2c.readfrom_mem, _KEYS, 0, 1) is None


def test_bus_time_is_nine_bits_a_byte_and_one_for_each_start_and_stop():
    bench = _Bench()
    select_us = bench.us(bench.select, 1)
    assert select_us == (1 + 18 + 1) * 2.5
    read_us = bench.us(bench.i2c.readfrom_mem_into, _KEYS, _GPIOA, bytearray(1))
    assert read_us == (1 + 18 + 1 + 18 + 1) * 2.5
    slice_us = bench.us(bench.i2c.writeto, _DISPLAY, b"\x40" + bytes(32))
    assert slice_us == (1 + 34 * 9 + 1) * 2.5
    assert bench.us(_error_of, bench.i2c.readfrom, 0x21, 1) == (1 + 9 + 1) * 2.5
    bench.bus.set_freq(100000, 1000)
    assert bench.us(bench.select, 1) == (1 + 18 + 1) * 10


def test_an_idle_scan_of_four_seats_takes_six_tenths_of_a_millisecond():
    bench = _Bench()
    one = bytearray(1)

    def scan():
        for _ in range(2):
            for channel in (1, 2):
                bench.select(channel)
                bench.i2c.readfrom_mem_into(_KEYS, _GPIOA, one)

    assert 550 < bench.us(scan) < 650


def _display():
    bench = _Bench()
    bench.select(1)

    def commands(*values):
        bench.i2c.writeto(_DISPLAY, b"\x00" + bytes(values))

    def data(values):
        bench.i2c.writeto(_DISPLAY, b"\x40" + values)

    return bench.displays[0], commands, data


def test_page_addressing_stays_in_its_page():
    chip, commands, data = _display()
    commands(0xB3, 0x0E, 0x17)
    data(b"abcd")
    assert bytes(chip.ram[3 * 128 + 126 : 3 * 128 + 128]) == b"ab"
    assert bytes(chip.ram[3 * 128 : 3 * 128 + 2]) == b"cd"


def test_horizontal_addressing_fills_a_window_row_by_row():
    chip, commands, data = _display()
    commands(0x20, 0x00, 0x21, 10, 12, 0x22, 2, 3)
    data(b"abcdefg")
    assert bytes(chip.ram[2 * 128 + 10 : 2 * 128 + 13]) == b"gbc", "the seventh comes round again"
    assert bytes(chip.ram[3 * 128 + 10 : 3 * 128 + 13]) == b"def"
    assert sum(1 for byte in chip.ram if byte) == 6


def test_vertical_addressing_fills_a_window_column_by_column():
    chip, commands, data = _display()
    commands(0x20, 0x01, 0x21, 10, 12, 0x22, 2, 3)
    data(b"abcd")
    assert bytes(chip.ram[2 * 128 + 10 : 2 * 128 + 12]) == b"ac"
    assert bytes(chip.ram[3 * 128 + 10 : 3 * 128 + 12]) == b"bd"


def test_control_bytes_part_commands_from_data():
    chip, _, _ = _display()
    stream = [0x80, 0xAF, 0x80, 0xB1, 0xC0, 0x55, 0x40, 0x66, 0x77]
    chip.start_write()
    for byte in stream:
        chip.write(byte)
    chip.stop(True)
    assert chip.on
    assert bytes(chip.ram[128:131]) == b"\x55\x66\x77"


def test_a_display_wakes_dark_in_page_mode_and_its_ram_may_hold_specks():
    chip, commands, data = _display()
    commands(0xAF, 0xA7, 0xA5, 0x81, 5, 0x20, 0, 0x21, 3, 4, 0x22, 1, 2, 0xA1, 0xC8, 0x41, 0xD3, 7)
    chip.specks = True
    chip.power_on()
    assert not (chip.on or chip.inverse or chip.all_on or chip.mirrored or chip.flipped)
    assert (chip.contrast, chip.start_line, chip.offset, chip.mode) == (0x7F, 0, 0, 2)
    assert any(chip.ram)
    data(b"ab")
    assert bytes(chip.ram[:2]) == b"ab"


def test_switches_and_the_command_lock():
    chip, commands, _ = _display()
    commands(0xAF, 0xA7, 0x81, 0x20, 0xA1, 0xC8, 0x45)
    assert chip.on and chip.inverse and chip.mirrored and chip.flipped
    assert (chip.contrast, chip.start_line) == (0x20, 5)
    commands(0xFD, 0x16, 0xAE)
    assert chip.on, "locked"
    commands(0xFD, 0x12, 0xAE)
    assert not chip.on
    commands(0x8D, 0x14)
    assert chip.bad_commands == 1, "an SSD1309 has no charge pump"


def test_changes_are_told_once_a_transaction_and_only_if_there_are_any():
    chip, commands, data = _display()
    told = []
    commands(0x20, 0x00, 0x21, 0, 127, 0x22, 0, 7)
    data(bytes(10))
    chip.changed = lambda chip, first, last: told.append((first, last))
    commands(0x21, 0, 127, 0x22, 0, 7)
    data(bytes(4) + b"\x01\x02" + bytes(4))
    commands(0x21, 0, 127, 0x22, 0, 7)
    data(bytes(4) + b"\x01\x02" + bytes(4))
    assert told == [(4, 5)]
