"""The firmware as built for a device behaves as its source does."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from virtual_board import image, vm

from bidbox_host import build
from bidbox_host.build.fold import fold, prune
from bidbox_host.build.overlays import Parts
from bidbox_host.build.program import Program
from bidbox_host.build.sharing import share_names
from bidbox_host.build.shorten import shorten_arguments
from bidbox_host.errors import BidboxError
from bidbox_host.laws import in_vm
from tests.boards import Board

_MPY = vm.ROOT / "tests" / "mpy"
_RUNNER = _MPY / "vm_runner.py"
_CACHE = image.CACHE / "mpy"
_LEFT_OUT = {
    "test_store_power",  # 20 s; test_store has the same code
    "test_people",  # as long; test_keypad has the same code
    "test_phrases",  # looks at a module as a whole
    "test_virtual_chips",  # these two test the virtual board, not firmware
    "test_virtual_modules",
    "test_board_parts",  # on each board; tests/vdevice/test_every_board.py has it as built
}
_ALWAYS = {"test_life", "test_keypad", "test_rulings", "test_store"}  # the others: make long
_TESTS = sorted(path for path in _MPY.glob("test_*.py") if path.stem not in _LEFT_OUT)

needs_vm = pytest.mark.skipif(not vm.available(), reason="no MicroPython VM on this platform")


def in_one(tmp_path: Path, entry: str, **modules: str) -> str:
    """Build a program of small modules; return its source."""
    (tmp_path / "package").mkdir()
    for name, text in modules.items():
        (tmp_path / "package" / f"{name}.py").write_text(text)
    (tmp_path / "entry.py").write_text(entry)
    program = Program(tmp_path / "entry.py", [tmp_path], role="table")
    names = [n.name for n in ast.parse(entry).body if isinstance(n, ast.FunctionDef)]
    return build.transformed(program, names)[0]


def run(source: str, expression: str) -> object:
    names: dict[str, object] = {"__name__": "entry"}
    exec(compile(source, "built", "exec"), names)
    return eval(expression, names)


def test_a_constant_becomes_its_value_and_is_no_more(tmp_path: Path) -> None:
    source = in_one(
        tmp_path,
        "from package import a\nfrom package.b import TOP as HIGH\n"
        "def f(x):\n    return x + a.STEP + HIGH\n",
        a="from micropython import const\n_ONE = const(1)\nSTEP = 2 * _ONE\n",
        b="from package import a\nTOP = a.STEP << 3\n",
    )
    assert run(source, "f(100)") == 118
    for name in ("STEP", "TOP", "HIGH", "_ONE", "const", "import"):
        assert name not in source


def test_a_local_of_the_same_name_is_left_alone(tmp_path: Path) -> None:
    source = in_one(
        tmp_path,
        "from package.a import SIZE, step\n"
        "def f(n):\n    def g(SIZE):\n        return SIZE + step(n)\n    return g(10) + SIZE\n"
        "def h(step):\n    return [SIZE for SIZE in range(step)]\n",
        a="SIZE = 5\ndef step(size):\n    return size * SIZE\n",
    )
    assert run(source, "f(2)") == 10 + 10 + 5
    assert run(source, "h(3)") == [0, 1, 2]


def test_names_that_clash_stay_apart(tmp_path: Path) -> None:
    source = in_one(
        tmp_path,
        "from package import a, b\n"
        "def f(make):\n    return a.make(make), b.make(make), b.table[make]\n",
        a="def make(x):\n    return _part(x)\ndef _part(x):\n    return 'a%d' % x\n",
        b="def make(x):\n    return _part(x)\ndef _part(x):\n    return 'b%d' % x\n"
        "table = (make(7), make(8))\n",
    )
    assert run(source, "f(1)") == ("a1", "b1", "b8")


def test_state_of_a_module_stays_one_state(tmp_path: Path) -> None:
    source = in_one(
        tmp_path,
        "from package import a\nfrom package.a import count\n"
        "def f():\n    a.count_up()\n    a.count_up()\n    return a.total\n",
        a="total = 0\ncount = 0\ndef count_up():\n    global total\n    total += 1\n",
    )
    assert run(source, "f()") == 2
    assert run(source, "f() and f()") == 4


def test_a_part_is_loaded_where_it_is_imported_and_forgotten(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    texts = {
        "rare": "import os\nfrom package.often import LIST\nfrom package.rarer import join\n"
        "def tell(x):\n    return join([x.value(), LIST[1], os.sep])\n",
        "rarer": "def join(texts):\n    return '-'.join(texts)\n",
        "often": "LIST = ('one', 'two')\n"
        "class Often:\n    def value(self):\n        return LIST[0]\n"
        "    def ask(self):\n        from package import rare\n        return rare.tell(self)\n",
    }
    for name, text in texts.items():
        (tmp_path / "package" / f"{name}.py").write_text(text)
    entry = tmp_path / "entry.py"
    entry.write_text("from package.often import Often\ndef f():\n    return Often().ask()\n")
    parts = Parts.of({"seldom": ["package.rare"], "never": ["package.rarer"]})
    program = Program(entry, [tmp_path], role="table", parts=parts)
    source, _, _, made = build.transformed(program, ["f"], name="built_entry")
    assert set(made) == {"part_seldom", "part_never"}
    assert "join" not in source and "import os" not in source
    for name, text in {"built_entry": source, **made}.items():
        (tmp_path / f"{name}.py").write_text(text)
    script = (
        "import sys, built_entry\nassert built_entry.f() == built_entry.f() == 'one-two-/'\n"
        "assert not [name for name in sys.modules if name.startswith('part_')]\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)


def _in_parts(
    tmp_path: Path, texts: dict[str, str], parts: dict[str, list[str]]
) -> dict[str, str]:
    """Return the sources of a program with parts, by name; `entry` is where it begins."""
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    program = Program(tmp_path / "entry.py", [tmp_path], parts=Parts.of(parts))
    steps = build.Steps(inline=False, arguments=False, private=False, order=False)
    source, _, _, made = build.transformed(program, ["f"], steps, "entry")
    return {"entry": source, **made}


_HALVES = {
    "entry": "from both import SIZE, often\n"
    "def f():\n    from rare import g\n    return often(g(SIZE[0]))\n"
    "def h():\n    from rarer import j\n    return j()\nAGAIN = (h, f)\nprint(AGAIN)\n",
    "both": "SIZE = (3, 4)\nNAMES = ('a', 'b', 'c', 'd')\n"
    "def often(x):\n    return x + 1\n"
    "def seldom(x):\n    return NAMES.index(x) + len(SIZE)\n"
    "class Kind:\n    def __eq__(self, other):\n        return isinstance(other, Kind)\n"
    "class Asked:\n    pass\n",
    "rare": "from both import Asked, Kind, seldom\n"
    "def g(x):\n    return seldom('b') + x + (Kind() == Kind()) + isinstance(x, Asked)\n",
    "rarer": "from both import Asked, Kind, seldom\n"
    "def j():\n    return seldom('a'), Asked(), Kind()\n",
}


def test_what_only_parts_use_is_in_each_of_them_and_not_in_what_stays(tmp_path: Path) -> None:
    made = _in_parts(tmp_path, _HALVES, {"one": ["rare"], "two": ["rarer"]})
    for part in ("part_one", "part_two"):
        for name in ("def seldom", "NAMES = ", "class Kind"):
            assert name in made[part] and name not in made["entry"], (part, name)
        assert "def often" not in made[part] and "SIZE = " not in made[part]
    assert "def often" in made["entry"] and "SIZE = " in made["entry"]
    assert "class Asked" in made["entry"], "two classes of that name would not know each other"
    for name, text in made.items():
        (tmp_path / f"{name}.py").write_text(text)
    script = "import entry; assert entry.f() == 8, entry.f()"
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)


def test_functions_may_import_in_a_circle(tmp_path: Path) -> None:
    source = in_one(
        tmp_path,
        "from package.a import f as g\ndef f():\n    return g()\n",
        a="ONE = 1\ndef f():\n    from package import b\n    return b.h()\n",
        b="from package.a import ONE\ndef h():\n    return ONE + 1\n",
    )
    assert run(source, "f()") == 2 and "import" not in source


def test_a_part_used_where_it_is_not_imported_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def g():\n    return 1\n")
    (tmp_path / "entry.py").write_text("from a import g\ndef f():\n    return g()\n")
    program = Program(tmp_path / "entry.py", [tmp_path], parts=Parts.of({"rare": ["a"]}))
    with pytest.raises(BidboxError, match="part_rare is used where that part is not imported"):
        build.transformed(program, ["f"], name="entry")


def test_only_what_nothing_names_is_dropped(tmp_path: Path) -> None:
    source = in_one(
        tmp_path,
        "from package.a import Thing\n"
        "def f():\n    return getattr(Thing(), 'by_name')() + Thing().used()\n",
        a="class Thing:\n    def used(self):\n        return 1\n"
        "    def by_name(self):\n        return 2\n"
        "    def unused(self):\n        return self.only_for_unused()\n"
        "    def only_for_unused(self):\n        return 3\n"
        "    def __len__(self):\n        return 4\n",
    )
    assert run(source, "f()") == 3
    assert "unused" not in source and "by_name" in source and "__len__" in source


def test_names_of_attributes_become_short_alike_everywhere_but_not_in_strings() -> None:
    tree = ast.parse(
        "class A:\n    def __init__(self):\n        self.inner = 1\n        self._told = 2\n"
        "    def _deep(self):\n        return self.inner\n"
        "def f(a):\n    return a._deep() + getattr(a, '_told')\n"
    )
    names = share_names(tree)
    assert sorted(names) == ["_deep", "inner"]
    source = ast.unparse(tree)
    assert "inner" not in source and "_told" in source
    assert run(source, "f(A())") == 3


def test_what_never_meets_shares_a_short_name_and_relatives_share_none() -> None:
    tree = ast.parse(
        "class A:\n    def __init__(self):\n        self._one = 1\n        self.two = 2\n"
        "class B(A):\n    def __init__(self):\n        A.__init__(self)\n        self.three = 3\n"
        "    def total(self):\n        return self._one, self.two, self.three\n"
        "class C:\n    def __init__(self):\n        self.four = 4\n"
        "    def double(self):\n        return 2 * self.four\n"
        "def f(b, c):\n    return b.total() + (b._one, c.four, c.double())\n"
    )
    names = share_names(tree)
    assert len({names[name] for name in ("_one", "two", "three", "total")}) == 4
    assert names["four"] in {names[name] for name in ("_one", "two", "three")}
    assert names["double"] != names["total"]  # a traceback tells one from the other
    assert run(ast.unparse(tree), "f(B(), C())") == (1, 2, 3, 1, 4, 8)


def test_what_others_call_by_its_name_keeps_it() -> None:
    tree = ast.parse(
        "class A:\n    def __init__(self):\n        self.duty_u16 = self.most = 1\n"
        "    def append(self, x):\n        return x.most\n"
        "    def __len__(self):\n        return 1\n"
    )
    assert list(share_names(tree)) == ["most"]
    assert "append" in ast.unparse(tree) and "__len__" in ast.unparse(tree)


def test_arguments_passed_by_name_keep_theirs() -> None:
    tree = ast.parse(
        "def f(first, second, third=0):\n    return [first + second + third for x in 'a'][0]\n"
        "def g(amount):\n    return f(amount, second=2)\n"
    )
    shorten_arguments(tree)
    assert [a.arg for a in tree.body[0].args.args][1] == "second"
    assert "first" not in ast.unparse(tree) and "amount" not in ast.unparse(tree)
    assert run(ast.unparse(tree), "g(1)") == 3


def test_a_definition_with_effects_stays() -> None:
    tree = ast.parse("def f():\n    return X\nX = 3\n_Y = print('here')\nunused = {1: 2}\n")
    fold(tree, ["f"])
    prune(tree, ["f"])
    assert ast.unparse(tree) == "def f():\n    return 3\n_Y = print('here')"


def test_a_module_used_as_a_value_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BidboxError, match=r"entry, line 3: a is used as a value.*keep it apart"):
        in_one(tmp_path, "from package import a\ndef f():\n    return a\n", a="X = 1\n")


def test_an_image_holds_what_its_role_needs(board: Board) -> None:
    made = build.build(vm.FIRMWARE, board.path, _CACHE)
    laws = {"bidbox/laws/edition_2007.mpy", "bidbox/laws/edition_2017.mpy"}
    wanted = {"main.py", "board.mpy", "apps/wiring.mpy"}
    wanted |= {f"part_{name}.mpy" for name in build.PARTS[made.role]}
    wanted |= {f"layer_{number}.mpy" for number in range(1, build.COUNT)}
    assert set(made.files) == (wanted | laws if made.role == "table" else wanted)
    for path, content in made.files.items():
        if path.endswith(".mpy"):
            assert content[:4] == b"M\x06\x00\x1f", "version 6, no native code, small int of 31"
    assert len(set(made.names)) == len(set(made.names.values()))
    again = build.build(vm.FIRMWARE, board.path, _CACHE)
    assert again.files == made.files


def test_real_names_come_back_into_a_traceback() -> None:
    made = build.Image("table", {}, {"aq": "_Stream", "b": "_write"})
    text = "File \"table.py\", line 1, in b\n'aq' object has no attribute 'b', in aqua"
    assert made.real(text) == (
        "File \"table.py\", line 1, in _write\n'_Stream' object has no attribute '_write', in aqua"
    )


def test_every_step_makes_a_role_smaller() -> None:
    board = vm.BOARDS / "esp32_director" / "board.py"
    sizes = []
    names = ("fold", "prune", "inline", "arguments", "private", "order")
    steps = dict.fromkeys(names, False)
    for name in ("", *steps):
        if name:
            steps[name] = True
        made = build.build(vm.FIRMWARE, board, _CACHE, build.Steps(**steps))
        sizes.append(made.sizes["apps/wiring.mpy"])
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) == len(sizes)


def _names_of_the_fakes() -> set[str]:
    """Return what tests may look at in the virtual board, which is not built with them."""
    found = set()
    for path in vm.VM_MODULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.FunctionDef):
                found.add(node.name)
    return {name for name in found if not name.startswith("_")}


@needs_vm
@pytest.mark.parametrize(
    "path",
    [p if p.stem in _ALWAYS else pytest.param(p, marks=pytest.mark.long) for p in _TESTS],
    ids=lambda path: path.stem,
)
def test_the_tests_hold_for_firmware_as_built(path: Path, tmp_path: Path) -> None:
    """The test file is built together with all firmware that it needs, and run in the VM."""
    tree = ast.parse(path.read_text())
    tests = [n.name for n in tree.body if isinstance(n, ast.FunctionDef) and n.name[:5] == "test_"]
    settings = {
        node.targets[0].id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    }
    program = Program(path, [vm.FIRMWARE, _MPY], apart=build.APART)
    source, *_ = build.transformed(program, [*tests, *_names_of_the_fakes()])
    (tmp_path / f"{path.stem}.mpy").write_bytes(build.compiled(source, path.name, _CACHE))
    board = settings.get("VM_BOARD")
    done = vm.run_script(
        _RUNNER,
        [str(tmp_path / path.stem)],
        heap=settings.get("VM_HEAP", vm.HEAP),
        fakes=board is not None,
        board=board or "",
        path=[vm.VM_MODULES],
        check=False,
    )
    results = {}
    for line in done.out.split("\n"):
        if line.startswith("\x01"):
            word, name, *text = line[1:].split(" ", 2)
            results[name] = word + (" " + json.loads(text[0]) if text else "")
    assert done.status == 0, done.out + done.err
    assert results == dict.fromkeys(tests, "PASS"), "\n".join(results.values())


@needs_vm
def test_the_adjudicator_as_built_answers_as_the_plain_one(tmp_path: Path) -> None:
    """Byte for byte, in the VM, on every example of `bidbox adjudicate`."""
    host = vm.ROOT / "host_tools"
    examples = (vm.ROOT / "tests" / "data" / "adjudicate_examples.jsonl").read_text().splitlines()
    requests = [json.dumps(json.loads(line)["request"]) for line in examples]
    entry = host / "bidbox_host" / "laws" / "vm_main.py"
    program = Program(entry, [vm.FIRMWARE, host], apart=build.APART)
    source, *_ = build.transformed(program)
    (tmp_path / "judging.mpy").write_bytes(build.compiled(source, entry.name, _CACHE))
    start = f"import sys; sys.path[:0] = ['{tmp_path}', '{vm.FIRMWARE}']; import judging"
    built = subprocess.run(
        vm.command("-c", start, heap="16m"),
        input="".join(f"{request}\n" for request in requests).encode(),
        capture_output=True,
    )
    plain = [text for text, _ in in_vm.answers(request.encode() for request in requests)]
    assert len(plain) == len(requests) > 20
    assert [line[2:] for line in built.stdout.decode().splitlines()] == plain, built.stderr
