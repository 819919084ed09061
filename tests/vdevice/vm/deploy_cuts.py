"""In the VM: which version would start if the power failed after each operation of a deployment.

Arguments: image before, file of operations. Each program is also tried half done. Prints a line
for each run of equal answers: number of the first and the last, and what would start.
"""

import hashlib
import os
import struct
import sys

import vfs
from flash import Flash, RamImage

with open(sys.argv[1], "rb") as file:
    image = RamImage(file.read())
operations = []
with open(sys.argv[2], "rb") as file:
    while True:
        head = file.read(9)
        if not head:
            break
        is_erase, address, length = struct.unpack("<BII", head)
        operations.append((is_erase, address, file.read(length)))


def digest(path):
    code = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            data = file.read(2048)
            if not data:
                return code.digest().hex()[:16]
            code.update(data)


def found():
    """Return what main.py, as it is on the flash, would start, after a look at every byte."""
    try:
        with open("/main.py") as file:
            source = file.read()
    except OSError:
        return "no main.py"
    names = {}
    exec(source.split("\nversion =")[0], names)
    version = names["chosen"]()
    if not version:
        return "no version"
    with open("/v/" + version + "/files") as file:
        lines = file.read().split("\n")[1:-1]
    for line in lines:
        _, code, path = line.split(" ")
        if digest("/v/" + version + "/" + path) != code:
            return version + " with a wrong " + path
    return version


def look():
    chip = Flash(512)
    chip.image = image
    vfs.mount(vfs.VfsLfs2(chip), "/")
    os.chdir("/")
    try:
        return found()
    finally:
        vfs.umount("/")


vfs.umount("/")
answers = [look()]
for is_erase, address, data in operations:
    if is_erase:
        image.write(address, b"\xff" * 4096)
    else:
        image.write(address, data[: len(data) // 2])  # the rest is blank still
        answers.append(look())
        image.write(address, data)
    answers.append(look())
start = 0
for i in range(1, len(answers) + 1):
    if i == len(answers) or answers[i] != answers[start]:
        print(start, i - 1, answers[start])
        start = i
