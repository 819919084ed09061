"""Seats and calls as small integers: one encoding for keys, law table, journal and link.

Knows nothing of auctions or of the Laws, only names and order.
"""

NORTH = 0
EAST = 1
SOUTH = 2
WEST = 3
SEATS = "NESW"  # clockwise: the left-hand opponent of a seat is the next one
NOBODY = 4

PASS = 0
DOUBLE = 1
REDOUBLE = 2
LOWEST_BID = 3  # 1C; a bid is 3 + 5 * (level - 1) + denomination
HIGHEST_BID = 37  # 7N
HIGHEST_CALL = 47  # 9N: levels 8 and 9 can be named (Law 38) but never keyed
NO_CALL = 63

DENOMINATIONS = "CDHSN"  # rising (Law 18E)
CLUBS = 0
DIAMONDS = 1
HEARTS = 2
SPADES = 3
NOTRUMP = 4

_NOT_BIDS = ("P", "X", "XX")


def bid(level, denomination):
    """Return the code of a bid: level 1 to 9, denomination CLUBS to NOTRUMP."""
    return LOWEST_BID + 5 * (level - 1) + denomination


def is_bid(call):
    return LOWEST_BID <= call <= HIGHEST_CALL


def level(call):
    """Return the level, 1 to 9, of a bid."""
    return (call - LOWEST_BID) // 5 + 1


def denomination(call):
    """Return the denomination, CLUBS to NOTRUMP, of a bid."""
    return (call - LOWEST_BID) % 5


def call_name(call):
    """Return P, X, XX or 1C to 9N; ValueError for anything else."""
    if 0 <= call < LOWEST_BID:
        return _NOT_BIDS[call]
    if call > HIGHEST_CALL:
        raise ValueError("no such call: %d" % call)
    return "%d%s" % (level(call), DENOMINATIONS[denomination(call)])


def parse_call(name):
    """Return the code of a call named exactly as call_name() names it; ValueError otherwise."""
    if name in _NOT_BIDS:
        return _NOT_BIDS.index(name)
    if len(name) == 2 and "1" <= name[0] <= "9":
        rank = DENOMINATIONS.find(name[1])
        if rank >= 0:
            return bid(int(name[0]), rank)
    raise ValueError("no such call: %s" % name)


def parse_seat(name):
    """Return NORTH to WEST for N, E, S, W; ValueError otherwise."""
    seat = SEATS.find(name)
    if len(name) != 1 or seat < 0:
        raise ValueError("no such seat: %s" % name)
    return seat


def lho(seat):
    """Return the left-hand opponent of a seat."""
    return (seat + 1) & 3


def partner(seat):
    return (seat + 2) & 3


def rho(seat):
    """Return the right-hand opponent of a seat."""
    return (seat + 3) & 3
