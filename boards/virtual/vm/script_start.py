"""Runs a script in the VM: board or "-" (no fakes), sys.path joined by ":", script, arguments."""

import sys

_here = sys.argv[0].rsplit("/", 1)[0]
_board, _places, _script = sys.argv[1:4]
sys.argv[:] = sys.argv[3:]
sys.path[:] = _places.split(":")
sys.path.insert(0, _script.rsplit("/", 1)[0])
sys.path.append(".frozen")
if _board != "-":
    sys.path.append(_here)
    import virtual

    virtual.install(_board)
with open(_script) as _file:
    _code = compile(_file.read(), _script, "exec")
exec(_code, {"__name__": "__main__", "__file__": _script})
