### Chop Chop, Little Witch (Husch Husch, kleine Hexe), in English. The German file lists the messages.

## Words

-hat-0 = the red hat
-hat-1 = the yellow hat
-hat-2 = the green hat
-hat-3 = the blue hat
-hat-4 = the white hat

-witch-orange = the orange witch
-witch-pink = the pink witch
-witch-purple = the purple witch
-witch-brown = the brown witch
-witch-grey = the grey witch

-spaces =
    { $value ->
        [one] one space
       *[other] { WORDS($value) } spaces
    }

## The turn

game-opened = Five witches are hiding under five hats: red, yellow, green, blue and white. { TERM("seat", $seat) } starts!
    .b = Chop, chop! Five little witches sit under the hats. { TERM("seat", $seat, case: "call") }, you begin!
rules-short = I roll a colour. Lift the hat under which you think that witch is hiding. If you are right, she flies one space on, and you may try again. Whoever brings a witch to the magic mountain wins.
turn-passed = { TERM("seat", $seat, case: "call") }, it's your turn.
    .b = Now it's you, { TERM("seat", $seat, case: "call") }.
    .c = { TERM("seat", $seat, case: "call") }, you roll.
die-rolled =
    { $face ->
        [arrow] The double arrow!
       *[colour] Wanted: { TERM("witch", $face) }!
    }
    .b =
    { $face ->
        [arrow] Oh, the double arrow!
       *[colour] Where is { TERM("witch", $face) }?
    }
hat-lifted =
    Under { TERM("hat", $place) } sits { TERM("witch", $witch) }. { $right ->
        [yes] Right!
       *[no] What a pity!
    }
    .b =
    { $right ->
        [yes] Yes! { TERM("witch", $witch) } sits under { TERM("hat", $place) }.
       *[no] Oh dear, under { TERM("hat", $place) } sits { TERM("witch", $witch) }!
    }
hat-found = Right! { TERM("witch", $witch) } was under { TERM("hat", $place) }.
    .b = Yes, well done! Under { TERM("hat", $place) } was { TERM("witch", $witch) }.
hat-missed = What a pity! That was not { TERM("witch", $wanted) }.
    .b = Oh dear, another witch. Remember her!
witch-moved =
    { $left ->
        [0] And whoosh, onto the magic mountain!
        [one] She flies on. Only one space to the magic mountain!
       *[other] She flies on. { TERM("spaces", $left) } to go.
    }
    .b =
    { $left ->
        [0] Whee, onto the magic mountain!
        [one] Whee! Only one space to the magic mountain!
       *[other] Whee! { TERM("spaces", $left) } to go.
    }
hats-swapped = { TERM("hat", $first) } and { TERM("hat", $second) } have changed places.
    .b = Whoosh! { TERM("hat", $first) } and { TERM("hat", $second) } are swapped.
hats-kept = All hats stay where they are.
    .b = No hat is swapped.
game-won = { TERM("witch", $witch) } is on the magic mountain! { TERM("seat", $seat) } has won!
    .b = Hooray! { TERM("seat", $seat) } has won! { TERM("witch", $witch) } is dancing on the magic mountain.

## Questions

ask-roll = { TERM("seat", $seat, case: "call") }, shall I roll? Say: Roll the dice!
ask-lift = Which hat do you lift?
    .b = Under which hat does she sit?
ask-swap = Which two hats do you swap?
    .b = Swap two hats! Which ones?
ask-swap-may = Which two hats do you swap? Or shall they all stay?
ask-face = What does the die show?
    .b = Which colour did you roll?
ask-found = Was { TERM("witch", $witch) } under it?
confirm-lift = { TERM("hat", $place) }?
    .b = Do you mean { TERM("hat", $place) }?
confirm-swap = { TERM("hat", $first) } and { TERM("hat", $second) }?

## The score

score-group = On space { WORDS($space) }: { TERM("hat", $places) }.

## Help

help-roll = Say: Roll the dice! Then I'll roll for you.
help-lift = Say which hat you lift. For example: The red one. Or: Hat three. Or: On the left.
help-swap = Say two hats. For example: Red and blue. Or: One and three.
help-dice = Say what the die shows: Orange, pink, purple, brown, grey or arrow.

## Why something cannot be done

refusal-roll-first = The die is rolled first.
refusal-lift-now = Now a hat is lifted. Where is { TERM("witch", $face) }?
refusal-swap-now = The double arrow! Now two hats are swapped.
refusal-no-such-hat = There is no such hat. There are red, yellow, green, blue and white.
refusal-same-hat = That is the same hat twice. Choose two different ones.
refusal-must-swap = The double arrow means that you have to swap two hats.
