"""An evening from hello to good night: the lobby, one game after another, journals and resumed games.

`live` and typed play run it.
"""
