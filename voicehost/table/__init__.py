"""The table: who said what, in which order, and how it is answered; what races and turn games share.

`race` asks who called first, `turns` whose turn it is; an evening starts both.
"""
