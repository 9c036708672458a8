"""Whole evenings on a made-up clock: hello, lobby, game, again or another one, good night."""

from datetime import datetime

import pytest
from playing import Bots, Watched
from stage import Stage

from voicehost.errors import Trouble
from voicehost.evening.evening import Evening, EveningOptions
from voicehost.evening.lobby import USUAL
from voicehost.hear.ear import Reason
from voicehost.phrases.intent import Intent
from voicehost.resources import languages
from voicehost.rules import GAMES
from voicehost.table.seats import seat_players
from voicehost.tell.narrator import Player

NOW = datetime(2026, 1, 6, 17, 30)
FOX, OWL = Player("fox", "en"), Player("owl", "en")


class Family:
    """Answers the lobby by a list of meanings, plays by bots, and says what comes after the game."""

    def __init__(self, tmp_path, wishes=(), after=("goodnight",), lang="en", **options):
        self.bots = Bots(own_microphones=False)
        self.sessions = Watched(tmp_path, self.bots)
        self._wishes = list(wishes)
        self._after = list(after)
        self._lang = lang
        langs = options.pop("langs", (lang,))
        self.evening = Evening(EveningOptions(langs=langs, seed=3, **options), self.sessions, lambda: NOW)
        self.stage = Stage(self._watch, self._speak)

    def play(self):
        return self.stage.run(self.evening.script())

    def _watch(self, kind, facts, now, stage):
        if kind == "open":  # a round of Verhext!: one child is always right
            solution = self.sessions.matches[-1].view.solution
            called = Intent.of("spell", spells=" ".join(solution))
            stage.mean(None, called, facts["opened_ms"] + 900, lang=self._lang)
        if kind == "question" and facts.get("ask") == "who":
            stage.say(None, "seat", now + 1500, seat="fox")

    def _speak(self, state, now, stage):
        if state == "lobby":
            self._next(self._wishes, now, stage)
        elif state == "over":
            self._next(self._after, now, stage)
        elif state == "confirm" and not self.sessions.matches:
            stage.say(None, "no", now + 500)
        elif state not in ("round", "who"):
            self.bots(state, now, stage)

    def _next(self, wishes, now, stage):
        if wishes:
            name, _, value = wishes.pop(0).partition("=")
            slot = {"game": "game", "seat": "seat"}.get(name)
            stage.say(None, name, now + 500, **({slot: value} if slot else {}))


LOBBY = ("seat=fox", "seat=owl", "start")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", languages())
def test_every_game_from_hello_to_good_night(tmp_path, game, lang):
    """By voice alone: which game, who plays, the game itself, and good night."""
    family = Family(tmp_path, (f"game={game}", *LOBBY), lang=lang)
    stage = family.play()
    (session,) = family.sessions
    assert session.finished
    assert session.game == game
    assert session.names == ("fox", "owl")
    assert stage.seatings[-1].names == ("fox", "owl")
    assert [facts["game"] for facts in stage.of("finished")] == [game]


def test_silence_gets_a_game_and_the_usual_players(tmp_path):
    """Nobody has to say anything to be asked to play."""
    family = Family(tmp_path, after=())
    family.play()
    (session,) = family.sessions
    assert len(session.players) == USUAL
    assert session.game == next(iter(GAMES))


def test_again_plays_the_same_and_another_game_asks_which(tmp_path):
    wishes = ("game=husch", *LOBBY, "game=hubi")
    family = Family(tmp_path, wishes, after=("rematch", "newgame", "goodnight"))
    family.play()
    assert [session.game for session in family.sessions] == ["husch", "husch", "hubi"]
    assert {session.names for session in family.sessions} == {("fox", "owl")}


def test_a_child_is_answered_in_the_language_in_which_it_came(tmp_path):
    family = Family(tmp_path, (), langs=("de", "en"), game="husch")
    said = iter([("fox", "de"), ("owl", "en")])

    def children(state, now, stage):
        if state == "lobby" and (child := next(said, None)):
            from voicehost.phrases import Intent

            stage.mean(None, Intent.of("seat", seat=child[0]), now + 500, lang=child[1])
        elif state != "lobby":
            family._speak(state, now, stage)

    family.stage._talker = children
    family.play()
    (session,) = family.sessions
    assert session.players == (Player("fox", "de"), Player("owl", "en"))


