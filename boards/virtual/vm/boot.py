"""Starts a virtual device in the VM: fakes, flash, then main.py as a board does.

Arguments: number of the control socket, settings as JSON in parts (see virtual_board/process.py).
With "bare" nothing but flash, reset and watchdog is there, as on a chip without a board.
"""

import gc
import json
import sys

_WORLDS = ("vctl", "vclock", "vflash", "flash", "bare")  # modules that a bare chip shows nobody


def _power_up():
    import vctl

    settings = json.loads("".join(sys.argv[2:]))
    sys.path[:] = [settings["fakes"], ".frozen"]
    if int(sys.argv[1]) >= 0:
        vctl.connect(int(sys.argv[1]))
    if settings["bare"]:
        import bare
        import vclock

        vclock.start(settings["jump"], settings["at"])
        bare.power_up(settings["cause"], bytes.fromhex(settings["mac"]))
        sys.modules["machine"] = bare
    else:
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
    if settings["bare"]:
        for name in _WORLDS:
            del sys.modules[name]
    gc.collect()
    sizes = '{"used": %d, "free": %d}' % (gc.mem_alloc(), gc.mem_free())
    if vctl.stream is None:
        print(sizes)
        raise SystemExit
    vctl.send(vctl.HELLO, settings["at"], sizes.encode())
    return settings["main"]


def _run_main(vctl, vclock):
    try:
        with open("/main.py") as file:
            code = compile(file.read(), "main.py", "exec")
        exec(code, globals())
    finally:
        vctl.send(vctl.LEFT, vclock.time_ns())


sys.path.insert(0, sys.argv[0].rsplit("/", 1)[0])
import vclock as _vclock  # noqa: E402
import vctl as _vctl  # noqa: E402

if _power_up():
    gc.collect()
    _run_main(_vctl, _vclock)
else:
    _vctl.send(_vctl.LEFT, 0)
