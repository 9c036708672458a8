"""The rail around the recognizer: each hazard of the real library, and that it is not reached."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE, Samples, Utterance
from voicehost.hear.vosk.model import VoskModel
from voicehost.hear.vosk.recognizer import Reading, Recognizer, _parsed, grammar_json

CAT, WITCH, HAT, TREE = "고양이", "마녀", "모자", "나무"
SET = (CAT, WITCH, HAT, TREE)
Speak = Callable[[str], Utterance]

HAZARDS = """
import os, sys, vosk
vosk.SetLogLevel(-1)
folder, one, other = sys.argv[1:]
model, second = vosk.Model(folder), bytes(32000)
def swap_in_mid_span():
    recognizer = vosk.KaldiRecognizer(model, 16000, f'["{one}"]')
    recognizer.AcceptWaveform(second)
    recognizer.SetGrammar(f'["{other}"]')
hazards = {
    "nothing": lambda: None,
    "empty": lambda: vosk.KaldiRecognizer(model, 16000, ""),
    "empty list": lambda: vosk.KaldiRecognizer(model, 16000, "[]"),
    "object": lambda: vosk.KaldiRecognizer(model, 16000, '{"a": 1}'),
    "no JSON": lambda: vosk.KaldiRecognizer(model, 16000, "a b"),
    "epsilon": lambda: vosk.KaldiRecognizer(model, 16000, '["<eps>"]'),
    "swap": swap_in_mid_span,
}
for name, hazard in hazards.items():
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        hazard()
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    print(name, os.WTERMSIG(status) if os.WIFSIGNALED(status) else "lived", flush=True)
"""


def texts(readings: Sequence[Reading]) -> list[str]:
    """The words of the best reading, without their times."""
    return [word.text for word in readings[0].words]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs fork()")
def test_the_hazards_are_real(korean: VoskModel) -> None:
    """What the rail keeps away ends the process in the library itself: each is tried in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", HAZARDS, str(korean.folder), CAT, HAT],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    ends = dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())
    assert ends.pop("nothing") == "lived"
    assert set(ends.values()) <= {"6", "11"}, ends  # SIGABRT, SIGSEGV
    assert len(ends) == 6


@pytest.mark.parametrize(
    "bad", ["", "[]", "a b", {"a": 1}, [], (), [""], [" "], [1], [None], ["<eps>"], ["xyzzy"], [f"{CAT} xyzzy"], None]
)
def test_what_is_no_closed_set_never_reaches_the_library(bad: Any, korean: VoskModel) -> None:
    """Empty, no list, blank, no text, epsilon, unknown words: a plain ValueError, and the recognizer lives on."""
    with pytest.raises(ValueError, match=r"closed set|does not know"):
        Recognizer(korean, bad)
    recognizer = Recognizer(korean, SET)
    with pytest.raises(ValueError, match=r"closed set|does not know"):
        recognizer.swap(bad)
    assert texts(recognizer.final()) == []


def test_a_repeated_sentence_counts_once(korean: VoskModel) -> None:
    """Five hundred times the same is one sentence."""
    assert json.loads(grammar_json([CAT] * 500, korean)) == [CAT]


def test_letters_reach_the_library_as_they_are() -> None:
    """No escapes, composed letters, and ß stays ß: Vosk would lose each of these words without a sound."""

    class German(VoskModel):
        def __init__(self) -> None:
            """Knows words with ß only."""

        def has(self, word: str) -> bool:
            return word in {"dreißig", "straße", "weiß", "jäger"}

    grammar = grammar_json(["dreißig", "straße weiß", unicodedata.normalize("NFD", "jäger")], German())
    assert grammar == '["dreißig", "straße weiß", "jäger"]'


