"""What was meant, by all that was heard: on made-up scores."""

import pytest
from stage import Stage

from voicehost.hear.ear import Phrase, Reason, Scored
from voicehost.phrases.intent import Intent
from voicehost.table.belief import CLEAR, Belief, yes_over_no
from voicehost.table.confirm import CLEAR as CLEAR_ANSWER
from voicehost.table.confirm import confirm
from voicehost.table.parts import tell
from voicehost.table.script import Said
from voicehost.tell.narrator import Line

ASKED = [Line("Red?", "en")]


def meaning(name):
    return Intent.of(name)


def said(reason=Reason.UNSURE, **scores):
    """A call that sounds like these meanings, in nats."""
    ranking = tuple(
        Scored(Phrase(name, "en", meaning(name)), score) for name, score in sorted(scores.items(), key=lambda s: -s[1])
    )
    return Said(0, 0.0, 800.0, reason, ranking[0].phrase if ranking else None, 0.4, ranking=ranking)


def all_make_sense(intent):
    return True


def order(weighed):
    return [scored.phrase.text for scored in weighed.ranking]


def test_two_tries_that_differ_agree_on_what_both_nearly_were():
    belief = Belief()
    assert order(belief.weigh(said(red=3.0, green=2.0, blue=0.0), all_make_sense))[0] == "red"
    second = belief.weigh(said(white=3.0, green=2.5, red=-1.0), all_make_sense)
    assert (second.phrase.text, second.reason) == ("green", Reason.UNSURE)


def test_one_try_alone_keeps_the_order_of_the_ear():
    weighed = Belief().weigh(said(red=3.0, green=2.0, blue=0.0), all_make_sense)
    assert order(weighed) == ["red", "green", "blue"]


def test_no_single_try_rules_a_meaning_out():
    """However far behind it is: an ear may be sure and mistaken."""
    belief = Belief()
    belief.weigh(said(red=30.0, blue=0.0), all_make_sense)
    belief.weigh(said(blue=5.0, green=4.0), all_make_sense)
    assert belief.weigh(said(blue=5.0, green=4.0, red=0.0), all_make_sense).phrase.text == "blue"


def test_what_happens_in_the_game_ends_the_search_for_what_was_meant():
    belief = Belief()
    belief.weigh(said(red=3.0, green=2.0), all_make_sense)
    belief.deny(meaning("red"), 5.0)
    belief.clear()
    assert belief.weigh(said(red=3.0, green=2.0), all_make_sense).phrase.text == "red"


@pytest.mark.parametrize(("lead", "reason"), [(CLEAR, Reason.HEARD), (CLEAR - 0.1, Reason.UNSURE)])
def test_only_what_is_heard_clearly_is_more_than_a_guess(lead, reason):
    weighed = Belief().weigh(said(Reason.HEARD, red=lead, green=0.0), all_make_sense)
    assert (weighed.phrase.text, weighed.reason) == ("red", reason)


def test_what_is_heard_clearly_is_not_outvoted_by_former_tries():
    belief = Belief()
    belief.weigh(said(red=3.0), all_make_sense)
    belief.weigh(said(red=3.0), all_make_sense)
    assert belief.weigh(said(Reason.HEARD, green=9.0, red=0.0), all_make_sense).phrase.text == "green"


def test_what_was_denied_is_no_longer_likely_but_may_be_said_again():
    """The no may have been misheard: then it is asked about first, and never simply done."""
    belief = Belief()
    belief.deny(meaning("red"), 2.0)
    assert order(belief.weigh(said(red=3.0, green=2.0), all_make_sense)) == ["green", "red"]
    again = belief.weigh(said(Reason.HEARD, red=9.0, green=0.0), all_make_sense)
    assert (again.phrase.text, again.reason) == ("red", Reason.UNSURE)


def test_what_makes_no_sense_is_no_guess_but_can_be_heard():
    """What the rules refuse is then answered with the reason."""
    belief = Belief()
    assert order(belief.weigh(said(red=3.0, green=2.0), lambda one: one.name != "red")) == ["green"]
    heard = belief.weigh(said(Reason.HEARD, red=3.0, green=2.0), lambda one: one.name != "red")
    assert (heard.phrase.text, heard.reason) == ("red", Reason.HEARD)


