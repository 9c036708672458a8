"""Messages: every event, refusal and question has a sentence in every language, and none is broken."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from voicehost import resources
from voicehost.errors import Trouble
from voicehost.lab.simulation.simulate import Plan, Table, Tally
from voicehost.rules import GAMES, Event, spinnengift, verhext
from voicehost.rules.core import REFUSALS
from voicehost.tell.catalogue import Catalogue, Uses
from voicehost.tell.messages import Messages, Several
from voicehost.tell.narrator import Narrator, Player, facts_of, message_of

LANGS = resources.languages()
SIZES = ("single", "many")
TABLES = (("fox", "cat", "owl", "bear", "Änne", "Bo"), ("Änne", "fox", "bear", "cat", "owl", "Zoë"))
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "husch": [{}, {"hats": "real"}, {"swap": "may"}, {"swap": "off"}],
    "hubi": [{}, {"expert": 5, "hubi": "random"}, {"expert": 3}],
    "verhext": [{}, {"expert": True}],
    "spinnengift": [{}, {"medals": 9}, {"medals": 30, "starter": 1}],
}
RARE: dict[str, list[Event]] = {  # what bots hardly ever bring about
    "verhext": [
        *(verhext.SeatPassed(0, left) for left in range(4)),
        *(verhext.NobodyRight(solution) for solution in (("cat",), ("broom",), ("bat",), ("cat", "bat"))),
        *(
            verhext.DiceThrown(0, c, b, 7 - c - b, 1, 2, "moon", s)
            for c in range(8)
            for b in range(8 - c)
            for s in SIZES
        ),
    ],
    "spinnengift": [spinnengift.NoneLeft(0, ingredient) for ingredient in spinnengift.INGREDIENTS],
}
FOR_PROGRAMS = {"unknown_option", "bad_option", "other_game"}  # refusals that no player can bring about
BROKEN = re.compile(r"[{}\[\]$=]|\?\?\?|\d|[\u2066-\u2069]|  | [,.!?:]|\bnone\b|[A-Za-z]_[a-z]|-(?:0|1)\b")
FOREIGN = {
    "de": re.compile(
        r"\b(the|and|is|you|your|of|has|have|gets|with|on|that|to|fox|cat|owl|bear|broom|bat)\b", re.IGNORECASE
    ),
    "en": re.compile(r"\b(der|dem|den|und|ist|du|haben|ein|eine|zu|im|nicht|wie)\b|[äöüß„]", re.IGNORECASE),
}


@cache
def events_of(game: str) -> dict[str, list[dict[str, Any]]]:
    """Facts of events by message, from many simulated games with good and bad players and all options."""
    found: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    catalogues = [Catalogue.load(lang, game) for lang in LANGS]
    for event in (*played(game), *RARE.get(game, ())):
        name, facts = message_of(event), facts_of(event)
        used = set().union(*(variables(catalogue, name) for catalogue in catalogues))
        shown = {fact: value for fact, value in facts.items() if {fact, f"{fact}-count"} & used}
        found[name].setdefault(repr(shown), facts)
    return {name: list(facts.values()) for name, facts in found.items()}


def played(game: str) -> Iterator[Event]:
    """The events of many simulated games."""
    for options in OPTIONS.get(game, [{}]):
        for number in range(12):
            players = GAMES[game].seats[number % len(GAMES[game].seats)]
            skills = ("forgetful", "perfect", "random") if number % 3 else ("perfect",)
            plan = Plan(game, players, 1, seed=number, skills=skills, options=tuple(options.items()))
            table = Table(plan, number, Tally())
            table.play()
            yield from table.events


def variables(catalogue: Catalogue, name: str) -> set[str]:
    """All facts that a message refers to, through the messages that it includes."""
    uses = Uses.of(catalogue.messages[name].entry)
    included = (variables(catalogue, other) for other in uses.references & catalogue.messages.keys())
    return uses.variables.union(*included)


def assert_well_told(text: str, lang: str) -> None:
    """No leftovers of templates, no digits, no other language, a capital first and a stop last."""
    without_names = re.sub("Änne|Zoë", "Anna", text)
    assert not BROKEN.search(without_names), text
    assert not FOREIGN[lang].search(without_names), text
    assert text[0].isupper(), text
    assert text[-1] in ".!?", text


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_event_is_told_with_every_value_that_occurs(game: str, lang: str) -> None:
    """Every wording of every event that the rules can produce is a whole sentence."""
    facts_by_message = events_of(game)
    assert set(facts_by_message) == {message_of_type(event) for event in GAMES[game].events}
    messages = Messages(lang, game)
    for names in TABLES:
        narrator = Narrator(game, [lang], [Player(name, lang) for name in names])
        for name, all_facts in facts_by_message.items():
            for facts in all_facts:
                for text in messages.every_wording(name, narrator.named(facts)):
                    assert_well_told(text, lang)


def message_of_type(event: type) -> str:
    """The message of an event class."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", event.__name__).lower()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_is_explained(game: str, lang: str) -> None:
    """Each reason that the rules can give has a sentence, which needs no other facts than the rules give."""
    catalogue = Catalogue.load(lang, game)
    for reason, text in {**REFUSALS, **GAMES[game].refusals}.items():
        if reason in FOR_PROGRAMS:
            continue
        name = f"refusal-{reason.replace('_', '-')}"
        assert name in catalogue.messages
        given = set(re.findall(r"{(\w+)", text)) | {"seat"}
        assert Uses.of(catalogue.messages[name].entry).variables <= given


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_state_has_help(game: str, lang: str) -> None:
    """ "Help" says something in each state of the grammars."""
    states: set[str] = set()
    for name in ("common", game):
        text = (resources.data_root("grammars") / lang / f"{name}.yaml").read_text(encoding="utf-8")
        states |= yaml.safe_load(text).get("states", {}).keys()
    missing = {f"help-{state}" for state in states} - set(Messages(lang, game).ids)
    assert not missing


