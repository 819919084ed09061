"""Facts about the ring between the signal path and the tasks that send."""

from bidbox import messages
from bidbox.outbox import Outbox


def test_messages_come_out_in_order_with_their_own_fields():
    box = Outbox(3)
    assert box.put(messages.TD_CALL, 12, 7, 2, 1)
    assert box.put(messages.ALERT, 12, 7, 1, 1, 4, 1, 0, 1, "27", 2)
    assert box.put(messages.SEEK, 12)
    assert len(box) == 3
    assert box.take() == (12, messages.TD_CALL, (7, 2, 1))
    assert box.take() == (12, messages.ALERT, (7, 1, 1, 4, 1, 0, 1, "27", 2))
    assert box.take() == (12, messages.SEEK, ())
    assert box.take() is None


def test_a_full_ring_drops_the_newest_and_counts():
    box = Outbox(2)
    for board in range(5):
        box.put(messages.TD_CALL, 1, board, 0, 1)
    assert box.dropped == 3
    assert box.take()[2][0] == 0
    assert box.take()[2][0] == 1
    assert box.take() is None


def test_a_law_number_is_named_when_taken():
    box = Outbox(2, lambda law: "law %d" % law)
    box.put(messages.ALERT, 12, 7, 1, 1, 4, 1, 0, 1, 5, 2)
    assert box.take()[2][7] == "law 5"


def test_put_needs_no_heap():
    try:
        from micropython import heap_lock, heap_unlock
    except ImportError:
        return
    box = Outbox(2)
    box.put(messages.ALERT, 12, 7, 1, 1, 4, 1, 0, 1, 5, 2)
    box.take()
    heap_lock()
    try:
        for _ in range(4):
            box.put(messages.ALERT, 12, 7, 1, 1, 4, 1, 0, 1, 5, 2)
    finally:
        heap_unlock()
    assert box.dropped == 2
