"""One language of a game: its files, checked, with every sentence that its templates can say.

The files of a language are read as one. Their keys are hassil's (`language`; `intents` with `data` blocks of
`sentences`, `slots`, `requires_context`, `excludes_context`; `lists`; `expansion_rules`; `skip_words`) and a
few of ours: `states` names the states that a context may ask for, `any_order` the slots of a block that may change
places, `spellings` helps ears that know few words, and the others are `Habits`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hassil.util import check_excluded_context, check_required_context

from voicehost.errors import Trouble
from voicehost.phrases.intent import Intent
from voicehost.phrases.match import Habits, plain
from voicehost.phrases.source import Content, Line, check_words, part, read_grammar_file, where
from voicehost.phrases.templates import Names, Parts, Template, parse_list

TITLE: Final = "game"  # the intent of every game's file that names the game; it may use no lists or parts
_SECTIONS: Final[Mapping[str, type]] = {
    "language": str,
    "states": dict,
    "skip_words": list,
    "small_words": list,
    "weighty": list,
    "homophones": dict,
    "spellings": dict,
    "lists": dict,
    "expansion_rules": dict,
    "intents": dict,
}
_WORDS: Final = ("states", "skip_words", "small_words", "weighty", "homophones", "spellings")  # hold words only
_BLOCK: Final[Mapping[str, type]] = {
    "sentences": list,
    "slots": dict,
    "requires_context": dict,
    "excludes_context": dict,
    "any_order": list,
}


@dataclass(frozen=True, slots=True)
class Block:
    """Templates of one intent that are allowed in the same states."""

    intent: str
    templates: tuple[Template, ...]
    slots: Mapping[str, str]  # what every sentence of the block means besides the slots that it fills itself
    requires: Mapping[str, Any]
    excludes: Mapping[str, Any]
    any_order: tuple[str, ...] = ()  # slots that may change places and mean the same

    def meaning(self, filled: Mapping[str, str]) -> Intent:
        """What a sentence means that fills these slots."""
        slots = {**self.slots, **filled}
        values = sorted(slots[slot] for slot in self.any_order)
        return Intent.of(self.intent, **{**slots, **dict(zip(self.any_order, values, strict=True))})

    def allowed(self, state: str) -> bool:
        """Does the block make sense in `state`? By hassil's own reading of the two contexts."""
        now = {"state": state}
        return check_required_context(dict(self.requires), now) and check_excluded_context(dict(self.excludes), now)


@dataclass(frozen=True, slots=True)
class Sampled:
    """A sentence, its meaning, and the template that made it."""

    text: str
    meaning: Intent
    source: Line


@dataclass(frozen=True, slots=True)
class Language:
    """What may be said in one language."""

    code: str
    states: tuple[str, ...]
    parts: Parts
    blocks: tuple[Block, ...]
    habits: Habits
    spellings: Mapping[str, str]  # word -> other words that sound like it, for ears whose dictionary lacks it

    def sentences(self, state: str, names: Names) -> Iterator[Sampled]:
        """Every sentence allowed in `state`, each once. Trouble if one would have two meanings."""
        seen: dict[str, Sampled] = {}
        for sampled in self._sample(state, names):
            before = seen.setdefault(plain(sampled.text), sampled)
            if before is sampled:
                yield sampled
            elif before.meaning != sampled.meaning:
                raise Trouble(
                    f"{sampled.source.where}: in state {state!r}, {sampled.text!r} means {sampled.meaning} "
                    f"here but {before.meaning} at {before.source.where}; change one of them."
                )

    def _sample(self, state: str, names: Names) -> Iterator[Sampled]:
        for block in self.blocks:
            if not block.allowed(state):
                continue
            for template in block.templates:
                for text, slots in self.parts.expand(template, names):
                    if not plain(text):
                        raise Trouble(f"{template.source.where}: this can be said by saying nothing at all.")
                    for slot in {*block.any_order} - {*block.slots, *slots}:
                        raise Trouble(
                            f"{template.source.where}: any_order names {slot!r}, which {text!r} does not fill."
                        )
                    yield Sampled(text, block.meaning(slots), template.source)


