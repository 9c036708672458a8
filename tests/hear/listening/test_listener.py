"""What the listener makes of one table's sound: one utterance per voice, with its owner, its onset and its end."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterable

import numpy as np
import pytest

from voicehost.hear.ear import SAMPLE_RATE, Samples, Utterance
from voicehost.hear.listening.listener import Listener
from voicehost.lab.demo.scene import Room, Spoken, pink_noise, voice_span
from voicehost.lab.demo.speakers import SPEAKERS

PEOPLE = [speaker for speaker in SPEAKERS if not speaker.neural]
MS = SAMPLE_RATE // 1000


def said(text: str, person: int = 0, lang: str = "de") -> np.ndarray:
    return PEOPLE[person % len(PEOPLE)].say(text, lang)


def heard(listener: Listener, sound: Samples, block: int = 800) -> list[Utterance]:
    """All that is emitted for `sound`, early looks included, without a flush."""
    out: list[Utterance] = []
    for first in range(0, len(sound), block):
        out += listener.feed(sound[first : first + block])
    return out


def finals(utterances: Iterable[Utterance]) -> list[Utterance]:
    return sorted((u for u in utterances if u.final), key=lambda u: u.onset)


def of_room(room: Room, seconds: float, **options: float) -> list[Utterance]:
    listener = Listener(room.microphones, **options)
    return finals(heard(listener, room.render(int(seconds * SAMPLE_RATE))) + listener.flush())


def off_by_ms(utterance: Utterance, truth: Spoken) -> float:
    return abs(utterance.onset - truth.onset) / MS


@pytest.mark.parametrize("text", ["Schwarzer Kater!", "Hexenbesen!", "Ja!", "Nein!", "Noch einmal!"])
def test_one_voice_is_one_utterance_with_its_onset(text: str) -> None:
    """Short or long, a call is found once, for its own microphone, within 30 ms of the truth."""
    room = Room(3, seed=4)
    truth = room.speak(1, said(text), 2 * SAMPLE_RATE)
    (utterance,) = of_room(room, 5)
    assert utterance.channel == 1
    assert off_by_ms(utterance, truth) <= 30
    assert abs(utterance.end - truth.end) <= 100 * MS


def test_the_audio_holds_half_a_second_before_the_onset_and_a_tail() -> None:
    """Ears need the silence around a call; positions and audio belong together."""
    room = Room(1, seed=2)
    room.speak(0, said("Hexenbesen!"), 2 * SAMPLE_RATE)
    sound = room.render(5 * SAMPLE_RATE)
    (utterance,) = finals(heard(Listener(1), sound))
    assert utterance.onset - utterance.start >= SAMPLE_RATE // 2
    assert utterance.start + len(utterance.audio) >= utterance.end + 150 * MS
    stretch = sound[utterance.start : utterance.start + len(utterance.audio), 0]
    assert np.array_equal(utterance.audio, stretch)


def test_a_voice_at_the_very_beginning_is_heard() -> None:
    """There may be nothing before the first word (B56)."""
    clip = (said("Ja!") * 8000).astype(np.int16)
    listener = Listener(1)
    (utterance,) = finals(listener.feed(clip[:, None]) + listener.flush())
    assert utterance.start == 0
    assert utterance.onset <= 60 * MS


@pytest.mark.parametrize("block", [1, 160, 513, 16_001, 80_000])
def test_block_sizes_do_not_change_the_result(block: int) -> None:
    """A device's blocks are a matter of the device: the same samples give the same utterances."""
    room = Room(2, seed=6)
    room.speak(0, said("Flieg Besen!"), 8000)
    room.speak(1, said("Nein!", 1), 11_000)
    sound = room.render(2 * SAMPLE_RATE)

    def facts(size: int) -> list[tuple[int, int, int, int, bool, int, bytes]]:
        listener = Listener(2)
        utterances = heard(listener, sound, size) + listener.flush()
        return [(u.channel, u.start, u.onset, u.end, u.final, u.serial, u.audio.tobytes()) for u in utterances]

    assert facts(block) == facts(800)


