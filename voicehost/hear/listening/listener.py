"""From the sound of one table to utterances: who spoke, where it began, where it ended.

    samples -> frames of 10 ms (ownership) -> evidence above the noise floor (floor) + voice or not (vad)
            -> runs of evidence -> utterances, early looks, ends

A *run* is a stretch of frames that stand out on one channel. It becomes an *utterance* when the detector says voice and
no other microphone explains the sound. The utterance's onset is the beginning of its run, so a soft first sound counts
although the detector only woke up at the vowel. Nothing here knows a clock: positions are sample indices (16 kHz).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from voicehost.hear.ear import SAMPLE_RATE, Samples, Utterance, Voice
from voicehost.hear.listening.echo import LOUDER_DB, Echo, stands_out
from voicehost.hear.listening.floor import BLOCK, REGIONS, STANDS_OUT, NoiseFloor
from voicehost.hear.listening.onset import AVERAGED, NEEDED, first_voiced
from voicehost.hear.listening.ownership import BANDS, HOP, LOOKAHEAD, WINDOW, Ownership
from voicehost.hear.listening.rise import LEAST, WATCHED, risen
from voicehost.hear.listening.tape import Tape
from voicehost.hear.listening.track import Open, Track
from voicehost.hear.listening.vad import CHUNK, VoiceDetector

STILL_VOICE: Final = 0.3  # the detector's probability from which an utterance goes on
SOFT: Final = 2.5  # evidence of a sound too soft to stand out in one frame
SOFT_SUM: Final = 12.0  # log likelihood ratio from which several such frames are a beginning
SOFT_FRAMES: Final = 20  # so far may a soft beginning reach back
END_BELOW_PEAK_DB: Final = 30.0
OVERLAP_FRAMES: Final = 30  # a sound so shortly after another microphone's voice may be its echo
CLEAR_SHARE: Final = 0.25  # of its power a second owner must own clearly ...
CLEAR_OF_HOST: Final = 0.6  # ... and an owner while the host speaks, who is about as loud everywhere
CLEAR_FRAMES: Final = 12  # ... over so many frames
HOST_END_FRAMES: Final = 20  # a pause that ends the host's leak
SHORT_FRAMES: Final = 16  # a pause shorter than this is none
CUT_OFF: Final = SAMPLE_RATE // 5  # samples; voice that ends so shortly before a loss was cut off by it
TAIL: Final = SAMPLE_RATE // 5  # samples of audio after the end
LOOKS_MS: Final = (100, 180)  # pauses at which an ear may try
PRE_ROLL: Final = SAMPLE_RATE * 6 // 10


def _samples(ms: float) -> int:
    return round(ms * SAMPLE_RATE / 1000)


def _at(frame: int) -> int:
    """Position of the first sample that a frame stands for."""
    return frame * HOP + LOOKAHEAD


class Listener:
    """Cuts the sound of one table into utterances: one owner per sound, onsets refined to 10 ms.

    Sans-I/O: `feed` samples, get utterances; block sizes do not change the result. After each pause of `looks_ms` an
    utterance is emitted with final=False, so that an ear may try; after `end_ms` with final=True. `limit_ms` ends
    what never pauses. `echo_ms` after the host's voice still counts as the host; `echo_db`: see `Echo`.
    """

    def __init__(
        self,
        channels: int,
        *,
        looks_ms: Sequence[float] = LOOKS_MS,
        end_ms: float = 600,
        limit_ms: float = 6000,
        min_voice_ms: float = 60,
        echo_ms: float = 400,
        echo_db: float | None = None,
    ) -> None:
        if channels < 1:
            raise ValueError(f"a listener needs at least one channel, not {channels}")
        self.channels = channels
        self._looks = [round(look / 10) for look in looks_ms]
        self._end = round(end_ms / 10)
        self._limit = round(limit_ms / 10)
        self._min_voice = round(min_voice_ms / 10)
        self._echo = _samples(echo_ms)
        keep = limit_ms / 1000 + end_ms / 1000 + 2
        self._audio = Tape(int(keep * SAMPLE_RATE), (channels,), np.int16)
        frames = int(keep * 100)
        self._above = Tape(frames, (channels,), np.float32)  # owned power above the floor
        self._evidence = Tape(frames, (channels,), np.float32)
        self._clear = Tape(frames, (channels,), np.float32)
        self._loud = Tape(frames, (channels,), np.float32)
        self._whole = Tape(BLOCK, (channels, BANDS.shape[1]), np.float32)
        self._ownership = Ownership(channels)
        self._floor = NoiseFloor(channels)
        self._detector = VoiceDetector(channels)
        self._tracks = [Track() for _ in range(channels)]
        self._frame = 0  # next frame to judge
        self._sums = np.zeros((channels, REGIONS), np.float32)
        self._since = np.zeros((channels, REGIONS), np.int64)  # first frame of each sum
        self._chunk = 0  # next chunk for the detector
        self._serial = 0
        self._host: list[tuple[int, int]] = []
        self._own_voice = Echo(channels, self._echo // HOP, echo_db)
        self._excess = Tape(frames, (channels,), np.float32)  # dB above the echo that the host's voice should make
        self._lost: list[tuple[int, int]] = []
        self._out: list[Utterance] = []

    @property
    def position(self) -> int:
        """Samples fed so far."""
        return self._audio.end

    @property
    def leak(self) -> NDArray[np.float32]:
        """leak[i, j]: power of j's voice in microphone i relative to j's own, as learned so far."""
        return self._ownership.leak

    def feed(self, block: NDArray[np.int16], lost: bool = False) -> list[Utterance]:
        """Listen to the next samples, int16 [n, channels]. `lost`: the input had a gap in or before this block."""
        if block.dtype != np.int16:
            raise TypeError(f"a listener takes int16 samples, not {block.dtype}")
        if block.ndim != 2 or block.shape[1] != self.channels:
            raise ValueError(f"a listener of {self.channels} channels takes [n, {self.channels}], not {block.shape}")
        if lost:
            self._lost.append((self.position - CUT_OFF, self.position + len(block)))
        for first in range(0, len(block), SAMPLE_RATE):
            self._audio.append(block[first : first + SAMPLE_RATE])
            self._judge_new_frames()
        return self._emitted()

    def flush(self) -> list[Utterance]:
        """The stream is over: every open utterance ends here."""
        for channel, track in enumerate(self._tracks):
            if track.open is not None:
                self._finish(channel, track)
            track.forget_run()
        return self._emitted()

    def host_spoke(self, start: int, end: int, levels: Sequence[float] = ()) -> None:
        """The host's own voice sounds from `start` to `end` (samples, may lie ahead); the echo is added here.

        `levels` are those of what is played, in dBFS for every 10 ms. With them the listener learns how loud the host
        is in each microphone, and then takes what is clearly louder for a call at the table.
        """
        self._host.append((start, end))
        if len(levels):
            self._own_voice.spoke(start // HOP, levels)

    def host_stopped(self, at: int) -> None:
        """The host was interrupted: from sample `at` on it is silent."""
        self._host = [(start, min(end, at)) for start, end in self._host if start < at]
        self._own_voice.stopped(at // HOP)

    def silent_ms(self, look: Utterance) -> float | None:
        """How long it has been quiet since an early look's voice; None if that went on or the utterance is over."""
        for track in self._tracks:
            going = track.open
            if going is not None and going.serial == look.serial and _at(going.last + 1) == look.end:
                return (self._frame - 1 - max(going.last, going.sounding)) * HOP * 1000 / SAMPLE_RATE
        return None

    def close(self, serial: int) -> None:
        """The caller has decided on an early look: the utterance is over, later voice begins a new one."""
        for track in self._tracks:
            if track.open is not None and track.open.serial == serial:
                track.told = track.open.last + 1
                track.open = None
                track.forget_run()

    def settled(self) -> int:
        """No utterance with an onset at or before this sample will be emitted any more."""
        earliest = min(self._frame, int(self._since.min()))
        for track in self._tracks:
            if track.open is not None:
                earliest = min(earliest, track.open.begin)
            if track.run >= 0:
                earliest = min(earliest, track.run)
        return _at(earliest) - 1 if self._frame else -1

    def voices(self) -> list[Voice]:
        """Who is speaking at the table. The host's own voice is not among them."""
        speaking = []
        for channel, track in enumerate(self._tracks):
            if (going := track.open) is None or self._is_hosts(channel, going, _at(going.begin)):
                continue
            stop = min(_at(going.last + 1) + TAIL, _at(self._frame))
            speaking.append(Voice(going.serial, channel, self._start(channel, _at(going.begin)), stop))
        return speaking

    def sound(self, channel: int, first: int, last: int) -> Samples:
        """A channel's samples between two positions, as far as they are still kept."""
        samples: Samples = self._audio.cut(first, last)[:, channel].copy()
        return samples

    def _host_sounds(self, position: int, echo: int) -> bool:
        """Whether the host's voice, or its echo of so many samples, is in the room at that position."""
        return any(first <= position < last + echo for first, last in self._host)

    def _emitted(self) -> list[Utterance]:
        out, self._out = self._out, []
        oldest = self._audio.begin
        self._host = [span for span in self._host if span[1] + self._echo >= oldest]
        self._lost = [span for span in self._lost if span[1] >= oldest]
        return out

    def _judge_new_frames(self) -> None:
        """Measure and judge every frame that is complete, at most to the end of the floor's block at a time."""
        while (ready := (self._audio.end - WINDOW) // HOP + 1 - self._frame) > 0:
            n = min(ready, BLOCK - self._frame % BLOCK)
            first = self._frame * HOP
            frames = self._ownership.measure(self._audio.cut(first, first + (n + 1) * HOP), self._floor.per_piece())
            self._whole.append(frames.whole)
            excess = self._own_voice.excess(self._frame, frames.whole.sum(axis=-1))
            self._excess.append(excess)
            owned = np.where((excess > LOUDER_DB)[..., None], frames.owned, 0)
            evidence = self._floor.evidence(owned)
            self._above.append(self._floor.above(owned))
            self._evidence.append(evidence.max(axis=-1))
            self._clear.append(frames.clear)
            self._loud.append(frames.loud)
            above = self._above.cut(self._frame, self._frame + n)
            chunk = self._chunk
            voice = self._ask_detector(self._frame + n - 1)
            for row_evidence, row_above in zip(evidence, above.tolist(), strict=True):
                while chunk < self._chunk and (chunk + 1) * CHUNK <= _at(self._frame + 1):
                    self._take_voice(voice[len(voice) - self._chunk + chunk])
                    chunk += 1
                self._sum_soft(row_evidence)
                self._judge(row_evidence.max(axis=-1).tolist(), row_above)
                self._frame += 1
            if self._frame % BLOCK == 0:
                self._learn_noise()

    def _learn_noise(self) -> None:
        voices = [track.open is not None or track.block_voice >= STILL_VOICE for track in self._tracks]
        block = self._whole.cut(self._frame - BLOCK, self._frame)
        self._ownership.learn(block, self._floor.power, [track.open is not None for track in self._tracks])
        for channel, track in enumerate(self._tracks):
            if not any(voices):
                self._floor.learn(block, channel)
            track.block_voice = 0.0

    def _sum_soft(self, evidence: NDArray[np.float32]) -> None:
        """Add up what each region says, shape [channels, regions], and remember since when it has been speaking.

        Page's cumulative sum test (E. S. Page, 1954) for a shift of the mean by SOFT standard deviations: the sum of
        log likelihood ratios, never below zero; the change most likely came where the sum last left zero.
        """
        self._sums = np.clip(self._sums + SOFT * evidence - SOFT**2 / 2, 0, 2 * SOFT_SUM)
        self._since = np.where(self._sums > 0, np.maximum(self._since, self._frame - SOFT_FRAMES), self._frame + 1)

    def _take_voice(self, voice: list[float]) -> None:
        for track, probability in zip(self._tracks, voice, strict=True):
            track.voice = probability
            track.block_voice = max(track.block_voice, probability)

    def _judge(self, evidence: list[float], above: list[float]) -> None:
        """One frame of all channels."""
        for channel, track in enumerate(self._tracks):
            speaking = self._since[channel][self._sums[channel] >= SOFT_SUM]
            track.follow_run(self._frame, evidence[channel], int(speaking.min(initial=self._frame)))
            if track.open is not None:
                self._follow_voice(channel, track, evidence[channel], above[channel])
        ready = [c for c, t in enumerate(self._tracks) if t.open is None and t.is_beginning()]
        for channel in sorted(ready, key=lambda c: -above[c]):
            self._try_open(channel)

    def _ask_detector(self, frame: int) -> list[list[float]]:
        """The detectors' answers to the chunks that are complete when frame `frame` is: [n][channels], n >= 0."""
        ready = _at(frame + 1) // CHUNK - self._chunk
        if ready <= 0:
            return []
        samples = self._audio.cut(self._chunk * CHUNK, (self._chunk + ready) * CHUNK)
        self._chunk += ready
        answers: list[list[float]] = self._detector.probabilities(samples).tolist()
        return answers

    def _try_open(self, channel: int) -> None:
        track = self._tracks[channel]
        others = (t for c, t in enumerate(self._tracks) if c != channel)
        rivals = any(self._frame - t.last_voice <= OVERLAP_FRAMES for t in others)
        recent = max(track.run, self._frame - CLEAR_FRAMES)
        clear = self._clear_share(channel, recent)
        if self.channels > 1 and self._host_sounds(_at(self._frame), self._echo):
            track.run = recent  # what came before was the host
            if clear < CLEAR_OF_HOST:
                return
        if rivals and clear < CLEAR_SHARE:
            return
        self._serial += 1
        track.last_voice = self._frame
        above = self._above.cut(track.run, self._frame + 1)[:, channel]
        track.open = Open(
            self._serial, track.run, self._frame, float(above.max()), limited=track.run - track.cut < SHORT_FRAMES
        )

    def _clear_share(self, channel: int, first: int) -> float:
        """The part of the channel's power since `first` that no other microphone can explain."""
        clear = self._clear.cut(first, self._frame + 1)[:, channel]
        total = self._loud.cut(first, self._frame + 1)[:, channel]
        return float(clear.sum() / max(total.sum(), 1.0))

    def _follow_voice(self, channel: int, track: Track, evidence: float, above: float) -> None:
        utterance = track.open
        assert utterance is not None
        utterance.peak = max(utterance.peak, above)
        loud = above >= max(utterance.peak * 10 ** (-END_BELOW_PEAK_DB / 10), utterance.goes_on_above)
        if evidence >= STANDS_OUT and loud:
            utterance.sounding = self._frame
            if track.voice >= STILL_VOICE:
                utterance.last = track.last_voice = self._frame
                if self._split_where_louder(channel, track):
                    return
        pause = self._frame - utterance.last
        if pause >= self._end_pause(channel, utterance) or self._frame - utterance.begin >= self._limit:
            if pause < SHORT_FRAMES:
                track.cut = self._frame
            self._finish(channel, track)
        elif pause in self._looks:
            self._emit(channel, utterance, final=False)

    def _split_where_louder(self, channel: int, track: Track) -> bool:
        """Somebody calls while others talk: what is clearly louder is an utterance of its own."""
        assert track.open is not None
        first = max(self._frame + 1 - WATCHED, self._above.begin)
        louder = risen(self._above.cut(first, self._frame + 1)[:, channel])
        if louder is None or (begin := first + louder[0]) - track.open.begin < LEAST:
            return False
        track.open.last = begin - 1
        self._finish(channel, track)
        self._serial += 1
        peak = float(self._above.cut(begin, self._frame + 1)[:, channel].max())
        track.open = Open(self._serial, begin, self._frame, peak, limited=False, goes_on_above=louder[1])
        return True

    def _end_pause(self, channel: int, utterance: Open) -> int:
        """Frames of silence that end it. What began and stopped with the host is over soon: a call may follow."""
        hosts = self._host_sounds(_at(utterance.begin), self._echo)
        stops = hosts and self._host_sounds(_at(utterance.last), self._echo // 2)
        if stops and not self._calls_over_host(channel, utterance):
            return min(HOST_END_FRAMES, self._end)
        return self._end

    def _finish(self, channel: int, track: Track) -> None:
        assert track.open is not None
        self._emit(channel, track.open, final=True)
        track.told = track.open.last + 1
        track.open = None
        track.forget_run()

    def _emit(self, channel: int, utterance: Open, *, final: bool) -> None:
        if utterance.last + 1 - utterance.begin < self._min_voice:
            return
        onset, end = self._refined_onset(channel, utterance), _at(utterance.last + 1)
        start = self._start(channel, onset)
        sound = self._audio.cut(start, min(end + TAIL, _at(self._frame + 1)))
        audio = sound[:, channel].copy()
        if any(t.last_voice * HOP >= start for c, t in enumerate(self._tracks) if c != channel):
            audio = self._ownership.separate(sound, self._floor.per_piece(), channel)
        voiced = audio[onset - start : end - start].astype(np.float64)
        rms = float(np.sqrt(np.mean(np.square(voiced)))) if len(voiced) else 0.0
        self._out.append(
            Utterance(
                channel=channel,
                start=start,
                onset=onset,
                end=end,
                audio=audio,
                level_dbfs=20 * float(np.log10(max(rms, 1e-3) / 32768)),
                final=final,
                serial=utterance.serial,
                lost=any(first < end and onset < last for first, last in self._lost),
                during_host=self._is_hosts(channel, utterance, onset),
                limited=utterance.limited or utterance.last + 1 - utterance.begin >= self._limit,
            )
        )

    def _start(self, channel: int, onset: int) -> int:
        """Where the sound of an utterance begins: before its onset, but what belongs to another is not heard twice."""
        told = min(_at(self._tracks[channel].told), onset)
        return max(onset - PRE_ROLL, told, self._audio.begin, 0)

    def _is_hosts(self, channel: int, utterance: Open, onset: int) -> bool:
        return self._host_sounds(onset, self._echo) and not self._calls_over_host(channel, utterance)

    def _calls_over_host(self, channel: int, utterance: Open) -> bool:
        """Whether it is clearly louder than the host's voice should be here."""
        return stands_out(self._excess.cut(utterance.begin, utterance.last + 1)[:, channel])

    def _refined_onset(self, channel: int, utterance: Open) -> int:
        until = min(utterance.begin + NEEDED, utterance.last + AVERAGED)
        tapes = (self._above, self._loud, self._evidence)
        own, whole, evidence = (tape.cut(utterance.begin, until)[:, channel] for tape in tapes)
        return _at(utterance.begin + first_voiced(own, whole, evidence, utterance.peak))
