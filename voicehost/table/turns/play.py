"""What a turn-based game adds to the table: what is due, what a sentence then means, and how the game stands.

An adapter knows the words of its grammar and the actions of its rules and puts the two side by side. It decides
nothing: whether an action is allowed say the rules, how something is said say the messages.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeAlias

from voicehost.phrases.intent import Intent
from voicehost.rules import Action, Event, Match
from voicehost.rules.core import ByNature, S
from voicehost.table.talk import ASIDES, ENDINGS
from voicehost.tell.narrator import Line, Narrator

HALF_SENTENCE: Final = -1.0  # nats; most children say at once what they want
TABLE_TALK: Final = -2.5  # nobody asks for the score as often as it takes its turn
RARE_TALK: Final = -4.0  # ... and nobody wants the host to speak more slowly as often as that
FAREWELL: Final = -5.0  # ... and a game ends only once
FORBIDDEN: Final = -3.5  # what the rules do not allow now
NONSENSE: Final = -8.0  # to exchange a thing with itself

Facts: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Due:
    """What is waited for: the state that is listened for, and the message that asks for it.

    `otherwise` are states whose sentences make no sense now and are refused with the reason.
    """

    state: str
    question: str
    facts: Facts = field(default_factory=dict)
    otherwise: str = ""
    obvious: bool = False
    """What has just been told asks for it already, so the question is kept for reminders."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """What was said leaves something open: the message asks for the rest."""

    message: str
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refused:
    """What was said cannot be meant, and the message refusal-<reason> says why."""

    reason: str
    facts: Facts = field(default_factory=dict)


Reading: TypeAlias = Action | Unclear | Refused | None
"""What a sentence means now; None if it is no sentence of the game."""


class Play(ABC, Generic[S]):
    """The adapter of one game. It may remember half a sentence until the next action (`forget`)."""

    undoable: ClassVar[tuple[type[Action], ...]] = ()
    """Actions that show nothing and can be taken back: all others are asked back more readily."""
    throw_question: ClassVar[str] = "ask-roll"
    early: ClassVar[str] = ""
    """States whose sentences are refused while a throw is waited for."""

    def __init__(self, match: Match[S]) -> None:
        self.match = match

    @property
    def view(self) -> S:
        """What everybody may see."""
        return self.match.view

    @abstractmethod
    def due(self) -> Due:
        """What the player whose turn it is has to say."""

    @abstractmethod
    def read(self, intent: Intent, seat: int) -> Reading:
        """What a sentence of this player means now."""

    @abstractmethod
    def face(self, intent: Intent) -> ByNature | None:
        """The face of a real die that was read aloud, or None if the sentence names none."""

    @abstractmethod
    def has_face(self) -> bool:
        """Whether what NATURE does next can be read off a real die."""

    @abstractmethod
    def status(self, narrator: Narrator) -> Sequence[Line]:
        """How the game stands, told in groups."""

    def around(self, narrator: Narrator, seat: int) -> Sequence[Line]:
        """What a child has to know of its surroundings before it can choose, told when it hesitates or asks."""
        return ()

    def confirmation(self, action: Action) -> Unclear | None:
        """The question whether this action was meant; None if the sentence is simply repeated."""
        return None

    def prior(self, intent: Intent, seat: int) -> float:
        """How likely a sentence is to be said by this player now, in nats below what the rules allow."""
        if intent.name == "swap" and intent.get("first") == intent.get("second"):
            return NONSENSE
        reading = copy(self).read(intent, seat)  # a copy, because half a sentence is remembered
        if reading is None:
            return FAREWELL if intent.name in ENDINGS else TABLE_TALK if intent.name in ASIDES else RARE_TALK
        if isinstance(reading, Unclear):
            return HALF_SENTENCE
        allowed = not isinstance(reading, Refused) and self.match.why_not(reading) is None
        return 0.0 if allowed else FORBIDDEN

    def memory_ms(self, event: Event) -> float:
        """How long the table may look at what an event has shown, in ms."""
        return 0.0

    def forget(self) -> bool:
        """Something has happened: half a sentence from before no longer counts. False if there was none."""
        return False
