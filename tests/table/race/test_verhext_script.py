"""The script of Verhext! on a made-up clock: what is told, asked and judged."""

import pytest
from stage import Stage

from voicehost.hear.ear import Reason
from voicehost.phrases.intent import Intent
from voicehost.rules import Match
from voicehost.rules.dice import Dice
from voicehost.table.race.verhext import VerhextTable
from voicehost.table.talk import TableTalk
from voicehost.tell.narrator import Narrator, Player

NAMES = ("fox", "owl", "bear")


class Table:
    """A table of three whose players follow `plan(round, solution, opened, stage)`."""

    def __init__(self, plan, answers=None, match=None, resumed=False, langs=("en",)):
        self.match = match or Match.new("verhext", players=3, seed=5)
        narrator = Narrator("verhext", langs, [Player(name, langs[0]) for name in NAMES], seed=1)
        self.table = VerhextTable(self.match, narrator, NAMES, reading=Dice(1), resumed=resumed)
        self.talk = TableTalk(self.table)
        self._plan, self._answers = plan, answers
        self.stage = Stage(self._watch)

    def _watch(self, kind, facts, now, stage):
        if kind == "open":
            self._plan(facts["round"], self.match.view.solution, facts["opened_ms"], stage)
        if kind == "question" and self._answers:
            self._answers(facts, now, stage)

    def play(self):
        self.stage.run(self.talk.around(self.table.script()))
        return self.stage


def call(stage, seat, solution, onset, **options):
    """Call the whole solution, in one breath."""
    stage.say(seat, "spell", onset, spells=" ".join(solution), **options)


def wrong_for(solution):
    return next(symbol for symbol in ("cat", "broom", "bat") if symbol not in solution)


def test_a_whole_game_is_played_to_its_winner():
    stage = Table(lambda n, solution, opened, stage: call(stage, n % 3, solution, opened + 700)).play()
    assert len(stage.events("GameWon")) == 1
    assert stage.events("GameWon")[0]["seat"] == stage.events("CardWon")[-1]["seat"]


def test_the_earlier_onset_wins_although_it_ends_later():
    def plan(n, solution, opened, stage):
        call(stage, 1, solution, opened + 900, length=300)
        call(stage, 0, solution, opened + 700, length=2000)

    stage = Table(plan).play()
    assert {won["seat"] for won in stage.events("CardWon")} == {0}


@pytest.mark.parametrize(("gap", "ending"), [(100, "Tohuwabohu"), (101, "CardWon")])
def test_v12_right_calls_within_the_window_are_at_once(gap, ending):
    def plan(n, solution, opened, stage):
        if n == 1:
            call(stage, 0, solution, opened + 700)
            call(stage, 2, solution, opened + 700 + gap)
        else:
            call(stage, 1, solution, opened + 700)

    stage = Table(plan).play()
    endings = [facts for facts in stage.of("event") if facts["event"] in ("Tohuwabohu", "CardWon")]
    assert endings[0]["event"] == ending


def test_v08_a_wrong_caller_is_out_and_the_others_go_on():
    def plan(n, solution, opened, stage):
        stage.say(0, "spell", opened + 500, spells=wrong_for(solution))
        call(stage, 0, solution, opened + 1500)
        call(stage, 1, solution, opened + 5000)

    stage = Table(plan).play()
    assert {won["seat"] for won in stage.events("CardWon")} == {1}
    assert {facts["seat"] for facts in stage.events("CallWrong")} == {0}
    assert "out" in {facts["reason"] for facts in stage.of("refused")}


def test_v08_silence_is_a_pass_and_a_new_round_begins():
    def plan(n, solution, opened, stage):
        if n > 1:
            call(stage, 0, solution, opened + 700)

    stage = Table(plan).play()
    assert len(stage.events("NobodyRight")) == 1
    assert stage.events("SeatPassed")[-1]["left"] == 0


def test_before_silence_counts_as_a_pass_the_throw_is_told_once_more():
    def plan(n, solution, opened, stage):
        if n > 1:
            call(stage, 0, solution, opened + 700)

    stage = Table(plan).play()
    assert any("The witch" in text and "fl" in text for text in stage.told)


def test_a_call_on_the_shared_microphone_is_asked_for():
    def plan(n, solution, opened, stage):
        call(stage, None, solution, opened + 700)

    def answers(facts, now, stage):
        stage.say(None, "seat", now + 1500, seat="owl")

    stage = Table(plan, answers).play()
    assert {won["seat"] for won in stage.events("CardWon")} == {1}
    assert {facts["ask"] for facts in stage.of("question")} == {"who"}


