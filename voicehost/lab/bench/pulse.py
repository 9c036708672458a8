"""A sound server of our own, with devices made of nothing: microphones and a loudspeaker for machines without any.

Every microphone is the monitor of a null sink into which somebody may play; the host's loudspeaker leaks into all of
them, as it does through air. PortAudio reaches them through ALSA's plugin, as it does on a PulseAudio desktop.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from voicehost.audio.portaudio import look_again
from voicehost.errors import Trouble

START_S: Final = 10.0
RATE: Final = 48_000
ALSA_CONFIG: Final = Path("/usr/share/alsa/alsa.conf")
NEEDED: Final = "pulseaudio, pactl (pulseaudio-utils) and ALSA's pulse plugin (libasound2-plugins)"
VARIABLES: Final = ("XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH", "PULSE_SERVER", "HOME", "ALSA_CONFIG_PATH")

SPEAKER: Final = "kitchen speaker"


def microphone(number: int) -> str:
    """The name of a microphone, counted from 0."""
    return f"table mic {number + 1}"


def mouth(number: int) -> str:
    """The name of the output device whose sound that microphone hears."""
    return f"child {number + 1}"


def missing() -> str | None:
    """What this computer lacks for a server of our own, or None."""
    lacking = [program for program in ("pulseaudio", "pactl") if shutil.which(program) is None]
    if not any(Path("/usr/lib").glob("*/alsa-lib/libasound_module_pcm_pulse.so")):
        lacking.append("libasound2-plugins")
    return f"there is no {', '.join(lacking)}" if lacking or not ALSA_CONFIG.is_file() else None


class PulseServer:
    """A context in which PortAudio sees only the devices of a server of our own.

    `leak_db`: how loud the loudspeaker is in every microphone, relative to what is played (None: not at all).
    Changes the environment of this process while it is entered; no stream may be open when it is entered or left.
    """

    def __init__(self, microphones: int = 1, *, leak_db: float | None = -20.0) -> None:
        self._microphones = microphones
        self._leak_db = leak_db
        self._kept: dict[str, str | None] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        if lack := missing():
            raise Trouble(f"A sound server of our own needs {NEEDED}; {lack}.")
        self._folder = tempfile.TemporaryDirectory(prefix="voicehost-pulse-")
        home = Path(self._folder.name)
        (home / "pulse").mkdir(mode=0o700)
        config = home / "alsa.conf"
        config.write_text(self._alsa(), encoding="utf-8")
        self._kept = {name: os.environ.pop(name, None) for name in VARIABLES}
        os.environ |= {
            "XDG_RUNTIME_DIR": str(home),
            "PULSE_RUNTIME_PATH": str(home / "pulse"),
            "HOME": str(home),
            "ALSA_CONFIG_PATH": str(config),
        }
        self.start()
        look_again()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        for name, value in self._kept.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
        if self._folder is not None:
            self._folder.cleanup()

    def start(self) -> None:
        """Start the server with its devices; also after `stop`."""
        modules = [f"module-null-sink sink_name=speaker rate={RATE} channels=2"]
        for number in range(self._microphones):
            modules.append(f"module-null-sink sink_name=mic{number} rate={RATE} channels=1")
        modules.append("module-native-protocol-unix")
        self._process = subprocess.Popen(
            ["pulseaudio", "--system=no", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"]
            + [f"--load={module}" for module in modules],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait()
        if self._leak_db is not None:
            for number in range(self._microphones):
                self._leak(number, self._leak_db)

    def stop(self) -> None:
        """End the server, as when it crashes."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None

    def unplug(self, number: int) -> None:
        """Let a microphone deliver nothing any more. (A device that is removed would be replaced by another.)"""
        self.control("suspend-sink", f"mic{number}", "1")

    def plug_in(self, number: int) -> None:
        """Let it deliver again."""
        self.control("suspend-sink", f"mic{number}", "0")

    def control(self, *words: str) -> str:
        """Say something to the server with pactl; its answer."""
        done = subprocess.run(["pactl", *words], capture_output=True, text=True, check=False, timeout=10)
        if done.returncode:
            raise Trouble(f"pactl {' '.join(words)} failed: {done.stderr.strip()}")
        return done.stdout.strip()

    def _wait(self) -> None:
        until = time.monotonic() + START_S
        while time.monotonic() < until:
            try:
                self.control("info")
                return
            except Trouble:
                time.sleep(0.05)
        raise Trouble("The sound server did not start; run pulseaudio by hand to see why.")

    def _leak(self, number: int, leak_db: float) -> None:
        arguments = ("source=speaker.monitor", f"sink=mic{number}", "latency_msec=20", "source_dont_move=true")
        module = self.control("load-module", "module-loopback", *arguments, "sink_dont_move=true")
        for line in self.control("list", "short", "sink-inputs").splitlines():
            index = line.split("\t")[0]
            if f'"{module}"' in self._owner(index):
                self.control("set-sink-input-volume", index, f"{leak_db}dB")

    def _owner(self, sink_input: str) -> str:
        """The module that made a sink input, in quotation marks."""
        text = self.control("list", "sink-inputs")
        part = text.split(f"Sink Input #{sink_input}\n")[1].split("Sink Input #")[0]
        module = next(line for line in part.splitlines() if "Owner Module:" in line)
        return f'"{module.split(":")[1].strip()}"'

    def _alsa(self) -> str:
        devices = [(SPEAKER, "speaker")]
        for number in range(self._microphones):
            devices.append((microphone(number), f"mic{number}.monitor"))
            devices.append((mouth(number), f"mic{number}"))
        entries = [f"<{ALSA_CONFIG}>"]
        for name, device in devices:
            entries.append(f'pcm."{name}" {{ type pulse device "{device}" hint {{ show on description "{name}" }} }}')
        return "\n".join(entries) + "\n"
