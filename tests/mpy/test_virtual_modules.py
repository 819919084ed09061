"""The fakes behave as the modules of an ESP32 do, errors included."""

import asyncio
import sys
import time

import aioespnow
import espnow
import machine
import micropython
import neopixel
import network
import vclock
import vctl
import vespnow
import virtual

VM_ONLY = True
VM_BOARD = "esp32_table"


def _outputs():
    """Return (name, value) of what was put out since the last time."""
    found = []
    for kind, _, payload in vctl.frames:
        if kind == vctl.TRACE:
            found.append(tuple(payload.decode().split("\0")))
    vctl.frames.clear()
    return found


def _error_of(function, *arguments):
    try:
        function(*arguments)
    except OSError as error:
        return error.args
    return None


def test_ticks_wrap_at_two_to_the_thirtieth():
    before = vclock.now
    vclock.now = ((1 << 30) - 5) * 1000000
    first = time.ticks_ms()
    time.sleep_ms(10)
    second = time.ticks_ms()
    vclock.now = before
    assert first == (1 << 30) - 5 and second == 5
    assert time.ticks_diff(second, first) == 10
    assert time.ticks_add(first, 10) == second
    assert time.ticks_diff(0, 1 << 29) == -(1 << 29)


def test_sleeping_takes_no_time_but_passes_it():
    before = time.ticks_ms()
    time.sleep(3600)
    assert time.ticks_diff(time.ticks_ms(), before) == 3600000


def test_the_epoch_is_2000_and_the_clock_can_be_set():
    assert time.gmtime(0)[:3] == (2000, 1, 1) and len(time.gmtime(0)) == 8
    machine.RTC().datetime((2026, 11, 29, 6, 19, 30, 0, 0))
    assert time.localtime()[:5] == (2026, 11, 29, 19, 30)
    assert time.mktime((2026, 11, 29, 19, 30, 0, 0, 0)) == time.time()
    for seconds in (0, 59, 86399, 5097600, 68256000, 825555723):
        assert time.mktime(time.gmtime(seconds)) == seconds


