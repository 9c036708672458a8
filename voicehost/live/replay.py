"""A recording as the sound of a table: the same listener, ear and referee as in live play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from voicehost.audio.files import loudest_channel, read_recording
from voicehost.errors import Trouble
from voicehost.hear.ear import SAMPLE_RATE, Ear, Samples
from voicehost.hear.listening.listener import Listener
from voicehost.live.recording import match_with, parse_dice, referee_recording
from voicehost.phrases.grammar import Grammar
from voicehost.rules import Match
from voicehost.table.host import Entry, Host, Log, Silent
from voicehost.table.seats import need_game, seat_players

BLOCK: Final = SAMPLE_RATE // 10  # samples
CARDS: Final = ("many", "single")


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """What to referee, as given on the command line."""

    game: str
    file: Path
    langs: tuple[str, ...]
    dice: str | None = None
    card: str | None = None
    players: int | None = None
    names: str | None = None
    shared: bool = False
    window_ms: float = 100.0
    data: Path | None = None


class Recording:
    """Recorded sound as a `Source`: int16 [n, channels], one channel for each seat or one for all."""

    def __init__(self, samples: Samples) -> None:
        self.channels = int(samples.shape[1])
        self.lost = False
        self._blocks = (samples[first : first + BLOCK] for first in range(0, len(samples), BLOCK))

    def read(self) -> Samples | None:
        """The next 100 ms."""
        return next(self._blocks, None)


@dataclass(frozen=True, slots=True)
class Replay:
    """A recording that has been read and found to fit the game."""

    options: ReplayOptions
    samples: Samples
    names: tuple[str, ...]
    match: Match[Any] | None

    def run(self, ear: Ear, log: Log) -> None:
        """Referee it; every line of the timeline goes to `log`."""
        options = self.options
        source = Recording(self.samples)
        host = Host(
            source=source,
            mouth=Silent(),
            listener=Listener(source.channels),
            ear=ear,
            grammar=Grammar.load(options.game, options.langs, options.data),
            names=self.names,
            log=log,
        )
        shared = source.channels == 1
        host.prepare(["round+who" if shared else "round"])
        host.run(referee_recording(self.names, self.match, shared=shared, window=options.window_ms))
        seconds = round(len(self.samples) / SAMPLE_RATE, 2)
        log(Entry("summary", host.now, {"game": options.game, "file": options.file.name, "audio_s": seconds}))


def open_recording(options: ReplayOptions) -> Replay:
    """Read the recording and check it against the game. Raises Trouble."""
    if options.game != "verhext":
        need_game(options.game)
        raise Trouble(f"Only verhext can be refereed from a recording, not {options.game}.")
    if (options.dice is None) != (options.card is None):
        raise Trouble("A throw needs both: --dice with seven symbols and --card many or single.")
    if options.card is not None and options.card not in CARDS:
        raise Trouble(f"--card is {' or '.join(CARDS)}, not {options.card!r}.")
    counts = parse_dice(options.dice) if options.dice is not None else None
    samples = read_recording(options.file)
    if options.shared:
        samples = loudest_channel(samples)[:, None]
    channels = samples.shape[1]
    wanted = options.players or (None if options.names or channels == 1 else channels)
    players = seat_players(need_game(options.game), options.names, wanted, options.langs)
    if 1 < channels != len(players):
        raise Trouble(
            f"{options.file} has {channels} channels for {len(players)} players; give one name per channel, or "
            "--shared if all channels hear everybody."
        )
    match = None
    if counts is not None and options.card is not None:
        match = match_with(counts, options.card, len(players), window_ms=options.window_ms)
    return Replay(options, samples, tuple(player.name for player in players), match)
