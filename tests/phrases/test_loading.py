"""Loading grammars: a mistake is named with file and line, and a language is files alone."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from voicehost.errors import Trouble
from voicehost.hear.ear import Reason
from voicehost.phrases import Grammar, Intent, games

COMMON = """\
language: xx
states: {play: it is played, rest: it is not}
skip_words: [eh]
intents:
  help:
    data:
      - sentences: [Hepp]
"""

SPELL = """\
language: xx
lists:
  animal:
    values:
      - {in: "(kazza|kazz)", out: cat}
      - {in: bessa, out: broom}
expansion_rules:
  many: tri mol
intents:
  spell:
    data:
      - sentences: ["[<many>] {animal}"]
        requires_context: {state: play}
      - sentences: ["{animal:first} (da;{animal:second})"]
        slots: {pair: "true"}
        requires_context: {state: rest}
"""

Load = Callable[..., Grammar]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The grammar folder of a language that exists nowhere else."""
    folder = tmp_path / "grammars" / "xx"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def load(folder: Path) -> Load:
    """Write the files of a game called "toy" and load them: `load("language: xx ...")`."""

    def write(game: str, common: str = COMMON, encoding: str = "utf-8") -> Grammar:
        (folder / "common.yaml").write_text(common, encoding=encoding)
        (folder / "toy.yaml").write_text(game, encoding=encoding)
        return Grammar.load("toy", ["xx"], folder.parent.parent)

    return write


def intent(sentence: str, more: str = "") -> str:
    """A game's file in which `sentence` stands on line 5."""
    return f"language: xx\nintents:\n  spell:\n    data:\n      - sentences: [{sentence}]\n{more}"


def test_a_language_is_files_alone(load: Load) -> None:
    """A folder with two files is a language: its sentences come out with their meanings, and text is understood."""
    grammar = load(SPELL)
    assert grammar.states == ("play", "rest")
    assert {phrase.text: str(phrase.meaning) for phrase in grammar.phrases("play")} == {
        "Hepp": "help",
        "tri mol kazza": "spell(animal=cat)",
        "tri mol kazz": "spell(animal=cat)",
        "tri mol bessa": "spell(animal=broom)",
        "kazza": "spell(animal=cat)",
        "kazz": "spell(animal=cat)",
        "bessa": "spell(animal=broom)",
    }
    match = grammar.match("Eh, TRI-MOL kazza!", grammar.phrases("play"))
    assert match.reason is Reason.HEARD
    assert match.best is not None
    assert match.best.meaning == Intent.of("spell", animal="cat")


def test_two_slots_of_one_list_keep_their_values_apart(load: Load) -> None:
    """Also where words may come in any order, each slot gets the value that was said for it."""
    phrases = {phrase.text: phrase.meaning for phrase in load(SPELL).phrases("rest")}
    both = {"pair": "true", "first": "cat", "second": "broom"}
    assert phrases["kazza da bessa"] == Intent.of("spell", **both)
    assert phrases["kazza bessa da"] == Intent.of("spell", **both)
    assert phrases["bessa kazz da"] == Intent.of("spell", pair="true", first="broom", second="cat")


def test_slots_that_may_change_places_mean_the_same(load: Load) -> None:
    """Otherwise "cat and broom" and "broom and cat" would compete, and a child would be asked which of the two."""
    grammar = load(SPELL.replace("        slots: {pair", "        any_order: [first, second]\n        slots: {pair"))
    phrases = {phrase.text: phrase.meaning for phrase in grammar.phrases("rest")}
    assert phrases["kazza da bessa"] == phrases["bessa da kazza"]
    assert phrases["kazza da bessa"] == Intent.of("spell", pair="true", first="broom", second="cat")


