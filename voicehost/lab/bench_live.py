"""Live sound measured: real PortAudio devices of a sound server of our own, children in real time, the same ears.

A child asks, the host answers, and the recording is replayed: are all verdicts the same? Then it is quiet, and then
people talk in the background: how much work is that, and does the host act although nobody called it?
"""

from __future__ import annotations

import os
import resource
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from voicehost.audio.devices import Microphone
from voicehost.audio.loudspeaker import Loudspeaker
from voicehost.audio.portaudio import DeviceLost
from voicehost.hear.ear import SAMPLE_RATE, Ear, Phrase, Reason
from voicehost.lab import pulse
from voicehost.lab.babble import PEAK, Babble
from voicehost.lab.scene import voice_span
from voicehost.lab.speakers import SPEAKERS
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.rules.dice import Dice
from voicehost.table.evening import EveningOptions
from voicehost.table.host import Entry
from voicehost.table.live import LiveOptions, Now, play_live, replay_session
from voicehost.table.parts import listen, note, tell
from voicehost.table.script import Said, Script, Seating
from voicehost.table.sessions import Sessions
from voicehost.tell.narrator import Narrator

STATE: Final = "between"
PAUSE_S: Final = 1.2  # between the host's answer and the next question
PATIENCE_S: Final = 6.0  # for an answer to a question
ASK_EVERY_S: Final = 60.0  # amid the talk
WARM_S: Final = 60.0  # of talk, after which memory should no longer grow
VERDICTS: Final = ("heard", "answered", "action", "event", "refused")


@dataclass(slots=True)
class Trial:
    """One thing that a child said live."""

    phrase: Phrase
    said_end: float = 0.0  # s, monotonic: when its voice truly ended
    understood: bool = False
    misunderstood: bool = False
    answer_ms: float | None = None  # from the end of the voice to the first sample of the answer, on the sample clock
    amid_talk: bool = False


@dataclass(slots=True)
class Load:
    """What a stretch of time cost: CPU seconds per second, and memory at its end in MB."""

    seconds: float
    cpu: float
    rss_mb: float

    def as_facts(self) -> dict[str, float]:
        """Rounded."""
        return {"seconds": round(self.seconds), "cpu": round(self.cpu, 3), "rss_mb": round(self.rss_mb)}


class Meter:
    """Measures this process from now on."""

    def __init__(self) -> None:
        self._began, self._cpu = time.monotonic(), time.process_time()

    def load(self) -> Load:
        """What it has cost so far."""
        seconds = time.monotonic() - self._began
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        rss = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
        return Load(seconds, (time.process_time() - self._cpu) / seconds, rss)


@dataclass(slots=True)
class Figures:
    """Everything that was measured."""

    trials: list[Trial] = field(default_factory=list)
    loads: dict[str, Load] = field(default_factory=dict)
    false: list[str] = field(default_factory=list)  # what was acted on although nobody had asked for anything
    lost: int = 0
    talk_s: float = 0.0
    entries: list[Entry] = field(default_factory=list)


def parrot(done: threading.Event) -> Callable[[EveningOptions, Sessions, Now], Script]:
    """A script that answers whatever is understood with "all right", until `done`."""

    def script(options: EveningOptions, sessions: Sessions, now: Now) -> Script:
        narrator = Narrator(None, options.langs, seed=options.seed)
        yield Seating(Grammar.load(None, options.langs), ())
        yield from note("listening")
        until = 0.0
        while not done.is_set():
            until += 100.0
            while isinstance(said := (yield from listen(STATE, until)), Said):
                if said.reason is Reason.HEARD:
                    told = yield from tell(narrator.say("all-right", to=None))
                    yield from note("answered", end_ms=round(said.end, 1), told_ms=round(told.start, 1))

    return script


