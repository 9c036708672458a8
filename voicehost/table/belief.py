"""What a child may have meant: all its tries since something happened last, and what it has denied, weighed together.

An ear judges each call by itself. But who says the same again, or "no" to a guess, tells more about what was meant
before. The weights are log-odds, as in Bayes' rule, less trusting because one voice is misheard the same way twice.
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
CLEAR: Final = (
    3.0  # nats before the next meaning: nearer than 2, 11 of 28 acts that were heard were wrong, else 2 of 509
)
UNHEARD: Final = -3.0  # nats, trusted: no meaning is less likely than that because of one call
DENIED: Final = -4.0  # nats: ... because of a no


class Belief:
    """The evidence of one child's turn. Call `clear` as soon as something happens in the game."""

    def __init__(self) -> None:
        self._tries: list[dict[Intent, Scored]] = []
        self._denied: dict[Intent, float] = {}

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

    def deny(self, meaning: Intent, nats: float) -> None:
        """The child said no to it; `nats`: how much likelier that was a no than a yes."""
        self._denied[meaning] = max(DENIED, self._denied.get(meaning, 0.0) - nats)

    def clear(self) -> None:
        """From now on something else is meant."""
        self._tries.clear()
        self._denied.clear()

    def _weight(self, meaning: Intent) -> float:
        heard = sum(one[meaning].score if meaning in one else UNHEARD for one in self._tries)
        return heard + self._denied.get(meaning, 0.0)


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
