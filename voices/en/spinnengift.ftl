### Spider Venom and Toad Slime (Spinnengift und Krötenschleim) in English. The German file lists the messages.

## Words

-ingredient-venom =
    { $case ->
        [where] the spider venom
       *[word] spider venom
    }
-ingredient-slime =
    { $case ->
        [where] the toad slime
       *[word] toad slime
    }
-ingredient-toadstool =
    { $case ->
        [a] a toadstool
        [where] a toadstool
       *[word] toadstool
    }
-ingredient-weed =
    { $case ->
        [where] the tremble weed
       *[word] tremble weed
    }
-ingredient-poop =
    { $case ->
        [where] the mouse poop
       *[word] mouse poop
    }
-ingredient-root =
    { $case ->
        [a] a choke root
        [where] a choke root
       *[word] choke root
    }
-ingredient-goblin =
    { $case ->
        [a] the cheeky goblin
       *[word] goblin
    }

-chip-0 =
    { $case ->
        [at] an empty spot
       *[is] no chip
    }
-chip-5 = a chip with a star
-chip = a chip with { TERM("holes", $value) }
-holes =
    { $value ->
        [one] one hole
       *[other] { WORDS($value) } holes
    }

-direction-up = up
-direction-down = down
-direction-left = left
-direction-right = right

-medals =
    { $value ->
        [0] no medals
        [one] one medal
       *[other] { WORDS($value) } medals
    }
-monsters =
    { $value ->
        [0] no monsters
        [one] one monster
       *[other] { WORDS($value) } monsters
    }
-points =
    { $value ->
        [0] no points
        [one] one point
       *[other] { WORDS($value) } points
    }

## The beginning

game-opened = The goblin is loose in the witches' kitchen! { TERM("seat", $seat) } places a witch first.
    .b = Welcome to the witches' kitchen! { TERM("seat", $seat, case: "call") }, place your witch.
rules-short = I roll an ingredient, and you say which card I should turn over. If you find all the ingredients for your chip, you get a medal, and the chip goes into the cauldron. Mind the goblin!
witch-placed = { TERM("seat", $seat) } stands beside a chip with one hole.
    .b = Good, { TERM("seat", $seat, case: "call") }, there stands your witch.
card-peeked = Card { WORDS($card, plus: 1) }: { TERM("ingredient", $shows) }.
cards-hidden =
    { $cards ->
        [one] The card is covered again.
       *[other] The cards are covered again.
    }
turn-passed =
    { $task ->
        [place] { TERM("seat", $seat, case: "call") }, place your witch.
        [peek] Now let's look at six cards. { TERM("seat", $seat, case: "call") }, tell me which.
       *[play] { TERM("seat", $seat, case: "call") }, it's your turn. In front of you is { TERM("chip", $holes) }.
    }
    .b =
    { $task ->
        [place] And where does your witch stand, { TERM("seat", $seat, case: "call") }?
        [peek] { TERM("seat", $seat, case: "call") }, choose six cards. Remember them well!
       *[play] Now it's you, { TERM("seat", $seat, case: "call") }. You stand at { TERM("chip", $holes, case: "at") }.
    }

## The turn

witch-stayed = { TERM("seat", $seat) } stays.
    .b = Good, you stay here, { TERM("seat", $seat, case: "call") }.
witch-walked = { TERM("seat", $seat) } goes { TERM("direction", $path) }. There is { TERM("chip", $holes) }.
    .b = { TERM("direction", $path) }! There is { TERM("chip", $holes) }.
nothing-to-win = There is nothing to win here.
    .b = An empty spot. That's all for now.
die-rolled = Wanted: { TERM("ingredient", $ingredient) }!
    .b = Where is { TERM("ingredient", $ingredient, case: "where") }?
none-left = All three cards with { TERM("ingredient", $ingredient) } lie open already. No more to be found. What a pity!
card-turned =
    Card { WORDS($card, plus: 1) }: { $shows ->
        [goblin] Hee hee, the cheeky goblin!
       *[other] { $right ->
            [yes] { TERM("ingredient", $shows) }! { $left ->
                [0] All found!
               *[other] Right! { WORDS($left) } more.
            }
           *[no] { TERM("ingredient", $shows) }. Wrong, what a pity!
        }
    }
    .b =
    { $shows ->
        [goblin] Oh no! Card { WORDS($card, plus: 1) } is the goblin!
       *[other] { $right ->
            [yes] Yes! Card { WORDS($card, plus: 1) } is { TERM("ingredient", $shows, case: "a") }. { $left ->
                [0] That was all!
               *[other] Go on!
            }
           *[no] No, card { WORDS($card, plus: 1) } is { TERM("ingredient", $shows, case: "a") }.
        }
    }
