"""The turn-based games on a made-up clock: what is understood, asked back, refused, and how silence is broken."""

import re

import pytest
from playing import NAMES, TURN_GAMES, Playing

from voicehost.evening.games import PLAYS
from voicehost.evening.journal import last_events
from voicehost.hear.ear import Phrase, Reason
from voicehost.lab.demo.wording import intents_of
from voicehost.phrases import Grammar, Intent
from voicehost.resources import languages
from voicehost.rules import NATURE, Match
from voicehost.rules.dice import Dice
from voicehost.table.turns.play import Refused, Unclear
from voicehost.table.turns.turns import GUESS, MISSES, PROMPT_MS, SURE

every_game = pytest.mark.parametrize("game", TURN_GAMES)


class Once:
    """Says something of its own the first time `state` is listened for, and leaves the rest to the bots."""

    def __init__(self, state, speak, times=1):
        self._state, self._speak, self._times = state, speak, times
        self.bots = None
        self.told = None  # how much had been told before

    def __call__(self, state, now, stage):
        if self._times and state.split("+")[0] == self._state:
            self._times -= 1
            self.told = len(stage.told)
            self._speak(now, stage)
        else:
            self.bots(state, now, stage)


def playing(game, state, speak, times=1, **options):
    """A game in which somebody says something of their own when `state` is listened for."""
    once = Once(state, speak, times)
    table = Playing(game, talker=once, **options)
    once.bots = table.bots
    return table, once


def answer(game, state, speak, **options):
    """What the host told right after it, and the stage after the game."""
    table, once = playing(game, state, speak, **options)
    stage = table.play()
    return stage.told[once.told], stage


@every_game
@pytest.mark.parametrize("langs", [("de",), ("en",), ("de", "en")], ids="+".join)
@pytest.mark.parametrize("dice", ["drawn", "real"])
def test_a_whole_game_is_played_to_its_end(game, langs, dice):
    """In every language, with the program's dice or with real ones."""
    table = Playing(game, langs, dice=dice)
    stage = table.play()
    assert table.match.result is not None
    assert {facts["event"] for facts in stage.of("event")} & {"GameWon", "GameLost"}
    assert not stage.of("missed")


@every_game
def test_every_legal_action_can_be_said_and_is_read_as_itself(game):
    """The adapter and the players' wording, written apart, agree on a whole game; and the grammar has the sentence."""
    grammar = Grammar.load(game, languages())
    sayable = {phrase.meaning for state in grammar.states for phrase in grammar.phrases(state)}
    dice, match = Dice(3), Match.new(game, players=3, seed=3)
    for _ in range(150):
        if match.result is not None:
            break
        play = PLAYS[game](match)
        if match.turn.seats == (NATURE,):
            for face, _ in match.game.odds(match.view) if play.has_face() else ():
                (intent,) = intents_of(face, match.view)
                assert play.face(intent) == face
                assert intent in sayable
            match.throw()
            continue
        for action in match.legal():
            for intent in intents_of(action, match.view):
                assert intent in sayable, intent
                assert play.read(intent, action.seat) == action, intent
                play.forget()
        match.do(dice.choice(match.legal()))


@pytest.mark.parametrize("dice", ["drawn", "real"])
@pytest.mark.parametrize(
    ("game", "options"),
    [("husch", {}), ("husch", {"hats": "real"}), ("hubi", {}), ("hubi", {"hubi": "random"}), ("spinnengift", {})],
)
def test_every_sentence_that_is_listened_for_can_be_read(game, options, dice):
    """Sense or nonsense: it is an action that the rules allow or refuse, or half a sentence with a question."""
    playing = Playing(game, dice=dice, **options)
    grammar, match, table, narrator = Grammar.load(game, ["en"]), playing.match, playing.table, playing.narrator
    chance = Dice(3)
    for _ in range(150):
        if match.result is not None:
            break
        due, seat = table._what_is_due(), table.seat
        for state in f"{due.state}+{due.otherwise}".strip("+").split("+") if due else ():
            for phrase in grammar.phrases(state):
                table.play.forget()
                match table.play.read(phrase.meaning, seat):
                    case Unclear(message, facts):
                        assert match.turn.seats == (seat,), phrase
                        assert narrator.say(message, to=seat, **facts)
                    case Refused(reason, facts):
                        assert narrator.refuse(reason, to=seat, **facts)
                    case action if action is not None and (why_not := match.why_not(action)):
                        assert why_not.reason not in ("other_game", "not_now"), (phrase, due)
                        assert narrator.refuse(why_not.reason, to=seat, **why_not.facts)
        match.throw() if match.turn.seats == (NATURE,) else match.do(chance.choice(match.legal()))


