"""Who called first: Verhext! from shaking the cup to the verdict, spells joined to calls by onset.

`evening.games` starts it.
"""
