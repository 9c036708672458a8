"""Sentence templates, parsed and sampled by hassil, the template language of Home Assistant.

(a|b) one of these · [a] maybe · (a;b) in any order · <rule> a part that has a name · {list} or {list:slot}
one value of a list. hassil's sampler gives text only. So that the values of slots come out as well, every
value of a list leaves a mark in the text, and the marks are taken out again.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hassil.errors import MissingListError, MissingRuleError
from hassil.expression import Expression, Group, Sentence, TextChunk
from hassil.expression import Sequence as Row
from hassil.intents import SlotList, TextSlotList, TextSlotValue
from hassil.parse_expression import parse_sentence
from hassil.parser import ParseError
from hassil.sample import sample_expression
from hassil.util import normalize_text

from voicehost.errors import Trouble
from voicehost.phrases.match import plain
from voicehost.phrases.source import Content, Line, part, where

MAX_SENTENCES: Final = 2000  # of one template; more is a slip of the pen and would starve the ears
_MARK = re.compile("\ue000(.*?)\ue001(.*?)\ue002")  # slot and value, between characters that no language uses

# It warns of empty lists, and before anybody sits down they are.
logging.getLogger("hassil.sample").setLevel(logging.ERROR)

Names = Mapping[str, Collection[str]]  # list -> the values that exist now


@dataclass(frozen=True, slots=True)
class Template:
    """What may be written under `sentences:`, as the value of a list, or as a part that has a name."""

    source: Line
    sentence: Sentence

    @classmethod
    def parse(cls, source: Any, otherwise: str) -> Template:
        """Trouble, with file and line, for what hassil cannot parse and for digits, which no ear can hear."""
        if not isinstance(source, Line):
            raise Trouble(f"{where(source, otherwise)}: here should be a sentence.")
        if any(letter.isdigit() for letter in source):
            raise Trouble(f"{source.where}: digits cannot be heard; write the number as a word in {str(source)!r}.")
        try:
            sentence = parse_sentence(source)
        except (ParseError, AssertionError) as error:
            raise Trouble(f"{source.where}: {str(source)!r} is no template; look at its brackets.") from error
        assert isinstance(sentence.expression, Group)
        for reference in sentence.expression.list_references():
            # The sampler looks lists up by name alone. With the slot in the name, each has marks of its own.
            reference.list_name = f"{reference.list_name}:{reference.slot_name}"
        return cls(source, sentence)


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a list: how it is said, and the word that stands for it in every language."""

    said: Expression
    out: str

    @classmethod
    def free(cls, name: str) -> Value:
        """A value that no grammar lists, such as a child's name: it is said as it is written."""
        if not plain(name) or any(letter.isdigit() for letter in name):
            raise Trouble(f"The name {name!r} cannot be called; write it with letters only.")
        return cls(TextChunk(normalize_text(name)), name)


@dataclass(frozen=True, slots=True)
class Parts:
    """What the templates of a language share: lists of values, and parts that have a name."""

    lists: Mapping[str, tuple[Value, ...]]
    rules: Mapping[str, Sentence]

    def expand(self, template: Template, names: Names) -> Iterator[tuple[str, dict[str, str]]]:
        """Every sentence of the template and the slots that it fills. Trouble names the template's line."""
        here = template.source.where
        try:
            used = set(template.sentence.list_names(dict(self.rules)))
            lists: dict[str, SlotList] = {key: self._marked(key, names) for key in used}
            texts = sample_expression(template.sentence.expression, lists, dict(self.rules))
            for number, text in enumerate(texts):
                if number == MAX_SENTENCES:
                    raise Trouble(f"{here}: this makes more than {MAX_SENTENCES} sentences; split it.")
                yield _take_marks(text, here)
        except (MissingListError, MissingRuleError) as error:
            raise Trouble(f"{here}: {error}; define it under `lists:` or `expansion_rules:`.") from error
        except RecursionError as error:
            raise Trouble(f"{here}: a part that has a name contains itself.") from error

    def _marked(self, key: str, names: Names) -> TextSlotList:
        """A list as one slot sees it ("list:slot"): narrowed and extended by `names`, each value marked."""
        name, _, slot = key.partition(":")
        if name not in self.lists:
            raise MissingListError(f"Missing slot list {{{name}}}")
        values = self.lists[name]
        if name in names:
            known = {value.out for value in values}
            values = (
                *(value for value in values if value.out in names[name]),
                *(Value.free(out) for out in dict.fromkeys(names[name]) if out not in known),
            )
        marked = [Row([TextChunk(f"\ue000{slot}\ue001{value.out}\ue002"), value.said]) for value in values]
        return TextSlotList(name, [TextSlotValue(text, None) for text in marked])


def _take_marks(text: str, here: str) -> tuple[str, dict[str, str]]:
    """The sentence without marks, and what they say."""
    slots: dict[str, str] = {}
    for slot, value in _MARK.findall(text):
        if slots.setdefault(slot, value) != value:
            raise Trouble(f"{here}: the slot {slot!r} is filled twice; tell them apart with {{list:slot}}.")
    return " ".join(_MARK.sub("", text).split()), slots


def parse_list(name: Line, body: Any) -> tuple[Value, ...]:
    """The values of a list: each has `in`, how it is said, and `out`, the same word in every language."""
    if not isinstance(body, dict):
        raise Trouble(f"{name.where}: the list {str(name)!r} needs `values:`.")
    return tuple(_parse_value(value, name) for value in part(body, "values", list, name.where))


def _parse_value(value: Any, name: Line) -> Value:
    here = where(value, name.where)
    if not isinstance(value, dict) or set(value) != {"in", "out"}:
        raise Trouble(f"{here}: a value of {str(name)!r} needs `in:` (how it is said) and `out:` (a word for it).")
    content: Content = value
    said = Template.parse(content["in"], here)
    if next(said.sentence.list_names(), None) is not None:
        raise Trouble(f"{here}: a value of a list cannot hold a list.")
    return Value(said.sentence.expression, str(part(content, "out", str, here)))
