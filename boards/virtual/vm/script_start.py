"""Runs a script in the VM: board or "-" (no fakes), how many folders go on sys.path, they, script,
arguments.
"""

import sys

_here = sys.argv[0].rsplit("/", 1)[0]
_board = sys.argv[1]
_places = int(sys.argv[2])
_script = sys.argv[3 + _places]
sys.path[:] = sys.argv[3 : 3 + _places]
sys.argv[:] = sys.argv[3 + _places :]
sys.path.insert(0, _script.rsplit("/", 1)[0])
sys.path.append(".frozen")
if _board != "-":
    sys.path.append(_here)
    import virtual

    virtual.install(_board)
with open(_script) as _file:
    _code = compile(_file.read(), _script, "exec")
exec(_code, {"__name__": "__main__", "__file__": _script})
