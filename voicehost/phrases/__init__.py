"""Sentences: templates, closed sets, and fuzzy matching of text to meanings.

`grammars/<language>/` holds what children may say, as templates that a parent can edit. `source` reads those
files and remembers every line, `templates` and `language` say what they can say, `grammar` gives the closed
set of a game state over all languages, `match` finds typed or dictated text in a closed set. What a sentence
means is an `Intent`; what is done about it is the table's business.
"""

from voicehost.phrases.grammar import Grammar, games
from voicehost.phrases.intent import Intent
from voicehost.phrases.match import Habits, TextMatch, match_text

__all__ = ["Grammar", "Habits", "Intent", "TextMatch", "games", "match_text"]