def read_language(code: str, common: Path, game: Path | None, titles: Sequence[Path] = ()) -> Language:
    """Read and check common.yaml and the file of a game. Trouble names file and line.

    `titles` are files of games of which nothing counts but what the game is called.
    """
    files = [_checked(read_grammar_file(path), code, path) for path in (common, game) if path]
    files += [_only_title(_checked(read_grammar_file(path), code, path)) for path in titles]
    whole = _join(files)
    parts = Parts(
        {str(name): parse_list(name, body) for name, body in whole["lists"].items()},
        {str(name): Template.parse(body, name.where).sentence for name, body in whole["expansion_rules"].items()},
    )
    blocks = tuple(
        _read_block(block, intent, whole["states"]) for intent, found in whole["intents"].items() for block in found
    )
    habits = Habits(
        skip_words=tuple(map(plain, whole["skip_words"])),
        small_words=frozenset(map(plain, whole["small_words"])),
        weighty=frozenset(map(plain, whole["weighty"])),
        homophones={plain(heard): plain(meant) for heard, meant in whole["homophones"].items()},
    )
    spellings = {plain(word): plain(other) for word, other in whole["spellings"].items()}
    return Language(code, tuple(map(str, whole["states"])), parts, blocks, habits, spellings)


def _checked(content: Content, code: str, path: Path) -> Content:
    """The file, once every key is known and holds what it should, and its language is that of the folder."""
    for key in content:
        if key not in _SECTIONS:
            raise Trouble(f"{where(key, str(path))}: unknown key {str(key)!r}; known are {', '.join(_SECTIONS)}.")
    if content.get("language") != code:
        raise Trouble(f"{path}:1: this file lies in the folder {code!r}, so it must say `language: {code}`.")
    whole: Content = {key: part(content, key, kind, str(path)) for key, kind in _SECTIONS.items()}
    for key in _WORDS:
        check_words(whole[key], str(path))
    return whole


def _only_title(content: Content) -> Content:
    """Of a game's file, the intent that chooses the game."""
    empty = {key: kind() for key, kind in _SECTIONS.items()}
    return empty | {"intents": {key: body for key, body in content["intents"].items() if key == TITLE}}


def _join(files: Sequence[Content]) -> Content:
    """All files as one. Only an intent may have blocks in several; any other name stands in one of them."""
    whole: Content = {key: kind() for key, kind in _SECTIONS.items()}
    for content in files:
        for key, kind in _SECTIONS.items():
            if key == "intents":
                for intent, body in content[key].items():
                    whole[key].setdefault(intent, []).extend(_blocks(intent, body))
            elif kind is dict:
                for name, body in content[key].items():
                    if name in whole[key]:
                        raise Trouble(f"{name.where}: {key} has a {str(name)!r} in another file; rename this one.")
                    whole[key][name] = body
            elif kind is list:
                whole[key] += content[key]
    return whole


def _blocks(intent: Line, body: Any) -> list[Any]:
    """What stands under an intent's `data:`, still unread."""
    data = body.get("data") if isinstance(body, dict) else None
    if not isinstance(data, list) or not data:
        raise Trouble(f"{intent.where}: the intent {str(intent)!r} needs `data:` with a list of `sentences:`.")
    return data


def _read_block(block: Any, intent: Line, states: Mapping[str, Any]) -> Block:
    here = where(block, intent.where)
    if not isinstance(block, dict) or not block.get("sentences"):
        raise Trouble(f"{here}: a block of {str(intent)!r} needs `sentences:` with at least one.")
    for key in block:
        if key not in _BLOCK:
            raise Trouble(f"{where(key, here)}: unknown key {str(key)!r}; known are {', '.join(_BLOCK)}.")
    content: Content = {key: part(block, key, kind, here) for key, kind in _BLOCK.items()}
    check_words(content["slots"], here)
    check_words(content["any_order"], here)
    for context in (content["requires_context"], content["excludes_context"]):
        _check_context(context, states)
    return Block(
        str(intent),
        tuple(Template.parse(sentence, here) for sentence in content["sentences"]),
        {str(slot): str(value) for slot, value in content["slots"].items()},
        content["requires_context"],
        content["excludes_context"],
        tuple(map(str, content["any_order"])),
    )


def _check_context(context: Content, states: Mapping[str, Any]) -> None:
    """A context may ask for nothing but `state`, and only for states that are declared."""
    for key, value in context.items():
        here = where(key, "grammar")
        if key != "state":
            raise Trouble(f"{here}: a context can ask for `state` only, not for {str(key)!r}.")
        named = value if isinstance(value, list) else [value]
        check_words(named, here)
        for state in named:
            if state not in states:
                raise Trouble(f"{where(state, here)}: unknown state {str(state)!r}; known are {', '.join(states)}.")
