"""What must stay true in every state of a game, whatever is played: nothing appears and nothing is lost."""

from __future__ import annotations

from collections import Counter
from typing import Any

from voicehost.rules.hubi import DOOR, FOODS_OF_EACH, MIDNIGHT, NOWHERE, ROOMS, HubiState
from voicehost.rules.husch import BLOCKSBERG, WITCHES, HuschState
from voicehost.rules.spinnengift import (
    CARDS_OF_EACH,
    CHIPS_OF_EACH,
    GOBLIN,
    GOBLINS,
    INGREDIENTS,
    MONSTERS,
    STAR,
    SpinnengiftState,
)
from voicehost.rules.verhext import CARDS_OF_EACH as WITCHES_OF_EACH
from voicehost.rules.verhext import CARDS_TO_WIN, RING, VerhextState
from voicehost.rules.verhext import WITCHES as KINDS


class LawBroken(AssertionError):  # noqa: N818 - a law is broken, and that is the error
    """A state that the rules must never reach."""


def check(state: Any) -> None:
    """Raise LawBroken unless the whole state (secrets included) keeps the laws of its game."""
    match state:
        case HuschState():
            laws = _husch(state)
        case HubiState():
            laws = _hubi(state)
        case VerhextState():
            laws = _verhext(state)
        case SpinnengiftState():
            laws = _spinnengift(state)
        case _:
            raise TypeError(f"no laws for {type(state).__name__}")
    for law, kept in laws.items():
        if not kept:
            raise LawBroken(f"{law}: {state}")


def _husch(state: HuschState) -> dict[str, bool]:
    home = [space for space in state.spaces if space == BLOCKSBERG]
    return {
        "every witch sits under one hat": sorted(state.secret or WITCHES) == sorted(WITCHES),  # real hats: unknown
        "hats stand on the path": all(1 <= space <= BLOCKSBERG for space in state.spaces),
        "the game ends with the first witch on the Blocksberg": len(home) == (state.over is not None),
    }


def _hubi(state: HubiState) -> dict[str, bool]:
    secret = state.secret
    assert secret is not None
    seen = [(kind, hidden) for kind, hidden in zip(state.walls, secret.walls, strict=True) if kind]
    laid = Counter(state.foods)
    return {
        "walls are what was built": all(kind == hidden for kind, hidden in seen),
        "there is one magic door": secret.walls.count(DOOR) == 1,
        "nine chips lie in nine rooms": not laid or sorted(laid.values()) == [FOODS_OF_EACH - 1, FOODS_OF_EACH],
        "a found ghost is where he is": state.hubi in (NOWHERE, secret.ghost),
        "his chip is open once he is found": state.hubi == NOWHERE or state.turned[state.hubi],
        "he is found when his chip is open": not laid or state.turned[secret.ghost] == (state.hubi != NOWHERE),
        "figures stand in rooms": all(room in ROOMS for room in state.rooms),
        "the clock stops at midnight": 0 <= state.hour <= MIDNIGHT,
    }


def _verhext(state: VerhextState) -> dict[str, bool]:
    pile = state.secret or ()
    ring = [card.witch for place, card in enumerate(state.ring) if not (state.over and place == state.witch)]
    cards = Counter([*ring, *(card.witch for card in pile), *(card for won in state.won for card in won)])
    return {
        "thirty cards, five of each kind": cards == Counter(dict.fromkeys(KINDS, WITCHES_OF_EACH)),
        "seven cards in the ring": len(state.ring) == RING,
        "the pile is as high as told": len(pile) == state.pile,
        "the pile cannot run out": state.pile >= 7,
        "nobody owns more than enough": all(len(won) <= CARDS_TO_WIN for won in state.won),
    }


def _spinnengift(state: SpinnengiftState) -> dict[str, bool]:
    cards = Counter(state.secret or ())
    shown = [(card, hidden) for card, hidden in zip(state.cards, state.secret or (), strict=True) if card]
    chips = Counter(state.chips)
    return {
        "23 cards": cards == Counter({**dict.fromkeys(INGREDIENTS, CARDS_OF_EACH), GOBLIN: GOBLINS}),
        "open cards show what they are": all(card == hidden for card, hidden in shown),
        "chips only leave": all(chips[holes] <= CHIPS_OF_EACH for holes in range(1, STAR + 1)),
        "two to six chips per monster": _chips_fit(state),
        "seven monsters": sum(state.monsters) <= MONSTERS,
        "medals are not negative": min(state.medals) >= 0,
    }


def _chips_fit(state: SpinnengiftState) -> bool:
    """Whether the chips that left the board can be in the cauldron or gone with the monsters (P13)."""
    gone = state.chips.count(0) - state.cauldron
    monsters = sum(state.monsters)
    return 2 * monsters <= gone <= 6 * monsters and 0 <= state.cauldron <= 6
