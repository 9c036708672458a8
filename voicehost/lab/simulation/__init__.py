"""Bots that know the rules, games by the thousand, and the laws that none may break.

`voicehost simulate` and the tests run it.
"""
