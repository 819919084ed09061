"""The virtual board itself, with a tiny program in place of the firmware."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import serial
from virtual_board import Device, VirtualBoardError, VMTimeout, World

TINY = Path(__file__).parent / "tiny_app"
MPREMOTE = [sys.executable, "-m", "mpremote"]


def say(device: Device, line: str) -> None:
    with serial.Serial(device.port) as port:
        port.write(line.encode() + b"\n")


def ask(device: Device, line: str, answer: str) -> None:
    """Send a line while time stands still and wait for the answer."""
    with serial.Serial(device.port, timeout=10) as port:
        port.write(line.encode() + b"\n")
        found = port.read_until(answer.encode() + b"\n")
    assert found.endswith(answer.encode() + b"\n"), found


def wait(condition: Callable[[], bool]) -> None:
    """Wait in the machine's time, while the devices' stands still."""
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def mpremote(device: Device, *arguments: str) -> str:
    done = subprocess.run(
        [*MPREMOTE, "connect", device.port, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def beats(device: Device) -> list[float]:
    return [output.ms for output in device.trace if output.name == "buzzer" and output.value[1]]


def test_time_passes_only_when_asked_and_then_at_once(world: World) -> None:
    device = world.start(firmware=TINY)
    assert world.ms == 0 and not beats(device)
    began = time.monotonic()
    world.run(60_000)
    assert time.monotonic() - began < 5
    assert beats(device) == [100.0 * n for n in range(1, 601)]
    assert world.ms == 60_000


def test_run_until_stops_at_the_event(world: World) -> None:
    device = world.start(firmware=TINY)
    assert world.run_until(lambda: device.buzzer()[1] == 7)
    assert world.ms == 700
    assert not world.run_until(lambda: False, limit_ms=300)
    assert world.ms == 1000


def test_outputs_of_two_vms_come_in_the_order_of_time(world: World) -> None:
    order = []
    for name in ("one", "two"):
        device = world.start(firmware=TINY, name=name)
        device.listen(lambda output: order.append(output.ms))
    one, two = world.devices
    world.run(50)
    say(one, "period 70")
    order.clear()
    world.run(5_000)
    assert len(order) == 71 + 50
    assert order == sorted(order)
    assert beats(two)[0] == beats(one)[0] == 100


def test_a_broadcast_is_heard_by_all_others_after_its_time_on_the_air(world: World) -> None:
    one, two, three = (world.start(firmware=TINY, name=name) for name in "abc")
    world.air.separate("a", "c")
    world.run(100)
    say(one, "radio hello")
    assert world.run_until(lambda: two.eval("heard"), 1000)
    assert two.eval("heard") == [(100, b"hello")]
    frame = world.air.frames[0]
    assert (frame.sender, frame.message, frame.heard_by) == ("a", b"hello", ("b",))
    assert three.eval("heard") == one.eval("heard") == []


def test_loss_on_the_air_is_made_good_by_repeats_only_for_unicast(world: World) -> None:
    one, two = (world.start(firmware=TINY, name=name) for name in "ab")
    world.run(100)
    world.air.loss = 0.7
    for n in range(40):
        say(one, f"radio {n}")
    world.run(1000)
    heard = len(two.eval("heard"))
    assert 3 < heard < 24
    say(one, f"unicast {two.mac.hex()}")
    world.run_until(lambda: len(one.eval("acknowledged")) == 50, 5000)
    world.run(100)
    answers = one.eval("acknowledged")
    assert 30 < sum(answers) < 50, "five tries with 0.7 fail now and then"
    assert len(two.eval("heard")) - heard == sum(answers)


def test_a_device_that_is_off_acknowledges_nothing(world: World) -> None:
    one, two = (world.start(firmware=TINY, name=name) for name in "ab")
    world.run(100)
    two.kill()
    say(one, f"unicast {two.mac.hex()}")
    world.run_until(lambda: len(one.eval("acknowledged")) == 50, 5000)
    assert not any(one.eval("acknowledged"))


def test_a_power_cut_keeps_the_flash_and_stops_the_outputs(world: World) -> None:
    device = world.start(firmware=TINY)
    world.run(250)
    ask(device, "keep this", "kept")
    assert device.buzzer() == (2000, 2)
    device.kill()
    assert not device.alive and device.buzzer() == (0, 0)
    assert device.trace[-1].value == [2000, 0]
    world.run(1000)
    device.restart()
    world.run(10)
    ask(device, "keep that", "kept")
    ask(device, "kept", "['this', 'that']")
    ask(device, "cause", "cause 1")


def test_the_power_can_fail_at_any_operation_of_the_flash(world: World) -> None:
    device = world.start(firmware=TINY)
    world.run(10)
    ask(device, "keep first", "kept")
    kept = {"['first']", "['first', 'second']"}
    for operation in range(12):
        device.cut_after(operation, torn=128)
        before = len(device.console)
        say(device, "keep second")
        wait(lambda start=before: not device.alive or b"kept" in device.console[start:])
        cut = not device.alive
        device.restart()
        world.run(10)
        before = len(device.console)
        say(device, "kept")
        wait(lambda: device.console.endswith(b"]\n"))
        found = device.console[before:].decode().strip()
        assert found in kept, (operation, found)
        if not cut:
            break
    else:
        raise AssertionError("a line is kept in fewer operations")


def test_flash_work_takes_time(world: World) -> None:
    device = world.start(firmware=TINY)
    world.run(100)
    before = device.eval("time.ticks_us()")
    ask(device, "keep this", "kept")
    assert device.eval("time.ticks_us()") - before > 300


def test_reset_and_watchdog_start_the_program_anew_and_say_why(world: World) -> None:
    device = world.start(firmware=TINY)
    world.run(100)
    say(device, "reset")
    world.run(200)
    assert b"rst:0xc (SW_CPU_RESET)" in device.console
    ask(device, "cause", "cause 2")
    say(device, "watchdog")
    world.run(900)
    assert b"TG1WDT" not in device.console
    world.run(200)
    assert b"rst:0x8 (TG1WDT_SYS_RESET)" in device.console
    ask(device, "cause", "cause 3")


def test_a_watchdog_that_is_fed_does_not_hold_up_time(world: World) -> None:
    device = world.start(firmware=TINY)
    other = world.start(firmware=TINY)
    world.run(50)
    say(device, "fed")
    world.run(30_000)
    assert len(beats(device)) == len(beats(other)) == 300
    assert b"TG1WDT" not in device.console


def test_a_watchdog_ends_an_endless_loop(real_world: World) -> None:
    device = real_world.start(firmware=TINY)
    say(device, "watchdog\nspin")
    assert real_world.run_until(lambda: b"TG1WDT" in device.console, 5000)
    assert real_world.run_until(lambda: device.buzzer()[1] > 1, 5000)


def test_a_program_that_never_waits_is_reported(world: World) -> None:
    device = world.start(firmware=TINY, name="busy")
    world.run(100)
    world.hub.patience_s = 0.5
    say(device, "spin")
    with pytest.raises(VMTimeout, match="busy: busy"):
        world.run(100)


def test_the_firmware_gets_the_heap_it_is_promised_beside_the_fakes(world: World) -> None:
    device = world.start(firmware=TINY)
    assert 190_000 < device.memory["free"] < 215_000
    world.run(10)
    with pytest.raises(VirtualBoardError, match="MemoryError"):
        device.eval("bytearray(210000)")
    small = world.start(firmware=TINY, name="small", heap=60_000)
    assert 45_000 < small.memory["free"] < 65_000


def test_a_damaged_line_changes_drops_and_doubles_at_its_rates(world: World) -> None:
    device = world.start(firmware=TINY)
    world.run(10)
    text = "x" * 90
    device.line.to_host.changed = 0.01
    device.line.to_host.dropped = 0.01
    device.line.to_host.doubled = 0.01
    with serial.Serial(device.port, timeout=0.3) as port:
        for _ in range(100):
            port.write(f"echo {text}\n".encode())
            world.run(1)
        found = port.read(20_000)
    assert found.count(b"x") != 9000 and 8800 < len(found) < 9400
    assert 200 < device.line.to_host.damaged < 340
    assert device.console.count(text.encode() + b"\n") == 100


def test_a_paced_line_is_no_faster_than_its_baud_rate(real_world: World) -> None:
    device = real_world.start(firmware=TINY)
    device.set_baud(115200)
    text = "y" * 100
    with serial.Serial(device.port, timeout=5) as port:
        ask_once = f"echo {text}\n".encode()
        port.write(ask_once)
        port.read_until(b"\n")
        began = time.monotonic()
        port.write(ask_once * 20)
        found = port.read(2020)
        took = time.monotonic() - began
    assert found == (text + "\n").encode() * 20
    assert took > 2020 * 10 / 115200


@pytest.mark.parametrize("clock", ["world", "real_world"])
def test_mpremote_unmodified_breaks_in_copies_and_restarts(
    clock: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    world: World = request.getfixturevalue(clock)
    device = world.start(firmware=TINY)
    world.run(300)
    assert mpremote(device, "resume", "exec", "print(1 + 1, buzzer.freq())") == "2 2000\n"
    source = tmp_path / "random.bin"
    source.write_bytes(os.urandom(20_000))
    mpremote(device, "fs", "cp", str(source), ":copy.bin")
    mpremote(device, "fs", "cp", ":copy.bin", str(tmp_path / "back.bin"))
    assert (tmp_path / "back.bin").read_bytes() == source.read_bytes()
    assert "copy.bin" in mpremote(device, "fs", "ls")
    count = len(beats(device))
    world.run(300)
    assert len(beats(device)) == count, "after a soft reset in the raw REPL main.py stays stopped"
    mpremote(device, "reset")
    assert world.run_until(lambda: device.buzzer()[1] >= 2, 5000)


def test_ctrl_d_at_the_prompt_runs_the_program_again(world: World) -> None:
    device = world.start(firmware=TINY)
    world.run(300)
    with serial.Serial(device.port, timeout=5) as port:
        port.write(b"\x03")
        assert port.read_until(b">>> ").endswith(b">>> ")
        port.write(b"\x04")
        assert b"MPY: soft reboot" in port.read_until(b"soft reboot\r\n")
    world.run(250)
    assert device.buzzer()[1] == 2


def test_bytes_that_nobody_reads_are_lost_and_stop_nothing(real_world: World) -> None:
    device = real_world.start(firmware=TINY)
    for _ in range(100):
        say(device, "echo " + "z" * 80)
    count = device.buzzer()[1]
    assert real_world.run_until(lambda: device.buzzer()[1] > count + 3, 5000)


def test_no_vm_outlives_a_host_program_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "host.py"
    script.write_text(
        "import sys, time\n"
        "from virtual_board import World\n"
        f"world = World('jump', {str(tmp_path)!r})\n"
        f"device = world.start(firmware={str(TINY)!r})\n"
        "print(device.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    host = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    pid = int(host.stdout.readline())
    os.kill(pid, 0)
    host.send_signal(signal.SIGKILL)
    host.wait()
    host.stdout.close()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.01)
    raise AssertionError("the VM is still there")


def test_ctrl_c_ends_all_and_leaves_no_folder(tmp_path: Path) -> None:
    script = tmp_path / "host.py"
    script.write_text(
        "from virtual_board import World\n"
        "world = World('jump')\n"
        f"device = world.start(firmware={str(TINY)!r})\n"
        "print(device.pid, world.workdir, flush=True)\n"
        "while True: world.run(1000)\n"
    )
    host = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    pid, folder = host.stdout.readline().split()
    host.send_signal(signal.SIGINT)
    host.wait(10)
    host.stdout.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)
    assert not Path(folder).exists()


def test_wrong_names_are_refused_in_one_line(world: World) -> None:
    with pytest.raises(VirtualBoardError, match="no board is called 'esp33'"):
        world.start(board="esp33")
    world.start(firmware=TINY, name="same")
    with pytest.raises(VirtualBoardError, match="called 'same' already"):
        world.start(firmware=TINY, name="same")
    with pytest.raises(VirtualBoardError, match="no key is called 'Q'"):
        world.devices[0].tap("N", "Q")


def test_time_can_flow_while_a_program_uses_the_port(world: World) -> None:
    device = world.start(firmware=TINY)
    with world.flowing(speed=10):
        wait(lambda: device.buzzer()[1] >= 5)
        ask(device, "echo still there", "still there")
    stopped = world.ms
    time.sleep(0.05)
    assert world.ms == stopped >= 500
