"""Finding out what is wrong: every check is one plain sentence and, where it is needed, what to do.

Each check is a function that yields findings. None of them raises for anything that a user could meet.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import numpy as np
from platformdirs import user_state_path

from voicehost.audio import measure
from voicehost.audio.devices import INPUT, OUTPUT, Device, Microphone, find_device, list_devices
from voicehost.audio.loudspeaker import Loudspeaker
from voicehost.audio.microphones import BLOCK, Microphones
from voicehost.audio.portaudio import DeviceLost, portaudio
from voicehost.errors import Trouble
from voicehost.hear.choose import SOON_MS
from voicehost.hear.ear import SAMPLE_RATE, Samples
from voicehost.live.ears import open_table_ear
from voicehost.live.speed import answer_ms, race_phrases
from voicehost.settings import Settings, settings_path
from voicehost.tell.clip import SPEECH_RATE
from voicehost.tell.narrator import Line
from voicehost.tell.speech import Speech
from voicehost.tell.voice import choose_voice, voices_for
from voicehost.whole import need_writable

SETTLE_S: Final = 1.0  # at first a driver may be half a second wrong about when sound was captured
LISTEN_S: Final = 2.0  # of the room's noise
VOICE_S: Final = 4.0  # in which somebody should speak
ECHO_S: Final = 1.5
QUIET_DBFS: Final = -42.0  # a voice below is too quiet to be judged well
NOISY_DBFS: Final = -40.0  # a room above is too loud
HUM_DB: Final = 3.0
CLIPPED_SHARE: Final = 1e-4
FREE_BYTES: Final = 200_000_000
SHARE_OF_TAIL: Final = 1.2  # a measured tail is given so much room
LONG_TAIL_MS: Final = 800.0


class Health(StrEnum):
    """How serious a finding is."""

    FINE = "fine"
    WARNING = "warning"  # it works, but not well
    BROKEN = "broken"  # nobody can play like this
    SKIPPED = "skipped"  # could not be found out


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about one thing, and what to do about it."""

    check: str
    health: Health
    sentence: str
    advice: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


Meter = Callable[[str, float], None]  # what is going on, and the level in dBFS


@dataclass(frozen=True, slots=True)
class Patient:
    """What is examined. `sound`: whether anything may be played and recorded; `voice`: whether somebody will speak;
    `data`: a folder laid over grammars/ and voices/; `unread`: why the settings could not be used."""

    langs: Sequence[str]
    settings: Settings
    microphones: Sequence[Microphone] = (Microphone(),)
    speaker: str | None = None
    ear: str = "auto"
    sound: bool = True
    voice: bool = True
    data: Path | None = None
    unread: str = ""


def examine(patient: Patient, meter: Meter = lambda what, level: None) -> Iterator[Finding]:
    """All findings, one after another."""
    yield _settings(patient)
    yield _disk()
    yield from _voices(patient)
    yield from _ears(patient)
    found = list(_devices(patient))
    yield from found
    if patient.sound and not any(one.health is Health.BROKEN for one in found):
        yield from _sound(patient, meter)
    elif patient.sound:
        yield Finding("sound", Health.SKIPPED, "Nothing could be played or recorded.")


# --- what needs no devices --------------------------------------------------------------------------------------------


def _settings(patient: Patient) -> Finding:
    path = settings_path()
    if patient.unread:
        return Finding("settings", Health.BROKEN, "The settings cannot be used.", patient.unread)
    if not path.is_file():
        return Finding("settings", Health.FINE, f"There is no settings file; the defaults are used ({path}).")
    count = len(patient.settings.origins)
    return Finding("settings", Health.FINE, f"{count} settings are read from {path} and the environment.")


