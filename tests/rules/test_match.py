"""A match and its journal: what is played can be resumed, what was changed is refused."""

import json
from typing import Any

import pytest

from voicehost.lab.simulation.bots import BOTS, SKILLS
from voicehost.rules import GAMES, NATURE, TABLE, Dice, Illegal, JournalError, Match
from voicehost.rules.hubi import Choose, EndTurn, Move, Raise, Spin
from voicehost.rules.husch import Lift, Roll, Swap
from voicehost.rules.match import checksum
from voicehost.rules.verhext import Call, Pass, Settle, Throw


def play(match: Match[Any], steps: int = 10_000) -> Match[Any]:
    """Let bots play on for some steps or to the end."""
    bots = [BOTS[match.game.name](seat, SKILLS["forgetful"], Dice(f"bot {seat}")) for seat in range(match.view.players)]
    for _ in range(steps):
        seats = match.turn.seats
        if not seats:
            break
        if NATURE in seats:
            match.throw()
        else:
            match.do(bots[seats[0]].choose(match.view, match.legal(seats[0])))
    return match


OPTIONS: dict[str, dict[str, Any]] = {
    "husch": {"swap": "may"},
    "hubi": {"expert": 4, "hubi": "random"},
    "verhext": {"expert": True, "window_ms": 150.0},
    "spinnengift": {"medals": 42, "starter": 1},
}


@pytest.fixture(params=GAMES)
def match(request: pytest.FixtureRequest) -> Match[Any]:
    """A match of each game, 100 steps into it."""
    return play(Match.new(request.param, players=3, seed=7, **OPTIONS[request.param]), steps=100)


def test_replay_equals_live(match: Match[Any]) -> None:
    """The resumed match has the same state, turn, result and journal."""
    again = Match.resume(match.lines)
    assert again.view == match.view
    assert again._state == match._state
    assert again.turn == match.turn
    assert again.game == match.game
    assert again.lines == match.lines
    assert not again.torn


def test_a_resumed_match_goes_on_as_if_never_interrupted(match: Match[Any]) -> None:
    """Later throws draw the same faces and the journals stay equal to the end."""
    assert play(Match.resume(match.lines)).lines == play(match).lines


def test_every_whole_beginning_of_a_journal_is_a_journal(match: Match[Any]) -> None:
    """A crash between two lines loses nothing that was written."""
    for length in range(1, len(match.lines), 9):
        assert Match.resume(match.lines[:length]).lines == match.lines[:length]


