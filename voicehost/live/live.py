"""An evening on real devices, and the same evening once more from its recording."""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from voicehost.audio.devices import Microphone
from voicehost.audio.loudspeaker import Loudspeaker
from voicehost.audio.microphones import BLOCK, Microphones
from voicehost.audio.session import SessionFile, SessionRecorder
from voicehost.errors import Trouble
from voicehost.evening.evening import Evening, EveningOptions
from voicehost.evening.sessions import Sessions
from voicehost.hear.ear import SAMPLE_RATE, Ear, Phrase, Samples, StreamingEar, Utterance
from voicehost.hear.listening.listener import Listener
from voicehost.live.ears import open_table_ear
from voicehost.live.live_table import HOST, MORE, LiveTable
from voicehost.phrases.grammar import Grammar
from voicehost.table.host import Entry, Host, Log, Mouth, SoundEnded, Sounding, Source
from voicehost.table.script import Script
from voicehost.tell.cache import ClipCache, default_folder
from voicehost.tell.narrator import Line, Narrator, Player
from voicehost.tell.speech import Speech

WARM_STATES: Final = ("lobby", "confirm", "asleep", "paused")  # asked for before any game
LONGEST_S: Final = 7.0  # no utterance is longer, with what is heard around it
NOISE: Final = 1000.0  # amplitude of int16
KEPT: Final = ("game", "expert", "dice", "options", "resume", "seed")  # what a recording keeps of EveningOptions


@dataclass(frozen=True, slots=True)
class LiveOptions:
    """Which devices, and how they are used. `owners`: the players whose own microphones these are, in their order;
    `voices`: language -> voice; `tail_ms`: so long does the host's echo last; `delay_ms`: see `LiveTable`;
    `echo_db`: see `Echo`."""

    microphones: tuple[Microphone, ...] = (Microphone(),)
    owners: tuple[str, ...] = ()
    speaker: str | None = None
    volume_db: float = 0.0
    rate: float = 1.0
    voices: Mapping[str, str] = field(default_factory=dict)
    tail_ms: float = 400.0
    delay_ms: float = 0.0
    echo_db: float | None = None
    ear: str = "auto"
    record: Path | None = None


def parse_microphones(asked: Sequence[str]) -> tuple[tuple[Microphone, ...], tuple[str, ...]]:
    """`--mic` options: one for all (`NAME`), or one for each player (`anna=NAME`). The microphones and their owners.

    Raises Trouble where the two are mixed.
    """
    pairs = [text.partition("=") for text in asked]
    owned = [bool(equals) for _, equals, _ in pairs]
    if not pairs:
        return (Microphone(),), ()
    if any(owned) and not all(owned):
        raise Trouble("Give --mic once for all, or once for each player as --mic NAME=DEVICE; not both.")
    if not any(owned) and len(pairs) > 1:
        raise Trouble("Several microphones need owners: write --mic anna=DEVICE --mic ben=DEVICE.")
    if owned[0]:
        return tuple(Microphone.parse(device) for _, _, device in pairs), tuple(owner.strip() for owner, _, _ in pairs)
    return (Microphone.parse(asked[0]),), ()


def seat_owners(owners: Sequence[str], players: Sequence[Player]) -> tuple[int, ...]:
    """The microphone of each player, () if nobody owns one. Raises Trouble if somebody is left without."""
    if not owners:
        return ()
    known = [owner.lower() for owner in owners]
    lacking = [player.name for player in players if player.name.lower() not in known]
    if lacking or len(known) != len(players) or len(set(known)) != len(known):
        who = ", ".join(lacking or owners)
        raise Trouble(f"Every player needs one microphone of their own; look at --mic and --names for {who}.")
    return tuple(known.index(player.name.lower()) for player in players)


Now = Callable[[], datetime]
ScriptOf = Callable[[EveningOptions, Sessions, Now], Script]


def one_evening(options: EveningOptions, sessions: Sessions, now: Now) -> Script:
    """From hello to good night."""
    return Evening(options, sessions, now).script()


