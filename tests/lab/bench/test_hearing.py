"""The bench counts what an ear does: fair questions, every figure checked against ears whose mistakes are known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile
from typer.testing import CliRunner

from voicehost.cli.bench import bench
from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Heard, Phrase, Reason, Scored, Utterance
from voicehost.lab.bench import hearing as bench_hearing
from voicehost.lab.bench import suite as bench_suite
from voicehost.lab.bench.clips import as_utterance, load_corpus, load_suite, mix_noise, normalised, power

HEADER = "file\tlang\ttranscript\tspeaker\tsource\tlicence\tduration_s\n"
WORDS = ("eins", "zwei", "drei", "vier", "fünf", "Zwei!")  # the last says the same as the second


class Oracle:
    """An ear that knows a clip by its length: clip n has 4000 + n samples. It mishears and trusts as it is told."""

    name = "oracle"

    def __init__(self, texts: Sequence[str], mishears: Sequence[int] = (), gullible: Sequence[int] = ()) -> None:
        self.texts, self.mishears, self.gullible = texts, mishears, gullible
        self.prepared = 0

    def prepare(self, phrases: Sequence[Phrase]) -> None:
        self.prepared += 1

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        number = utterance.end - utterance.onset - 4000
        said = normalised(self.texts[number])
        there = [p for p in phrases if p.meaning == said]
        others = [p for p in phrases if p.meaning != said]
        ranked = [*others, *there] if number in self.mishears or not there else [*there, *others]
        sure = number in self.gullible or (bool(there) and number not in self.mishears)
        scored = tuple(Scored(p, -float(i)) for i, p in enumerate(ranked))
        return Heard(Reason.HEARD if sure else Reason.UNKNOWN, scored, 1.0 if sure else 0.0)


def tone(samples: int) -> np.ndarray:
    return (np.sin(np.arange(samples) / 5) * 8000).astype(np.int16)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Six clips in two languages; clip n lasts 4000 + n samples."""
    rows = []
    for number, word in enumerate(WORDS):
        soundfile.write(tmp_path / f"{number}.wav", tone(4000 + number), SAMPLE_RATE)
        rows.append(f"{number}.wav\tde\t{word}\tme\t{'odd' if number % 2 else 'even'}\tCC0\t0.25\n")
    (tmp_path / "manifest.tsv").write_text(HEADER + "".join(rows), encoding="utf-8")
    return tmp_path


def run(corpus: Path, ear: Oracle, **options: object) -> dict[str, object]:
    asked = bench_hearing.questions(load_corpus(corpus), **options)  # type: ignore[arg-type]
    return bench_hearing.summary([bench_hearing.run_trial(ear, q) for q in asked], ear.name)


def test_a_perfect_ear_is_perfect(corpus: Path) -> None:
    """Everything named and accepted, nothing accepted that was not there."""
    result = run(corpus, Oracle(WORDS), choices=3)
    assert (result["clips"], result["named"], result["accepted_right"], result["false_accepts"]) == (6, 6, 6, 0)
    assert result["accuracy"] == result["recall"] == 1.0


def test_mistakes_are_counted_where_they_are_made(corpus: Path) -> None:
    """One misheard clip lowers accuracy and recall, two gullible answers are false accepts, each in its source."""
    result = run(corpus, Oracle(WORDS, mishears=[1], gullible=[0, 3]), choices=3)
    assert (result["named"], result["accepted_right"], result["false_accepts"]) == (5, 5, 2)
    assert result["accuracy"] == pytest.approx(5 / 6, abs=1e-4)
    assert result["false_accept_rate"] == pytest.approx(2 / 6, abs=1e-4)
    by_source = result["by_source"]
    assert isinstance(by_source, dict)
    assert by_source["odd"]["named"] == 2
    assert by_source["even"]["false_accepts"] == 1


def test_questions_are_fair(corpus: Path) -> None:
    """N choices each time, the transcript once or never, and no distractor that says the same."""
    for question in bench_hearing.questions(load_corpus(corpus), choices=4):
        own = normalised(question.clip.transcript or "")
        meanings = [p.meaning for p in question.with_it]
        assert len(meanings) == len(set(meanings)) == 4
        assert meanings.count(own) == 1
        assert own not in [p.meaning for p in question.without_it]
        assert len(question.without_it) == 4


