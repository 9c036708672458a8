### Schnappt Hubi! in German.
###
### Rooms are 0 to 8 row by row: TERM("room", $room) is "oben links", with case: "in" "im Zimmer oben links", with
### case: "into" "ins Zimmer oben links". TERM("direction", $direction) is "oben", with case: "to" "nach oben".
###
### Events: game-opened figure-chosen food-laid compass-spun clock-moved hubi-sleeps food-swapped hubi-moved
###   hubi-stayed curtain-raised figure-moved food-searched door-opened turn-passed game-won game-lost
### Others: ask-choose ask-corner ask-spin ask-act ask-direction ask-swap-food ask-hubi-room ask-face actions-left room-food
###   food-group score-hour score-group score-door score-hubi confirm-search rules-short
###   help-choose help-act help-hubi help-roll help-dice
###   refusal-...: choose-first spin-first hubi-first act-now no-such-figure figure-taken both-kinds not-a-corner
###   corner-taken outside no-such-way no-such-direction already-raised curtain wall-hole wall-window wall-door door-hidden
###   door-open not-at-door nobody-beyond still-asleep already-turned wrong-food no-such-room not-adjacent
###   not-that-food occupied

## Words

-place-0 = oben links
-place-1 = oben in der Mitte
-place-2 = oben rechts
-place-3 = links in der Mitte
-place-4 = ganz in der Mitte
-place-5 = rechts in der Mitte
-place-6 = unten links
-place-7 = unten in der Mitte
-place-8 = unten rechts

-room =
    { $case ->
        [in] im Zimmer { TERM("place", $value) }
        [into] ins Zimmer { TERM("place", $value) }
       *[where] { TERM("place", $value) }
    }

-direction-up =
    { $case ->
        [to] nach oben
       *[where] oben
    }
-direction-down =
    { $case ->
        [to] nach unten
       *[where] unten
    }
-direction-left =
    { $case ->
        [to] nach links
       *[where] links
    }
-direction-right =
    { $case ->
        [to] nach rechts
       *[where] rechts
    }

-figure-mouse =
    { $case ->
        [a] eine Maus
        [plural] Mäuse
       *[the] die Maus
    }
-figure-rabbit =
    { $case ->
        [a] ein Hase
        [plural] Hasen
       *[the] der Hase
    }

-food-cheese =
    { $case ->
        [a] ein Käse
        [dative] einem Käse
       *[the] der Käse
    }
-food-carrot =
    { $case ->
        [a] eine Karotte
        [dative] einer Karotte
       *[the] die Karotte
    }

-hour-0 = zwölf Uhr
-hour-12 = Mitternacht
-hour = { WORDS($value, form: "stem") } Uhr

-hours =
    { $value ->
        [one] eine Stunde
       *[other] { WORDS($value) } Stunden
    }
-actions =
    { $value ->
        [0] keine Aktion
        [one] eine Aktion
       *[other] { WORDS($value) } Aktionen
    }

## The beginning

game-opened = Hubi, das kleine Gespenst, spukt im Haus! Schnappt ihn vor Mitternacht. Es ist { TERM("hour", $hour) }. { TERM("seat", $seat) } sucht sich zuerst ein Tier aus.
    .b = Willkommen im Spukhaus! Es ist { TERM("hour", $hour) }, und vor Mitternacht müsst ihr Hubi fangen. { TERM("seat", $seat, case: "call") }, nimm dir ein Tier!
rules-short = Ihr spielt alle zusammen. Sucht hinter den Vorhängen die Zaubertür und macht sie zu zweit auf. Dann sucht Hubi. Sind zwei Tiere in seinem Zimmer, habt ihr gewonnen.
figure-chosen = { TERM("seat", $seat) } ist { TERM("figure", $figure, case: "a") } und wohnt { TERM("room", $corner) }.
    .b = { TERM("figure", $figure, case: "a") } für { TERM("seat", $seat, case: "accusative") }, { TERM("room", $corner) }.
food-laid = In jedem Zimmer liegt jetzt etwas zu fressen: Käse oder Karotte.
turn-passed =
    { $task ->
        [choose] { TERM("seat", $seat, case: "call") }, nimm dir ein Tier und eine Ecke.
       *[spin] { TERM("seat", $seat, case: "call") }, du bist dran.
    }
    .b =
    { $task ->
        [choose] Und du, { TERM("seat", $seat, case: "call") }? Maus oder Hase, und welche Ecke?
       *[spin] Jetzt kommst du, { TERM("seat", $seat, case: "call") }.
    }

