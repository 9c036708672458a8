### Husch Husch, kleine Hexe, in German.
###
### $place is a hat (0 to 4 from the left): TERM("hat", $place) is "der rote Hut", with case: "accusative" "den roten
### Hut". $witch, $wanted and $face are the colour of a witch: TERM("witch", $witch) is "die braune Hexe".
###
### Events: game-opened die-rolled hat-lifted hat-found hat-missed witch-moved hats-swapped hats-kept turn-passed game-won
### Others: ask-roll ask-lift ask-swap ask-swap-may ask-face ask-found confirm-lift confirm-swap score-group rules-short
###   help-lift help-swap help-roll help-dice
###   refusal-...: roll-first lift-now swap-now no-such-hat same-hat must-swap

## Words

-hat-0 =
    { $case ->
        [accusative] den roten Hut
        [dative] dem roten Hut
       *[nominative] der rote Hut
    }
-hat-1 =
    { $case ->
        [accusative] den gelben Hut
        [dative] dem gelben Hut
       *[nominative] der gelbe Hut
    }
-hat-2 =
    { $case ->
        [accusative] den grünen Hut
        [dative] dem grünen Hut
       *[nominative] der grüne Hut
    }
-hat-3 =
    { $case ->
        [accusative] den blauen Hut
        [dative] dem blauen Hut
       *[nominative] der blaue Hut
    }
-hat-4 =
    { $case ->
        [accusative] den weißen Hut
        [dative] dem weißen Hut
       *[nominative] der weiße Hut
    }

-witch-orange = die orange Hexe
-witch-pink = die rosa Hexe
-witch-purple = die lila Hexe
-witch-brown = die braune Hexe
-witch-grey = die graue Hexe

-spaces =
    { $value ->
        [one] ein Feld
       *[other] { WORDS($value) } Felder
    }

## The turn

game-opened = Fünf Hexen haben sich unter fünf Hüten versteckt: rot, gelb, grün, blau und weiß. { TERM("seat", $seat) } fängt an!
    .b = Husch, husch! Fünf kleine Hexen sitzen unter den Hüten. { TERM("seat", $seat, case: "call") }, du beginnst!
rules-short = Ich würfle eine Farbe. Heb den Hut hoch, unter dem du diese Hexe vermutest. Stimmt es, fliegt sie ein Feld weiter, und du darfst noch einmal. Wer eine Hexe auf den Blocksberg bringt, gewinnt.
turn-passed = { TERM("seat", $seat, case: "call") }, du bist dran.
    .b = Jetzt kommst du, { TERM("seat", $seat, case: "call") }.
    .c = { TERM("seat", $seat, case: "call") }, du würfelst.
die-rolled =
    { $face ->
        [arrow] Der Doppelpfeil!
       *[colour] Gesucht: { TERM("witch", $face) }!
    }
    .b =
    { $face ->
        [arrow] Oh, der Doppelpfeil!
       *[colour] Wo ist { TERM("witch", $face) }?
    }
hat-lifted =
    Unter { TERM("hat", $place, case: "dative") } sitzt { TERM("witch", $witch) }. { $right ->
        [yes] Richtig!
       *[no] Schade!
    }
    .b =
    { $right ->
        [yes] Ja! { TERM("witch", $witch) } sitzt unter { TERM("hat", $place, case: "dative") }.
       *[no] Oje, unter { TERM("hat", $place, case: "dative") } sitzt { TERM("witch", $witch) }!
    }
hat-found = Richtig! { TERM("witch", $witch) } war unter { TERM("hat", $place, case: "dative") }.
    .b = Ja, bravo! Unter { TERM("hat", $place, case: "dative") } war { TERM("witch", $witch) }.
hat-missed = Schade! Das war nicht { TERM("witch", $wanted) }.
    .b = Oje, eine andere Hexe. Merkt sie euch!
witch-moved =
    { $left ->
        [0] Und husch, auf den Blocksberg!
        [one] Sie fliegt weiter. Nur noch ein Feld bis zum Blocksberg!
       *[other] Sie fliegt weiter. Noch { TERM("spaces", $left) }.
    }
    .b =
    { $left ->
        [0] Hui, auf den Blocksberg!
        [one] Hui! Nur noch ein Feld bis zum Blocksberg!
       *[other] Hui! Noch { TERM("spaces", $left) }.
    }
hats-swapped = { TERM("hat", $first) } und { TERM("hat", $second) } haben getauscht.
    .b = Husch! { TERM("hat", $first) } und { TERM("hat", $second) } sind vertauscht.
hats-kept = Alle Hüte bleiben stehen.
    .b = Kein Hut wird getauscht.
game-won = { TERM("witch", $witch) } ist auf dem Blocksberg! { TERM("seat", $seat) } hat gewonnen!
    .b = Hurra! { TERM("seat", $seat) } hat gewonnen! { TERM("witch", $witch) } tanzt auf dem Blocksberg.

## Questions

ask-roll = { TERM("seat", $seat, case: "call") }, soll ich würfeln? Sag: Würfeln!
ask-lift = Welchen Hut hebst du hoch?
    .b = Unter welchem Hut sitzt sie?
ask-swap = Welche zwei Hüte tauschst du?
    .b = Tausch zwei Hüte! Welche?
ask-swap-may = Welche zwei Hüte tauschst du? Oder bleiben alle stehen?
ask-face = Was zeigt der Würfel?
    .b = Welche Farbe hast du gewürfelt?
ask-found = Saß { TERM("witch", $witch) } darunter?
confirm-lift = { TERM("hat", $place, case: "accusative") }?
    .b = Meinst du { TERM("hat", $place, case: "accusative") }?
confirm-swap = { TERM("hat", $first, case: "accusative") } mit { TERM("hat", $second, case: "dative") }?

## The score

score-group = Auf Feld { WORDS($space) }: { TERM("hat", $places) }.

## Help

help-roll = Sag: Würfeln! Dann würfle ich für dich.
help-lift = Sag, welchen Hut du hochhebst. Zum Beispiel: Den roten. Oder: Hut drei. Oder: Ganz links.
help-swap = Sag zwei Hüte. Zum Beispiel: Rot und blau. Oder: Eins und drei.
help-dice = Sag, was der Würfel zeigt: Orange, Rosa, Lila, Braun, Grau oder Pfeil.

## Why something cannot be done

refusal-roll-first = Erst wird gewürfelt.
refusal-lift-now = Jetzt wird ein Hut hochgehoben. Wo ist { TERM("witch", $face) }?
refusal-swap-now = Der Doppelpfeil! Jetzt werden zwei Hüte getauscht.
refusal-no-such-hat = Diesen Hut gibt es nicht. Es gibt rot, gelb, grün, blau und weiß.
refusal-same-hat = Das ist zweimal derselbe Hut. Nimm zwei verschiedene.
refusal-must-swap = Beim Doppelpfeil musst du zwei Hüte tauschen.
