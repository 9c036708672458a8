"""The grammars as shipped: what they let children say, in every language and state."""

from __future__ import annotations

from itertools import permutations

import pytest
from hassil.intents import Intents
from hassil.recognize import recognize_all

from voicehost.hear.ear import Phrase, Reason
from voicehost.phrases import Grammar, Intent, games
from voicehost.resources import data_root, languages

ALL = (None, *games())


@pytest.fixture(scope="module", params=ALL, ids=str)
def grammar(request: pytest.FixtureRequest) -> Grammar:
    return Grammar.load(request.param, languages())


@pytest.fixture(scope="module")
def verhext() -> Grammar:
    return Grammar.load("verhext", languages())


def meanings(phrases: tuple[Phrase, ...]) -> set[str]:
    return {str(phrase.meaning) for phrase in phrases}


def test_every_sentence_is_understood_as_itself(grammar: Grammar) -> None:
    """Typed as the grammar says it, with all languages listening, a sentence means what it means."""
    for state in grammar.states:
        phrases = grammar.phrases(state)
        for phrase in phrases:
            match = grammar.match(f"  {phrase.text.upper()}! ", phrases)
            assert match.reason is Reason.HEARD, (state, phrase, match)
            assert match.ranking[0][0].meaning == phrase.meaning


def test_a_sentence_means_the_same_in_all_languages(grammar: Grammar) -> None:
    """Nothing that a German child says means something else to an English one."""
    for state in grammar.states:
        seen: dict[str, object] = {}
        for phrase in grammar.phrases(state):
            assert seen.setdefault(phrase.text.lower(), phrase.meaning) == phrase.meaning


def test_every_template_can_be_said(grammar: Grammar) -> None:
    """No template is dead: each belongs to some state and makes a sentence there."""
    for language in grammar.languages:
        made = {s.source.where for state in grammar.states for s in language.sentences(state, {})}
        written = {t.source.where for block in language.blocks for t in block.templates}
        assert made == written


def _in_order(meaning: Intent) -> Intent:
    """Our key `any_order` is unknown to hassil: of a swap it tells which of the two was named first."""
    values = sorted(value for _, value in meaning.slots)
    return (
        Intent.of(meaning.name, **dict(zip(dict(meaning.slots), values, strict=True)))
        if meaning.name == "swap"
        else meaning
    )


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("lang", languages())
def test_hassil_itself_reads_the_files_alike(game: str, lang: str) -> None:
    """The files are plain hassil files, and its own recogniser finds the intent and slots that we read out."""
    folder = data_root("grammars") / lang
    intents = Intents.from_files([folder / "common.yaml", folder / f"{game}.yaml"])
    grammar = Grammar.load(game, [lang])
    for state in grammar.states:
        for phrase in grammar.phrases(state):
            results = recognize_all(phrase.text, intents, intent_context={"state": state})
            found = {Intent.of(r.intent.name, **{e.name: str(e.value) for e in r.entities.values()}) for r in results}
            assert _in_order(phrase.meaning) in set(map(_in_order, found)), (state, phrase)


def test_only_what_anybody_may_need_interrupts_a_round(verhext: Grammar) -> None:
    """While all may call, the ears must be quick: few sentences, few table commands."""
    phrases = verhext.phrases("round")
    assert {i.name for p in phrases if isinstance(i := p.meaning, Intent)} == {
        "spell", "pass", "stop", "pause", "help", "again",
    }  # fmt: skip
    for lang in languages():
        assert len([phrase for phrase in phrases if phrase.lang == lang]) <= 40


@pytest.mark.parametrize("lang", languages())
def test_every_single_and_every_pair_of_spells_can_be_called(lang: str) -> None:
    """Rule V6: with two solutions both spells are called, in either order."""
    phrases = Grammar.load("verhext", [lang]).phrases("round", only=["spell"])
    pairs = {" ".join(pair) for pair in permutations(("cat", "broom", "bat"), 2)}
    assert meanings(phrases) == {f"spell(spells={spells})" for spells in pairs | {"cat", "broom", "bat"}}