def _disk() -> Finding:
    folder = user_state_path("voicehost", appauthor=False)
    while not folder.is_dir():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    facts = {"free_mb": free // 1_000_000}
    sentence = f"{free / 1e9:.1f} GB are free where games are kept."
    if free < FREE_BYTES:
        return Finding("disk", Health.WARNING, sentence, f"Make room on the disk that holds {folder}.", facts)
    try:
        need_writable(folder / "game")
    except Trouble as trouble:
        return Finding(
            "disk", Health.WARNING, "Games cannot be kept: what is interrupted is lost.", str(trouble), facts
        )
    return Finding("disk", Health.FINE, sentence, facts=facts)


def _voices(patient: Patient) -> Iterator[Finding]:
    voices, data = patient.settings.voices, patient.data
    for lang in patient.langs:
        facts = {"lang": lang}
        try:
            voice = choose_voice(lang, voices.get(lang), overlay=data)
            Speech.of([lang], voices, overlay=data).render([Line("1, 2, 3", lang)])
        except Trouble as trouble:
            yield Finding("voice", Health.BROKEN, f"The voice for {lang} does not speak.", str(trouble), facts)
            continue
        better = f"`voicehost models install {lang}` brings a voice that sounds more natural."
        advice = "" if any(choice.model for choice in voices_for(lang, overlay=data)) else better
        yield Finding("voice", Health.FINE, f"{lang} is spoken by {voice.name}.", advice, facts)


def _ears(patient: Patient) -> Iterator[Finding]:
    try:
        ear, choice = open_table_ear(patient.ear, patient.langs, patient.data, measure=True)
    except Trouble as trouble:
        yield Finding("ear", Health.BROKEN, "Nothing can listen.", str(trouble))
        return
    yield Finding("ear", Health.FINE, choice.why, facts={"ear": choice.name})
    ms, phrases = answer_ms(ear, patient.langs, patient.data), len(race_phrases(patient.langs, patient.data))
    facts = {"hearing_ms": round(ms), "phrases": phrases}
    sentence = f"A call among {phrases} phrases is understood in {ms:.0f} ms on this computer."
    if ms > SOON_MS:
        advice = "Play with one language (--lang), or install Vosk: `voicehost models`."
        yield Finding("speed", Health.WARNING, sentence, advice, facts)
    else:
        yield Finding("speed", Health.FINE, sentence, facts=facts)


# --- devices ----------------------------------------------------------------------------------------------------------


def _devices(patient: Patient) -> Iterator[Finding]:
    try:
        portaudio()
    except Trouble as trouble:
        yield Finding("portaudio", Health.BROKEN, "The library PortAudio is missing.", str(trouble))
        return
    yield Finding("portaudio", Health.FINE, "PortAudio is here.")
    try:
        devices = list_devices()
    except Trouble as trouble:
        yield Finding("devices", Health.BROKEN, "The sound system does not answer.", str(trouble))
        return
    yield _all_devices(devices)
    for kind, names in ((INPUT, [m.device for m in patient.microphones]), (OUTPUT, [patient.speaker])):
        for name in dict.fromkeys(names):
            yield _device(name, kind, devices)


def _all_devices(devices: Sequence[Device]) -> Finding:
    """What may be named with --mic and --speaker."""
    able = {kind: [device for device in devices if device.channels(kind)] for kind in (INPUT, OUTPUT)}
    names = {kind: ", ".join(dict.fromkeys(one.name for one in able[kind])) or "none" for kind in able}
    facts = {
        f"{kind}s": [{"device": d.name, "channels": d.channels(kind), "sample_rate": d.rate} for d in able[kind]]
        for kind in able
    }
    sentence = f"Microphones here: {names[INPUT]}. Loudspeakers: {names[OUTPUT]}."
    return Finding("devices", Health.FINE, sentence, facts=facts)


def _device(name: str | None, kind: str, devices: Sequence[Device]) -> Finding:
    what = "microphone" if kind == INPUT else "loudspeaker"
    try:
        device = find_device(name, kind, devices)
    except Trouble as trouble:
        return Finding(what, Health.BROKEN, f"No {what} can be used.", str(trouble))
    facts = {
        "device": device.name,
        "driver": device.driver,
        "channels": device.channels(kind),
        "sample_rate": device.rate,
    }
    sentence = f"The {what} is {device.name} ({device.driver}, {device.rate} Hz, {device.channels(kind)} channels)."
    if kind == INPUT and device.is_monitor:
        advice = "It hears the computer itself and not the table; name a real microphone with --mic."
        return Finding(what, Health.WARNING, sentence, advice, facts)
    return Finding(what, Health.FINE, sentence, facts=facts)


# --- sound ------------------------------------------------------------------------------------------------------------


def _sound(patient: Patient, meter: Meter) -> Iterator[Finding]:
    microphones = Microphones(patient.microphones)
    loudspeaker = Loudspeaker(patient.speaker)
    try:
        with _open(microphones, loudspeaker):
            _record(microphones, SETTLE_S, meter, "the room")
            room = _record(microphones, LISTEN_S, meter, "the room")
            for channel, microphone in enumerate(patient.microphones):
                yield from _room(str(microphone), measure.levels(room[:, channel]))
            noise = [measure.levels(room[:, channel]).noise for channel in range(room.shape[1])]
            yield from _loop(patient, microphones, loudspeaker, noise)
            if patient.voice:
                voice = _record(microphones, VOICE_S, meter, "say something at the table")
                for channel, microphone in enumerate(patient.microphones):
                    yield _voice(str(microphone), measure.levels(voice[:, channel]), noise[channel])
    except Trouble as trouble:
        yield Finding("sound", Health.BROKEN, "The devices cannot be opened.", str(trouble))
    except DeviceLost as gone:
        yield Finding("sound", Health.BROKEN, f"A device stopped: {gone}.", "Check its cable and try again.")


@contextmanager
def _open(microphones: Microphones, loudspeaker: Loudspeaker) -> Iterator[None]:
    try:
        loudspeaker.open()
        microphones.open()
        yield
    finally:
        microphones.close()
        loudspeaker.close()


def _record(microphones: Microphones, seconds: float, meter: Meter, what: str) -> Samples:
    blocks = []
    for _ in range(round(seconds * SAMPLE_RATE / BLOCK)):
        block, _ = microphones.read()
        meter(what, measure.dbfs(float(np.square(block.astype(np.float64) / 32768).mean(axis=0).max())))
        blocks.append(block)
    return np.concatenate(blocks)


def _room(name: str, levels: measure.Levels) -> Iterator[Finding]:
    facts = {"microphone": name, "noise_dbfs": round(levels.noise, 1), "peak_dbfs": round(levels.peak, 1)}
    if levels.silent:
        advice = "It may be muted: look for a switch at the microphone, and at the input level in the sound settings."
        yield Finding("noise", Health.WARNING, f"{name} delivers nothing but digital silence.", advice, facts)
        return
    sentence = f"{name}: the room's noise is at {levels.noise:.0f} dBFS."
    if levels.noise > NOISY_DBFS:
        advice = "Turn off what hums or plays, or turn the input level down."
        yield Finding("noise", Health.WARNING, sentence, advice, facts)
    else:
        yield Finding("noise", Health.FINE, sentence, facts=facts)
    hum = {"microphone": name, "hum_db": round(levels.hum, 1), "mains_hz": levels.mains}
    if levels.hum > HUM_DB and levels.rms > -75:
        sentence = f"{name} hums at {levels.mains:.0f} Hz."
        yield Finding("hum", Health.WARNING, sentence, "Try another cable, socket or USB port.", hum)
    else:
        yield Finding("hum", Health.FINE, f"{name} does not hum.", facts=hum)


def _voice(name: str, levels: measure.Levels, noise: float) -> Finding:
    facts = {"microphone": name, "voice_dbfs": round(levels.rms, 1), "clipped": levels.clipped}
    if levels.clipped > CLIPPED_SHARE:
        return Finding("level", Health.WARNING, f"{name} is overdriven.", "Turn the input level down.", facts)
    if levels.rms < noise + 6:
        return Finding("level", Health.SKIPPED, f"{name}: nobody was heard.", "Speak while the meter runs.", facts)
    if levels.rms < QUIET_DBFS:
        advice = "Turn the input level up, or move the microphone closer."
        return Finding("level", Health.WARNING, f"{name}: voices are quiet ({levels.rms:.0f} dBFS).", advice, facts)
    return Finding("level", Health.FINE, f"{name}: voices come in at {levels.rms:.0f} dBFS.", facts=facts)


def _loop(
    patient: Patient, microphones: Microphones, loudspeaker: Loudspeaker, noise: Sequence[float]
) -> Iterator[Finding]:
    """Play a rising tone and find it in every microphone."""
    start = microphones.position
    began, _ = loudspeaker.play(measure.chirp(SPEECH_RATE), SPEECH_RATE)
    expected = round(microphones.position_at(began)) - start
    seconds = max(0.0, expected / SAMPLE_RATE) + measure.CHIRP_S + ECHO_S
    heard = _record(microphones, seconds, lambda what, level: None, "")
    for channel, microphone in enumerate(patient.microphones):
        yield from _echo(str(microphone), measure.loop(heard[:, channel], expected, noise[channel]))


def _echo(name: str, loop: measure.Loop) -> Iterator[Finding]:
    if not loop.found:
        advice = "Is the loudspeaker on, and its volume up? With headphones this is as it should be."
        yield Finding("echo", Health.WARNING, f"{name} does not hear the loudspeaker.", advice)
        return
    facts = {
        "microphone": name,
        "delay_ms": round(loop.delay_ms, 1),
        "echo_db": round(loop.coupling_db, 1),
        "reverb_s": round(loop.reverb_s, 2),
        "tail_ms": round(loop.tail_ms),
    }
    delay = f"{name} hears the loudspeaker {loop.delay_ms:.0f} ms later than the drivers say"
    if loop.direct:
        advice = "It is a monitor or a cable, not a microphone at the table; name another with --mic."
        yield Finding("echo", Health.WARNING, f"{delay}, without any air in between.", advice, facts)
        return
    sentence = f"{delay}, at {loop.coupling_db:.0f} dB; its echo lasts {loop.tail_ms:.0f} ms."
    tail = max(300, round(loop.tail_ms * SHARE_OF_TAIL, -1))
    advice = f"Set all three: voicehost settings delay_ms {loop.delay_ms:.0f}; voicehost settings tail_ms {tail:.0f}; "
    advice += f"voicehost settings echo_db {loop.coupling_db:.0f}"
    health = Health.WARNING if loop.tail_ms > LONG_TAIL_MS else Health.FINE
    yield Finding("echo", health, sentence, advice, facts)