## The turn

compass-spun = { TERM("seat", $seat, case: "call") }, du hast { TERM("actions", $points) }.
    .b = Der Kompass zeigt { TERM("actions", $points) } für { TERM("seat", $seat, case: "accusative") }.
clock-moved =
    { $left ->
        [0] Gong! Es ist Mitternacht. Das ist eure letzte Chance!
       *[other] Die Uhr rückt weiter: { TERM("hour", $hour) }. Noch { TERM("hours", $left) }.
    }
    .b =
    { $left ->
        [0] Mitternacht! Jetzt muss es klappen!
       *[other] Tick, tack! Es ist { TERM("hour", $hour) }.
    }
hubi-sleeps = Hubi schläft noch.
    .b = Leise, Hubi schläft noch.
food-swapped = Hubi spukt! Der Käse { TERM("room", $cheese) } und die Karotte { TERM("room", $carrot) } haben getauscht.
    .b = Huhu! Der Käse { TERM("room", $cheese) } ist mit der Karotte { TERM("room", $carrot) } vertauscht.
hubi-moved = Hubi huscht { TERM("room", $room, case: "into") }.
    .b = Huhu! Hubi ist jetzt { TERM("room", $room, case: "in") }.
hubi-stayed = Hubi rührt sich nicht.
    .b = Hubi bleibt, wo er ist.
curtain-raised =
    { $wall ->
        [free] Da ist der Weg frei.
        [hole] Da ist ein Mauseloch.
        [window] Da ist ein Hasenfenster.
       *[door] Da ist die Zaubertür! Ihr habt sie gefunden!
    } { actions-left }
    .b =
    { $wall ->
        [free] Hinter dem Vorhang ist gar nichts, freie Bahn!
        [hole] Hinter dem Vorhang ist ein Mauseloch.
        [window] Hinter dem Vorhang ist ein Hasenfenster.
       *[door] Hinter dem Vorhang ist die Zaubertür! Hurra!
    } { actions-left }
figure-moved =
    { TERM("figure", $figure) } { $wall ->
        [hole] schlüpft durchs Mauseloch
        [window] hüpft durchs Hasenfenster
        [door] geht durch die Zaubertür
       *[free] läuft
    } { TERM("room", $room, case: "into") }. { actions-left }
    .b = { TERM("figure", $figure) } ist jetzt { TERM("room", $room, case: "in") }. { actions-left }
food-searched =
    { $hubi ->
        [yes] Buh! Da ist Hubi! Jetzt schnell ein zweites Tier { TERM("room", $room, case: "into") }!
       *[no] Hier ist Hubi nicht. { actions-left }
    }
    .b =
    { $hubi ->
        [yes] Huhu! Ihr habt Hubi gefunden, { TERM("room", $room, case: "in") }! Holt ein zweites Tier!
       *[no] Nur { TERM("food", $food, case: "a") }, kein Hubi. { actions-left }
    }
door-opened = Knarr! Die Zaubertür ist offen, und Hubi wacht auf. Jetzt dürft ihr ihn suchen. { actions-left }
    .b = { TERM("seat", $seat) } und { TERM("seat", $other) } machen die Zaubertür auf. Hubi ist wach! { actions-left }
actions-left =
    { $left ->
        [0] {""}
       *[other] Noch { TERM("actions", $left) }.
    }
game-won = Geschnappt! { TERM("seat", $seats) } haben Hubi erwischt, { TERM("room", $room, case: "in") }. Ihr habt alle gewonnen!
    .b = Hurra, Hubi ist gefangen! { TERM("seat", $seats) } haben ihn { TERM("room", $room, case: "in") } geschnappt. Ihr habt gewonnen!
game-lost =
    Mitternacht! { $found ->
        [yes] Hubi war { TERM("room", $room, case: "in") } und ist davongeflogen.
       *[no] Hubi hatte sich { TERM("room", $room, case: "in") } versteckt.
    } Beim nächsten Mal schnappt ihr ihn!

## Questions

ask-choose = { TERM("seat", $seat, case: "call") }, Maus oder Hase? Und in welche Ecke?
ask-corner = In welche Ecke kommt { TERM("figure", $figure) }?
ask-spin = { TERM("seat", $seat, case: "call") }, soll ich den Kompass drehen? Sag: Drehen!
ask-act = Was machst du?
    .b = Und jetzt?