def test_the_same_seed_asks_the_same(corpus: Path) -> None:
    """Choices follow the seed."""
    drawn = [[q.with_it for q in bench_hearing.questions(load_corpus(corpus), 3, seed)] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_both_languages_at_once(corpus: Path) -> None:
    """With `both`, as many choices of every other language stand beside those of the clip's."""
    text = (corpus / "manifest.tsv").read_text(encoding="utf-8")
    for number in range(4):
        soundfile.write(corpus / f"en{number}.wav", tone(4000 + number), SAMPLE_RATE)
        text += f"en{number}.wav\ten\tword {number}\tme\tenglish\tCC0\t0.25\n"
    (corpus / "manifest.tsv").write_text(text, encoding="utf-8")
    for question in bench_hearing.questions(load_corpus(corpus), choices=3, both=True):
        assert [sorted(p.lang for p in q) for q in (question.with_it, question.without_it)] == [
            ["de"] * 3 + ["en"] * 3
        ] * 2


def test_clips_that_cannot_be_measured_are_named(corpus: Path) -> None:
    """Missing, empty, overlong, stereo, 8 kHz, silent, unreadable, repeated: skipped with a reason, not measured."""
    soundfile.write(corpus / "stereo.wav", np.stack([tone(4000)] * 2, axis=1), SAMPLE_RATE)
    soundfile.write(corpus / "telephone.wav", tone(2000), 8000)
    soundfile.write(corpus / "long.wav", tone(61 * 16_000), SAMPLE_RATE)
    soundfile.write(corpus / "empty.wav", tone(0), SAMPLE_RATE)
    soundfile.write(corpus / "silent.wav", np.zeros(4000, np.int16), SAMPLE_RATE)
    (corpus / "text.wav").write_text("no sound")
    for name in ("nowhere", "book"):
        soundfile.write(corpus / f"{name}.wav", tone(4000), SAMPLE_RATE)
    bad = ("stereo", "telephone", "long", "empty", "silent", "text", "missing", "0")
    with (corpus / "manifest.tsv").open("a", encoding="utf-8") as file:
        file.writelines(f"{name}.wav\tde\twort\tme\todd\tCC0\t1\n" for name in bad)
        file.write("nowhere.wav\t\twort\tme\todd\tCC0\t1\n")
        file.write(f"book.wav\tde\t{'wort ' * 200}\tme\todd\tCC0\t1\n")
    collection = load_corpus(corpus)
    assert set(collection.skipped) == {f"{name}.wav" for name in (*bad, "nowhere", "book")}
    assert collection.skipped["nowhere.wav"] == "no language"
    assert collection.skipped["book.wav"].startswith("a transcript of 999 letters")
    assert len(collection.clips) == len(WORDS)
    taken = load_corpus(corpus, convert=True)
    assert len(taken.clips) == len(WORDS) + 2
    assert taken.clips[-1].audio.shape == (4000,)  # 2000 samples at 8 kHz


@pytest.mark.parametrize(
    ("manifest", "told"),
    [
        (None, "manifest.tsv"),
        ("file\tlang\n", "lacks the column transcript"),
        (HEADER, "no clip"),
        (f"{HEADER}a.wav\tde\t{'x' * 200_000}\tme\todd\tCC0\t1\n", "no table with tabs"),
    ],
)
def test_a_corpus_that_is_none_is_one_clear_line(tmp_path: Path, manifest: str | None, told: str) -> None:
    """No manifest, other columns, or no clips: Trouble that says so."""
    if manifest is not None:
        (tmp_path / "manifest.tsv").write_text(manifest, encoding="utf-8")
    with pytest.raises(Trouble, match=told):
        load_corpus(tmp_path)


def test_single_letters_are_left_out_unless_asked_for(corpus: Path) -> None:
    """The letter B is no word of a game."""
    soundfile.write(corpus / "b.wav", tone(5000), SAMPLE_RATE)
    with (corpus / "manifest.tsv").open("a", encoding="utf-8") as file:
        file.write("b.wav\tde\tB\tme\todd\tCC0\t1\n")
    assert len(load_corpus(corpus).clips) == len(WORDS)
    assert len(load_corpus(corpus, letters=True).clips) == len(WORDS) + 1


def test_noise_lies_as_far_below_the_voice_as_asked() -> None:
    """10 dB means a tenth of the voice's power, all over the clip, wherever the noise begins."""
    noise = (np.random.default_rng(1).standard_normal(50_000) * 3000).astype(np.int16)
    voice = tone(16_000)
    for seed in (1, 2):
        mixed = mix_noise(voice, noise, power(voice), 10.0, [seed])
        rest = mixed.astype(np.int64) - voice
        assert 10 * np.log10(power(voice) / np.mean(np.square(rest))) == pytest.approx(10, abs=0.3)


def test_a_clip_is_padded_and_knows_where_its_voice_is(corpus: Path) -> None:
    """0.3 s of silence on both sides, onset and end at the clip's own edges, the level that of the clip alone."""
    utterance = as_utterance(load_corpus(corpus).clips[0])
    assert (utterance.onset, utterance.end, len(utterance.audio)) == (4800, 8800, 13_600)
    assert not utterance.audio[:4800].any()
    assert utterance.level_dbfs == pytest.approx(-15.3, abs=0.1)


def test_the_suite_counts_sentences_and_what_is_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All sentences of a language are the closed set; `oov_` clips count as rejected unless they are accepted.

    `--misses` names what went wrong, and only that.
    """
    texts = ["mach das Licht an", "mach das Licht aus", "oov_1", "oov_2"]
    for number, text in enumerate(texts):
        path = tmp_path / "de" / ("deep" if number else "") / f"{text}.wav"
        path.parent.mkdir(parents=True, exist_ok=True)
        soundfile.write(path, tone(4000 + number), SAMPLE_RATE)
    collection = load_suite(tmp_path)
    assert collection.closed_set("de") == ["mach das Licht aus", "mach das Licht an"]
    ear = Oracle(texts, mishears=[1], gullible=[3])
    result = bench_suite.summary(list(bench_suite.answers(ear, collection)), ear.name)
    assert result["de"] == {"clips": 2, "right": 1, "accepted_right": 1}
    assert (result["oov"], result["oov_rejected"]) == (2, 1)
    monkeypatch.setattr("voicehost.hear.choose.open_ear", lambda name: ear)
    told = CliRunner().invoke(bench, ["suite", "--dir", str(tmp_path), "--misses", "--json"]).stderr.splitlines()
    assert [line.split(".wav")[0] for line in told] == ["de/mach das Licht aus", "de/oov_2"]


def test_an_empty_corpus_ends_the_command_with_a_clear_line(tmp_path: Path) -> None:
    """The command raises the Trouble that the front door prints."""
    result = CliRunner().invoke(bench, ["hearing", "--corpus", str(tmp_path), "--json"])
    assert isinstance(result.exception, Trouble)
    assert result.stdout == ""


def test_the_command_prints_one_json_object(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--json` gives the documented keys on stdout and nothing else."""
    monkeypatch.setattr("voicehost.hear.choose.open_ear", lambda name: Oracle(WORDS))
    result = CliRunner().invoke(bench, ["hearing", "--corpus", str(corpus), "--choices", "3", "--json"])
    found = json.loads(result.stdout)
    assert {
        "clips", "named", "accuracy", "accepted_right", "recall", "false_accepts", "false_accept_rate",
        "by_source", "by_lang", "ms_p50", "ms_p95", "ear",
    } <= set(found)  # fmt: skip
    assert found["accuracy"] == 1.0


def test_noise_needs_a_file(corpus: Path) -> None:
    """A ratio without a noise is a clear line."""
    result = CliRunner().invoke(bench, ["hearing", "--corpus", str(corpus), "--snr", "10"])
    assert isinstance(result.exception, Trouble)


def test_brackets_in_the_name_of_a_source_are_shown(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of a long run the table prints what the manifest says, whatever it looks like."""
    monkeypatch.setattr("voicehost.hear.choose.open_ear", lambda name: Oracle(WORDS))
    manifest = corpus / "manifest.tsv"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("\todd\t", "\t[/odd]\t"), encoding="utf-8")
    result = CliRunner().invoke(bench, ["hearing", "--corpus", str(corpus)], catch_exceptions=False)
    assert "by_source [/odd] clips" in result.stdout


def test_peers_that_are_missing_are_told_before_the_ear_is_measured(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for minutes to learn which extra to install."""
    ear = Oracle(WORDS)

    def missing() -> None:
        raise Trouble("PocketSphinx is missing")

    monkeypatch.setattr("voicehost.hear.choose.open_ear", lambda name: ear)
    monkeypatch.setattr("voicehost.lab.bench.peers.open_peers", missing)
    result = CliRunner().invoke(bench, ["hearing", "--corpus", str(corpus), "--peers"])
    assert isinstance(result.exception, Trouble)
    assert ear.prepared == 0
