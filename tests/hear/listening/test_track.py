"""What goes on in one channel."""

from voicehost.hear.listening.track import RUN_LIMIT_FRAMES, Track


def test_music_long_before_a_voice_is_no_part_of_it() -> None:
    """A run of chords has no end; when the detector hears a voice in it, only its last part may be the beginning."""
    track = Track()
    for frame in range(1000):
        track.follow_run(frame, evidence=100.0, since=frame)
    assert not track.is_beginning()
    track.voice = 0.9
    assert track.is_beginning()
    assert track.run == 999 - RUN_LIMIT_FRAMES


def test_a_soft_beginning_reaches_back_to_where_its_sound_began() -> None:
    """What stands out in no single frame may have begun before the first that does."""
    track = Track()
    track.follow_run(50, evidence=100.0, since=42)
    assert track.run == 42
