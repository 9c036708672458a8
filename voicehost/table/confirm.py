"""Asking back whether something was meant, until a yes or a no is clear enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from voicehost.hear.ear import Phrase, Reason
from voicehost.table.belief import yes_over_no
from voicehost.table.parts import ANSWER_MS, TRIES, Part, listen, note, said_name, tell
from voicehost.table.script import Quiet, Said, Talked, Told
from voicehost.tell.narrator import Line, Narrator

SURE_YES: Final = 0.2  # confidence from which one yes is enough: it carries something out
SURE_NO: Final = 0.05  # ... one no: a wrong one only costs a question
SLOW_MS: Final = (800.0, 130.0)  # the slowest speaker's sentence, and each letter of it: longer voice is not only that
CLEAR: Final = 1.5  # nats by which an answer must be likelier the one than the other; of two together half, ...


def confirm(
    question: Sequence[Line],
    said: Said,
    otherwise: str,
    prior: Callable[[Phrase], float] | None = None,
    speak: Callable[[Sequence[Line]], Part[Told]] = tell,
) -> Part[float | Said | None]:
    """Ask until a yes or a no is clear: how much likelier (nats) yes is than no, by all answers. None: there was none.

    Saying the same once more is a yes. Whoever says something else instead ("No, the blue one!") is taken at that word:
    what was said then. `otherwise` are the states that make sense instead of an answer.
    """
    answers: list[Said] = []
    for _ in range(TRIES):
        told = yield from speak(question)
        until = told.end + ANSWER_MS
        while not isinstance(answer := (yield from listen("confirm", until, otherwise, prior)), Quiet):
            if isinstance(answer, Talked):  # help, or the question once more: the answer comes after that
                until = answer.end + ANSWER_MS
                continue
            if answer.onset < told.start or answer.seat not in (None, said.seat):
                continue
            if answer.intent == said.intent and answer.reason is not Reason.UNKNOWN:
                return CLEAR
            if said_name(answer) in ("yes", "no"):
                if answer.onset < told.end or (answer.reason is Reason.UNKNOWN and drawn_out(answer)):
                    break  # nobody can answer what has not been asked yet
                answers.append(answer)
                if (balance := sum(map(yes_over_no, answers))) and _is_clear(answers, balance):
                    yield from _note_answers(answers, "yes" if balance > 0 else "no")
                    return balance
            elif answer.reason is Reason.HEARD and answer.intent is not None:
                return answer
            break  # somebody answered, so ask again at once
        if isinstance(answer, Quiet) and said.reason is Reason.UNKNOWN:
            return None  # it was perhaps no call at all
    return None


def made_sure(said: Said, narrator: Narrator, otherwise: str) -> Part[Said | None]:
    """What was said if it is certain, or is after asking back; or what was said instead. None: it was not meant."""
    if said.reason is not Reason.UNSURE or said.phrase is None:
        return said
    question = narrator.say("did-you-say", to=said.seat, phrase=said.phrase.text)
    answer = yield from confirm(question, said, otherwise)
    if isinstance(answer, Said):
        return answer
    return replace(said, reason=Reason.HEARD) if answer is not None and answer > 0 else None


def _is_clear(answers: Sequence[Said], balance: float) -> bool:
    """Whether the answers are decisive: one of them surely heard, or two that say the same."""
    same = [answer for answer in answers if said_name(answer) == ("yes" if balance > 0 else "no")]
    surely = any(answer.confidence >= (SURE_YES if balance > 0 else SURE_NO) for answer in same)
    return abs(balance) >= CLEAR / len(answers) and (surely or len(same) > 1)


def _note_answers(answers: Sequence[Said], name: str) -> Part[None]:
    for answer in answers:
        if said_name(answer) == name:
            yield from note("answer", seat=answer.seat, action=name, onset_ms=round(answer.onset, 1))


def drawn_out(said: Said) -> bool:
    """Whether there was more voice than the phrase needs: somebody else talked as well."""
    letters = sum(map(str.isalnum, said.phrase.text)) if said.phrase else 0
    return said.end - said.onset > SLOW_MS[0] + SLOW_MS[1] * letters
