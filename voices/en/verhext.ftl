### Verhext! (Bewitched!) in English. The German file lists the messages.

## Words

-symbol-cat =
    { $count ->
        [0] no cats
        [one] one cat
       *[other] { WORDS($count) } cats
    }
-symbol-broom =
    { $count ->
        [0] no brooms
        [one] one broom
       *[other] { WORDS($count) } brooms
    }
-symbol-bat =
    { $count ->
        [0] no bats
        [one] one bat
       *[other] { WORDS($count) } bats
    }

-spell-cat = Three times black cat
-spell-broom = Witchy broom, fly
-spell-bat = Bat's wings and spider's legs
-spell-and = { $left }, and { $right }

-witch-moon = the moon witch
-witch-herb = the herb witch
-witch-storm = the storm witch
-witch-forest = the forest witches
-witch-swamp = the swamp witches
-witch-mountain = the mountain witches

-cards =
    { $value ->
        [0] no card
        [one] one card
       *[other] { WORDS($value) } cards
    }

## Before the throw

game-opened = Seven cards lie in a ring, and the witch is ready. { TERM("seat", $shaker) } shakes first!
    .b = The ring is laid, now for some magic! { TERM("seat", $shaker, case: "call") }, you shake first.
rules-short = I'll say what the dice show. Then you'll hear where the witch is flying. To many witches: call the spell for what there is most of. To a single witch: call the spell for what there is least of.
shake = { TERM("seat", $seat, case: "call") }, shake the cup!
    .b = Shake it well, { TERM("seat", $seat, case: "call") }!
shaker-changed = Now { TERM("seat", $seat) } shakes.
    .b = { TERM("seat", $seat, case: "call") }, you shake!
    .c = New round! { TERM("seat", $seat, case: "call") }, shake the cup!
    .d = The cup goes on to { TERM("seat", $seat) }.

## The throw

beat-face =
    { $symbol ->
        [cat] Cat
        [broom] Broom
       *[bat] Bat
    }
beat-card =
    { $size ->
        [many] Many witches!
       *[single] One witch!
    }
dice-thrown =
    { TERM("symbol", "cat", $cats) }, { TERM("symbol", "broom", $brooms) } and { TERM("symbol", "bat", $bats) }. { $size ->
        [many] The witch is flying to many witches!
       *[single] The witch is flying to a single witch!
    }
round-open = Go!
help-round = Call the spell! Three times black cat. Or: Witchy broom, fly. Or: Bat's wings and spider's legs. Or say: I pass.
help-dice = Say what you see, for example: Three cats. Or: Two brooms. And the white die: White four.
help-roll = Say: I shake!

## Calls

call-right = Right!
    .b = That's it!
    .c = Yes!
call-wrong = Sorry, no, { TERM("seat", $seat, case: "call") }!
    .b = { TERM("seat", $seat, case: "call") }, that's wrong, sorry.
    .c = Not that one, { TERM("seat", $seat, case: "call") }.
    .d = Oh dear, wrong, { TERM("seat", $seat, case: "call") }!
seat-passed = { TERM("seat", $seat) } passes.
    .b = Fine, you pass, { TERM("seat", $seat, case: "call") }.
nobody-called = Nobody called. Never mind!
    .b = So quiet! Then here is the answer.
what-did-you-call = { TERM("seat", $seat, case: "call") }, what did you call?
anybody-else = Did anybody else call? Then say who you are!

## How the round ends

card-won = Right! { TERM("seat", $seat) } gets { TERM("witch", $witch) }. { alike-so-far }
    .b = { TERM("spell", $solution) }! { TERM("seat", $seat) } was the fastest and gets { TERM("witch", $witch) }. { alike-so-far }
    .c = Well done, { TERM("seat", $seat, case: "call") }! You get { TERM("witch", $witch) }. { alike-so-far }
alike-so-far =
    { $alike ->
        [1] {""}
       *[other] { WORDS($alike) } of those already!
    }
tohuwabohu = Hullabaloo! { TERM("seat", $seats) } were equally fast. No card!
    .b = What a muddle! { TERM("seat", $seats) } called at once. No card!
nobody-right = The answer was: { TERM("spell", $solution) }! Nobody gets the card.
    .b = The witch is laughing. She wanted: { TERM("spell", $solution) }.
witch-flew =
    The witch flies { $clockwise ->
        [yes] { WORDS($pips) } on
       *[no] { WORDS($pips) } back
    }, to { TERM("witch", $witch) }.
    .b = Whoosh! { $clockwise ->
        [yes] { WORDS($pips) } on
       *[no] { WORDS($pips) } back
    }, to { TERM("witch", $witch) }.
card-drawn = New in the ring: { TERM("witch", $witch) }.
game-won = { TERM("seat", $seat) } has won! { $reason ->
        [three_alike] Three times { TERM("witch", $witch) }!
       *[five_cards] Five cards!
    } Abracadabra, well done!
    .b = Hooray! { $reason ->
        [three_alike] Three cards alike
       *[five_cards] { TERM("cards", $total) }
    }: { TERM("seat", $seat) } has won!

## The score

score-group = { TERM("cards", $total) }: { TERM("seat", $seats) }.
score-alike = { TERM("seat", $seat) } already has { WORDS($alike) } cards of { TERM("witch", $witch) }.

## Why something cannot be done

refusal-out = { TERM("seat", $seat, case: "call") }, you are out for this round.
    .b = Wait for the next round, { TERM("seat", $seat, case: "call") }.
refusal-answered = { TERM("seat", $seat, case: "call") }, you have called already.
refusal-round-over = The round is over already.
    .b = Too late, the round is over.
refusal-no-such-spell = There is no such spell.
refusal-bad-time = That came at the wrong time.
refusal-too-late = Too late! The round has been decided.
