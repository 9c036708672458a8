"""`voicehost bench`: hearing made measurable."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

if TYPE_CHECKING:
    from voicehost.hear.ear import Samples
    from voicehost.lab.bench.clips import Collection

T = TypeVar("T")

bench = typer.Typer(help="Measure hearing on recordings of people.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="One JSON object on stdout and nothing else.")]
Seed = Annotated[int, typer.Option(min=0, help="Draws whatever is drawn.")]
Snr = Annotated[
    float | None, typer.Option(min=-100, max=100, help="Lay --noise under the clips at this ratio in dB (default 10).")
]
Noise = Annotated[Path | None, typer.Option(help="A recording of noise.")]
EarName = Annotated[str, typer.Option("--ear", help="Which ear: whisper, vosk or both.")]
Convert = Annotated[bool, typer.Option("--convert", help="Take clips that are not mono or below 16 kHz, too.")]
Misses = Annotated[bool, typer.Option("--misses", help="Name every clip that went wrong, on stderr.")]


@bench.command()
def hearing(
    corpus: Annotated[Path, typer.Option(help="A folder with a manifest.tsv.")],
    choices: Annotated[int, typer.Option(min=2, help="How many phrases are asked about at once.")] = 20,
    seed: Seed = 1,
    snr: Snr = None,
    noise: Noise = None,
    ear: EarName = "whisper",
    both: Annotated[bool, typer.Option("--both", help="As many choices of each language at once.")] = False,
    letters: Annotated[bool, typer.Option("--letters", help="Clips of single letters, too.")] = False,
    peers: Annotated[
        bool, typer.Option("--peers", help="Also free transcription and PocketSphinx (extra bench).")
    ] = False,
    convert: Convert = False,
    misses: Misses = False,
    as_json: Json = False,
) -> None:
    """Name what people said among N choices, and keep quiet when it is none of N others."""
    from voicehost.hear.choose import open_ear
    from voicehost.lab.bench import hearing as lab
    from voicehost.lab.bench.clips import load_corpus
    from voicehost.lab.bench.peers import open_peers, put_to
    from voicehost.lab.bench.peers import summary as peer_summary

    laid, ratio = _noise(noise, snr)
    collection = load_corpus(corpus, letters, convert)
    _tell_skipped(collection)
    asked = list(lab.questions(collection, choices, seed, both, laid, ratio))
    listener = open_ear(ear)
    rivals = open_peers() if peers else []  # what lacks is told before anything is measured
    trials = [lab.run_trial(listener, question) for question in _progress(asked, f"{listener.name} listens")]
    result = lab.summary(trials, listener.name, len(collection.skipped))
    if misses:
        for trial in trials:
            if not trial.named or not trial.accepted or trial.false_accept:
                print(trial.told(), file=sys.stderr)
    if peers:
        result["peers"] = {
            peer.name: peer_summary([put_to(peer, q) for q in _progress(asked, f"{peer.name} listens")])
            for peer in rivals
        }
    _print(result, as_json)


@bench.command()
def suite(
    folder: Annotated[Path, typer.Option("--dir", help="A folder with <lang>/**/<sentence>.wav and oov_*.wav.")],
    snr: Snr = None,
    noise: Noise = None,
    ear: EarName = "whisper",
    convert: Convert = False,
    misses: Misses = False,
    as_json: Json = False,
) -> None:
    """Name each sentence among all sentences of its language, and leave the out-of-set ones unanswered."""
    from voicehost.hear.choose import open_ear
    from voicehost.lab.bench import suite as lab
    from voicehost.lab.bench.clips import load_suite

    laid, ratio = _noise(noise, snr)
    collection = load_suite(folder, convert)
    _tell_skipped(collection)
    listener = open_ear(ear)
    heard = list(_progress(lab.answers(listener, collection, laid, ratio), "listening", len(collection.clips)))
    if misses:
        for answer in heard:
            if not answer.right:
                print(answer.told(), file=sys.stderr)
    _print(lab.summary(heard, listener.name, len(collection.skipped)), as_json)


@bench.command()
def timing(
    seed: Seed = 1,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of each gap in every condition.")] = 4,
    as_json: Json = False,
) -> None:
    """Find onsets and the order of calls in synthetic mixes with exact truth."""
    from rich.console import Console

    from voicehost.lab.bench import timing as bench_timing

    with Console(stderr=True).status("players call, the listener measures"):
        result = bench_timing.run(seed=seed, rounds=rounds)
    _print(result, as_json)


@bench.command()
def latency(
    calls: Annotated[int, typer.Option(min=1, help="How many calls are made.")] = 40,
    choices: Annotated[int, typer.Option(min=1, help="Phrases of each language.")] = 40,
    seed: Seed = 1,
    ear: EarName = "whisper",
    as_json: Json = False,
) -> None:
    """Wait for decisions in real time, with the phrases of all languages at once."""
    from rich.console import Console

    from voicehost.hear.choose import open_ear
    from voicehost.lab.bench import latency as lab

    listener, phrases = open_ear(ear), lab.choices(choices, seed)
    with Console(stderr=True).status("the table is quiet") as status:
        session = lab.play(listener, phrases, calls, seed, tell=lambda done: status.update(f"{done} of {calls} calls"))
    _print(session.summary(listener.name), as_json)


@bench.command("all")
def everything(
    out: Annotated[Path, typer.Option(help="The page to write.")] = Path("report.html"),
    corpus: Annotated[Path | None, typer.Option(help="A folder with a manifest.tsv.")] = None,
    folder: Annotated[Path | None, typer.Option("--dir", help="A folder with <lang>/**/<sentence>.wav.")] = None,
    snr: Snr = None,
    noise: Noise = None,
    seed: Seed = 1,
    calls: Annotated[int, typer.Option(min=1, help="Calls of the latency bench.")] = 40,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of the timing bench.")] = 4,
    ear: EarName = "whisper",
    as_json: Json = False,
) -> None:
    """Run every bench that there are recordings for, and write one page with tables and plots."""
    from rich.console import Console

    from voicehost.hear.choose import open_ear
    from voicehost.lab.bench import all as lab
    from voicehost.lab.bench.clips import load_corpus, load_suite
    from voicehost.whole import need_writable, whole_file

    need_writable(out)
    laid, ratio = _noise(noise, snr)
    clips, sentences = load_corpus(corpus) if corpus else None, load_suite(folder) if folder else None
    for collection in filter(None, (clips, sentences)):
        _tell_skipped(collection)
    plan = lab.Plan(clips, sentences, laid, ratio, seed=seed, calls=calls, rounds=rounds)
    with Console(stderr=True).status("loading the ear") as status:
        report, figures = lab.run(open_ear(ear), plan, status.update)
    with whole_file(out) as part:
        part.write_text(report.html(), encoding="utf-8")
    _print(figures, as_json)


def _noise(path: Path | None, snr: float | None) -> tuple[Samples | None, float]:
    from voicehost.errors import Trouble
    from voicehost.lab.bench.clips import load_noise

    if path is None:
        if snr is not None:
            raise Trouble("--snr needs --noise FILE: which noise shall lie under the clips?")
        return None, 0.0
    return load_noise(path), 10.0 if snr is None else snr


def _tell_skipped(collection: Collection) -> None:
    for name, reason in collection.skipped.items():
        print(f"skipped {name}: {reason}", file=sys.stderr)
    if collection.skipped:
        print(f"skipped {len(collection.skipped)} clips, {len(collection.clips)} remain", file=sys.stderr)


def _progress(items: Iterable[T], task: str, total: int | None = None) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import track

    shown = Console(stderr=True)
    yield from track(items, task, total=total, console=shown, transient=True, disable=not shown.is_terminal)


def _print(result: dict[str, object], as_json: bool) -> None:
    if as_json:
        print(json.dumps(result, ensure_ascii=False))
        return
    from rich.table import Table

    from voicehost.cli.output import table_console

    table = Table(show_header=False)
    for name, value in _flat(result):
        table.add_row(name, str(value))
    table_console().print(table)


def _to_stderr(figures: dict[str, Any]) -> None:
    """What is known so far of a long run."""
    print(json.dumps(figures, ensure_ascii=False), file=sys.stderr, flush=True)


def _flat(result: dict[str, object], above: str = "") -> Iterator[tuple[str, object]]:
    for name, value in result.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name} ")
        else:
            yield f"{above}{name}", value


@bench.command()
def live(
    lang: Annotated[str, typer.Option(help="Languages of the table.")] = "mixed",
    questions: Annotated[int, typer.Option(min=1, help="How many questions a child asks.")] = 20,
    quiet: Annotated[
        float, typer.Option(min=0, max=1e5, help="Seconds of silence, for the load while nobody speaks.")
    ] = 30.0,
    babble: Annotated[float, typer.Option(min=0.0, max=1e5, help="Seconds of talk in the background.")] = 60.0,
    call_every: Annotated[
        float, typer.Option(min=5.0, max=1e5, help="Seconds from one call amid that talk to the next.")
    ] = 60.0,
    game: Annotated[
        str | None, typer.Option(help="Play a whole game instead: verhext, husch, hubi or spinnengift.")
    ] = None,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Ask and answer through real devices of a PulseAudio of its own: time to the answer, load, and the replay.

    The figures so far go to stderr every ten minutes.
    """
    from voicehost.lab.bench.live import bench_live
    from voicehost.lab.bench.live_game import bench_game
    from voicehost.resources import need_languages

    if game is not None:
        _print(bench_game(need_languages(lang), game, seed), as_json)
        return
    _print(bench_live(need_languages(lang), questions, quiet, babble, call_every, report=_to_stderr), as_json)


@bench.command()
def soak(
    lang: Annotated[str, typer.Option(help="Languages of the table.")] = "mixed",
    hours: Annotated[float, typer.Option(min=0.01, max=10_000.0, help="How much sound, in hours.")] = 1.0,
    talk: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="The share of every hour in which people talk.")
    ] = 0.125,
    seed: Seed = 1,
    ear: EarName = "whisper",
    as_json: Json = False,
) -> None:
    """Let the host listen to days of a kitchen table, from files: false actions, lost sound, memory, speed.

    The figures of every hour go to stderr.
    """
    from voicehost.hear.choose import open_ear
    from voicehost.lab.bench.soak import soak as run
    from voicehost.resources import need_languages

    _print(run(need_languages(lang), hours, talk, open_ear(ear), seed, _to_stderr), as_json)
