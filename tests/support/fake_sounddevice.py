"""A stand-in for the module sounddevice: devices that a test can fill, block, unplug and plug in again."""

from types import SimpleNamespace

import numpy as np


class PortAudioError(Exception):
    """As sounddevice raises it: a text, then PortAudio's number."""


def device(name, inputs=0, outputs=0, rate=48_000):
    return {
        "name": name,
        "hostapi": 0,
        "max_input_channels": inputs,
        "max_output_channels": outputs,
        "default_samplerate": float(rate),
    }


class Stream:
    def __init__(self, module, kind, options):
        self.module, self.kind = module, kind
        self.device = module.devices[options["device"]]["name"]
        self.samplerate, self.channels = options["samplerate"], options["channels"]
        self.callback = options["callback"]
        self.latency = 0.05
        self.active = self.closed = False

    def start(self):
        if "start" in self.module.refuses:
            raise PortAudioError("busy", -9985)
        self.active = True

    def close(self, ignore_errors=True):
        self.active, self.closed = False, True


class FakeSounddevice:
    """Put it into sys.modules["sounddevice"]. `streams` are all that were opened."""

    PortAudioError = PortAudioError

    def __init__(self, *devices):
        self.devices = list(devices)
        self.refuses = set()  # "start", or (rate, channels) that cannot be opened
        self.error = PortAudioError("Invalid device", -9996)
        self.streams = []
        self.looked_again = 0
        self.default = SimpleNamespace(device=[0, 1])

    def query_devices(self):
        return self.devices

    def query_hostapis(self):
        return [{"name": "Fake"}]

    def _terminate(self):
        self.looked_again += 1

    def _initialize(self):
        pass

    def InputStream(self, **options):  # noqa: N802 - sounddevice's name
        return self._open("input", options)

    def OutputStream(self, **options):  # noqa: N802 - sounddevice's name
        return self._open("output", options)

    def _open(self, kind, options):
        if options["device"] >= len(self.devices) or (options["samplerate"], options["channels"]) in self.refuses:
            raise self.error
        if options["channels"] > self.devices[options["device"]][f"max_{kind}_channels"]:
            raise PortAudioError("Invalid number of channels", -9998)
        self.streams.append(Stream(self, kind, options))
        return self.streams[-1]

    def stream(self, name):
        """The open stream of a device."""
        return next(s for s in reversed(self.streams) if s.device == name and not s.closed)

    def capture(self, name, samples, adc=0.0, now=0.0, overflow=False):
        """Let a microphone's callback come once; int16 [n, channels]."""
        clock = SimpleNamespace(inputBufferAdcTime=adc, currentTime=now)
        self.stream(name).callback(samples, len(samples), clock, SimpleNamespace(input_overflow=overflow))

    def played(self, name, frames, ahead=0.05):
        """Let a loudspeaker's callback come once; what it puts out, float32 [frames, channels]."""
        stream = self.stream(name)
        out = np.full((frames, stream.channels), 9.0, np.float32)
        clock = SimpleNamespace(outputBufferDacTime=100.0 + ahead, currentTime=100.0)
        stream.callback(out, frames, clock, SimpleNamespace(output_underflow=False))
        return out