def test_a_call_that_nobody_owns_does_not_count():
    def plan(n, solution, opened, stage):
        if n == 1:
            call(stage, None, solution, opened + 700)
        else:
            call(stage, 2, solution, opened + 700)

    stage = Table(plan).play()
    assert stage.of("refused")[0]["reason"] == "not_confirmed"
    assert {won["seat"] for won in stage.events("CardWon")} == {2}


@pytest.mark.parametrize(("answer", "winners"), [("yes", {0}), ("no", {1})])
def test_an_unsure_call_is_asked_back_and_keeps_its_onset(answer, winners):
    def plan(n, solution, opened, stage):
        call(stage, 0, solution, opened + 700, reason=Reason.UNSURE)
        call(stage, 1, solution, opened + 900)

    def answers(facts, now, stage):
        stage.say(0, answer, now + 1500)

    stage = Table(plan, answers).play()
    assert {won["seat"] for won in stage.events("CardWon")} == winners


def test_no_question_is_asked_about_a_call_that_came_too_late_anyway():
    def plan(n, solution, opened, stage):
        call(stage, 0, solution, opened + 700)
        call(stage, 1, solution, opened + 900, reason=Reason.UNSURE)

    assert Table(plan).play().of("question") == []


def test_a_pause_stops_the_clock_of_the_round():
    def plan(n, solution, opened, stage):
        if n == 1:
            stage.say(0, "pause", opened + 5000)
            stage.say(0, "resume", opened + 90_000)
            call(stage, 0, solution, opened + 99_000)
        else:
            call(stage, 0, solution, opened + 700)

    stage = Table(plan).play()
    assert "paused" in stage.states
    assert stage.events("NobodyRight") == []


@pytest.mark.parametrize("somebody_called", [True, False])
def test_that_nobody_called_is_told_only_if_nobody_did(somebody_called):
    """A wrong call and silence after it end a round, too."""

    def plan(n, solution, opened, stage):
        if n > 1:
            call(stage, 0, solution, opened + 700)
        elif somebody_called:
            stage.say(0, "spell", opened + 700, spells=wrong_for(solution))

    stage = Table(plan).play()
    assert len(stage.events("NobodyRight")) == 1
    told = [text for text in stage.told if text in ("Nobody called. Never mind!", "So quiet! Then here is the answer.")]
    assert bool(told) is not somebody_called


def test_who_asks_during_a_pause_whose_turn_it_is_hears_what_was_thrown():
    """All may call then, and nobody can remember the dice so long."""

    def plan(n, solution, opened, stage):
        if n == 1:
            stage.say(0, "pause", opened + 2000)
            stage.say(0, "turn", opened + 60_000)
            stage.say(0, "resume", opened + 90_000)
        call(stage, 0, solution, opened + (99_000 if n == 1 else 700))

    told = Table(plan).play().told
    go = told.index("Go!")
    assert "The witch is flying to" in told[go - 1]


@pytest.mark.parametrize(("answer", "finished"), [("yes", False), ("no", True)])
def test_stopping_is_confirmed(answer, finished):
    def plan(n, solution, opened, stage):
        if n == 2:
            stage.say(1, "stop", opened + 500)
            stage.say(1, answer, opened + 2800)
        call(stage, 0, solution, opened + 9000)

    stage = Table(plan).play()
    assert bool(stage.events("GameWon")) is finished


@pytest.mark.parametrize("word", ["help", "again", "score"])
def test_table_talk_is_answered_and_the_round_goes_on(word):
    def plan(n, solution, opened, stage):
        if n == 2:
            stage.say(1, word, opened + 500)
        call(stage, 0, solution, opened + 4000)

    stage = Table(plan).play()
    assert stage.events("GameWon")


def test_a_killed_session_resumes_with_all_that_was_announced():
    """Killed after any line of the journal, the game goes on: nothing that was told is lost."""
    plan = lambda n, solution, opened, stage: call(stage, n % 2, solution, opened + 700)  # noqa: E731
    whole = Table(plan)
    whole.play()
    for kept in range(1, len(whole.match.lines)):
        match = Match.resume(whole.match.lines[:kept])
        won = match.view.won
        if match.result is not None:
            continue
        resumed = Table(plan, match=match, resumed=True)
        stage = resumed.play()
        assert stage.events("GameWon")
        assert all(set(cards) <= set(after) for cards, after in zip(won, resumed.match.view.won, strict=True))
        assert stage.told[0].startswith("We")


def real_dice(*read):
    """A table with real dice on which these faces are read aloud, and the throws that the rules then saw."""

    def aloud(state, now, stage):
        if state == "dice" and left:
            name, value, *symbol = left.pop(0)
            slots = {"symbol": symbol[0], "count": value} if symbol else {"pips": value}
            stage.say(None, name, now + 300, **slots)

    left = list(read)
    plan = lambda n, solution, opened, stage: call(stage, 0, solution, opened + 700) if n == 1 else None  # noqa: E731
    table = Table(plan)
    table.table = VerhextTable(table.match, table.table.narrator, NAMES, reading=Dice(1), dice="real")
    table.talk = TableTalk(table.table)
    table.stage._talker = aloud
    table.stage.run(table.talk.around(table.table.script()), limit_ms=30 * 3_600_000.0)
    return table.stage


