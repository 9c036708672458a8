"""Telling: messages per language, voices, pronunciation, and earcons."""
