"""What no device knows of an event and the organiser may add to an export."""

from dataclasses import dataclass

UNKNOWN = "?"


@dataclass(frozen=True)
class Heading:
    """`?` stands for what nobody said."""

    generator: str
    event: str = UNKNOWN
    site: str = UNKNOWN
    scoring: str = UNKNOWN
