"""The keypad over modelled chips: exactly the presses that a person meant, at the right time."""

import micropython
from seat_bench import Bench, vclock

from bidbox import faults, keys
from bidbox.calls import NOBODY

VM_ONLY = True


def test_a_press_is_told_once_with_the_time_of_the_first_scan_that_saw_it():
    bench = Bench()
    bench.close(2, "OK")
    seen = bench.scan()
    assert bench.presses == []
    bench.scan()
    assert bench.presses == []
    bench.scan()
    assert bench.presses == [(2, "OK", seen)]
    bench.scans(50)
    bench.open(2)
    bench.scans(2)
    assert bench.edges == [(2, "OK", True)]
    bench.scan()
    assert bench.edges == [(2, "OK", True), (2, "OK", False)]


def test_every_key_of_every_seat_is_itself():
    bench = Bench()
    for seat in range(4):
        bench.tap(seat, *keys.NAMES)
        assert bench.names(seat) == list(keys.NAMES)


def test_bounce_makes_one_press_timed_from_its_first_contact():
    for pattern in ("1111", "10111", "110111", "1101110111"):
        bench = Bench()
        times = []
        for closed in pattern:
            bench.contact(1, "OK", closed == "1")
            times.append(bench.scan())
        bench.scans(3)
        assert bench.presses == [(1, "OK", times[0])], pattern
        for closed in "0100":
            bench.contact(1, "OK", closed == "1")
            bench.scan()
        bench.scans(4)
        assert len(bench.edges) == 2, pattern


def test_a_crackle_is_no_press_and_gives_no_later_press_its_time():
    bench = Bench()
    bench.close(0, "OK")
    bench.scan()
    bench.open(0, "OK")
    bench.scans(10)
    assert bench.edges == []
    bench.close(0, "OK")
    seen = bench.scan()
    bench.scans(3)
    assert bench.presses == [(0, "OK", seen)]


def test_ok_twice_is_two_presses():
    bench = Bench()
    bench.tap(3, "OK", "OK")
    assert bench.names() == ["OK", "OK"]


def test_two_seats_in_one_scan_have_the_same_time():
    bench = Bench()
    bench.close(0, "OK")
    bench.close(3, "OK")
    seen = bench.scan()
    bench.scans(4)
    assert bench.presses == [(0, "OK", seen), (3, "OK", seen)]


def test_rolling_from_key_to_key_gives_both():
    bench = Bench()
    bench.close(0, "1")
    bench.scans(4)
    bench.close(0, "H")
    bench.scans(4)
    bench.open(0, "1")
    bench.scans(4)
    bench.close(0, "OK")
    bench.scans(4)
    assert bench.names() == ["1", "H", "OK"]


def test_three_keys_that_ghost_a_fourth_give_nothing_until_one_is_let_go():
    bench = Bench()
    bench.close(0, "1", "2", "5")  # the matrix shows 6 as well
    bench.scans(20)
    assert bench.presses == []
    bench.open(0, "1")
    seen = bench.scan()
    bench.scans(4)
    assert bench.presses == [(0, "2", seen), (0, "5", seen)]
    assert "6" not in bench.names()


def test_two_held_keys_and_a_third_that_ghosts_are_sorted_out():
    bench = Bench()
    bench.close(0, "PASS")
    bench.scans(5)
    bench.close(0, "OK")
    bench.scans(5)
    bench.close(0, "C")  # C and PASS share a row, PASS and OK a column: H shows too
    bench.scans(10)
    assert bench.names() == ["PASS", "OK"]
    bench.open(0, "PASS")
    bench.scans(5)
    assert bench.names() == ["PASS", "OK", "C"]


def test_three_keys_without_a_rectangle_are_all_taken():
    bench = Bench()
    bench.close(0, "1", "6", "H")
    bench.scans(4)
    assert bench.names() == ["1", "6", "H"]


def test_every_rectangle_is_recognised_whichever_corner_is_the_ghost():
    columns, rows = 4, 5
    for c1 in range(columns):
        for c2 in range(c1 + 1, columns):
            for r1 in range(rows):
                for r2 in range(r1 + 1, rows):
                    corners = [keys.NAMES[5 * c + r] for c in (c1, c2) for r in (r1, r2)]
                    bench = Bench()
                    ghost = corners.pop((c1 + c2 + r1 + r2) % 4)
                    bench.close(0, *corners)
                    bench.scans(5)
                    assert bench.presses == [], (corners, ghost)


