"""The words between a game's script and the table: what a script asks for, and what comes back.

A script is a generator. It yields a request and is resumed with the reply; it never touches a device, a clock or a
model. `host.py` answers the requests with real sound, tests answer them with made-up replies. All times are ms since
the input stream began (the sample clock).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field

from voicehost.hear.ear import Phrase, Reason, Scored
from voicehost.phrases.grammar import Grammar
from voicehost.phrases.intent import Intent
from voicehost.tell.narrator import Line


@dataclass(frozen=True, slots=True)
class Tell:
    """Speak these lines, then go on. Answered by `Told`."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Cue:
    """Play an earcon and go on at once. Answered by `Told`."""

    earcon: str


@dataclass(frozen=True, slots=True)
class Listen:
    """Wait for something said in this state, at the longest until no voice that began by `until` can still come.

    Several states joined by "+" are listened for at once. What fits none of them is then tried in the states
    `otherwise`: what makes no sense now is understood all the same, so that it can be answered with the reason.
    `prior` says how much likelier some phrases are than others (nats).
    Answered by `Said`, `Quiet` or `Talked`.
    """

    state: str
    until: float  # ms
    otherwise: str = ""
    prior: Callable[[Phrase], float] | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something for the timeline. Answered by `Quiet`."""

    kind: str
    facts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Adjust:
    """Speak faster or slower, louder or quieter, by so many steps. Answered by `Adjusted`."""

    pace: int = 0
    loudness: int = 0


@dataclass(frozen=True, slots=True)
class Expect:
    """These lines may be told soon, likeliest first; they may be made only when they are asked for, in another thread.

    A hint: whoever has time renders them ahead. Answered by `Quiet`.
    """

    lines: Iterable[Line]


@dataclass(frozen=True, slots=True)
class Seating:
    """From now on these players sit at the table and this grammar is spoken. Answered by `Quiet`.

    `channels` are the microphones of the seats; empty if nobody has one of their own.
    """

    grammar: Grammar
    names: tuple[str, ...]
    channels: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Aside:
    """Table talk that the script has understood in this state, to be answered as if it had been heard at once.

    Answered by `Talked`, or by `Quiet` where there is nobody to answer it.
    """

    said: Said
    state: str


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Whether there was still something to be changed."""

    possible: bool


@dataclass(frozen=True, slots=True)
class Told:
    """The host spoke from `start` to `end` (ms)."""

    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Said:
    """One utterance that means something, or may mean it (`unsure`), or was voice without meaning (`unknown`)."""

    seat: int | None  # None: one microphone for all, so nobody knows yet
    onset: float  # ms
    end: float  # ms
    reason: Reason
    phrase: Phrase | None = None
    confidence: float = 0.0
    channel: int | None = None  # the microphone, where there is one for each player
    ranking: tuple[Scored, ...] = ()  # what it may have been: one phrase of each meaning, likeliest first

    @property
    def intent(self) -> Intent | None:
        """What the best phrase means."""
        meaning = self.phrase.meaning if self.phrase else None
        return meaning if isinstance(meaning, Intent) else None

    @property
    def guesses(self) -> tuple[Scored, ...]:
        """The ranking; where there is none, such as of typed words, the phrase alone."""
        return self.ranking or ((Scored(self.phrase, 0.0),) if self.phrase else ())


@dataclass(frozen=True, slots=True)
class Quiet:
    """Nothing was said that is not known yet: no voice that began by `settled` (ms) can still come."""

    settled: float


@dataclass(frozen=True, slots=True)
class Talked:
    """Table talk (help, pause, ...) came instead and has been answered; it was over at `end` (ms)."""

    end: float


Request = Tell | Cue | Listen | Note | Adjust | Expect | Seating | Aside
Reply = Told | Said | Quiet | Talked | Adjusted
Script = Generator[Request, Reply, None]