@pytest.mark.parametrize("game", [None, *GAMES])
def test_all_languages_have_the_same_messages_with_the_same_facts(game: str | None) -> None:
    """B136: a message in one language only, or one that uses other facts, is an error that names it."""
    first, *others = (Catalogue.load(lang, game) for lang in LANGS)
    for other in others:
        assert first.messages.keys() == other.messages.keys()
        for name, placed in first.messages.items():
            known = Uses.of(placed.entry).variables
            assert Uses.of(other.messages[name].entry).variables == known, name


QUESTIONS: dict[str, list[Any]] = {
    "seat": list(range(6)),
    "seats": [(0,), (0, 1), (3, 1, 2)],
    "shaker": [0],
    "others": [(), (2,), (0, 3)],
    "names": [("fox", "Änne", "bear")],
    "phrase": ["Xxx"],
    "rival": ["Yyy"],
    "game": list(GAMES),
    "games": [tuple(GAMES)],
    "wins": [1, 2, 21],
    "fewest": [2],
    "most": [4, 6],
    "symbol": ["cat", "broom", "bat"],
    "size": ["single", "many"],
    "total": [0, 1, 2, 5, 21, 42, 101],
    "points": [0, 1, 2, 3, 48],
    "alike": [2, 3],
    "place": list(range(5)),
    "first": list(range(5)),
    "second": list(range(5)),
    "places": [(0,), (0, 1, 4)],
    "space": list(range(1, 8)),
    "face": ["orange", "pink", "purple", "brown", "grey"],
    "room": list(range(9)),
    "rooms": [(4,), (0, 1, 8)],
    "food": ["cheese", "carrot"],
    "figure": ["mouse", "rabbit"],
    "hour": list(range(13)),
    "left": [0, 1, 2, 11],
    "found": [True, False],
    "direction": ["up", "down", "left", "right"],
    "card": list(range(23)),
    "holes": list(range(6)),
    "chips": list(range(7)),
    "medals": [0, 1, 21],
    "monsters": [0, 1, 6],
}
WITCHES = {
    "husch": ["orange", "pink", "purple", "brown", "grey"],
    "verhext": ["moon", "herb", "storm", "forest", "swamp", "mountain"],
}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", [None, *GAMES])
def test_every_other_message_is_told_with_every_value(game: str | None, lang: str) -> None:
    """Questions, help, scores and refusals are whole sentences, too, for every value of each of their facts."""
    messages, catalogue = Messages(lang, game), Catalogue.load(lang, game)
    told = {message_of_type(event) for event in GAMES[game].events} if game else set()
    names = TABLES[0]
    narrator = Narrator(game, [lang], [Player(name, lang) for name in names])
    domain = {**QUESTIONS, "witch": WITCHES.get(game or "", [])}
    for name in set(messages.ids) - told - {"beat-face", "seat-name", "actions-left"}:
        used = sorted(fact for fact in variables(catalogue, name) if not fact.endswith("-count"))
        base = {fact: domain[fact][0] for fact in used}
        for fact in used or ["none"]:
            for value in domain.get(fact, [None]):
                facts = {**base, fact: value} if used else {}
                for text in messages.every_wording(name, narrator.named(facts)):
                    assert_well_told(text, lang)


