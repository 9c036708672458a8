"""The talk that is possible at any time: help, again, score, slower, louder, pause, take that back, stop, sleep.

It is wrapped around a script. Whatever is table talk is answered here and never reaches the script.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol, TypeVar

from voicehost.hear.ear import Reason
from voicehost.table.parts import Part, ask_yes, listen, note, relayed, said_name, tell
from voicehost.table.script import (
    Adjust,
    Adjusted,
    Aside,
    Listen,
    Note,
    Quiet,
    Reply,
    Request,
    Said,
    Script,
    Talked,
    Tell,
    Told,
)
from voicehost.tell.narrator import Line, Narrator

T = TypeVar("T")

PAUSE_MS: Final = 300_000.0  # how long a pause lasts before the host falls asleep
SLEEP_MS: Final = 300_000.0  # silence after which the host falls asleep
NIGHT_MS: Final = 3_600_000.0  # so long it sleeps before the session ends
NAP_MS: Final = 60_000.0  # it listens this long at a time while it sleeps
ADJUSTMENTS: Final = {
    "slower": Adjust(pace=-1),
    "faster": Adjust(pace=1),
    "louder": Adjust(loudness=1),
    "quieter": Adjust(loudness=-1),
}
ASIDES: Final = ("help", "again", "score", "turn")  # to answer them can do no harm, so they need not be certain
ENDINGS: Final = ("stop", "newgame", "goodnight")


class AtTable(Protocol):
    """What the talk has to know of a game, or of the lobby."""

    narrator: Narrator

    def status(self) -> Sequence[Line]:
        """How the game stands."""

    def whose_turn(self) -> Sequence[Line]:
        """Whose turn it is."""

    def take_back(self) -> bool:
        """Undo what was done last; False if that cannot be."""


class TableTalk:
    """Wraps a script. `ending` tells how it was ended from outside: "" (not at all) or one of ENDINGS.

    `fame` tells who has won so far, over all evenings.
    """

    def __init__(self, table: AtTable, fame: Sequence[Line] = ()) -> None:
        self._table = table
        self._narrator = table.narrator
        self._fame = fame
        self._last: Sequence[Line] = ()  # the last telling: all that was told in one go
        self._latest: Sequence[Line] = ()  # the last that was told at all, if only "Pardon?"
        self._goes_on = False  # whether what is told next belongs to the last telling
        self._understood = True  # whether what was said last was understood
        self._voice_at = 0.0  # ms: when somebody was last understood
        self.ending = ""

    def around(self, script: Script) -> Script:
        """The same script without the table talk."""
        try:
            request = next(script)
            while True:
                reply = yield from self._pass_on(request)
                if self.ending:
                    script.close()
                    return
                request = script.send(reply)
        except StopIteration:
            return

    def _pass_on(self, request: Request) -> Part[Reply]:
        if isinstance(request, Note) and request.kind == "event":
            self._understood = True  # something has happened, however hardly it was heard
        if isinstance(request, Tell) and request.lines:
            self._remember(request.lines)
        if isinstance(request, Aside):
            told = yield from self._answer(replace(request.said, reason=Reason.HEARD), request.state)
            return Talked(told.end if told else request.said.end)
        reply = yield request
        if not isinstance(request, Listen):
            return reply
        answered = None
        self._goes_on, self._understood = False, not isinstance(reply, Said) or reply.reason is Reason.HEARD
        if isinstance(reply, Said):
            if reply.intent is not None and reply.reason is Reason.HEARD:
                self._voice_at = max(self._voice_at, reply.end)
            answered = yield from self._answer(reply, "+".join(filter(None, (request.state, request.otherwise))))
        elif isinstance(reply, Quiet):
            self._voice_at = self._voice_at or reply.settled
            if reply.settled - self._voice_at >= SLEEP_MS:
                answered = yield from self._sleep()
        return reply if answered is None else Talked(answered.end)

    def _answer(self, said: Said, state: str) -> Part[Told | None]:
        """Answer table talk; when the answer sounded. None: it was none."""
        name = said_name(said)
        harmless = name in ASIDES and said.reason is Reason.UNSURE
        if not (said.reason is Reason.HEARD or harmless):
            return None
        if name in ASIDES:
            yield from note("talk", seat=said.seat, action=name, onset_ms=round(said.onset, 1))
        if name in ADJUSTMENTS:
            return (yield from self._adjust(name))
        if name in ENDINGS:
            return (yield from self._end(name, said, state))
        match name:
            case "help":
                seats = tuple(range(len(self._narrator.players)))
                help_ = self._narrator.say(f"help-{state.split('+')[0]}", to=said.seat, seats=seats)
                return (yield from self._tell(help_))
            case "again":
                return (yield from tell(self._to_repeat(state) or self._narrator.say("nothing-to-repeat")))
            case "score":
                return (yield from self._tell(self._table.status() or self._narrator.say("nothing-to-repeat")))
            case "turn":
                return (yield from self._tell(self._table.whose_turn()))
            case "rules":
                return (yield from self._tell(self._narrator.say("rules-short")))
            case "sleep":
                return (yield from self._sleep())
            case "fame":
                return (yield from self._tell(self._fame or self._narrator.say("fame-none")))
            case "takeback":
                return (yield from self._take_back())
            case "speak":
                return (yield from self._speak(said))
            case "pause":
                return (yield from self._pause())
        return None

    def _tell(self, lines: Sequence[Line]) -> Part[Told]:
        """Tell something that may be asked for again."""
        self._last = self._latest = tuple(lines)
        return (yield from tell(lines))

    def _remember(self, lines: Sequence[Line]) -> None:
        """What the script tells before it listens is one telling; what answers a sound not understood is none."""
        self._latest = lines
        if self._understood:
            self._last = (*self._last, *lines) if self._goes_on else lines
            self._goes_on = True

    def _to_repeat(self, state: str) -> Sequence[Line]:
        """The last telling; while a question waits for its answer, that question."""
        return self._latest if state.split("+")[0] in ("confirm", "who") else self._last

    def _adjust(self, name: str) -> Part[Told]:
        adjusted = yield ADJUSTMENTS[name]
        assert isinstance(adjusted, Adjusted)
        return (yield from tell(self._narrator.say(name if adjusted.possible else "at-the-limit")))

    def _take_back(self) -> Part[Told]:
        if not self._table.take_back():
            return (yield from tell(self._narrator.say("not-taken-back")))
        yield from note("takeback")
        return (yield from self._tell([*self._narrator.say("taken-back"), *self._table.whose_turn()]))

    def _speak(self, said: Said) -> Part[Told]:
        """From now on the host speaks another language: with this child, or with all if nobody knows who it was.

        Only a language of the table: for another one there may be neither ears nor a voice.
        """
        lang = (said.intent.get("lang") if said.intent else None) or self._narrator.main
        if lang not in self._narrator.langs:
            return (yield from tell(self._narrator.refuse("not_now", to=said.seat)))
        self._narrator.speak(lang, said.seat)
        return (yield from tell([Line(self._narrator.text("language-switched", lang), lang)]))

    def _end(self, name: str, said: Said, state: str) -> Part[Told]:
        """A game is only ended when somebody confirms it; before and after one there is nothing to lose."""
        if {"lobby", "over"} & set(state.split("+")):
            self.ending = name
            return Told(said.end, said.end)
        if (yield from self._answered(ask_yes(self._narrator.say("stop-question"), None))):
            self.ending = name
            return (yield from tell(self._narrator.say("stopped")))
        return (yield from tell(self._narrator.say("not-stopped")))

    def _answered(self, question: Part[T]) -> Part[T]:
        """A question of the table talk itself, during which table talk is possible, too."""
        return relayed(question, self._pass_on)

    def _pause(self) -> Part[Told]:
        """Rest until somebody goes on. Who does not want to stop after all goes on, too."""
        told = yield from tell(self._narrator.say("paused"))
        until = told.end + PAUSE_MS
        while isinstance(said := (yield from listen("paused", until)), Said):
            name = said_name(said)
            if name in ("resume", "wake") and (yield from self._is_meant(said)):
                self._voice_at = said.end
                return (yield from tell(self._narrator.say("resumed")))
            answered = yield from self._answer(said, "paused")
            if answered is not None and name in ("sleep", *ENDINGS):
                self._voice_at = max(self._voice_at, answered.end)
                return answered
        return (yield from self._sleep())

    def _is_meant(self, said: Said) -> Part[bool]:
        """Whether it was understood, or is after asking back."""
        if said.reason is not Reason.UNSURE:
            return said.reason is Reason.HEARD
        question = self._narrator.say("did-you-say", to=said.seat, phrase=said.phrase.text if said.phrase else "")
        return bool((yield from self._answered(ask_yes(question, said.seat))))

    def _sleep(self) -> Part[Told]:
        """Sleep until somebody calls; after a whole night the session is over."""
        yield from note("asleep")
        told = yield from tell(self._narrator.say("sleeping"))
        until = told.end
        while until < told.end + NIGHT_MS:
            until += NAP_MS
            while isinstance(said := (yield from listen("asleep", until)), Said):
                if said.reason is Reason.HEARD and said_name(said) == "wake":
                    self._voice_at = said.end
                    yield from note("awake")
                    return (yield from tell([*self._narrator.say("awake"), *self._table.whose_turn()]))
        self.ending = "stop"
        return told
