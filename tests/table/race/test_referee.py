"""Who called what, in which order."""

import itertools

import pytest

from voicehost.hear.ear import Phrase, Reason
from voicehost.phrases.intent import Intent
from voicehost.table.race.referee import Call, Referee
from voicehost.table.script import Said


def spell(seat, spells, onset, end=None, reason=Reason.HEARD, confidence=1.0):
    """`seat` says `spells` from `onset` to `end` ms."""
    phrase = Phrase(spells, "xx", Intent.of("spell", spells=spells))
    return Said(seat, onset, end or onset + 800, reason, phrase, confidence)


def passing(seat, onset):
    return Said(seat, onset, onset + 400, Reason.HEARD, Phrase("pass", "xx", Intent.of("pass")), 1.0)


def babble(seat, onset, length=700):
    return Said(seat, onset, onset + length, Reason.UNKNOWN)


def heard(due, *sayings, known=1e9, **options):
    """The complete calls, as (seat, spells, onset)."""
    referee = Referee(due, **options)
    for said in sayings:
        referee.hear(said)
    return [(call.seat, call.spells, call.onset) for call in referee.settle(known)]


def test_a_spell_is_a_call_with_its_onset():
    assert heard(["cat"], spell(0, "cat", 1000)) == [(0, ("cat",), 1000)]


def test_calls_come_in_the_order_of_their_onsets_however_they_arrive():
    sayings = [spell(0, "cat", 1300), spell(1, "cat", 1000), spell(2, "cat", 1150)]
    for order in itertools.permutations(sayings):
        assert [seat for seat, _, _ in heard(["cat"], *order)] == [1, 2, 0]


def test_v07_two_spells_of_one_voice_within_a_second_and_a_half_are_one_call():
    assert heard(["cat", "bat"], spell(0, "cat", 1000, 1800), spell(0, "bat", 3300)) == [(0, ("cat", "bat"), 1000)]


def test_v07_a_longer_gap_makes_two_answers():
    calls = heard(["cat", "bat"], spell(0, "cat", 1000, 1800), spell(0, "bat", 3301))
    assert [spells for _, spells, _ in calls] == [("cat",), ("bat",)]


def test_v07_something_else_in_between_ends_the_call():
    calls = heard(["cat", "bat"], spell(0, "cat", 1000, 1800), babble(0, 2000), spell(0, "bat", 2600))
    assert [spells for _, spells, _ in calls] == [("cat",), ("bat",)]


def test_a_cough_in_between_does_not_end_the_call():
    calls = heard(["cat", "bat"], spell(0, "cat", 1000, 1800), babble(0, 2000, length=300), spell(0, "bat", 2600))
    assert calls == [(0, ("cat", "bat"), 1000)]


def test_another_players_voice_in_between_does_not_end_the_call():
    calls = heard(["cat", "bat"], spell(0, "cat", 1000, 1800), babble(1, 2000), spell(0, "bat", 2600))
    assert calls == [(0, ("cat", "bat"), 1000)]


def test_v07_a_second_spell_counts_although_only_one_is_due():
    assert heard(["cat"], spell(0, "cat", 1000, 1800), spell(0, "bat", 2000)) == [(0, ("cat", "bat"), 1000)]


def test_the_same_spell_once_more_adds_nothing():
    assert heard(["cat"], spell(0, "cat", 1000, 1800), spell(0, "cat", 2000)) == [(0, ("cat",), 1000)]


@pytest.mark.parametrize("due", [["cat", "bat"], ["broom"]], ids=["right", "wrong"])
def test_a_breath_within_the_last_spell_makes_no_second_answer(due):
    """Dreimal schwarzer Kater, Fledermaus -- und Spinnenbein: what comes last is taken for the whole spell again."""
    said = [spell(0, "cat", 1000, 1800), spell(0, "bat", 2000, 2800), spell(0, "bat", 2950, 3700)]
    (last,) = [spells for _, spells, onset in heard(due, *said) if spells[-1] == "bat"]
    assert last == (("cat", "bat") if len(due) == 2 else ("bat",))


def test_two_spells_in_one_breath_are_one_call():
    assert heard(["cat", "bat"], spell(0, "bat cat", 1000), known=1001) == [(0, ("bat", "cat"), 1000)]


def test_a_call_waits_until_no_second_spell_can_come():
    assert heard(["cat"], spell(0, "cat", 1000, 1800), known=3300) == []
    assert heard(["cat"], spell(0, "cat", 1000, 1800), known=3301) == [(0, ("cat",), 1000)]