def test_names_narrow_and_extend_a_list(load: Load) -> None:
    """Only the values that exist now are listened for; names that no grammar lists are said as written."""
    phrases = load(SPELL).phrases("play", {"animal": ("broom", "Zoë (the great)")}, only=["spell"])
    assert [(phrase.text, str(phrase.meaning)) for phrase in phrases] == [
        ("tri mol bessa", "spell(animal=broom)"),
        ("tri mol Zoë (the great)", "spell(animal=Zoë (the great))"),
        ("bessa", "spell(animal=broom)"),
        ("Zoë (the great)", "spell(animal=Zoë (the great))"),
    ]


@pytest.mark.parametrize("name", ["", " ", "Player 2", "Kid7", "!!!", "[x]"])
def test_a_name_that_cannot_be_called_is_refused(load: Load, name: str) -> None:
    """Names become sentences, so they consist of letters."""
    with pytest.raises(Trouble, match=r"cannot be called"):
        load(SPELL).phrases("play", {"animal": (name,)})


def test_a_name_that_means_something_else_is_refused(load: Load) -> None:
    """A child called Hepp could not ask for help."""
    with pytest.raises(Trouble, match=r"means spell.*help"):
        load(SPELL).phrases("play", {"animal": ("Hepp",)})


def test_letters_are_composed_and_sharp_s_stays(load: Load) -> None:
    """B01, B14, B112: files with a byte order mark or decomposed umlauts give the same sentences."""
    text = intent("Straße für Bären")
    for source, encoding in ((text, "utf-8"), (text, "utf-8-sig"), (unicodedata.normalize("NFD", text), "utf-8")):
        texts = [phrase.text for phrase in load(source, encoding=encoding).phrases("play")]
        assert texts == ["Hepp", "Straße für Bären"]


@pytest.mark.parametrize(
    ("game", "line", "message"),
    [
        (intent("a, 'b"), 6, "not YAML"),
        (intent("no"), 5, 'YAML reads no as true or false; write "no"'),
        (intent("a", "        slots: {spells: on}\n"), 6, "YAML reads on"),
        ("language: xx\nintents:\n  yes:\n    data:\n      - sentences: [a]\n", 3, "YAML reads yes"),
        (intent("~"), 5, "something is missing"),
        (intent("karte 7"), 5, "digits cannot be heard"),
        (intent("7"), 5, "digits cannot be heard"),
        (intent("'{animal}'"), 5, "Missing slot list {animal}"),
        (intent("<part>"), 5, "Missing expansion rule <part>"),
        (intent("'a (b'"), 5, "look at its brackets"),
        (intent("'{}'"), 5, "look at its brackets"),
        (intent("'[a]'"), 5, "by saying nothing"),
        (intent("'…'"), 5, "by saying nothing"),
        (intent("[a]"), 5, "here should be a sentence"),
        (intent(""), 5, "needs `sentences:`"),
        (intent("Hepp"), 5, "'Hepp' means spell here but help at .*common.yaml:7"),
        (intent("a", "        requires_context: {state: plya}\n"), 6, "unknown state 'plya'; known are play, rest"),
        (intent("a", "        requires_context: {room: kitchen}\n"), 6, "`state` only"),
        (intent("a", "        requires_context: {state: {a: b}}\n"), 6, "here should be a word"),
        (intent("a", "        slots: {spells: [a, b]}\n"), 6, "here should be a word"),
        (intent("a", "        slot: {spells: cat}\n"), 6, "unknown key 'slot'"),
        (intent("a", "        any_order: [first]\n"), 5, "any_order names 'first', which 'a' does not fill"),
        (intent("a", "        any_order: first\n"), 6, "must hold a list"),
        (intent("a", "  spell:\n"), 6, "stands here twice|something is missing"),
        (intent("a", "lists: {animal: {values: [cat]}}\n"), 6, "needs `in:`"),
        (intent("a", "lists: {animal: {values: [{in: a, out: no}]}}\n"), 6, "YAML reads no"),
        (intent("a", "lists: {animal: [a]}\n"), 6, "needs `values:`"),
        (intent("<loop>", "expansion_rules: {loop: a <loop>}\n"), 5, "contains itself"),
        (intent("'" + "(a|b|c|d) " * 6 + "'"), 5, "more than 2000"),
        (intent("'{a} {a}'", "lists: {a: {values: [{in: a, out: b}, {in: c, out: d}]}}\n"), 5, "filled twice"),
        (intent("a", "intent: {}\n"), 6, "unknown key 'intent'"),
        (intent("a", "skip_words: {a: b}\n"), 6, "must hold a list"),
        (intent("a", "skip_words: [[a]]\n"), 6, "here should be a word"),
        (intent("a", "states: {play: again}\n"), 6, "another file"),
        (intent("a").replace("language: xx", "language: de"), 1, "must say `language: xx`"),
        ("- a\n- b\n", 1, "starts with `language:`"),
        ("", 1, "starts with `language:`"),
        (intent("!!python/object:os.system a"), 5, "not YAML"),
    ],
)
def test_a_mistake_is_named_with_file_and_line(load: Load, game: str, line: int, message: str) -> None:
    """Whoever edits a grammar is told where to look and what to do."""
    with pytest.raises(Trouble, match=rf"toy.yaml:{line}: .*({message})"):
        load(game)


