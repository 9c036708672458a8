"""How long a table waits: from the end of a voice to the decision, with sound that arrives as fast as it is made.

Two players call phrases of both languages, one after another, in a room with noise; blocks of sound, as long as live
microphones deliver them, go through listener and ear. A decision falls when the pause is long enough for what the ear
has heard, or at the end of the utterance.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from voicehost.audio.microphones import BLOCK
from voicehost.hear.ear import SAMPLE_RATE, Ear, Heard, Phrase, Reason, Samples
from voicehost.hear.listening.listener import Listener
from voicehost.lab.demo.ledger import percentile
from voicehost.lab.demo.scene import Room, Spoken
from voicehost.lab.demo.speakers import SPEAKERS
from voicehost.phrases import Grammar, games
from voicehost.resources import languages
from voicehost.table.patience import Patience

PLAYERS = 2
IDLE_S = 5  # of nothing but noise, before the first call
EARLIEST_MS = 100.0  # a decision may fall so long before a voice's true end, which the last quiet frames make vague


@dataclass(slots=True)
class Call:
    """One call as it was, and what became of it."""

    phrase: Phrase
    spoken: Spoken
    decided_ms: float | None = None  # from the end of voice
    heard: Phrase | None = None
    acted: bool = False  # the ear was sure; if not, the host waits for the end and asks back or stays silent


@dataclass(slots=True)
class Session:
    """All calls, and what listening cost."""

    calls: list[Call] = field(default_factory=list)
    audio_s: float = 0.0
    cpu_s: float = 0.0
    idle_cpu: float = 0.0  # share of one core while nobody speaks

    def summary(self, ear: str) -> dict[str, object]:
        """The figures. Times in ms; `cpu_s_per_audio_s` and `idle_cpu` in cores."""
        waits = [call.decided_ms for call in self.calls if call.decided_ms is not None]
        acted = [call.decided_ms for call in self.calls if call.decided_ms is not None and call.acted]
        return {
            "calls": len(self.calls),
            "decided": len(waits),
            "right": sum(call.heard == call.phrase for call in self.calls),
            "decision_ms_p50": percentile(waits, 50),
            "decision_ms_p95": percentile(waits, 95),
            "acted": len(acted),
            "acted_ms_p50": percentile(acted, 50),
            "acted_ms_p95": percentile(acted, 95),
            "cpu_s_per_audio_s": round(self.cpu_s / self.audio_s, 3) if self.audio_s else 0.0,
            "idle_cpu": round(self.idle_cpu, 3),
            "rss_mb": peak_memory_mb(),
            "audio_s": round(self.audio_s, 1),
            "ear": ear,
        }


def choices(per_language: int = 40, seed: int = 1) -> list[Phrase]:
    """So many phrases of every language, drawn from all games."""
    draw, found = random.Random(seed), []
    for lang in languages():
        grammars = [Grammar.load(game, [lang]) for game in games()]
        every = {p.text: p for g in grammars for state in g.states for p in g.phrases(state)}
        texts = draw.sample(sorted(every), min(per_language, len(every)))
        found += [Phrase(text, lang, (lang, text)) for text in texts]
    return found


def play(
    ear: Ear,
    phrases: Sequence[Phrase],
    calls: int = 40,
    seed: int = 1,
    paced: bool = True,
    tell: Callable[[int], None] = lambda done: None,
) -> Session:
    """Let the calls sound and wait for each decision. `paced`: in real time (else as fast as it can be computed).

    `tell` is called with the number of calls so far.
    """
    draw = random.Random(seed)
    room, listener, session = Room(PLAYERS, seed=seed), Listener(PLAYERS), Session()
    ear.prepare(phrases)
    clock = _Clock(paced)
    idle = time.process_time()
    _listen(room.render(IDLE_S * SAMPLE_RATE), listener, ear, phrases, clock)
    session.idle_cpu = (time.process_time() - idle) / IDLE_S
    begun = time.process_time()
    for number in range(calls):
        phrase, speaker = draw.choice(phrases), draw.choice(SPEAKERS)
        at = room.position + draw.randrange(SAMPLE_RATE // 2)
        spoken = room.speak(number % PLAYERS, speaker.say(f"{phrase.text}!", phrase.lang), at)
        call = Call(phrase, spoken)
        until = spoken.end + SAMPLE_RATE * 3 // 2
        clock.hold()  # speaking took time that no table would have waited
        sound = room.render(until - room.position)
        for decided_ms, heard in _listen(sound, listener, ear, phrases, clock):
            wait = decided_ms - spoken.end * 1000 / SAMPLE_RATE
            if wait > -EARLIEST_MS:
                call.decided_ms, call.heard, call.acted = wait, heard.best, heard.reason is Reason.HEARD
        session.calls.append(call)
        tell(number + 1)
    session.audio_s = room.position / SAMPLE_RATE - IDLE_S
    session.cpu_s = time.process_time() - begun
    return session


def peak_memory_mb() -> int | None:
    """The most memory that this process has held; None where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10))


class _Clock:
    """The time of the table in ms, as its sample clock would show it.

    Paced: real time since the first sample, `wait_for` sleeps until a sample has been made. Not paced: the position
    of the last block, plus the time spent on it; work that takes longer than the next block delays that, too.
    """

    def __init__(self, paced: bool) -> None:
        self._paced = paced
        self._ms = 0.0
        self._since = time.perf_counter()

    def hold(self) -> None:
        """Forget the time since the last block."""
        self._since = time.perf_counter()

    def wait_for(self, position: int) -> None:
        """Until the sample at `position` has been made."""
        due = position * 1000 / SAMPLE_RATE
        if self._paced and self.now < due:
            time.sleep((due - self.now) / 1000)
        self._ms = max(self.now, due)
        self._since = time.perf_counter()

    @property
    def now(self) -> float:
        """Ms since the first sample."""
        return self._ms + (time.perf_counter() - self._since) * 1000


def _listen(
    sound: Samples, listener: Listener, ear: Ear, phrases: Sequence[Phrase], clock: _Clock
) -> list[tuple[float, Heard]]:
    """Feed sound block by block, as the host does; when each decision fell, and what was heard."""
    decisions, patience = [], Patience(listener)
    for first in range(0, len(sound), BLOCK):
        block = sound[first : first + BLOCK]
        clock.wait_for(listener.position + len(block))
        decided = patience.decide(listener.feed(block), phrases, lambda utterance: ear.hear(utterance, phrases))
        decisions += [(clock.now, heard) for _, heard in decided]
    return decisions