def test_decomposed_and_escaped_words_are_lost_by_the_library_and_kept_by_the_rail(
    korean: VoskModel, speak_korean: Speak
) -> None:
    """The hazard on the library, and the same closed set through the rail."""
    import vosk

    def raw(grammar: str) -> str:
        recognizer = vosk.KaldiRecognizer(korean.native, SAMPLE_RATE, grammar)
        recognizer.AcceptWaveform(speak_korean(CAT).audio.tobytes())
        return str(json.loads(recognizer.FinalResult())["text"])

    decomposed = unicodedata.normalize("NFD", CAT)
    assert raw(json.dumps([CAT, HAT], ensure_ascii=False)) == CAT
    assert CAT not in raw(json.dumps([decomposed, HAT], ensure_ascii=False))
    assert CAT not in raw(json.dumps([CAT, HAT], ensure_ascii=True))
    recognizer = Recognizer(korean, [decomposed, HAT])
    recognizer.feed(speak_korean(CAT).audio)
    assert texts(recognizer.final()) == [CAT]


def test_a_grammar_is_swapped_only_at_rest(korean: VoskModel, speak_korean: Speak) -> None:
    """In mid-span the swap is refused, the span goes on unharmed, and afterwards the swap is granted."""
    recognizer = Recognizer(korean, [CAT, TREE])
    audio = speak_korean(CAT).audio
    recognizer.feed(audio[:6000])
    with pytest.raises(RuntimeError, match="at rest"):
        recognizer.swap([HAT])
    recognizer.feed(audio[6000:])
    assert texts(recognizer.final()) == [CAT]
    recognizer.swap([HAT, WITCH])
    recognizer.feed(speak_korean(HAT).audio)
    assert texts(recognizer.final()) == [HAT]
    recognizer.feed(audio[:6000])
    recognizer.drop()
    recognizer.swap([CAT, TREE])
    recognizer.feed(audio)
    assert texts(recognizer.final()) == [CAT]


@pytest.mark.parametrize(
    "bad",
    [
        np.zeros((100, 2), np.int16),
        np.zeros(100, np.float32),
        np.zeros(100, np.int32),
        np.zeros(100, ">i2"),
        b"\0" * 200,
    ],
    ids=["stereo", "float", "int32", "big-endian", "bytes"],
)
def test_only_one_channel_of_int16_passes(bad: Any, korean: VoskModel) -> None:
    """Vosk would take these for speech and answer with confident wrong words."""
    recognizer = Recognizer(korean, SET)
    with pytest.raises(ValueError, match="one channel of int16"):
        recognizer.feed(bad)
    assert recognizer.at_rest


def test_a_wrong_rate_bends_the_clock_so_there_is_only_one(korean: VoskModel) -> None:
    """Told half the rate, the library places a word beyond the end of the sound; the rail has no rate to tell."""
    import vosk

    noise = (np.random.default_rng(4).standard_normal(2 * SAMPLE_RATE) * 3276).astype(np.int16)
    wrong = vosk.KaldiRecognizer(korean.native, SAMPLE_RATE // 2, grammar_json(SET, korean))
    wrong.SetWords(True)
    wrong.AcceptWaveform(noise.tobytes())
    assert max(entry["end"] for entry in json.loads(wrong.FinalResult())["result"]) > 2.5
    recognizer = Recognizer(korean, SET)
    recognizer.feed(noise)
    words = [word for reading in recognizer.final() for word in reading.words]
    assert words
    assert all(0 <= word.start < word.end <= len(noise) for word in words)


def test_numbers_with_a_decimal_comma_are_read() -> None:
    """Under German locales Vosk prints what is no JSON."""
    word = '{"end" : 1,050000, "start" : 0,48, "word" : "a"}'
    [reading] = _parsed('{"alternatives" : [{"confidence" : -50,25, "result" : [' + word + '], "text" : "a"}]}')[
        "alternatives"
    ]
    assert reading["confidence"] == -50.25
    assert reading["result"] == [{"end": 1.05, "start": 0.48, "word": "a"}]


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "null", '{"text" : "'])
def test_a_result_that_cannot_be_read_is_no_words(text: str) -> None:
    """Damage in the result is silence, never an exception in play."""
    assert _parsed(text) == {}


