"""Live sound measured: real PortAudio devices of a sound server of our own, children in real time, the same ears.

A child asks, the host answers, and the recording is replayed: are all verdicts the same? Then it is quiet, and then
people talk in the background: how much work is that, does memory grow, does the host act although nobody called it,
and does it understand a child that calls amid the talk? The people are a process of their own, so that work and memory
are the host's alone.
"""

from __future__ import annotations

import os
import resource
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from voicehost.audio.devices import Microphone
from voicehost.evening.evening import EveningOptions
from voicehost.evening.sessions import Sessions
from voicehost.hear.ear import Ear, Reason
from voicehost.lab.bench import pulse
from voicehost.lab.bench.live_trials import Clocks, Trial, answers, judge
from voicehost.lab.demo.babble import BABBLE_DB
from voicehost.lab.demo.people import People
from voicehost.lab.demo.speakers import SPEAKERS
from voicehost.live.live import LiveOptions, Now, play_live, replay_session
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.rules.dice import Dice
from voicehost.table.host import Entry
from voicehost.table.parts import listen, note, tell
from voicehost.table.script import Said, Script, Seating
from voicehost.tell.narrator import Narrator

STATE: Final = "between"
PAUSE_S: Final = 1.2  # between the host's answer and the next question
PATIENCE_S: Final = 6.0  # for an answer to a question
ABOVE_TALK_DB: Final = (6.0, 12.0)  # a child is nearer to the microphone than the people in the back
COURSE_S: Final = 600.0  # between two looks at the memory while people talk
VERDICTS: Final = ("heard", "answered", "action", "event", "refused")
AT_ONCE: Final = ("listening", "heard", "answered")  # entries whose time is the present

Report = Callable[[dict[str, Any]], None]


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
        return Load(seconds, (time.process_time() - self._cpu) / seconds, rss_mb())


