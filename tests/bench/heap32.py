"""The table role's heap on 32 bits, in MicroPython for the web browser: `python -m
tests.bench.heap32`. Optional: needs Node and, in node_modules here or in the folder given, the npm
package @micropython/micropython-webassembly-pyscript; says SKIP without them.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from virtual_board import image, vm

from bidbox_host import build

_PACKAGE = "@micropython/micropython-webassembly-pyscript"


def measure(modules: Path) -> dict[str, int] | str:
    """Return bytes by name, or why nothing can be measured. modules: a node_modules folder."""
    library = modules / _PACKAGE
    if shutil.which("node") is None:
        return "SKIP: no node"
    if not library.is_dir():
        return f"SKIP: npm install {_PACKAGE}"
    found: dict[str, int] = {}
    here = Path(__file__).parent
    made = build.build(vm.FIRMWARE, vm.BOARDS / "esp32_table" / "board.py", image.CACHE / "mpy")
    with tempfile.TemporaryDirectory() as folder:
        for name, content in made.files.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        for files, script in ((folder, "heap32_code.py"), (vm.FIRMWARE, "heap32_objects.py")):
            argv = ["node", here / "heap32.mjs", library, files, here / script]
            done = subprocess.run(argv, capture_output=True, text=True)
            if done.returncode != 0:
                return f"{script} failed: {done.stderr.strip()[-400:]}"
            found |= {name: int(text) for name, text in map(str.split, done.stdout.splitlines())}
    return found


if __name__ == "__main__":
    given = Path(sys.argv[1]) if len(sys.argv) > 1 else vm.ROOT / "node_modules"
    answer = measure(given)
    if isinstance(answer, str):
        print(answer)
    else:
        print("\n".join(f"{name} {size}" for name, size in answer.items()))
        print(f"sum {sum(answer.values())}")
