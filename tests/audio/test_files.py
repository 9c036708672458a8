"""Recordings of any kind become 16 kHz int16; what is no recording is refused in one line."""

import numpy as np
import pytest
import soundfile

from voicehost.audio.files import read_clip, read_recording, write_wav
from voicehost.errors import Trouble


def tone(rate, seconds=0.5, channels=1, hertz=440.0):
    wave = 0.3 * np.sin(2 * np.pi * hertz * np.arange(int(rate * seconds)) / rate)
    return np.repeat(wave[:, None], channels, axis=1).astype(np.float32)


@pytest.mark.parametrize("rate", [8_000, 16_000, 44_100, 48_000, 96_000])
@pytest.mark.parametrize("ending", ["wav", "flac", "ogg"])
def test_any_rate_and_format_becomes_16_khz(tmp_path, rate, ending):
    if (ending, rate) == ("ogg", 96_000):
        pytest.skip("libvorbis has no such rate")
    path = tmp_path / f"clip.{ending}"
    soundfile.write(path, tone(rate), rate)
    samples = read_recording(path)
    assert samples.dtype == np.int16
    assert samples.shape[1] == 1
    assert abs(len(samples) - 8000) < 200
    spectrum = np.abs(np.fft.rfft(samples[:4000, 0]))
    assert int(np.argmax(spectrum)) * 4 == pytest.approx(440, abs=8)


def test_every_channel_is_kept(tmp_path):
    path = tmp_path / "eight.wav"
    soundfile.write(path, tone(16_000, channels=8), 16_000)
    assert read_recording(path).shape == (8000, 8)


def test_of_a_stereo_clip_the_loudest_channel_is_heard(tmp_path):
    path = tmp_path / "dead-left.wav"
    stereo = tone(16_000, channels=2)
    stereo[:, 0] = 0
    soundfile.write(path, stereo, 16_000)
    assert np.abs(read_clip(path)).max() > 9000


def broken_file(folder, kind):
    path = folder / "broken.wav"
    match kind:
        case "missing":
            return path
        case "empty":
            path.write_bytes(b"")
        case "text":
            path.write_text("This is no sound, but it is longer than a header would be.")
        case "no samples":
            soundfile.write(path, np.zeros((0, 1), np.float32), 16_000)
        case "nan":
            wave = tone(16_000)
            wave[100] = np.nan
            soundfile.write(path, wave, 16_000, subtype="FLOAT")
        case "nine channels":
            soundfile.write(path, tone(16_000, channels=9), 16_000)
        case "4 kHz":
            soundfile.write(path, tone(4_000), 4_000)
        case "192 kHz":
            soundfile.write(path, tone(192_000), 192_000)
        case "zero channels":
            soundfile.write(path, tone(16_000), 16_000)
            whole = bytearray(path.read_bytes())
            whole[22:24] = b"\0\0"
            path.write_bytes(whole)
        case "folder":
            path.mkdir()
    return path


@pytest.mark.parametrize(
    "kind",
    ["missing", "empty", "text", "no samples", "nan", "nine channels", "4 kHz", "192 kHz", "zero channels", "folder"],
)
def test_what_is_no_recording_is_refused_by_name(tmp_path, kind):
    path = broken_file(tmp_path, kind)
    with pytest.raises(Trouble, match=r"broken\.wav") as trouble:
        read_recording(path)
    assert "\n" not in str(trouble.value)


def test_a_recording_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "out.wav"
    write_wav(path, np.zeros((16, 2), np.int16), 16_000)
    assert soundfile.info(path).channels == 2
    with pytest.raises(Trouble, match="does not exist"):
        write_wav(tmp_path / "nowhere" / "out.wav", np.zeros(16, np.int16), 16_000)
    with pytest.raises(Trouble, match="is a folder"):
        write_wav(tmp_path, np.zeros(16, np.int16), 16_000)
    assert [p.name for p in tmp_path.iterdir()] == ["out.wav"]
