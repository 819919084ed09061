"""One short line for each record and message, for people who watch."""

from typing import Any

from bidbox import answers, boards, calls, faults, messages, records, verdicts

QUIET = {records.DEVICE, records.SESSION, records.TIME, records.SEAL}  # not told in plain lines


def seat_name(seat: int) -> str:
    return calls.SEATS[seat] if 0 <= seat < 4 else ""


def call_name(call: int) -> str:
    return calls.call_name(call) if 0 <= call <= calls.HIGHEST_CALL else "?"


def about(record: Any) -> dict[str, Any]:
    """Return a record's fields by name, for programs: seats and calls named, bytes as hex."""
    found: dict[str, Any] = {
        "number": record.number,
        "kind": records.kind_name(record.kind),
        "ms": record.ms,
    }
    for name, value in zip(records.fields_of(record.kind), record.fields, strict=False):
        found[name] = value.hex() if isinstance(value, bytes) else value
    if record.kind in (records.CALL, records.REFUSED):
        found["seat"] = seat_name(record.seat)
        found["call"] = call_name(record.call)
    return found


def sentence(record: Any) -> str:
    """Return what a record says, without the board's number."""
    teller = _TELLERS.get(record.kind)
    if teller is None:
        return records.kind_name(record.kind).lower().replace("_", " ")
    return teller(record)


def alert(named: dict[str, Any]) -> dict[str, Any]:
    """Return an ALERT's fields in the words of `bidbox adjudicate`."""
    kind, turn = named["kind"], named["turn"]
    return {
        "event": named["event"],
        "seat": seat_name(named["seat"]),
        "call": call_name(named["call"]),
        "kind": verdicts.KINDS[kind] if kind < len(verdicts.KINDS) else f"kind {kind}",
        "turn": verdicts.TURNS[turn] if turn < len(verdicts.TURNS) else None,
        "insufficient": bool(named["insufficient"]),
        "law": named["law"],
        "may_accept": seat_name(named["may_accept"]) or None,
    }


def irregularity(verdict: dict[str, Any]) -> str:
    """Return one line for a verdict, or for an alert as alert() gives it."""
    kind = verdict["kind"].replace("_", " ")
    accept = f"; {verdict['may_accept']} may accept" if verdict["may_accept"] else ""
    turn = f", {verdict['turn']}'s turn" if verdict["turn"] not in ("own", None) else ""
    return f"{verdict['seat']} {verdict['call']}: {kind}{turn}, Law {verdict['law']}{accept}"


def status(named: dict[str, Any]) -> str:
    battery = f", battery {named['battery']} %" if named["battery"] <= 100 else ""
    return named["life"] + battery + (f"; {named['faults']}" if named["faults"] else "")


def td_call(seat: int, on: int) -> str:
    return f"{seat_name(seat)} {'calls' if on else 'no longer calls'} the director"


def acknowledge(what: int) -> str:
    names = {messages.SEEN: "seen", messages.ON_THE_WAY: "on the way", messages.ARRIVED: "arrived"}
    return f"director: {names.get(what, what)}"


def _named(names: tuple[str, ...], index: int) -> str:
    return names[index].replace("_", " ") if 0 <= index < len(names) else str(index)


def _board(record: Any) -> str:
    vulnerable = boards.VULNERABILITIES[boards.vulnerability(record.board)]
    how = _named(records.BOARD_HOWS, record.how)
    return f"opened ({how}), dealer {seat_name(record.dealer)}, vulnerable {vulnerable}"


def _td(record: Any) -> str:
    what = _named(records.TD_WHATS, record.what)
    if what in ("called", "cancelled"):
        return td_call(record.seat, what == "called")
    return f"director: {what}"


def _alert(record: Any) -> str:
    return f"{seat_name(record.seat)} {'alerts' if record.on else 'takes an alert back'}"


def _refused(record: Any) -> str:
    why = _named(records.REFUSED_WHYS, record.why)
    return f"{seat_name(record.seat)} {call_name(record.call)} refused ({why})"


def _resumed(record: Any) -> str:
    if _named(records.RESUMED_SOURCES, record.source) == "typed":
        return f"entered again by hand, {record.copied} records"
    source = _named(records.RESUMED_SOURCES, record.source)
    return f"resumed from device {record.device} ({source}), {record.copied} records"


_TELLERS = {
    records.DEVICE: lambda r: f"device {r.device}, firmware {r.firmware}, Laws {r.laws}",
    records.SESSION: lambda r: f"session {r.name} {r.date} {r.section}".rstrip(),
    records.BOARD: _board,
    records.CALL: lambda r: f"{seat_name(r.seat)} {call_name(r.call)}",
    records.ALERT: _alert,
    records.STOP: lambda r: f"{seat_name(r.seat)} stop",
    records.TD: _td,
    records.ANSWER: lambda r: f"director: {_named(answers.ANSWERS, r.code)}",
    records.BOARD_CORRECTED: lambda r: f"is board {r.board}, dealer {seat_name(r.dealer)}",
    records.PERIOD: lambda r: f"auction period over ({_named(records.PERIOD_HOWS, r.how)})",
    records.CLOSED: lambda r: f"closed ({_named(records.CLOSED_HOWS, r.how)})",
    records.TIME: lambda r: f"clock set to Unix time {r.seconds}",
    records.REFUSED: _refused,
    records.RESTART: lambda r: "restarted, the board continues",
    records.FAULT: lambda r: f"fault: {faults.fault_words(r.code, r.argument, r.text)}",
    records.SEAL: lambda r: "sealed",
    records.RESUMED: _resumed,
}
