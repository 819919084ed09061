"""Mounts the device's file system: VfsLfs2 on the modelled flash chip, as the root."""

import os

import vclock
import vfs
from flash import Flash

BLOCKS = 512  # 2 MB, the "vfs" partition of a 4 MB board
_ERASE_NS = 45000000
_PROGRAM_NS = 2734  # a byte: 0.7 ms for 256

chip = None


def _work(kind, address, data):
    vclock.spend(_ERASE_NS if kind == "erase" else len(data) * _PROGRAM_NS)


def mount(path):
    """Mount the image in this file; nothing of the host's file system stays visible."""
    global chip
    chip = Flash(BLOCKS, path=path)
    device = vfs.VfsLfs2(chip)
    vfs.umount("/")
    vfs.mount(device, "/")
    os.chdir("/")
    chip.on_change = _work


def cut_after(operations, torn=0):
    """Cut the board's power at a program or erase to come; torn: 256ths of it still done."""
    chip.on_cut = _power_off
    chip.cut_after(operations, torn)


def _power_off():
    import vmachine

    vmachine.leave(b"cut")


def make(path, files):
    """Write a new image with these (name on the device, path here) files."""
    chip = Flash(BLOCKS, path=path)
    vfs.VfsLfs2.mkfs(chip)
    vfs.mount(vfs.VfsLfs2(chip), "/flash")
    made = set()
    for name, source in files:
        parts = ("/flash/" + name).split("/")
        for i in range(3, len(parts)):
            folder = "/".join(parts[:i])
            if folder not in made:
                made.add(folder)
                os.mkdir(folder)
        with open(source, "rb") as file:
            content = file.read()
        with open("/flash/" + name, "wb") as file:
            file.write(content)
    vfs.umount("/flash")
    chip.image.close()
