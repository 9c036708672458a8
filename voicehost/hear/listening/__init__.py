"""From sound to utterance: voice activity, whose microphone it was, onset and end, and what is echo.

`Listener` is fed by the host's loop, `stream` and benches.
"""
