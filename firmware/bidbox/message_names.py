"""What the messages and their fields are called, for people and programs; no device loads this."""

from bidbox import messages

_NAMES = {
    messages.ASK: "ask major minor live host",
    messages.HEARTBEAT: "heartbeat",
    messages.GET: "get length ranges",
    messages.ANSWER: "answer board code of a b extra",
    messages.TIME: "time unix",
    messages.DOWNLOADED: "downloaded upto",
    messages.ERASE: "erase upto",
    messages.CLOSING: "closing nonce",
    messages.SERVICE: "service on",
    messages.READ: "read name",
    messages.CONFIG: "config name value",
    messages.ACKNOWLEDGE: "acknowledge board event what",
    messages.RESUME: "resume part parts records",
    messages.TEST: "test what a b",
    messages.HELLO: "hello re major minor firmware device board"
    " role laws tables boot first last session",
    messages.ACK: "ack re last",
    messages.REFUSED: "refused re reason",
    messages.RECORDS: "records first data",
    messages.PIECE: "piece number size offset data",
    messages.LOST: "lost first last",
    messages.END: "end re",
    messages.SEALED: "sealed re size offset data",
    messages.SETTING: "setting re name value",
    messages.TESTED: "tested re numbers",
    messages.STATUS: "status life board battery faults dropped",
    messages.LOG: "log text",
    messages.ALERT: "alert board event seat call kind turn insufficient law may_accept",
    messages.TD_CALL: "td_call board seat on",
    messages.SEEK: "seek",
    messages.HERE: "here epoch stale",
}

# The kinds of each message's fields, by code.
MESSAGES = {code: messages.kinds_of(code).decode() for code in _NAMES}


def name(code):
    """Return a message's name, or its letter if the code is not of this version."""
    words = _NAMES.get(code)
    return words.split(" ")[0] if words else chr(code)


def field_names(code):
    """Return the names of a message's fields, in order; the last stands for all that follow."""
    return tuple(_NAMES[code].split(" ")[1:])
