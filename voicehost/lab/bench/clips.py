"""Clips of people speaking, for benchmarks: two kinds of folders, what is wrong in them, added noise."""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from voicehost.audio.files import read_clip
from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Samples, Utterance

COLUMNS: Final = ("file", "lang", "transcript", "speaker", "source", "licence", "duration_s")
PAD: Final = int(0.3 * SAMPLE_RATE)  # samples of silence (or noise) on both sides of a clip
LONGEST_S: Final = 30.0  # Whisper's longest window
LONGEST_TEXT: Final = 500  # letters; more are not said in that time
OUT_OF_SET: Final = "oov_"  # file names of the suite that must be answered with nothing


@dataclass(frozen=True, slots=True)
class Clip:
    """One recording and what is said in it. `transcript` is None for a clip that is in no closed set."""

    path: Path
    lang: str
    transcript: str | None
    source: str
    audio: Samples  # mono, 16 kHz


@dataclass
class Collection:
    """The clips of a folder that can be measured, and those that cannot with the reason."""

    clips: list[Clip] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)  # file -> reason

    def closed_set(self, lang: str) -> list[str]:
        """Every different transcript of a language, in order of first appearance."""
        found: dict[str, str] = {}
        for clip in self.clips:
            if clip.lang == lang and clip.transcript is not None:
                found.setdefault(normalised(clip.transcript), clip.transcript)
        return list(found.values())

    @property
    def langs(self) -> list[str]:
        """The languages of the clips, sorted."""
        return sorted({clip.lang for clip in self.clips})


def normalised(text: str) -> str:
    """Text as it is compared: NFC, lower case, letters and digits only, single spaces."""
    letters = (c if c.isalnum() else " " for c in unicodedata.normalize("NFC", text).lower())
    return " ".join("".join(letters).split())


def load_corpus(folder: Path, letters: bool = False, convert: bool = False) -> Collection:
    """The clips of `manifest.tsv` (columns: file, lang, transcript, speaker, source, licence, duration_s).

    Single letters are left out unless `letters`. Clips that are missing, unreadable, silent, empty, longer
    than 30 s, not mono or below 16 kHz are named in `skipped`; `convert` takes the last two all the same.
    Raises Trouble when the manifest is missing or has other columns, or when no clip is left.
    """
    collection = Collection()
    for row in _manifest(folder / "manifest.tsv"):
        if letters or len(row["transcript"]) != 1:
            path = folder / row["file"]
            _add(collection, row["file"], path, row["lang"], row["transcript"], row["source"], convert)
    return _checked(collection, folder)


def load_suite(folder: Path, convert: bool = False) -> Collection:
    """The clips of `<lang>/**/<sentence>.wav`; `oov_*.wav` are in no closed set. Skips like `load_corpus`."""
    if not folder.is_dir():
        raise Trouble(f"There is no folder {folder}; give one that holds <lang>/<sentence>.wav.")
    collection = Collection()
    for home in sorted(path for path in folder.iterdir() if path.is_dir()):
        for path in sorted(home.rglob("*.wav")):
            sentence = unicodedata.normalize("NFC", path.stem)
            transcript = None if sentence.startswith(OUT_OF_SET) else sentence
            name = path.relative_to(folder).as_posix()
            _add(collection, name, path, home.name, transcript, path.parent.name, convert)
    return _checked(collection, folder)


def as_utterance(clip: Clip, noise: Samples | None = None, snr_db: float = 10.0) -> Utterance:
    """The clip as the ear gets it: 0.3 s before and after the voice, in noise if given.

    `snr_db` is the ratio of the clip's mean power to that of the noise. The noise runs through the padding;
    where it begins is drawn from the clip's name, so every run hears the same.
    """
    padded = np.pad(clip.audio, PAD)
    if noise is not None:
        padded = mix_noise(padded, noise, power(clip.audio), snr_db, seed=list(clip.path.name.encode()))
    bare = Utterance.of_clip(clip.audio)
    return Utterance(0, 0, PAD, PAD + len(clip.audio), padded, bare.level_dbfs)


