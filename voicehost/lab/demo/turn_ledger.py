"""The demo's ledger for turn-based games: what was truly said beside what was heard and done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from voicehost.lab.demo.children import Word
from voicehost.lab.demo.ledger import NEAR_MS, percentile
from voicehost.table.host import Entry


class TurnLedger:
    """Reads the timeline; `summary` compares it with the truth."""

    def __init__(self) -> None:
        self._heard: list[Entry] = []
        self._actions: list[tuple[int, Entry]] = []  # with the number of the turn
        self._replies: list[Entry] = []  # answers to the host's questions, and table talk, that it acted on
        self._turn = 1
        self._questions: list[Entry] = []
        self._counts = {"missed": 0, "prompt": 0}

    def note(self, entry: Entry) -> None:
        """Take a line of the timeline."""
        if entry.kind == "heard":
            self._heard.append(entry)
        elif entry.kind == "action":
            self._actions.append((self._turn, entry))
        elif entry.kind == "question":
            self._questions.append(entry)
        elif entry.kind in ("answer", "talk"):
            self._replies.append(entry)
        elif entry.kind == "event" and entry.facts["event"] == "TurnPassed":
            self._turn += 1
        elif entry.kind in self._counts:
            self._counts[entry.kind] += 1

    def summary(self, words: Sequence[Word]) -> dict[str, Any]:
        """The figures that the truth allows. Times in ms."""
        pairs = [(word, entry) for word in words if (entry := self._entry_of(word)) is not None]
        wrong = {turn for turn, entry in self._actions if not self._was_meant(entry, words)}
        return {
            "calls": len(words),
            "calls_right": sum(self.understood(word) for word in words),
            "calls_at_once": sum(self.understood(word) and not self._was_asked_back(word) for word in words),
            "turns": self._turn,
            "turns_right": self._turn - len(wrong),
            "actions": len(self._actions),
            "wrong_actions": sum(not self._was_meant(entry, words) for _, entry in self._actions),
            "questions": len(self._questions),
            "missed": self._counts["missed"],
            "prompts": self._counts["prompt"],
            "onset_error_ms_p50": percentile([abs(e.facts["onset_ms"] - w.onset_ms) for w, e in pairs], 50),
            "onset_error_ms_p95": percentile([abs(e.facts["onset_ms"] - w.onset_ms) for w, e in pairs], 95),
            "latency_ms_p50": percentile([e.facts["decided_ms"] - w.end_ms for w, e in pairs], 50),
            "latency_ms_p95": percentile([e.facts["decided_ms"] - w.end_ms for w, e in pairs], 95),
        }

    def understood(self, word: Word) -> bool:
        """Whether the host took the word as it was said: heard it surely, or acted on it, if need be after a question.

        A question is not enough: the child must have answered it so that the word was then done, with this onset.
        """
        done = [entry for _, entry in self._actions] + self._replies
        if any(_is(entry, word) and entry.facts["action"] == str(word.meaning) for entry in done):
            return True
        entry = self._entry_of(word)
        return entry is not None and entry.facts["reason"] == "heard" and meaning_of(entry) == str(word.meaning)

    def _was_asked_back(self, word: Word) -> bool:
        return any(_is(entry, word) for entry in self._questions)

    def _was_meant(self, action: Entry, words: Sequence[Word]) -> bool:
        return any(_is(action, word) and action.facts["action"] == str(word.meaning) for word in words)

    def _entry_of(self, word: Word) -> Entry | None:
        """What was heard of it."""
        near = [entry for entry in self._entries() if _is(entry, word)]
        return min(near, key=lambda entry: abs(entry.facts["onset_ms"] - word.onset_ms), default=None)

    def _entries(self) -> Iterator[Entry]:
        return (entry for entry in self._heard if "decided_ms" in entry.facts)


def meaning_of(heard: Entry) -> str:
    """What was heard, written like an intent."""
    inside = ", ".join(f"{slot}={value}" for slot, value in sorted(heard.facts.get("slots", {}).items()))
    name = heard.facts.get("intent", "")
    return f"{name}({inside})" if inside else str(name)


def _is(entry: Entry, word: Word) -> bool:
    """Whether a line of the timeline is about this word."""
    ours = entry.facts["seat"] in (word.seat, None)
    return ours and abs(entry.facts["onset_ms"] - word.onset_ms) <= NEAR_MS
