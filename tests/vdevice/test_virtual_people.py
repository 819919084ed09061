"""What a person does to a virtual device and sees of it: keys, cords, displays, pictures."""

import struct
import zlib
from pathlib import Path

from virtual_board import World, picture

TINY = Path(__file__).parent / "tiny_app"
BUS = "machine.I2C(0, scl=machine.Pin(22), sda=machine.Pin(21), timeout=1000)"


def read_png(path: Path) -> tuple[int, int, bytes]:
    """Return width, height and the colour bytes of a PNG without filters."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0] == zlib.crc32(
            kind + body
        )
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    lines = zlib.decompress(packed)
    step = 1 + 3 * width
    return width, height, b"".join(lines[y * step + 1 : (y + 1) * step] for y in range(height))


def test_a_key_closes_its_contact_from_press_to_release(world: World) -> None:
    device = world.start(firmware=TINY)
    world.run(10)
    device.press("E", "OK")
    world.run(10)
    assert device.eval("bytes(virtual.unit(1).keys)") == bytes((0, 0, 1 << 3, 0, 0))
    device.release("E", "OK", after_ms=20)
    world.run(19)
    assert device.eval("bytes(virtual.unit(1).keys)") != bytes(5)
    world.run(2)
    assert device.eval("bytes(virtual.unit(1).keys)") == bytes(5)


def test_a_key_held_through_a_power_cut_is_still_down(world: World) -> None:
    device = world.start(firmware=TINY)
    device.press("S", "TD")
    world.run(10)
    device.kill()
    device.restart()
    world.run(10)
    assert device.eval("bytes(virtual.unit(2).keys)") == bytes((0, 0, 0, 0, 1))


def test_a_call_is_keyed_in_sixty_milliseconds_a_key(world: World) -> None:
    device = world.start(firmware=TINY)
    assert device.type("N", "3N") == 180
    assert device.type("N", "XX") == 120
    assert device.number("N", 18) == 180


def test_a_directors_keys_pull_their_pins_low(world: World) -> None:
    device = world.start(board="esp32_director", firmware=TINY)
    world.run(10)
    pin = f"machine.Pin({device.board['PINS']['key_yes']}, machine.Pin.IN, machine.Pin.PULL_UP)"
    assert device.eval(f"{pin}.value()") == 1
    device.press(0, "yes")
    world.run(1)
    assert device.eval(f"{pin}.value()") == 0


def test_cords_and_faults_act_on_the_bus(world: World) -> None:
    device = world.start(firmware=TINY)
    world.run(10)
    assert device.eval(f"({BUS}.writeto(0x70, b'\\x04'), {BUS}.scan())[1]") == [0x20, 0x3C, 0x70]
    device.unplug("S")
    world.run(1)
    assert device.eval(f"{BUS}.scan()") == [0x70]
    device.plug("S")
    device.short("S", after_ms=50)
    world.run(30)
    assert device.eval(f"{BUS}.scan()") == [0x20, 0x3C, 0x70]
    world.run(30)
    assert device.eval(f"{BUS}.scan()") == []


def draw(device: object, seat: int, world: World) -> None:
    """Switch a display on, upright, and light its top left byte and one pixel at the bottom."""
    select = f"{BUS}.writeto(0x70, bytes(({1 << seat},)))"
    device.at(0, select)
    device.at(0, f"{BUS}.writeto(0x3c, b'\\x00\\xaf\\xa1\\xc8\\xb0\\x00\\x10')")
    device.at(0, f"{BUS}.writeto(0x3c, b'\\x40\\xff')")
    device.at(0, f"{BUS}.writeto(0x3c, b'\\x00\\xb7\\x0f\\x17')")
    device.at(0, f"{BUS}.writeto(0x3c, b'\\x40\\x80')")
    world.run(5)


def test_a_display_is_seen_as_it_was_drawn(world: World, tmp_path: Path) -> None:
    device = world.start(firmware=TINY)
    world.run(10)
    assert not any(map(any, device.display("W").rows())), "dark while off"
    draw(device, 3, world)
    rows = device.display("W").rows()
    assert [(x, y) for y in range(64) for x in range(128) if rows[y][x]] == [
        *((0, y) for y in range(8)), (127, 63),
    ]  # fmt: skip
    assert device.display("W").ram == device.eval("bytes(virtual.display(3).ram)")
    text = device.display("W").text().split("\n")
    assert len(text) == 32 and text[0] == "█" and text[31] == " " * 127 + "▄"
    device.display("W").png(tmp_path / "west.png", scale=2)
    width, height, pixels = read_png(tmp_path / "west.png")
    assert (width, height) == (256, 128)
    assert pixels[:3] == pixels[3:6] == bytes((235, 245, 255)) != pixels[6:9]
    device.kill()
    assert not any(map(any, device.display("W").rows()))


def test_a_picture_shows_each_display_at_its_seat(world: World, tmp_path: Path) -> None:
    device = world.start(firmware=TINY)
    world.run(10)
    picture(device, tmp_path / "before.png", scale=1)
    draw(device, 0, world)
    picture(device, tmp_path / "after.png", scale=1)
    width, height, before = read_png(tmp_path / "before.png")
    _, _, after = read_png(tmp_path / "after.png")
    changed = [n // 3 for n in range(0, len(before), 3) if before[n : n + 3] != after[n : n + 3]]
    assert len(changed) == 9
    assert all(n // width < height // 3 for n in changed), "north is on top"
    assert all(width // 3 <= n % width < 2 * width // 3 for n in changed)


def test_every_output_is_recorded_with_its_time(world: World) -> None:
    device = world.start(firmware=TINY)
    world.run(20)
    draw(device, 0, world)
    names = [output.name for output in device.trace]
    assert names.index("display:0") < names.index("draw:0")
    drawn = [output for output in device.trace if output.name == "draw:0"]
    assert [output.value for output in drawn] == [(0, b"\xff"), (1023, b"\x80")]
    assert all(20 <= output.ms <= 25 for output in drawn)