def test_a_call_sign_can_be_taken_only_once(tmp_path):
    family = Family(tmp_path, ("game=husch", "seat=fox", "seat=fox", "seat=owl", "start"))
    stage = family.play()
    assert any("already" in text for text in stage.told)
    assert [session.names for session in family.sessions] == [("fox", "owl")]


def test_the_game_does_not_begin_with_too_few(tmp_path):
    family = Family(tmp_path, ("game=husch", "seat=fox", "start", "seat=owl", "start"))
    stage = family.play()
    assert any("at least" in text for text in stage.told)
    assert len(list(family.sessions)) == 1


def test_experts_are_asked_or_say_so_themselves(tmp_path):
    family = Family(tmp_path, ("game=hubi", "expert", *LOBBY))
    family.play()
    assert family.sessions.matches[0].game.options()["expert"] == 3


def test_what_is_known_is_not_asked(tmp_path):
    family = Family(tmp_path, game="husch", players=(FOX, OWL))
    stage = family.play()
    assert "lobby" not in stage.states


def test_an_unsure_game_is_asked_back(tmp_path):
    family = Family(tmp_path, ("seat=fox", "seat=owl", "game=husch", "start"))
    family.stage.say(None, "game", 1200, Reason.UNSURE, game="hubi")
    family.play()
    assert [session.game for session in family.sessions] == ["husch"]


def lobby(tmp_path, *said, **options):
    """An evening in whose lobby this is said, one after the other: name, reason and slots, whatever is asked."""
    family, coming = Family(tmp_path, **options), iter(said)

    def speak(state, now, stage):
        if state in ("lobby", "confirm") and not family.sessions.matches:
            if (one := next(coming, None)) is not None:
                name, reason, slots = one
                stage.say(None, name, now + 500, reason, **slots)
        else:
            family._speak(state, now, stage)

    family.stage._talker = speak
    return family, family.play()


def heard(name, **slots):
    return name, Reason.HEARD, slots


def unsure(name, **slots):
    return name, Reason.UNSURE, slots


GAME, HERE = heard("game", game="husch"), [heard("seat", seat="fox"), heard("seat", seat="owl"), heard("start")]


@pytest.mark.parametrize("instead", [unsure("game", game="hubi"), GAME, heard("yes"), heard("no")])
def test_what_is_said_instead_of_yes_or_no_in_the_lobby_is_taken_at_its_word(tmp_path, instead):
    """The same once more is a yes, another game is that game, and after a no the host asks again at once."""
    family, stage = lobby(tmp_path, unsure("game", game="hubi"), instead, GAME, *HERE, *HERE, heard("no"))
    (session,) = family.sessions
    agreed = instead[0] == "yes" or instead[1] is Reason.UNSURE
    assert stage.of("chosen")[0]["game"] == ("hubi" if agreed else "husch")
    assert session.names == ("fox", "owl")


def test_children_from_the_settings_hear_their_names_when_the_host_asks_who_plays(tmp_path):
    _, stage = lobby(tmp_path, GAME, *HERE, known=(Player("Anna", "en"),))
    assert any("Anna, the fox, the cat, the owl or the bear." in text for text in stage.told)


def test_who_came_last_can_be_taken_back_before_the_game(tmp_path):
    family, _ = lobby(tmp_path, GAME, heard("seat", seat="bear"), heard("takeback"), *HERE)
    assert [session.names for session in family.sessions] == [("fox", "owl")]


def test_table_talk_that_was_confirmed_in_the_lobby_is_answered(tmp_path):
    _, stage = lobby(tmp_path, unsure("fame"), heard("yes"), GAME, *HERE)
    assert "Nobody has won a game yet." in stage.told


def test_lets_go_before_a_game_is_chosen_is_answered(tmp_path):
    _, stage = lobby(tmp_path, heard("start"), GAME, *HERE)
    assert [text.endswith("Spider Venom and Toad Slime?") for text in stage.told[1:4]] == [True, True, False]


