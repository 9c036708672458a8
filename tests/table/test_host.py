"""The host's loop on made-up sound: lost audio, calls over its voice, and being told to be silent."""

import numpy as np

from voicehost.hear.ear import SAMPLE_RATE, Heard, Reason, Scored, Utterance
from voicehost.phrases.grammar import Grammar
from voicehost.table.host import AHEAD, Host, Sounding
from voicehost.table.parts import listen, tell
from voicehost.table.script import Adjust, Quiet, Said
from voicehost.tell.narrator import Line

BLOCK = 1600
SPEECH_S = 5


class Table:
    """Silence to read, a mouth that takes SPEECH_S for everything, and a listener that hears what it is told to.

    `heard` are (onset in s, text, options of the utterance): each is heard 1 s after its onset.
    """

    channels = 1

    def __init__(self, *heard):
        self.lost, self.stopped, self.adjusted, self.woken = False, [], [], 0
        self.coming = sorted(heard, key=lambda one: one[0])
        self.position = 0
        self.spans, self.entries, self.asked_at = [], [], []

    def read(self):
        return np.zeros((BLOCK, 1), np.int16)

    def render(self, lines):
        return [line.text for line in lines]

    def earcon(self, name):
        return name

    def play(self, clips, now):
        self.left = list(clips)[1:]
        return Sounding(now, now + SPEECH_S * SAMPLE_RATE)

    def more(self, now):
        if not self.left:
            return None
        self.asked_at.append(now)
        self.left.pop()
        return Sounding(self.spans[-1][1], self.spans[-1][1] + SPEECH_S * SAMPLE_RATE)

    def wake(self):
        self.woken += 1

    def stop(self, now):
        self.stopped.append(now)
        return now

    def adjust(self, pace, loudness):
        self.adjusted.append((pace, loudness))
        return loudness < 2

    # the listener

    def feed(self, block, lost):
        self.position += len(block)
        due = [one for one in self.coming if (one[0] + 1) * SAMPLE_RATE <= self.position]
        self.coming = self.coming[len(due) :]
        return [self._utterance(*one) for one in due]

    def _utterance(self, onset, text, options):
        start = int(onset * SAMPLE_RATE)
        utterance = Utterance(0, start, start, start + 8000, np.ones(100, np.int16), **options)
        self.texts = {**getattr(self, "texts", {}), start: text}
        return utterance

    def host_spoke(self, start, end, levels=()):
        self.spans.append((start, end))

    def host_stopped(self, at):
        self.spans[-1] = (self.spans[-1][0], at)

    def settled(self):
        return self.position

    def flush(self):
        return []

    # the ear

    def prepare(self, phrases):
        pass

    def hear(self, utterance, phrases):
        best = next((p for p in phrases if p.text == self.texts[utterance.start]), None)
        if best is None:
            return Heard(Reason.UNKNOWN, (), 0.0)
        return Heard(Reason.HEARD, (Scored(best, 9.0),), 1.0)

    def run(self, script):
        grammar = Grammar.load("verhext", ("en",))
        host = Host(
            source=self, mouth=self, listener=self, ear=self, grammar=grammar, names=(), log=self.entries.append
        )
        host.run(script)
        return self

    def reasons(self):
        return [entry.facts["reason"] for entry in self.entries if entry.kind == "heard"]


def tell_then_listen(replies, state="between", seconds=10):
    replies.append((yield from tell([Line("news", "en")])))
    until = seconds * 1000.0
    while not isinstance(reply := (yield from listen(state, until)), Quiet):
        replies.append(reply)


def test_no_verdict_rests_on_lost_audio():
    replies = []
    table = Table((6.0, "Help", {"lost": True}), (8.0, "Help", {})).run(tell_then_listen(replies))
    assert table.reasons() == ["lost_audio", "heard"]
    assert len([reply for reply in replies if isinstance(reply, Said)]) == 1


def test_the_hosts_own_voice_is_noted_and_nothing_else():
    replies = []
    table = Table((1.0, "Help", {"during_host": True})).run(tell_then_listen(replies))
    assert table.reasons() == ["host_speaking"]
    assert len(replies) == 1


def test_hush_ends_the_speech_at_once_and_nothing_else():
    replies = []
    table = Table((1.0, "Hush", {})).run(tell_then_listen(replies))
    (told,) = replies
    assert told.end == table.stopped[0] * 1000 / SAMPLE_RATE
    assert told.end < 2500
    assert table.spans == [(0, table.stopped[0])]


def tell_two(replies):
    replies.append((yield from tell([Line("news", "en"), Line("and more", "en")])))


def test_what_else_there_is_to_tell_is_made_while_the_host_speaks():
    """Not before it is needed: a child may have said hush by then."""
    replies = []
    table = Table().run(tell_two(replies))
    assert table.spans == [(0, SPEECH_S * SAMPLE_RATE), (SPEECH_S * SAMPLE_RATE, 2 * SPEECH_S * SAMPLE_RATE)]
    assert 0 < SPEECH_S * SAMPLE_RATE - table.asked_at[0] <= AHEAD
    assert replies[0].end == 2 * SPEECH_S * 1000


def test_after_a_hush_nothing_more_is_told():
    replies = []
    table = Table((1.0, "Hush", {})).run(tell_two(replies))
    assert table.asked_at == []
    assert replies[0].end < 2500


def test_stop_while_the_host_speaks_ends_its_speech_and_not_the_game():
    replies = []
    table = Table((1.0, "Stop", {})).run(tell_then_listen(replies))
    assert len(table.stopped) == 1
    assert len(replies) == 1


def test_stop_after_the_host_has_spoken_reaches_the_game():
    replies = []
    table = Table((6.0, "Stop", {})).run(tell_then_listen(replies))
    assert table.stopped == []
    assert replies[1].intent.name == "stop"


def test_a_call_over_the_host_reaches_the_game_and_does_not_stop_it():
    replies = []

    def script():
        while not isinstance((yield from listen("round", 100.0)), Quiet):
            pass
        yield from tell_then_listen(replies, state="round")

    table = Table((2.0, "Black cat", {})).run(script())
    told, said = replies
    assert table.stopped == []
    assert told.end - told.start == SPEECH_S * 1000
    assert (said.onset, said.intent.name) == (2000.0, "spell")


def test_louder_goes_to_the_mouth_and_its_limit_comes_back():
    replies = []

    def script():
        replies.append((yield Adjust(loudness=1)).possible)
        replies.append((yield Adjust(loudness=2)).possible)

    table = Table().run(script())
    assert table.adjusted == [(0, 1), (0, 2)]
    assert replies == [True, False]


def test_the_loudspeaker_is_woken_before_the_ear_is_asked():
    assert Table((6.0, "Help", {})).run(tell_then_listen([])).woken == 1
