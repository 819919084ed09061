"""The director's evening card: A5, both sides side by side on a sheet of A4 to fold.

What displays and host say is taken from bidbox.phrases and the catalogue; the lamps' rhythms are
those of drivers/lamp.py (a test compares them).
"""

from typing import Any

from bidbox import phrases
from bidbox_host.drawing.prose import Column
from bidbox_host.drawing.svg import FAINT, GREY, Sheet
from bidbox_host.text import Catalogue, Name, catalogue

_A4 = (297.0, 210.0)
_MARGIN = 9.0

# State of drivers/lamp.py, printed colour, rhythm (two seconds, # lit), name of the colour, what
# it means. The first that holds is shown.
LAMPS = (
    ("fault", "#e06000", "##..##..##..........", "orange, three knocks",
     "a fault: read the displays"),
    ("director on the way", "#00a0a0", "##..##..............", "cyan, two knocks",
     "you said that you are coming"),
    ("director called", "#1450c8", "########..########..", "blue, long",
     "a player called you"),
    ("irregularity open", "#d00020", "##..##..##..##..##..", "red, quick",
     "an irregularity is open"),
    ("battery low", "#b000b0", "##########..........", "violet, slow",
     "battery at 20 % or less"),
    ("recording", "#0a8a3c", "####################", "green, steady",
     "an auction is running"),
    ("idle", "#0a8a3c", "#...................", "green, a wink", "no auction; all is well"),
)  # fmt: skip

# The questions that come up, in the order in which the device asks them: phrase, what yes does.
_ASKED = (
    (phrases.ASK_COMING, "the lamp shows that you come"),
    (phrases.ASK_NOT_ACCEPTED, "insufficient bid, call out of rotation, change of call: it is"
     " cancelled, and the auction goes back"),
    (phrases.ASK_ACCEPTED, "insufficient bid: LHO says that he accepts it; not needed if he has"
     " called, and all others are accepted by calling alone"),
    (phrases.ASK_CANCELLED, "inadmissible double or redouble, breach of a duty to pass, call above"
     " seven or after the end: it is cancelled"),
    (phrases.ASK_FALSE_ALARM, "nothing was wrong: the call stands"),
    (phrases.ASK_ARRIVED, "a player's call of the director is done"),
)  # fmt: skip

# Questions of the Laws: key of the catalogue, what yes and no record.
_QUESTIONS = (
    ("Q1", "Q1_2017", "unintended", "go on to the next question"),
    ("Q2", "Q2_insufficient", "accepted", "not accepted"),
    ("Q3", "Q3", "opened", "called over"),
    ("Q5", "Q5", "artificial", "not artificial"),
    ("Q6", "Q6_2017", "same denomination", "not the same"),
    ("Q7", "Q7_2017", "comparable", "not comparable"),
)

_FIRST = """The box lets everything happen that can happen with cards, records it, and tells you.
It never rules. You have the last word."""

_BEFORE = (
    """Switch on tables and your device. At each table: lamp winks green, displays show the right
    table number and each player's own compass letter.""",
    """Tell the players: a call is made when OK is pressed. Until then CANCEL takes it back, and
    nobody can see it. TD held for a second calls me, quietly.""",
    "Tonight's choices, announced and written here:",
)

_LAMP = """If several hold, the one that stands first here is shown. The same lamp and the same
short buzz serve all four seats: neither tells who, nor what. No sound or light ever comes from a
key before OK."""

_CALLED = (
    """Read your display: table, board, what kind, seat and call, whose turn it was, Law, who may
    accept. Press YES to say that you come.""",
    "Playing yourself? The display shows one call, never a hand.",
    """At the table find out what happened, as always. The box knows what was pressed, not what
    was said, meant or understood.""",
    """Explain all options before anybody chooses. LHO accepts simply by calling: the box sees
    that by itself, and the lamp goes back to green.""",
    """Enter what you ruled (overleaf). The withdrawn call leaves the displays, the next call is
    the box's business again. The log keeps everything.""",
    """Still owed later, such as a lead restriction: write it down, or look it up with bidbox
    rule. The box shows the players nothing of it.""",
)

_HOST = (
    ("bidbox watch PORT", "shows all tables live"),
    ('bidbox rule "1H 1D"', "leads through a ruling, with the words to say"),
    ("bidbox answer PORT --list", "what a table asks you; then answer"),
    ("bidbox download PORT", "at the end of the evening"),
)

