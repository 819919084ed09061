"""Folding constants changes no program, only what it costs; and no line moves."""

from pathlib import Path

from bidbox_host.deploy.fold import fold

FIRMWARE = Path(__file__).parents[2] / "firmware"


def _run(sources: dict[str, str], name: str) -> dict:
    """Execute a folded module that imports nothing any more."""
    names: dict = {}
    exec(fold(sources)[name], names)
    return names


def test_constants_are_folded_within_and_across_modules() -> None:
    sources = {
        "names": "A = 1\nB = A << 3\n",
        "use": "import names\nfrom names import A, B as C\n_D = names.B + 1\nfound = (A, C, _D)\n",
    }
    folded = fold(sources)
    assert folded["names"] == "\n\n"
    assert folded["use"] == "import names\n\n\nfound = (1, 8, 9)\n"


def test_negative_numbers_keep_their_meaning() -> None:
    assert _run({"m": "_A = -1\nfound = 2 ** _A, abs(_A)\n"}, "m")["found"] == (0.5, 1)


def test_names_that_are_more_than_one_thing_stay() -> None:
    source = (
        "A = 1\nB = 2\nC = 3\nD = 4\n"
        "def f(A):\n    B = 5\n    return A + B\n"
        "def g():\n    global C\n    C = 6\n"
        "text = f'{D}'\n"
    )
    assert fold({"m": source})["m"] == source


def test_what_is_no_small_integer_stays() -> None:
    source = "A = 1 << 30\nB = 'b'\nC = 1.5\nD = True\nE = (1, 2)\n"
    assert fold({"m": source})["m"] == source


def test_const_of_micropython_is_folded_too() -> None:
    source = "from micropython import const\n_A = const(2 + 1)\nx = [_A]\n"
    assert fold({"m": source})["m"] == "from micropython import const\n\nx = [3]\n"


def test_an_import_over_several_lines_keeps_the_lines_after_it() -> None:
    sources = {
        "n": "A = 1\ndef f():\n    pass\n",
        "m": "from n import (\n    A,\n    f,\n)\ng = [A]\n",
    }
    assert fold(sources)["m"] == "from n import f\n\n\n\ng = [1]\n"


def test_no_line_of_the_firmware_moves_and_all_of_it_compiles() -> None:
    sources = {
        ".".join(path.relative_to(FIRMWARE).with_suffix("").parts): path.read_text()
        for path in FIRMWARE.rglob("*.py")
    }
    for name, source in fold(sources).items():
        compile(source, name, "exec")
        assert source.count("\n") == sources[name].count("\n"), name
        kept = [line for line in source.split("\n") if line.startswith(("def ", "class "))]
        assert kept == [x for x in sources[name].split("\n") if x.startswith(("def ", "class "))]