def mix_noise(audio: Samples, noise: Samples, voice: float, snr_db: float, seed: list[int]) -> Samples:
    """Lay noise (repeated as needed) over all of `audio`, `snr_db` below a voice of mean power `voice`."""
    start = int(np.random.default_rng(seed).integers(len(noise)))
    laid = np.resize(np.roll(noise, -start), len(audio)).astype(np.float64)
    gain = np.sqrt(voice / power(noise) / 10 ** (snr_db / 10))
    mixed = np.rint(audio + laid * gain)
    clipped: Samples = np.clip(mixed, -32768, 32767).astype(np.int16)
    return clipped


def load_noise(path: Path) -> Samples:
    """A recording of noise, mono at 16 kHz. Raises Trouble when it is silent."""
    noise = read_clip(path)
    if power(noise) == 0:
        raise Trouble(f"{path} is silent; give a recording of noise.")
    return noise


def power(audio: Samples) -> float:
    """Mean of the squared samples."""
    return float(np.mean(np.square(audio.astype(np.float64))))


def _manifest(path: Path) -> Iterator[dict[str, str]]:
    if not path.is_file():
        raise Trouble(f"There is no {path}; give the folder of a corpus that has a manifest.tsv.")
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            lacking = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if lacking:
                raise Trouble(f"{path} lacks the column {lacking[0]}; its columns must be {', '.join(COLUMNS)}.")
            for row in rows:
                yield {name: unicodedata.normalize("NFC", row[name] or "").strip() for name in COLUMNS}
    except UnicodeDecodeError as error:
        raise Trouble(f"{path} is not UTF-8 text; save it as UTF-8.") from error
    except (OSError, csv.Error) as error:
        raise Trouble(f"{path} is no table with tabs between its columns ({error}).") from error


def _add(
    collection: Collection,
    name: str,
    path: Path,
    lang: str,
    transcript: str | None,
    source: str,
    convert: bool,
) -> None:
    reason = _unusable(path, convert)
    if reason is None and not lang:
        reason = "no language"
    if reason is None and transcript is not None and not normalised(transcript):
        reason = "no transcript"
    if reason is None and len(transcript or "") > LONGEST_TEXT:
        reason = f"a transcript of {len(transcript or '')} letters, at most {LONGEST_TEXT} are measured"
    if reason is None and any(clip.path == path for clip in collection.clips):
        reason = "listed twice"
    if reason is None:
        try:
            audio = read_clip(path)
            if audio.any():
                collection.clips.append(Clip(path, lang, transcript, source, audio))
                return
            reason = "silent"
        except Trouble as trouble:
            reason = str(trouble)
    collection.skipped[name] = reason


def _unusable(path: Path, convert: bool) -> str | None:
    """What keeps a file out of a measurement, from its header alone; None if nothing does."""
    import soundfile

    if not path.is_file():
        return "missing"
    try:
        about = soundfile.info(path)
    except (soundfile.LibsndfileError, RuntimeError, OSError):
        return "not a sound file"
    if about.frames == 0:
        return "0 s long"
    if about.duration > LONGEST_S:
        return f"{about.duration:.0f} s long, at most {LONGEST_S:.0f} s are measured"
    if not convert and about.channels != 1:
        return f"{about.channels} channels, mono is wanted (--convert takes the loudest)"
    if not convert and about.samplerate < SAMPLE_RATE:
        return f"{about.samplerate} Hz, 16000 Hz or more is wanted (--convert resamples)"
    return None


def _checked(collection: Collection, folder: Path) -> Collection:
    if not collection.clips:
        why = f" ({len(collection.skipped)} skipped: {_first(collection.skipped)})" if collection.skipped else ""
        raise Trouble(f"{folder} holds no clip that can be measured{why}.")
    return collection


def _first(skipped: dict[str, str]) -> str:
    name, reason = next(iter(skipped.items()))
    return f"{name}: {reason}"
