"""The host: answers a script's requests with real sound.

One loop, one thread: a block of sound comes in, the listener cuts it into utterances, the ear says which phrase it
was, and the script is told. Whatever was heard as voice leaves a line in the timeline, with a reason.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.ear import SAMPLE_RATE, Ear, Heard, Phrase, Reason, Samples, Utterance
from voicehost.hear.listening.listener import Listener
from voicehost.hear.stream import Stream
from voicehost.phrases.grammar import Grammar
from voicehost.table.chatter import Chatter
from voicehost.table.patience import Patience
from voicehost.table.script import (
    Adjust,
    Adjusted,
    Aside,
    Cue,
    Expect,
    Listen,
    Note,
    Quiet,
    Reply,
    Request,
    Said,
    Script,
    Seating,
    Tell,
    Told,
)
from voicehost.tell.narrator import Line


class Source(Protocol):
    """Where sound comes from."""

    channels: int
    lost: bool  # whether sound was lost in or before the block that was read last

    def read(self) -> Samples | None:
        """The next block, int16 of shape [n, channels] at 16 kHz; None at the end of a recording."""


class Sounding(NamedTuple):
    """From and to which sample of the input stream the host's voice sounds; its level in dBFS for every 10 ms."""

    start: int
    end: int
    levels: tuple[int, ...] = ()


class Mouth(Protocol):
    """Where the host's voice goes."""

    def render(self, lines: Sequence[Line]) -> Iterable[NDArray[np.int16]]:
        """The lines as clips; each may be made only when it is asked for."""

    def earcon(self, name: str) -> NDArray[np.int16]:
        """A short tone as a clip."""

    def play(self, clips: Iterable[NDArray[np.int16]], now: int) -> Sounding:
        """Let the clips sound without a gap, the first as soon as possible; perhaps not all of them yet."""

    def more(self, now: int) -> Sounding | None:
        """Go on with the clips that were left, behind what is sounding; None when there are none."""

    def expect(self, lines: Iterable[Line]) -> None:
        """These lines may be told soon."""

    def wake(self) -> None:
        """Something will be said soon: a loudspeaker that sleeps may wake up."""

    def stop(self, now: int) -> int:
        """Be silent at once; from which sample of the input stream on."""

    def adjust(self, pace: int, loudness: int) -> bool:
        """Speak faster or slower, louder or quieter by steps. False if nothing could be changed."""


AHEAD: Final = 2 * SAMPLE_RATE  # samples; so long before its voice ends the host gets its next sentence ready
HUSH_STATE: Final = "telling"
HUSH: Final = ("hush", "stop")  # called while the host speaks, they end its speech and nothing else
GUESSES: Final = 12  # so many meanings of an utterance are passed on to the script


