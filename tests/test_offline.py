"""Nothing leaves the house: libraries that would tell their makers about it are kept from doing so."""

import os
import subprocess
import sys


def test_no_network_keeps_a_diary_of_what_it_ran(tmp_path):
    """onnxruntime writes events and a device number into the cache folder and sends them later, unless it is told."""
    script = "from voicehost.hear.listening.vad import VoiceDetector; VoiceDetector(1)"
    environ = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    environ |= {"XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", script], check=True, env=environ)
    assert list(tmp_path.rglob("*")) == []
