"""Fixtures of the audio tests."""

import sys

import pytest
from fake_sounddevice import FakeSounddevice, device


@pytest.fixture
def fake(monkeypatch):
    """A stereo microphone, a loudspeaker and a second microphone in place of PortAudio."""
    module = FakeSounddevice(
        device("USB Mic 1", inputs=2), device("Speaker", outputs=2), device("USB Mic 2", inputs=1, rate=44_100)
    )
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    return module
