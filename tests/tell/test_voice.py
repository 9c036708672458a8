"""Voices: every language has one, none of them ever fails for a text, and they do not mix."""

from __future__ import annotations

import threading
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voicehost import resources
from voicehost.errors import Trouble
from voicehost.tell.clip import duration_ms
from voicehost.tell.espeak import EspeakVoice, short_path
from voicehost.tell.piper import PiperVoice
from voicehost.tell.voice import Voice, choose_voice, voices_for

UNSPEAKABLE = ["", " ", "...", "—", "\n", "\x00", "🎲😀", "„“!?"]


@pytest.fixture(scope="module")
def german() -> Voice:
    """eSpeak NG in German."""
    return EspeakVoice("de", "de")


@pytest.fixture(scope="module")
def english() -> Voice:
    """The voice that `[offline]` carries."""
    return choose_voice("en", folders=[])


@pytest.mark.parametrize("text", UNSPEAKABLE)
def test_unspeakable_text_is_an_empty_clip(german: Voice, english: Voice, text: str) -> None:
    """B94: nothing to speak is silence, never an exception."""
    assert len(german.speak(text)) == 0
    assert len(english.speak(text)) == 0


def test_phoneme_brackets_do_not_crash(german: Voice, english: Voice) -> None:
    """A long run of eSpeak's phoneme notation ends the process; a text must never be able to do that."""
    for voice in (german, english):
        for text in ("[[" + "a" * 300, "[[h'u:]] [[", "]] Hexe [[", "<speak>&amp;</"):
            voice.speak(text)
            voice.ipa(text)


@given(st.text(max_size=40))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_any_text_is_a_clip(text: str) -> None:
    """Whatever a player is called."""
    assert EspeakVoice("de", "de").speak(text).dtype == np.int16


def test_a_nul_does_not_end_the_text(german: Voice) -> None:
    """B94: what stands behind a NUL is still spoken."""
    assert duration_ms(german.speak("eins\x00zwei")) > 1.3 * duration_ms(german.speak("eins"))


def test_composed_and_decomposed_text_sound_the_same(german: Voice, english: Voice) -> None:
    """B112: "fünf" typed on a Mac is the same word."""
    for voice in (german, english):
        apart = unicodedata.normalize("NFD", "fünf Kröten, größer")
        assert np.array_equal(voice.speak(apart), voice.speak("fünf Kröten, größer"))


def test_soft_consonants_are_spoken(german: Voice) -> None:
    """B95: a sentence with all the sounds that trip voices gives a clip of a plausible length."""
    clip = german.speak("Ich möchte Milch, Bücher, Pfützen, Zähne.")
    assert 2000 < duration_ms(clip) < 6000


def test_the_same_text_is_always_the_same_clip(german: Voice, english: Voice) -> None:
    """Whatever was spoken before, a seeded game sounds the same again."""
    for voice in (german, english):
        first = voice.speak("Fledermaus und Spinnenbein, three times black cat!")
        voice.speak("Something else, etwas anderes.")
        assert np.array_equal(first, voice.speak("Fledermaus und Spinnenbein, three times black cat!"))


