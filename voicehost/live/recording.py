"""The script for a recording: nobody can be asked, so everything is heard first and judged at the end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from voicehost.errors import Trouble
from voicehost.hear.ear import Reason
from voicehost.rules import Illegal, Match
from voicehost.rules import verhext as rules
from voicehost.table.parts import Part, listen, note, note_event, said_name, seat_named
from voicehost.table.race.referee import JOIN_MS, Call, Referee, breath_prior
from voicehost.table.script import Quiet, Said, Script

SIGN_MS: Final = 8_000.0  # a call sign belongs to a call that ended at most so long before


def match_with(counts: tuple[int, int, int], size: str, players: int, **options: Any) -> Match[rules.VerhextState]:
    """A match in whose open round the dice lie as given and the witch will land on a card of this size."""
    for seed in range(100):
        match = Match.new("verhext", players=players, seed=seed, **options)
        game = match.game
        assert isinstance(game, rules.Verhext)
        for pips in rules.PIPS:
            target, _ = game.landing(match.view, pips)
            if rules.WITCHES[match.view.ring[target].witch] == size:
                match.throw(rules.Throw(counts, pips))
                return match
    raise AssertionError("every size of card lies in some ring")


def parse_dice(text: str) -> tuple[int, int, int]:
    """ "cat,cat,broom,..." as counts in the order of SYMBOLS. Raises Trouble unless it is a throw of seven dice."""
    faces = [face.strip().lower() for face in text.split(",") if face.strip()]
    unknown = sorted(set(faces) - set(rules.SYMBOLS))
    if unknown or len(faces) != rules.DICE:
        what = f"{', '.join(unknown)} is no symbol" if unknown else f"{len(faces)} dice were given"
        raise Trouble(f"--dice takes {rules.DICE} symbols out of {', '.join(rules.SYMBOLS)}; {what}.")
    cats, brooms, bats = (faces.count(symbol) for symbol in rules.SYMBOLS)
    return cats, brooms, bats


def referee_recording(
    names: Sequence[str],
    match: Match[rules.VerhextState] | None,
    *,
    shared: bool,
    window: float,
    join: float = JOIN_MS,
) -> Script:
    """Note every call of the recording and who was first; with a match, judge them by its open round.

    On a `shared` microphone a call sign names whose call the one before it was.
    """
    calls = yield from _all_calls(names, match, shared, join)
    for call in calls:
        facts = {"seat": call.seat, "name": None if call.seat is None else names[call.seat]}
        times = {"onset_ms": round(call.onset, 1), "end_ms": round(call.end, 1)}
        yield from note("call", **facts, spells=list(call.spells), **times, sure=call.sure)
    if match is None:
        yield from _first_of(calls, names, window)
    else:
        yield from _judge(calls, match)


def _all_calls(
    names: Sequence[str], match: Match[rules.VerhextState] | None, shared: bool, join: float
) -> Part[list[Call]]:
    # Without a throw nobody knows how many spells are due: any spell may get a second one.
    due = match.view.solution if match else rules.SYMBOLS
    referee = Referee(due, join=join)
    signs: list[tuple[float, int]] = []
    state = "round+who" if shared else "round"
    while not isinstance(reply := (yield from listen(state, math.inf, prior=breath_prior)), Quiet):
        if not isinstance(reply, Said):
            continue
        seat = seat_named(reply.intent, names) if said_name(reply) == "seat" else None
        if seat is not None and reply.reason is Reason.HEARD:
            signs.append((reply.onset, seat))
        else:
            referee.hear(reply)
    return _signed([call for call in referee.settle(math.inf) if call.understood], signs)


def _signed(calls: Sequence[Call], signs: Sequence[tuple[float, int]]) -> list[Call]:
    """Give every call without an owner the first call sign after it that no later call is nearer to."""
    signed = []
    for number, call in enumerate(calls):
        following = calls[number + 1].onset if number + 1 < len(calls) else math.inf
        until = min(following, call.end + SIGN_MS)
        owner = next((seat for at, seat in signs if call.end < at < until), None)
        signed.append(call if call.seat is not None else replace(call, seat=owner))
    return signed


def _first_of(calls: Sequence[Call], names: Sequence[str], window: float) -> Part[None]:
    """Without a throw: who called first, or who called together (V12)."""
    if not calls:
        yield from note("verdict", first=[], together=False)
        return
    together = [call for call in calls if call.onset <= calls[0].onset + window]
    first = [names[call.seat] if call.seat is not None else None for call in together]
    yield from note("verdict", first=first, together=len(together) > 1, onset_ms=round(calls[0].onset, 1))


def _judge(calls: Sequence[Call], match: Match[rules.VerhextState]) -> Part[None]:
    """Put the calls to the rules in order of their onsets, then close the round."""
    for call in calls:
        if call.seat is None or not call.sure:
            reason = "unknown_caller" if call.seat is None else "unsure"
            yield from note("refused", reason=reason, onset_ms=round(call.onset, 1))
            continue
        action: Any = rules.Call(call.seat, call.spells, call.onset) if call.spells else rules.Pass(call.seat)  # type: ignore[arg-type]
        try:
            events = match.do(action)
        except Illegal as refusal:
            yield from note("refused", reason=refusal.reason, seat=call.seat, onset_ms=round(call.onset, 1))
            continue
        for event in events:
            yield from note_event(event)
    yield from _close(match)


def _close(match: Match[rules.VerhextState]) -> Part[None]:
    """The recording is over: what was not called by now will not be called."""
    number = match.view.round
    if match.view.pips and match.view.right:
        window = match.game.options()["window_ms"]
        for event in match.do(rules.Settle(match.view.right[0][0] + window)):
            yield from note_event(event)
    while match.view.pips and match.view.round == number:
        for event in match.do(rules.Pass(next(seat for seat in match.turn.seats if seat >= 0))):
            yield from note_event(event)