def test_all_eighty_keys_at_once_are_harmless_however_they_are_let_go():
    bench = Bench()
    for seat in range(4):
        bench.close(seat, *keys.NAMES)
    bench.scans(100)
    for key in range(keys.COUNT):
        for seat in range(4):
            bench.open(seat, keys.NAMES[(key * 7 + seat) % keys.COUNT])
        bench.scans(3)
    bench.scans(5)
    assert bench.edges == []
    bench.tap(1, "1", "C", "OK")
    assert bench.names() == ["1", "C", "OK"]


def test_a_hand_does_not_release_a_key_that_is_held():
    bench = Bench()
    bench.close(0, "TD")
    bench.scans(5)
    bench.close(0, *keys.NAMES)
    bench.scans(5)
    assert bench.edges == [(0, "TD", True)]
    bench.open(0)
    bench.scans(5)
    assert bench.edges == [(0, "TD", True), (0, "TD", False)]


def test_a_key_down_at_power_on_is_not_a_press():
    bench = Bench(settle=False)
    bench.close(2, "OK")
    bench.scans(20)
    assert bench.edges == []
    assert bench.keypad.held(2, keys.OK)
    bench.open(2)
    bench.scans(4)
    bench.tap(2, "OK")
    assert bench.names() == ["OK"]


def test_a_stuck_key_is_reported_once_and_the_seat_plays_on():
    bench = Bench()
    bench.close(1, "S")
    bench.scans(1950)
    assert bench.faults == []
    bench.scans(200)
    assert bench.faults == [(1, faults.KEY_STUCK + keys.NAMES.index("S"))]
    bench.tap(1, "2", "D", "OK")
    assert bench.names() == ["S", "2", "D", "OK"]
    bench.open(1)
    bench.scans(5)
    assert bench.faults[1:] == [(1, faults.KEY_FREE + keys.NAMES.index("S"))]


def test_a_chip_reset_at_any_moment_of_a_press_loses_and_doubles_nothing():
    for moment in range(24):
        bench = Bench()
        if moment >= 12:
            bench.chips[0].floating = 0xFF
            moment -= 12
        bench.scans(moment)  # the check of an idle unit comes round at different moments
        for scan in range(12):
            if scan == 2:
                bench.close(0, "OK")
            if scan == moment:
                bench.chips[0].power_on()
            bench.scan()
        bench.scans(40)
        bench.open(0)
        bench.scans(10)
        assert bench.edges == [(0, "OK", True), (0, "OK", False)], (moment, bench.edges)
        assert bench.faults == [(0, faults.CHIP_RESET)], moment


def test_a_chip_reset_in_the_middle_of_a_matrix_scan_is_noticed_in_that_scan_or_the_next():
    for step in range(1, 23):
        bench = Bench()
        if step > 11:
            bench.chips[0].floating = 0xFF
            step -= 11
        bench.close(0, "OK")
        bench.scans(2)
        left = [step]
        chip = bench.chips[0]
        start_write = chip.start_write

        def reset_at_step(chip=chip, start_write=start_write, left=left):
            left[0] -= 1
            if left[0] == 0:
                chip.power_on()
            return start_write()

        chip.start_write = reset_at_step
        bench.scans(60)
        bench.open(0)
        bench.scans(10)
        assert bench.edges == [(0, "OK", True), (0, "OK", False)], (step, bench.edges)
        assert bench.faults == [(0, faults.CHIP_RESET)], step


def test_a_chip_whose_bank_bit_noise_has_set_is_set_up_again():
    bench = Bench()
    bench.chips[2].registers[10] = bench.chips[2].registers[11] = 0x80
    bench.scans(40)
    assert bench.faults == [(2, faults.CHIP_RESET)]
    bench.tap(2, "3", "H", "OK")
    bench.tap(1, "OK")
    assert bench.names() == ["3", "H", "OK", "OK"]


def test_a_unit_pulled_in_mid_call_is_named_and_the_others_play_on():
    bench = Bench()
    bench.tap(1, "3")
    bench.close(1, "H")
    bench.scan()
    behind = bench.mux.channels[1]
    bench.mux.channels[1] = []
    bench.tap(0, "1", "C", "OK")
    assert bench.faults == [(1, faults.UNIT_GONE)]
    assert bench.names(0) == ["1", "C", "OK"]
    assert not bench.units[1].up
    bench.open(1)
    bench.chips[1].power_on()
    bench.mux.channels[1] = behind
    bench.scans(110)
    assert bench.faults == [(1, faults.UNIT_GONE), (1, faults.UNIT_BACK)]
    bench.tap(1, "H", "OK")
    assert bench.names(1) == ["3", "H", "OK"]


