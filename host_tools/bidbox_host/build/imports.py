"""The imports at the head of each file that one module is divided into."""

import ast
from collections.abc import Collection, Iterable, Iterator

Import = ast.Import | ast.ImportFrom


def import_from(file: str, names: Iterable[str]) -> ast.ImportFrom:
    """Return the statement that gets names of another file."""
    return ast.ImportFrom(file, [ast.alias(name) for name in sorted(names)], 0)


def needed_of(imports: Iterable[Import], names: Collection[str]) -> Iterator[Import]:
    """Return imports with only what they bind of some names."""
    for node in imports:
        aliases = [alias for alias in node.names if (alias.asname or alias.name) in names]
        if aliases and isinstance(node, ast.ImportFrom):
            yield ast.ImportFrom(node.module, aliases, 0)
        elif aliases:
            yield ast.Import(aliases)
