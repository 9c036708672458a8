"""How exactly onsets are found, and how often the order of two calls is right: synthetic mixes with exact truth.

One session per number of players, cross-talk and noise: in each round all players call, one after another at a fixed
gap, mostly over one another. The listener hears a session as it would at a table, blocks of 50 ms, one after another.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from voicehost.hear.ear import SAMPLE_RATE, Utterance
from voicehost.hear.listening.listener import Listener
from voicehost.lab.demo.ledger import percentile
from voicehost.lab.demo.scene import Room, Spoken, voice_span
from voicehost.lab.demo.speakers import SPEAKERS
from voicehost.phrases.grammar import Grammar
from voicehost.resources import languages

GAPS_MS = (50, 100, 150, 200, 300)
PLAYERS = (2, 3, 4)
CROSSTALK_DB = (-12.0, -6.0)
SNR_DB = (20.0, 10.0)
WINDOW_MS = 100  # calls closer than this are a tie (the referee's default)
BLOCK = SAMPLE_RATE // 20


@dataclass(frozen=True, slots=True)
class Condition:
    """What one session was like."""

    players: int
    crosstalk_db: float
    snr_db: float


@dataclass(slots=True)
class Round:
    """One round: calls in their true order, and the onset that was measured for each (None: not found), samples."""

    condition: Condition
    gap_ms: int
    calls: list[Spoken]
    measured: list[int | None] = field(default_factory=list)

    def pairs(self) -> Iterator[tuple[int, int]]:
        """The measured onsets of neighbours in the order, where both were found."""
        for first, second in itertools.pairwise(self.measured):
            if first is not None and second is not None:
                yield first, second


@dataclass(slots=True)
class Session:
    """All rounds of one condition, and what the listener said that nobody had called."""

    rounds: list[Round]
    extra: int = 0
    audio_s: float = 0.0
    cpu_s: float = 0.0


def play(
    condition: Condition, gaps: Sequence[int], rounds: int, seed: int, texts: Sequence[tuple[str, str]]
) -> Session:
    """Play `rounds` rounds of each gap in one room and listen to them. `texts` are (text, language)."""
    rng = np.random.default_rng((seed, condition.players, round(-condition.crosstalk_db), round(condition.snr_db)))
    room = Room(
        condition.players,
        seed=int(rng.integers(1 << 30)),
        crosstalk_db=condition.crosstalk_db,
        snr_db=condition.snr_db,
    )
    listener = Listener(condition.players)
    people = rng.permutation(len(SPEAKERS))[: condition.players]
    session = Session([])
    heard: list[Utterance] = []
    for gap in rng.permutation(np.repeat(gaps, rounds)).tolist():
        begin = room.position + SAMPLE_RATE + int(rng.integers(SAMPLE_RATE))
        calls = []
        for turn, seat in enumerate(rng.permutation(condition.players).tolist()):
            text, lang = texts[int(rng.integers(len(texts)))]
            clip = SPEAKERS[people[seat]].say(f"{text}!", lang)
            at = begin + turn * gap * SAMPLE_RATE // 1000 - voice_span(clip)[0]
            calls.append(room.speak(seat, clip, at, gain_db=float(rng.uniform(-2, 2))))
        session.rounds.append(Round(condition, gap, calls))
        sound = room.render(max(call.end for call in calls) + SAMPLE_RATE - room.position)
        session.audio_s += len(sound) / SAMPLE_RATE
        begun = time.process_time()
        for first in range(0, len(sound), BLOCK):
            heard += listener.feed(sound[first : first + BLOCK])
        session.cpu_s += time.process_time() - begun
    heard += listener.flush()
    session.extra = _assign(session.rounds, [u for u in heard if u.final])
    return session


def _assign(rounds: Sequence[Round], heard: Sequence[Utterance]) -> int:
    """Give each call the utterance of its own microphone; returns how many utterances are left over."""
    left = list(heard)
    for one in rounds:
        for call in one.calls:
            mine = [u for u in left if u.channel == call.seat and call.at <= u.end and u.onset <= call.end]
            best = min(mine, key=lambda u: abs(u.onset - call.onset), default=None)
            one.measured.append(best.onset if best else None)
            if best:
                left.remove(best)
    return len(left)


def summary(sessions: Sequence[Session]) -> dict[str, object]:
    """The figures, all over all sessions. Errors in ms; a call that was not found counts against the order."""
    rounds = [one for session in sessions for one in session.rounds]
    calls = sum(len(one.calls) for one in rounds)
    errors = np.concatenate([_errors(one) for one in rounds] or [np.zeros(0)])
    gaps = sorted({one.gap_ms for one in rounds})
    audio = sum(s.audio_s for s in sessions)
    return {
        "calls": calls,
        "found": len(errors),
        "extra": sum(s.extra for s in sessions),
        "onset_error_ms_p50": percentile(np.abs(errors), 50),
        "onset_error_ms_p95": percentile(np.abs(errors), 95),
        "onset_bias_ms": percentile(errors, 50),
        "order_right": {str(gap): _order_right([one for one in rounds if one.gap_ms == gap]) for gap in gaps},
        "first_right": {str(gap): _first_right([one for one in rounds if one.gap_ms == gap]) for gap in gaps},
        "false_ties": sum(_tied(a, b) for one in rounds if one.gap_ms > WINDOW_MS for a, b in one.pairs()),
        "missed_ties": sum(not _tied(a, b) for one in rounds if one.gap_ms < WINDOW_MS for a, b in one.pairs()),
        "audio_s": round(audio, 1),
        "cpu_s_per_audio_s": round(sum(s.cpu_s for s in sessions) / audio, 4) if audio else None,
    }


def _tied(first: int, second: int) -> bool:
    return abs(second - first) <= WINDOW_MS * SAMPLE_RATE // 1000


def _errors(one: Round) -> np.ndarray:
    found = [m - c.onset for c, m in zip(one.calls, one.measured, strict=True) if m is not None]
    return np.array(found, float) * 1000 / SAMPLE_RATE


def _order_right(rounds: Sequence[Round]) -> float | None:
    """Share of neighbouring calls that were both found, the earlier one earlier."""
    pairs = sum(len(one.calls) - 1 for one in rounds)
    right = sum(first < second for one in rounds for first, second in one.pairs())
    return round(right / pairs, 4) if pairs else None


def _first_right(rounds: Sequence[Round]) -> float | None:
    """Share of rounds in which the first call was found and measured before all others."""
    right = 0
    for one in rounds:
        first, *others = one.measured
        right += first is not None and all(first < other for other in others if other is not None)
    return round(right / len(rounds), 4) if rounds else None


def spells() -> list[tuple[str, str]]:
    """Every spell of every language as (text, language)."""
    grammar = Grammar.load("verhext", languages())
    return [(phrase.text, phrase.lang) for phrase in grammar.phrases("round", only=["spell"])]


def run(
    *,
    seed: int = 1,
    rounds: int = 4,
    players: Sequence[int] = PLAYERS,
    gaps: Sequence[int] = GAPS_MS,
    crosstalk_db: Sequence[float] = CROSSTALK_DB,
    snr_db: Sequence[float] = SNR_DB,
) -> dict[str, object]:
    """The whole bench: `rounds` rounds of each gap for every number of players, cross-talk and noise."""
    texts = spells()
    sessions = []
    for condition in itertools.starmap(Condition, itertools.product(players, crosstalk_db, snr_db)):
        sessions.append((condition, play(condition, gaps, rounds, seed, texts)))
    return {
        "type": "timing",
        "seed": seed,
        **summary([session for _, session in sessions]),
        "conditions": [
            {
                "crosstalk_db": crosstalk,
                "snr_db": snr,
                **summary([s for c, s in sessions if (c.crosstalk_db, c.snr_db) == (crosstalk, snr)]),
            }
            for crosstalk, snr in itertools.product(crosstalk_db, snr_db)
        ],
    }
