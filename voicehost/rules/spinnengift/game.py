"""The rules of Spinnengift."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final

from voicehost.rules.core import NATURE, Action, Event, Events, Game, Illegal, Odds, Result, Turn
from voicehost.rules.dice import Dice
from voicehost.rules.spinnengift.events import (
    CardPeeked,
    CardsHidden,
    CardTurned,
    CauldronFilled,
    ChipWon,
    DieRolled,
    GameOpened,
    GameWon,
    GoblinStruck,
    MedalsRunOut,
    MonsterFell,
    NoneLeft,
    NothingToWin,
    TurnPassed,
    WitchPlaced,
    WitchStayed,
    WitchWalked,
)
from voicehost.rules.spinnengift.kitchen import DIRECTIONS, KITCHENS
from voicehost.rules.spinnengift.pieces import (
    CARDS,
    CARDS_OF_EACH,
    CHIPS_AT_END,
    CHIPS_OF_EACH,
    GOBLIN,
    GOBLINS,
    HAZARD,
    INGREDIENTS,
    MEDALS,
    MONSTERS,
    PEEKS,
    STAR,
    Cauldron,
    Peek,
    Place,
    Roll,
    SpinnengiftState,
    Stay,
    TurnCard,
    Walk,
)

_ODDS: Final[Odds] = tuple((Roll(ingredient), 1) for ingredient in INGREDIENTS)
_ROLLS: Final[tuple[Action, ...]] = tuple(roll for roll, _ in _ODDS)
_CAULDRON: Final[tuple[Odds, ...]] = tuple(
    tuple((Cauldron(falls), weight) for falls, weight in ((False, 20 - hazard), (True, hazard)) if weight)
    for hazard in HAZARD
)


@dataclass(frozen=True)
class Spinnengift(Game[SpinnengiftState]):
    """`medals`: no more than so many are given out; None counts on when all 42 are gone (P17).
    `starter`: the last broom rider's seat (P4). `board`: which drawing of `kitchen` (P2)."""

    medals: int | None = None
    starter: int = 0
    board: str = "grid"

    name: ClassVar[str] = "spinnengift"
    seats: ClassVar[range] = range(2, 5)
    state: ClassVar[type[Any]] = SpinnengiftState
    actions: ClassVar[tuple[type[Action], ...]] = (Place, Peek, Stay, Walk, Roll, TurnCard, Cauldron)
    events: ClassVar[tuple[type[Event], ...]] = (
        GameOpened,
        WitchPlaced,
        CardPeeked,
        CardsHidden,
        TurnPassed,
        WitchStayed,
        WitchWalked,
        NothingToWin,
        DieRolled,
        NoneLeft,
        CardTurned,
        GoblinStruck,
        ChipWon,
        MedalsRunOut,
        CauldronFilled,
        MonsterFell,
        GameWon,
    )
    refusals: ClassVar[MappingProxyType[str, str]] = MappingProxyType(
        {
            "roll_first": "The die is rolled first.",
            "cauldron_first": "First it is seen whether a monster falls out of the cauldron.",
            "place_now": "The witches are placed first.",
            "peek_now": "Six cards are turned over first.",
            "move_now": "The witch stays or walks first.",
            "turn_now": "A card is turned over now.",
            "no_such_spot": "There is no such spot.",
            "not_one_hole": "Witches begin beside a chip with one hole.",
            "spot_taken": "Another witch begins beside that chip.",
            "no_such_card": "There is no such card.",
            "card_open": "That card lies face up already.",
            "no_such_direction": "There is no such direction; there are up, down, left and right.",
            "no_path": "No path goes there.",
            "too_far": "A witch walks one spot, or two over an empty one.",
            "chip_between": "Two spots can be walked only over an empty spot.",
            "back_again": "Back to the own spot is no move.",
        }
    )

    def __post_init__(self) -> None:
        few = type(self.medals) is int and 0 <= self.medals <= 1000
        self.check_option("medals", self.medals is None or few, "none, or a number up to 1000")
        self.check_option("starter", type(self.starter) is int and 0 <= self.starter < 4, "a seat")
        self.check_option("board", self.board in KITCHENS, ", ".join(KITCHENS))

    def setup(self, players: int, dice: Dice) -> SpinnengiftState:
        self.check_players(players)
        self.check_option("starter", self.starter < players, "a seat that is taken")
        chips = dice.shuffled(holes for holes in range(1, STAR + 1) for _ in range(CHIPS_OF_EACH))
        cards = dice.shuffled((*(kind for kind in INGREDIENTS for _ in range(CARDS_OF_EACH)), *[GOBLIN] * GOBLINS))
        return SpinnengiftState(
            players=players,
            seat=0,
            phase="place",
            chips=chips,
            spots=(),
            cards=("",) * len(CARDS),
            wanted="",
            found=0,
            cauldron=0,
            medals=(0,) * players,
            monsters=(0,) * players,
            short=False,
            over=None,
            secret=cards,
        )

    def opening(self, state: SpinnengiftState) -> Events:
        return (GameOpened(state.players, state.seat),)

    def turn(self, state: SpinnengiftState) -> Turn:
        if state.over is not None:
            return Turn(())
        if state.phase in ("roll", "cauldron"):
            return Turn((NATURE,), hand=state.seat)
        return Turn((state.seat,))

    def result(self, state: SpinnengiftState) -> Result | None:
        return state.over

    def odds(self, state: SpinnengiftState) -> Odds:
        if state.over is not None:
            return ()
        if state.phase == "roll":
            return _ODDS
        return _CAULDRON[state.cauldron - 1] if state.phase == "cauldron" else ()

    def legal(self, state: SpinnengiftState, seat: int) -> tuple[Action, ...]:
        if seat not in self.turn(state).seats:
            return ()
        match state.phase:
            case "place":
                free = (spot for spot, holes in enumerate(state.chips) if holes == 1)
                return tuple(Place(seat, spot) for spot in free if spot not in state.spots)
            case "peek":
                return tuple(Peek(seat, card) for card in CARDS if not state.cards[card])
            case "move":
                ways = KITCHENS[self.board].open_ways(state.spots[seat], state.chips)
                return (Stay(seat), *(Walk(seat, way.path) for way in ways))
            case "turn":
                return tuple(TurnCard(seat, card) for card in CARDS if not state.cards[card])
        return tuple(face for face, _ in self.odds(state))

    def out_of_turn(self, state: SpinnengiftState, action: Action) -> Illegal:
        if action.seat in (NATURE, state.seat):
            return self._not_yet(state)
        return super().out_of_turn(state, action)

    def objection(self, state: SpinnengiftState, action: Any) -> Illegal | None:
        match state.phase, action:
            case "place", Place(_, spot):
                if spot not in KITCHENS[self.board].spots:
                    return self.refuse("no_such_spot")
                if state.chips[spot] != 1:
                    return self.refuse("not_one_hole")
                return self.refuse("spot_taken") if spot in state.spots else None
            case ("peek", Peek(_, card)) | ("turn", TurnCard(_, card)):
                if card not in CARDS:
                    return self.refuse("no_such_card")
                return self.refuse("card_open") if state.cards[card] else None
            case "move", Stay():
                return None
            case "move", Walk(seat, path):
                return self._mind_walk(state, seat, path)
            case ("roll", Roll()) | ("cauldron", Cauldron()):
                known = any(action == face for face, _ in self.odds(state))
                return None if known else self.refuse("no_such_face", face=repr(action))
        return self._not_yet(state)

    def _not_yet(self, state: SpinnengiftState) -> Illegal:
        reasons = {"roll": "roll_first", "cauldron": "cauldron_first"}
        return self.refuse(reasons.get(state.phase, f"{state.phase}_now"))

    def _mind_walk(self, state: SpinnengiftState, seat: int, path: tuple[str, ...]) -> Illegal | None:
        """What speaks against a path (P5)."""
        board, start = KITCHENS[self.board], state.spots[seat]
        if len(path) not in (1, 2):
            return self.refuse("too_far")
        spot = start
        for direction in path:
            if direction not in DIRECTIONS:
                return self.refuse("no_such_direction")
            if direction not in board.paths[spot]:
                return self.refuse("no_path")
            over, spot = spot, board.paths[spot][direction]
        if spot == start:
            return self.refuse("back_again")
        return self.refuse("chip_between") if len(path) == 2 and state.chips[over] else None

    # --- what follows ---

    def step(self, state: SpinnengiftState, action: Any) -> tuple[SpinnengiftState, Events]:
        match action:
            case Place(seat, spot):
                return self._place(state, seat, spot)
            case Peek(seat, card):
                return self._peek(state, seat, card)
            case Stay(seat):
                spot = state.spots[seat]
                return self._stand(state, WitchStayed(seat, spot, state.chips[spot]))
            case Walk(seat, path):
                return self._walk(state, seat, path)
            case Roll(ingredient):
                return self._roll(state, ingredient)
            case TurnCard(seat, card):
                return self._turn_card(state, seat, card)
        return self._cauldron(state, action.falls)

    def _place(self, state: SpinnengiftState, seat: int, spot: int) -> tuple[SpinnengiftState, Events]:
        placed = state._replace(spots=(*state.spots, spot))
        event = WitchPlaced(seat, spot)
        if len(placed.spots) < state.players:
            return placed._replace(seat=seat + 1), (event, TurnPassed(seat + 1, "place", -1, 0))
        return placed._replace(seat=0, phase="peek"), (event, TurnPassed(0, "peek", placed.spots[0], 1))

    def _peek(self, state: SpinnengiftState, seat: int, card: int) -> tuple[SpinnengiftState, Events]:
        open_ = _show(state, card)
        peeked = state._replace(cards=open_, found=state.found + 1)
        event = CardPeeked(seat, card, open_[card], PEEKS - peeked.found)
        if peeked.found < PEEKS:
            return peeked, (event,)
        return self._begin_turn(peeked, self.starter, (event,))

    def _walk(self, state: SpinnengiftState, seat: int, path: tuple[str, ...]) -> tuple[SpinnengiftState, Events]:
        start = spot = state.spots[seat]
        for direction in path:
            spot = KITCHENS[self.board].paths[spot][direction]
        moved = state._replace(spots=(*state.spots[:seat], spot, *state.spots[seat + 1 :]))
        return self._stand(moved, WitchWalked(seat, start, spot, path, state.chips[spot]))

    def _stand(self, state: SpinnengiftState, event: WitchStayed | WitchWalked) -> tuple[SpinnengiftState, Events]:
        if event.holes:
            return state._replace(phase="roll"), (event,)
        return self._pass_turn(state, (event, NothingToWin(event.seat)))

    def _roll(self, state: SpinnengiftState, ingredient: str) -> tuple[SpinnengiftState, Events]:
        seat = state.seat
        rolled = DieRolled(seat, ingredient, state.found + 1, state.chips[state.spots[seat]])
        if state.cards.count(ingredient) == CARDS_OF_EACH:
            return self._pass_turn(state, (rolled, NoneLeft(seat, ingredient)))
        return state._replace(wanted=ingredient, phase="turn"), (rolled,)

    def _turn_card(self, state: SpinnengiftState, seat: int, card: int) -> tuple[SpinnengiftState, Events]:
        cards, spot = _show(state, card), state.spots[seat]
        shows, holes = cards[card], state.chips[spot]
        right = shows == state.wanted
        found = state.found + right
        turned = CardTurned(seat, card, shows, state.wanted, right, holes - found)
        state = state._replace(cards=cards, found=found, wanted="")
        if shows == GOBLIN:
            others = tuple((seat + step) % state.players for step in range(1, state.players))
            struck, taken, run_out = self._give_medals(state, dict.fromkeys(others, 1))
            return self._pass_turn(struck, (turned, GoblinStruck(seat, tuple(taken)), *run_out))
        if not right:
            return self._pass_turn(state, (turned,))
        if found < holes:
            return state._replace(phase="roll"), (turned,)
        won, taken, run_out = self._give_medals(state, {seat: 2 if holes == STAR else 1})
        chips = (*state.chips[:spot], 0, *state.chips[spot + 1 :])
        fed = won._replace(phase="cauldron", chips=chips, cauldron=state.cauldron + 1)
        chip_won = ChipWon(seat, spot, holes, taken.get(seat, 0), won.medals[seat])
        return fed, (turned, chip_won, *run_out)

    def _give_medals(
        self, state: SpinnengiftState, due: dict[int, int]
    ) -> tuple[SpinnengiftState, dict[int, int], Events]:
        """Give medals in the order of `due`; what each seat really took, and the news that none are left (P17)."""
        medals, taken = list(state.medals), dict[int, int]()
        supply = MEDALS if self.medals is None else self.medals
        for seat, number in due.items():
            given = number if self.medals is None else min(number, self.medals - sum(medals))
            if given:
                taken[seat] = given
                medals[seat] += given
        short = sum(state.medals) + sum(due.values()) > supply
        news: Events = (MedalsRunOut(supply, self.medals is None),) if short and not state.short else ()
        return state._replace(medals=tuple(medals), short=state.short or short), taken, news

    def _cauldron(self, state: SpinnengiftState, falls: bool) -> tuple[SpinnengiftState, Events]:
        seat = state.seat
        if not falls:
            return self._pass_turn(state, (CauldronFilled(seat, state.cauldron),))
        monsters = (*state.monsters[:seat], state.monsters[seat] + 1, *state.monsters[seat + 1 :])
        left = MONSTERS - sum(monsters)
        emptied = state._replace(monsters=monsters, cauldron=0)
        events = (MonsterFell(seat, monsters[seat], left),)
        return self._pass_turn(emptied, events) if left else self._end(emptied, "seventh_monster", events)

    def _pass_turn(self, state: SpinnengiftState, events: Events) -> tuple[SpinnengiftState, Events]:
        return self._begin_turn(state, (state.seat + 1) % state.players, events)

    def _begin_turn(self, state: SpinnengiftState, seat: int, events: Events) -> tuple[SpinnengiftState, Events]:
        """Cards face down (P11), then the next turn, unless only two chips are left (P15)."""
        shown = len(CARDS) - state.cards.count("")
        if shown:
            events = (*events, CardsHidden(shown))
        ready = state._replace(seat=seat, phase="move", cards=_ALL_HIDDEN, wanted="", found=0)
        if len(state.chips) - state.chips.count(0) <= CHIPS_AT_END:
            return self._end(ready, "two_chips", events)
        spot = state.spots[seat]
        return ready, (*events, TurnPassed(seat, "play", spot, state.chips[spot]))

    @staticmethod
    def _end(state: SpinnengiftState, reason: str, events: Events) -> tuple[SpinnengiftState, Events]:
        """Count medals and monsters; monsters decide a tie, and then it is shared (P16)."""
        scores = tuple(medals + monsters for medals, monsters in zip(state.medals, state.monsters, strict=True))
        best = max(scores)
        first = [seat for seat, score in enumerate(scores) if score == best]
        most = max(state.monsters[seat] for seat in first)
        winners = tuple(seat for seat in first if state.monsters[seat] == most)
        decided = "points" if len(first) == 1 else "monsters" if len(winners) == 1 else "shared"
        won = GameWon(winners, reason, decided, best, scores)
        return state._replace(over=Result(winners, reason, scores)), (*events, won)


_ALL_HIDDEN: Final = ("",) * len(CARDS)


def _show(state: SpinnengiftState, card: int) -> tuple[str, ...]:
    """The open cards with one more."""
    assert state.secret is not None, "what everybody sees cannot be played on"
    return (*state.cards[:card], state.secret[card], *state.cards[card + 1 :])
