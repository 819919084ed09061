"""Facts about the count of starts."""

import os

from drivers.starts import Starts

_PATH = "starts-of-a-test"


def _gone():
    try:
        os.remove(_PATH)
    except OSError:
        pass


def test_each_start_counts_one_more():
    _gone()
    try:
        assert [Starts(_PATH).count for _ in range(3)] == [1, 2, 3]
        Starts(_PATH).keep(10)
        assert Starts(_PATH).count == 11
    finally:
        _gone()


def test_a_damaged_file_begins_again():
    try:
        for content in ("", "x", "-4", "99999999999999"):
            with open(_PATH, "w") as file:
                file.write(content)
            assert Starts(_PATH).count == 1
    finally:
        _gone()


def test_a_flash_that_cannot_be_written_stops_nothing():
    assert Starts("no/such/directory/starts").count == 1
