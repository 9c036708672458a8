"""The .ftl files of a language, read and checked: what is broken is named with file and line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from voicehost import resources
from voicehost.errors import Trouble

COMMON: Final = "common"
FUNCTIONS: Final = frozenset({"TERM", "WORDS", "NUMBER", "DATETIME"})

Entry = ast.Message | ast.Term


@dataclass(frozen=True, slots=True)
class Placed:
    """A message or term and where it stands."""

    entry: Entry
    file: Path
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Catalogue:
    """All messages and terms of a language for one game: the user's first, and the game's before common."""

    messages: Mapping[str, Placed]
    terms: Mapping[str, Placed]
    files: tuple[Path, ...]

    @classmethod
    def load(cls, lang: str, game: str | None, overlay: Path | None = None) -> Catalogue:
        """Read the files. Trouble for broken syntax, unknown references and, in `overlay`, unknown names."""
        names = [f"{lang}/{name}.ftl" for name in ((game, COMMON) if game else (COMMON,))]
        layers = list(resources.layers("voices", overlay))
        files = [folder / name for folder in layers for name in names if (folder / name).is_file()]
        if not files:
            raise Trouble(f"There is no voices/{names[-1]}; every language needs one.")
        catalogue = cls.of(files)
        catalogue._check_references()
        if overlay is not None:
            catalogue._check_against_packaged(game, overlay)
        return catalogue

    @classmethod
    def of(cls, files: list[Path]) -> Catalogue:
        """The entries of the files; of those with one name the first file's counts."""
        messages: dict[str, Placed] = {}
        terms: dict[str, Placed] = {}
        for file in files:
            for placed in _read(file):
                kept = messages if isinstance(placed.entry, ast.Message) else terms
                kept.setdefault(placed.entry.id.name, placed)
        return cls(messages, terms, tuple(files))

    @cached_property
    def resource(self) -> ast.Resource:
        """All entries as one Fluent resource."""
        return ast.Resource([placed.entry for placed in (*self.messages.values(), *self.terms.values())])

    @property
    def newest(self) -> Path:
        """The file where a missing message belongs."""
        return self.files[0]

    def place(self, message_id: str) -> Placed:
        """File and line of a message."""
        return self.messages[message_id]

    def _check_references(self) -> None:
        for placed in (*self.messages.values(), *self.terms.values()):
            uses = Uses.of(placed.entry)
            known = {f"-{name}" for name in self.terms} | self.messages.keys() | {f"{f}()" for f in FUNCTIONS}
            for name in sorted(uses.references - known):
                raise Trouble(f"{placed}: {placed.entry.id.name} refers to {name}, which does not exist.")

    def _check_against_packaged(self, game: str | None, overlay: Path) -> None:
        """What the user wrote must be a message that the program asks for, with the facts that it gives."""
        known: dict[str, set[str]] = {}
        for lang in resources.languages():
            packaged = Catalogue.load(lang, game)
            for name, placed in packaged.messages.items():
                known.setdefault(name, set()).update(Uses.of(placed.entry).variables)
        for name, placed in self.messages.items():
            if not placed.file.is_relative_to(overlay):
                continue
            if name not in known:
                raise Trouble(f"{placed}: no message is called {name!r}; compare it with the packaged voices/.")
            for variable in sorted(Uses.of(placed.entry).variables - known[name]):
                facts = ", ".join(f"${fact}" for fact in sorted(known[name])) or "no facts"
                raise Trouble(f"{placed}: message {name} knows no ${variable}; it has {facts}.")
        for name in sorted(known.keys() - self.messages.keys()):
            raise Trouble(f"{self.newest}: the message {name} is missing; other languages have it.")


@dataclass(frozen=True, slots=True)
class Uses:
    """What an entry refers to: $variables by name, references as "-term", "message" or "FUNCTION()"."""

    variables: frozenset[str]
    references: frozenset[str]

    @classmethod
    def of(cls, entry: Entry) -> Uses:
        """Walk through the entry."""
        walk = _Walk()
        walk.visit(entry)
        return cls(frozenset(walk.variables), frozenset(walk.references))


class _Walk(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.variables: set[str] = set()
        self.references: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - fluent's naming
        self.variables.add(node.id.name)

    def visit_TermReference(self, node: ast.TermReference) -> None:  # noqa: N802
        self.references.add(f"-{node.id.name}")

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        self.references.add(node.id.name)

    def visit_FunctionReference(self, node: ast.FunctionReference) -> None:  # noqa: N802
        self.references.add(f"{node.id.name}()")
        self.generic_visit(node)


def _read(file: Path) -> Iterator[Placed]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"{file} cannot be read as UTF-8 text ({error}); save it as UTF-8.") from error
    seen: dict[str, int] = {}
    for entry in FluentParser().parse(text).body:
        line = text.count("\n", 0, entry.span.start if entry.span else 0) + 1
        if isinstance(entry, ast.Junk):
            problem = entry.annotations[0]
            end = (entry.span.start if entry.span else 0) + len((entry.content or "").rstrip())
            line = text.count("\n", 0, min(problem.span.start if problem.span else end, end)) + 1
            raise Trouble(f"{file}:{line}: {problem.message}; mend that line.")
        if isinstance(entry, ast.Message | ast.Term):
            name = entry.id.name if isinstance(entry, ast.Message) else f"-{entry.id.name}"
            if name in seen:
                raise Trouble(f"{file}:{line}: {name} stands already in line {seen[name]}; keep one of them.")
            seen[name] = line
            yield Placed(entry, file, line)