@every_game
@pytest.mark.parametrize("lang", languages())
def test_nothing_that_can_be_said_is_met_with_silence(game, lang):
    """Whatever the grammar knows, sense or nonsense, changes something or is answered."""
    grammar = Grammar.load(game, [lang])
    dice, silent, said = Dice(7), [], []

    def anything(state, now, stage):
        if said and said[-1][1] == (len(stage.told), len(stage.notes), len(stage.adjusted)):
            silent.append(said[-1][0])
        if len(said) > 400:
            table.talk.ending = "stop"
            return
        phrases = [p for one in state.split("+") for p in grammar.phrases(one, {"seat": NAMES})]
        meaning = dice.choice(sorted({p.meaning for p in phrases}, key=str))
        if meaning.name in ("stop", "goodnight", "newgame") and state != "confirm":
            return
        if state != "asleep":
            said.append((meaning, (len(stage.told), len(stage.notes), len(stage.adjusted))))
        stage.mean(None, meaning, now + 300)

    table = Playing(game, (lang,), talker=anything)
    table.play(hours=50)
    assert len(said) > 50
    assert not silent


@every_game
def test_what_is_told_rests_on_what_all_can_see(game):
    """Status and questions stay the same when the secret is taken away."""
    match = Match.new(game, players=3, seed=2)
    table = Playing(game, match=match)
    dice = Dice(1)
    for _ in range(60):
        if match.result is not None:
            break
        secret = match._state.secret
        match._state = match._state._replace(secret=None)
        table.table.status()
        table.table.whose_turn()
        match._state = match._state._replace(secret=secret)
        match.throw() if match.turn.seats == (NATURE,) else match.do(dice.choice(match.legal()))


def test_an_unsure_sentence_is_asked_back():
    told, stage = answer("husch", "lift", lambda now, stage: stage.say(0, "lift", now, Reason.UNSURE, hat="red"))
    assert "red" in told
    assert told.endswith("?")
    assert stage.of("question")[0]["meaning"] == "lift(hat=red)"


@pytest.mark.parametrize(("confidence", "asked"), [(SURE - 0.01, 1), (SURE, 0)])
def test_what_all_will_see_needs_more_certainty(confidence, asked):
    def speak(now, stage):
        stage.say(0, "lift", now, confidence=confidence, hat="red")

    _, stage = answer("husch", "lift", speak)
    assert len(stage.of("question")) == asked


def test_another_hat_instead_of_yes_is_taken_at_its_word():
    def speak(now, stage):
        stage.say(0, "lift", now, Reason.UNSURE, hat="red")
        stage.say(0, "lift", now + 2500, hat="blue")

    _, stage = answer("husch", "lift", speak)
    assert stage.events("HatLifted")[0]["place"] == 3


def guessing(others, answers, best="red", game="husch", state="lift"):
    """A child says something unsurely that may have been `others`, and answers what it is asked; the stage."""
    name, slot = {"husch": ("lift", "hat"), "spinnengift": ("card", "number")}[game]

    def speak(now, stage):
        phrases = tuple(Phrase(other, "en", Intent.of(name, **{slot: other})) for other in others)
        stage.say(0, name, now, Reason.UNSURE, confidence=0.3, others=phrases, **{slot: best})

    replies = iter(answers)
    table, once = playing(game, state, speak)
    bots, once.bots = (
        once.bots,
        lambda state, now, stage: (
            stage.say(0, next(replies, "yes"), now + 400) if state == "confirm" else bots(state, now, stage)
        ),
    )
    return table.play()


