"""The peers get the same questions, and a fair lexicon."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from voicehost.hear.ear import Phrase, Utterance
from voicehost.lab.bench.clips import Clip
from voicehost.lab.bench.hearing import Question
from voicehost.lab.bench.peers import PHONES, PocketSphinx, phones, put_to, summary
from voicehost.lab.demo.speakers import Speaker

CHOICES = [Phrase(text, "en", text) for text in ("black cat", "broomstick", "seven spiders", "pumpkin")]


class First:
    """A peer that always takes the first choice."""

    name = "first"

    def name_phrase(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Phrase | None:
        return phrases[0]


def question(said: str) -> Question:
    voice = np.rint(Speaker("woman", neural=True, variant="f3").say(said, "en") * 32767).astype(np.int16)
    clip = Clip(Path("clip.wav"), "en", said, "test", voice)
    padded = np.pad(voice, 4800)
    return Question(clip, Utterance(0, 0, 4800, 4800 + len(voice), padded), tuple(CHOICES), ())


def test_a_peer_is_counted_like_the_ear() -> None:
    """Right and wrong answers of a peer whose answers are known."""
    trials = [put_to(First(), question(said)) for said in ("black cat", "pumpkin")]
    assert [t.named for t in trials] == [True, False]
    result = summary(trials)
    assert (result["clips"], result["named"], result["accuracy"]) == (2, 1, 0.5)


def test_words_are_spelled_in_the_nearest_phones() -> None:
    """German and English words, as eSpeak reads them; stress and length marks leave nothing behind."""
    assert phones("zwei", "de") == ("T", "S", "V", "AY")
    assert phones("three", "en") == ("TH", "R", "IY")
    assert phones("Bücher", "de")[:2] == ("B", "UW")
    assert set(PHONES.values()) >= set(phones("Schildkröte", "de"))


def test_pocketsphinx_names_what_is_said() -> None:
    """The whole way through lexicon, grammar and decoder: most of four clear phrases are named."""
    pytest.importorskip("pocketsphinx")
    peer = PocketSphinx()
    assert sum(put_to(peer, question(p.text)).named for p in CHOICES) >= 3
