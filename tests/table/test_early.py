"""Early looks, at a short pause: when the host may decide before the voice has surely ended."""

import pytest

from voicehost.hear.ear import Heard, Phrase, Reason, Scored
from voicehost.phrases import Intent
from voicehost.table.host import _decided

LEFT = Phrase("go left", "en", Intent.of("go", first="left"))
LEFT_AND_UP = Phrase("go left and up", "en", Intent.of("go", first="left", second="up"))
CAT = Phrase("black cat", "en", Intent.of("spell", spells="cat"))
CAT_AND_BROOM = Phrase("black cat broom fly", "en", Intent.of("spell", spells="cat broom"))


@pytest.mark.parametrize(
    ("best", "longer", "reason", "decided"),
    [
        (LEFT, LEFT_AND_UP, Reason.HEARD, False),
        (CAT, CAT_AND_BROOM, Reason.HEARD, True),
        (CAT, CAT_AND_BROOM, Reason.UNSURE, False),
        (LEFT_AND_UP, LEFT, Reason.HEARD, True),
    ],
    ids=["half a way", "a spell, since the referee joins a second one", "not sure", "nothing is longer"],
)
def test_only_what_is_complete_in_itself_is_decided_early(best, longer, reason, decided):
    assert _decided(Heard(reason, (Scored(best, 9.0),), 0.9), (best, longer)) is decided