@pytest.mark.parametrize(
    ("said", "spells"),
    [
        ("Dreimal schwarzer Kater!", "cat"),
        ("Schwarzer Kater!", "cat"),
        ("Hexenbesen flieg!", "broom"),
        ("Flieg, Besen!", "broom"),
        ("hexen besen flieg", "broom"),
        ("Fledermaus und Spinnenbein!", "bat"),
        ("Fledermaus und Spinnenbeine", "bat"),
        ("Schwarzer Kater und Besen flieg", "cat broom"),
        ("Fledermaus und Spinnenbein, dreimal schwarzer Kater!", "bat cat"),
        ("Three times black cat!", "cat"),
        ("Black cat!", "cat"),
        ("Witchy broom fly!", "broom"),
        ("Bat's wings and spider's legs!", "bat"),
        ("bats wings and spiders legs", "bat"),
        ("Witchy broom, fly, and bat’s wings and spider’s legs", "broom bat"),
    ],
)
def test_spells_as_printed_and_as_children_say_them(verhext: Grammar, said: str, spells: str) -> None:
    """Rule V17, and what becomes of it at the table."""
    match = verhext.match(said, verhext.phrases("round"))
    assert match.reason is Reason.HEARD
    assert match.best is not None
    assert match.best.meaning == Intent.of("spell", spells=spells)


@pytest.mark.parametrize("said", ["Katze", "Besen", "cat", "broom", "bat", "nicht schwarzer Kater", "no black cat"])
def test_a_bare_symbol_is_no_spell(verhext: Grammar, said: str) -> None:
    """Neither the symbol alone nor the denial of a spell counts as calling it."""
    assert verhext.match(said, verhext.phrases("round")).reason is not Reason.HEARD


