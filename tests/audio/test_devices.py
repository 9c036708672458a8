"""Choosing devices by name, and opening them at whatever they can do."""

import sys

import pytest
from fake_sounddevice import FakeSounddevice, PortAudioError, device

from voicehost.audio.devices import INPUT, OUTPUT, Microphone, find_device, list_devices, open_stream
from voicehost.audio.portaudio import is_running, look_again, meaning, quiet_stderr
from voicehost.errors import Trouble


def test_a_part_of_a_name_is_enough(fake):
    assert find_device("mic 2", INPUT).name == "USB Mic 2"
    assert find_device("usb mic 1", INPUT).number == 0


def test_a_number_is_taken_as_a_number(fake):
    assert find_device("2", INPUT).name == "USB Mic 2"


def test_without_a_name_the_default_is_taken(fake):
    assert find_device(None, INPUT).name == "USB Mic 1"
    assert find_device(None, OUTPUT).name == "Speaker"


def test_a_name_follows_its_device_when_the_numbers_move(fake):
    fake.devices.reverse()
    assert find_device("USB Mic 2", INPUT).number == 0


def test_a_name_that_fits_two_devices_lists_both(fake):
    with pytest.raises(Trouble, match=r"USB Mic 1.*USB Mic 2"):
        find_device("usb", INPUT)


def test_an_unknown_name_lists_what_there_is(fake):
    with pytest.raises(Trouble, match="no microphone called 'Webcam'; there are 'USB Mic 1', 'USB Mic 2'"):
        find_device("Webcam", INPUT)


def test_composed_and_decomposed_letters_are_the_same_name(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", FakeSounddevice(device("Mikrofon Ko\u0308ln", inputs=1)))
    assert find_device("K\u00f6ln", INPUT).number == 0


def test_no_device_at_all_is_said_plainly(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", FakeSounddevice())
    with pytest.raises(Trouble, match="no microphone; plug one in"):
        find_device(None, INPUT)


def test_without_portaudio_the_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(Trouble, match="libportaudio2"):
        list_devices()


@pytest.mark.parametrize("name", ["Monitor of Built-in Audio", "table.monitor", "Stereo Mix"])
def test_the_ear_of_the_loudspeaker_is_no_microphone(fake, name):
    fake.devices.append(device(name, inputs=2))
    assert find_device(name, INPUT).is_monitor
    assert not find_device("USB Mic 1", INPUT).is_monitor


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("USB Mic 1", Microphone("USB Mic 1")),
        ("USB Mic 1#2", Microphone("USB Mic 1", 1)),
        ("#2", Microphone(None, 1)),
        ("", Microphone()),
    ],
)
def test_a_microphone_is_a_device_and_perhaps_a_channel(text, wanted):
    assert Microphone.parse(text) == wanted


@pytest.mark.parametrize("text", ["Mic#0", "Mic#9", "Mic#left"])
def test_a_channel_that_cannot_be_is_refused(text):
    with pytest.raises(Trouble, match="from 1 to 8"):
        Microphone.parse(text)


def test_a_rate_that_the_device_refuses_leads_to_the_next(fake):
    fake.refuses = {(48_000, 1), (48_000, 2)}
    stream = open_stream(find_device("USB Mic 1", INPUT), INPUT, [1, 2], callback=None)
    assert (stream.samplerate, stream.channels) == (44_100, 1)


def test_a_channel_count_that_the_device_refuses_leads_to_the_next(fake):
    stream = open_stream(find_device("USB Mic 2", INPUT), INPUT, [2, 1], callback=None)
    assert (stream.samplerate, stream.channels) == (44_100, 1)


def test_a_device_that_cannot_be_opened_tells_what_was_tried(fake):
    fake.refuses = {(rate, 2) for rate in (48_000, 44_100, 16_000, 32_000, 96_000, 8_000)}
    fake.error = PortAudioError("Device unavailable", -9985)
    with pytest.raises(Trouble, match=r"busy: another program uses it. Tried 48000, 44100, .* Hz with 2 channels"):
        open_stream(find_device("USB Mic 1", INPUT), INPUT, [2], callback=None)


def test_error_numbers_become_words():
    assert meaning(PortAudioError("Invalid sample rate", -9997)) == "it cannot run at that sample rate"
    assert meaning(PortAudioError("Something else")) == "Something else"


def test_what_drivers_print_while_they_are_asked_is_hidden(capfd):
    import os

    with quiet_stderr():
        os.write(2, b"ALSA lib pcm.c: Unknown PCM\n")
    os.write(2, b"real error\n")
    assert capfd.readouterr().err == "real error\n"


def test_a_sound_system_that_fails_at_once_is_said_plainly(tmp_path, monkeypatch):
    """The module sounddevice asks it when it is imported, and lets its own error through."""
    module = "class PortAudioError(Exception): pass\nraise PortAudioError('Error initializing PortAudio', -9986)\n"
    (tmp_path / "sounddevice.py").write_text(module, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    with pytest.raises(Trouble, match="sound system does not answer: the sound system failed"):
        list_devices()


def test_a_sound_system_that_fails_when_it_is_asked_again_may_come_back(fake, monkeypatch):
    """While it is down PortAudio is not initialised, and then cannot be ended either."""
    states = iter([fake.error, fake.error, None])

    def fails():
        if error := next(states):
            raise error

    monkeypatch.setattr(fake, "_initialize", fails)
    with pytest.raises(Trouble, match="does not answer"):
        look_again()
    monkeypatch.setattr(fake, "_terminate", fails)
    look_again()


def test_a_stream_that_cannot_even_be_asked_does_not_run(fake):
    class Broken:
        @property
        def active(self):
            raise fake.error

    assert not is_running(Broken())