def test_alternating_languages_keep_their_phonemes(german: Voice, english: Voice) -> None:
    """B101: de, en, de, en fifty times in four threads gives what each language gives alone."""
    other = EspeakVoice("en", "en-us", "f2")
    voices = [german, english, other]
    texts = ["Hexenbesen, flieg!", "Witchy broom, fly!", "Three times black cat!"]
    alone = [voice.ipa(text) for voice, text in zip(voices, texts, strict=True)]
    wrong = []

    def alternate() -> None:
        for _ in range(50):
            for voice, text, ipa in zip(voices, texts, alone, strict=True):
                if voice.ipa(text) != ipa:
                    wrong.append((voice.name, text))

    threads = [threading.Thread(target=alternate) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_no_language_switch_marker_is_spoken(english: Voice) -> None:
    """B103: words of another language leave no "(en)" in Piper's phonemes."""
    assert "(" not in english.ipa("Download das Skateboard, Hexenbesen, naïve café")


def test_every_language_has_a_voice() -> None:
    """Each language folder has a table in voices.toml whose last choice needs no download."""
    for lang in resources.languages():
        assert voices_for(lang, folders=[])[-1].load().name.startswith("espeak:")


def test_an_installed_piper_voice_comes_before_espeak(tmp_path: Path) -> None:
    """A model with its .json is found by the language it names; the preferred one comes first."""
    for name in ("de_DE-aaa-low", "de_DE-thorsten-medium", "xx_XX-other-low"):
        (tmp_path / f"{name}.onnx").write_bytes(b"model")
        family = name.partition("_")[0]
        (tmp_path / f"{name}.onnx.json").write_text(
            f'{{"language": {{"family": "{family}"}}, "phoneme_id_map": {{}}}}', encoding="utf-8"
        )
    (tmp_path / "de_DE-torn-low.onnx").write_bytes(b"model without its json")
    names = [choice.name for choice in voices_for("de", folders=[tmp_path])]
    assert names == ["piper:de_DE-thorsten-medium", "piper:de_DE-aaa-low", "espeak:de"]


def test_a_voice_in_the_model_store_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `voicehost models install` has put there speaks without any setting."""
    monkeypatch.setenv("VOICEHOST_MODELS", str(tmp_path))
    folder = tmp_path / "piper" / "de_DE-kerstin-low"
    folder.mkdir(parents=True)
    (folder / "de_DE-kerstin-low.onnx").write_bytes(b"model")
    (folder / "de_DE-kerstin-low.onnx.json").write_text(
        '{"language": {"family": "de"}, "phoneme_id_map": {}}', encoding="utf-8"
    )
    assert "piper:de_DE-kerstin-low" in [choice.name for choice in voices_for("de")]


def test_a_named_voice_is_taken(english: Voice) -> None:
    """The name decides, with or without its kind; unknown names are told with the known ones."""
    assert choose_voice("en", "espeak:en-us", folders=[]).name == "espeak:en-us"
    assert choose_voice("en", english.name.partition(":")[2], folders=[]).name == english.name
    assert choose_voice("de", "espeak:de+f2", folders=[]).name == "espeak:de+f2"
    with pytest.raises(Trouble, match="espeak:de"):
        choose_voice("de", "caruso", folders=[])
    with pytest.raises(Trouble, match="no voice"):
        choose_voice("de", "espeak:caruso", folders=[])


def test_a_damaged_model_is_refused(tmp_path: Path) -> None:
    """A model with another hash, or one that is no model, is one clear line."""
    model = tmp_path / "en_US-torn-low.onnx"
    model.write_bytes(b"no model")
    Path(f"{model}.json").write_text("{}", encoding="utf-8")
    with pytest.raises(Trouble, match="damaged"):
        PiperVoice(model, "en", sha256="0" * 64)
    with pytest.raises(Trouble, match="cannot be loaded"):
        PiperVoice(model, "en")


def test_a_long_path_is_shortened(tmp_path: Path) -> None:
    """eSpeak cuts its data path off at 160 letters, so that a deep installation gets a link."""
    deep = tmp_path / ("a" * 100) / ("b" * 100)
    deep.mkdir(parents=True)
    (deep / "phontab").touch()
    assert short_path(tmp_path) == tmp_path
    assert (short_path(deep) / "phontab").exists()
    assert len(str(short_path(deep))) < 150


def test_rate_changes_the_length(german: Voice, english: Voice) -> None:
    """Twice as fast is about half as long."""
    for voice in (german, english):
        plain, fast = (duration_ms(voice.speak("Die Hexe fliegt weiter.", rate=r)) for r in (1.0, 2.0))
        assert 0.4 < fast / plain < 0.65