def test_after_a_no_the_host_asks_about_what_else_it_may_have_been():
    stage = guessing(["blue", "green"], ["no", "yes"])
    assert [facts["meaning"] for facts in stage.of("question")][:2] == ["lift(hat=red)", "lift(hat=blue)"]
    assert stage.events("HatLifted")[0]["place"] == 3
    assert [facts["action"] for facts in stage.of("answer")][:2] == ["no", "yes"]


def test_it_guesses_four_times_and_then_asks_for_the_sentence_again():
    stage = guessing(["2", "3", "4", "5", "6"], ["no"] * 4, best="1", game="spinnengift", state="card")
    asked = [facts["meaning"] for facts in stage.of("question")]
    assert asked[:4] == [f"card(number={number})" for number in (1, 2, 3, 4)]
    assert "card(number=5)" not in asked
    assert stage.of("refused")[0]["reason"] == "not_confirmed"


def test_what_is_left_when_all_else_was_denied_is_asked_about_too():
    """There are five hats."""
    stage = guessing(["blue", "green", "white", "yellow"], ["no"] * 4)
    hats = [f"lift(hat={hat})" for hat in ("red", "blue", "green", "white", "yellow")]
    assert [facts["meaning"] for facts in stage.of("question")] == hats
    assert stage.events("HatLifted")[0]["place"] == 1


def test_a_call_that_is_repeated_is_understood_by_both_tries():
    """Each sounds most like something else, but both a little like the same; what was denied is not asked again."""
    tries = iter([["red", "green", "yellow", "white"], ["red", "blue", "green"]])

    def speak(now, stage):
        best, *others = next(tries)
        phrases = tuple(Phrase(hat, "en", Intent.of("lift", hat=hat)) for hat in others)
        stage.say(0, "lift", now, Reason.UNSURE, confidence=0.3, hat=best, others=phrases, apart=0.5)

    replies = iter(["no"] * 4)
    table, once = playing("husch", "lift", speak, times=2)
    bots, once.bots = (
        once.bots,
        lambda state, now, stage: (
            stage.say(0, next(replies, "yes"), now + 400) if state == "confirm" else bots(state, now, stage)
        ),
    )
    asked = [facts["meaning"] for facts in table.play().of("question")]
    assert asked[:5] == [f"lift(hat={hat})" for hat in ("red", "green", "yellow", "white", "blue")]


def test_what_was_nearly_something_else_is_asked_back():
    """Sixteen and eighteen: the ear is confident of the one, and the other is as near."""

    def speak(now, stage):
        near = (Phrase("blue", "en", Intent.of("lift", hat="blue")),)
        stage.say(0, "lift", now, confidence=0.95, hat="red", others=near, apart=1.0)

    _, stage = answer("husch", "lift", speak)
    assert stage.of("question")[0]["meaning"] == "lift(hat=red)"


def test_table_talk_that_was_hardly_understood_is_answered_after_a_question():
    def speak(now, stage):
        stage.say(0, "help", now, Reason.UNKNOWN, confidence=0.1)

    table, once = playing("husch", "lift", speak)
    stage = table.play()
    assert stage.of("question")[0]["meaning"] == "help"
    assert [facts["action"] for facts in stage.of("talk")] == ["help"]
    assert stage.told[once.told + 1].startswith("Say which hat")
    assert not stage.of("missed")


def test_half_a_sentence_that_was_not_meant_may_be_another():
    def speak(now, stage):
        other = (Phrase("rabbit, top left", "en", Intent.of("choose", figure="rabbit", corner="0")),)
        stage.say(0, "figure", now, Reason.UNSURE, confidence=0.3, figure="mouse", others=other)
        stage.say(0, "no", now + 2500)
        stage.say(0, "yes", now + 5000)

    _, stage = answer("hubi", "choose", speak)
    assert stage.events("FigureChosen")[0] == {"event": "FigureChosen", "seat": 0, "figure": "rabbit", "corner": 0}


