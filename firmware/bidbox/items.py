"""One irregularity, from the call that made it to the paragraph that settled it."""

from bidbox import verdicts
from bidbox.calls import NO_CALL, NOBODY
from bidbox.lawtable import NO_LABEL, SETTLED


class Item:
    """What `bidbox adjudicate` calls a verdict, and what the adjudicator must remember of it."""

    def __init__(self):
        self.event = 0  # number of the call's event
        self.seat = 0  # the offender
        self.call = NO_CALL
        self.kind = verdicts.REGULAR
        self.turn = verdicts.OWN_TURN  # whose turn it was, seen from the offender
        self.whose = 0  # the same as a seat
        self.insufficient = False
        self.simultaneous = False
        self.law = NO_LABEL
        self.may_accept = NOBODY
        self.status = verdicts.OPEN
        self.outcome = NO_LABEL
        self.state = SETTLED  # a state of the law table
        self.doubt = NO_LABEL
        self.noted = NO_LABEL  # a doubt that stays with it
        self.started = SETTLED  # the state it began in
        self.at = 0  # length of the legal auction when the call was made
        self.first = 0  # event of the call that this one would change
        self.changes = NO_CALL  # that call
        self.lead = False  # a lead restriction may follow (Law 26)
        self.slip_possible = False  # Q1 may be asked, unless the call was put in place of a slip
        self.premature = False  # the offender replaced the call before any ruling (27C)
        self.link = -1  # index of the item that this one follows upon
        self.artificial = -1  # the answer to whether the pass was, once given (30C)
        self.tried = NO_CALL  # a double tried in place of an insufficient bid (27B3)
        self.tried_event = 0
        self.stood = 0  # length of the legal auction with a third pass that 17D3 took back (U14)
        self.called_over = -1  # event of the call made over it
        self.moved = -1  # standing call that last moved it on, and what it was before
        self.prior_state = SETTLED
        self.prior_outcome = NO_LABEL
        self.prior_lead = False

    def take(self, other):
        """Become a copy of another item."""
        for name in _NAMES:
            setattr(self, name, getattr(other, name))

    def settle(self, status, outcome):
        self.status = status
        self.outcome = outcome
        self.state = SETTLED
        self.doubt = NO_LABEL
        self.premature = False

    def remember(self, moved):
        """Note what the item was before the standing call at index `moved` moved it on."""
        self.moved = moved
        self.prior_state = self.state
        self.prior_outcome = self.outcome
        self.prior_lead = self.lead

    def forget(self):
        """Be again what the item was before a standing call, now taken back, moved it on."""
        self.moved = -1
        self.state = self.prior_state
        self.outcome = self.prior_outcome
        self.lead = self.prior_lead


_NAMES = tuple(Item().__dict__)
