"""A reader of PBN 2.1's export format that forgives nothing, written from the format alone."""

import re
from dataclasses import dataclass, field

MANDATORY = (
    "Event Site Date Board West North East South Dealer Vulnerable Deal Scoring Declarer Contract"
    " Result"
).split()
_TAG = re.compile(r'\[([A-Z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\]')
_BID = re.compile(r"[1-7](?:C|D|H|S|NT)")
_CLOCK = re.compile(r"(?:(?:\d\d:)?[0-5]\d:)?[0-5]\d")
_VALUES = {
    "Date": r"(\d{4}|\?{4})\.(\d\d|\?\?)\.(\d\d|\?\?)",
    "Board": r"[1-9]\d*",
    "Dealer": r"[NESW]",
    "Vulnerable": r"None|NS|EW|All",
    "Deal": r"N:- - - -",
    "Declarer": r"\^?[NESW]|\?|",
    "Contract": r"Pass|[1-7](C|D|H|S|NT)(X|XX)?|\?",
    "Result": r"\^?\d+|\?|",
}


@dataclass
class Call:
    """A call of the Auction: its player, its token, and what stands around it."""

    seat: str
    token: str
    insufficient: bool
    note: int | None = None


@dataclass
class Game:
    tags: dict[str, str]
    comment: str
    calls: list[Call] = field(default_factory=list)
    skips: int = 0
    finished: bool = True
    notes: dict[int, str] = field(default_factory=dict)
    times: list[tuple[int, int]] = field(default_factory=list)


class NotStrict(AssertionError):
    """The file breaks the export format."""


def expect(right: object, what: str) -> None:
    if not right:
        raise NotStrict(what)


def read(data: bytes) -> list[Game]:
    """Return the games of a file; NotStrict names what breaks the format."""
    text = data.decode("latin-1")
    expect(text.endswith("\r\n"), "the last line does not end in CRLF")
    expect(
        "\n" not in text.replace("\r\n", "") and "\r" not in text.replace("\r\n", ""), "line end"
    )
    expect("\t" not in text, "a tab")
    lines = text.split("\r\n")[:-1]
    expect(all(len(line) <= 255 for line in lines), "a line over 255 bytes")
    expect(lines[:2] == ["% PBN 2.1", "% EXPORT"], "the header lines")
    games, current, braces = [], [], False
    for line in lines[2:]:
        braces = (braces or "{" in line) and "}" not in line
        if line or braces:
            current.append(line)
        elif current:
            games.append(_game(current))
            current = []
    expect(not current, "no empty line behind the last game")
    return games


def _game(lines: list[str]) -> Game:
    at = 0
    names, tags, comment = [], {}, ""
    while at < len(lines):
        if lines[at].startswith("{"):
            end = next(i for i in range(at, len(lines)) if lines[i].endswith("}"))
            comment = "\n".join(lines[at : end + 1])
            expect(comment.count("{") == comment.count("}") == 1, "braces nest")
            expect(lines[end + 1].startswith("[Auction "), "the comment is not before the Auction")
            at = end + 1
            continue
        tag = _TAG.fullmatch(lines[at])
        expect(tag, f"no tag: {lines[at]!r}")
        expect(tag[1] not in tags, f"{tag[1]} twice")
        if tag[1] == "Auction":
            break
        names.append(tag[1])
        tags[tag[1]] = tag[2]
        at += 1
    expect(names[:15] == MANDATORY, f"mandatory tags: {names[:15]}")
    expect(names[15:] == sorted(names[15:]), f"supplemental tags: {names[15:]}")
    for name, pattern in _VALUES.items():
        expect(re.fullmatch(pattern, tags[name]), f"{name} {tags[name]!r}")
    expect(lines[at] == f'[Auction "{tags["Dealer"]}"]', "the Auction begins with another seat")
    game = Game(tags, comment)
    at = _auction(game, lines, at + 1)
    at = _notes(game, lines, at)
    at = _times(game, lines, at)
    expect(at == len(lines), f"more after the sections: {lines[at:]}")
    _check(game)
    return game


