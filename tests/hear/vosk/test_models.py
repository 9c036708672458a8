"""German and English models, where they are installed: `voicehost models install de en`."""

from __future__ import annotations

from statistics import median

import numpy as np
import pytest
import soxr

from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Utterance
from voicehost.hear.vosk.closed_set import WordsHeard
from voicehost.hear.vosk.ear import VoskEar
from voicehost.live.ears import vosk_ear
from voicehost.phrases import Grammar
from voicehost.phrases.grammar import games
from voicehost.resources import languages
from voicehost.store.store import Store
from voicehost.tell.clip import SPEECH_RATE
from voicehost.tell.voice import choose_voice

pytestmark = pytest.mark.models


def ear_for(lang: str) -> VoskEar:
    """The streaming ear of a table in one language; skips where its model is not here."""
    try:
        Store().vosk(lang)
    except Trouble as trouble:
        pytest.skip(str(trouble))
    return vosk_ear((lang,))


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", games())
def test_every_phrase_of_every_game_can_be_heard_or_is_named(game: str, lang: str) -> None:
    """No state of a game is without phrases that can be heard, and each that cannot names the words it lacks."""
    grammar = Grammar.load(game, (lang,))
    ear = ear_for(lang)
    for state in grammar.states:
        rows = ear.report(grammar.phrases(state))
        assert any(row.heard for row in rows)
        assert all(row.heard or "cannot be heard; the model lacks" in str(row) for row in rows)
    ear.close()


@pytest.mark.slow
@pytest.mark.parametrize("lang", languages())
def test_synthesised_spells_are_heard_where_they_begin(lang: str) -> None:
    """At least half of the spells of a synthetic voice, their onsets within 100 ms in the median."""
    grammar = Grammar.load("verhext", (lang,))
    ear = ear_for(lang)
    voice = choose_voice(lang)
    state = max(grammar.states, key=lambda state: len(grammar.phrases(state)))
    phrases = grammar.phrases(state)
    quiet, right, errors = np.zeros(SAMPLE_RATE // 2, np.int16), 0, []
    spells = phrases[:: max(len(phrases) // 20, 1)]
    for phrase in spells:
        wave = soxr.resample(voice.speak(phrase.text).astype(np.float32), SPEECH_RATE, SAMPLE_RATE)
        loud = np.flatnonzero(np.abs(wave) > 300)
        voiced = wave[loud[0] : loud[-1] + 1].astype(np.int16)
        audio = np.concatenate((quiet, voiced, quiet))
        heard = ear.hear(Utterance(0, 0, len(quiet), len(quiet) + len(voiced), audio), phrases)
        assert isinstance(heard, WordsHeard)
        if heard.best is not None and heard.best.meaning == phrase.meaning and heard.onset is not None:
            right += 1
            errors.append(abs(heard.onset - len(quiet)))
    assert right >= len(spells) / 2
    assert median(errors) < 0.1 * SAMPLE_RATE
    ear.close()
