"""Holds a downloaded log, judged again on the host, against what was pressed on the stage."""

from pathlib import Path

from bidbox import calls, records
from bidbox_host.demo.sequence import Alarm, Sequence
from bidbox_host.journal import read_log
from bidbox_host.replay import Judged, boards_of, judge


def judged_boards(path: Path) -> list[Judged]:
    """Return the boards of a downloaded log, judged again."""
    return [judge(board) for board in boards_of(read_log(path).records)]


def differences(sequences: list[Sequence], judged: list[Judged]) -> list[str]:
    """Return in words where the log is not what was pressed, or means something else."""
    found = []
    if [j.board.number for j in judged] != [s.board for s in sequences]:
        numbers = [j.board.number for j in judged]
        found.append(f"the log holds boards {numbers}, not {[s.board for s in sequences]}")
    boards = {j.board.number: j for j in judged}
    for sequence in sequences:
        if sequence.board in boards:
            problems = _board(sequence, boards[sequence.board])
            found += [f"board {sequence.board} ({sequence.name}): {p}" for p in problems]
    return found


def _board(sequence: Sequence, judged: Judged) -> list[str]:
    found = []
    made = [
        (entry.seat, calls.call_name(entry.record.call))
        for entry in judged.board.entries
        if entry.kind == records.CALL
    ]
    if made != sequence.made:
        found.append(f"the log holds {made}, pressed was {sequence.made}")
    told = [_alarm(verdict) for verdict in judged.answer["verdicts"]]
    for got, wanted in zip(told, sequence.alarms, strict=False):
        loose = Alarm(**{**vars(got), "outcome": wanted.outcome and got.outcome})
        if loose != wanted:
            found.append(f"the host judges {got}, not {wanted}")
    if len(told) != len(sequence.alarms):
        found.append(f"the host finds {len(told)} irregularities, not {len(sequence.alarms)}")
    if judged.board.closed != sequence.closed:
        found.append(f"closed as {judged.board.closed}, not {sequence.closed}")
    if sequence.closed != "incomplete":
        state = judged.final
        contract = state["contract"] and state["contract"] + "X" * state["doubled"]
        if (contract, state["declarer"]) != (sequence.contract, sequence.declarer):
            found.append(
                f"contract {contract} by {state['declarer']}, not {sequence.contract}"
                f" by {sequence.declarer}"
            )
    return found


def _alarm(verdict: dict) -> Alarm:
    return Alarm(
        verdict["seat"],
        verdict["call"],
        verdict["kind"],
        verdict["turn"],
        verdict["law"],
        verdict["may_accept"],
        verdict["simultaneous"],
        verdict["status"],
        verdict["outcome"] or "",
    )