def rss_mb() -> float:
    """How much memory this process uses now, in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@dataclass(slots=True)
class Figures:
    """Everything that was measured."""

    trials: list[Trial] = field(default_factory=list)
    loads: dict[str, Load] = field(default_factory=dict)
    course: list[tuple[float, float]] = field(default_factory=list)  # minutes of talk, memory in MB
    talk_s: float = 0.0
    entries: list[Entry] = field(default_factory=list)
    clocks: Clocks = field(default_factory=Clocks)

    def log(self, entry: Entry) -> None:
        """Take in one line of the timeline."""
        self.entries.append(entry)
        if entry.kind in AT_ONCE:
            self.clocks.note(entry.at, time.monotonic())


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
    langs: Sequence[str],
    questions: int,
    quiet_s: float,
    babble_s: float,
    call_every_s: float = 60.0,
    ear: Ear | None = None,
    report: Report = lambda figures: None,
) -> dict[str, Any]:
    """Run all of it; one JSON object. Amid the talk a child calls once in about `call_every_s`.

    `report` gets the figures so far, once every COURSE_S and before the replay.
    """
    figures = Figures()
    evening = EveningOptions(langs=tuple(langs), seed=1)
    talk_in = langs if babble_s else ()
    with (
        pulse.PulseServer(1),
        tempfile.TemporaryDirectory() as folder,
        People(talk_in=talk_in, seed="bench live talk") as people,
    ):
        record = Path(folder) / "session.wav"
        live = LiveOptions((Microphone(pulse.microphone(0)),), speaker=pulse.SPEAKER, record=record)
        child = _Child(figures, langs, people, report)
        thread = threading.Thread(target=child.live, args=(questions, quiet_s, babble_s, call_every_s), daemon=True)
        sessions = Sessions(Path(folder) / "games")
        thread.start()
        play_live(evening, live, child.log, script=parrot(child.done), sessions=sessions, ear=ear)
        thread.join()
        if child.failure is not None:
            raise child.failure
        report(_live_figures(figures))
        again: list[Entry] = []
        replay_session(record, again.append, ear=ear, script=parrot(threading.Event()))
    return {"langs": list(langs), **_live_figures(figures), **same_verdicts(figures.entries, again)}


class _Child:
    """Somebody who sits at the table in a thread, asks, and waits for answers."""

    def __init__(self, figures: Figures, langs: Sequence[str], people: People, report: Report) -> None:
        self.done = threading.Event()
        self.failure: Exception | None = None
        self._figures = figures
        self._people = people
        self._report = report
        self._dice = Dice("bench live")
        self._open, self._answered = threading.Event(), threading.Event()
        phrases = Grammar.load(None, langs).phrases(STATE)
        self._phrases = [phrase for phrase in phrases if isinstance(phrase.meaning, Intent)]

    def log(self, entry: Entry) -> None:
        """What the host has just done."""
        self._figures.log(entry)
        self._open.set()
        if entry.kind == "answered":
            self._answered.set()

    def live(self, questions: int, quiet_s: float, babble_s: float, call_every_s: float) -> None:
        """Be quiet, ask, and ask amid talk; then the session is over."""
        try:
            self._open.wait()
            time.sleep(2.0)
            meter = Meter()
            time.sleep(quiet_s)
            self._figures.loads["quiet"] = meter.load()
            meter = Meter()
            for _ in range(questions):
                self._ask()
            self._figures.loads["asking"] = meter.load()
            if babble_s:
                self._amid_talk(babble_s, call_every_s)
        except Exception as error:
            self.failure = error
        finally:
            self.done.set()

    def _ask(self, amid_talk: bool = False) -> None:
        """Say a phrase and wait for the answer."""
        phrase, speaker = self._dice.choice(self._phrases), self._dice.below(len(SPEAKERS))
        low, high = ABOVE_TALK_DB
        above = low + (high - low) * self._dice.draw() if amid_talk else None
        trial = Trial(phrase, above)
        self._answered.clear()
        self._people.say(phrase, speaker, level_db=0.0 if above is None else BABBLE_DB + above)
        if (span := self._people.spoke(PATIENCE_S)) is None:
            raise RuntimeError("a child at the table is dumb; its loudspeaker takes no sound")
        trial.began, trial.ended = span
        self._figures.trials.append(trial)
        self._answered.wait(max(0.0, trial.ended - time.monotonic()) + PATIENCE_S)
        time.sleep(PAUSE_S)

    def _amid_talk(self, seconds: float, call_every_s: float) -> None:
        """Two people tell each other the rules, far from the microphone; now and then a child asks something."""
        began = time.monotonic()
        meter = Meter()
        self._look_at_memory(began)
        self._people.talk(True)
        due = began + COURSE_S
        while (now := time.monotonic()) < began + seconds - call_every_s:
            if now >= due:
                due += COURSE_S
                self._look_at_memory(began)
            time.sleep(call_every_s * (0.5 + 0.5 * self._dice.draw()))
            self._ask(amid_talk=True)
        time.sleep(max(0.0, began + seconds - time.monotonic()))
        self._figures.loads["talk"] = meter.load()
        self._look_at_memory(began)
        self._people.talk(False)

    def _look_at_memory(self, began: float) -> None:
        self._figures.talk_s = time.monotonic() - began
        self._figures.course.append((self._figures.talk_s / 60, rss_mb()))
        self._report(_live_figures(self._figures))


def _live_figures(figures: Figures) -> dict[str, Any]:
    false = judge(figures.trials, figures.entries, figures.clocks)
    heard = [entry.facts for entry in figures.entries if entry.kind == "heard"]
    memory = [rss for _, rss in figures.course]
    amid_talk = [trial for trial in figures.trials if trial.above_db is not None]
    return {
        **answers([trial for trial in figures.trials if trial.above_db is None]),
        "amid_talk": {
            **answers(amid_talk),
            "calls": [
                {"text": t.phrase.text, "above_db": round(t.above_db or 0, 1), "outcome": t.outcome} for t in amid_talk
            ],
        },
        "utterances": len(heard),
        "talk_hours": round(figures.talk_s / 3600, 3),
        "false_actions": len(false),
        "false": false,
        "lost_audio": sum(facts["reason"] == "lost_audio" for facts in heard),
        "rss_growth_mb": round(max(memory) - memory[0], 1) if memory else None,
        "rss_course": [{"minute": round(minute, 1), "rss_mb": round(rss, 1)} for minute, rss in figures.course],
        "troubles": [
            f"{entry.at / 1000:.1f} s: {entry.facts['text']}" for entry in figures.entries if entry.kind == "trouble"
        ],
        "loads": {name: load.as_facts() for name, load in figures.loads.items()},
        "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def same_verdicts(live: Sequence[Entry], again: Sequence[Entry]) -> dict[str, int]:
    """How many verdicts there were, and how many are the same in the replay."""
    one, two = verdicts(live), verdicts(again)
    return {
        "verdicts_live": len(one),
        "verdicts_same_in_replay": sum(a == b for a, b in zip(one, two, strict=False)),
        "verdicts_replayed": len(two),
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
