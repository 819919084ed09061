"""New settings are checked against those that a device tells, whatever it tells."""

import pytest

from bidbox_host.errors import UsageError
from bidbox_host.link import settings


def test_a_first_board_above_the_last_is_refused() -> None:
    with pytest.raises(UsageError, match="first=30 is above last=26"):
        settings.check("table", {"first": 1, "last": 26}, {"first": 30})


def test_a_device_that_tells_a_word_for_a_number_is_no_reason_to_stop() -> None:
    settings.check("table", {"first": 1, "last": "many"}, {"first": 30})