def test_a_call_that_cannot_become_right_is_complete_at_once():
    assert heard(["cat"], spell(0, "bat", 1000, 1800), known=1801) == [(0, ("bat",), 1000)]


def test_the_order_is_settled_only_up_to_the_earliest_open_call():
    referee = Referee(["cat"])
    referee.hear(spell(0, "cat", 1000, 1800))
    assert referee.settle(2000) == []
    assert referee.settled == 999
    assert referee.next_change == pytest.approx(3301)
    assert len(referee.settle(3301)) == 1
    assert referee.settled == 3301


def test_a_pass_is_a_call_without_spells():
    assert heard(["cat"], passing(1, 900)) == [(1, (), 900)]


def test_a_pass_after_a_spell_does_not_take_it_back():
    calls = heard(["cat"], spell(0, "cat", 1000, 1800), passing(0, 2500))
    assert [spells for _, spells, _ in calls] == [("cat",), ()]


def test_a_voice_before_the_round_opened_is_no_call():
    assert heard(["cat"], spell(0, "cat", 900), opened=1000) == []


def test_an_unsure_spell_makes_the_whole_call_unsure():
    referee = Referee(["cat", "bat"])
    referee.hear(spell(0, "cat", 1000, 1800))
    referee.hear(spell(0, "bat", 2000, reason=Reason.UNSURE))
    (call,) = referee.settle(1e9)
    assert not call.sure
    assert call.text == "cat, bat"


def test_on_a_shared_microphone_a_second_spell_is_another_childs_if_one_is_due():
    calls = heard(["cat"], spell(None, "cat", 1000, 1800), spell(None, "bat", 2000))
    assert [spells for _, spells, _ in calls] == [("cat",), ("bat",)]


def test_on_a_shared_microphone_two_spells_are_one_call_if_two_are_due():
    calls = heard(["cat", "bat"], spell(None, "cat", 1000, 1800), spell(None, "bat", 2000))
    assert calls == [(None, ("cat", "bat"), 1000)]


def test_a_call_of_two_spells_is_as_sure_as_the_less_sure_of_them():
    referee = Referee(["cat", "bat"])
    referee.hear(spell(0, "cat", 1000, 1800, confidence=0.9))
    referee.hear(spell(0, "bat", 2000, confidence=0.7))
    assert [call.confidence for call in referee.settle(9000)] == [0.7]


@pytest.mark.parametrize(
    ("seat", "confidence", "length", "calls"),
    [(None, 0.1, 800, 1), (None, 0.01, 800, 0), (None, 0.1, 600, 0), (0, 0.1, 800, 0)],
    ids=["voices at once", "talk", "a cough", "a microphone of one's own"],
)
def test_voices_at_once_on_a_shared_microphone_are_a_call_that_nobody_understood(seat, confidence, length, calls):
    referee = Referee(["cat"])
    referee.hear(Said(seat, 1000, 1000 + length, Reason.UNKNOWN, None, confidence))
    assert [call.understood for call in referee.settle(9000)] == [False] * calls


@pytest.mark.parametrize(("others", "understood"), [(1500, [True, False]), (1801, [True])])
def test_on_ones_own_microphone_an_unclear_voice_is_a_call_if_others_called_meanwhile(others, understood):
    """From 1000 to 1800 ms the owl says what nobody understood; the fox calls later."""
    referee = Referee(["cat"])
    referee.hear(Said(1, 1000, 1800, Reason.UNKNOWN, None, 0.1))
    referee.hear(spell(0, "bat", others))
    assert sorted((call.understood for call in referee.settle(9000)), reverse=True) == understood


def test_the_order_is_not_settled_beyond_an_unclear_voice_that_may_be_a_call():
    referee = Referee(["cat"])
    referee.hear(Said(1, 1000, 1800, Reason.UNKNOWN, None, 0.1))
    referee.settle(1500)
    assert referee.settled == 999
    assert referee.next_change == 1800
    referee.settle(1800)
    assert referee.settled == 1800


def test_every_call_is_handed_out_once():
    referee = Referee(["cat"])
    referee.hear(spell(0, "bat", 1000))
    assert referee.settle(5000) == [Call(0, ("bat",), 1000, 1800, True, "bat", "xx", 1.0)]
    assert referee.settle(6000) == []
