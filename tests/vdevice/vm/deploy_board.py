"""In the VM: a board's file system, driven by code on standard input; flash operations are kept.

Arguments: image, then a file for the operations or "-". Each request is a line with the length of
the code in bytes, then the code; the answer is what it printed, then a line "= ok" or "= error".
"""

import os
import struct
import sys

import vfs
from flash import Flash

_path, _log = sys.argv[1:3]
chip = Flash(512, path=_path)
operations = None if _log == "-" else open(_log, "wb")


def _keep(kind, address, data):
    operations.write(struct.pack("<BII", kind == "erase", address, len(data or b"")))
    operations.write(data or b"")
    operations.flush()


if operations:
    chip.on_change = _keep
vfs.umount("/")
vfs.mount(vfs.VfsLfs2(chip), "/")
os.chdir("/")
names = {"__name__": "__main__"}
while True:
    line = sys.stdin.buffer.readline()
    if not line:
        break
    code = sys.stdin.buffer.read(int(line))
    try:
        exec(str(code, "utf-8"), names)
        print("\n= ok")
    except Exception as error:
        sys.print_exception(error)
        print("\n= error")
