"""The streaming ear on the real library: what it hears, when, and what it does not believe."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Phrase, Reason, Samples, Utterance
from voicehost.hear.vosk.closed_set import WordsHeard
from voicehost.hear.vosk.ear import VoskEar
from voicehost.hear.vosk.model import VoskModel, native_path
from voicehost.hear.vosk.recognizer import Recognizer
from voicehost.phrases.match import match_text
from voicehost.store.check import load_problem

CAT, WITCH, HAT, TREE, CAR = "고양이", "마녀", "모자", "나무", "기차"
SET = tuple(Phrase(word, "ko", word) for word in (CAT, WITCH, HAT, TREE, CAR))
Speak = Callable[[str], Utterance]


@pytest.fixture(scope="module")
def ear(korean_folder: Path) -> Iterator[VoskEar]:
    """A VoskEar whose model for every language is the Korean one."""
    ear = VoskEar(lambda lang: korean_folder, spellings={"yy": {"xyzzy": f"{CAT} {HAT}"}}, matcher=match_text)
    ear.prepare(SET)
    yield ear
    ear.close()


def moved(utterance: Utterance, by: int) -> Utterance:
    """The same utterance later in the stream."""
    return replace(utterance, start=by, onset=utterance.onset + by, end=utterance.end + by)


def words(heard: object) -> list[str]:
    """The words of an answer."""
    assert isinstance(heard, WordsHeard)
    return [word.text for word in heard.words]


@pytest.mark.parametrize("word", [CAT, WITCH, HAT, TREE])
def test_a_word_of_the_set_is_heard_with_its_times(word: str, ear: VoskEar, speak_korean: Speak) -> None:
    """The phrase, and where it began and ended in the stream, within 150 ms."""
    utterance = moved(speak_korean(word), 12_345)
    heard = ear.hear(utterance, SET)
    assert isinstance(heard, WordsHeard)
    assert (heard.reason, heard.best) == (Reason.HEARD, Phrase(word, "ko", word))
    assert heard.confidence > 0.5
    assert heard.onset is not None
    assert heard.end is not None
    assert abs(heard.onset - utterance.onset) < 0.15 * SAMPLE_RATE
    assert abs(heard.end - utterance.end) < 0.15 * SAMPLE_RATE


def streamed(ear: VoskEar, utterance: Utterance, share: float, first: int = 0) -> None:
    """Feed a part of an utterance in blocks of 50 ms, from sample `first` to a share of the whole."""
    for at in range(first, int(len(utterance.audio) * share) - 800, 800):
        ear.feed(utterance.audio[at : at + 800], utterance.start + at, utterance.serial)


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of what the recognizers are fed from now on."""
    sizes: list[int] = []
    feed = Recognizer.feed
    monkeypatch.setattr(Recognizer, "feed", lambda self, block: (sizes.append(len(block)), feed(self, block))[1])
    return sizes


@pytest.mark.parametrize("share", [0.0, 0.3, 0.8, 1.0])
def test_how_much_was_streamed_does_not_change_the_answer(share: float, ear: VoskEar, speak_korean: Speak) -> None:
    """None, some or all of the utterance fed before it ends: the same answer, to the sample."""
    utterance = moved(speak_korean(CAT), 160_000)
    at_once = ear.hear(utterance, SET)
    ear.listen_for(SET)
    streamed(ear, utterance, share)
    assert ear.hear(utterance, SET) == at_once
    assert at_once.best == SET[0]


def test_what_was_streamed_is_not_decoded_again(ear: VoskEar, speak_korean: Speak, decoded: list[int]) -> None:
    """After streaming only the rest is fed when the utterance ends."""
    ear.listen_for(SET)
    utterance = replace(speak_korean(CAT), serial=1)
    streamed(ear, utterance, 0.9)
    ear.hear(utterance, SET)
    assert sum(decoded) == len(utterance.audio)


def test_an_early_look_does_not_end_the_stream(ear: VoskEar, speak_korean: Speak) -> None:
    """A pause is looked at, the voice goes on: the whole is heard, from its beginning."""
    whole = replace(speak_korean(f"{CAT} {HAT}"), serial=2)
    phrases = [SET[0], Phrase(f"{CAT} {HAT}", "ko", "both")]
    ear.listen_for(phrases)
    streamed(ear, whole, 0.6)
    look = replace(whole, audio=whole.audio[: int(len(whole.audio) * 0.6)], final=False)
    ear.hear(look, phrases)
    streamed(ear, whole, 1.0, first=len(look.audio) - 1600)  # some of it was in the look already
    assert ear.hear(whole, phrases) == ear.hear(replace(whole, serial=0), phrases)
    assert words(ear.hear(whole, phrases)) == [CAT, HAT]


