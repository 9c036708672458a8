"""voicehost: an offline voice host for children's board games at the kitchen table."""

import os

__version__ = "0.1.0"

# onnxruntime keeps a number for this computer and sends its maker what it ran; nothing here goes over the network.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
