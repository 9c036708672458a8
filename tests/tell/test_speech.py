"""Speech: lines become sound with pronunciation, rhythm and a cache that never lies."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from voicehost.errors import Trouble
from voicehost.tell.cache import ClipCache
from voicehost.tell.clip import EMPTY, Clip, duration_ms, samples_in
from voicehost.tell.earcons import earcon
from voicehost.tell.narrator import Line
from voicehost.tell.pronounce import Pronunciation
from voicehost.tell.speech import BEAT_MS, LINE_GAP_MS, Speaker, Speech
from voicehost.tell.voice import EspeakVoice, single_word_voice


@dataclass
class Parrot:
    """A voice of tones, 100 ms per word, that remembers what it was asked to say."""

    name: str = "piper:parrot"
    lang: str = "de"
    fingerprint: str = "parrot"
    asked: list[tuple[str, float]] = field(default_factory=list)

    def speak(self, text: str, *, rate: float = 1.0) -> Clip:
        """A tone for each word."""
        self.asked.append((text, rate))
        words = len(text.split())
        time = np.arange(samples_in(100 * words * max(map(len, text.split()), default=0) / 5 / rate)) / 22_050
        return np.asarray(8000 * np.sin(2 * np.pi * 300 * time), dtype=np.int16)

    def ipa(self, text: str) -> str:
        """As written."""
        return text


def speech(voice: Parrot, cache: ClipCache | None = None, rate: float = 1.0) -> Speech:
    """Speech with one voice and one respelling."""
    return Speech({"de": Speaker(voice, voice, Pronunciation({"fuchs": "Fux"}))}, cache=cache, rate=rate)


def line(text: str, earcon: str | None = None, pause_ms: int = 0) -> Line:
    """A German line."""
    return Line(text, "de", earcon, pause_ms)


def test_the_voice_gets_the_respelling() -> None:
    """What is printed and what is spoken differ."""
    voice = Parrot()
    speech(voice).render([line("Der Fuchs ruft.")])
    assert voice.asked == [("Der Fux ruft.", 1.0)]


def test_lines_are_parted_by_pauses() -> None:
    """Earcon, text and pause of each line, a gap between lines, silence before the first."""
    voice = Parrot()
    talk = speech(voice)
    one, two = talk.render([line("aaaaa aaaaa")]), talk.render([line("aaaaa aaaaa aaaaa")])
    whole = talk.render([line("aaaaa aaaaa", pause_ms=100), line("aaaaa aaaaa aaaaa")], lead_in_ms=200)
    assert duration_ms(whole) == pytest.approx(200 + duration_ms(one) + 100 + LINE_GAP_MS + duration_ms(two), abs=1)
    assert not whole[: samples_in(200)].any()


def test_the_first_sentence_is_there_before_the_second_is_rendered() -> None:
    """In pieces or whole, it is the same sound."""
    voice = Parrot()
    talk = speech(voice)
    lines = [line("Eins zwei. Drei vier!", "right", pause_ms=100), line("Fünf sechs.")]
    pieces = talk.pieces(lines)
    parts = [next(pieces), next(pieces)]
    assert [text for text, _ in voice.asked] == ["Eins zwei."]
    parts += list(pieces)
    assert [text for text, _ in voice.asked] == ["Eins zwei.", "Drei vier!", "Fünf sechs."]
    assert np.array_equal(np.concatenate(parts), talk.render(lines))


def test_an_earcon_sounds_before_the_text_and_alone() -> None:
    """A line without text is its tone."""
    talk = speech(Parrot())
    alone = talk.render([line("", "right")])
    assert np.array_equal(alone[: len(earcon("right"))], earcon("right"))
    assert len(talk.render([line("aaaaa aaaaa", "right")])) > len(alone)


def test_nothing_to_say_is_no_sound() -> None:
    """Not even a gap."""
    assert len(speech(Parrot()).render([line(""), line("")], lead_in_ms=200)) == 0
    assert len(speech(Parrot()).render([])) == 0


def test_a_beat_is_even() -> None:
    """Every word begins exactly on the beat, long or short, so that nobody has an advantage."""
    talk = speech(Parrot())
    words = ("aaaaa", "a" * 60, "aaa", "aaaaa", "aaaaa aaaaa aaaaa aaaaa")
    clip = talk.render([Line("", "de", beat=words)])
    loud = np.abs(clip.astype(int)) > 500
    step = samples_in(BEAT_MS)
    for index in range(len(words)):
        assert loud[index * step : index * step + samples_in(40)].any()
        if index:
            assert not loud[index * step - samples_in(5) : index * step].any()


def test_the_same_word_of_a_beat_is_the_same_sound() -> None:
    """Cat sounds like cat each time."""
    clip = speech(Parrot()).render([Line("", "de", beat=("aaaa", "aaaa", "aaaa"))])
    step = samples_in(BEAT_MS)
    assert np.array_equal(clip[:step][: samples_in(90)], clip[step : 2 * step][: samples_in(90)])


def test_the_rate_can_be_changed_within_limits() -> None:
    """ "Sprich langsamer" is heard at once, and never runs away."""
    voice = Parrot()
    talk = speech(voice)
    normal = talk.render([line("aaaaa aaaaa")])
    talk.rate = 0.8
    assert len(talk.render([line("aaaaa aaaaa")])) > len(normal)
    talk.rate = 99.0
    assert talk.rate < 2.5
    talk.rate = 0.0
    assert talk.rate > 0.3


def test_single_words_are_left_to_espeak_where_the_data_say_so() -> None:
    """B83: small neural voices garble short German lines."""
    assert single_word_voice(Parrot()).name == "espeak:de"
    assert single_word_voice(Parrot(lang="en")).name == "piper:parrot"
    espeak = EspeakVoice("de", "de")
    assert single_word_voice(espeak) is espeak


# --- the cache ------------------------------------------------------------------------------------------------------


def test_a_sentence_is_rendered_once(tmp_path: Path) -> None:
    """From memory, and in the next session from the disk; another rate or voice is another clip."""
    voice = Parrot()
    first = speech(voice, ClipCache(tmp_path)).render([line("aaaaa aaaaa")])
    again = speech(voice, ClipCache(tmp_path)).render([line("aaaaa aaaaa")])
    assert np.array_equal(first, again)
    assert len(voice.asked) == 1
    speech(voice, ClipCache(tmp_path), rate=1.1).render([line("aaaaa aaaaa")])
    speech(Parrot(fingerprint="other"), ClipCache(tmp_path)).render([line("aaaaa aaaaa")])
    assert len(voice.asked) == 2
    assert len(list(tmp_path.glob("*.clip"))) == 3


@pytest.mark.parametrize("damage", ["cut", "flip", "empty"])
def test_a_damaged_clip_is_rendered_again(tmp_path: Path, damage: str) -> None:
    """A torn file never sounds."""
    cache = ClipCache(tmp_path)
    cache.put("key", np.arange(1000, dtype=np.int16))
    (file,) = tmp_path.glob("*.clip")
    data = bytearray(file.read_bytes())
    if damage == "flip":
        data[500] ^= 1
    file.write_bytes({"cut": data[:-100], "flip": data, "empty": b""}[damage])
    assert ClipCache(tmp_path).get("key") is None


def test_the_cache_is_bounded(tmp_path: Path) -> None:
    """The clips that were not used for longest go first, on disk and in memory."""
    clip = np.zeros(1000, dtype=np.int16)
    cache = ClipCache(tmp_path, on_disk=7000, in_memory=7000)
    for number in range(10):
        cache.put(f"key {number}", clip)
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 7000
    assert ClipCache(tmp_path).get("key 9") is not None
    assert ClipCache(tmp_path).get("key 0") is None


def test_a_folder_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    """Sentences are then rendered in each session."""
    (tmp_path / "file").touch()
    cache = ClipCache(tmp_path / "file" / "folder")
    cache.put("key", np.ones(5, dtype=np.int16))
    assert cache.get("key") is not None
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_an_empty_clip_is_kept_too(tmp_path: Path) -> None:
    """Unspeakable text is not tried again and again."""
    ClipCache(tmp_path).put("key", EMPTY)
    kept = ClipCache(tmp_path).get("key")
    assert kept is not None
    assert len(kept) == 0


def test_an_unknown_voice_is_trouble() -> None:
    """With the names of those that are here."""
    with pytest.raises(Trouble, match="espeak:de"):
        Speech.of(["de"], {"de": "caruso"}, cache=ClipCache(None))
