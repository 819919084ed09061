"""A board's story in sentences: withdrawn calls, rulings, enforced passes, as the log has them."""

from collections.abc import Iterator

from bidbox import calls, records
from bidbox_host.explain import Case, cases, outcome, what
from bidbox_host.replay import Entry, Judged
from bidbox_host.text import Catalogue


def clock(seconds: int) -> str:
    """Return whole seconds as MM:SS, or HH:MM:SS from an hour on."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


def chronicle(judged: Judged, texts: Catalogue) -> list[str]:
    """Return what the standing auction does not show; nothing for a regular auction."""
    request = judged.board.request
    found = cases(request, judged.answer)
    standing = {
        s.event
        for s in judged.standing
        if s.event is not None and request["events"][s.event].get("call") == s.call
    }
    sentences: list[str] = []
    for entry in judged.board.entries:
        if entry.kind == records.CALL:
            sentences += _call(entry, judged, found, standing, texts)
        elif entry.kind == records.ANSWER:
            sentences.append(_answer(entry, judged, texts))
        elif entry.kind == records.BOARD_CORRECTED:
            dealer = texts.seat(calls.SEATS[entry.record.dealer])
            names = {"time": _time(entry), "number": entry.record.board, "dealer": dealer}
            sentences.append(texts("chronicle.renumbered", **names))
    sentences += [
        texts("chronicle.implied", seat=texts.seat(s.seat))
        for s in judged.standing
        if s.event is None and s.call == "P"
    ]
    if judged.board.resumed is not None:
        source = records.RESUMED_SOURCES[min(judged.board.resumed.source, 2)]
        device = judged.board.resumed.device
        sentences.insert(0, texts(f"chronicle.resumed_{source}", device=device))
    if judged.board.closed in ("incomplete", "deemed"):
        sentences.append(texts(f"chronicle.{judged.board.closed}"))
    return sentences


def _call(
    entry: Entry, judged: Judged, found: list[Case], standing: set[int], texts: Catalogue
) -> Iterator[str]:
    record = entry.record
    names = {
        "time": _time(entry),
        "seat": texts.seat(calls.SEATS[record.seat]),
        "call": texts.call(calls.call_name(record.call)),
    }
    own = [case for case in found if case.verdict["event"] == entry.event]
    if entry.event is None or entry.event not in standing:
        late = entry.event is not None and entry.event > max(standing, default=0)
        if any(case.verdict["status"] == "open" for case in own):
            yield texts("chronicle.open", **names)
        elif judged.answer["state"]["over"] and not own and late:
            yield texts("chronicle.late_pass", **names)
        else:
            yield texts("chronicle.withdrawn", **names)
    for case in own:
        if entry.event in standing:
            yield texts("chronicle.at", **names)
        yield from what(case, texts)
        yield from outcome(case, texts)
    if record.flags & records.AFTER_TD:
        yield texts("chronicle.after_director", **names)
    if record.flags & records.ORDER_UNCERTAIN:
        yield texts("chronicle.uncertain", **names, gap=record.gap)


def _answer(entry: Entry, judged: Judged, texts: Catalogue) -> str:
    event = judged.board.request["events"][entry.event]
    answer = answer_text(event, texts)
    if entry.event in judged.answer["ignored"]:
        return texts("chronicle.answer_ignored", time=_time(entry), answer=answer)
    if "of" in event:
        of = judged.board.request["events"][event["of"]]
        if "call" in of:
            names = {"seat": texts.seat(of["seat"]), "call": texts.call(of["call"])}
            return texts("chronicle.answer_of", time=_time(entry), answer=answer, **names)
    return texts("chronicle.answer", time=_time(entry), answer=answer)


def answer_text(event: dict, texts: Catalogue) -> str:
    """Return a director's answer as one says it, with what it names."""
    names = {}
    for key in ("seat", "dealer"):
        names[key] = texts.seat(event[key]) if key in event else "-"
    names["call"] = texts.call(event["call"]) if "call" in event else "-"
    names["number"] = event.get("number", "-")
    names["how"] = texts.words(f"duty.{event['how']}") if "how" in event else "-"
    return texts.words(f"answer.{event['director']}", **names)


def _time(entry: Entry) -> str:
    return clock(entry.ms // 1000)
