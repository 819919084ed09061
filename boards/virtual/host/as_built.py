"""Puts into scripts for a device's VM the short names that the firmware has there.

So a test names what is in a device as the source does (bidbox_host.build, Image.attributes).
"""

import ast
from collections.abc import Mapping


def as_built(text: str, names: Mapping[str, str]) -> bytes:
    """Return source for the VM; `names`: of attributes, real -> short, none if not shortened."""
    if not names:
        return text.encode()
    return ast.unparse(_AsBuilt(names).visit(ast.parse(text))).encode()


class _AsBuilt(ast.NodeTransformer):
    """Renames what the firmware's parts hold, and not what `virtual` and other modules do."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        root: ast.AST = node
        while isinstance(root, ast.Attribute | ast.Subscript | ast.Call):
            root = root.func if isinstance(root, ast.Call) else root.value
        if not (isinstance(root, ast.Name) and root.id in ("virtual", "__import__")):
            node.attr = self._names.get(node.attr, node.attr)
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """A class that stands in for one of the firmware's is called by the same names."""
        for part in node.body:
            if isinstance(part, ast.FunctionDef):
                part.name = self._names.get(part.name, part.name)
        return self.generic_visit(node)
