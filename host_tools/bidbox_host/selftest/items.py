"""What a self-test found: one item a thing that was tried, and the report that holds them."""

import time
from collections import Counter
from dataclasses import dataclass, field

from bidbox_host.link.session import Hello

PASSED = "passed"
FAILED = "failed"
SKIPPED = "skipped"
PARTS = ("units", "keys", "displays", "lamps", "buzzer", "battery", "flash", "radio")


@dataclass(frozen=True)
class Item:
    """One thing that was tried. `where`: a seat or device in words, "" for the device itself;
    `name`: which of several, such as a key. `found` and `remedy` are sentences, or ""."""

    part: str
    where: str
    name: str
    result: str
    found: str = ""
    remedy: str = ""


@dataclass
class Report:
    """All items so far. Times are Unix seconds; `broken_off` says why it did not go to its end."""

    hello: Hello
    began: float = field(default_factory=time.time)
    ended: float | None = None
    broken_off: str = ""
    items: list[Item] = field(default_factory=list)

    def add(self, item: Item) -> Item:
        self.items.append(item)
        return item

    def count(self) -> Counter[str]:
        return Counter(item.result for item in self.items)

    @property
    def good(self) -> bool:
        """Whether it went to its end and nothing failed."""
        return not self.broken_off and not self.count()[FAILED]
