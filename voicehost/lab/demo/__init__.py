"""Synthetic people at simulated tables, whole games through the whole audio path.

`voicehost demo` and the benches run it.
"""
