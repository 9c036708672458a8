"""`voicehost hear`: which of these phrases is said in a recording?"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from voicehost.hear.ear import Heard, Phrase

LONGEST_S = 30.0  # of one utterance; the ear's longest window
LONGEST_TEXT = 500  # letters of one sentence; more are not said in that time
SHOWN = 10  # phrases of the ranking that people see


def hear(
    file: Annotated[Path, typer.Argument(help="A recording of one call: WAV, FLAC or OGG.")],
    phrases: Annotated[str, typer.Option(help="A text file with one sentence per line, or a game.")],
    lang: Annotated[str | None, typer.Option(help="Languages: de, en, de,en or mixed.")] = None,
    state: Annotated[str | None, typer.Option(help="With a game: only what may be said in this state.")] = None,
    ear: Annotated[str, typer.Option("--ears", "--ear", help="Which ear: auto, whisper, vosk or both.")] = "whisper",
    data: Annotated[Path | None, typer.Option(help="Folder whose grammars/ lie over the packaged.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout and nothing else.")] = False,
) -> None:
    """Rank a recording against a closed set, and say whether the best may be acted on."""
    from voicehost.audio.files import read_clip
    from voicehost.errors import Trouble
    from voicehost.hear.ear import SAMPLE_RATE, Utterance
    from voicehost.live.ears import open_table_ear
    from voicehost.resources import need_languages

    langs = need_languages(lang, data)
    closed_set = _closed_set(phrases, langs, state, data)
    audio = read_clip(file)
    if len(audio) > LONGEST_S * SAMPLE_RATE:
        raise Trouble(f"{file} is longer than {LONGEST_S:.0f} s; for whole sessions there is `voicehost replay`.")
    listener, _ = open_table_ear(ear, langs, data)
    listener.prepare(closed_set)
    begun = time.perf_counter()
    heard = listener.hear(Utterance.of_clip(audio), closed_set)
    facts = _facts(heard, (time.perf_counter() - begun) * 1000)
    if as_json:
        print(json.dumps({"type": "heard", "file": str(file), "ear": listener.name, **facts}, ensure_ascii=False))
        return
    print(f"{heard.reason}, confidence {heard.confidence:.2f}, {facts['ms']} ms")
    for scored in heard.ranking[:SHOWN]:
        print(f"{scored.score:7.1f}  {scored.phrase.lang}  {scored.phrase.text}  [{scored.phrase.meaning}]")


def _closed_set(source: str, langs: Sequence[str], state: str | None, data: Path | None) -> list[Phrase]:
    """The sentences of a file in every language asked for, or those of a game; a file wins over a game's name."""
    from voicehost.errors import Trouble
    from voicehost.hear.ear import Phrase
    from voicehost.phrases import Grammar

    if Path(source).is_file():
        if state is not None:
            raise Trouble(f"--state {state} belongs to a game, and {source} is a file.")
        return [Phrase(text, code, text) for text in _lines(Path(source)) for code in langs]
    if Path(source).suffix or "/" in source:
        raise Trouble(f"There is no file {source}; give a text file with one sentence per line, or a game.")
    grammar = Grammar.load(source, langs, data)
    if state is not None and state not in grammar.states:
        raise Trouble(f"{source} has no state {state!r}; choose from {', '.join(grammar.states)}.")
    states = grammar.states if state is None else (state,)
    return list(dict.fromkeys(phrase for each in states for phrase in grammar.phrases(each)))


def _lines(path: Path) -> list[str]:
    from unicodedata import normalize

    from voicehost.errors import Trouble

    try:
        text = normalize("NFC", path.read_text(encoding="utf-8-sig"))
    except (UnicodeDecodeError, OSError) as error:
        raise Trouble(f"{path} is not a text file in UTF-8 ({error}).") from error
    lines = list(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))
    if not lines:
        raise Trouble(f"{path} holds no sentence; write one per line.")
    if (longest := max(map(len, lines))) > LONGEST_TEXT:
        raise Trouble(f"{path} holds a line of {longest} letters; a sentence has at most {LONGEST_TEXT}.")
    return lines


def _facts(heard: Heard, ms: float) -> dict[str, object]:
    from voicehost.hear.ear import SAMPLE_RATE
    from voicehost.hear.vosk.closed_set import WordsHeard

    def at_ms(position: int | None) -> float | None:
        return None if position is None else round(position * 1000 / SAMPLE_RATE, 1)

    best = heard.best
    words = {}
    if isinstance(heard, WordsHeard):
        words = {
            "onset_ms": at_ms(heard.onset),
            "end_ms": at_ms(heard.end),
            "words": [{"text": w.text, "start_ms": at_ms(w.start), "end_ms": at_ms(w.end)} for w in heard.words],
        }
    return {
        "reason": str(heard.reason),
        "confidence": round(heard.confidence, 4),
        "best": best.text if best else None,
        "lang": best.lang if best else None,
        "ranking": [
            {
                "text": scored.phrase.text,
                "lang": scored.phrase.lang,
                "meaning": str(scored.phrase.meaning),
                "score": round(scored.score, 2),
            }
            for scored in heard.ranking
        ],
        **words,
        "ms": round(ms, 1),
    }