UNDER_A_GERMAN_LOCALE = """
import json, locale, sys
from pathlib import Path
import numpy as np, vosk
from voicehost.hear.vosk.recognizer import Recognizer, grammar_json
from voicehost.hear.vosk.model import VoskModel
folder, audio, word = sys.argv[1:]
locale.setlocale(locale.LC_NUMERIC, "de_DE.UTF-8")
model, samples = VoskModel(Path(folder)), np.load(audio)
raw = vosk.KaldiRecognizer(model.native, 16000, grammar_json([word], model))
raw.SetWords(True)
raw.AcceptWaveform(samples.tobytes())
try:
    json.loads(raw.FinalResult())
except ValueError:
    print("no JSON")
recognizer = Recognizer(model, [word])
recognizer.feed(samples)
for word in recognizer.final()[0].words:
    print(word.text, word.start, word.end)
"""


def test_under_a_german_locale_the_same_is_heard(
    korean: VoskModel, speak_korean: Speak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A locale made for the test: the library prints what is no JSON, and the rail reads words and times from it."""
    source = tmp_path / "source"
    source.write_text('LC_NUMERIC\ndecimal_point ","\nthousands_sep "."\ngrouping 3;3\nEND LC_NUMERIC\n')
    command = ["localedef", "-c", "-i", str(source), "-f", "UTF-8", str(tmp_path / "de_DE.UTF-8")]
    if shutil.which("localedef") is None or subprocess.run(command, capture_output=True).returncode > 1:
        pytest.skip("needs localedef and its table of UTF-8: apt install locales")
    spoken = speak_korean(CAT)
    np.save(tmp_path / "audio.npy", spoken.audio)
    monkeypatch.setenv("LOCPATH", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", UNDER_A_GERMAN_LOCALE, str(korean.folder), str(tmp_path / "audio.npy"), CAT],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    recognizer = Recognizer(korean, [CAT])
    recognizer.feed(spoken.audio)
    [word] = recognizer.final()[0].words
    assert done.stdout.splitlines() == ["no JSON", f"{word.text} {word.start} {word.end}"]


def test_a_model_without_unk_has_another_word_for_it(korean: VoskModel) -> None:
    """The Korean model lacks [unk]; adding it would be lost without notice."""
    assert not korean.has("[unk]")
    assert korean.unknown == "<UNK>"
    assert korean.has("<UNK>")
    assert not korean.has("<eps>")


def test_two_recognizers_do_not_disturb_each_other(korean: VoskModel, speak_korean: Speak) -> None:
    """Fed in turns with different sound and different sets, each hears its own."""
    one, two = Recognizer(korean, [CAT, TREE]), Recognizer(korean, [HAT, WITCH])
    cat, hat = speak_korean(CAT).audio, speak_korean(HAT).audio
    for at in range(0, max(len(cat), len(hat)), 1000):
        one.feed(cat[at : at + 1000])
        two.feed(hat[at : at + 1000])
    assert (texts(one.final()), texts(two.final())) == ([CAT], [HAT])


def test_times_are_right_on_a_clock_that_runs_on(
    korean: VoskModel, speak_korean: Speak, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same word in six spans is found within 100 ms of the truth, before and after renewals."""
    monkeypatch.setattr("voicehost.hear.vosk.recognizer.RENEW_AFTER", 10 * SAMPLE_RATE)
    recognizer = Recognizer(korean, SET)
    spoken = speak_korean(CAT)
    quiet = np.zeros(4 * SAMPLE_RATE, np.int16)
    for _ in range(6):
        recognizer.feed(quiet)
        recognizer.feed(spoken.audio)
        [word] = recognizer.final()[0].words
        assert abs(word.start - len(quiet) - spoken.onset) < 0.1 * SAMPLE_RATE
        assert abs(word.end - len(quiet) - spoken.end) < 0.1 * SAMPLE_RATE


def test_readings_come_best_first_with_scores(korean: VoskModel, doubtful: list[Samples]) -> None:
    """Each another row of words; the scores fall, in nats."""
    recognizer = Recognizer(korean, SET)
    recognizer.feed(doubtful[0])
    readings = recognizer.final()
    assert len({tuple(word.text for word in one.words) for one in readings}) == len(readings) > 1
    assert [one.score for one in readings] == sorted((one.score for one in readings), reverse=True)


def test_a_sentence_that_the_model_closed_is_not_lost(korean: VoskModel, speak_korean: Speak) -> None:
    """Three seconds of silence after a word close the sentence inside the library; its word is still there."""
    recognizer = Recognizer(korean, SET)
    recognizer.feed(speak_korean(CAT).audio)
    recognizer.feed(np.zeros(3 * SAMPLE_RATE, np.int16))
    recognizer.feed(speak_korean(HAT).audio)
    assert texts(recognizer.final()) == [CAT, HAT]


@pytest.fixture
def doubtful(speak_korean: Speak) -> list[Samples]:
    """Words in so much noise that the library is not sure."""
    chance = np.random.default_rng(3)
    sounds = [0.3 * speak_korean(word).audio + chance.normal(0, 1000, len(speak_korean(word).audio)) for word in SET]
    return [np.rint(sound).astype(np.int16) for sound in sounds]


def test_the_library_throws_dice_and_the_rail_does_not(korean: VoskModel, doubtful: list[Samples]) -> None:
    """The same sound through fresh recognizers: other scores each time, and through the rail always the same."""
    import vosk

    def raw() -> str:
        recognizer = vosk.KaldiRecognizer(korean.native, SAMPLE_RATE, grammar_json(SET, korean))
        recognizer.SetWords(True)
        recognizer.AcceptWaveform(doubtful[0].tobytes())
        return str(recognizer.FinalResult())

    def railed() -> tuple[Reading, ...]:
        recognizer = Recognizer(korean, SET)
        recognizer.feed(doubtful[0])
        return recognizer.final()

    assert len({raw() for _ in range(4)}) > 1
    assert len({railed() for _ in range(4)}) == 1
    assert len(railed()) > 1


def test_a_span_is_heard_alike_whatever_came_before_and_however_it_is_cut(
    korean: VoskModel, speak_korean: Speak, doubtful: list[Samples]
) -> None:
    """Words, times and scores are the same to the last digit, after spans that were dropped or ended."""
    chance = np.random.default_rng(3)
    spans = [*doubtful[:2], speak_korean(CAT).audio, speak_korean(HAT).audio]
    fresh = []
    for span in spans:
        recognizer = Recognizer(korean, SET)
        recognizer.feed(span)
        fresh.append(recognizer.final())
    assert len(fresh[0]) > 1
    living = Recognizer(korean, SET)
    for turn in range(24):
        before = spans[int(chance.integers(4))]
        living.feed(before[: int(chance.integers(1, len(before)))])
        if turn % 3:
            living.drop()
        else:
            living.final()
        if turn % 4 == 1:
            living.swap([CAT])
            living.swap(SET)
        span, at = spans[turn % 4], 0
        while at < len(span):
            size = int(chance.integers(1, 5000))
            living.feed(span[at : at + size])
            at += size
        assert living.final() == fresh[turn % 4]


@pytest.mark.slow
def test_five_hundred_recognizers_come_and_go(korean: VoskModel, speak_korean: Speak) -> None:
    """Created, fed, swapped and freed without a crash, and the last hears like the first."""
    audio = speak_korean(CAT).audio
    for turn in range(500):
        recognizer = Recognizer(korean, SET)
        if turn % 50 == 0:
            recognizer.feed(audio)
            assert texts(recognizer.final()) == [CAT]
        else:
            recognizer.feed(audio[:1600])
            recognizer.drop()
        recognizer.swap([HAT, TREE])
        recognizer.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_does_not_grow_with_the_audio(korean: VoskModel, speak_korean: Speak) -> None:
    """Four minutes of noise and words in a living recognizer: less than 30 MB more than after the first."""

    def resident() -> float:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no file of ours
            return int(file.read().split()[1]) * 4096 / 1e6

    recognizer = Recognizer(korean, SET)
    noise = (np.random.default_rng(0).standard_normal(5 * SAMPLE_RATE) * 1500).astype(np.int16)
    for span in range(48):
        recognizer.feed(noise)
        recognizer.feed(speak_korean(SET[span % 4]).audio)
        recognizer.final()
        if span == 11:
            before = resident()
    assert resident() - before < 30
