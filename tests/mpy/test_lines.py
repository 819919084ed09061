"""Facts about the wire: what a line looks like and what a decoder makes of any stream."""

from bidbox import lines


class _Heard:
    def __init__(self):
        self.lines = []
        self.texts = []
        self.decoder = lines.Decoder(self.on_line, self.on_text)

    def on_line(self, table, sequence, body):
        self.lines.append((table, sequence, body))

    def on_text(self, data, torn):
        self.texts.append((data, torn))


def test_a_line_is_mark_table_sequence_body_star_crc_and_line_feed():
    assert lines.encode(12, 7, b"B") == b"~12,7,B*CF2636CC\n"


def test_the_crc_is_the_common_crc_32():
    from binascii import crc32

    assert crc32(b"123456789") == 0xCBF43926


def test_no_line_is_a_whole_number_of_usb_packets():
    for size in range(1, 178):
        line = lines.encode(1, 1, b"l" * size)
        assert len(line) % 64 != 0
        assert len(line) <= lines.LIMIT
        heard = _Heard()
        heard.decoder.feed(line)
        assert heard.lines == [(1, 1, b"l" * size)]
        assert heard.texts == []


def test_a_line_over_the_limit_is_refused():
    try:
        lines.encode(199, 65535, b"l" * 185)
    except ValueError:
        return
    assert False, "no error"


def test_every_cut_gives_the_same_line():
    line = lines.encode(3, 99, b"G,200,1,9")
    for cut in range(len(line)):
        heard = _Heard()
        heard.decoder.feed(line[:cut])
        heard.decoder.feed(line[cut:])
        assert heard.lines == [(3, 99, b"G,200,1,9")]
        assert heard.texts == []


def test_every_changed_byte_is_found():
    line = lines.encode(3, 99, b"G,200,1,9")
    for position in range(len(line) - 1):
        for byte in (0x20, 0x30, 0x41, 0x2C, 0x2A, 0x7E, 0x0A, 0x00, 0xFF):
            if line[position] == byte:
                continue
            damaged = bytearray(line)
            damaged[position] = byte
            heard = _Heard()
            heard.decoder.feed(damaged)
            assert heard.lines == []
            # and the next line is heard all the same
            heard.decoder.feed(b"\n")
            heard.decoder.feed(line)
            assert heard.lines == [(3, 99, b"G,200,1,9")]


def test_text_around_and_between_lines_is_set_apart():
    line = lines.encode(3, 1, b"B")
    heard = _Heard()
    heard.decoder.feed(b">>> " + line[:-1] + b">>> \r\nTraceback (most recent call last):\r\n")
    heard.decoder.feed(line)
    heard.decoder.feed(b"no line end yet")
    heard.decoder.end()
    assert heard.lines == [(3, 1, b"B"), (3, 1, b"B")]
    assert heard.texts == [
        (b">>> ", False),
        (b">>> \r", False),
        (b"Traceback (most recent call last):\r", False),
        (b"no line end yet", False),
    ]


def test_a_line_cut_by_the_next_is_torn_and_the_next_whole():
    line = lines.encode(3, 1, b"HELLO")
    heard = _Heard()
    heard.decoder.feed(line[:9] + line)
    assert heard.lines == [(3, 1, b"HELLO")]
    assert heard.texts == [(line[:9], True)]
    assert heard.decoder.torn == 1


def test_a_lost_line_feed_costs_nothing():
    line = lines.encode(3, 1, b"B")
    heard = _Heard()
    heard.decoder.feed(line[:-1] + line[:-1])
    assert len(heard.lines) == 2
    assert heard.texts == []


def test_endless_garbage_never_grows_the_buffer():
    heard = _Heard()
    heard.decoder.feed(b"~" + b"x" * 1000)
    heard.decoder.feed(b"\n" + lines.encode(3, 1, b"B"))
    assert heard.lines == [(3, 1, b"B")]
    for data, _ in heard.texts:
        assert len(data) <= lines.LIMIT + 1


def test_a_decoder_without_text_keeps_none():
    got = []
    decoder = lines.Decoder(lambda table, sequence, body: got.append(body))
    decoder.feed(b"garbage\nmore" * 100 + lines.encode(3, 1, b"B"))
    assert got == [b"B"]


def test_a_right_crc_over_something_else_is_text():
    from binascii import crc32

    heard = _Heard()
    for payload in (b"x,1,B", b"1,x,B", b"1", b"", b"1,", b"123456,1,B", b",1,B"):
        heard.decoder.feed(b"~" + payload + ("*%08X\n" % crc32(payload)).encode())
    assert heard.lines == []
    assert len(heard.texts) == 7
