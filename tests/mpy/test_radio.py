"""Facts about the radio driver, over an air that loses, doubles and keeps frames."""

import micropython

from bidbox import messages
from drivers.radio import Radio

VM_ONLY = True
VM_HEAP = "4M"

KEY = b"the key of this event"


class _Clock:
    now = 0

    def ms(self):
        return self.now

    def since(self, tick):
        return self.now - tick


class _Air:
    """All radios hear all; `lose(n)` says whether the n-th delivery is lost."""

    def __init__(self, lose=None):
        self.clock = _Clock()
        self.nodes = {}
        self.lose = lose or (lambda n: False)
        self.sent = 0
        self.tape = []

    def carry(self, source, mac, frame):
        self.tape.append((source, mac, frame))
        for address, node in self.nodes.items():
            if address != source and mac in (address, b"\xff" * 6):
                self.sent += 1
                if not self.lose(self.sent):
                    node.queue.append((source, bytes(frame)))

    def run(self, ms):
        for _ in range(ms // 10):
            self.clock.now += 10
            for node in list(self.nodes.values()):
                node.radio.step()


class _Node:
    """A device with its ESPNow object in one."""

    def __init__(self, air, me, epoch, key=KEY, mac=None):
        self.air = air
        self.mac = mac or bytes((2, 0, 0, 0, 0, me))
        self.queue = []
        self.peers = []
        self.heard = []
        self.kept = []
        self.lost = []
        air.nodes[self.mac] = self
        salt = bytes((me, epoch, 77, 1))
        label = lambda law: "L%d" % law  # noqa: E731
        self.radio = Radio(self, air.clock, key, me, epoch, salt, label, self.kept.append)
        self.radio.on_message = self.on_message
        self.radio.on_lost = lambda destination, code: self.lost.append((destination, code))

    def on_message(self, sender, code, fields):
        self.heard.append((sender, code, fields))

    def add_peer(self, mac):
        assert len(self.peers) < 20
        self.peers.append(mac)

    def del_peer(self, mac):
        self.peers.remove(mac)

    def any(self):
        return len(self.queue) > 0

    def recv(self, _):
        return self.queue.pop(0)

    def send(self, mac, frame, sync):
        assert mac in self.peers and len(frame) <= 250 and not sync
        self.air.carry(self.mac, mac, frame)
        return True

    def alert(self, event=1):
        return self.radio.post(messages.ALERT, self.radio._me, 7, event, 1, 4, 1, 0, 1, 5, 2)


def _alert(table, event=1):
    return (table, messages.ALERT, (7, event, 1, 4, 1, 0, 1, "L5", 2))


def test_an_alert_reaches_every_directors_device_once():
    air = _Air()
    table, gateway, pocket = _Node(air, 12, 1), _Node(air, 200, 1), _Node(air, 201, 1)
    air.run(500)
    table.alert()
    air.run(100)
    assert gateway.heard == [_alert(12)]
    assert pocket.heard == [_alert(12)]
    air.run(2000)
    assert len(gateway.heard) == len(pocket.heard) == 1


def test_an_alert_made_before_any_director_is_there_reaches_the_first_that_comes():
    air = _Air()
    table = _Node(air, 12, 1)
    table.alert()
    air.run(5000)
    director = _Node(air, 200, 1)
    air.run(2500)
    assert director.heard == [_alert(12)]


def test_a_known_directors_device_hears_an_alert_in_the_next_step():
    air = _Air()
    table, director = _Node(air, 12, 1), _Node(air, 200, 1)
    air.run(500)
    table.alert()
    table.radio.step()
    director.radio.step()
    assert director.heard == [_alert(12)]


def test_the_director_answers_one_table_and_no_other():
    air = _Air()
    tables = [_Node(air, me, 1) for me in range(1, 31)]
    director = _Node(air, 200, 1)
    air.run(1000)
    director.radio.post(messages.ANSWER, 12, 7, 0, 1, 0, 0, b"")
    air.run(300)
    assert tables[11].heard == [(200, messages.ANSWER, (7, 0, 1, 0, 0, b""))]
    for table in tables:
        assert table is tables[11] or table.heard == []
    assert len(director.peers) == 1  # thirty tables are more than the chip has room for


def _half(seed):
    state = [seed]

    def lose(_):
        state[0] = (state[0] * 1103515245 + 12345) & 0x3FFFFFFF
        return state[0] >> 16 & 1

    return lose


def test_half_of_all_frames_lost_loses_no_message_and_doubles_none():
    for seed in range(1, 6):
        air = _Air(_half(seed))
        tables = [_Node(air, me, 1) for me in (3, 12, 17)]
        directors = [_Node(air, me, 1) for me in (200, 201)]
        while not all(len(t.radio._addresses) == 2 for t in tables):
            air.run(1000)
        for event in range(10):
            for table in tables:
                assert table.alert(event)
            directors[0].radio.post(messages.TD_CALL, 12, 7, event, 1)
            air.run(3000)
        air.run(10000)
        for director in directors:
            for me in (3, 12, 17):
                got = [h[2][1] for h in director.heard if h[0] == me]
                assert sorted(got) == list(range(10)), (seed, me, got)
        got = [h[2][1] for h in tables[1].heard]
        assert sorted(got) == list(range(10)), (seed, got)


def test_a_table_started_again_is_heard_and_its_old_frames_are_not():
    air = _Air()
    table, director = _Node(air, 12, 1), _Node(air, 200, 1)
    air.run(500)
    table.alert(1)
    air.run(200)
    tape = list(air.tape)
    table = _Node(air, 12, 2)
    air.run(500)
    table.alert(2)
    air.run(200)
    assert [h[2][1] for h in director.heard] == [1, 2]
    for _, _, frame in tape:
        director.queue.append((table.mac, frame))
    air.run(500)
    assert [h[2][1] for h in director.heard] == [1, 2]
    table.alert(3)
    air.run(200)
    assert [h[2][1] for h in director.heard] == [1, 2, 3]


def test_a_directors_device_started_again_hears_the_alert_on_its_way():
    air = _Air()
    table, director = _Node(air, 12, 1), _Node(air, 200, 1)
    air.run(500)
    tape = list(air.tape)
    del air.nodes[director.mac]
    table.alert(1)
    air.run(1000)
    director = _Node(air, 200, 2)
    air.run(3000)
    assert [h[2][1] for h in director.heard] == [1]
    for _, _, frame in tape:
        director.queue.append((table.mac, frame))
        table.queue.append((director.mac, frame))
    air.run(1000)
    assert [h[2][1] for h in director.heard] == [1]
    assert table.heard == []


def test_a_device_whose_count_of_starts_was_lost_counts_on_from_what_others_know():
    air = _Air()
    table, director = _Node(air, 12, 9), _Node(air, 200, 1)
    air.run(500)
    table.alert(1)
    air.run(200)
    table = _Node(air, 12, 1)
    air.run(500)
    table.alert(2)
    air.run(1000)
    assert [h[2][1] for h in director.heard] == [1, 2]
    assert table.kept == [10]


def test_another_event_with_another_key_is_not_heard():
    air = _Air()
    table, director = _Node(air, 12, 1, b"another key"), _Node(air, 200, 1)
    air.run(500)
    table.alert()
    air.run(3000)
    assert director.heard == []
    assert director.radio.refused > 0


def test_a_directors_device_out_of_reach_is_given_up_and_found_again():
    air = _Air()
    table, director = _Node(air, 12, 1), _Node(air, 200, 1)
    air.run(500)
    del air.nodes[director.mac]
    table.alert(1)
    air.run(12000)
    assert table.lost == [(200, messages.ALERT)]
    assert table.radio.lost == 1
    air.nodes[director.mac] = director
    air.run(3000)
    table.alert(2)
    air.run(1000)
    assert [h[2][1] for h in director.heard] == [2]


def test_garbage_never_stops_it():
    air = _Air()
    table, director = _Node(air, 12, 1), _Node(air, 200, 1)
    air.run(500)
    state = 5
    for size in range(1, 251):
        data = bytearray(size)
        for i in range(size):
            state = (state * 1103515245 + 12345) & 0x3FFFFFFF
            data[i] = state >> 16 & 0xFF
        director.queue.append((table.mac, bytes(data)))
    director.queue.append((table.mac, b""))
    air.run(1000)
    table.alert()
    air.run(100)
    assert director.heard == [_alert(12)]


def test_posting_needs_no_heap():
    air = _Air()
    table = _Node(air, 12, 1)
    post = table.radio.post
    post(messages.ALERT, 12, 7, 1, 1, 4, 1, 0, 1, 5, 2)
    micropython.heap_lock()
    try:
        taken = post(messages.ALERT, 12, 7, 1, 1, 4, 1, 0, 1, 5, 2)
    finally:
        micropython.heap_unlock()
    assert taken
