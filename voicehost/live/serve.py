"""The host as a speaker on the kitchen table: it sleeps until it is called, and after a crash goes on where it was."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final

from voicehost.errors import Trouble
from voicehost.evening.evening import Evening, EveningOptions
from voicehost.evening.sessions import Sessions
from voicehost.hear.ear import Reason
from voicehost.live.live import Now, ScriptOf
from voicehost.phrases.grammar import Grammar
from voicehost.table.parts import Part, listen, note, said_name, tell
from voicehost.table.script import Said, Script, Seating
from voicehost.tell.narrator import Narrator

NAP_MS: Final = 60_000.0  # it listens so long at a time
MARK: Final = "awake"  # this file is there while people play; after a crash it tells that they did

UNIT: Final = """\
# voicehost as a speaker on the kitchen table, started when the computer starts:
#
#   mkdir -p ~/.config/systemd/user
#   voicehost serve --unit > ~/.config/systemd/user/voicehost.service
#   systemctl --user enable --now voicehost
#   sudo loginctl enable-linger $USER      # also when nobody is logged in
#
# What it says about itself: journalctl --user -u voicehost -f

[Unit]
Description=voicehost, the voice at the kitchen table
After=pipewire.service pipewire-pulse.service pulseaudio.service sound.target
StartLimitIntervalSec=0

[Service]
ExecStart={command}
Restart=always
RestartSec=5

[Install]
WantedBy=default.target
"""


def kitchen_table(mark: Path) -> ScriptOf:
    """Sleep, play an evening, sleep again, forever. `mark` is a file that exists while people play."""

    def script(options: EveningOptions, sessions: Sessions, now: Now) -> Script:
        interrupted = mark.exists()
        for evening in count():  # each deals other games
            if not interrupted:
                yield from _sleep(options)
            _touch(mark)
            resume = interrupted and _can_go_on(sessions)
            yield from note("awake", resumed=resume)
            tonight = replace(options, resume=resume, seed=options.seed + evening)
            yield from Evening(tonight, sessions, now).script()
            mark.unlink(missing_ok=True)
            interrupted = False

    return script


def _can_go_on(sessions: Sessions) -> bool:
    """Whether there is a game to go on with. One that is damaged would end the program, and so would every restart."""
    if (latest := sessions.latest()) is None:
        return False
    try:
        sessions.events(latest)
    except Trouble:
        return False
    return True


def _sleep(options: EveningOptions) -> Part[None]:
    """Wait until somebody calls."""
    narrator = Narrator(None, options.langs, seed=options.seed, overlay=options.data)
    yield Seating(Grammar.load(None, options.langs, options.data), ())
    yield from note("asleep")
    until = (yield from tell(narrator.say("sleeping"))).end
    while True:
        until += NAP_MS
        while isinstance(said := (yield from listen("asleep", until)), Said):
            if said.reason is Reason.HEARD and said_name(said) == "wake":
                return


def _touch(mark: Path) -> None:
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:
        return  # then a crash is followed by sleep


def unit(command: Sequence[str]) -> str:
    """A systemd user unit that runs this command."""
    return UNIT.format(command=" ".join(map(_quoted, command)))


def _quoted(word: str) -> str:
    """A word as systemd reads it, without its specifiers and variables (systemd.syntax(7), systemd.service(5))."""
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return plain if plain == word and not re.search(r"\s|'|;", word) else f'"{plain}"'
