"""What the documentation of the rules shows is what happens."""

import ast
import doctest
import sys
from pathlib import Path

import pytest

import voicehost.rules
from voicehost.rules import core, match

FOLDER = Path(voicehost.rules.__file__).parent


@pytest.mark.parametrize("module", [core, match, voicehost.rules])
def test_examples_run(module: object) -> None:
    """Doctests of the modules that a newcomer reads first."""
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


def test_the_match_has_examples() -> None:
    """The way in is shown, not only described."""
    assert doctest.testmod(match).attempted >= 8


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: str(path.relative_to(FOLDER)))
def test_the_rules_need_nothing_but_themselves(path: Path) -> None:
    """Only the standard library and the rules are imported; no clock, no files, no other chance."""
    forbidden = {"time", "datetime", "os", "io", "pathlib", "socket", "secrets", "threading", "asyncio", "numpy"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or name.startswith("voicehost.rules"), name
            assert top not in forbidden, name
            assert top != "random" or path.name == "dice.py"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input")
