"""A whole game of Verhext! through real audio."""

import pytest

from voicehost.errors import Trouble
from voicehost.lab.demo.demo import Demo, DemoOptions
from voicehost.tell.narrator import Player

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ear():
    from voicehost.hear.whisper.ear import WhisperEar

    return WhisperEar()


def play(ear, langs=("de", "en"), players=2, **options):
    """Summary and timeline of a demo."""
    names = ("fox", "cat", "owl", "bear")[:players]
    seats = tuple(Player(name, langs[seat % len(langs)]) for seat, name in enumerate(names))
    entries = []
    summary = Demo(DemoOptions(seats, langs, **options), ear, entries.append).play()
    return summary, entries


def decisions(entries):
    """What was heard and judged, without how long it took."""
    keep = ("reason", "seat", "onset_ms", "text", "spells", "event", "lang")
    kinds = ("heard", "call", "event", "refused", "question", "tell")
    return [(e.kind, *(e.facts.get(key) for key in keep)) for e in entries if e.kind in kinds]


@pytest.fixture(scope="module")
def game(ear, tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    return *play(ear, seed=3, journal=folder / "game.jsonl", out=folder / "session.wav"), folder


def test_a_game_is_played_to_its_winner(game):
    summary, entries, _ = game
    assert summary["winner"] in ("fox", "cat")
    assert entries[-1].kind == "summary"
    assert summary["wall_s"] < summary["audio_s"]
    assert summary["calls_right"] >= 0.9 * summary["calls"]
    assert summary["rounds_right"] >= 0.8 * summary["rounds"]
    assert summary["onset_error_ms_p50"] <= 20


def test_the_same_seed_makes_the_same_decisions(ear, game):
    _, entries, _ = game
    _, again = play(ear, seed=3)
    assert decisions(again) == decisions(entries)


def test_the_session_can_be_listened_to(game):
    import soundfile

    summary, _, folder = game
    info = soundfile.info(folder / "session.wav")
    assert info.channels == 2
    assert info.duration == pytest.approx(summary["audio_s"], abs=0.1)


def test_a_killed_session_goes_on_from_its_journal(ear, game, tmp_path):
    """Cut off in the middle of a line, as a power cut would."""
    _, _, folder = game
    text = (folder / "game.jsonl").read_text(encoding="utf-8")
    torn = tmp_path / "torn.jsonl"
    torn.write_text(text[: len(text) * 2 // 3], encoding="utf-8")
    summary, entries = play(ear, seed=3, journal=torn, resume=True)
    assert summary["winner"] in ("fox", "cat")
    assert all(line.startswith("{") for line in torn.read_text(encoding="utf-8").splitlines())
    assert not [e for e in entries if e.kind == "event" and e.facts["event"] == "GameOpened"]


def test_a_journal_is_never_overwritten(ear, game):
    _, _, folder = game
    with pytest.raises(Trouble, match="exists"):
        play(ear, journal=folder / "game.jsonl")


def test_an_unwritable_recording_is_refused_before_the_game(ear, tmp_path):
    with pytest.raises(Trouble, match="does not exist"):
        play(ear, out=tmp_path / "nowhere" / "session.wav")
    assert list(tmp_path.iterdir()) == []


def test_on_one_microphone_for_all_nobody_wins_or_loses_by_anothers_call(ear):
    """Several call at once and only one voice can be heard; the rest is asked."""
    summary, entries = play(ear, players=3, seed=1, single_mic=True)
    called = [e.facts for e in entries if e.kind == "shout"]
    taken = [e.facts for e in entries if e.kind == "call"]
    assert summary["winner"]
    assert summary["rounds_right"] >= 0.7 * summary["rounds"]
    for call in taken:
        mine = [one["spells"] for one in called if one["seat"] == call["seat"]]
        assert call["spells"] in mine