def test_a_torn_last_line_is_dropped_and_told(match: Match[Any]) -> None:
    """Wherever the last line was cut off; the match goes on from the line before."""
    *whole, last = match.lines
    for cut in (1, len(last) // 2, len(last) - 1):
        again = Match.resume([*whole, last[:cut]])
        assert again.torn
        assert again.lines == whole


def test_each_new_line_is_handed_out_at_once() -> None:
    """The shell can write every line before the table hears of it."""
    written: list[str] = []
    match = Match.new("husch", players=2, seed=1, journal=written.append)
    play(match, steps=20)
    assert written == match.lines
    later: list[str] = []
    again = Match.resume(written, journal=later.append)
    assert later == []
    play(again, steps=1)
    assert later == again.lines[len(written) :]


def test_a_line_that_cannot_be_written_has_not_happened() -> None:
    """A full disk stops the game before it tells what would be lost."""
    match = Match.new("husch", players=2, seed=1)

    def full(_: str) -> None:
        raise OSError("no space left")

    before = match.view
    match.write_to(full)
    with pytest.raises(OSError, match="no space"):
        match.throw()
    assert match.view == before
    assert len(match.lines) == 1
    assert Match.resume(match.lines).view == before


def broken(lines: list[str]) -> tuple[str, int]:
    """The reason and line of the refusal of a journal."""
    with pytest.raises(JournalError) as refused:
        Match.resume(lines)
    assert str(refused.value).endswith(".")
    return refused.value.reason, refused.value.line


def test_an_edited_line_is_refused_with_its_number(match: Match[Any]) -> None:
    """Whichever line was changed, the header too."""
    for number in (0, 1, len(match.lines) // 2, len(match.lines) - 1):
        entry = json.loads(match.lines[number])
        entry["seat" if number else "seed"] = 5
        lines = match.lines.copy()
        lines[number] = json.dumps(entry)
        assert broken(lines) == ("tampered", number + 1)


def test_missing_doubled_and_exchanged_lines_are_refused(match: Match[Any]) -> None:
    """The checksums go on from line to line."""
    lines = match.lines
    assert broken([*lines[:5], *lines[6:]]) == ("tampered", 6)
    assert broken([*lines[:6], *lines[5:]]) == ("tampered", 7)
    assert broken([*lines[:5], lines[6], lines[5], *lines[7:]]) == ("tampered", 6)
    assert broken(lines[1:]) == ("no_header", 1)


def test_what_is_no_journal_is_refused(match: Match[Any]) -> None:
    """Empty, not JSON, JSON of something else, damaged in the middle."""
    assert broken([]) == ("empty", 0)
    assert broken(["", "  "]) == ("empty", 0)
    assert broken(["Es war einmal"]) == ("not_json", 1)
    assert broken(["[1, 2]"]) == ("not_json", 1)
    assert broken(["[" * 100_000]) == ("not_json", 1)
    assert broken(['{"game": "husch"}']) == ("no_header", 1)
    assert broken([match.lines[0][:50]]) == ("not_json", 1)
    assert broken([*match.lines[:3], match.lines[3][:9], *match.lines[4:]]) == ("not_json", 4)


def resummed(entries: list[dict[str, Any]]) -> list[str]:
    """A forged journal: other entries with checksums that fit."""
    lines, total = [], ""
    for entry in entries:
        body = {key: value for key, value in entry.items() if key != "sum"}
        total = checksum(total, json.dumps(body, ensure_ascii=False, separators=(",", ":")))
        lines.append(json.dumps({**body, "sum": total}, ensure_ascii=False, separators=(",", ":")))
    return lines


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"voicehost": 2}, "other_version"),
        ({"version": 99}, "other_version"),
        ({"game": "chess"}, "bad_header"),
        ({"options": {"swap": "never"}}, "bad_header"),
        ({"options": {"rules": 1}}, "bad_header"),
        ({"options": []}, "bad_header"),
        ({"state": {}}, "bad_header"),
        ({"state": None}, "bad_header"),
        ({"drawn": "many"}, "bad_header"),
    ],
)
def test_headers_of_other_versions_and_impossible_ones_are_refused(change: dict[str, Any], reason: str) -> None:
    """Even if the checksum fits."""
    header = json.loads(Match.new("husch", players=2, seed=1).lines[0])
    assert broken(resummed([{**header, **change}])) == (reason, 1)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"seat": 0, "do": "Lift", "place": 1}, "refused"),
        ({"seat": -1, "do": "Roll", "face": "blue"}, "refused"),
        ({"seat": 0, "do": "Roll", "face": "pink"}, "bad_action"),
        ({"seat": -1, "do": "Roll"}, "bad_action"),
        ({"seat": -1, "do": "Roll", "face": 3}, "bad_action"),
        ({"seat": -1, "do": "Roll", "face": "pink", "more": 1}, "bad_action"),
        ({"seat": 0, "do": "Search"}, "bad_action"),
        ({"takeback": True}, "refused"),
        ({"seat": True, "do": "Lift", "place": 1}, "bad_action"),
        ({"seat": 0, "do": "Lift", "place": 1.0}, "bad_action"),
        ({}, "bad_action"),
    ],
)
def test_forged_lines_that_the_rules_do_not_allow_are_refused(entry: dict[str, Any], reason: str) -> None:
    """An action of another game, seat, shape or turn, with its line number."""
    header = json.loads(Match.new("husch", players=2, seed=1).lines[0])
    assert broken(resummed([header, entry])) == (reason, 2)


def test_rules_that_lead_elsewhere_are_found_by_the_digest(match: Match[Any]) -> None:
    """Every 32nd action carries a digest of the state."""
    entries = [json.loads(line) for line in match.lines]
    number = next(n for n, entry in enumerate(entries) if "digest" in entry)
    assert number == 32
    entries[number]["digest"] = "0" * 16
    assert broken(resummed(entries)) == ("other_state", number + 1)