class Silent:
    """A mouth that says nothing and takes no time, for recordings."""

    def render(self, lines: Sequence[Line]) -> Iterable[NDArray[np.int16]]:
        """Nothing."""
        return ()

    def earcon(self, name: str) -> NDArray[np.int16]:
        """Nothing."""
        return np.zeros(0, np.int16)

    def play(self, clips: Iterable[NDArray[np.int16]], now: int) -> Sounding:
        """At once over."""
        return Sounding(now, now)

    def more(self, now: int) -> Sounding | None:
        """That was all."""
        return None

    def expect(self, lines: Iterable[Line]) -> None:
        """Nothing will be told."""

    def wake(self) -> None:
        """Nothing sleeps."""

    def stop(self, now: int) -> int:
        """It is silent."""
        return now

    def adjust(self, pace: int, loudness: int) -> bool:
        """There is nothing to be changed."""
        return False


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the timeline: what happened at which time (ms since the stream began)."""

    kind: str
    at: float
    facts: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """A flat JSON object with `type` and `at_ms`."""
        return {"type": self.kind, "at_ms": round(self.at, 1), **self.facts}


Log = Callable[[Entry], None]


class SoundEnded(Exception):  # noqa: N818 - an event, not a mistake
    """The recording is over and the script still wants to hear something."""


class Host:
    """Runs scripts on one input stream. Several scripts may follow one another on the same stream."""

    def __init__(
        self,
        *,
        source: Source,
        mouth: Mouth,
        listener: Listener,
        ear: Ear,
        grammar: Grammar,
        names: Sequence[str],
        log: Log,
    ) -> None:
        self._source = source
        self._mouth = mouth
        self._listener = listener
        self._ear = ear
        self._stream = Stream(ear, listener)
        self._patience = Patience(listener)
        self._grammar = grammar
        self._names = {"seat": tuple(names)}
        self._log = log
        own_microphones = source.channels > 1 or len(names) == 1
        self._seats = {seat: seat for seat in range(len(names))} if own_microphones else {}  # by channel
        self._phrases: tuple[Phrase, ...] = ()
        self._otherwise: tuple[Phrase, ...] = ()  # what makes no sense now, but is understood
        self._sets: dict[str, tuple[Phrase, ...]] = {}
        self._chatter = Chatter(ear)
        self._said: deque[Said] = deque()
        self._ended = False
        # ms: when a computer that hears in real time would have finished all work so far. Of an ear that listens along
        # it is the latest: sound that is not live comes so fast that most of a call is decoded only when it has ended.
        self._busy_until = self._began = 0.0

    def prepare(self, states: Sequence[str]) -> None:
        """Warm the ear up for every state, so that the first turn is as fast as the others."""
        for state in states:
            self._ear.prepare(self._closed_set(state))

    def run(self, script: Script) -> None:
        """Answer the script's requests until it ends. Raises SoundEnded if it outlives the recording."""
        try:
            request = next(script)
            while True:
                request = script.send(self._answer(request))
        except StopIteration:
            return

    @property
    def now(self) -> float:
        """How much sound has come in, in ms."""
        return self._listener.position * 1000 / SAMPLE_RATE

    def _answer(self, request: Request) -> Reply:
        match request:
            case Tell(lines):
                return self._tell(lines)
            case Cue(earcon):
                sounding = self._sound([self._mouth.earcon(earcon)])
                return Told(_ms(sounding.start), _ms(sounding.end))
            case Listen():
                return self._listen(request)
            case Note(kind, facts):
                self._log(Entry(kind, self.now, facts))
                return Quiet(_ms(self._listener.settled()))
            case Adjust(pace, loudness):
                return Adjusted(self._mouth.adjust(pace, loudness))
            case Expect(lines):
                self._mouth.expect(lines)
                return Quiet(_ms(self._listener.settled()))
            case Aside():
                return Quiet(_ms(self._listener.settled()))
            case Seating():
                self._seat(request)
                return Quiet(_ms(self._listener.settled()))

    def _seat(self, seating: Seating) -> None:
        self._grammar = seating.grammar
        self._names = {"seat": seating.names}
        self._seats = {channel: seat for seat, channel in enumerate(seating.channels)}
        self._sets.clear()

    def _tell(self, lines: Sequence[Line]) -> Told:
        sounding = self._sound(self._mouth.render(lines))
        for line in lines:
            self._log(Entry("tell", _ms(sounding.start), {"lang": line.lang, "text": line.text}))
        end, told_before, goes_on = sounding.end, len(self._said), True
        self._phrases = tuple(dict.fromkeys((*self._phrases, *self._hushes())))
        while self._listener.position < end and not self._ended:
            self._step()
            if self._hushed(told_before):
                end, goes_on = min(end, self._mouth.stop(self._listener.position)), False
                self._listener.host_stopped(end)
            if goes_on and end - self._listener.position < AHEAD:
                following = self._mouth.more(self._listener.position)
                goes_on = following is not None
                if following is not None:
                    self._listener.host_spoke(*following)
                    end = following.end
        return Told(_ms(sounding.start), _ms(end))

    def _hushes(self) -> tuple[Phrase, ...]:
        """What ends the host's speech. "Stop" may be called at any time, and then means no more than that."""
        if HUSH_STATE not in self._sets:
            known = HUSH_STATE in self._grammar.states
            self._sets[HUSH_STATE] = self._grammar.phrases(HUSH_STATE, only=HUSH) if known else ()
        return self._sets[HUSH_STATE]

    def _sound(self, clips: Iterable[NDArray[np.int16]]) -> Sounding:
        sounding = self._mouth.play(clips, self._listener.position)
        self._listener.host_spoke(*sounding)
        return sounding

    def _hushed(self, first: int) -> bool:
        """Whether somebody told the host to be silent, among what was said from `first` on; that is then answered."""
        for said in list(self._said)[first:]:
            if said.reason is Reason.HEARD and said.intent is not None and said.intent.name in HUSH:
                self._said.remove(said)
                return True
        return False

    def _listen(self, request: Listen) -> Said | Quiet:
        self._phrases = self._closed_set(request.state)
        if request.prior is not None:
            self._phrases = tuple(replace(phrase, prior=request.prior(phrase)) for phrase in self._phrases)
        self._otherwise = self._closed_set(request.otherwise) if request.otherwise else ()
        if self._ended and not self._said:
            raise SoundEnded
        while not self._said:
            settled = math.inf if self._ended else _ms(self._listener.settled())
            if settled >= request.until:
                return Quiet(settled)
            self._step()
        return self._said.popleft()

    def _closed_set(self, state: str) -> tuple[Phrase, ...]:
        if state not in self._sets:
            sets = (self._grammar.phrases(name, self._names) for name in state.split("+"))
            self._sets[state] = tuple(dict.fromkeys(phrase for one in sets for phrase in one))
        return self._sets[state]

    def _step(self) -> None:
        """Take in one block of sound."""
        block = self._source.read()
        self._began = time.perf_counter()
        if block is None:
            self._ended = True
            utterances = self._listener.flush()
        else:
            utterances = self._listener.feed(block, self._source.lost)
        self._busy_until = max(self._busy_until, self.now)
        audible = filter(self._is_audible, utterances)
        for utterance, heard in self._patience.decide(audible, self._phrases, self._hear):
            self._decide(utterance, self._understood_otherwise(utterance, heard))
        self._stream.follow(self._phrases)
        self._account()

    def _account(self) -> None:
        """Add the work since it was last asked to `_busy_until`."""
        now = time.perf_counter()
        self._busy_until += (now - self._began) * 1000
        self._began = now

    def _is_audible(self, utterance: Utterance) -> bool:
        """Whether it is somebody at the table, and all of it has come in."""
        if not utterance.during_host and not utterance.lost:
            return True
        if utterance.final:
            self._note_unheard("host_speaking" if utterance.during_host else "lost_audio", utterance)
        return False

    def _hear(self, utterance: Utterance) -> Heard:
        self._mouth.wake()
        heard = self._chatter.hear(utterance, self._phrases)
        self._account()
        return heard

    def _understood_otherwise(self, utterance: Utterance, heard: Heard) -> Heard:
        """What makes no sense now, but is understood, instead of nothing."""
        if heard.reason is Reason.UNKNOWN and self._otherwise:
            other = self._chatter.hear(utterance, self._otherwise)
            self._account()
            heard = other if other.reason is Reason.HEARD else heard
        return heard

    def _decide(self, utterance: Utterance, heard: Heard) -> None:
        self._chatter.note(utterance, heard)
        seat = self._seats.get(utterance.channel)
        channel = utterance.channel if self._source.channels > 1 else None
        ranking = heard.ranking[:GUESSES]
        said = Said(
            seat, utterance.onset_ms, utterance.end_ms, heard.reason, heard.best, heard.confidence, channel, ranking
        )
        facts: dict[str, Any] = {
            "reason": heard.reason.value,
            "seat": seat,
            "channel": utterance.channel,
            "onset_ms": round(utterance.onset_ms, 1),
            "end_ms": round(utterance.end_ms, 1),
            "decided_ms": round(self._busy_until, 1),
            "latency_ms": round(self._busy_until - utterance.end_ms, 1),
            "confidence": round(heard.confidence, 3),
            "level_dbfs": round(utterance.level_dbfs, 1),
        }
        if heard.best is not None:
            facts |= {"text": heard.best.text, "lang": heard.best.lang}
        if said.intent is not None:
            facts |= {"intent": said.intent.name, "slots": dict(said.intent.slots)}
        self._log(Entry("heard", self.now, facts))
        self._said.append(said)

    def _note_unheard(self, reason: str, utterance: Utterance) -> None:
        facts = {"reason": reason, "channel": utterance.channel, "onset_ms": round(utterance.onset_ms, 1)}
        self._log(Entry("heard", self.now, facts))


def _ms(samples: int) -> float:
    return samples * 1000 / SAMPLE_RATE
