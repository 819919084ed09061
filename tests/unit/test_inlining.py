"""A program does the same when its functions stand where they were called."""

import ast
import itertools
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbox_host.build.inlining import inline
from bidbox_host.build.layers import layered

ENTRY = ("f",)


def inlined(source: str) -> tuple[str, list[str]]:
    tree = ast.parse(source)
    gone = inline(tree, ENTRY)
    return ast.unparse(ast.fix_missing_locations(tree)), gone


def run(source: str, *arguments: object) -> object:
    names: dict[str, object] = {}
    exec(compile(source, "built", "exec"), names)
    return names["f"](*arguments)  # type: ignore[operator]


CASES = {
    "dropped": "def f(x):\n    out = []\n    put(out, x)\n    return out\n"
    "def put(out, x):\n    if x > 3:\n        return\n    out.append(x)\n    out.append(-x)\n",
    "returned": "def f(x):\n    if x:\n        return g(x - 1)\n    return 7\n"
    "def g(n):\n    for i in range(n):\n        if i == 2:\n            return 'two'\n",
    "given a name": "def f(x):\n    x = g(x)\n    return x + 1\n"
    "def g(n):\n    if n == 1:\n        return 10\n    if n == 2:\n        return 20\n"
    "    return n\n",
    "tested": "def f(x):\n    if g(x) and x != 4:\n        return 'yes'\n    return 'no'\n"
    "def g(n):\n    if n < 2:\n        return False\n    m = n * 2\n    return m > 5\n",
    "local names meet": "def f(x):\n    total = 1\n    total += g(x, total + 1)\n"
    "    return total\n"
    "def g(total, x):\n    total = total * 2\n    return total + x\n",
    "a local hides a global": "size = 100\ndef f(x):\n    size = 5\n    y = g(x)\n"
    "    return y + size\n"
    "def g(n):\n    if n > 2:\n        return size\n    return size + n\n",
    "a name of the caller is given": "def f(x):\n    y = x + 1\n    z = g(y)\n    return y, z\n"
    "def g(n):\n    n += 5\n    return n\n",
    "not found": "def f(x):\n    y = 3\n    y = g(x)\n    return y\n"
    "def g(n):\n    if n > 2:\n        return 'more'\n",
    "a try": "def f(x):\n    try:\n        y = g(x)\n    except ValueError:\n"
    "        y = 'bad'\n    return y\n"
    "def g(n):\n    if n == 1:\n        raise ValueError\n    try:\n        return 12 // n\n"
    "    except ZeroDivisionError:\n        return None\n",
    "a loop": "def f(x):\n    out = []\n    for i in range(x):\n        out.append(i)\n"
    "        h(out, i)\n"
    "    return out\n"
    "def h(out, i):\n    while True:\n        if i > 2:\n            break\n        i += 1\n"
    "    out[-1] += i\n",
    "order of effects": "log = []\ndef note(x):\n    log.append(x)\n    return x\n"
    "def f(x):\n    log.clear()\n    y = g(note(x), note(x + 1))\n    return y, log[:]\n"
    "def g(a, b):\n    return b - a + note(9)\n",
    "an expression with a call before": "log = []\ndef f(x):\n    return g(h(x)), log[:]\n"
    "def h(x):\n    log.append('h')\n    log.append(x)\n    return x\n"
    "def g(a):\n    return len(log) + a\n",
    "a method": "class A:\n    def __init__(self, n):\n        self.n = n\n"
    "    def total(self, more):\n        self._add(more)\n        return self.n\n"
    "    def _add(self, n):\n        if n < 0:\n            return\n        self.n += n\n"
    "def f(x):\n    return A(5).total(x)\n",
    "of another object": "class A:\n    def __init__(self):\n        self.n = 1\n"
    "    def count(self, by):\n        self.n += by\n        return self.n\n"
    "class B:\n    def __init__(self):\n        self.a = A()\n"
    "    def go(self, x):\n        y = self.a.count(x)\n        return y, self.a.n\n"
    "def f(x):\n    return B().go(x)\n",
    "a property": "class A:\n    def __init__(self, n):\n        self.n = n\n"
    "    @property\n    def half(self):\n        return self.n // 2\n"
    "def f(x):\n    a = A(x)\n    return a.half + a.half\n",
    "a default": "def f(x):\n    return g(x) + g(x, 2)\ndef g(a, b=7):\n    return a * b\n",
    "by name": "def f(x):\n    return g(b=x, a=1)\ndef g(a, b):\n    return a - b\n",
    "a comprehension": "def f(x):\n    y = g(x)\n    return y\n"
    "def g(n):\n    i = 3\n    rows = [i * k for k in range(n)]\n    if not rows:\n"
    "        return i\n"
    "    return rows\n",
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_it_gives_the_same(name: str) -> None:
    source = CASES[name]
    built, _ = inlined(source)
    for x in range(6):
        assert run(built, x) == run(source, x), built


@pytest.mark.parametrize(
    "name", ["dropped", "returned", "given a name", "tested", "a method", "of another object"]
)
def test_a_function_that_one_place_calls_is_gone(name: str) -> None:
    built, gone = inlined(CASES[name])
    assert gone and not any(f"def {function}(" in built for function in gone)


@pytest.mark.parametrize(
    "source",
    [
        "def f(x):\n    return sorted(x, key=g)\ndef g(n):\n    return -n\n",
        "def f(x):\n    return globals()['g'](x)\ndef g(n):\n    return -n\n",
        "def f(x):\n    return g(*x)\ndef g(n):\n    n += 1\n    return n\n",
        "def f(x):\n    while g(x):\n        x -= 1\n    return x\n"
        "def g(n):\n    n -= 3\n    return n > 0\n",
        "def f(x):\n    return x and g(x)\ndef g(n):\n    n -= 3\n    return n\n",
        "class A:\n    def read(self):\n        return 1\nclass B:\n    def read(self):\n"
        "        return 2\ndef f(x):\n    return x.read()\n",
        "def f(x):\n    return list(g(x))\ndef g(n):\n    yield n\n",
        "def f(x):\n    return g(x)\ndef g(n):\n    return g(n - 1) if n else 0\n",
    ],
)
def test_what_is_not_certain_is_left_alone(source: str) -> None:
    assert inlined(source)[1] == []


def test_an_awaited_function_stands_where_it_was_awaited() -> None:
    source = (
        "import asyncio\ndef f(x):\n    return asyncio.run(go(x))\n"
        "async def go(x):\n    found = await wait(x)\n    return found\n"
        "async def wait(n):\n    if n > 2:\n        await asyncio.sleep(0)\n        return n\n"
        "    return -n\n"
    )
    built, gone = inlined(source)
    assert gone == ["wait"]
    assert [run(built, x) for x in (1, 4)] == [-1, 4]


_LEAVES = st.sampled_from(["x", "n", "1", "n + 2", "note(n)", "self.n"])
_STATEMENTS = st.recursive(
    st.one_of(
        _LEAVES.map(lambda e: f"return {e}"),
        _LEAVES.map(lambda e: f"n = {e}"),
        _LEAVES.map(lambda e: f"note({e})"),
        st.just("return"),
    ),
    lambda inner: st.builds(
        lambda test, body, orelse: "\n".join(
            [f"if {test} > 2:", *_deeper(body), "else:", *_deeper(orelse)]
        ),
        _LEAVES,
        st.lists(inner, min_size=1, max_size=3),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=8,
)
_CALLS = st.sampled_from(
    ["y = self.g(x)", "return self.g(x + 1)", "self.g(note(x))", "y = 3 * self.g(self.n) or 5",
     "if self.g(x):\n    note('t')\nelse:\n    note('e')"]
)  # fmt: skip


def _deeper(statements: list[str]) -> list[str]:
    return ["    " + line for text in statements for line in text.split("\n")]


@settings(max_examples=40, deadline=None)
@given(st.lists(_STATEMENTS, min_size=1, max_size=5), _CALLS, st.integers(0, 4))
def test_any_body_does_the_same_in_its_place(body: list[str], call: str, x: int) -> None:
    lines = [
        "log = []", "def note(v):", "    log.append(v)", "    return 4",
        "class A:", "    def __init__(self):", "        self.n = 3",
        "    def g(self, n):", "        x = 10", *_deeper(_deeper(body)),
        "    def go(self, x):", "        y = 0", *_deeper(_deeper([call])), "        note(y)",
        "        return y, x", "def f(x):", "    log.clear()",
        "    try:", "        got = A().go(x)", "    except TypeError:", "        got = 'type'",
        "    return got, log[:]",
    ]  # fmt: skip
    source = "\n".join(lines) + "\n"
    built, _ = inlined(source)
    assert run(built, x) == run(source, x), built


def test_layers_need_nothing_of_those_that_follow_and_do_the_same() -> None:
    names = string.ascii_lowercase[6:16]
    chain = "".join(
        f"def {name}(x):\n    return {after}(x) + 1\n" for name, after in itertools.pairwise(names)
    )
    source = f"{chain}def {names[-1]}(x):\n    return x\ndef f(x):\n    return g(x)\n"
    tree = ast.parse(source)
    layers = layered(tree, {}, "top", ENTRY, 4)
    assert len(layers) >= 2
    loaded: dict[str, dict[str, object]] = {}
    for file, layer in [*layers, ("top", tree)]:
        for node in list(layer.body):
            if isinstance(node, ast.ImportFrom):
                assert node.module in loaded
        own: dict[str, object] = {}
        for node in layer.body:
            if isinstance(node, ast.ImportFrom):
                own |= {a.name: loaded[str(node.module)][a.name] for a in node.names}
        kept = [n for n in layer.body if isinstance(n, ast.FunctionDef)]
        exec(compile(ast.Module(kept, []), file, "exec"), own)
        loaded[file] = own
    assert loaded["top"]["f"](3) == run(source, 3)  # type: ignore[operator]