goblin-struck =
    { $others-count ->
        [0] There are no medals left.
        [one] { TERM("seat", $others) } gets a medal.
       *[other] { TERM("seat", $others) } get a medal each.
    }
chip-won =
    { $medals ->
        [0] The chip is won, but there are no medals left.
       *[other] Well done, { TERM("seat", $seat, case: "call") }! You get { TERM("medals", $medals) }. { chip-won-total }
    }
    .b =
    { $medals ->
        [0] { TERM("seat", $seat) } has the chip, but the medals are all gone.
       *[other] You did it! { TERM("medals", $medals) } for { TERM("seat", $seat) }.
    }
chip-won-total =
    { $total ->
        [1] It is your first.
       *[other] That makes { WORDS($total) }.
    }
medals-run-out =
    { $owed ->
        [yes] The medals are all gone. Take buttons, I'll go on counting.
       *[no] The medals are all gone.
    }
cauldron-filled = Plop, into the cauldron! Nothing stirs.
    .b = { $chips ->
        [one] There is one chip
       *[other] There are { WORDS($chips) } chips
    } in the cauldron. It only bubbles.
monster-fell = Rumble! A monster falls out of the cauldron! { TERM("seat", $seat) } has { TERM("monsters", $total) } now.
    .b = Yikes! A monster for { TERM("seat", $seat) }! { $left ->
        [0] It was the last one.
        [one] Only one is left.
       *[other] { WORDS($left) } are left.
    }
game-won =
    { $reason ->
        [seventh_monster] All seven monsters are out!
       *[two_chips] Only two chips are left!
    } { $decided ->
        [shared] { TERM("seat", $seats) } have won together, with { TERM("points", $points) } each!
        [monsters] { TERM("seat", $seats) } has won, with { TERM("points", $points) } and the most monsters!
       *[points] { TERM("seat", $seats) } has won, with { TERM("points", $points) }!
    }

## Questions

ask-place = { TERM("seat", $seat, case: "call") }, at which chip with one hole do you begin? One to five.
ask-peek = Which card shall we look at?
    .b = Which card shall I show?
ask-move = Do you stay, or do you go on?
    .b = Where do you go? Or do you stay?
ask-roll = { TERM("seat", $seat, case: "call") }, shall I roll? Say: Roll the dice!
ask-card = Which card do you turn over?
    .b = Which card?
ask-face = What does the die show?
ask-which-card = Card { WORDS($first, plus: 1) } or card { WORDS($second, plus: 1) }?
confirm-card = Card { WORDS($card, plus: 1) }?
    .b = Do you mean card { WORDS($card, plus: 1) }?
around = { TERM("direction", $direction) }: { TERM("chip", $holes) }.

## The score

score-group = { TERM("points", $total) }: { TERM("seat", $seats) }.
score-monsters =
    { $left ->
        [one] One monster is left.
       *[other] { WORDS($left) } monsters are left.
    }
score-cauldron =
    { $chips ->
        [0] The cauldron is empty.
        [one] There is one chip in the cauldron.
       *[other] There are { WORDS($chips) } chips in the cauldron.
    }

## Help

help-place = There are five chips with one hole. Say a number from one to five.
help-move = Say: I stay. Or a direction, for example: Left. Over empty spots you may go twice: Left and up.
help-card = Say a card from one to twenty-three. For example: Card seven. Or: Next to the eight.
help-roll = Say: Roll the dice! Then I'll roll for you.
help-dice = Say what the die shows: Spider venom, toad slime, toadstool, tremble weed, mouse poop or choke root.

## Why something cannot be done

refusal-roll-first = The die is rolled first.
refusal-cauldron-first = Wait, what will the cauldron do?
refusal-place-now = First everybody places a witch.
refusal-peek-now = First we look at six cards.
refusal-move-now = First say whether you stay or go on.
refusal-turn-now = Now you turn over a card.
refusal-no-such-spot = There is no such spot.
refusal-not-one-hole = In the beginning you stand beside a chip with one hole.
refusal-spot-taken = There is a witch already. Choose another chip.
refusal-no-such-card = There is no such card. There are the cards one to twenty-three.
refusal-card-open = That card is open already. Choose another one.
    .b = But you can see that one! Choose another one.
refusal-no-such-direction = There are up, down, left and right.
refusal-no-path = There is no path.
    .b = You can't go there.
refusal-too-far = You can't go that far. One spot, or two over an empty one.
refusal-chip-between = There is still a chip in between. You can only go one spot.
refusal-back-again = That only brings you back to your own spot. You may also stay.
