"""What a board's README reckons comes out as it says, and it leaves no step without a check."""

import re
from math import log

import pytest

from tests import board_pins
from tests.boards import Board

_CELL_WH = 3.0 * 3.6 * 0.9 * 0.85


def rows(text: str, heading: str) -> list[list[str]]:
    """Return the cells of the rows of the table under a heading row."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(heading))
    found = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip().strip("|").split("|")])
    return found


def _readme(board: Board) -> str:
    return (board.path.parent / "README.md").read_text(encoding="utf-8")


def number(text: str) -> float:
    return float(re.findall(r"\d+(?:\.\d+)?", text.replace(",", ""))[0])


def test_currents_add_up(board: Board) -> None:
    text = _readme(board)
    *parts, total = rows(text, "| what | mA at 5 V |")
    assert sum(number(part[1]) for part in parts) == number(total[1])
    watts = number(total[1]) * 5 / 1000
    stated = re.search(rf"{number(total[1]):.0f} mA x 5 V = ([\d.]+) W", text)
    assert stated and float(stated[1]) == pytest.approx(watts, abs=0.006)


def test_every_step_has_a_check(board: Board) -> None:
    steps = rows(_readme(board), "| | do | check |")
    assert [number(step[0]) for step in steps] == list(range(1, len(steps) + 1))
    assert all(len(step) == 3 and len(step[2]) > 10 for step in steps)


def test_it_says_that_nobody_has_built_it(board: Board) -> None:
    text = _readme(board)
    assert "**Nobody has built it yet**" in text and "reckoned, not measured" in text


def test_evenings_follow_from_energy_and_current(board: Board) -> None:
    text = _readme(board)
    watts = number(rows(text, "| what | mA at 5 V |")[-1][1]) * 5 / 1000
    if board.has("table"):
        for source, energy, evenings in rows(text, "| source | Wh | evenings |"):
            if "cell" in source:
                expected = _CELL_WH * (2 if source.startswith("two") else 1)
            else:
                expected = number(source) / 1000 * 3.6 * 0.85
            assert number(energy) == pytest.approx(expected, abs=0.06), source
            assert number(evenings) == pytest.approx(expected / watts / 4, abs=0.06), source
    else:
        stated = re.search(r"([\d.]+) hours, ([\d.]+) evenings", text)
        assert stated and float(stated[1]) == pytest.approx(_CELL_WH / watts, abs=0.06)
        assert float(stated[2]) == pytest.approx(_CELL_WH / watts / 4, abs=0.06)


def test_rise_times_follow_from_the_formula() -> None:
    text = (board_pins.BOARDS / "esp32_table" / "README.md").read_text()
    longest = 0.0
    for cord, channel, rise in rows(text, "| cord | channel | rise |"):
        farad = 30 + 100 * number(cord)
        assert number(channel) == farad
        joined = 1.1 * (40 + farad) * log((3.3 - 0.99) / (3.3 - 1.6))
        alone = 2.2 * farad * log((3.3 - 1.6) / (3.3 - 2.31))
        assert number(rise) == pytest.approx(joined + alone, abs=0.6), cord
        if number(rise) <= 300:
            longest = number(cord)
    assert f"up to {longest} m" in text


@pytest.mark.boards("battery")
def test_the_divider_stays_below_what_the_steps_say(board: Board) -> None:
    battery = board.data["BATTERY"]
    share = battery["lower_ohm"] / (battery["upper_ohm"] + battery["lower_ohm"])
    assert 4.2 * share <= 2.2
    assert f"{4.2 * share:.1f} V with a full cell" in _readme(board)
