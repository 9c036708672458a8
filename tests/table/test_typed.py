"""The same evening typed and printed."""

from datetime import datetime

import pytest
from playing import TURN_GAMES, Bots, Watched

from voicehost.evening.evening import Evening, EveningOptions
from voicehost.evening.sessions import Sessions
from voicehost.phrases import Grammar
from voicehost.resources import languages
from voicehost.table.script import Listen
from voicehost.table.typed import LinesEnded, TypedHost

NOW = datetime(2026, 1, 6, 17, 30)


def typed(tmp_path, lines, langs=("de",), **options):
    """What the host prints for these lines, and the sessions."""
    printed = []
    sessions = Sessions(tmp_path)
    evening = Evening(EveningOptions(langs=langs, seed=3, **options), sessions, lambda: NOW)
    host = TypedHost(iter(lines), lambda line: printed.append(line.text), Grammar.load(None, langs), ())
    try:
        host.run(evening.script())
    except LinesEnded:
        printed.append("(end)")
    return printed, sessions


class Typist:
    """Types what bots would say, in sentences of the grammar."""

    def __init__(self, tmp_path, game, lang):
        self.bots = Bots(own_microphones=False)
        self.sessions = Watched(tmp_path, self.bots)
        options = EveningOptions(langs=(lang,), game=game, seed=3)
        self.evening = Evening(options, self.sessions, lambda: NOW)
        self.grammar = Grammar.load(game, (lang,))
        self.state = ""

    def around(self, script):
        request = next(script)
        while True:
            if isinstance(request, Listen):
                self.state = request.state
            try:
                request = script.send((yield request))
            except StopIteration:
                return

    def lines(self, lobby):
        yield from lobby
        while True:
            said = []
            self.mean = lambda who, intent, onset, said=said: said.append(intent)
            self.say = lambda who, name, onset, said=said: said.append(name)
            if self.state == "between":  # the six cards may be looked at until Enter is pressed
                yield ""
                continue
            if self.state == "over":
                said.append("goodnight")
            else:
                self.bots(self.state, 0.0, self)
            sentences = [
                phrase.text
                for state in self.state.split("+")
                for phrase in self.grammar.phrases(state)
                if phrase.meaning == said[0] or str(phrase.meaning) == said[0]
            ]
            yield sentences[0]


@pytest.mark.parametrize("game", TURN_GAMES)
@pytest.mark.parametrize("lang", languages())
def test_a_whole_game_is_typed_from_hello_to_good_night(tmp_path, game, lang):
    """Every sentence goes through the grammar of its language."""
    typist = Typist(tmp_path, game, lang)
    lobby = {"de": ["der Fuchs", "die Eule", "Los!"], "en": ["the fox", "the owl", "Let's go!"]}[lang]
    if game == "hubi":
        lobby.append({"de": "Nein", "en": "No"}[lang])
    printed = []
    host = TypedHost(typist.lines(lobby), lambda line: printed.append(line.text), Grammar.load(None, (lang,)), ())
    host.run(typist.around(typist.evening.script()))
    assert [session.finished for session in typist.sessions] == [True]
    assert all(printed)


def test_verhext_is_typed_with_the_name_in_front(tmp_path):
    """Who called is written before the colon; the throw is printed as it is read."""
    lines = ["fox: schwarzer Kater", "owl: Hexenbesen flieg", "fox: Fledermaus"] * 60
    printed, sessions = typed(tmp_path, ["Fuchs", "Eule", "Los", "nein", *lines], game="verhext")
    (session,) = sessions
    assert any("Katze" in text for text in printed)
    assert len(sessions.events(session)) > 10


def test_who_speaks_is_written_as_it_is_said(tmp_path):
    """The call sign in the table's own language."""
    lines = ["Der Fuchs: ich passe", "die eule: ich passe"] * 3
    printed, _ = typed(tmp_path, ["Fuchs", "Eule", "Los", "nein", *lines], game="verhext")
    assert not {"Wer war das?", "Wer hat das gerufen?", "Oh! Wer war das?"} & set(printed)
    assert len([text for text in printed if "passt" in text]) >= 5


@pytest.mark.parametrize("line", ["Bär: Hilfe", "bear: hilfe", "fox: Hubbi", "Eule: qwertz"])
def test_who_speaks_in_the_lobby_has_no_seat_yet(tmp_path, line):
    """A name in front of a typed line is no reason to end."""
    printed, _ = typed(tmp_path, ["Husch Husch", line, "nein", "der Fuchs"])
    assert printed[-1] == "(end)"
    assert any("Fuchs" in text for text in printed[-3:])


def test_nonsense_is_answered_and_help_follows(tmp_path):
    printed, _ = typed(tmp_path, ["Fuchs", "Eule", "los", "qwertz", "asdf"], game="husch")
    assert printed[-2].startswith("Sag, welchen Hut")


def test_what_is_illegal_now_is_answered_with_the_reason(tmp_path):
    printed, _ = typed(tmp_path, ["Fuchs", "Eule", "los", "tausch den roten mit dem blauen"], game="husch")
    assert printed[-2].startswith("Jetzt wird ein Hut hochgehoben")


@pytest.mark.parametrize(
    ("game", "lines", "why"),
    [
        ("hubi", ["Vorhang links auf"], "Erst suchen sich alle ein Tier aus."),
        ("hubi", ["durch das Mauseloch"], "Erst suchen sich alle ein Tier aus."),
        ("hubi", ["Maus oben links", "Hase oben rechts", "oben links und oben Mitte"], "Hubi ist jetzt nicht dran."),
        ("spinnengift", ["ich bleibe"], "Erst stellen alle ihre Hexe auf."),
        ("spinnengift", ["eins", "zwei", "nach links"], "Erst schauen wir sechs Karten an."),
    ],
)
def test_what_makes_no_sense_yet_is_answered_with_the_reason(tmp_path, game, lines, why):
    printed, _ = typed(tmp_path, ["Fuchs", "Eule", "los", *(["nein"] if game == "hubi" else []), *lines], game=game)
    assert printed[-2] == why


@pytest.mark.parametrize(
    ("game", "lines", "why"),
    [
        ("husch", ["ganz links"], "Erst wird gewürfelt."),
        (
            "hubi",
            ["nein", "Maus oben links", "Hase oben rechts", "Vorhang links auf"],
            "Erst wird der Kompass gedreht.",
        ),
    ],
)
def test_what_is_done_before_real_dice_are_read_is_answered_with_the_reason(tmp_path, game, lines, why):
    printed, _ = typed(tmp_path, ["Fuchs", "Eule", "los", *lines], game=game, dice="real")
    assert printed[-2] == why


def test_a_real_hat_named_when_two_are_to_be_swapped_is_no_reason_to_end(tmp_path):
    lines = ["Fuchs", "Eule", "los", "Pfeil", "ganz links"]
    printed, _ = typed(tmp_path, lines, game="husch", dice="real", options={"husch": {"hats": "real"}})
    assert printed[-2] == "Der Doppelpfeil! Jetzt werden zwei Hüte getauscht."


def test_empty_lines_are_silence(tmp_path):
    printed, sessions = typed(tmp_path, [""] * 9)
    assert len(list(sessions)) == 1
    assert any("such" in text for text in printed)  # "Ich suche etwas für euch aus."


def test_an_evening_without_end_is_kept_and_gone_on_with(tmp_path):
    typed(tmp_path, ["Fuchs", "Eule", "los", "rot"], game="husch")
    printed, _ = typed(tmp_path, ["pause"], resume=True)
    assert printed[1].startswith("Wir spielen weiter")
