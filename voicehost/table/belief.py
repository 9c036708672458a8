"""What a child may have meant: all its tries since something happened last, and what it has denied, weighed together.

An ear judges each call by itself. But who says the same again, or "no" to a guess, tells more about what was meant
before, and whose "five" was mistaken for "ten" once speaks like that the next time. The weights are log-odds, as in
Bayes' rule, less trusting because one voice is misheard the same way twice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from voicehost.hear.ear import Reason, Scored
from voicehost.phrases.intent import Intent
from voicehost.table.script import Said

TRUST: Final = 0.5  # of the nats by which an ear sets meanings apart: its confidence grows by 0.35 for each
CLEAR: Final = 4.0  # nats before the next meaning: nearer, 8 of 112 calls surer than 0.85 were wrong, else 1 of 1117
UNHEARD: Final = -3.0  # nats, trusted: no meaning is less likely than that because of one call
DENIED: Final = -4.0  # nats: ... because of a no


class Belief:
    """The evidence of one child's turn. Call `clear` as soon as something happens in the game.

    What remains is how the child speaks: by how much the ear puts others before what it turned out to have meant.
    """

    def __init__(self) -> None:
        self._tries: list[dict[Intent, Scored]] = []
        self._denied: dict[Intent, float] = {}
        self._behind: dict[Intent, list[float]] = {}  # for each try that had this meaning, trusted nats

    def weigh(self, said: Said, sensible: Callable[[Intent], bool]) -> Said:
        """The same call with its `ranking`: the sensible meanings by all that was heard, likeliest first.

        What was heard clearly, or against all sense, stays what it is, though only a guess if it has been denied. Else
        the likeliest sensible meaning takes the place of the ear's guess.
        """
        self._tries.append(_heard(said.guesses))
        phrases = {meaning: scored.phrase for one in self._tries for meaning, scored in one.items()}
        weighed = (Scored(phrases[one], self._weight(one)) for one in phrases if sensible(one))
        ranking = tuple(sorted(weighed, key=lambda scored: -scored.score))
        no_sense = said.intent is not None and not sensible(said.intent)
        clear = said.reason is Reason.HEARD and (no_sense or _lead(said.guesses) >= CLEAR)
        if clear or not ranking:
            others = (scored for scored in ranking if scored.phrase.meaning != said.intent)
            ranking = (*said.guesses[:1], *others)
            clear = clear and said.intent not in self._denied
        reason = Reason.UNSURE if said.reason is Reason.HEARD and not clear else said.reason
        return replace(said, reason=reason, phrase=ranking[0].phrase if ranking else None, ranking=ranking)

    def meant(self, meaning: Intent) -> None:
        """That is what it was: what all tries since something happened have meant."""
        behind = self._behind.setdefault(meaning, [])
        behind.extend(one[meaning].score if meaning in one else UNHEARD for one in self._tries)

    def deny(self, meaning: Intent, nats: float) -> None:
        """The child said no to it; `nats`: how much likelier that was a no than a yes."""
        self._denied[meaning] = max(DENIED, self._denied.get(meaning, 0.0) - nats)

    def clear(self) -> None:
        """From now on something else is meant."""
        self._tries.clear()
        self._denied.clear()

    def _weight(self, meaning: Intent) -> float:
        heard = sum(one[meaning].score if meaning in one else UNHEARD for one in self._tries)
        return heard - len(self._tries) * self._habit(meaning) + self._denied.get(meaning, 0.0)

    def _habit(self, meaning: Intent) -> float:
        """How far the ear puts the meaning behind others when this child means it: the mean, drawn towards 0."""
        behind = self._behind.get(meaning, ())
        return sum(behind) / (len(behind) + 1)


def _heard(guesses: Sequence[Scored]) -> dict[Intent, Scored]:
    """By meaning, how far each lies below the best (trusted nats)."""
    best = max((scored.score for scored in guesses), default=0.0)
    return {
        scored.phrase.meaning: Scored(scored.phrase, max(UNHEARD, TRUST * (scored.score - best)))
        for scored in guesses
        if isinstance(scored.phrase.meaning, Intent)
    }


def _lead(guesses: Sequence[Scored]) -> float:
    """How far the first lies before the second (nats)."""
    return guesses[0].score - guesses[1].score if len(guesses) > 1 else math.inf


def yes_over_no(answer: Said) -> float:
    """By how many nats an answer is likelier a yes than a no."""
    scores = {s.phrase.meaning.name: s.score for s in answer.guesses if isinstance(s.phrase.meaning, Intent)}
    unheard = max(scores.values(), default=0.0) + UNHEARD / TRUST
    return scores.get("yes", unheard) - scores.get("no", unheard)
