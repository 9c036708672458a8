"""Who called what, in which order: spells are joined to calls, calls wait until nothing earlier can still come.

The referee never sees a clock. It is told what was said (with the onset on the sample clock) and up to which onset
everything is known; from that it says which calls are complete and how far the order of calls is settled.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from voicehost.hear.ear import Phrase, Reason
from voicehost.phrases.intent import Intent
from voicehost.table.script import Said

JOIN_MS: Final = 1500.0  # V7: two spells belong together if the gap from end to start is at most this
BREATH_MS: Final = 700.0  # voice that means nothing and is shorter than this is a cough, a breath, the rest of a word
PERHAPS_FROM: Final = 0.03  # confidence; voice that is even less like a call is talk
PAIR_NATS: Final = -3.0  # two spells in one breath are rarer than one; in the din of a race they must be clear


def breath_prior(phrase: Phrase) -> float:
    """How much less likely than others a phrase is before anything is heard, in nats."""
    meaning = phrase.meaning
    pair = isinstance(meaning, Intent) and len((meaning.get("spells") or "").split()) > 1
    return PAIR_NATS if pair else 0.0


@dataclass(frozen=True, slots=True)
class Call:
    """One player's answer: one spell, or two directly after one another, or a pass (no spells)."""

    seat: int | None  # None: called into the shared microphone, the table must ask
    spells: tuple[str, ...]
    onset: float  # ms
    end: float  # ms
    sure: bool = True  # False: the table must ask back
    text: str = ""  # the phrase that was heard
    lang: str = ""  # ... and its language
    confidence: float = 0.0  # 0..1; of several spells, that of the least sure

    @property
    def understood(self) -> bool:
        """Whether a phrase was heard; else it was only a voice."""
        return bool(self.text)


class Referee:
    """Collects one round's calls.

    `due` are the spells that are right in this round; it only decides how long a call is held open for a second
    spell: a call that cannot become right any more is complete at once.
    """

    def __init__(self, due: Collection[str], *, opened: float = 0.0, join: float = JOIN_MS) -> None:
        self._due = frozenset(due)
        self._opened = opened
        self._join = join
        self._open: list[Call] = []  # may still get a second spell
        self._complete: list[Call] = []
        self._called: list[Call] = []  # all that was understood
        self._unclear: list[Call] = []  # voices that were not
        self._known = opened  # every onset up to here has been heard

    def hear(self, said: Said) -> bool:
        """Take what was said. False: it was no call of this round (too early, or no spell and no pass)."""
        if said.onset < self._opened:
            return False
        spells = _spells_of(said)
        if said.seat is not None:
            self._finish_if_interrupted(said, spells)
        if spells is None:
            return self._may_be_call(said)
        call = Call(
            said.seat,
            spells,
            said.onset,
            said.end,
            sure=said.reason is Reason.HEARD,
            text=said.phrase.text if said.phrase else "",
            lang=said.phrase.lang if said.phrase else "",
            confidence=said.confidence,
        )
        again = self._says_again(call)
        self._called.append(call)
        if again:
            return True
        earlier = self._partner(call)
        if earlier is not None:
            self._open.remove(earlier)
            call = _joined(earlier, call)
        (self._open if self._may_grow(call) else self._complete).append(call)
        return True

    def _may_be_call(self, said: Said) -> bool:
        """Voices at once may be heard as none of the phrases. Whether others called meanwhile is not known yet."""
        unclear = said.reason is Reason.UNKNOWN and said.confidence >= PERHAPS_FROM
        if not unclear or said.end - said.onset < BREATH_MS:
            return False
        self._unclear.append(Call(said.seat, (), said.onset, said.end, sure=False))
        return said.seat is None

    def _sort_out(self) -> None:
        """What was not understood may be a call if others called meanwhile, into this microphone or theirs."""
        for voice in [v for v in self._unclear if v.end <= self._known]:
            self._unclear.remove(voice)
            others = (one for one in self._called if one.seat != voice.seat)
            if voice.seat is None or any(one.onset < voice.end and voice.onset < one.end for one in others):
                self._complete.append(voice)

    def settle(self, known: float) -> list[Call]:
        """Everything with an onset up to `known` (ms) has been heard: the calls now complete, by onset, once each."""
        self._known = max(self._known, known)
        self._sort_out()
        for call in [c for c in self._open if c.end + self._join < self._known]:
            self._open.remove(call)
            self._complete.append(call)
        done, self._complete = sorted(self._complete, key=lambda c: c.onset), []
        return done

    @property
    def settled(self) -> float:
        """No call with an onset up to this (ms) can still be completed."""
        return min([self._known, *(c.onset - 1 for c in self._open + self._complete + self._unclear)])

    @property
    def next_change(self) -> float | None:
        """The time (ms) up to which the voices must be known for the next call to be complete."""
        sorted_out = (voice.end for voice in self._unclear)
        return min((*(c.end + self._join + 1 for c in self._open), *sorted_out), default=None)

    def _may_grow(self, call: Call) -> bool:
        if len(call.spells) != 1:
            return False
        if call.seat is None and len(self._due) < 2:
            return False  # on a shared microphone a second spell is then another child's
        return call.spells[0] in self._due

    def _says_again(self, call: Call) -> bool:
        """Whether a voice only repeats what it has just called, or takes breath in it (bat's wings, spider's legs)."""
        before = (c for c in self._called if c.seat == call.seat and c.onset < call.onset <= c.end + self._join)
        return call.seat is not None and any(c.spells[-1:] == call.spells for c in before)

    def _partner(self, call: Call) -> Call | None:
        if len(call.spells) != 1:
            return None
        for earlier in self._open:
            if earlier.seat == call.seat and earlier.onset < call.onset <= earlier.end + self._join:
                return earlier
        return None

    def _finish_if_interrupted(self, said: Said, spells: tuple[str, ...] | None) -> None:
        """V7: anything else in between ends the call, and what follows is a second answer. A breath is nothing."""
        if spells is not None and len(spells) == 1:
            return
        if spells is None and said.end - said.onset < BREATH_MS:
            return
        for call in [c for c in self._open if c.seat == said.seat and c.onset < said.onset]:
            self._open.remove(call)
            self._complete.append(call)


def _joined(first: Call, second: Call) -> Call:
    """Two spells of one voice as one call. The same spell once more adds nothing."""
    spells = first.spells if first.spells == second.spells else first.spells + second.spells
    text, least = f"{first.text}, {second.text}", min(first.confidence, second.confidence)
    sure = first.sure and second.sure
    return replace(second, spells=spells, onset=first.onset, sure=sure, text=text, confidence=least)


def _spells_of(said: Said) -> tuple[str, ...] | None:
    """The spells of a call in called order, () for a pass, None if it is neither or was not understood."""
    intent = said.intent
    if intent is None or said.reason not in (Reason.HEARD, Reason.UNSURE):
        return None
    if intent.name == "pass":
        return ()
    if intent.name == "spell":
        return tuple((intent.get("spells") or "").split())
    return None
