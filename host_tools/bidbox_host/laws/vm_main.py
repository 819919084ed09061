"""What the MicroPython VM runs for `bidbox adjudicate --vm micropython`: a line in, a line out.

sys.argv: the folders of firmware and host tools. Each answer is preceded by 1, or by 0 where
the request was not understood.
"""

import sys

sys.path[:0] = sys.argv[1:3]

from bidbox_host.laws.adjudicate import answer_line  # noqa: E402


def main():
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            return
        text, understood = answer_line(line.rstrip(b"\r\n"))
        sys.stdout.buffer.write((("1 " if understood else "0 ") + text + "\n").encode())


main()