_AT_THE_TABLE = """Hold TD for three seconds at any seat, then type your code and OK: the same
questions come up on that seat's display alone, and more: those of the Laws below, take back, must
pass, board number. + (the spade key): next. OK: yes. X: no. CANCEL, or half a minute without a
key, ends it. Do it with the players looking elsewhere; three wrong codes block it for a minute."""

_LEFT_OPEN = """A question that you leave open changes nothing: the box goes on recording and
enforces nothing that hangs on the answer."""

_TROUBLE = (
    ("Restart", "A box that lost its power says RESTARTED and goes on where it was."),
    ("Display", "A dead seat unit: exchange it while the others play on; the socket decides."),
    (
        "Radio",
        """TABLE 7 IS SILENT, or NO ANSWER YET: go there. The table records without radio, and its
        lamp and buzz need none.""",
    ),
    ("Log", "LOG FULL: download it, then go on."),
    (
        "Board",
        """Wrong board number: before the first call any seat types the right one; later only you
        can change it.""",
    ),
)


def for_board(_: dict[str, Any]) -> str:
    """Return the card, which is the same for every board."""
    return draw()


def draw(language: str = "en") -> str:
    """Return the card as SVG."""
    texts = catalogue(language)
    sheet = Sheet(*_A4, "Bidbox: the director's evening card")
    half = _A4[0] / 2
    sheet.dashes([(half, 4), (half, 10)], GREY)
    sheet.dashes([(half, 200), (half, 206)], GREY)
    sheet.line([(half, 10), (half, 200)], FAINT, 0.1)
    width = half - 2 * _MARGIN
    _front(Column(sheet, _MARGIN, 9, width))
    _back(Column(sheet, half + _MARGIN, 9, width, size=3.1), texts)
    return sheet.document()


def _front(column: Column) -> None:
    column.sheet.text(column.x, 14, "Bidbox: the director's evening", 5.4, bold=True)
    column.y = 14.5
    column.paragraph(_FIRST)
    column.heading("Before the first board")
    column.numbered(_BEFORE)
    column.tick_boxes("Signals:", ("table", "director only", "delayed", "off"))
    column.tick_boxes("Laws:", ("2017", "2007"))
    column.tick_boxes("After the director is called:", ("calls go on", "calls wait (hold)"))
    column.heading("The lamp on the table")
    for _, colour, pattern, name, text in LAMPS:
        column.rhythm(colour, pattern, name, text)
    column.y += 2
    column.paragraph(_LAMP)
    column.heading("Your device sounds, or a lamp goes red")
    column.numbered(_CALLED)
    column.heading("At the host")
    for command, text in _HOST:
        column.item(command, text, 46)


def _back(column: Column, texts: Catalogue) -> None:
    column.y = 8
    column.heading("Entering it: your device")
    column.paragraph("NEXT: another table's case. NO: the next question. YES: sends it.")
    for index, text in _ASKED:
        column.item(phrases.phrase(phrases.ENGLISH, index), text, 30)
    column.heading("Entering it: at the table, without your device")
    column.paragraph(_AT_THE_TABLE)
    column.heading("Questions of the Laws, by their numbers")
    names = _names()
    for number, key, yes, no in _QUESTIONS:
        used = names | {"call": Name("the withdrawn bid")} if number == "Q6" else names
        question = texts(f"ask.{key}", **used).replace(" (Or type LHO's call.)", "")
        column.item(number, f"{question} Yes: {yes}. No: {no}.", 8)
    column.paragraph(_LEFT_OPEN)
    column.heading("When something does not work")
    for what, text in _TROUBLE:
        column.item(what, text, 17)


def _names() -> dict[str, Name]:
    """Return names that make the catalogue's questions general."""
    plain = {
        "offender": "the offender", "partner": "the offender's partner", "acceptor": "LHO",
        "lho": "LHO", "turn": "the player whose turn it was",
        "lowest": "the lowest sufficient bid",
    }  # fmt: skip
    call = Name("call", "the call", "a call")
    first = Name("first call", "the first call", "a first call")
    new = Name("new call", "the new call", "a new call")
    names = {name: Name(text) for name, text in plain.items()}
    return names | {"call": call, "first": first, "new": new}