def test_a_held_key_of_a_unit_that_goes_is_released():
    bench = Bench()
    bench.close(1, "TD")
    bench.scans(5)
    bench.mux.channels[1] = []
    bench.scans(5)
    assert bench.edges == [(1, "TD", True), (1, "TD", False)]


def test_one_missed_answer_is_no_fault_and_loses_no_press():
    bench = Bench()
    behind = bench.mux.channels[2]
    bench.close(2, "OK")
    seen = bench.scan()
    bench.mux.channels[2] = []
    bench.scan()
    bench.mux.channels[2] = behind
    bench.scans(3)
    assert bench.presses == [(2, "OK", seen)]
    assert bench.faults == []


def test_a_shorted_unit_is_switched_off_and_comes_back():
    for channel in range(4):
        bench = Bench()
        bench.scans(channel)
        bench.mux.shorted[channel] = True
        other = (channel + 1) & 3
        bench.tap(other, "1", "C", "OK")
        assert bench.faults == [(channel, faults.UNIT_SHORTED)], bench.faults
        assert bench.names(other) == ["1", "C", "OK"]
        bench.scans(250)
        bench.tap(other, "OK")
        assert len(bench.faults) == 1
        bench.mux.shorted[channel] = False
        bench.scans(110)
        assert bench.faults[1:] == [(channel, faults.UNIT_BACK)]
        bench.tap(channel, "PASS", "OK")
        assert bench.names(channel) == ["PASS", "OK"]


def test_a_dead_switch_is_named_as_such_and_everybody_comes_back():
    bench = Bench()
    bench.mux.held = True
    reset_pin = bench.mux.reset_pin
    bench.mux.reset_pin = lambda level: None
    bench.scans(200)
    assert bench.faults == [(NOBODY, faults.MUX_GONE)]
    bench.mux.reset_pin = reset_pin
    bench.mux.held = False
    bench.scans(110)
    assert bench.faults == [(NOBODY, faults.MUX_GONE), (NOBODY, faults.MUX_BACK)]
    bench.tap(2, "OK")
    assert bench.names() == ["OK"]


def test_a_table_starts_with_a_seat_missing():
    bench = Bench(settle=False)
    behind = bench.mux.channels[3]
    bench.mux.channels[3] = []
    bench.scans(20)
    assert bench.faults == [(3, faults.UNIT_GONE)]
    bench.tap(0, "OK")
    assert bench.names() == ["OK"]
    bench.mux.channels[3] = behind
    bench.scans(110)
    assert bench.faults[-1] == (3, faults.UNIT_BACK)


def test_a_scan_with_presses_allocates_nothing():
    bench = Bench()
    seen = bytearray(40)

    def on_key(seat, key, pressed, ms):
        seen[seat * 10 + pressed] += 1

    bench.keypad._on_key = on_key
    for seat in range(4):
        bench.close(seat, "OK")
    micropython.heap_lock()
    try:
        for _ in range(5):
            bench.keypad.scan()
    finally:
        micropython.heap_unlock()
    assert seen[1] == seen[11] == seen[21] == seen[31] == 1
    for seat in range(4):
        bench.open(seat)
    micropython.heap_lock()
    try:
        for _ in range(70):
            bench.keypad.scan()
    finally:
        micropython.heap_unlock()
    assert seen[0] == seen[10] == seen[20] == seen[30] == 1


def test_the_gap_between_scans_is_told():
    bench = Bench()
    assert bench.keypad.gap_ms == 10
    vclock.now += 80000000
    bench.scan()
    assert bench.keypad.gap_ms == 90


def _bus_ms(bench):
    before = bench.bus.busy_ns
    bench.scan()
    return (bench.bus.busy_ns - before) / 1000000


def test_bus_time_of_a_scan_stays_in_the_budget():
    bench = Bench()
    idle = [_bus_ms(bench) for _ in range(32)]
    for seat in range(4):
        bench.close(seat, "OK")
    full = [_bus_ms(bench) for _ in range(12)]
    print(
        "bus ms a scan: idle %.2f to %.2f, four seats with a key down %.2f to %.2f"
        % (min(idle), max(idle), min(full), max(full))
    )
    assert min(idle) < 0.6
    assert sum(idle) / len(idle) < 0.62
    assert sorted(full)[6] < 3.2
    assert max(full) < 4
    conflicts = sum(chip.conflicts for chip in bench.chips)
    assert conflicts == 0