def play_live(
    evening: EveningOptions,
    live: LiveOptions | None = None,
    log: Log = lambda entry: None,
    *,
    script: ScriptOf = one_evening,
    patient: bool = False,
    sessions: Sessions | None = None,
    ear: Ear | None = None,
) -> None:
    """Play until the script ends. Every line of the timeline goes to `log`.

    Raises Trouble for what cannot be played at all, unless `patient`: then devices that are not there yet are waited
    for, as are those that are lost on the way.
    """
    live = live or LiveOptions()
    listening = ear or open_table_ear(live.ear, evening.langs, evening.data)[0]
    speech = Speech.of(
        evening.langs, live.voices, overlay=evening.data, cache=ClipCache(default_folder()), rate=live.rate
    )

    def notice(kind: str, sentence: str) -> None:
        log(Entry("trouble", microphones.position * 1000 / SAMPLE_RATE, {"trouble": kind, "text": sentence}))

    def unwritten(sentence: str) -> None:
        notice("unwritten", sentence)
        table.warn("game-unwritten")

    sessions = sessions or Sessions(notice=unwritten)
    microphones = Microphones(live.microphones, lambda text: notice("sound", text))
    table = LiveTable(
        microphones,
        Loudspeaker(live.speaker, volume_db=live.volume_db),
        speech,
        Narrator(None, evening.langs, overlay=evening.data),
        notice,
        delay_ms=live.delay_ms,
    )
    host = _host(evening, table, listening, live.tail_ms, log, live.echo_db)
    _prepare(speech, evening)
    try:
        table.open(patient)
        if live.record is not None:  # not before, so that a file of that name is kept if there are no devices
            header = _header(evening, live, sessions, listening.name)
            table.recorder = SessionRecorder(live.record, table.channels, header)
        host.run(script(evening, sessions, datetime.now))
    finally:
        table.close()


def _host(
    evening: EveningOptions, table: Any, ear: Ear, tail_ms: float, log: Log, echo_db: float | None = None
) -> Host:
    source: Source = table
    mouth: Mouth = table
    grammar = Grammar.load(None, evening.langs, evening.data)
    host = Host(
        source=source,
        mouth=mouth,
        listener=Listener(source.channels, echo_ms=tail_ms, echo_db=echo_db),
        ear=ear,
        grammar=grammar,
        names=[player.name for player in evening.players],
        log=log,
    )
    # In a replay too: an ear's figures depend, in the last digits, on what it met before.
    host.prepare(WARM_STATES)
    warm_up(ear, grammar.phrases(WARM_STATES[0]))
    return host


def warm_up(ear: Ear, phrases: Sequence[Phrase]) -> None:
    """Let an ear hear the longest utterance that there can be, of noise; 0.3 s.

    The memory that it needs is then there, the first child that talks for long is answered as soon as others, and an
    evening's memory does not grow by it. An ear that listens along takes its sound in small pieces and needs none.
    """
    if isinstance(ear, StreamingEar):
        return
    noise = np.random.default_rng(0).normal(0, NOISE, round(LONGEST_S * SAMPLE_RATE)).astype(np.int16)
    ear.hear(Utterance.of_clip(noise), phrases)


def _prepare(speech: Speech, evening: EveningOptions) -> None:
    """Whatever is said in the first minute is ready before it begins."""
    narrator = Narrator(None, evening.langs, evening.players, seed=evening.seed, overlay=evening.data)
    for message in ("welcome", "microphone-lost", "microphone-back", "recording-ended", "game-unwritten", "awake"):
        speech.prepare(narrator.say(message))


# --- the same evening from its recording ------------------------------------------------------------------------------


