"""Downloaded logs: reading, writing and checking them, and the keys that the checks need.

docs/JOURNAL.md has the format. Knows bytes and records; what they mean is for replay.
"""

from bidbox_host.journal.log import Board, Gap, Log, Problem, parse_log, read_log
from bidbox_host.journal.verify import Report, verify
from bidbox_host.journal.write import log_bytes, write_log

__all__ = [
    "Board",
    "Gap",
    "Log",
    "Problem",
    "Report",
    "log_bytes",
    "parse_log",
    "read_log",
    "verify",
    "write_log",
]