def test_takeback_undoes_what_revealed_nothing() -> None:
    """Steps of a turn in Hubi, one after the other, back to the throw."""
    match = Match.new("hubi", players=2, seed=3)
    match.do(Choose(0, "mouse", 0))
    match.do(Choose(1, "rabbit", 8))
    assert match.takeback()
    assert match.takeback()
    assert not match.takeback()
    match.do(Choose(0, "rabbit", 2))
    match.do(Choose(1, "mouse", 0))
    match.throw(Spin(3))
    assert not match.takeback()
    match.do(EndTurn(0))
    assert match.takeback()
    assert match.turn.seats == (0,)
    assert Match.resume(match.lines).view == match.view


def test_takeback_is_refused_past_a_reveal() -> None:
    """What has been seen cannot be unseen; what came after it can be undone."""
    match = Match.new("hubi", players=2, seed=3, free=11, holes=0, windows=0)
    match.do(Choose(0, "mouse", 0))
    match.do(Choose(1, "rabbit", 8))
    match.throw(Spin(3))
    direction = next(a.direction for a in match.legal(0) if isinstance(a, Raise))
    match.do(Raise(0, direction))
    assert not match.takeback()
    if match.why_not(Move(0, direction)) is None:
        match.do(Move(0, direction))
        assert match.takeback()
    assert not match.takeback()
    assert match.view.points == 2


def test_an_exchange_of_hats_can_be_taken_back_but_a_lifted_hat_cannot() -> None:
    """The exchange was unseen; the witch was seen."""
    match = Match.new("husch", players=2, seed=1)
    match.throw(Roll("arrow"))
    secret = match._state.secret
    match.do(Swap(0, 1, 3))
    assert match.takeback()
    assert match._state.secret == secret
    match.do(Swap(0, 0, 1))
    match.throw(Roll("pink"))
    match.do(Lift(1, 2))
    assert not match.takeback()


def test_a_misheard_call_can_be_taken_back() -> None:
    """As long as its round is open; taking back is a line of the journal."""
    match = Match.new("verhext", players=3, seed=1)
    match.throw(Throw((4, 2, 1), 3))
    match.do(Call(1, ("bat",), 800.0))
    match.do(Pass(2))
    assert match.takeback()
    assert match.takeback()
    assert match.turn.seats == (0, 1, 2, TABLE)
    assert json.loads(match.lines[-1])["takeback"] is True
    assert Match.resume(match.lines).view == match.view


def test_throw_takes_a_real_face_or_draws_one() -> None:
    """A face that the die does not have is refused; a real face uses up no chance."""
    match = Match.new("husch", players=2, seed=1)
    drawn = match._dice.drawn
    for face in (Roll("blue"), Lift(0, 1)):
        with pytest.raises(Illegal) as refused:
            match.throw(face)
        assert refused.value.reason == "no_such_face"
    match.throw(Roll("pink"))
    assert match._dice.drawn == drawn
    with pytest.raises(Illegal) as refused:
        match.throw()
    assert refused.value.reason == "not_now"
    match.do(match.legal()[0])


def test_a_refused_action_changes_nothing(match: Match[Any]) -> None:
    """Neither the state nor the journal."""
    view, lines = match.view, match.lines.copy()
    for wrong in (Settle(-5.0), Lift(9, 0), Lift(0, 77), Throw((9, 9, 9), 9)):
        with pytest.raises(Illegal):
            match.do(wrong)
    assert (match.view, match.lines) == (view, lines)


def test_legal_is_for_one_seat_or_for_all_on_turn() -> None:
    """In Verhext all answer at once."""
    match = Match.new("verhext", players=2, seed=1)
    assert len(match.legal()) == 216
    match.throw()
    assert len(match.legal()) == 2 * 7 + 1
    assert len(match.legal(0)) == 7
    assert match.legal(NATURE) == ()


def test_unknown_games_are_refused() -> None:
    """The refusal lists the known ones."""
    with pytest.raises(Illegal) as refused:
        Match.new("chess", players=2, seed=1)
    assert refused.value.reason == "unknown_game"
    assert "husch" in str(refused.value)


def test_the_same_seed_deals_the_same_game() -> None:
    """And another seed another one; whole numbers and words are seeds alike."""
    first, same, other = (Match.new("spinnengift", players=2, seed=seed) for seed in ("7", 7, 8))
    assert first._state == same._state
    assert first._state != other._state


def test_what_all_can_see_keeps_no_secret(match: Match[Any]) -> None:
    """The view has an empty secret and equal views for equal knowledge."""
    assert match.view.secret is None
    assert match.opening