def test_two_who_call_at_once_are_two_utterances_in_the_right_order() -> None:
    """Voices lie over one another, 100 ms apart; both onsets are found."""
    room = Room(2, seed=8)
    first = room.speak(1, said("Schwarzer Kater!", 1), 2 * SAMPLE_RATE)
    later = room.speak(0, said("Hexenbesen!", 2), first.onset + 100 * MS)
    one, two = of_room(room, 6)
    assert (one.channel, two.channel) == (1, 0)
    assert off_by_ms(one, first) <= 30
    assert off_by_ms(two, later) <= 40


def test_a_sound_that_is_equally_loud_everywhere_has_one_owner() -> None:
    """Somebody speaks from the middle of the table: one sound, one utterance."""
    room = Room(4, seed=3, crosstalk_db=0.0, gain_spread_db=0.3)
    truth = room.speak(0, said("Noch einmal!"), 2 * SAMPLE_RATE)
    (utterance,) = of_room(room, 5)
    assert off_by_ms(utterance, truth) <= 30


def test_microphones_of_unequal_gain_do_not_double_a_call() -> None:
    """6 dB between two microphones are normal."""
    room = Room(2, seed=3, gain_spread_db=0)
    room.speak(0, said("Noch einmal!"), 2 * SAMPLE_RATE)
    room.speak(1, said("Hexenbesen!", 1), 5 * SAMPLE_RATE)
    sound = room.render(8 * SAMPLE_RATE)
    sound[:, 0] = sound[:, 0] // 2
    assert [u.channel for u in finals(heard(Listener(2), sound))] == [0, 1]


def test_an_echo_in_the_room_is_not_a_second_speaker() -> None:
    """A kitchen answers from everywhere at once."""
    room = Room(3, seed=5, reverb_s=0.35, reverb_db=-14)
    truth = room.speak(2, said("Schwarzer Kater!"), 2 * SAMPLE_RATE)
    (utterance,) = of_room(room, 5)
    assert utterance.channel == 2
    assert off_by_ms(utterance, truth) <= 30


@pytest.mark.parametrize("name", ["zeros", "hiss", "clicks", "hum", "noise begins"])
def test_what_is_no_voice_is_no_utterance(name: str) -> None:
    """Silence, a noisy room, taps on the table, mains hum, a fan that starts."""
    rng = np.random.default_rng(1)
    sound = 300 * pink_noise(10 * SAMPLE_RATE, rng)
    if name == "zeros":
        sound[:] = 0
    if name == "clicks":
        sound[20_000::24_000] += 12_000
    if name == "hum":
        sound += 2000 * np.sin(2 * np.pi * 50 * np.arange(len(sound)) / SAMPLE_RATE)
    if name == "noise begins":
        sound[4 * SAMPLE_RATE :] *= 4
    listener = Listener(1)
    assert heard(listener, sound.astype(np.int16)[:, None]) + listener.flush() == []


def test_a_call_after_the_room_became_louder_is_found() -> None:
    """The noise floor follows the room within a second or two."""
    rng = np.random.default_rng(1)
    room = Room(1, seed=1, snr_db=40)
    truth = room.speak(0, said("Hexenbesen!"), 6 * SAMPLE_RATE)
    sound = room.render(9 * SAMPLE_RATE)
    sound[3 * SAMPLE_RATE :, 0] += (200 * pink_noise(6 * SAMPLE_RATE, rng)).astype(np.int16)
    (utterance,) = finals(heard(Listener(1), sound))
    assert off_by_ms(utterance, truth) <= 30