@pytest.mark.parametrize(("length", "asked"), [(900.0, False), (2500.0, True)])
def test_a_short_phrase_in_a_long_voice_is_asked_back(length, asked):
    """Then somebody else talked as well, and who knows what was heard."""
    _, stage = answer("husch", "lift", lambda now, stage: stage.say(0, "lift", now, length=length, hat="red"))
    assert bool(stage.of("question")) is asked


def test_table_talk_that_cannot_harm_need_not_be_certain():
    def speak(now, stage):
        stage.say(0, "score", now, Reason.UNSURE, confidence=0.3)

    table, _ = playing("husch", "lift", speak)
    stage = table.play()
    assert [facts["action"] for facts in stage.of("talk")] == ["score"]
    assert not stage.of("missed")


@pytest.mark.parametrize(("times", "lifted"), [(1, False), (2, True)])
def test_two_unsure_yes_are_a_yes(times, lifted):
    def speak(now, stage):
        stage.say(0, "lift", now, Reason.UNSURE, hat="red")
        for number in range(times):
            stage.say(0, "yes", now + 2500 + 3000 * number, Reason.UNSURE, confidence=0.18)

    table, once = playing("husch", "lift", speak)
    bots, once.bots = once.bots, lambda state, now, stage: bots(state, now, stage) if state != "confirm" else None
    stage = table.play()
    assert ("not_confirmed" in {facts["reason"] for facts in stage.of("refused")}) is not lifted


@pytest.mark.parametrize("reply", ["no", None])
def test_without_a_yes_nothing_is_lifted(reply):
    def speak(now, stage):
        stage.say(0, "lift", now, Reason.UNSURE, hat="red")
        if reply:
            stage.say(0, reply, now + 2500)

    table, once = playing("husch", "lift", speak)
    bots, once.bots = once.bots, lambda state, now, stage: bots(state, now, stage) if state != "confirm" else None
    stage = table.play()
    assert "not_confirmed" in {facts["reason"] for facts in stage.of("refused")}


def test_only_the_child_whose_turn_it_is_may_act():
    told, stage = answer("husch", "lift", lambda now, stage: stage.say(2, "lift", now, hat="red"))
    assert stage.of("refused")[0]["reason"] == "not_your_turn"
    assert "turn" in told or "next" in told


