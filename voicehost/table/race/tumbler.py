"""The real dice of Verhext!: seven witch dice and a white one, read aloud in any order until the throw is known.

Two of the three symbols are enough, since there are seven dice. While they are read nobody knows where the witch will
land: the card is told last, and then the race is on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from voicehost.hear.ear import Reason
from voicehost.rules import verhext as rules
from voicehost.table.confirm import made_sure
from voicehost.table.parts import Part, listen, note, tell
from voicehost.table.script import Aside, Cue, Quiet, Said
from voicehost.tell.narrator import Narrator

READ_MS: Final = 12_000.0  # silence after which is said how dice are read


def read_throw(narrator: Narrator, shaker: int, *, explain: bool) -> Part[rules.Throw]:
    """Listen to the faces, read aloud by anybody, until they make one throw. `explain` how they are read, or not."""
    told = yield from tell([*narrator.say("shake", seat=shaker), *(narrator.say("help-dice") if explain else ())])
    counts: dict[str, int] = {}
    pips = 0
    until = told.end + READ_MS
    while (whole := _whole(counts)) is None or not pips:
        reply = yield from listen("dice", until)
        until = (reply.settled if isinstance(reply, Quiet) else reply.end) + READ_MS
        if isinstance(reply, Quiet):
            until = (yield from tell(narrator.say("help-dice"))).end + READ_MS
        read = (yield from _meant(reply, narrator)) if isinstance(reply, Said) else None
        if read is None or read.intent is None:
            continue
        if read.intent.name == "pips":
            pips = int(read.intent.get("pips") or 0)
        elif read.intent.name == "count":
            counts[read.intent.get("symbol") or ""] = int(read.intent.get("count") or 0)
        else:  # table talk that was confirmed
            yield Aside(read, "dice")
            continue
        yield Cue("heard")
        if sum(counts.values()) > rules.DICE or (len(counts) == len(rules.SYMBOLS) and _whole(counts) is None):
            yield from note("refused", reason="no_such_face", seat=reply.seat if isinstance(reply, Said) else None)
            yield from tell(narrator.refuse("no_such_face"))
            counts.clear()
    return rules.Throw(whole, pips)


def _meant(said: Said, narrator: Narrator) -> Part[Said | None]:
    """What was read, once it is certain."""
    if said.intent is None or said.reason not in (Reason.HEARD, Reason.UNSURE) or said.phrase is None:
        yield from note("missed", reason=said.reason.value, seat=said.seat)
        yield from tell(narrator.say("say-again", to=said.seat))
        return None
    meant = yield from made_sure(said, narrator, "dice")
    if meant is None:
        yield from tell(narrator.say("say-again", to=said.seat))
    return meant


def _whole(counts: Mapping[str, int]) -> tuple[int, int, int] | None:
    """The throw, if what has been read leaves only one."""
    left = rules.DICE - sum(counts.values())
    missing = [symbol for symbol in rules.SYMBOLS if symbol not in counts]
    if left < 0 or (left > 0 and len(missing) != 1):
        return None
    cats, brooms, bats = (counts.get(symbol, left) for symbol in rules.SYMBOLS)
    return cats, brooms, bats