def test_early_looks_come_after_short_pauses_and_the_end_after_a_long_one() -> None:
    """An ear may try before it is certain that nothing follows; all looks are the same utterance."""
    room = Room(1, seed=2)
    truth = room.speak(0, said("Hexenbesen!"), 2 * SAMPLE_RATE)
    listener = Listener(1)
    emitted: list[tuple[int, Utterance]] = []
    for _ in range(500):
        emitted += [(listener.position, u) for u in listener.feed(room.render(160))]
    assert [u.final for _, u in emitted] == [False, False, True]
    assert len({(u.serial, u.onset, u.end) for _, u in emitted}) == 1
    for (position, _), pause in zip(emitted, (100, 180, 600), strict=True):
        assert (pause - 30) * MS <= position - truth.end <= (pause + 80) * MS


def test_a_listener_tells_how_long_the_pause_of_a_look_has_lasted() -> None:
    """So that a decision can wait for more of it; nothing once the voice goes on."""
    room, listener = Room(1, seed=2), Listener(1)
    first = room.speak(0, said("Hexenbesen!"), 2 * SAMPLE_RATE)
    second = room.speak(0, said("Schwarzer Kater!"), first.end + 300 * MS)
    look, *_ = heard(listener, room.render(first.end + 250 * MS))
    silent = listener.silent_ms(look)
    assert silent == pytest.approx((listener.position - look.end) / MS, abs=30)
    listener.feed(room.render(second.at + 300 * MS - listener.position))
    assert listener.silent_ms(look) is None


def test_a_sound_without_voice_is_no_silence() -> None:
    """ "sieb|zehn": the Z is no voice, but something is still being said, and nothing may be decided yet."""
    room, listener = Room(1, seed=2), Listener(1)
    clip = said("Karte sieben")
    hiss = 0.05 * np.random.default_rng(1).standard_normal(500 * MS).astype(np.float32)
    spoken = np.concatenate([clip[slice(*voice_span(clip))], hiss])
    room.speak(0, spoken, SAMPLE_RATE)
    *_, look = heard(listener, room.render(SAMPLE_RATE + len(spoken)))
    silent = listener.silent_ms(look)
    assert silent is not None
    assert silent <= 20 < 100 <= (listener.position - look.end) / MS


def test_a_voice_that_goes_on_after_a_short_pause_grows() -> None:
    """ "Hexenbesen ... flieg": the looks at the second pause have it all, under the same serial."""
    room = Room(1, seed=2)
    first = room.speak(0, said("Hexenbesen!"), 2 * SAMPLE_RATE)
    second = room.speak(0, said("Schwarzer Kater!"), first.end + 300 * MS)
    early, early_again, whole, whole_again, final = heard(Listener(1), room.render(6 * SAMPLE_RATE))
    assert [u.final for u in (early, early_again, whole, whole_again, final)] == [False] * 4 + [True]
    assert early.serial == whole.serial == final.serial
    assert (early.end, whole.end) == (early_again.end, whole_again.end)
    assert early.end < second.onset < whole.end
    assert early.onset == final.onset


def test_a_closed_utterance_is_over() -> None:
    """The caller decided on the early look; what is said next is a call of its own."""
    room = Room(1, seed=2)
    first = room.speak(0, said("Hexenbesen!"), 2 * SAMPLE_RATE)
    second = room.speak(0, said("Schwarzer Kater!"), first.end + 350 * MS)
    listener = Listener(1)
    closed: list[Utterance] = []
    after: list[Utterance] = []
    for _ in range(600):
        for utterance in listener.feed(room.render(160)):
            if not closed:
                listener.close(utterance.serial)
                closed.append(utterance)
            else:
                after.append(utterance)
    assert {u.serial for u in after} == {after[0].serial} != {closed[0].serial}
    assert off_by_ms(after[-1], second) <= 30


def test_a_sound_that_never_pauses_is_cut() -> None:
    """A television must not keep a question open (B58), and its pieces say that they were cut."""
    clip = np.concatenate([said("Hexenbesen", n) for n in (0, 1, 2)] * 6)
    sound = (np.concatenate([np.zeros(SAMPLE_RATE), clip, np.zeros(SAMPLE_RATE)]) * 8000).astype(np.int16)
    listener = Listener(1, limit_ms=3000)
    pieces = finals(heard(listener, sound[:, None]) + listener.flush())
    assert len(pieces) >= 4
    assert all(u.end - u.onset <= 3100 * MS for u in pieces)
    assert all(u.limited for u in pieces[:-1])


