"""One irregularity, from the call that made it to the paragraph that settled it.

What `bidbox adjudicate` calls a verdict, and what the adjudicator must remember of it. An item is
an array of small integers, one for each name here: `item[its.STATUS]`. As an object with
attributes it would take six times the heap.
"""

from array import array

from bidbox.calls import NO_CALL, NOBODY
from bidbox.lawtable import NO_LABEL, SETTLED

EVENT = 0  # number of the call's event
SEAT = 1  # the offender
CALL = 2
KIND = 3  # bidbox.verdicts
TURN = 4  # whose turn it was, seen from the offender
WHOSE = 5  # the same as a seat
INSUFFICIENT = 6  # 0 or 1, as all that is asked with yes and no
SIMULTANEOUS = 7
LAW = 8
MAY_ACCEPT = 9
STARTED = 10  # the state of the law table that it began in
STATE = 11  # and the one it is in
STATUS = 12
OUTCOME = 13
DOUBT = 14
NOTED = 15  # a doubt that stays with it
AT = 16  # length of the legal auction when the call was made
FIRST = 17  # event of the call that this one would change
CHANGES = 18  # that call
LEAD = 19  # a lead restriction may follow (Law 26)
SLIP_POSSIBLE = 20  # Q1 may be asked, unless the call was put in place of a slip
PREMATURE = 21  # the offender replaced the call before any ruling (27C)
TRIED = 22  # a double tried in place of an insufficient bid (27B3)
TRIED_EVENT = 23
STOOD = 24  # length of the legal auction with a third pass that 17D3 took back (U14)
PRIOR_STATE = 25  # what it was before the standing call MOVED
PRIOR_OUTCOME = 26
PRIOR_LEAD = 27
MOVED = 28  # standing call that last moved it on; here and below -1 for none
LINK = 29  # index of the item that this one follows upon
ARTIFICIAL = 30  # the answer to whether the pass was, once given (30C)
CALLED_OVER = 31  # event of the call made over it
PRIOR_NOTED = 32
WAS_STATE = 33  # STATE to DOUBT when its position was left; SETTLED: it was not
CLOSED_AT = 37  # length of the legal auction when it could no longer be accepted (27C)
INDEX = 38  # its own place among the items
_FIELDS = 39


def new(index):
    item = array("h", bytes(2 * _FIELDS))
    item[INDEX] = index
    return item


def begin(item, event, seat, call, at):
    """Use an item for a call that was made with `at` calls standing."""
    for i in range(INDEX):
        item[i] = 0
    item[MOVED] = item[LINK] = item[ARTIFICIAL] = item[CALLED_OVER] = -1
    item[EVENT] = item[FIRST] = event
    item[SEAT] = seat
    item[CALL] = call
    item[AT] = at
    item[MAY_ACCEPT] = NOBODY
    item[CHANGES] = item[TRIED] = NO_CALL
    item[OUTCOME] = item[DOUBT] = item[NOTED] = NO_LABEL


def settle(item, status, outcome):
    item[STATUS] = status
    item[OUTCOME] = outcome
    item[STATE] = SETTLED
    item[DOUBT] = NO_LABEL
    item[PREMATURE] = 0


def close(item):
    """Expect nothing more of an item."""
    settle(item, item[STATUS], item[OUTCOME])


def remember(item, moved):
    """Note what the item was before the standing call at index `moved` moved it on."""
    if item[MOVED] != moved:
        item[MOVED] = moved
        item[PRIOR_STATE] = item[STATE]
        item[PRIOR_OUTCOME] = item[OUTCOME]
        item[PRIOR_LEAD] = item[LEAD]
        item[PRIOR_NOTED] = item[NOTED]


def forget(item):
    """Be again what the item was before a standing call, now taken back, moved it on."""
    item[MOVED] = -1
    item[STATE] = item[PRIOR_STATE]
    item[OUTCOME] = item[PRIOR_OUTCOME]
    item[LEAD] = item[PRIOR_LEAD]
    item[NOTED] = item[PRIOR_NOTED]


def leave(item):
    """Note what the item is while its position stands."""
    for i in range(4):
        item[WAS_STATE + i] = item[STATE + i]


def come_back(item):
    """Be again what the item was when its position was left."""
    for i in range(4):
        item[STATE + i] = item[WAS_STATE + i]