def bench_live(
    langs: Sequence[str], questions: int, quiet_s: float, babble_s: float, ear: Ear | None = None
) -> dict[str, Any]:
    """Run all of it; one JSON object."""
    figures = Figures()
    done = threading.Event()
    evening = EveningOptions(langs=tuple(langs), seed=1)
    with pulse.PulseServer(1) as _, tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "session.wav"
        live = LiveOptions((Microphone(pulse.microphone(0)),), speaker=pulse.SPEAKER, record=record)
        table = _Table(figures, langs, Babble(langs, Dice("bench live talk")) if babble_s else None)
        thread = threading.Thread(target=_act, args=(table, questions, quiet_s, babble_s, done), daemon=True)
        sessions = Sessions(Path(folder) / "games")
        thread.start()
        play_live(evening, live, table.log, script=parrot(done), sessions=sessions, ear=ear)
        thread.join()
        if table.failure is not None:
            raise table.failure
        again: list[Entry] = []
        replay_session(record, again.append, ear=ear, script=parrot(threading.Event()))
    return {"langs": list(langs), **_summary(figures, again)}


class _Table:
    """What the child sees of the table, and its voice."""

    def __init__(self, figures: Figures, langs: Sequence[str], babble: Babble | None) -> None:
        self.figures = figures
        self.babble = babble  # of people in the background
        self.failure: Exception | None = None
        self.open = threading.Event()
        self.answered = threading.Event()
        grammar = Grammar.load(None, langs)
        self.phrases = [p for p in grammar.phrases(STATE) if isinstance(p.meaning, Intent)]
        self._asked: Trial | None = None

    def log(self, entry: Entry) -> None:
        self.figures.entries.append(entry)
        self.open.set()
        if entry.kind == "heard":
            self._heard(entry.facts)
        if entry.kind == "answered" and self._asked is not None:
            self._asked.answer_ms = entry.facts["told_ms"] - entry.facts["end_ms"]
            self.answered.set()

    def _heard(self, facts: Mapping[str, Any]) -> None:
        self.figures.lost += facts["reason"] == "lost_audio"
        if facts["reason"] != "heard":
            return
        if (asked := self._asked) is None:
            self.figures.false.append(f"{facts['text']} ({facts['confidence']}) at {facts['onset_ms'] / 1000:.1f} s")
        elif isinstance(asked.phrase.meaning, Intent) and facts["intent"] == asked.phrase.meaning.name:
            asked.understood = True
        else:
            asked.misunderstood = True

    def ask(self, voice: Loudspeaker, dice: Dice, amid_talk: bool = False) -> None:
        """Say a phrase and wait for the answer."""
        phrase = dice.choice(self.phrases)
        trial = self._asked = Trial(phrase, amid_talk=amid_talk)
        self.figures.trials.append(trial)
        self.answered.clear()
        clip = SPEAKERS[dice.below(len(SPEAKERS))].say(phrase.text, phrase.lang)
        wave = np.asarray(clip * (PEAK * 32767 / np.abs(clip).max()), np.int16)
        began, _ = voice.play(wave, SAMPLE_RATE)
        trial.said_end = began + voice_span(clip)[1] / SAMPLE_RATE
        self.answered.wait(PATIENCE_S)
        time.sleep(PAUSE_S)
        self._asked = None


class Mouth(Loudspeaker):
    """Somebody at the table. Opens its device anew when that has hung up, as it may on a busy computer."""

    def __init__(self) -> None:
        super().__init__(pulse.mouth(0))

    def play(self, clip: NDArray[np.int16], rate: int) -> tuple[float, float]:
        """Say a clip; from when to when it sounds (s, monotonic)."""
        try:
            return super().play(clip, rate)
        except DeviceLost:
            self.close()
            self.open()
            return super().play(clip, rate)


def _act(table: _Table, questions: int, quiet_s: float, babble_s: float, done: threading.Event) -> None:
    try:
        _play_child(table, questions, quiet_s, babble_s)
    except Exception as error:
        table.failure = error
    finally:
        done.set()


