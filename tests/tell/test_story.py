"""Golden stories: one whole game per game, each event beside what the table is told in every language.

They are for reading: does it sound right to a child? Run this file as a program to write the sentences anew after a
wanted change of the wording, and read the difference before committing it.
"""

import re
from ast import literal_eval
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from voicehost import resources
from voicehost.rules import GAMES, Event
from voicehost.tell.catalogue import Catalogue
from voicehost.tell.narrator import Narrator, Player, facts_of, message_of

FOLDER = Path(__file__).parents[1] / "golden" / "told"
SEATS = ("fox", "Anna")
PACKAGE = Path(__file__).parents[2] / "voicehost"


def read_events(game: str, text: str) -> Iterator[Event]:
    """The events of a story: the lines at the margin, a name and its facts."""
    kinds = {kind.__name__: kind for kind in GAMES[game].events}
    for line in text.splitlines():
        if not line.startswith(" "):
            name, *facts = re.split(r" (?=\w+=)", line)
            yield kinds[name](**{fact.partition("=")[0]: literal_eval(fact.partition("=")[2]) for fact in facts})


def story(game: str, events: Iterable[Event]) -> str:
    """Each event with its facts, and below it the sentence in each language."""
    langs = resources.languages()
    narrator = Narrator(game, langs, [Player(name, langs[0]) for name in SEATS], seed=1)
    lines = []
    for event in events:
        facts = facts_of(event)
        lines.append(" ".join([type(event).__name__, *(f"{name}={value!r}" for name, value in facts.items())]))
        lines += [f"    {lang}  {narrator.text(message_of(event), lang, **facts)}" for lang in langs]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_told_as_it_was_approved(game: str) -> None:
    """Word by word, in every language."""
    approved = (FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    assert story(game, read_events(game, approved)) == approved


def test_every_message_that_the_program_names_exists() -> None:
    """A message id in the code is one of some game or of common.ftl, so that no table falls silent."""
    known = {name for game in GAMES for name in Catalogue.load("de", game).messages}
    named = set()
    for file in PACKAGE.rglob("*.py"):
        code = file.read_text(encoding="utf-8")
        named |= set(re.findall(r"\.(?:say|text)\(\s*\"([a-z][a-z-]*)\"", code))
    assert named
    assert named <= known


if __name__ == "__main__":
    for game in GAMES:
        file = FOLDER / f"{game}.txt"
        file.write_text(story(game, read_events(game, file.read_text(encoding="utf-8"))), encoding="utf-8")
