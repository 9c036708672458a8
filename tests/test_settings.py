"""Settings: one file, the environment before it, and plain words for every mistake."""

import json

import pytest

from voicehost.cli import app
from voicehost.errors import Trouble
from voicehost.settings import DEFAULT, NAMES, read_settings, write_setting
from voicehost.tell.narrator import Player


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "settings.toml"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_without_a_file_everything_has_its_default(path):
    settings = read_settings(path, {})
    assert settings.tail_ms == 400.0
    assert {settings.origin(name) for name in NAMES} == {DEFAULT}


def test_the_file_goes_before_the_defaults_and_the_environment_before_the_file(path):
    write(path, 'lang = "de"\nspeaker = "Box"\n')
    settings = read_settings(path, {"VOICEHOST_LANG": "en", "VOICEHOST_TAIL_MS": "350"})
    assert (settings.lang, settings.origin("lang")) == ("en", "VOICEHOST_LANG")
    assert (settings.speaker, settings.origin("speaker")) == ("Box", str(path))
    assert (settings.tail_ms, settings.origin("tail_ms")) == (350.0, "VOICEHOST_TAIL_MS")
    assert settings.origin("rate") == DEFAULT


def test_everything_that_a_family_may_write(path):
    write(
        path,
        'lang = "de,en"\nmicrophones = ["anna=USB 1", "ben=USB 2"]\nvoices = {de = "thorsten"}\nvolume_db = 3\n'
        '[[players]]\nname = " Jo\u0308rg "\nlang = "de"\n[[players]]\nname = "Ann"\n',
    )
    settings = read_settings(path, {})
    assert settings.microphones == ("anna=USB 1", "ben=USB 2")
    assert dict(settings.voices) == {"de": "thorsten"}
    assert settings.players == (Player("J\u00f6rg", "de"), Player("Ann", ""))
    assert settings.volume_db == 3.0


def test_a_file_with_a_byte_order_mark_is_read(path):
    path.parent.mkdir()
    path.write_bytes(b'\xef\xbb\xbflang = "de"\n')
    assert read_settings(path, {}).lang == "de"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lang = ", "mend that line"),
        ("langs = 'de'", "no setting 'langs'"),
        ("lang = 3", "lang should be a text"),
        ("tail_ms = 'long'", "tail_ms should be a number"),
        ("tail_ms = true", "tail_ms should be a number"),
        ("rate = 0", "rate should be a number from 0.6 to 1.8"),
        ("tail_ms = nan", "tail_ms should be a number from 0 to 5000"),
        ("microphones = 'USB'", "microphones should be a list"),
        ("voices = 'thorsten'", "voices should be a table"),
        ("players = 'Anna'", "[[players]]"),
        ("[[players]]\nlang = 'de'", "needs a name"),
    ],
)
def test_a_mistake_names_the_file_and_the_setting(path, text, words):
    write(path, text)
    with pytest.raises(Trouble) as caught:
        read_settings(path, {})
    assert words in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_mistake_in_the_environment_names_the_variable(path):
    with pytest.raises(Trouble, match="VOICEHOST_TAIL_MS should be a number"):
        read_settings(path, {"VOICEHOST_TAIL_MS": "long"})


def test_a_written_setting_leaves_the_rest_of_the_file_as_it_is(path):
    write(path, '# ours\nlang = "de"  # mostly\ntail_ms = 500\n\n[[players]]\nname = "Anna"\n')
    write_setting("tail_ms", "380", path)
    write_setting("speaker", 'The "box"', path)
    write_setting("microphones", "anna=USB 1, ben=USB 2", path)
    settings = read_settings(path, {})
    assert (settings.tail_ms, settings.speaker) == (380.0, 'The "box"')
    assert settings.microphones == ("anna=USB 1", "ben=USB 2")
    assert settings.players == (Player("Anna", ""),)
    assert path.read_text(encoding="utf-8").startswith('# ours\nlang = "de"  # mostly\ntail_ms = 380\n')


def test_a_setting_is_written_where_there_was_no_file(path):
    write_setting("lang", "en", path)
    assert read_settings(path, {}).lang == "en"


@pytest.mark.parametrize(("name", "value"), [("tail_ms", "long"), ("colour", "red"), ("players", "Anna")])
def test_what_cannot_be_set_is_refused_and_nothing_written(path, name, value):
    with pytest.raises(Trouble):
        write_setting(name, value, path)
    assert not path.exists()


@pytest.mark.parametrize("content", [b"lang = \n", b"# K\xfcche\nlang = 'de'\n"])
def test_a_file_that_cannot_be_read_is_not_written_over(path, content):
    """A mistake in it, and letters that are not UTF-8."""
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(Trouble, match="mend that line"):
        write_setting("tail_ms", "300", path)
    assert path.read_bytes() == content


def test_settings_that_are_no_file_are_said_plainly(path):
    path.mkdir(parents=True)
    with pytest.raises(Trouble, match="Cannot read"):
        read_settings(path, {})


def run(monkeypatch, capsys, tmp_path, *words, **environ):
    monkeypatch.setattr("voicehost.settings.user_config_path", lambda *_, **__: tmp_path)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    app(["settings", *words], standalone_mode=False)
    return capsys.readouterr().out


def test_the_command_shows_path_values_and_origins(monkeypatch, capsys, tmp_path):
    shown = run(monkeypatch, capsys, tmp_path, "tail_ms", "380", VOICEHOST_SPEAKER="Box")
    assert shown.splitlines()[0] == str(tmp_path / "settings.toml")
    lines = {line.split()[0]: line for line in shown.splitlines()[1:]}
    assert lines["tail_ms"].endswith("380.0  (settings file)")
    assert lines["speaker"].endswith('"Box"  (VOICEHOST_SPEAKER)')
    assert lines["rate"].endswith("1.0  (default)")


def test_a_setting_below_zero_can_be_written(monkeypatch, capsys, tmp_path):
    shown = run(monkeypatch, capsys, tmp_path, "echo_db", "-20")
    (line,) = (line for line in shown.splitlines() if line.startswith("echo_db"))
    assert line.endswith("-20.0  (settings file)")


def test_the_command_speaks_json(monkeypatch, capsys, tmp_path):
    shown = [json.loads(line) for line in run(monkeypatch, capsys, tmp_path, "--json").splitlines()]
    assert [line["setting"] for line in shown] == list(NAMES)
    assert {line["from"] for line in shown} == {DEFAULT}


def test_the_command_judges_the_ear_for_a_language_of_ones_own(monkeypatch, capsys, tmp_path):
    """A folder of one's own may bring a language that the ear then has to hear."""
    for kind in ("grammars", "voices"):
        (tmp_path / "own" / kind / "xx").mkdir(parents=True)
    own = {"VOICEHOST_DATA": str(tmp_path / "own"), "VOICEHOST_LANG": "xx"}
    shown = [json.loads(line) for line in run(monkeypatch, capsys, tmp_path, "--json", **own).splitlines()]
    (ear,) = (line for line in shown if line["setting"] == "ear")
    assert "Unknown language" not in ear["why"]
