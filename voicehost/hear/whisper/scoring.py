"""Which of these token sequences explains a sound? Likelihood ratios over a trie, with hopeless branches cut.

The score of a candidate, in nats:

    log p(tokens, end | sound) - W log p(tokens | near-silence)

and where several languages are asked about, more or less of it by what the sound says about the language:

    + L (log p(language | sound) - log p(language | near-silence))

As a likelihood ratio it rewards every further word that the sound explains and forgives none that it does not,
so that beginnings of longer phrases need no special care and rare words do not lose for being rare. The end token
adds what the sound says about being over. W below 1 keeps some of the language model's sense. A candidate that can
be spelled in several ways, such as with a capital or a small first letter, has the mean of their scores; the
search follows the spelling that begins best, and reads the others only of candidates that come near the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

import numpy as np

from voicehost.hear.whisper.decoder import Decoder, Reading, Sound
from voicehost.hear.whisper.features import Floats
from voicehost.hear.whisper.tokens import Tokens
from voicehost.hear.whisper.trie import Trie

NULL_WEIGHT: Final = 0.85  # W
LANGUAGE_WEIGHT: Final = 0.5  # L
BEHIND_NATS: Final = (6.0, 10.0)  # branches this far behind the best after one token, after more, are cut
AT_ONCE: Final = 24  # candidates whose priors are found together
BEST: Final = 64  # ... and all but so many: no phrase is far behind in explaining what is none of them
NEAR_NATS: Final = 8.0  # candidates this near to the best are judged by all their spellings
NEAREST: Final = 32  # ... but no more than so many
FEW_NODES: Final = 80  # so few remaining nodes are computed at once


@dataclass(frozen=True, slots=True)
class Candidate:
    """A phrase as the decoder sees it: one or more token sequences for the same words."""

    lang: str
    spellings: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Prior:
    """Log-probabilities of a spelling given near-silence."""

    language: float
    tokens: Floats  # one per token


UNKNOWN: Final = Prior(0.0, np.zeros(0, dtype=np.float32))  # of a spelling not met before


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate that was read to its end. All values in nats."""

    candidate: Candidate
    score: float  # without the language's part
    language: float  # the language's part
    shortfall: float  # how much likelier the likeliest tokens were than those of the nearest spelling
    places: int  # how many tokens were weighed for each spelling, the end included, on average


@dataclass(frozen=True, slots=True)
class _Path:
    """A spelling's way through the trie."""

    key: tuple[str, tuple[int, ...]]  # language and tokens
    prior: Prior
    language: int  # node of the language token
    head: int  # node of the last control token
    nodes: list[int]  # nodes of the tokens
    end: int  # node of the end token


@dataclass(frozen=True, slots=True)
class _Branch:
    """A candidate and the ways of its spellings."""

    candidate: Candidate
    paths: tuple[_Path, ...]


class Scorer:
    """Scores closed sets and remembers the priors of every candidate it has met."""

    def __init__(self, tokens: Tokens, decoder: Decoder, silence: Sound) -> None:
        self._tokens, self._decoder, self._silence = tokens, decoder, silence
        self._priors: dict[tuple[str, tuple[int, ...]], Prior] = {}

    def learn(self, candidates: Iterable[Candidate]) -> None:
        """Find the priors of candidates not met before."""
        new = [c for c in dict.fromkeys(candidates) if any((c.lang, s) not in self._priors for s in c.spellings)]
        for first in range(0, len(new), AT_ONCE):
            reading, branches = self._lay_out(self._silence, new[first : first + AT_ONCE])
            paths = [path for b in branches for path in b.paths]
            reading.reach(_unread(reading, paths))
            for path in paths:
                self._remember(path, float(reading.log_probs[path.language]), reading.log_probs[path.nodes].copy())

    def _remember(self, path: _Path, language: float, tokens: Floats) -> None:
        """Keep the priors of a spelling, and so of its beginnings."""
        lang, spelling = path.key
        for length in range(1, len(spelling) + 1):
            self._priors.setdefault((lang, spelling[:length]), Prior(language, tokens[:length]))

    def score(self, sound: Sound, candidates: Sequence[Candidate]) -> list[Weighed]:
        """The candidates that may have been said, best first; those cut on the way are left out."""
        self.learn(candidates)
        reading, branches = self._lay_out(sound, dict.fromkeys(candidates))
        finalists = [_weigh(reading, b) for b in _search(reading, branches)]
        return sorted(finalists, key=lambda w: -w.score - w.language)

    def _lay_out(self, sound: Sound, candidates: Iterable[Candidate]) -> tuple[Reading, list[_Branch]]:
        """All candidates in one trie, read as far as the place of their first tokens."""
        trie = Trie(self._tokens.start)
        branches = [_Branch(c, tuple(self._path(trie, c.lang, s) for s in c.spellings)) for c in candidates]
        reading = Reading(self._decoder, sound, trie)
        reading.reach(sorted({above for b in branches for p in b.paths for above in _upwards(trie, p.head)}))
        return reading, branches

    def _path(self, trie: Trie, lang: str, tokens: tuple[int, ...]) -> _Path:
        language, *_, head = trie.add(self._tokens.head(lang))
        nodes = trie.add(tokens, below=head)
        (end,) = trie.add((self._tokens.end,), below=nodes[-1])
        return _Path((lang, tokens), self._priors.get((lang, tokens), UNKNOWN), language, head, nodes, end)