def test_while_real_dice_are_read_table_talk_that_was_confirmed_is_answered():
    coming = [("slower", Reason.UNSURE), ("yes", Reason.HEARD)]

    def aloud(state, now, stage):
        if state in ("dice", "confirm") and coming:
            name, reason = coming.pop(0)
            stage.say(None, name, now + 300, reason)

    table = Table(lambda *_: None)
    table.table = VerhextTable(table.match, table.table.narrator, NAMES, reading=Dice(1), dice="real")
    table.talk = TableTalk(table.table)
    table.stage._talker = aloud
    table.stage.run(table.talk.around(table.table.script()), limit_ms=30 * 3_600_000.0)
    assert len(table.stage.adjusted) == 1


@pytest.mark.parametrize(
    ("read", "counts"),
    [
        ((("pips", "3"), ("count", "4", "cat"), ("count", "2", "broom")), (4, 2, 1)),
        ((("count", "7", "bat"), ("pips", "6")), (0, 0, 7)),
        (
            (("count", "5", "cat"), ("count", "4", "bat"), ("pips", "1"), ("count", "3", "cat"), ("count", "3", "bat")),
            (3, 1, 3),
        ),
    ],
    ids=["two symbols are enough", "seven of one", "more than seven dice are read again"],
)
def test_real_dice_are_read_aloud_and_the_card_opens_the_race(read, counts):
    stage = real_dice(*read)
    assert stage.events("DiceThrown")[0]["cats"] == counts[0]
    assert stage.events("DiceThrown")[0]["bats"] == counts[2]
    assert stage.events("CardWon")[0]["seat"] == 0


def test_a_call_made_while_the_host_asks_is_not_lost():
    """Others go on racing while one is asked back."""

    def plan(n, solution, opened, stage):
        stage.say(0, "spell", opened + 500, spells=wrong_for(solution), reason=Reason.UNSURE)

    def answers(facts, now, stage):
        stage.say(1, "spell", now + 1200, spells=" ".join(table.match.view.solution), length=300)
        stage.say(0, "yes", now + 2500)

    table = Table(plan, answers)
    assert {won["seat"] for won in table.play().events("CardWon")} == {1}


def test_nobody_is_asked_back_while_an_earlier_call_may_still_grow():
    def plan(n, solution, opened, stage):
        stage.say(0, "spell", opened + 500, spells=solution[0], length=900)
        stage.say(1, "spell", opened + 700, spells=wrong_for(solution), reason=Reason.UNSURE, length=400)
        if len(solution) == 2:
            stage.say(0, "spell", opened + 2000, spells=solution[1])

    stage = Table(plan).play()
    assert stage.of("question") == []
    assert {won["seat"] for won in stage.events("CardWon")} == {0}


def test_who_was_drowned_by_the_others_is_asked_for_the_call_which_keeps_its_onset():
    def plan(n, solution, opened, stage):
        if n == 1:
            stage.noise(2, opened + 700, length=900, confidence=0.1)
        call(stage, 0, solution, opened + 850)

    def answers(facts, now, stage):
        call(stage, 2, table.match.view.solution, now + 1500)

    table = Table(plan, answers)
    stage = table.play()
    assert [(facts["ask"], facts["seat"]) for facts in stage.of("question")] == [("what", 2)]
    assert stage.events("CardWon")[0]["seat"] == 2


def test_nobody_is_asked_for_a_voice_while_none_calls():
    def plan(n, solution, opened, stage):
        stage.noise(2, opened + 700, length=900, confidence=0.1)
        call(stage, 0, solution, opened + 2000)

    assert Table(plan).play().of("question") == []


# --- one microphone for all: voices at once ---------------------------------------------------------------------------


def shared(call_it, replies):
    """A game on one microphone in whose first round `call_it(solution, opened, stage)` calls; then seat 0 wins it all.

    `replies(ask, seat)` is what the table answers to a question: a name and slots, or None.
    """

    def plan(n, solution, opened, stage):
        if n == 1:
            call_it(solution, opened, stage)
        else:
            call(stage, 0, solution, opened + 700)

    def answers(facts, now, stage):
        reply = replies(facts["ask"], facts.get("seat"))
        if reply is not None:
            name, slots = reply
            stage.say(None, name, now + 1500, **slots)

    return Table(plan, answers).play()


def asked(stage):
    """Which questions were asked, in their order."""
    return [facts["ask"] for facts in stage.of("question")]


