"""`voicehost phrases`: the closed set, readable by people and machines."""

from __future__ import annotations

import json

import pytest

from voicehost.cli.phrases import phrases
from voicehost.errors import Trouble


def test_every_sentence_stands_on_a_line_with_its_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    """People read language, sentence, meaning, and the states where it may be said."""
    phrases("verhext", lang="de")
    lines = capsys.readouterr().out.splitlines()
    assert any(line.split() == ["de", "Hexenbesen", "flieg", "spell(spells=broom)", "[round]"] for line in lines)
    assert all(line.startswith("de  ") for line in lines)


def test_json_is_one_object_per_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Machines read the same."""
    phrases("verhext", lang="en", state="round", as_json=True)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {
        "type": "phrase", "lang": "en", "text": "Black cat", "intent": "spell", "slots": {"spells": "cat"},
        "states": ["round"],
    } in lines  # fmt: skip


def test_unknown_words_on_the_command_line_are_named() -> None:
    """Game, language and state are checked, and the known ones told."""
    with pytest.raises(Trouble, match=r"choose from .*verhext"):
        phrases("chess")
    with pytest.raises(Trouble, match=r"choose from .*de"):
        phrases("verhext", lang="tlh")
    with pytest.raises(Trouble, match=r"choose from .*round"):
        phrases("verhext", lang="de", state="sleepwalk")
