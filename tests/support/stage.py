"""A stage for scripts: answers their requests on a made-up clock, without sound."""

from __future__ import annotations

import math

from voicehost.hear.ear import Phrase, Reason, Scored
from voicehost.phrases.intent import Intent
from voicehost.table.script import Adjust, Adjusted, Cue, Listen, Note, Quiet, Said, Seating, Tell, Told

TELL_MS = 1000.0


class Stage:
    """Runs a script. `players(kind, facts, now, stage)` sees every note and may call `say`.

    `talker(state, now, stage)` is asked what it has to say whenever the script listens and nobody is speaking.
    """

    def __init__(self, players=lambda kind, facts, now, stage: None, talker=lambda state, now, stage: None):
        self.now = 0.0
        self.told = []  # texts
        self.notes = []  # (kind, facts)
        self.states = []  # states that were listened for
        self.adjusted = []
        self.seatings = []
        self._players = players
        self._talker = talker
        self._coming = []

    def say(self, who, name, onset, reason=Reason.HEARD, length=800.0, confidence=1.0, others=(), apart=2.0, **slots):
        """Somebody says something with this meaning at `onset` ms.

        `others`: phrases that it may have been as well, each so many nats `apart` from the next.
        """
        self.mean(who, Intent.of(name, **slots), onset, reason, length, confidence, others=others, apart=apart)

    def mean(
        self, who, intent, onset, reason=Reason.HEARD, length=800.0, confidence=1.0, lang="en", others=(), apart=2.0
    ):
        """Like `say`, with a ready meaning."""
        phrase = Phrase(" ".join([intent.name, *(value for _, value in intent.slots)]), lang, intent)
        ranking = tuple(Scored(phrase, -apart * place) for place, phrase in enumerate((phrase, *others)))
        self._coming.append(Said(who, onset, onset + length, reason, phrase, confidence, ranking=ranking))

    def noise(self, who, onset, reason=Reason.UNKNOWN, length=800.0, confidence=0.0):
        """Somebody makes a sound without meaning."""
        self._coming.append(Said(who, onset, onset + length, reason, None, confidence))

    def run(self, script, limit_ms=3_600_000.0):
        """Play the script to its end."""
        reply = None
        try:
            request = next(script)
            while True:
                reply = self._answer(request)
                assert self.now < limit_ms, "the script does not come to an end"
                request = script.send(reply)
        except StopIteration:
            return self

    def _answer(self, request):
        match request:
            case Tell(lines):
                self.told += [line.text or line.earcon for line in lines]
                start, self.now = self.now, self.now + TELL_MS
                return Told(start, self.now)
            case Cue():
                return Told(self.now, self.now)
            case Note(kind, facts):
                self.notes.append((kind, facts))
                self._players(kind, facts, self.now, self)
                return Quiet(self.now)
            case Adjust():
                self.adjusted.append(request)
                return Adjusted(len(self.adjusted) < 5)
            case Seating():
                self.seatings.append(request)
                return Quiet(self.now)
            case Listen(state, until):
                self.states.append(state)
                return self._listen(state, until)

    def _listen(self, state, until):
        """A voice is heard when it ends; until then nothing that began later than it is settled."""
        if not self._coming and until > self.now:
            self._talker(state, self.now, self)
        self._coming.sort(key=lambda said: said.end)
        begun = [said for said in self._coming if said.end <= self.now or said.onset <= until]
        if begun:
            self._coming.remove(begun[0])
            self.now = max(self.now, begun[0].end)
            return begun[0]
        assert not math.isinf(until)
        self.now = max(self.now, until)
        return Quiet(min([self.now, *(said.onset - 1 for said in self._coming)]))

    def of(self, kind):
        """The facts of all notes of a kind."""
        return [facts for noted, facts in self.notes if noted == kind]

    def events(self, name):
        """The facts of all events of a name."""
        return [facts for facts in self.of("event") if facts["event"] == name]