class RecordedTable:
    """A session's recording in place of the devices: the same blocks, and the host's voice where it was."""

    def __init__(self, file: SessionFile) -> None:
        self.channels = int(file.header["channels"])
        self.lost = False
        self._blocks = file.blocks(BLOCK)
        self._position = 0
        self._lost = {mark["lost"] for mark in file.marks if "lost" in mark}
        self._spoken = deque((kind, mark[kind]) for mark in file.marks for kind in (HOST, MORE) if kind in mark)
        self._stopped = iter([mark["stopped"] for mark in file.marks if "stopped" in mark])

    def read(self) -> Samples | None:
        """The next block, None at the end."""
        block = next(self._blocks, None)
        self.lost = self._position in self._lost
        self._position += BLOCK
        return block

    def render(self, lines: Sequence[Line]) -> Iterable[NDArray[np.int16]]:
        """Nothing: what was said is in the recording."""
        return ()

    def earcon(self, name: str) -> NDArray[np.int16]:
        """Nothing."""
        return np.zeros(0, np.int16)

    def play(self, clips: Iterable[NDArray[np.int16]], now: int) -> Sounding:
        """When the host spoke."""
        _, (start, end, levels) = self._spoken.popleft() if self._spoken else ("", (now, now, ()))
        return Sounding(start, end, tuple(levels))

    def more(self, now: int) -> Sounding | None:
        """When it went on."""
        return self.play((), now) if self._spoken and self._spoken[0][0] == MORE else None

    def expect(self, lines: Iterable[Line]) -> None:
        """All has been said."""

    def wake(self) -> None:
        """Nothing sleeps here."""

    def stop(self, now: int) -> int:
        """When the host fell silent."""
        return int(next(self._stopped, now))

    def adjust(self, pace: int, loudness: int) -> bool:
        """What was changed then can be heard in the recording."""
        return True


def replay_session(
    path: Path, log: Log, *, data: Path | None = None, ear: Ear | None = None, script: ScriptOf = one_evening
) -> None:
    """Play a recorded session again: the same ear, script and seeds on the same samples give the same verdicts.

    Raises Trouble if the file is no recorded session or the ear it was heard with is missing.
    """
    file = SessionFile(path)
    header = file.header
    evening = _evening_of(header["evening"], data)
    listening = ear or open_table_ear(header["ear"], evening.langs, data)[0]
    table = RecordedTable(file)
    host = _host(evening, table, listening, header["tail_ms"], log, header.get("echo_db"))
    host.prepare(WARM_STATES)
    then = datetime.fromisoformat(header["now"])
    with _sessions_of(header["sessions"]) as sessions:
        try:
            host.run(script(evening, sessions, lambda: then))
        except SoundEnded:
            return


def _header(evening: EveningOptions, live: LiveOptions, sessions: Sessions, ear: str) -> dict[str, Any]:
    return {
        "channels": len(live.microphones),
        "microphones": [str(microphone) for microphone in live.microphones],
        "ear": ear,
        "tail_ms": live.tail_ms,
        "echo_db": live.echo_db,
        "now": datetime.now().isoformat(),
        "evening": {
            "langs": list(evening.langs),
            "players": [asdict(player) for player in evening.players],
            "channels": list(evening.channels),
            "known": [asdict(player) for player in evening.known],
            **{name: getattr(evening, name) for name in KEPT},
        },
        "sessions": _snapshot(sessions),
    }


def _evening_of(facts: Mapping[str, Any], data: Path | None) -> EveningOptions:
    players, known = (tuple(Player(**player) for player in facts[name]) for name in ("players", "known"))
    same = {name: facts[name] for name in KEPT}
    langs, channels = tuple(facts["langs"]), tuple(facts["channels"])
    return EveningOptions(langs=langs, data=data, players=players, channels=channels, known=known, **same)


def _snapshot(sessions: Sessions) -> dict[str, str]:
    """The files that an evening may read: who has won so far, and the game that can be gone on with."""
    paths = sorted(sessions.folder.glob("*.json"))
    if (latest := sessions.latest()) is not None:
        paths.append(sessions.journal(latest))
    return {path.name: path.read_text(encoding="utf-8", errors="replace") for path in paths}


@contextmanager
def _sessions_of(snapshot: Mapping[str, str]) -> Iterator[Sessions]:
    with tempfile.TemporaryDirectory(prefix="voicehost-replay-") as folder:
        for name, text in snapshot.items():
            (Path(folder) / Path(name).name).write_text(text, encoding="utf-8")
        yield Sessions(Path(folder))