def test_another_closed_set_in_mid_utterance_is_heard_from_the_beginning(ear: VoskEar, speak_korean: Speak) -> None:
    """The state of the game changed while somebody spoke: the new set counts, and nothing crashes."""
    utterance = replace(moved(speak_korean(CAT), 50_000), serial=3)
    ear.listen_for([phrase for phrase in SET if phrase.text != CAT])
    streamed(ear, utterance, 0.5)
    ear.listen_for(SET)
    streamed(ear, utterance, 1.0, first=int(len(utterance.audio) * 0.5) // 800 * 800 - 800)
    assert ear.hear(utterance, SET) == ear.hear(replace(utterance, serial=0), SET)
    ear.listen_for([phrase for phrase in SET if phrase.text != CAT])
    streamed(ear, replace(utterance, serial=4), 1.0)
    assert ear.hear(replace(utterance, serial=4), SET).best == SET[0]


def test_the_sound_of_another_utterance_is_no_evidence(ear: VoskEar, speak_korean: Speak) -> None:
    """Another serial, or the same one with other sound (a voice from the next microphone was turned down)."""
    ear.listen_for(SET)
    streamed(ear, replace(speak_korean(HAT), serial=5), 1.0)
    assert ear.hear(replace(speak_korean(CAT), serial=6), SET).best == SET[0]
    streamed(ear, replace(speak_korean(HAT), serial=7), 0.5)
    assert ear.hear(replace(speak_korean(CAT), serial=7), SET).best == SET[0]


def test_a_gap_in_the_stream_begins_a_new_span(ear: VoskEar, speak_korean: Speak) -> None:
    """Lost audio never glues two pieces together."""
    ear.listen_for(SET)
    utterance = replace(speak_korean(CAT), serial=8)
    streamed(ear, utterance, 0.4)
    ear.feed(utterance.audio[:800], 999_999, 8)
    assert ear.hear(utterance, SET).best == SET[0]


def test_a_call_without_quiet_before_it_gets_some(ear: VoskEar, speak_korean: Speak) -> None:
    """Streamed from its first sound on, as after another call, it is heard as if it had not been streamed."""
    whole = speak_korean(CAT)
    bare = replace(whole, start=whole.onset, audio=whole.audio[whole.onset :], serial=9)
    ear.listen_for(SET)
    streamed(ear, bare, 0.9)
    assert ear.hear(bare, SET) == ear.hear(replace(bare, serial=0), SET)


def test_partials_show_life(ear: VoskEar, speak_korean: Speak, monkeypatch: pytest.MonkeyPatch) -> None:
    """While somebody speaks, words of the set come; they are told, and decide nothing."""
    seen: list[tuple[str, str]] = []
    monkeypatch.setattr(ear, "_on_partial", lambda lang, text: seen.append((lang, text)))
    ear.listen_for(SET)
    streamed(ear, speak_korean(CAT), 1.0)
    ear.hear(speak_korean(CAT), SET)
    assert ("ko", CAT) in seen
    spoken = {word for _, text in seen for word in text.split()}
    assert spoken <= {*(phrase.text for phrase in SET), "…"}  # no decoys are shown


def test_a_clip_that_begins_with_its_voice_is_heard(ear: VoskEar, speak_korean: Speak) -> None:
    """A quarter of a second of quiet is put before it; without that the library takes this word for another."""
    telephone = Phrase("전화", "ko", "telephone")
    phrases = [*SET, telephone, *(Phrase(word, "ko", word) for word in ("음악", "노래", "바다", "토끼"))]
    spoken = speak_korean(telephone.text)
    clip = spoken.audio[spoken.onset : spoken.end]
    heard = ear.hear(Utterance(0, 5000, 5000, 5000 + len(clip), clip), phrases)
    assert isinstance(heard, WordsHeard)
    assert heard.best == telephone
    assert heard.onset is not None
    assert abs(heard.onset - 5000) < 0.15 * SAMPLE_RATE


def sounds() -> dict[str, Samples]:
    """What is no speech."""
    chance, time = np.random.default_rng(4), np.arange(2 * SAMPLE_RATE) / SAMPLE_RATE
    click = np.zeros(SAMPLE_RATE)
    click[8000:8020] = 1
    noise = chance.standard_normal(2 * SAMPLE_RATE)
    waves = {
        "noise": 0.1 * noise,
        "hiss": 0.01 * noise,
        "tone": 0.3 * np.sin(2 * np.pi * 440 * time),
        "hum": 0.3 * np.sin(2 * np.pi * 50 * time),
        "click": 0.9 * click,
        "clap": noise[:SAMPLE_RATE] * np.exp(-40 * np.arange(SAMPLE_RATE) / SAMPLE_RATE) * 0.3,
    }
    return {name: np.rint(np.clip(wave, -1, 1) * 32767).astype(np.int16) for name, wave in waves.items()}


@pytest.mark.parametrize("name", list(sounds()))
def test_what_is_no_speech_is_never_acted_on(name: str, ear: VoskEar) -> None:
    """Vosk gives a listed word at full confidence for white noise and for a tone; here that is not enough."""
    assert ear.hear(Utterance.of_clip(sounds()[name]), SET).reason is not Reason.HEARD


def test_silence_and_an_empty_set_are_unknown(ear: VoskEar, speak_korean: Speak) -> None:
    """Nothing said, or nothing to say."""
    assert ear.hear(Utterance.of_clip(np.zeros(16_000, np.int16)), SET).reason is Reason.UNKNOWN
    assert ear.hear(speak_korean(CAT), ()).reason is Reason.UNKNOWN
    whisper = replace(speak_korean(CAT), level_dbfs=-70.0)
    assert ear.hear(whisper, SET).reason is Reason.TOO_QUIET


def test_words_of_different_phrases_are_no_phrase(ear: VoskEar, speak_korean: Speak) -> None:
    """Vosk's bigrams splice "cat hat" from "cat train" and "witch hat"; nobody may act on it."""
    pairs = [Phrase(f"{CAT} {CAR}", "ko", 1), Phrase(f"{WITCH} {HAT}", "ko", 2)]
    heard = ear.hear(speak_korean(f"{CAT} {HAT}"), pairs)
    assert words(heard) == [CAT, HAT]
    assert heard.reason is not Reason.HEARD


def test_two_languages_hear_the_same_sound(ear: VoskEar, speak_korean: Speak) -> None:
    """Agreeing languages make one answer; two that mean different things make a question."""
    agree = [*SET, Phrase(CAT, "xx", CAT)]
    assert ear.hear(speak_korean(CAT), agree).reason is Reason.HEARD
    differ = [*SET, Phrase(CAT, "xx", "another")]
    heard = ear.hear(speak_korean(CAT), differ)
    assert heard.reason is Reason.UNSURE
    assert {scored.phrase.meaning for scored in heard.ranking[:2]} == {CAT, "another"}


def test_a_respelled_phrase_is_answered_as_it_was_written(ear: VoskEar, speak_korean: Speak) -> None:
    """The model hears "cat hat"; the author meant one word that the model lacks."""
    phrase = Phrase("Xyzzy!", "yy", "magic")
    heard = ear.hear(speak_korean(f"{CAT} {HAT}"), [phrase, Phrase(CAR, "yy", CAR)])
    assert (heard.reason, heard.best) == (Reason.HEARD, phrase)
    [row] = ear.report([phrase])
    assert row.heard == (f"{CAT} {HAT}",)


def test_a_model_of_another_language_is_noticed(ear: VoskEar) -> None:
    """German phrases for a Korean model: told when they are prepared, UNKNOWN if nobody prepared."""
    german = [Phrase(text, "de", text) for text in ("Hexenbesen flieg", "Spinnenbein", "Krötenschleim", "der rote Hut")]
    with pytest.raises(Trouble, match="is it a model of that language"):
        ear.prepare(german)
    assert ear.hear(Utterance.of_clip(sounds()["noise"]), german).reason is Reason.UNKNOWN


def test_stereo_and_floats_are_refused_before_they_are_queued(ear: VoskEar) -> None:
    """The mistake is told to whoever makes it."""
    for bad in (np.zeros((800, 2), np.int16), np.zeros(800, np.float32)):
        with pytest.raises(ValueError, match="one channel of int16"):
            ear.feed(bad, 0, 1)


def test_many_threads_may_ask_and_one_worker_answers(ear: VoskEar, speak_korean: Speak) -> None:
    """Native calls come from the worker alone, whoever asks."""
    answers: list[object] = []

    def ask(word: str) -> None:
        answers.append(ear.hear(speak_korean(word), SET).best)

    expected = [word for word in (CAT, HAT, TREE) for _ in range(3)]
    for word in set(expected):
        speak_korean(word)
    threads = [threading.Thread(target=ask, args=(word,)) for word in expected]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(str(answer) for answer in answers) == sorted(str(Phrase(w, "ko", w)) for w in expected)


# -- model folders -------------------------------------------------------------------------------------------------


@pytest.fixture
def copied(korean_folder: Path, tmp_path: Path) -> Path:
    """The Korean model in a folder of its own; its files are links."""
    folder = tmp_path / "vosk-model-small-ko"
    for file in korean_folder.rglob("*"):
        if file.is_file():
            place = folder / file.relative_to(korean_folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(file)
    return folder


@pytest.mark.slow
def test_a_folder_with_umlauts_is_opened(copied: Path) -> None:
    """Umlauts, an emoji and spaces reach the library as they are."""
    try:
        odd = copied.rename(copied.with_name("Modelle für Käthe 🧙"))
    except UnicodeEncodeError:
        pytest.skip("file names are ASCII only here (LC_ALL=C)")
    assert VoskModel(odd).has(CAT)


@pytest.mark.parametrize("name", ["am/final.mdl", "graph/Gr.fst", "ivector/final.ie", "conf/model.conf"])
def test_a_missing_file_is_named_before_anything_is_loaded(name: str, copied: Path) -> None:
    """Kaldi would end the process; here a line names the folder, the file and a command that helps."""
    (copied / name).unlink()
    with pytest.raises(Trouble, match=rf"vosk-model-small-ko.*{name} is missing.*voicehost models list"):
        VoskModel(copied)
    german = copied.rename(copied.with_name("vosk-model-small-de-0.15"))
    with pytest.raises(Trouble, match=rf"{name} is missing.*voicehost models install {german.name} --again"):
        VoskModel(german)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.5, 0.7])