ask-direction = In welche Richtung?
ask-swap-food = Hubi spukt! Welche zwei Zimmer tauschen Käse und Karotte?
ask-hubi-room = Wohin huscht Hubi?
ask-face = Was zeigt der Kompass?
confirm-search = Willst du hier suchen?

## The score

score-hour =
    { $left ->
        [0] Es ist Mitternacht. Das ist eure letzte Chance!
       *[other] Es ist { TERM("hour", $hour) }. Noch { TERM("hours", $left) } bis Mitternacht.
    }
score-group = { TERM("room", $room) }: { TERM("seat", $seats) }.
score-door =
    { $found ->
        [yes] Die Zaubertür ist gefunden, aber noch zu.
       *[no] Die Zaubertür ist noch nicht gefunden.
    }
score-hubi =
    { $found ->
        [yes] Hubi ist { TERM("room", $room, case: "in") }.
       *[no] Die Zaubertür ist offen. Hubi ist noch versteckt.
    }
room-food = Hier liegt { TERM("food", $food, case: "a") }.
food-group =
    { $food ->
        [cheese] Käse liegt
       *[carrot] Karotten liegen
    }: { TERM("room", $rooms) }.

## Help

help-choose = Sag ein Tier und eine Ecke. Zum Beispiel: Maus oben links. Oder: Hase unten rechts.
help-act = Sag zum Beispiel: Vorhang links auf. Oder: Nach oben. Oder: Such Hubi. Oder: Fertig.
help-hubi = Sag, wohin Hubi geht. Zum Beispiel: Oben links. Oder nenne zwei Zimmer, die tauschen.
help-roll = Sag: Drehen!
help-dice = Sag, was der Kompass zeigt. Zum Beispiel: Zwei. Oder: Zwei und Uhr. Oder: Eins und Hubi.

## Why something cannot be done

refusal-choose-first = Erst suchen sich alle ein Tier aus.
refusal-spin-first = Erst wird der Kompass gedreht.
refusal-hubi-first = Erst ist Hubi dran.
refusal-act-now = Hubi ist jetzt nicht dran.
refusal-no-such-figure = Es gibt nur Mäuse und Hasen.
refusal-figure-taken = { TERM("figure", $figure, case: "plural") } gibt es nur zwei, und die sind schon vergeben.
refusal-both-kinds = Ihr braucht mindestens eine Maus und einen Hasen. Nimm das andere Tier.
refusal-not-a-corner = Am Anfang stehen die Tiere in einer Ecke. Nimm eine Ecke.
refusal-corner-taken = In dieser Ecke steht schon jemand. Nimm eine andere.
refusal-outside = { TERM("direction", $direction, case: "to") } ist das Haus zu Ende.
refusal-no-such-way = So einen Durchgang habe ich hier noch nicht gesehen.
refusal-no-such-direction = Es gibt oben, unten, links und rechts.
refusal-already-raised = Dieser Vorhang ist schon weg.
refusal-curtain = Da hängt noch ein Vorhang. Mach ihn zuerst auf.
    .b = Halt, da hängt noch ein Vorhang!
refusal-wall-hole = Durchs Mauseloch passen nur Mäuse.
    .b = Du bist zu groß für das Mauseloch.
refusal-wall-window = Durchs Hasenfenster kommen nur Hasen.
    .b = Das Hasenfenster ist zu hoch für eine Maus.
refusal-wall-door = Die Zaubertür ist noch zu.
refusal-door-hidden = Ihr habt die Zaubertür noch nicht gefunden.
refusal-door-open = Die Zaubertür ist schon offen.
refusal-not-at-door = Du stehst nicht an der Zaubertür.
refusal-nobody-beyond = Auf der anderen Seite der Tür steht noch niemand. Ihr braucht zwei Tiere.
refusal-still-asleep = Hubi schläft noch. Macht zuerst die Zaubertür auf.
refusal-already-turned = Hier habt ihr schon nachgeschaut.
refusal-wrong-food =
    { $figure ->
        [mouse] Eine Maus sucht nur unter Käse.
       *[rabbit] Ein Hase sucht nur unter Karotten.
    } Hier liegt { TERM("food", $food, case: "a") }.
refusal-no-such-room = Dieses Zimmer gibt es nicht.
refusal-not-adjacent = Diese Zimmer liegen nicht nebeneinander.
refusal-not-that-food = Es tauschen ein Käse und eine Karotte, die noch verdeckt sind.
refusal-occupied = Da ist schon ein Tier. Hubi geht nur in leere Zimmer.
