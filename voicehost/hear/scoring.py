"""Which of these token sequences explains a sound? Likelihood ratios over a trie, with hopeless branches cut.

The score of a candidate, in nats:

    log p(tokens, end | sound) - W log p(tokens | near-silence)

and where several languages are asked about, more or less of it by what the sound says about the language:

    + L (log p(language | sound) - log p(language | near-silence))

As a likelihood ratio it rewards every further word that the sound explains and forgives none that it does not,
so that beginnings of longer phrases need no special care and rare words do not lose for being rare. The end token
adds what the sound says about being over. W below 1 keeps some of the language model's sense.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from voicehost.hear.decoder import Decoder, Floats, Reading, Sound
from voicehost.hear.tokens import Tokens
from voicehost.hear.trie import Trie

NULL_WEIGHT: Final = 0.85  # W
LANGUAGE_WEIGHT: Final = 0.5  # L
BEHIND_NATS: Final = (6.0, 10.0)  # branches this far behind the best after one token, after more, are cut
FEW_NODES: Final = 48  # so few remaining nodes are computed at once


@dataclass(frozen=True, slots=True)
class Candidate:
    """A phrase as the decoder sees it."""

    lang: str
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Prior:
    """Log-probabilities of a candidate given near-silence."""

    language: float
    tokens: Floats  # one per token


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate that was read to its end. All values in nats."""

    candidate: Candidate
    score: float  # without the language's part
    language: float  # the language's part
    shortfall: float  # how much likelier the likeliest token was than the candidate's, summed over the places

    @property
    def places(self) -> int:
        """How many tokens were weighed, the end included."""
        return len(self.candidate.tokens) + 1


@dataclass(frozen=True, slots=True)
class _Branch:
    """A candidate's way through the trie."""

    candidate: Candidate
    prior: Prior
    language: int  # node of the language token
    head: int  # node of the last control token
    nodes: list[int]  # nodes of the candidate's tokens
    end: int  # node of the end token


class Scorer:
    """Scores closed sets and remembers the priors of every candidate it has met."""

    def __init__(self, tokens: Tokens, decoder: Decoder, silence: Sound) -> None:
        self._tokens, self._decoder, self._silence = tokens, decoder, silence
        self._priors: dict[Candidate, Prior] = {}

    def learn(self, candidates: Iterable[Candidate]) -> None:
        """Find the priors of candidates not met before."""
        new = [c for c in dict.fromkeys(candidates) if c not in self._priors]
        if not new:
            return
        nothing = Prior(0.0, np.zeros(0, dtype=np.float32))
        reading, branches = self._lay_out(self._silence, dict.fromkeys(new, nothing))
        reading.reach(_unread(reading, branches))
        for b in branches:
            self._priors[b.candidate] = Prior(float(reading.log_probs[b.language]), reading.log_probs[b.nodes].copy())

    def score(self, sound: Sound, candidates: Sequence[Candidate]) -> list[Weighed]:
        """The candidates that may have been said, best first; those cut on the way are left out."""
        self.learn(candidates)
        reading, branches = self._lay_out(sound, {c: self._priors[c] for c in candidates})
        finalists = [_weigh(reading, b) for b in _search(reading, branches)]
        return sorted(finalists, key=lambda w: -w.score - w.language)

    def _lay_out(self, sound: Sound, priors: dict[Candidate, Prior]) -> tuple[Reading, list[_Branch]]:
        """All candidates in one trie, read as far as the place of their first tokens."""
        trie = Trie(self._tokens.start)
        branches = []
        for candidate, prior in priors.items():
            language, *_, head = trie.add(self._tokens.head(candidate.lang))
            nodes = trie.add(candidate.tokens, below=head)
            (end,) = trie.add((self._tokens.end,), below=nodes[-1])
            branches.append(_Branch(candidate, prior, language, head, nodes, end))
        reading = Reading(self._decoder, sound, trie)
        reading.reach(sorted({above for b in branches for above in _path(trie, b.head)}))
        return reading, branches


def _search(reading: Reading, branches: list[_Branch]) -> list[_Branch]:
    """Read on, token by token, along the branches that may still win, and return those at their end."""
    live, depth = branches, 0
    while unread := _unread(reading, live):
        depth += 1
        live = _not_far_behind(reading, live, depth)
        unread = _unread(reading, live)
        reading.reach(unread if len(unread) <= FEW_NODES else _unread(reading, live, depth))
    return live


def _unread(reading: Reading, branches: Iterable[_Branch], depth: int | None = None) -> list[int]:
    """Nodes of the first `depth` tokens (all if None) that have not been reached, parents first."""
    return sorted({n for b in branches for n in b.nodes[:depth] if not reading.reached(n)})


def _not_far_behind(reading: Reading, branches: list[_Branch], depth: int) -> list[_Branch]:
    """The branches whose first `depth` tokens are not hopelessly less likely than those of the best."""
    so_far = [_ratio(reading, b, depth) + _language(reading, b) for b in branches]
    bar = max(so_far) - BEHIND_NATS[min(depth, len(BEHIND_NATS)) - 1]
    return [b for b, value in zip(branches, so_far, strict=True) if value >= bar]


def _ratio(reading: Reading, b: _Branch, depth: int | None = None) -> float:
    tokens = reading.log_probs[b.nodes[:depth]].sum() - NULL_WEIGHT * b.prior.tokens[:depth].sum()
    return float(tokens)


def _language(reading: Reading, b: _Branch) -> float:
    return LANGUAGE_WEIGHT * float(reading.log_probs[b.language] - b.prior.language)


def _weigh(reading: Reading, b: _Branch) -> Weighed:
    end = float(reading.log_probs[b.end])
    places = [b.head, *b.nodes]
    said = float(reading.log_probs[b.nodes].sum()) + end
    return Weighed(
        candidate=b.candidate,
        score=_ratio(reading, b) + end,
        language=_language(reading, b),
        shortfall=float(reading.best_log_probs[places].sum()) - said,
    )


def _path(trie: Trie, node: int) -> list[int]:
    """A node and all above it."""
    found = [node]
    while (node := trie.parents[node]) >= 0:
        found.append(node)
    return found
