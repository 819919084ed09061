"""Starts a virtual device in the VM: fakes, flash, then main.py as a board does.

Arguments: number of the control socket, settings as JSON in parts (see virtual_board/process.py).
"""

import gc
import json
import sys


def _power_up():
    import vctl

    settings = json.loads("".join(sys.argv[2:]))
    sys.path[:] = [settings["fakes"], ".frozen"]
    if int(sys.argv[1]) >= 0:
        vctl.connect(int(sys.argv[1]))
    import virtual

    virtual.install(
        settings["board"],
        settings["jump"],
        settings["at"],
        settings["cause"],
        bytes.fromhex(settings["mac"]),
    )
    import vflash

    vflash.mount(settings["image"])
    sys.path[:] = ["", "/lib", ".frozen"]
    sys.argv[:] = []
    gc.collect()
    sizes = '{"used": %d, "free": %d}' % (gc.mem_alloc(), gc.mem_free())
    if vctl.stream is None:
        print(sizes)
        raise SystemExit
    vctl.send(vctl.HELLO, settings["at"], sizes.encode())
    return settings["main"]


def _run_main():
    import vclock
    import vctl

    try:
        with open("/main.py") as file:
            code = compile(file.read(), "main.py", "exec")
        exec(code, globals())
    finally:
        vctl.send(vctl.LEFT, vclock.time_ns())


sys.path.insert(0, sys.argv[0].rsplit("/", 1)[0])
if _power_up():
    gc.collect()
    _run_main()
else:
    import vctl as _vctl

    _vctl.send(_vctl.LEFT, 0)