def test_numbers_are_words() -> None:
    """B89, B92: one before a noun is not one alone, and large numbers come right."""
    german, english = Messages("de", "verhext"), Messages("en", "verhext")
    names = [0, 1, 2, 21, 99, 101, 340]
    told = {
        lang: [m.render("score-group", {"total": n, "seats": "Bo"}) for n in names]
        for lang, m in (("de", german), ("en", english))
    }
    assert [text.partition(" Karte")[0] for text in told["de"]] == [
        "Keine",
        "Eine",
        "Zwei",
        "Einundzwanzig",
        "Neunundneunzig",
        "Einhunderteins",
        "Dreihundertvierzig",
    ]
    assert [text.partition(" card")[0] for text in told["en"]] == [
        "No",
        "One",
        "Two",
        "Twenty-one",
        "Ninety-nine",
        "One hundred and one",
        "Three hundred and forty",
    ]


def test_call_signs_have_articles_and_names_have_none() -> None:
    """ "Der Fuchs bekommt die Karte", "Anna bekommt die Karte", and cases where German needs them."""
    narrator = Narrator("verhext", ["de", "en"], [Player("fox", "de"), Player("Anna", "en")])
    assert narrator.text("lobby-taken", "de", seat=0) == "Der Fuchs ist schon da. Und wer bist du?"
    assert narrator.text("lobby-taken", "de", seat=1) == "Anna ist schon da. Und wer bist du?"
    assert narrator.text("lobby-taken", "en", seat=0) == "The fox is here already. And who are you?"
    assert narrator.name(0, "de") == "Fuchs"
    assert narrator.name(0, "en") == "Fox"
    assert "der Fuchs und Anna" in " ".join(narrator.text("tohuwabohu", "de", seats=(0, 1)).split()[1:]).replace(
        "D", "d"
    )


def test_no_wording_comes_twice_in_a_row_and_all_come() -> None:
    """Several wordings follow one another at random without a repetition."""
    messages = Messages("de", "verhext", seed=3)
    told = [messages.render("call-wrong", {"seat": "fox"}) for _ in range(200)]
    assert all(one != two for one, two in itertools.pairwise(told))
    assert set(told) == set(messages.every_wording("call-wrong", {"seat": "fox"}))


def test_the_same_seed_tells_the_same_story() -> None:
    """And another seed another one."""

    def story(seed: int) -> list[str]:
        messages = Messages("en", seed=seed)
        return [messages.render("welcome") for _ in range(9)]

    assert story(1) == story(1)
    assert story(1) != story(2)


# --- a user's folder over the packaged one --------------------------------------------------------------------------


def overlay(tmp_path: Path, text: str, lang: str = "de", name: str = "verhext") -> Path:
    """A data folder with one message file."""
    folder = tmp_path / "voices" / lang
    folder.mkdir(parents=True)
    (folder / f"{name}.ftl").write_text(text, encoding="utf-8")
    return tmp_path