def test_a_gap_in_the_input_marks_the_utterance_that_it_hit() -> None:
    """No verdict may rest on audio that was lost; other calls are not concerned."""
    room = Room(1, seed=2)
    first = room.speak(0, said("Hexenbesen!"), 2 * SAMPLE_RATE)
    room.speak(0, said("Schwarzer Kater!"), 5 * SAMPLE_RATE)
    listener = Listener(1)
    out: list[Utterance] = []
    while room.position < 8 * SAMPLE_RATE:
        inside = first.onset <= room.position <= first.onset + 1000
        out += listener.feed(room.render(800), lost=inside)
    assert [u.lost for u in finals(out)] == [True, False]


def test_the_level_is_that_of_the_voice() -> None:
    """Too quiet is told by the voiced part alone."""
    room = Room(1, seed=2, speech_dbfs=-40, snr_db=30, gain_spread_db=0)
    room.speak(0, said("Hexenbesen!"), 2 * SAMPLE_RATE)
    (utterance,) = of_room(room, 5)
    assert utterance.level_dbfs == pytest.approx(-40, abs=3)


@pytest.mark.parametrize(
    ("block", "error"),
    [
        (np.zeros((100, 2), np.float32), TypeError),
        (np.zeros((100, 3), np.int16), ValueError),
        (np.zeros(100, np.int16), ValueError),
    ],
)
def test_other_samples_are_refused(block: np.ndarray, error: type[Exception]) -> None:
    """Stereo as mono or floats as integers would be heard as confident nonsense (B65)."""
    with pytest.raises(error):
        Listener(2).feed(block)


def test_memory_does_not_grow() -> None:
    """A stream may run for days: what is kept is bounded, positions are not."""
    listener = Listener(2)
    noise = (300 * pink_noise(4 * SAMPLE_RATE, np.random.default_rng(0))).astype(np.int16)
    block = np.stack([noise, noise[::-1]], axis=1)

    def listen() -> int:
        listener.host_spoke(listener.position, listener.position + 1000)
        for _ in range(4):
            listener.feed(block, lost=True)
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        first, *_, last = (listen() for _ in range(4))
    finally:
        tracemalloc.stop()
    assert listener.position == 16 * 4 * SAMPLE_RATE
    assert last - first < 50_000


def test_a_microphone_that_was_muted_hears_again() -> None:
    """A switch at the microphone makes digital silence, into which nothing leaks."""
    sound = np.zeros((16 * SAMPLE_RATE, 2), np.int16)
    for at, channel in ((1, 1), (5, 0), (9, 1), (13, 0)):
        voice = said("Hexenbesen!")
        part = np.asarray(voice * (12_000 / np.abs(voice).max()), np.int16)
        sound[at * SAMPLE_RATE : at * SAMPLE_RATE + len(part), channel] = part
    assert [u.channel for u in finals(heard(Listener(2), sound))] == [1, 0, 1, 0]


def test_what_was_decided_on_is_not_heard_again() -> None:
    """The sound of a call right behind another of the same voice begins where that one ended, not 0.6 s earlier."""
    room = Room(1, seed=5)
    first = room.speak(0, said("Dreimal schwarzer Kater!"), SAMPLE_RATE)
    room.speak(0, said("Hexenbesen flieg!"), first.end + SAMPLE_RATE // 4)
    listener = Listener(1)
    utterances = []
    for _ in range(160):
        for utterance in listener.feed(room.render(512)):
            utterances.append(utterance)
            listener.close(utterance.serial)
    assert len(utterances) == 2
    assert utterances[0].end <= utterances[1].start < utterances[1].onset
    assert utterances[1].onset - utterances[1].start < SAMPLE_RATE // 3