def _play_child(table: _Table, questions: int, quiet_s: float, babble_s: float) -> None:
    voice = Mouth()
    _wait_for_table(table)
    voice.open()
    dice = Dice("bench live")
    time.sleep(2.0)
    meter = Meter()
    time.sleep(quiet_s)
    table.figures.loads["quiet"] = meter.load()
    meter = Meter()
    for _ in range(questions):
        table.ask(voice, dice)
    table.figures.loads["asking"] = meter.load()
    if table.babble is not None:
        _babble(table, table.babble, voice, babble_s, dice)
    voice.close()


def _wait_for_table(table: _Table) -> None:
    """PortAudio must not be asked for devices while another thread opens them."""
    while not table.open.wait(1.0):
        pass


def _babble(table: _Table, babble: Babble, voice: Loudspeaker, seconds: float, dice: Dice) -> None:
    """Two people tell each other the rules, far from the microphone; now and then a child asks something amid them."""
    over = threading.Event()
    people = threading.Thread(target=_talk, args=(babble, over), daemon=True)
    began = time.monotonic()
    people.start()
    time.sleep(min(WARM_S, seconds / 4))
    table.figures.loads["talk begins"] = Meter().load()
    meter = Meter()
    while time.monotonic() < began + seconds - ASK_EVERY_S:
        time.sleep(ASK_EVERY_S / 2 + dice.below(round(ASK_EVERY_S / 2)))
        table.ask(voice, dice, amid_talk=True)
    time.sleep(max(0.0, began + seconds - time.monotonic()))
    table.figures.loads["talk"] = meter.load()
    table.figures.talk_s = time.monotonic() - began
    over.set()
    people.join()


def _talk(babble: Babble, over: threading.Event) -> None:
    voice = Mouth()
    voice.open()
    while not over.is_set():
        _, ended = voice.play(babble.exchange(), SAMPLE_RATE)
        over.wait(max(0.0, ended - time.monotonic() - 0.3))
    voice.close()


def _summary(figures: Figures, again: Sequence[Entry]) -> dict[str, Any]:
    live, replayed = verdicts(figures.entries), verdicts(again)
    hours = figures.talk_s / 3600
    loads = figures.loads
    return {
        **_answers([trial for trial in figures.trials if not trial.amid_talk]),
        **{f"amid_talk_{name}": value for name, value in _answers([t for t in figures.trials if t.amid_talk]).items()},
        "verdicts_live": len(live),
        "verdicts_same_in_replay": sum(a == b for a, b in zip(live, replayed, strict=False)),
        "verdicts_replayed": len(replayed),
        "talk_hours": round(hours, 3),
        "false_actions": len(figures.false),
        "false": figures.false,
        "lost_audio": figures.lost,
        "rss_growth_mb": round(loads["talk"].rss_mb - loads["talk begins"].rss_mb, 1) if "talk" in loads else None,
        "troubles": [entry.facts["text"] for entry in figures.entries if entry.kind == "trouble"],
        "loads": {name: load.as_facts() for name, load in figures.loads.items()},
        "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def _answers(trials: Sequence[Trial]) -> dict[str, Any]:
    answers = [trial.answer_ms for trial in trials if trial.answer_ms is not None]
    return {
        "questions": len(trials),
        "understood": sum(trial.understood for trial in trials),
        "misunderstood": sum(trial.misunderstood for trial in trials),
        "answer_ms_p50": round(float(np.percentile(answers, 50))) if answers else None,
        "answer_ms_p95": round(float(np.percentile(answers, 95))) if answers else None,
    }


def verdicts(entries: Sequence[Entry]) -> list[tuple[Any, ...]]:
    """What was heard and done, without what depends on the speed of the computer."""
    kept = (
        "reason",
        "text",
        "lang",
        "intent",
        "action",
        "event",
        "seat",
        "onset_ms",
        "end_ms",
        "confidence",
        "told_ms",
    )
    return [(e.kind, *(e.facts.get(name) for name in kept)) for e in entries if e.kind in VERDICTS]