def _search(reading: Reading, branches: Iterable[_Branch]) -> list[_Branch]:
    """The branches that may have been said, read to their end; those that come near, in all spellings."""
    live = _follow(reading, [_best_beginning_first(reading, b) for b in branches])
    scores = [_weigh(reading, _Branch(b.candidate, b.paths[:1])) for b in live]
    ranked = sorted((w.score + w.language for w in scores), reverse=True)
    bar = max(ranked[0] - NEAR_NATS, ranked[min(NEAREST, len(ranked)) - 1])
    judged = [
        b if w.score + w.language >= bar else _Branch(b.candidate, b.paths[:1])
        for b, w in zip(live, scores, strict=True)
    ]
    reading.reach(_unread(reading, (path for b in judged for path in b.paths)))
    return judged


def _best_beginning_first(reading: Reading, b: _Branch) -> _Branch:
    return _Branch(b.candidate, tuple(sorted(b.paths, key=lambda path: -_ratio(reading, path, 1))))


def _follow(reading: Reading, branches: list[_Branch]) -> list[_Branch]:
    """Read on, token by token, the first spelling of each branch that may still win; return those at their end."""
    live, depth = branches, 0
    while _unread(reading, (b.paths[0] for b in live)):
        depth += 1
        live = _not_far_behind(reading, live, depth)
        unread = _unread(reading, (b.paths[0] for b in live))
        if len(unread) > FEW_NODES:
            unread = _unread(reading, (b.paths[0] for b in live), depth)
        reading.reach(unread)
    return live


def _unread(reading: Reading, paths: Iterable[_Path], depth: int | None = None) -> list[int]:
    """Nodes of the first `depth` tokens (all if None) that have not been reached, parents first."""
    return sorted({n for path in paths for n in path.nodes[:depth] if not reading.reached(n)})


def _not_far_behind(reading: Reading, branches: list[_Branch], depth: int) -> list[_Branch]:
    """The branches whose first `depth` tokens are not hopelessly less likely than those of the best."""
    so_far = [_ratio(reading, b.paths[0], depth) + _language(reading, b) for b in branches]
    ranked = sorted(so_far, reverse=True)
    bar = ranked[0] - BEHIND_NATS[min(depth, len(BEHIND_NATS)) - 1]
    if depth > 1:
        bar = max(bar, ranked[min(BEST, len(ranked)) - 1])
    return [b for b, value in zip(branches, so_far, strict=True) if value >= bar]


def _ratio(reading: Reading, path: _Path, depth: int | None = None) -> float:
    tokens = reading.log_probs[path.nodes[:depth]].sum() - NULL_WEIGHT * path.prior.tokens[:depth].sum()
    return float(tokens)


def _language(reading: Reading, b: _Branch) -> float:
    path = b.paths[0]
    return LANGUAGE_WEIGHT * float(reading.log_probs[path.language] - path.prior.language)


def _weigh(reading: Reading, b: _Branch) -> Weighed:
    return Weighed(
        candidate=b.candidate,
        score=fmean(_ratio(reading, path) + float(reading.log_probs[path.end]) for path in b.paths),
        language=_language(reading, b),
        shortfall=min(_shortfall(reading, path) for path in b.paths),
        places=round(fmean(len(path.nodes) + 1 for path in b.paths)),
    )


def _shortfall(reading: Reading, path: _Path) -> float:
    likeliest = reading.best_log_probs[[path.head, *path.nodes]].sum()
    return float(likeliest - reading.log_probs[[*path.nodes, path.end]].sum())


def _upwards(trie: Trie, node: int) -> list[int]:
    """A node and all above it."""
    found = [node]
    while (node := trie.parents[node]) >= 0:
        found.append(node)
    return found