def test_a_file_that_is_no_text_is_named(folder: Path, load: Load) -> None:
    """Bytes that are not UTF-8 are no traceback."""
    load(SPELL)
    (folder / "toy.yaml").write_bytes(b"language: \xff\xfe")
    with pytest.raises(Trouble, match=r"toy.yaml cannot be read"):
        Grammar.load("toy", ["xx"], folder.parent.parent)


def test_unknown_games_and_missing_files_are_named(folder: Path, load: Load) -> None:
    """An unknown game lists the known ones; a language without the game's file says which file is missing."""
    load(SPELL)
    overlay = folder.parent.parent
    assert set(games(overlay)) == {*games(), "toy"}
    with pytest.raises(Trouble, match=r"Unknown game 'chess'; choose from .*toy.*verhext"):
        Grammar.load("chess", ["xx"], overlay)
    with pytest.raises(Trouble, match=r"lacks grammars/xx/verhext.yaml"):
        Grammar.load("verhext", ["xx"], overlay)


def test_languages_that_cannot_say_the_same_are_refused(folder: Path, load: Load) -> None:
    """B136: what one language can say and another cannot is named, with the line of the first."""
    load(SPELL)
    other = folder.parent / "yy"
    other.mkdir()
    overlay = folder.parent.parent
    for name in ("common", "toy"):
        text = (folder / f"{name}.yaml").read_text(encoding="utf-8").replace("language: xx", "language: yy")
        (other / f"{name}.yaml").write_text(text, encoding="utf-8")
    Grammar.load("toy", ["xx", "yy"], overlay)
    (other / "common.yaml").write_text("language: yy\nstates: {play: a, rest: b}\n", encoding="utf-8")
    with pytest.raises(Trouble, match=r"xx/common.yaml:7: .*help can be said here, not in 'yy'"):
        Grammar.load("toy", ["xx", "yy"], overlay)


def test_a_file_of_the_user_hides_the_packaged_one(tmp_path: Path) -> None:
    """A family may change its spells without touching the installation."""
    mine = tmp_path / "grammars" / "de"
    mine.mkdir(parents=True)
    (mine / "verhext.yaml").write_text("language: de\n" + intent("Simsalabim").partition("\n")[2], encoding="utf-8")
    texts = [phrase.text for phrase in Grammar.load("verhext", ["de"], tmp_path).phrases("round")]
    assert "Simsalabim" in texts
    assert "Hexenbesen flieg" not in texts


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, derandomize=True, deadline=None
)
@given(st.text("ab ()[]{}<>|;:\\@1", max_size=14))
def test_any_template_loads_or_is_refused(load: Load, template: str) -> None:
    """Whatever is typed as a sentence, there is a grammar or a Trouble, nothing else."""
    quoted = template.replace("'", "''")
    refusal = "it loads"
    try:
        load(intent(f"'{quoted}'"))
    except Trouble as trouble:
        refusal = str(trouble)
    assert refusal == "it loads" or "toy.yaml:5: " in refusal