def test_tasks_run_in_the_order_of_time_and_no_time_is_lost():
    seen = []

    async def step(name, ms, count):
        for _ in range(count):
            await asyncio.sleep_ms(ms)
            seen.append((time.ticks_ms() // 10 * 10, name))

    async def all_of_them():
        vclock.now = 0
        await asyncio.gather(step("a", 1000, 3), step("b", 700, 4), step("c", 0, 2))

    asyncio.run(all_of_them())
    assert seen == [(0, "c"), (0, "c"), (700, "b"), (1000, "a"), (1400, "b"), (2000, "a"),
                    (2100, "b"), (2800, "b"), (3000, "a")], seen  # fmt: skip


def test_a_busy_loop_ends_because_each_look_at_the_clock_costs():
    deadline = time.ticks_add(time.ticks_ms(), 5)
    while time.ticks_diff(deadline, time.ticks_ms()) > 0:
        pass
    assert time.ticks_diff(time.ticks_ms(), deadline) < 5


def test_a_pwm_made_without_arguments_sounds_and_one_made_silent_does_not():
    _outputs()
    machine.PWM(machine.Pin(4))
    assert _outputs() == [("pwm:4", "[5000, 32768]")]
    pwm = machine.PWM(machine.Pin(5), freq=2000, duty_u16=0)
    pwm.duty_u16(1000)
    pwm.duty_u16(1000)
    pwm.freq(440)
    assert _outputs() == [
        ("pwm:5", "[2000, 0]"), ("pwm:5", "[2000, 1000]"), ("pwm:5", "[440, 1000]"),
    ]  # fmt: skip


def test_pins_are_one_object_a_number_and_know_what_they_cannot():
    assert machine.Pin(12) is machine.Pin(12)
    try:
        machine.Pin(34, machine.Pin.OUT)
    except ValueError:
        pass
    else:
        raise AssertionError("34 is an input")
    button = machine.Pin(13, machine.Pin.IN, machine.Pin.PULL_UP)
    edges = []
    button.irq(lambda pin: edges.append(pin.value()), machine.Pin.IRQ_FALLING)
    import vpins

    assert button() == 1
    vpins.drive(13, 0)
    assert button() == 0
    vpins.drive(13, None)
    assert button() == 1 and edges == [0]


def test_pixels_are_told_in_red_green_blue_when_written():
    _outputs()
    pixels = neopixel.NeoPixel(machine.Pin(18), 2)
    pixels[0] = (1, 2, 3)
    assert pixels[0] == (1, 2, 3) and bytes(pixels.buf[:3]) == b"\x02\x01\x03"
    pixels.fill((4, 5, 6))
    pixels.write()
    pixels.write()
    assert [entry for entry in _outputs() if entry[0] == "pixels:18"] == [
        ("pixels:18", "[[4, 5, 6], [4, 5, 6]]")
    ]


def test_the_battery_is_seen_through_the_divider():
    virtual.set_battery(3700)
    adc = machine.ADC(machine.Pin(34), atten=machine.ADC.ATTN_11DB)
    assert adc.read_uv() == 1850000


def test_a_seat_unit_can_be_pulled_and_put_back():
    i2c = machine.I2C(0, scl=machine.Pin(22), sda=machine.Pin(21), timeout=1000)
    i2c.writeto(0x70, b"\x04")
    i2c.writeto_mem(0x20, 0x14, b"\x42")
    virtual.unplug(2)
    assert i2c.scan() == [0x70]
    assert _error_of(i2c.writeto, 0x20, b"\x00")[0] == 19
    virtual.plug(2)
    assert i2c.scan() == [0x20, 0x3C, 0x70]
    assert i2c.readfrom_mem(0x20, 0x14, 1) == b"\x00", "it has forgotten"
    i2c.writeto(0x70, b"\x00")


def test_a_scan_allocates_nothing():
    i2c = machine.I2C(0, scl=machine.Pin(22), sda=machine.Pin(21), timeout=1000)
    channel = b"\x01"
    row = bytearray(b"\x55")
    virtual.press(0, 7)

    def scan():
        i2c.writeto(0x70, channel)
        i2c.readfrom_mem_into(0x20, 0x12, row)
        i2c.writeto_mem(0x20, 0x01, row)

    micropython.heap_lock()
    try:
        scan()
    finally:
        micropython.heap_unlock()
    assert row == i2c.readfrom_mem(0x20, 0x12, 1)
    virtual.press(0, 7, False)


def test_radio_errors_carry_the_numbers_of_the_idf():
    radio = espnow.ESPNow()
    peer = b"\x24\x0a\xc4\x00\x00\x02"
    radio.active(False)
    assert _error_of(radio.send, peer, b"x") == (-12389, "ESP_ERR_ESPNOW_NOT_INIT")
    radio.active(True)
    wlan = network.WLAN(network.STA_IF)
    wlan.active(False)
    assert _error_of(radio.send, peer, b"x") == (-12396, "ESP_ERR_ESPNOW_IF")
    wlan.active(True)
    assert _error_of(radio.send, peer, b"x") == (-12393, "ESP_ERR_ESPNOW_NOT_FOUND")
    radio.add_peer(peer)
    assert _error_of(radio.add_peer, peer) == (-12395, "ESP_ERR_ESPNOW_EXIST")
    assert radio.send(peer, b"x", False)
    for n in range(19):
        radio.add_peer(b"\x24\x0a\xc4\x00\x01" + bytes((n,)))
    assert _error_of(radio.add_peer, b"\x24\x0a\xc4\x00\x02\x00") == (
        -12392, "ESP_ERR_ESPNOW_FULL"
    )  # fmt: skip
    try:
        radio.send(peer, bytes(251))
    except ValueError:
        pass
    else:
        raise AssertionError("251 bytes are too many")
    radio.active(False)


def test_received_frames_wait_in_a_buffer_that_can_overflow():
    network.WLAN(network.STA_IF).active(True)
    radio = aioespnow.AIOESPNow()
    radio.active(True)
    head = b"\x24\x0a\xc4\x00\x00\x09" + bytes((128 - 40, 1))
    for _ in range(3):
        vespnow.arrive(head + bytes(250))
    assert radio.stats()[3:] == (2, 1), "two full frames fit by default"
    vespnow.arrive(b"\x24\x0a\xc4\x00\x00\x09" + bytes((88, 2)) + b"other channel")
    got = []

    async def take():
        for _ in range(2):
            got.append(await radio.arecv())

    asyncio.run(take())
    assert got == [(b"\x24\x0a\xc4\x00\x00\x09", bytes(250))] * 2
    assert radio.recv(0) == (None, None)
    assert radio.peers_table[b"\x24\x0a\xc4\x00\x00\x09"][0] == -40
    radio.active(False)


def test_a_timer_calls_while_the_program_waits():
    calls = []
    timer = machine.Timer(0, period=100, callback=lambda timer: calls.append(time.ticks_ms()))

    async def wait():
        await asyncio.sleep_ms(350)

    asyncio.run(wait())
    timer.deinit()
    asyncio.run(wait())
    assert len(calls) == 3


def test_time_is_the_fake_everywhere():
    assert sys.modules["time"] is sys.modules["utime"]
    assert time.ticks_ms is vclock.ticks_ms