@pytest.mark.parametrize(
    ("game", "state", "said", "meaning"),
    [
        ("verhext", "who", "Ich bin der Fuchs", Intent.of("seat", seat="fox")),
        ("verhext", "who", "The owl", Intent.of("seat", seat="owl")),
        ("husch", "lobby", "Niemand mehr", Intent.of("start")),
        ("husch", "lobby", "Nobody else!", Intent.of("start")),
        ("husch", "lobby", "Nimm das zurück", Intent.of("takeback")),
        ("husch", "over", "Noch einmal!", Intent.of("rematch")),
        ("husch", "lift", "Hebe den roten Hut", Intent.of("lift", hat="red")),
        ("husch", "lift", "Nummer zwei", Intent.of("lift", hat="yellow")),
        ("husch", "lift", "the leftmost", Intent.of("lift", hat="red")),
        ("hubi", "choose", "Maus links oben", Intent.of("choose", figure="mouse", corner="0")),
        ("hubi", "hubi", "nach oben", Intent.of("room", direction="up")),
        ("verhext", "who", "Der Fuchs war's!", Intent.of("seat", seat="fox")),
        ("verhext", "confirm", "Ja!", Intent.of("yes")),
        ("verhext", "confirm", "Yes.", Intent.of("yes")),
        ("verhext", "confirm", "nö", Intent.of("no")),
        ("verhext", "confirm", "yep", Intent.of("yes")),
        ("verhext", "asleep", "Hexe!", Intent.of("wake")),
        ("verhext", "asleep", "Hey witch!", Intent.of("wake")),
        ("verhext", "dice", "vier Katzen", Intent.of("count", symbol="cat", count="4")),
        ("verhext", "dice", "no bats", Intent.of("count", symbol="bat", count="0")),
        ("verhext", "between", "Sprich Deutsch", Intent.of("speak", lang="de")),
        ("verhext", "between", "speak English please", Intent.of("speak", lang="en")),
        ("husch", "lift", "lift the red hat", Intent.of("lift", hat="red")),
        ("husch", "lift", "der rote Hut", Intent.of("lift", hat="red")),
        ("husch", "lift", "Hut drei", Intent.of("lift", hat="green")),
        ("husch", "lift", "the third one", Intent.of("lift", hat="green")),
        ("husch", "lift", "ganz links", Intent.of("lift", hat="red")),
        ("husch", "lift", "to", Intent.of("lift", hat="yellow")),
        ("husch", "lift", "hat for", Intent.of("lift", hat="blue")),
        ("husch", "swap", "tausch den roten mit dem blauen", Intent.of("swap", first="blue", second="red")),
        ("husch", "swap", "tausch den blauen mit dem roten", Intent.of("swap", first="blue", second="red")),
        ("husch", "swap", "swap two and five", Intent.of("swap", first="white", second="yellow")),
        ("hubi", "act", "Vorhang links auf", Intent.of("curtain", direction="left")),
        ("hubi", "act", "geh nach oben", Intent.of("go", direction="up")),
        ("hubi", "act", "through the mouse hole", Intent.of("through", way="hole")),
        ("hubi", "act", "Mach die Tür auf", Intent.of("door")),
        ("hubi", "act", "Such Hubi", Intent.of("search")),
        ("hubi", "dice", "zwei mit Uhr", Intent.of("face", points="2", also="clock")),
        ("spinnengift", "card", "card seven", Intent.of("card", number="7")),
        ("spinnengift", "card", "die Sieben", Intent.of("card", number="7")),
        ("spinnengift", "card", "zwo", Intent.of("card", number="2")),
        ("spinnengift", "card", "die dritte", Intent.of("card", number="3")),
        ("spinnengift", "card", "number twelve", Intent.of("card", number="12")),
        ("spinnengift", "card", "einen", Intent.of("card", number="1")),
        ("spinnengift", "card", "twenty one", Intent.of("card", number="21")),
        ("spinnengift", "card", "die Karte neben der Acht", Intent.of("beside", number="8")),
        ("spinnengift", "move", "bleib", Intent.of("stay")),
        ("spinnengift", "move", "nach rechts und nach oben", Intent.of("go", first="right", second="up")),
        ("spinnengift", "dice", "Kröten Schleim", Intent.of("face", ingredient="slime")),
    ],
)
def test_games_as_children_speak(game: str, state: str, said: str, meaning: Intent) -> None:
    """What the rulebooks ask for, in the words of a child."""
    grammar = Grammar.load(game, languages())
    match = grammar.match(said, grammar.phrases(state))
    assert match.reason is Reason.HEARD, match
    assert match.best is not None
    assert match.best.meaning == meaning


def test_players_are_called_by_call_sign_or_name(verhext: Grammar) -> None:
    """Asked who that was, the host listens for the players at this table only."""
    phrases = verhext.phrases("who", {"seat": ("fox", "Zoë")}, only=["seat"])
    assert meanings(phrases) == {"seat(seat=fox)", "seat(seat=Zoë)"}
    for said in ("Ich bin Zoë", "I'm Zoë!", "zoë", "Zoë war's"):
        match = verhext.match(said, phrases)
        assert match.best is not None
        assert match.best.meaning == Intent.of("seat", seat="Zoë")


def test_the_call_sign_cat_is_no_spell(verhext: Grammar) -> None:
    """The cat among the players and the cat of the spell never meet in one state."""
    for state in verhext.states:
        names = {i.name for p in verhext.phrases(state) if isinstance(i := p.meaning, Intent)}
        assert not {"seat", "spell"} <= names


def test_all_games_can_be_chosen_before_a_game() -> None:
    """Without a game the grammar knows what every game is called."""
    phrases = Grammar.load(None, languages()).phrases("lobby", only=["game"])
    assert meanings(phrases) == {f"game(game={game})" for game in games()}


def test_before_anybody_sits_down_a_grammar_is_as_quiet_as_ever(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody can be called by name yet; that is nothing to warn of."""
    grammar = Grammar.load(None, languages())
    assert all(list(grammar.phrases(state, {"seat": ()})) for state in ("lobby", "confirm", "asleep", "paused"))
    assert not caplog.text
