"""Whose turn is it, and what did it do: Husch, Hubi and Spinnengift, one script for all three.

`evening.games` starts it.
"""