def _auction(game: Game, lines: list[str], at: int) -> int:
    seats = "NESW"
    turn = seats.index(game.tags["Dealer"])
    while at < len(lines) and not lines[at].startswith("["):
        column, insufficient = 0, False
        expect(game.finished, "more after *")
        expect(turn == seats.index(game.tags["Dealer"]), "a line does not begin with the dealer")
        for token in lines[at].split(" "):
            if token == "^I":
                expect(not insufficient, "^I twice")
                insufficient = True
                continue
            if re.fullmatch(r"=\d+=", token):
                expect(game.calls and game.calls[-1].note is None, "a note without a call")
                game.calls[-1].note = int(token[1:-1])
                continue
            if token == "*":
                game.finished = False
                continue
            column += 1
            if token == "^S":
                game.skips += 1
            else:
                expect(token in ("Pass", "X", "XX") or _BID.fullmatch(token), f"token {token!r}")
                expect(not insufficient or _BID.fullmatch(token), "^I not before a bid")
                game.calls.append(Call(seats[turn], token, insufficient))
            insufficient = False
            turn = (turn + 1) % 4
        expect(column <= 4, "more than four players in a line")
        at += 1
    return at


def _notes(game: Game, lines: list[str], at: int) -> int:
    while at < len(lines) and lines[at].startswith("[Note "):
        tag = _TAG.fullmatch(lines[at])
        number, colon, text = tag[2].partition(":")
        expect(colon and number == str(len(game.notes) + 1) and text, f"note {tag[2]!r}")
        game.notes[int(number)] = text
        at += 1
    used = {call.note for call in game.calls if call.note is not None}
    expect(used == set(game.notes), "note references and notes differ")
    expect(len(game.notes) <= 32, "more than 32 notes")
    return at


def _times(game: Game, lines: list[str], at: int) -> int:
    if at == len(lines):
        expect(not game.calls, "no AuctionTimeTable")
        return at
    expect(lines[at] == '[AuctionTimeTable "Time;TotalTime"]', lines[at])
    for line in lines[at + 1 :]:
        time, total = line.split(" ")
        expect(_CLOCK.fullmatch(time) and _CLOCK.fullmatch(total), f"times {line!r}")
        game.times.append((_seconds(time), _seconds(total)))
    expect(len(game.times) == len(game.calls), "rows of AuctionTimeTable and calls differ")
    running = 0
    for time, total in game.times:
        running += time
        expect(running == total, "TotalTime is not the sum of Time")
    return len(lines)


def _seconds(clock: str) -> int:
    seconds = 0
    for part in clock.split(":"):
        seconds = seconds * 60 + int(part)
    return seconds


def _check(game: Game) -> None:
    """Contract and Declarer follow from the calls; ^I stands where it must and nowhere else."""
    last, doubled, bidder, first = "", 0, "", {}
    passes = 0
    for call in game.calls:
        if call.token == "Pass":
            passes += 1
            continue
        passes = 0
        if call.token in ("X", "XX"):
            doubled = len(call.token)
            continue
        enough = not last or _rank(call.token) > _rank(last)
        expect(
            enough != call.insufficient, f"{call.token} over {last} with ^I: {call.insufficient}"
        )
        last, doubled, bidder = call.token, 0, call.seat
        first.setdefault((call.seat in "NS", call.token[1:]), call.seat)
    ended = passes >= 3 and (bool(last) or passes >= 4)
    if game.skips:  # the format does not say whether ^S counts among the passes
        ended = game.finished
    expect(ended == game.finished, "the end of the auction and its passes differ")
    if not game.finished:
        return
    tags = game.tags
    if not last:
        expect(
            (tags["Contract"], tags["Declarer"], tags["Result"]) == ("Pass", "", ""), "passed out"
        )
        return
    expect(tags["Contract"] == last + "X" * doubled, f"Contract {tags['Contract']}")
    expect(tags["Declarer"] == first[(bidder in "NS", last[1:])], f"Declarer {tags['Declarer']}")


def _rank(bid: str) -> int:
    return int(bid[0]) * 5 + "C D H S NT".split().index(bid[1:])
