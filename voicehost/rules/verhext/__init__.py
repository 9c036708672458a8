"""Verhext! (Bewitched!): eight dice are thrown, and whoever first shouts the right spell wins a card.

All seats answer one throw at the same time, so a round is more than a turn. A `Call` carries the onset of
the voice in milliseconds, and only that decides who was first; calls may arrive in any order. A wrong call
is out at once (V8), a right one is kept, and the round is judged when nobody who could change the verdict
is left: every seat has answered, or the host's `Settle` promises that no call with an onset up to a time
can still arrive.

Rules V1 to V18. Open in the rulebook and decided here: the composition of the cards (V2), the free order of
two spells (V7), no flight after a round that nobody won (V8), and what counts as "at once" (V12).
"""

from voicehost.rules.verhext.events import (
    CallRight,
    CallWrong,
    CardDrawn,
    CardWon,
    DiceThrown,
    GameOpened,
    GameWon,
    NobodyRight,
    SeatPassed,
    ShakerChanged,
    Tohuwabohu,
    WitchFlew,
)
from voicehost.rules.verhext.game import FACES, NEVER, THROWS, Verhext, solve
from voicehost.rules.verhext.pieces import (
    ALIKE_TO_WIN,
    CARDS_OF_EACH,
    CARDS_TO_WIN,
    DICE,
    PIPS,
    RED_PIPS,
    RING,
    SYMBOLS,
    WITCHES,
    Answer,
    Call,
    Card,
    Pass,
    Settle,
    Size,
    Symbol,
    Throw,
    VerhextState,
)

__all__ = [
    "ALIKE_TO_WIN",
    "CARDS_OF_EACH",
    "CARDS_TO_WIN",
    "DICE",
    "FACES",
    "NEVER",
    "PIPS",
    "RED_PIPS",
    "RING",
    "SYMBOLS",
    "THROWS",
    "WITCHES",
    "Answer",
    "Call",
    "CallRight",
    "CallWrong",
    "Card",
    "CardDrawn",
    "CardWon",
    "DiceThrown",
    "GameOpened",
    "GameWon",
    "NobodyRight",
    "Pass",
    "SeatPassed",
    "Settle",
    "ShakerChanged",
    "Size",
    "Symbol",
    "Throw",
    "Tohuwabohu",
    "Verhext",
    "VerhextState",
    "WitchFlew",
    "solve",
]
