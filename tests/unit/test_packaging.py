"""An installed Bidbox has every module and every file of data that the host tool needs."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
_SETUP = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


def _folder(package: str) -> Path:
    """Return where a package lies, as package-dir says."""
    head, *rest = package.split(".")
    return ROOT.joinpath(_SETUP["package-dir"][head], *rest)


def _files(package: str) -> list[Path]:
    """Return all that lies in a package and in those within it."""
    files = (path for path in _folder(package).rglob("*") if path.is_file())
    return [path for path in files if "__pycache__" not in path.parts]


def test_every_file_is_in_a_package_or_is_its_data() -> None:
    shipped = {path for package in _SETUP["packages"] for path in _folder(package).glob("*.py")}
    for package, patterns in _SETUP["package-data"].items():
        folder = _folder(package)
        shipped |= {path for pattern in patterns for path in folder.glob(pattern)}
    needed = [path for package in _SETUP["package-dir"] for path in _files(package)]
    assert len(needed) > 100
    assert [str(path.relative_to(ROOT)) for path in needed if path not in shipped] == []


def test_every_package_named_is_there() -> None:
    assert [name for name in _SETUP["packages"] if not list(_folder(name).glob("*.py"))] == []