def test_one_sentence_can_be_changed(tmp_path: Path) -> None:
    """The rest stays as it is packaged."""
    folder = overlay(tmp_path, "\ufeffround-open = Hokuspokus!\n")
    messages = Messages("de", "verhext", overlay=folder)
    assert messages.render("round-open") == "Hokuspokus!"
    assert messages.render("call-right") in Messages("de", "verhext").every_wording("call-right")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("round-open = Los!\ncall-right = Ja { $seat\n", r"verhext\.ftl:2: "),
        ("call-right = Ja\ncall-right = Nein\n", r"verhext\.ftl:2: call-right stands already in line 1"),
        ("round-opne = Los!\n", r"verhext\.ftl:1: no message is called 'round-opne'"),
        ("\ncall-wrong = Nein, { $name }!\n", r"verhext\.ftl:2: message call-wrong knows no \$name; it has \$seat"),
        ("call-right = { -nonsense }\n", r"verhext\.ftl:1: call-right refers to -nonsense"),
        ("call-right = { SHOUT($seat) }\n", r"verhext\.ftl:1: call-right refers to SHOUT\(\)"),
    ],
)
def test_a_broken_file_is_named_with_its_line(tmp_path: Path, text: str, problem: str) -> None:
    """At load time, so that it is not found in the middle of a game."""
    with pytest.raises(Trouble, match=problem):
        Messages("de", "verhext", overlay=overlay(tmp_path, text))


def test_a_language_that_lacks_a_message_is_told_which(tmp_path: Path) -> None:
    """B136: one missing message is an error with its name, not a silent game."""
    packaged = (resources.data_root("voices") / "de" / "common.ftl").read_text(encoding="utf-8")
    torn = packaged.replace("\nwho-was-that =", "\n# who-was-that =").replace("    .b = Wer hat das gerufen?\n", "")
    torn = torn.replace("    .c = Oh! Wer war das?\n", "")
    with pytest.raises(Trouble, match="who-was-that"):
        Messages("xx", overlay=overlay(tmp_path, torn, lang="xx", name="common"))


def test_a_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    """Latin-1 is told, not guessed."""
    folder = overlay(tmp_path, "")
    (folder / "voices" / "de" / "verhext.ftl").write_bytes("round-open = Schön\n".encode("latin-1"))
    with pytest.raises(Trouble, match=r"verhext\.ftl cannot be read as UTF-8"):
        Messages("de", "verhext", overlay=folder)


def test_a_missing_message_or_fact_is_trouble() -> None:
    """With the place where it belongs."""
    messages = Messages("de", "verhext")
    with pytest.raises(Trouble, match=r"no message 'nix'; add it to .*verhext\.ftl"):
        messages.render("nix")
    with pytest.raises(Trouble, match=r"verhext\.ftl:\d+: message call-wrong: .*seat"):
        messages.render("call-wrong")
    with pytest.raises(Trouble, match="-spell-frog"):
        messages.render("nobody-right", {"solution": ("frog",)})


@pytest.mark.parametrize("ingredient", spinnengift.INGREDIENTS)
def test_an_ingredient_of_which_none_is_left_is_told_in_good_german(ingredient: str) -> None:
    """One word, one verb: "Stinkepilze liegt" is no German."""
    text = Messages("de", "spinnengift").render("none-left", {"seat": "fox", "ingredient": ingredient})
    assert re.match(r"\w+(t|m|z|k|l) liegt schon dreimal offen\.", text)


@pytest.mark.parametrize("lang", LANGS)
def test_no_hours_are_counted_at_midnight(lang: str) -> None:
    """The last turn of Hubi, when somebody asks how the game stands."""
    text = Messages(lang, "hubi").render("score-hour", {"hour": 12, "left": 0})
    assert re.search("null|zero", text) is None
    assert re.search("letzte|last", text)


@pytest.mark.parametrize("lang", LANGS)
def test_who_can_be_called_is_named(lang: str) -> None:
    """Children from the settings are called by name when the host asks who plays, and so are they in help."""
    messages = Messages(lang)
    asked = messages.every_wording("lobby-players", {"names": Several(("Änne", "fox"))})
    helped = messages.every_wording("help-who", {"seats": Several(("Änne", "fox"))})
    for text in (*asked, *helped):
        assert re.search("Änne (oder der Fuchs|or the fox)[.]", text)
