"""Reading grammar files: YAML whose strings remember the line they stand on.

A translator is no programmer. So every complaint names file and line, and the traps of YAML are caught here:
`no` and `on` are truth values, and of a key written twice the second silently wins.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import yaml

from voicehost.errors import Trouble

Content = dict[str, Any]  # keys, words and numbers are `Line`s; inside are dicts and lists
T = TypeVar("T")


class Line(str):
    """A string of a grammar file that knows where it stands ("grammars/de/verhext.yaml:12")."""

    where: str

    @classmethod
    def at(cls, text: str, where: str) -> Line:
        """`text` as found at `where`."""
        line = cls(text)
        line.where = where
        return line


class _Loader(yaml.SafeLoader):  # type: ignore[misc]  # PyYAML has no types
    """YAML in which every scalar is a `Line`, numbers too."""

    path: Path

    def where(self, node: yaml.Node) -> str:
        return f"{self.path}:{node.start_mark.line + 1}"

    def read_scalar(self, node: yaml.ScalarNode) -> Line:
        kind, here = node.tag.rpartition(":")[2], self.where(node)
        if kind == "bool":
            raise Trouble(f'{here}: YAML reads {node.value} as true or false; write "{node.value}" in quotes.')
        if kind == "null":
            raise Trouble(f"{here}: something is missing here; write a value or delete the key.")
        return Line.at(str(node.value), here)

    def read_mapping(self, node: yaml.MappingNode) -> Content:
        result: Content = {}
        for key_node, value_node in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, Line):
                raise Trouble(f"{self.where(key_node)}: a key must be a plain word.")
            if key in result:
                raise Trouble(f"{key.where}: {key!r} stands here twice; join the two.")
            result[key] = self.construct_object(value_node, deep=True)
        return result

    def read_sequence(self, node: yaml.SequenceNode) -> list[Any]:
        return [self.construct_object(child, deep=True) for child in node.value]


for _tag in ("str", "bool", "null", "int", "float", "timestamp"):
    _Loader.add_constructor(f"tag:yaml.org,2002:{_tag}", _Loader.read_scalar)
_Loader.add_constructor("tag:yaml.org,2002:map", _Loader.read_mapping)
_Loader.add_constructor("tag:yaml.org,2002:seq", _Loader.read_sequence)


def read_grammar_file(path: Path) -> Content:
    """The file as nested dicts and lists of `Line`, in NFC. Trouble with file and line if unreadable."""
    try:
        text = unicodedata.normalize("NFC", path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"{path} cannot be read ({error}); it must be a text file in UTF-8.") from error
    loader = None
    try:
        loader = _Loader(text)
        loader.path = path
        content = loader.get_single_data()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        raise Trouble(f"{path}:{line}: this is not YAML: {error.problem or error}.") from error
    except yaml.YAMLError as error:
        raise Trouble(f"{path}: this is not YAML: {error}.") from error
    if not isinstance(content, dict):
        raise Trouble(f"{path}:1: a grammar file starts with `language:` and `intents:`.")
    return content


def part(content: Content, key: str, kind: type[T], otherwise: str) -> T:
    """What stands under `key`, empty where absent. Trouble where it is of another kind than `kind`."""
    value = content[key] if key in content else kind()
    if not isinstance(value, kind):
        wanted = "names with values" if kind is dict else "a list" if kind is list else "a word"
        raise Trouble(f"{where(value, otherwise)}: {key!r} must hold {wanted}.")
    return value


def check_words(piece: list[Any] | Content, otherwise: str) -> None:
    """Trouble unless a list holds nothing but words, or every name has a word as its value."""
    for word in piece.values() if isinstance(piece, dict) else piece:
        if not isinstance(word, Line):
            raise Trouble(f"{where(word, otherwise)}: here should be a word, not a list or names with values.")


def where(piece: Any, otherwise: str) -> str:
    """Where a piece of a grammar file begins; `otherwise` if it is empty."""
    return next((line.where for line in _lines(piece)), otherwise)


def _lines(piece: Any) -> Iterator[Line]:
    """Every string inside a piece of a grammar file, in order."""
    if isinstance(piece, Line):
        yield piece
    elif isinstance(piece, dict):
        for key, inner in piece.items():
            yield from _lines(key)
            yield from _lines(inner)
    elif isinstance(piece, list):
        for inner in piece:
            yield from _lines(inner)
