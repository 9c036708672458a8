"""Sentences: templates, closed sets, and fuzzy matching of text to meanings."""