@pytest.mark.parametrize(("answer", "expert"), [("yes", 3), ("expert", 3), ("no", None)])
def test_like_experts_is_an_answer_and_who_comes_late_plays_too(tmp_path, answer, expert):
    bear = heard("seat", seat="bear")
    family, _ = lobby(tmp_path, *HERE, bear, heard(answer), game="hubi")
    assert family.sessions.matches[0].game.options()["expert"] == expert
    assert [session.names for session in family.sessions] == [("fox", "owl", "bear")]


def test_help_is_no_answer_to_the_question_for_the_variant(tmp_path):
    """Nor is an unsure yes, after which it is asked once more."""
    yes = [heard("help"), unsure("yes"), heard("yes")]
    family, stage = lobby(tmp_path, *HERE, *yes, game="hubi")
    assert family.sessions.matches[0].game.options()["expert"] == 3
    assert "Say: Yes. Or: No." in stage.told


def test_the_childrens_own_talk_in_the_lobby_is_not_answered(tmp_path):
    """A short word is, and the second one with help."""
    family = Family(tmp_path, ("game=husch", *LOBBY))
    for number, length in enumerate((6000, 6000, 800, 800)):
        family.stage.noise(None, 3000 + 8000 * number, length=length)
    family.stage.noise(None, 40_000, Reason.TOO_QUIET)
    told = family.play().told
    again = [index for index, text in enumerate(told) if text in ("Pardon?", "Once more, please.")]
    again += [index for index, text in enumerate(told) if text.startswith("I didn't catch")]
    assert len(again) == 1
    assert any("Bewitched" in text for text in told[again[0] + 1 : again[0] + 3])
    assert any("loud" in text for text in told)


@pytest.mark.parametrize(("wish", "games"), [("rematch", 2), ("newgame", 2), ("goodnight", 1)])
def test_an_unsure_wish_after_a_game_is_asked_back(tmp_path, wish, games):
    family = Family(tmp_path, ("game=hubi",), game="husch", players=(FOX, OWL))
    speak, said = family._speak, []

    def after(state, now, stage):
        if state == "over" and not said:
            said.append(stage.say(None, wish, now + 500, Reason.UNSURE))
        elif state == "confirm" and len(said) == 1:
            said.append(stage.say(None, "yes", now + 500))
        else:
            speak(state, now, stage)

    family.stage._talker = after
    stage = family.play()
    assert any(text.endswith(f": {wish}?") for text in stage.told)
    assert len(list(family.sessions)) == games


@pytest.mark.parametrize("instead", ["newgame", "goodnight"])
def test_another_wish_instead_of_yes_after_a_game_needs_no_confirmation(tmp_path, instead):
    """There is no game that it would end."""
    family = Family(tmp_path, ("goodnight",), game="husch", players=(FOX, OWL))
    speak, wishes = family._speak, iter([("rematch", Reason.UNSURE), (instead, Reason.HEARD)])

    def after(state, now, stage):
        if state in ("over", "confirm") and stage.of("finished") and (wish := next(wishes, None)):
            stage.say(None, wish[0], now + 500, wish[1])
        else:
            speak(state, now, stage)

    family.stage._talker = after
    stage = family.play()
    assert not {"Do you really want to stop?", "Shall I end the game?"} & set(stage.told)
    assert len(list(family.sessions)) == 1


def test_the_familys_talk_after_a_game_is_not_answered(tmp_path):
    family = Family(tmp_path, after=(), game="husch", players=(FOX, OWL))
    speak, noises = family._speak, iter((6000, 6000, 800))

    def after(state, now, stage):
        if state == "over" and (length := next(noises, None)):
            stage.noise(None, now + 500, length=length)
        else:
            speak(state, now, stage)

    family.stage._talker = after
    stage = family.play()
    assert len(stage.of("missed")) >= 3
    assert len([text for text in stage.told if text.startswith("You can say: Again")]) == 1


def test_good_night_in_the_lobby_needs_no_confirmation(tmp_path):
    family = Family(tmp_path, ("goodnight",))
    stage = family.play()
    assert list(family.sessions) == []
    assert "night" in stage.told[-1]


