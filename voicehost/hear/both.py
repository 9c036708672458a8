"""Two ears: Vosk streams and proposes, the built-in ear confirms or rejects.

Vosk's grammar makes a listed word of any sound, but it hears while children speak and knows when each word began.
The built-in ear rejects well and answers only afterwards. So its verdict stands, and Vosk's proposal moves it.

Measured on Korean words of a synthetic voice, 12 at a time, 144 calls in the set and 312 that were not: Vosk alone 69
right and 15 falsely accepted (without decoys 92 and 109), the built-in ear alone 102 and 3, both 103 and 6.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from voicehost.hear.acceptance import reason
from voicehost.hear.ear import Ear, Heard, Phrase, Reason, Samples, Utterance
from voicehost.hear.vosk.closed_set import WordsHeard
from voicehost.hear.vosk.ear import VoskEar

AGREED: Final = math.log(3.0)  # in log-odds: what an ear that is right far more often than not is worth
DISAGREED: Final = -math.log(3.0)
NO_PROPOSAL: Final = -math.log(1.5)  # Vosk often misses; its silence says little


class BothEars:
    """The built-in ear's verdict, weighed with what Vosk proposes. Streaming is Vosk's."""

    name = "both"

    def __init__(self, streaming: VoskEar, second: Ear) -> None:
        """The streaming ear needs no decoys here: the second ear rejects."""
        self._streaming, self._second = streaming, second

    def prepare(self, phrases: Sequence[Phrase]) -> None:
        """Warm up both."""
        self._streaming.prepare(phrases)
        self._second.prepare(phrases)

    def listen_for(self, phrases: Sequence[Phrase]) -> None:
        """The closed set of what is fed from now on."""
        self._streaming.listen_for(phrases)

    def feed(self, block: Samples, position: int, serial: int) -> None:
        """Sound of an utterance while it goes on."""
        self._streaming.feed(block, position, serial)

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        """The second ear's ranking, with Vosk's words and their times as `WordsHeard`."""
        proposal = self._streaming.ask(utterance, phrases)
        verdict = self._second.hear(utterance, phrases)
        return confirmed(proposal.result(), verdict)

    def close(self) -> None:
        """Free Vosk's models."""
        self._streaming.close()


def confirmed(proposal: Heard, verdict: Heard) -> WordsHeard:
    """Weigh a proposal: what the second ear rejects stays rejected, what both say is surer, the rest less sure."""
    words = proposal.words if isinstance(proposal, WordsHeard) else ()
    answer = WordsHeard(verdict.reason, verdict.ranking, verdict.confidence, verdict.complete, words)
    if verdict.best is None or verdict.reason not in (Reason.HEARD, Reason.UNSURE):
        return answer
    if proposal.best is None:
        weight = NO_PROPOSAL
    else:
        weight = AGREED if proposal.best.meaning == verdict.best.meaning else DISAGREED
    sureness = min(max(verdict.confidence, 1e-6), 1 - 1e-6)
    sureness = 1 / (1 + math.exp(-(math.log(sureness / (1 - sureness)) + weight)))
    weighed = reason(sureness)
    return replace(answer, confidence=sureness, reason=Reason.UNSURE if weighed is Reason.UNKNOWN else weighed)
