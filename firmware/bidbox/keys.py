"""The twenty keys of a seat, row by row of the legend sheet, and what each stands for.

A key is its index 0 to 19: five to a row, four rows.
"""

NAMES = (
    "1", "2", "3", "4", "TD",
    "5", "6", "7", "STOP", "ALERT",
    "C", "D", "H", "S", "NT",
    "PASS", "CANCEL", "OK", "XX", "X",
)  # fmt: skip
COUNT = 20
COLUMNS = 5
ROWS = 4

TD = 4
STOP = 8
ALERT = 9
CLUBS = 10
NOTRUMP = 14
PASS = 15
CANCEL = 16
OK = 17
REDOUBLE = 18
DOUBLE = 19

# The small legends: what a key stands for in a number, or -1.
DIGITS = (1, 2, 3, 4, -1, 5, 6, 7, -1, -1, 8, 9, 0, -1, -1, -1, -1, -1, -1, -1)


def keys_of_call(name):
    """Return the keys that select a call named P, X, XX or 1C to 7N, without OK."""
    if name == "P":
        return (PASS,)
    if name == "X":
        return (DOUBLE,)
    if name == "XX":
        return (REDOUBLE,)
    return (NAMES.index(name[0]), CLUBS + "CDHSN".index(name[1]))