def interrupted(tmp_path, wishes=(), **options):
    """An evening whose game was stopped in the middle, and the family that comes back."""
    first = Family(tmp_path, game="husch", players=(FOX, OWL))
    bots = first.stage._talker

    def until_some_hats_are_lifted(state, now, stage):
        if len(stage.events("HatLifted")) == 3:
            stage.say(None, "yes" if state == "confirm" else "stop", now + 500)
        else:
            bots(state, now, stage)

    first.stage._talker = until_some_hats_are_lifted
    first.play()
    assert first.sessions.latest() is not None
    return first, Family(tmp_path, wishes, **options)


def test_an_interrupted_game_is_gone_on_with(tmp_path):
    """From the command line, at the very state where it was left."""
    first, second = interrupted(tmp_path, resume=True)
    before = first.sessions.matches[0].lines
    stage = second.play()
    assert second.sessions.matches[0].lines[: len(before)] == before
    assert stage.told[1].startswith("We play on")
    assert [session.finished for session in second.sessions] == [True]


def test_an_interrupted_game_is_gone_on_with_by_voice(tmp_path):
    _, second = interrupted(tmp_path, ("resume",))
    second.play()
    assert [session.finished for session in second.sessions] == [True]


def test_without_an_interrupted_game_the_lobby_opens(tmp_path):
    family = Family(tmp_path, ("game=husch", *LOBBY), resume=True)
    stage = family.play()
    assert any("no game" in text for text in stage.told)
    assert len(list(family.sessions)) == 1


def test_the_hall_of_fame_is_told_when_it_is_asked_for(tmp_path):
    Family(tmp_path, game="husch", players=(FOX, OWL)).play()
    stage = Family(tmp_path, ("fame", "goodnight")).play()
    assert any("has won one game" in text for text in stage.told)


def test_a_damaged_game_is_no_reason_to_be_silent(tmp_path):
    """By voice the lobby opens; whoever typed --resume is told the line."""
    first, second = interrupted(tmp_path, ("resume", "game=husch", *LOBBY))
    journal = first.sessions.journal(first.sessions.latest())
    journal.write_text(journal.read_text().replace('"seat":0', '"seat":1', 1))
    stage = second.play()
    assert stage.of("damaged")
    assert [session.finished for session in second.sessions] == [False, True]
    with pytest.raises(Trouble, match="cannot be resumed"):
        Family(tmp_path, resume=True).play()


@pytest.mark.parametrize("order", [(FOX, OWL), (OWL, FOX)])
def test_microphones_stay_with_their_children_when_a_game_is_gone_on_with(tmp_path, order):
    """In whatever order they sit this time."""
    _, second = interrupted(tmp_path, resume=True, players=order, channels=(3, 5))
    stage = second.play()
    assert stage.seatings[-1].names == ("fox", "owl")
    assert stage.seatings[-1].channels == ((3, 5) if order == (FOX, OWL) else (5, 3))


@pytest.mark.parametrize("name", ["Fuchs", "los", "Gute Nacht"])
def test_a_name_that_means_something_else_in_the_lobby_is_refused_in_one_line(tmp_path, name):
    """With the name, and not with a line of a grammar."""
    with pytest.raises(Trouble, match=f"^The name '{name}' already means"):
        Family(tmp_path, lang="de", players=(Player(name, "de"), Player("Anna", "de")))


def test_call_signs_may_be_given_as_names(tmp_path):
    Family(tmp_path, lang="en", players=(FOX, Player("Anna", "en")))


def test_a_name_that_cannot_be_called_is_refused_before_the_evening(tmp_path):
    with pytest.raises(Trouble, match="letters only"):
        Family(tmp_path, players=(Player("R2D2", "en"), OWL))


@pytest.mark.parametrize("names", ["Anna,anna", "Strauß,Strauss", "STRAUSS,Strauß"])
def test_two_names_that_are_called_alike_are_refused(names):
    with pytest.raises(Trouble, match="Two players are called"):
        seat_players(None, names, None, ("de",))


def test_names_that_name_nobody_are_told():
    with pytest.raises(Trouble, match="names nobody"):
        seat_players(None, " , ", None, ("de",))
