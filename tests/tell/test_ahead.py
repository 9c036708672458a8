"""Rendering ahead happens in a thread of its own, in order, and gives way to what is expected next."""

import threading

import pytest

from voicehost.tell.ahead import Ahead
from voicehost.tell.narrator import Line


class Speech:
    """Remembers what was prepared; the line "wait" takes until it may go on."""

    def __init__(self):
        self.prepared, self.threads = [], set()
        self.waiting, self.go_on, self.done = threading.Event(), threading.Event(), threading.Event()

    def prepare(self, lines):
        for line in lines:
            if line.text == "wait":
                self.waiting.set()
                assert self.go_on.wait(5)
            self.threads.add(threading.current_thread())
            self.prepared.append(line.text)
            if line.text == "last":
                self.done.set()


def lines(*texts):
    return [Line(text, "en") for text in texts]


@pytest.fixture
def speech():
    return Speech()


@pytest.fixture
def ahead(speech):
    running = Ahead(speech)
    yield running
    running.close()


def test_what_is_expected_is_rendered_in_order_elsewhere_and_once(ahead, speech):
    ahead.expect(lines("one", "two", "one", "last"))
    assert speech.done.wait(5)
    assert speech.prepared == ["one", "two", "last"]
    assert threading.current_thread() not in speech.threads


def test_what_is_expected_next_takes_the_place_of_what_was(ahead, speech):
    ahead.expect(lines("wait", "never"))
    assert speech.waiting.wait(5)
    ahead.expect(lines("last"))
    speech.go_on.set()
    assert speech.done.wait(5)
    assert speech.prepared == ["wait", "last"]


def test_closing_does_not_wait_for_everything(speech):
    ahead = Ahead(speech)
    ahead.expect(lines("wait", *map(str, range(1000))))
    assert speech.waiting.wait(5)
    threading.Timer(0.05, speech.go_on.set).start()
    ahead.close()
    assert speech.prepared == ["wait"]
