"""A deployment that is broken off anywhere, or does not fit: a whole version runs afterwards."""

from dataclasses import replace
from pathlib import Path

import pytest
from deploy_bench import (
    VM,
    DyingBoard,
    Impatient,
    Killed,
    PlainBoard,
    Silent,
    another,
    deploy,
    hello,
    table_with,
)
from virtual_board import World, image, vm

from bidbox_host.deploy import deployment, greeting
from bidbox_host.deploy.errors import DeployError, FlashFull, NotAnswering
from bidbox_host.deploy.layout import Release, release
from bidbox_host.deploy.plan import plan
from bidbox_host.deploy.repl import SerialBoard


def test_a_host_that_is_killed_at_any_step_leaves_a_whole_version(
    world: World, installed: Path, made: Release
) -> None:
    two = another(made, "two", edition_2007=b"M\x06" + bytes(2000))
    device = table_with(world, installed)
    codes: list[str] = []
    deploy(device, two, connect=lambda name: DyingBoard(name, 1000, codes))
    begun = next(n for n, code in enumerate(codes) if code.startswith("_c("))
    steps = enumerate(codes)
    limits = [1, *(n for n, code in steps if n >= begun and not code.startswith("_f.write("))]
    chunks = [n for n, code in enumerate(codes) if code.startswith("_f.write(")]
    told = {greeting.told(made.version), greeting.told(two.version)}
    seen = []
    for limit in sorted({*limits, chunks[0], chunks[len(chunks) // 2], chunks[-1]}):
        device.kill()
        device.flash.write_bytes(installed.read_bytes())
        device.restart()
        with pytest.raises(Killed):
            deploy(device, two, connect=lambda name, n=limit: DyingBoard(name, n, []))
        device.restart()
        with world.flowing(4):
            answered, why = greeting.hello_after(device.port, None)
        assert answered, (limit, codes[limit], why)
        seen.append(answered.firmware)
    assert set(seen) == told and len(limits) > 12
    switched = seen.index(greeting.told(two.version))
    assert seen == [greeting.told(made.version)] * switched + [seen[-1]] * (len(seen) - switched)
    assert deploy(device, two).hello


def test_a_host_that_is_gone_does_not_stop_the_table_for_ever(
    world: World, installed: Path, made: Release
) -> None:
    device = table_with(world, installed)
    world.run(2000)
    pid = device.pid
    with pytest.raises(Killed):
        deploy(device, another(made, "two"), connect=lambda name: DyingBoard(name, 9, []))
    world.run(300_000)
    assert device.pid != pid, "the soft reset of the raw prompt"
    pid = device.pid
    world.run(320_000)
    assert device.pid != pid, "the watchdog in service mode bites after ten minutes"
    assert hello(device).firmware == greeting.told(made.version)


def test_the_watchdog_of_a_program_that_does_not_answer_bites_not_in_the_middle(
    world: World, installed: Path, made: Release
) -> None:
    device = table_with(world, installed)
    world.run(2000)
    board = SerialBoard(device.port)  # the program had no word of it: 8 s are left
    board.close()
    watched = []
    original = deployment.copy

    class Waiting(Silent):
        def step(self, words: str) -> None:
            super().step(words)
            if words.startswith("send "):
                watched.append(device.pid)
                world.run(60_000)
                watched.append(device.pid)

    outcome = deploy(device, another(made, "two"), watcher=Waiting())
    assert outcome.hello and len(watched) == 2 and watched[0] == watched[1]
    assert original is deployment.copy


@pytest.mark.parametrize("operations", [7, 30, 100])
def test_a_power_cut_in_the_middle_is_told_in_one_line_and_the_table_runs(
    world: World, installed: Path, made: Release, operations: int
) -> None:
    device = table_with(world, installed)
    world.run(2000)
    two = another(made, "two", edition_2007=b"M\x06" + bytes(20_000))

    class Cut(Impatient):
        def copy(self, source: str, target: str) -> None:
            self.exec(f"import vflash\nvflash.cut_after({operations}, 100)")
            super().copy(source, target)

    with pytest.raises(DeployError) as caught:
        deploy(device, two, connect=Cut)
    assert "\n" not in caught.value.format_message() and not device.alive
    device.restart()
    with world.flowing(4):
        answered, why = greeting.hello_after(device.port, None)
    assert answered and answered.firmware == greeting.told(made.version), why
    assert deploy(device, two).hello


def test_power_cut_at_every_flash_operation_leaves_one_whole_version(tmp_path: Path) -> None:
    """Exhaustive, on the flash alone: main.py is run on what each operation leaves, torn too."""
    if not vm.available():
        pytest.skip("no MicroPython VM on this platform")
    main = (vm.FIRMWARE / "main.py").read_bytes()
    content = {"main.py": main, "apps/wiring.mpy": b"w" * 1500, "board.mpy": b"b" * 700,
               "bidbox/laws/edition_2017.mpy": b"l" * 300}  # fmt: skip
    one = release(content, "esp32_table", "table", "1")
    two = release(content | {"board.mpy": b"B" * 900, "x.mpy": b""}, "esp32_table", "table", "2")
    flash = tmp_path / "flash"
    image.build(flash, {})

    def states(made: Release, stop_after: int | None = None) -> list[str]:
        """Deploy on the flash; return what would start after each operation, run by run."""
        before, log = tmp_path / "before", tmp_path / "log"
        before.write_bytes(flash.read_bytes())
        board = PlainBoard(flash, log)
        planned = plan(made, deployment.look(board), proven=True)
        if stop_after is not None:
            planned = replace(planned, sends=planned.sends[:stop_after])
            with pytest.raises(DeployError):
                deployment.copy(board, planned, Silent())
        else:
            deployment.copy(board, planned, Silent())
            board.put("/config.json", made.version.text)
            deployment.switch(board, planned, Silent())
        board.close()
        done = vm.run_script(
            VM / "deploy_cuts.py", [str(before), str(log)], fakes=False, path=[vm.VM_MODULES],
            heap="32m",
        )  # fmt: skip
        lines = [line.split(" ", 2) for line in done.out.splitlines()]
        assert int(lines[-1][1]) > 3
        return [line[2] for line in lines]

    first, second = one.version.name, two.version.name
    assert states(one) == ["no main.py", first]
    assert states(two, stop_after=1) == [first]
    assert states(two) == [first, second]
    assert states(one) == [second, first]
    assert states(release(content, "esp32_table", "table", "3"))[0] == first


def test_a_version_whose_files_are_damaged_gives_way_to_the_other(
    world: World, installed: Path, made: Release
) -> None:
    device = table_with(world, installed)
    two = another(made, "two")
    deploy(device, two)
    with world.flowing(4):
        board = SerialBoard(device.port)
        board.write(f"{two.version.folder}/note.txt", b"")
        board.reset()
        board.close()
        answered, why = greeting.hello_after(device.port, None)
    assert answered and answered.firmware == greeting.told(made.version), why
    assert deploy(device, two).hello.firmware == greeting.told(two.version)


def test_a_version_that_does_not_answer_is_taken_back(
    world: World, installed: Path, made: Release
) -> None:
    device = table_with(world, installed)
    with pytest.raises(NotAnswering) as caught:
        deploy(device, another(made, "bad", wiring=b"no bytecode"), start_s=3)
    words = caught.value.format_message()
    assert "does not answer" in words and words.endswith("0.1.0, runs again")
    assert hello(device).firmware == greeting.told(made.version)


def test_a_full_flash_is_refused_before_and_survived_within(
    world: World, installed: Path, made: Release
) -> None:
    device = table_with(world, installed)
    two = another(made, "two", wiring=made.content["apps/wiring.mpy"] + b" ")

    with world.flowing(4):
        board = SerialBoard(device.port)
        board.exec(
            "os.mkdir('/junk')\nb=bytes(32768)\nn=0\ntry:\n while 1:\n  n+=1\n"
            "  with open('/junk/%d'%n,'wb') as f: f.write(b)\nexcept OSError: pass\n"
            "os.remove('/junk/%d'%n)"
        )
        board.reset()
        board.close()

    class Hopeful(SerialBoard):
        def free(self) -> tuple[int, int]:
            return 1 << 20, 4096

    with pytest.raises(FlashFull, match=r"KiB are free, \d+ KiB are needed; make room"):
        deploy(device, two)
    with pytest.raises(FlashFull, match="the flash is full; make room"):
        deploy(device, two, connect=Hopeful)
    assert hello(device).firmware == greeting.told(made.version)
    with world.flowing(4):
        board = SerialBoard(device.port)
        board.remove("/junk")
        board.reset()
        board.close()
    assert deploy(device, two).hello.firmware == greeting.told(two.version)