@pytest.mark.parametrize(
    ("game", "state", "intent", "reason"),
    [
        ("husch", "lift", Intent.of("swap", first="red", second="blue"), "lift_now"),
        ("husch", "roll", Intent.of("lift", hat="red"), "roll_first"),
        ("husch", "swap", Intent.of("swap", first="red", second="red"), "same_hat"),
        ("husch", "swap", Intent.of("keep"), "must_swap"),
        ("hubi", "act", Intent.of("search"), "still_asleep"),
        ("hubi", "act", Intent.of("door"), "door_hidden"),
        ("hubi", "act", Intent.of("through", way="door"), "no-such-way"),
        ("hubi", "roll", Intent.of("go", direction="up"), "spin_first"),
        ("spinnengift", "move", Intent.of("go", first="up", second="down"), "back_again"),
        ("spinnengift", "move", Intent.of("card", number="3"), "move_now"),
        ("spinnengift", "card", Intent.of("go", first="up"), "peek_now"),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_answered_with_the_reason(game, state, intent, reason):
    told, stage = answer(game, state, lambda now, stage: stage.mean(None, intent, now))
    assert stage.of("refused")[0]["reason"] == reason
    assert told


def test_a_card_beside_another_is_asked_for_unless_only_one_is_hidden():
    told, _ = answer("spinnengift", "card", lambda now, stage: stage.say(0, "beside", now, number="8"))
    assert told == "Card seven or card nine?"


def test_figure_and_corner_may_come_one_after_the_other():
    def speak(now, stage):
        stage.say(0, "figure", now, figure="mouse")
        stage.say(0, "corner", now + 4000, corner="2")

    told, stage = answer("hubi", "choose", speak)
    assert "corner" in told
    assert stage.events("FigureChosen")[0] == {"event": "FigureChosen", "seat": 0, "figure": "mouse", "corner": 2}


def test_the_six_cards_may_be_looked_at_for_ten_seconds():
    """Rule P4."""
    table = Playing("spinnengift")
    times = {}
    table.stage._players = lambda kind, facts, now, stage: times.setdefault(
        (facts.get("event"), facts.get("left")), now
    )
    table.play()
    assert times["CardsHidden", None] - times["CardPeeked", 0] >= 10_000


def test_real_hats_only_need_right_or_wrong():
    """With real hats nobody but the children knows what is under them."""

    def children(state, now, stage):
        match state:
            case "lift+confirm":
                stage.say(0, "lift", now + 300, hat="red")
            case "confirm+lift":
                stage.say(0, dice.choice(["yes", "yes", "no"]), now + 300)
            case "swap":
                stage.say(0, "swap", now + 300, first="red", second="blue")

    dice = Dice(4)
    table = Playing("husch", talker=lambda state, now, stage: None, hats="real")
    table.stage._talker = lambda state, now, stage: children(state, now, stage)
    for seat in range(3):
        table.table.names = NAMES[seat]
    table.stage.say = lambda who, *rest, say=table.stage.say, **slots: say(None, *rest, **slots)
    stage = table.play()
    assert stage.events("GameWon")[0]["place"] == 0
    assert stage.events("HatMissed")
    assert not stage.events("HatLifted")


# --- silence and noise ---


def test_silence_is_broken_gently_then_with_help_then_the_host_sleeps_until_it_is_called():
    """12 s, 12 s, help, five minutes."""
    heard = []

    def silent(state, now, stage):
        heard.append((state, now))
        if state == "asleep" and now > 600_000:
            stage.say(None, "wake", now + 100)
        if stage.of("awake"):
            table.bots(state, now, stage)

    table = Playing("husch", talker=silent)
    stage = table.play()
    assert [facts["number"] for facts in stage.of("prompt")] == [1, 2, 3]
    waits = [now for state, now in heard if state == "lift"]
    assert waits[1] - waits[0] == pytest.approx(PROMPT_MS + 1000, abs=1100)
    assert stage.of("asleep")
    assert table.match.result is not None


def test_the_host_sleeps_when_it_is_told_to():
    """And goes on when it is called."""

    def sends_it_to_bed(state, now, stage):
        if state.startswith("roll") and not stage.of("asleep"):
            stage.say(0, "sleep", now + 100)
        elif state == "asleep":
            stage.say(None, "wake", now + 100)
        else:
            table.bots(state, now, stage)

    table = Playing("husch", talker=sends_it_to_bed)
    stage = table.play()
    assert (len(stage.of("asleep")), len(stage.of("awake"))) == (1, 1)
    assert table.match.result is not None


@pytest.mark.parametrize("game", TURN_GAMES)
def test_the_rules_are_told_in_short_when_somebody_asks(game):
    def asks(state, now, stage):
        if "between" in state and not stage.of("asked"):
            stage.notes.append(("asked", {}))
            stage.say(0, "rules", now + 100)
        else:
            table.bots(state, now, stage)

    table = Playing(game, talker=asks)
    assert table.narrator.text("rules-short", "en") in table.play().told


def test_a_table_that_nobody_wakes_ends_its_session():
    table = Playing("husch", talker=lambda state, now, stage: None)
    table.play(hours=2)
    assert table.talk.ending == "stop"


def test_a_sound_without_meaning_is_answered_and_the_second_one_with_help():
    def speak(now, stage):
        stage.noise(0, now)
        stage.noise(0, now + 3000)

    table, once = playing("husch", "lift", speak)
    stage = table.play()
    first, second = stage.told[once.told : once.told + 2]
    assert second.startswith("Say which hat")
    assert first != second


def test_long_talk_among_the_children_is_not_answered_at_once():
    def speak(now, stage):
        for number in range(3):
            stage.noise(0, now + 10_000 * number, length=6000)

    told, stage = answer("husch", "lift", speak)
    assert len(stage.of("missed")) == 3
    assert "loud" in told or "hear a thing" in told


def test_a_voice_that_is_too_quiet_is_told_so():
    told, _ = answer("husch", "lift", lambda now, stage: stage.noise(0, now, Reason.TOO_QUIET))
    assert "loud" in told


# --- table talk ---


@every_game
@pytest.mark.parametrize("name", ["help", "again", "score", "turn", "slower", "louder", "takeback"])
def test_table_talk_is_answered_and_the_game_goes_on(game, name):
    state = {"husch": "lift", "hubi": "act", "spinnengift": "move"}[game]
    told, stage = answer(game, state, lambda now, stage: stage.say(1, name, now))
    assert told
    assert {facts["event"] for facts in stage.of("event")} & {"GameWon", "GameLost"}


def test_who_asks_for_its_turn_is_told_what_lies_around():
    _, stage = answer("spinnengift", "move", lambda now, stage: stage.say(None, "turn", now))
    around = [text for text in stage.told if text.startswith(("Up:", "Down:", "Left:", "Right:"))]
    assert 2 <= len(around) <= 4
    assert all("chip" in text for text in around)


@pytest.mark.parametrize(
    ("game", "state", "needed"),
    [("husch", "lift", "witch"), ("spinnengift", "card", "six cards"), ("hubi", "act", "action")],
)
def test_again_tells_all_that_was_told_in_one_go(game, state, needed):
    """Not only the question, but what was rolled as well; and a "Pardon?" in between is no telling."""

    def speak(now, stage):
        stage.noise(0, now)
        stage.say(0, "again", now + 3000)

    table, once = playing(game, state, speak)
    stage = table.play()
    before, again = stage.told[: once.told], stage.told[once.told + 1 :]
    repeated = next(lines for lines in (2, 3) if before[-lines:] == again[:lines])
    assert needed in " ".join(again[:repeated])


def test_again_tells_what_any_word_before_a_throw_led_to():
    """It need not have been understood."""
    heard = []

    def speak(state, now, stage):
        if state.startswith("roll") and not heard:
            heard.append(stage.noise(0, now + 300))
        elif state == "lift" and len(heard) == 1:
            heard.append(len(stage.told))
            stage.say(0, "again", now + 300)
        else:
            table.bots(state, now, stage)

    table = Playing("husch", talker=speak)
    told = table.play().told
    assert told[heard[1] : heard[1] + 2] == told[heard[1] - 2 : heard[1]]


def test_again_repeats_a_question_that_waits_for_its_answer():
    def speak(now, stage):
        stage.say(0, "lift", now, Reason.UNSURE, hat="red")
        stage.say(0, "again", now + 2500)

    table, once = playing("husch", "lift", speak)
    question, again = table.play().told[once.told : once.told + 2]
    assert "red hat" in question
    assert again == question


@pytest.mark.parametrize(
    ("game", "state", "needed"),
    [
        ("husch", "lift", "witch"),
        ("spinnengift", "card", "Wanted|Where"),
        ("hubi", "act", "left"),
        ("hubi", "hubi", "There is cheese"),
    ],
)
def test_who_hesitates_is_told_what_was_rolled(game, state, needed):
    """A child that has forgotten the colour, the ingredient or what lies where need not know whom to ask."""
    table = Playing(game, seed=2)
    bots, silent = table.bots, []

    def hesitates(asked, now, stage):
        due = stage.events("CardsHidden") or game != "spinnengift"
        if asked.split("+")[0] == state and due and len(silent) < 2:
            silent.append(len(stage.told))
        else:
            bots(asked, now, stage)

    table.stage._talker = hesitates
    stage = table.play()
    prompted = stage.told[silent[0] : silent[0] + 4]
    assert any(re.search(needed, text) for text in prompted[1:])


def test_a_move_can_be_taken_back_until_something_was_shown():
    """In Hubi a step is taken back, a raised curtain is not."""

    def take_back_the_first_move(kind, facts, now, stage):
        if kind == "event" and facts["event"] in ("FigureMoved", "CurtainRaised") and facts["event"] not in seen:
            seen.add(facts["event"])
            stage.say(None, "takeback", now + 2000)

    seen = set()
    table = Playing("hubi", seed=2)
    table.stage._players = take_back_the_first_move
    stage = table.play()
    assert len(stage.of("takeback")) == 1
    assert any("seen" in text or "knows" in text for text in stage.told)


def test_half_a_sentence_is_taken_back_and_not_what_another_child_did():
    """Whoever has said "the mouse" and thinks better of it has done nothing yet."""

    def speak(now, stage):
        assert len(table.match.view.figures) == 1
        stage.say(1, "figure", now, figure="rabbit")
        stage.say(1, "takeback", now + 2500)
        stage.say(1, "choose", now + 7000, figure="mouse", corner="8")

    once = Once("choose", lambda now, stage: stage.say(0, "choose", now, figure="mouse", corner="0"))
    table = Playing("hubi", talker=once)
    once.bots = Once("choose", speak)
    once.bots.bots = table.bots
    stage = table.play()
    assert len(stage.of("takeback")) == 1
    assert table.match.view.figures[:2] == ("mouse", "mouse")


def test_the_host_speaks_another_language_when_it_is_asked():
    def speak(now, stage):
        stage.say(None, "speak", now, lang="de")

    told, _ = answer("husch", "lift", speak, langs=("en", "de"))
    assert told == "Gut, jetzt spreche ich Deutsch."


def test_a_language_that_the_table_does_not_speak_is_refused():
    told, _ = answer("husch", "lift", lambda now, stage: stage.say(None, "speak", now, lang="de"))
    assert told in ("That's not possible now.", "Not just yet.")


@pytest.mark.parametrize(("reply", "ended"), [("yes", "stop"), ("no", "")])
def test_stopping_has_to_be_confirmed(reply, ended):
    def speak(now, stage):
        stage.say(0, "stop", now)
        stage.say(0, reply, now + 2500)

    table, _ = playing("husch", "lift", speak)
    table.play()
    assert table.talk.ending == ended


def test_help_and_again_are_possible_while_the_host_asks_whether_to_stop():
    """Neither is met with silence, and the answer may come after it."""

    def speak(now, stage):
        stage.say(0, "stop", now)
        stage.say(0, "help", now + 2500)
        stage.say(0, "again", now + 5500)
        stage.say(0, "yes", now + 13000)

    table, once = playing("husch", "lift", speak)
    stage = table.play()
    question, help_, again, *_ = stage.told[once.told :]
    assert question in ("Do you really want to stop?", "Shall I end the game?")
    assert help_ == again == "Say: Yes. Or: No."
    assert table.talk.ending == "stop"


def test_an_answer_after_help_needs_no_second_question():
    """Help is no answer: the host waits for it once more."""

    def speak(now, stage):
        stage.say(0, "lift", now, Reason.UNSURE, hat="red")
        stage.say(0, "help", now + 2500)
        stage.say(0, "yes", now + 10000)

    table, once = playing("husch", "lift", speak)
    stage = table.play()
    question, help_, *_ = stage.told[once.told :]
    assert "red hat" in question
    assert help_ == "Say: Yes. Or: No."
    assert not stage.told[once.told + 2].endswith("?")
    assert stage.of("action")[1]["action"] == "lift(hat=red)"


@pytest.mark.parametrize("wish", ["stop", "newgame", "goodnight"])
def test_who_does_not_want_to_stop_during_a_pause_plays_on(wish):
    """As the host says it then."""

    def speak(now, stage):
        stage.say(0, "pause", now)
        stage.say(0, wish, now + 2500)
        stage.say(0, "no", now + 5000)

    table, once = playing("husch", "lift", speak)
    stage = table.play()
    _, _, on = stage.told[once.told : once.told + 3]
    assert on in ("Good, then let's play on.", "Then we go on.")
    assert table.match.result is not None
    assert not stage.of("asleep")


def test_an_unsure_go_on_during_a_pause_is_asked_back():
    def speak(now, stage):
        stage.say(0, "pause", now)
        stage.say(0, "resume", now + 2500, Reason.UNSURE)
        stage.say(0, "yes", now + 5500)

    table, once = playing("husch", "lift", speak)
    stage = table.play()
    assert stage.told[once.told + 1].endswith(": resume?")
    assert stage.told[once.told + 2] in ("Let's go on!", "Off we go again.")
    assert not stage.of("asleep")


# --- resuming ---


@every_game
def test_killed_after_any_line_the_game_goes_on_where_it_was(game):
    """The last that was announced is told again, in few words, and the game comes to its end."""
    whole = Playing(game)
    whole.play()
    lines = whole.match.lines
    for kept in range(1, len(lines), max(1, len(lines) // 12)):
        match = Match.resume(lines[:kept])
        if match.result is not None:
            continue
        resumed = Playing(game, match=match, last=last_events(match))
        stage = resumed.play()
        assert stage.told[0].startswith("We play on")
        assert resumed.match.result is not None


@pytest.mark.parametrize(("confidence", "asked"), [(GUESS - 0.01, False), (GUESS, True)])
def test_a_short_word_that_was_hardly_understood_is_asked_back_on_a_child_s_turn(confidence, asked):
    def speak(now, stage):
        stage.say(0, "lift", now, Reason.UNKNOWN, confidence=confidence, hat="red")

    _, stage = answer("husch", "lift", speak)
    assert bool(stage.of("question")) is asked
    assert bool(stage.of("missed")) is not asked


def test_a_noise_that_might_be_a_word_is_asked_about_only_once():
    """Somebody who has said something answers; a cough does not."""

    def speak(now, stage):
        stage.say(0, "lift", now, Reason.UNKNOWN, confidence=0.1, hat="red")

    table, once = playing("husch", "lift", speak)
    bots, once.bots = (
        once.bots,
        lambda state, now, stage: bots(state, now, stage) if state != "confirm" and now > 40_000 else None,
    )
    stage = table.play()
    assert sum("red" in text and text.endswith("?") for text in stage.told[once.told : once.told + 4]) == 1


def test_questions_that_nobody_answers_end():
    """A dog that barks for a minute is not asked every time which hat it means."""

    def speak(now, stage):
        for number in range(6):
            stage.say(0, "lift", now + 10_000 * number, Reason.UNKNOWN, confidence=0.1, hat="red")

    table, once = playing("husch", "lift", speak)
    bots, once.bots = (
        once.bots,
        lambda state, now, stage: bots(state, now, stage) if state != "confirm" and now > 70_000 else None,
    )
    stage = table.play()
    asked = [facts for facts in stage.of("question") if facts["onset_ms"] < 70_000]
    assert len(asked) == MISSES
    assert stage.of("missed")


def test_what_another_child_says_is_no_evidence():
    """It may have whispered the answer."""

    def speak(now, stage):
        near = (Phrase("red", "en", Intent.of("lift", hat="red")),)
        stage.say(2, "lift", now, Reason.UNSURE, confidence=0.3, hat="blue")
        stage.say(0, "lift", now + 4000, Reason.UNSURE, confidence=0.3, hat="green", others=near, apart=0.1)

    _, stage = answer("husch", "lift", speak)
    assert stage.of("refused")[0]["reason"] == "not_your_turn"
    assert stage.of("question")[0]["meaning"] == "lift(hat=green)"


@pytest.mark.parametrize(("after_ms", "thrown"), [(-500.0, False), (100.0, True)])
def test_before_a_throw_any_word_will_do_but_not_one_over_the_hosts_voice(after_ms, thrown):
    """The host has just stopped speaking when it begins to listen."""

    def speak(now, stage):
        stage.noise(0, now + after_ms, length=300.0)

    _, stage = answer("husch", "roll", speak)
    first = next(facts for kind, facts in stage.notes if kind in ("action", "refused"))
    assert (first.get("action") == "roll") is thrown
    assert (first.get("reason") == "host_speaking") is not thrown
