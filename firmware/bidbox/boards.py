"""What a board's number says: who deals and which sides are vulnerable (Law 2, modulo 16)."""

VULNERABILITIES = ("None", "NS", "EW", "All")
HIGHEST = 255  # a journal and a bit map hold numbers 1 to this


def dealer(number):
    """Return the seat that deals board `number`, 1 or more."""
    return (number - 1) & 3


def vulnerability(number):
    """Return an index of VULNERABILITIES for board `number`, 1 or more."""
    return ((number - 1) + ((number - 1) >> 2)) & 3


def seat_of_socket(socket, turned):
    """Return the board's seat at a table's socket; turned, its North lies at East's place."""
    return (socket + 3) & 3 if turned else socket


def socket_of_seat(seat, turned):
    """Return the table's socket at which a board's seat is played; undoes seat_of_socket()."""
    return (seat + 1) & 3 if turned else seat


def following(number, first, last):
    """Return the number after `number`, wrapping from the session's `last` to its `first`."""
    return number + 1 if first <= number < last else first
