"""Hearing: voice activity, onset, and the ears that say which phrase was called."""