def drowned(n, solution, opened, stage):
    """In the first round nobody can be understood; then seat 0 wins it all."""
    if n == 1:
        stage.noise(None, opened + 700, length=900, confidence=0.1)
    else:
        call(stage, 0, solution, opened + 700)


SOLUTION = {"spells": "broom bat"}  # of the first round


@pytest.mark.parametrize("spells", ["broom bat", "cat"], ids=["right", "wrong"])
def test_what_is_not_heard_very_surely_is_asked_back_whether_it_is_right_or_wrong(spells):
    """A question must not tell a child that its answer is wrong."""

    def call_it(solution, opened, stage):
        stage.say(None, "spell", opened + 700, spells=spells, confidence=0.8)

    replies = {"who": ("seat", {"seat": "owl"}), "sure": ("yes", {})}
    stage = shared(call_it, lambda ask, seat: replies.get(ask))
    assert asked(stage)[:2] == ["who", "sure"]
    assert stage.of("call")[0]["seat"] == 1
    assert stage.of("call")[0]["spells"] == spells.split()


def test_a_call_in_another_language_than_its_callers_may_be_anothers_and_is_asked_back():
    def call_it(solution, opened, stage):
        stage.mean(None, Intent.of("spell", spells="cat"), opened + 700, lang="de")

    replies = {"who": ("seat", {"seat": "owl"}), "sure": ("no", {}), "what": ("spell", SOLUTION)}
    stage = shared(call_it, lambda ask, seat: replies.get(ask))
    assert asked(stage) == ["who", "sure", "what"]
    assert stage.events("CardWon")[0]["seat"] == 1


def test_voices_that_drown_each_other_are_asked_for_and_the_call_keeps_its_onset():
    """Two call at once, and nothing is understood; a third, later, is understood at once."""

    def call_it(solution, opened, stage):
        stage.noise(None, opened + 700, length=900, confidence=0.1)
        call(stage, None, solution, opened + 2000)

    replies = {"who": ("seat", {"seat": "bear"}), "what": ("spell", SOLUTION)}
    stage = shared(call_it, lambda ask, seat: replies.get(ask))
    first = stage.of("call")[0]
    assert (first["seat"], first["onset_ms"]) == (2, stage.of("open")[0]["opened_ms"] + 700)
    assert stage.events("CardWon")[0]["seat"] == 2


def test_talk_is_asked_about_once_in_a_round():
    def call_it(solution, opened, stage):
        for at in (700, 20_000):
            stage.noise(None, opened + at, length=900, confidence=0.1)

    stage = shared(call_it, lambda ask, seat: None)
    assert asked(stage) == ["who"]
    assert len(stage.of("refused")) == 2
    assert stage.events("NobodyRight")


def test_after_a_wrong_call_those_may_speak_up_whom_it_drowned():
    """A wrong call at the same time hid another's; the host asks for it."""

    def call_it(solution, opened, stage):
        stage.say(None, "spell", opened + 700, spells="cat")

    replies = {
        ("who", None): ("seat", {"seat": "owl"}),
        ("others", None): ("seat", {"seat": "bear"}),
        ("what", 2): ("spell", SOLUTION),
    }
    stage = shared(call_it, lambda ask, seat: replies.get((ask, seat)))
    assert asked(stage) == ["who", "others", "what"]
    assert stage.events("CallWrong")[0]["seat"] == 1
    assert stage.events("CardWon")[0]["seat"] == 2


def test_an_answer_of_two_spells_may_take_a_breath_between_them():
    def answers(facts, now, stage):
        if facts["ask"] == "who":
            stage.say(None, "seat", now + 1500, seat="fox")
        else:
            stage.say(None, "spell", now + 1500, spells="broom")
            stage.say(None, "spell", now + 3000, spells="bat")

    stage = Table(drowned, answers).play()
    assert stage.of("call")[0]["spells"] == ["broom", "bat"]


def test_a_breath_after_an_answer_does_not_undo_it():
    def answers(facts, now, stage):
        if facts["ask"] == "who":
            stage.say(None, "seat", now + 1500, seat="fox")
        if facts["ask"] == "what":
            stage.say(None, "spell", now + 1500, spells="broom")
            stage.noise(None, now + 2400, length=130, confidence=0.1)

    stage = Table(drowned, answers).play()
    assert asked(stage)[:3] != ["who", "what", "what"]
    assert stage.of("call")[0]["spells"] == ["broom"]


def test_who_cannot_be_understood_three_times_does_not_count():
    def call_it(solution, opened, stage):
        stage.noise(None, opened + 700, length=900, confidence=0.1)

    stage = shared(call_it, lambda ask, seat: ("seat", {"seat": "fox"}) if ask == "who" else None)
    assert asked(stage) == ["who", "what", "what", "what"]
    assert stage.of("refused")[0]["reason"] == "not_confirmed"
