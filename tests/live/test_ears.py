"""The table's ear: how fast this computer hears is measured once, decides what `auto` takes, and is told."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from voicehost.cli import app
from voicehost.errors import Trouble
from voicehost.hear import choose
from voicehost.hear.ear import Heard, Phrase, Reason, Utterance
from voicehost.live import doctor, ears, speed
from voicehost.live.doctor import Health, Patient
from voicehost.settings import Settings
from voicehost.store.store import Store

LANGS = ("en",)


class Slept:
    """An ear that takes its time; `asked` counts what it heard."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name, self.seconds, self.asked = name, seconds, 0

    def prepare(self, phrases: Sequence[Phrase]) -> None:
        """It needs no warming up."""

    def hear(self, utterance: Utterance, phrases: Sequence[Phrase]) -> Heard:
        """Nothing, slowly."""
        self.asked += 1
        time.sleep(self.seconds)
        return Heard(Reason.UNKNOWN, (), 0.0)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for what is remembered."""
    monkeypatch.setattr(speed, "user_state_path", lambda *_, **__: tmp_path / "state")
    return tmp_path / "state"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, state: Path) -> list[Slept]:
    """Both ears are here; what was opened, and it answers in 20 ms."""
    woken: list[Slept] = []

    def open_ear(name: str, **options: object) -> Slept:
        woken.append(Slept(name, 0.02))
        return woken[-1]

    monkeypatch.setattr(Store, "vosk", lambda self, lang: Path(lang))
    monkeypatch.setattr(choose, "_without_whisper", lambda: None)
    monkeypatch.setattr(ears, "open_ear", open_ear)
    return woken


def test_the_speed_is_measured_once_and_then_remembered(opened: list[Slept], state: Path) -> None:
    """The first evening measures the ears that it has woken, the second only listens."""
    ear, choice = ears.open_table_ear("auto", LANGS)
    assert (ear.name, choice.name) == ("both", "both")
    assert opened == [ear]
    assert opened[0].asked == speed.TRIES
    assert 20 <= json.loads((state / speed.FILE).read_text())["both_ms"]["en"] < choose.SOON_MS
    ears.open_table_ear("auto", LANGS)
    assert [one.asked for one in opened] == [speed.TRIES, 0]
    assert speed.remembered_ms(["de", "en"]) is None  # other languages, another speed


@pytest.mark.parametrize("both_ms", [100.0, 900.0], ids=["both", "vosk"])
def test_a_model_that_broke_since_the_speed_was_measured_leaves_the_built_in_ear(
    opened: list[Slept], monkeypatch: pytest.MonkeyPatch, both_ms: float
) -> None:
    """Nobody is there to mend it when the evening begins; who asks for that ear by name is told."""

    def broken(name: str, **options: object) -> Slept:
        if name != "whisper":
            raise Trouble("The model is damaged; install it again.")
        return Slept(name, 0.0)

    speed.remember(LANGS, both_ms)
    monkeypatch.setattr(ears, "open_ear", broken)
    ear, choice = ears.open_table_ear("auto", LANGS)
    assert (ear.name, choice.name) == ("whisper", "whisper")
    assert "damaged" in choice.why
    with pytest.raises(Trouble, match="damaged"):
        ears.open_table_ear("vosk", LANGS)


def test_a_slow_computer_gets_one_ear(opened: list[Slept], state: Path) -> None:
    """Two languages, two speeds; the languages may be named in any order."""
    speed.remember(("en", "de"), 900.0)
    speed.remember(LANGS, 100.0)
    assert ears.open_table_ear("auto", ("de", "en"))[1].name == "vosk"
    assert ears.chosen_ear("auto", LANGS).name == "both"
    assert ears.open_table_ear("auto", ("de", "en"), measure=True)[1].name == "both"  # the doctor measures anew


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"computer": 1}', '{"computer": "%s", "both_ms": {"en": "x"}}', '{"both_ms": [1]}']
)
def test_a_damaged_memory_is_no_memory(text: str, state: Path) -> None:
    """Whatever stands in the file, it is measured anew and written over."""
    state.mkdir()
    (state / speed.FILE).write_text(text.replace("%s", speed._computer()))
    assert speed.remembered_ms(LANGS) is None
    speed.remember(LANGS, 80.0)
    assert speed.remembered_ms(LANGS) == 80.0


def test_what_another_computer_remembers_does_not_count(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home folder may be carried from one to the other."""
    speed.remember(LANGS, 80.0)
    monkeypatch.setattr(speed.platform, "node", lambda: "the old one")
    assert speed.remembered_ms(LANGS) is None


def test_a_folder_that_cannot_be_made_spoils_nothing(state: Path) -> None:
    """What cannot be remembered is measured again."""
    state.write_text("")
    speed.remember(LANGS, 80.0)
    assert speed.remembered_ms(LANGS) is None


def test_text_is_no_ear(state: Path) -> None:
    """Whoever asks for it is told how to type."""
    with pytest.raises(Trouble, match="play --text"):
        ears.open_table_ear("text", LANGS)


def test_the_doctor_measures_and_tells(opened: list[Slept]) -> None:
    """The ear that was chosen, why, and how fast it is."""
    chosen, fast = doctor._ears(Patient(LANGS, Settings()))
    assert (chosen.facts["ear"], fast.health) == ("both", Health.FINE)
    assert "they answer within" in chosen.sentence
    assert fast.facts["hearing_ms"] >= 20


def settings_of_ear(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["settings", *arguments], catch_exceptions=False)
    lines = [line for line in result.stdout.splitlines() if "why" in line or ": " in line]
    return "\n".join(lines)


def test_the_settings_tell_what_auto_took_and_why(
    opened: list[Slept], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For people below the setting, for machines beside it; nothing is woken for it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("VOICEHOST_LANG", "en")
    assert "both: Vosk listens along" in settings_of_ear()
    assert "the first game finds out" in settings_of_ear()
    speed.remember(LANGS, 900.0)
    lines = [json.loads(line) for line in settings_of_ear("--json").splitlines()]
    [ear] = [line for line in lines if line["setting"] == "ear"]
    assert ear["chosen"] == "vosk"
    assert "900 ms" in ear["why"]
    monkeypatch.setenv("VOICEHOST_EAR", "nose")
    assert "none: There is no ear called 'nose'" in settings_of_ear()
    assert opened == []