def test_a_graph_that_is_cut_short_is_refused_before_it_is_loaded(share: float, copied: Path) -> None:
    """The largest file of a copy that ended in the middle: the library takes it, and then the process ends."""
    graph = copied / "graph/HCLr.fst"
    whole, size = graph.resolve(), graph.stat().st_size
    graph.unlink()
    with whole.open("rb") as source, graph.open("wb") as part:
        part.write(source.read(200))
        part.truncate(max(int(share * size), 100))  # what follows may be nothing: only its length is asked
    with pytest.raises(Trouble, match=r"graph/HCLr\.fst is cut short"):
        VoskModel(copied)


def test_a_fixed_graph_is_refused_before_it_is_loaded(copied: Path) -> None:
    """Such models hear dictation only."""
    (copied / "graph/HCLr.fst").rename(copied / "graph/HCLG.fst")
    (copied / "graph/Gr.fst").unlink()
    with pytest.raises(Trouble, match="fixed graph"):
        VoskModel(copied)


def test_a_library_that_does_not_load_is_told(korean_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer for which there is no Vosk still has the other ear."""
    monkeypatch.setitem(sys.modules, "vosk", None)
    with pytest.raises(Trouble, match=r"cannot be loaded.*--ears whisper"):
        VoskModel(korean_folder)


def test_a_damaged_model_is_found_out_in_a_process_of_its_own(copied: Path) -> None:
    """A file of the right name and the wrong content: the child dies, we get a sentence."""
    (copied / "am/final.mdl").unlink()
    (copied / "am/final.mdl").write_bytes(b"no model" * 1000)
    told = load_problem(copied)
    assert told is not None
    assert "does not load" in told
    assert "\n" not in told


def test_a_model_is_tried_out_with_the_installed_library(
    copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever lies in the folder in which somebody installs is not run."""
    (tmp_path / "vosk.py").write_text("raise SystemExit(0)")
    monkeypatch.chdir(tmp_path)
    (copied / "am/final.mdl").unlink()
    (copied / "am/final.mdl").write_bytes(b"no model" * 1000)
    assert load_problem(copied) is not None


def test_windows_gets_a_short_name_or_a_sentence() -> None:
    """Vosk opens only ASCII there: the 8.3 name is used, and where there is none the folder is named."""
    folder = Path("Jörg") / "models"
    assert native_path(folder, "linux") == str(folder)
    assert native_path(Path("plain"), "win32") == "plain"
    assert native_path(folder, "win32", lambda path: "JRG~1/models") == "JRG~1/models"
    with pytest.raises(Trouble, match=r"Jörg.*VOICEHOST_MODELS"):
        native_path(folder, "win32", lambda path: path)