def test_the_host_gets_used_to_how_a_child_speaks():
    """Its "five" sounds like ten: after that was cleared up, five is asked about first. A clear ten stays a ten."""
    belief = Belief()
    belief.weigh(said(ten=3.0, one=2.0, five=1.0), all_make_sense)
    belief.meant(meaning("five"))
    belief.clear()
    assert belief.weigh(said(ten=3.0, one=2.0, five=1.5), all_make_sense).phrase.text == "ten"
    belief.meant(meaning("five"))
    belief.clear()
    assert belief.weigh(said(ten=3.0, one=2.0, five=1.9), all_make_sense).phrase.text == "five"
    belief.clear()
    assert belief.weigh(said(Reason.HEARD, ten=9.0, five=4.0), all_make_sense).phrase.text == "ten"


def test_a_voice_without_meaning_stays_one():
    assert Belief().weigh(said(Reason.UNKNOWN), all_make_sense).phrase is None


def test_words_that_are_typed_have_no_ranking_and_are_clear():
    typed = Said(0, 0.0, 1.0, Reason.HEARD, Phrase("red", "en", meaning("red")), 1.0)
    assert Belief().weigh(typed, all_make_sense).reason is Reason.HEARD


def test_an_answer_that_sounds_like_neither_is_neither():
    assert yes_over_no(said(red=1.0)) == 0.0
    assert yes_over_no(said(yes=1.0, no=0.2)) == pytest.approx(0.8)


# --- asking back ---


def ask(*answers):
    """How much likelier yes is than no after these answers to a question about "red", how often it was asked, and the
    notes. An answer: name, nats to the opposite, confidence, length and how long after the question it began (ms)."""
    replies = iter(answers)

    def talker(state, now, stage):
        name, apart, confidence, length, *after = next(replies, (None,) * 4)
        if name:
            other = Phrase("other", "en", meaning("no" if name == "yes" else "yes"))
            reason = Reason.HEARD if confidence >= 0.5 else Reason.UNSURE if confidence >= 0.15 else Reason.UNKNOWN
            stage.say(
                0, name, now + (after[0] if after else 300), reason, length, confidence, others=(other,), apart=apart
            )

    result = []

    def script():
        result.append((yield from confirm(ASKED, said(red=1.0), "lift", lambda phrase: 0.0, tell)))

    stage = Stage(talker=talker).run(script())
    return result[0], len(stage.told), [facts["action"] for facts in stage.of("answer")]


@pytest.mark.parametrize(("name", "sign"), [("yes", 1), ("no", -1)])
def test_a_clear_answer_is_enough(name, sign):
    balance, asked, notes = ask((name, 4.0, 0.6, 500.0))
    assert (balance, asked, notes) == (sign * 4.0, 1, [name])


@pytest.mark.parametrize("name", ["yes", "no"])
def test_an_answer_that_was_nearly_its_opposite_is_asked_for_again(name):
    """Two of them are clear enough, and both were understood."""
    _, asked, notes = ask(*[(name, CLEAR_ANSWER - 0.5, 0.6, 500.0)] * 2)
    assert (asked, notes) == (2, [name, name])


def test_answers_that_contradict_one_another_are_weighed():
    balance, asked, notes = ask(("no", 1.0, 0.6, 500.0), ("yes", 4.0, 0.6, 500.0))
    assert (balance, asked, notes) == (3.0, 2, ["yes"])


@pytest.mark.parametrize(("name", "asked"), [("yes", 2), ("no", 1)])
def test_a_yes_must_be_surer_than_a_no(name, asked):
    """A yes carries something out."""
    assert ask(*[(name, 4.0, 0.1, 500.0)] * 2)[1] == asked


def test_a_long_sound_that_is_hardly_a_yes_is_no_answer():
    assert ask(*[("yes", 4.0, 0.1, 3000.0)] * 3)[0] is None


@pytest.mark.parametrize(("after", "asked"), [(-50.0, 2), (50.0, 1)])
def test_what_began_before_the_question_was_over_is_no_answer_to_it(after, asked):
    """A chord of music that began under the host's voice had been taken for "Right"."""
    assert ask(("yes", 6.0, 0.6, 500.0, after), ("yes", 6.0, 0.6, 500.0))[1] == asked
