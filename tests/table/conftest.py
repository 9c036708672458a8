"""Makes the stage importable for the tests of scripts, and the made-up PortAudio for those of live tables."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "audio"))
