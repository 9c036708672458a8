"""The built-in ear: Whisper's encoder listens, and a closed set is scored in one token trie.

`choose` opens it; nobody else needs to know how it hears.
"""
