"""The streaming ear: Vosk listens along while somebody speaks, through the words that its model has.

`choose` opens it where a model is installed.
"""
