### Spinnengift und Krötenschleim in German.
###
### Cards are 0 to 22 clockwise and are spoken as one to twenty-three: WORDS($card, plus: 1). TERM("ingredient", $shows) is
### "Stinkepilz" or "Kobold", with case: "a" "ein Stinkepilz", with case: "where" "der Mäusedreck"; TERM("chip", $holes) is a chip by its holes, 5 is the star.
###
### Events: game-opened witch-placed card-peeked cards-hidden turn-passed witch-stayed witch-walked nothing-to-win
###   die-rolled none-left card-turned goblin-struck chip-won medals-run-out cauldron-filled monster-fell game-won
### Others: ask-place ask-peek ask-move ask-roll ask-card ask-face ask-which-card confirm-card around score-group
###   score-monsters score-cauldron rules-short
###   help-place help-move help-card help-roll help-dice
###   refusal-...: roll-first cauldron-first place-now peek-now move-now turn-now no-such-spot not-one-hole spot-taken
###   no-such-card card-open no-such-direction no-path too-far chip-between back-again

## Words

-ingredient-venom =
    { $case ->
        [where] das Spinnengift
       *[word] Spinnengift
    }
-ingredient-slime =
    { $case ->
        [where] der Krötenschleim
       *[word] Krötenschleim
    }
-ingredient-toadstool =
    { $case ->
        [a] ein Stinkepilz
        [where] ein Stinkepilz
       *[word] Stinkepilz
    }
-ingredient-weed =
    { $case ->
        [where] das Bibberkraut
       *[word] Bibberkraut
    }
-ingredient-poop =
    { $case ->
        [where] der Mäusedreck
       *[word] Mäusedreck
    }
-ingredient-root =
    { $case ->
        [a] eine Würgewurzel
        [where] eine Würgewurzel
       *[word] Würgewurzel
    }
-ingredient-goblin =
    { $case ->
        [a] der freche Kobold
       *[word] Kobold
    }

-chip-0 =
    { $case ->
        [dative] einem leeren Platz
       *[nominative] kein Chip
    }
-chip-5 =
    { $case ->
        [dative] einem Chip mit Stern
        [accusative] den Chip mit Stern
       *[nominative] ein Chip mit Stern
    }
-chip =
    { $case ->
        [dative] einem Chip mit { TERM("holes", $value) }
        [accusative] den Chip mit { TERM("holes", $value) }
       *[nominative] ein Chip mit { TERM("holes", $value) }
    }
-holes =
    { $value ->
        [one] einem Loch
       *[other] { WORDS($value) } Löchern
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

-medals =
    { $value ->
        [0] keine Medaille
        [one] eine Medaille
       *[other] { WORDS($value) } Medaillen
    }
-monsters =
    { $value ->
        [0] kein Ungeheuer
        [one] ein Ungeheuer
       *[other] { WORDS($value) } Ungeheuer
    }
-points =
    { $value ->
        [0] kein Punkt
        [one] ein Punkt
       *[other] { WORDS($value) } Punkte
    }

## The beginning

game-opened = In der Hexenküche ist der Kobold los! { TERM("seat", $seat) } stellt zuerst die Hexe auf.
    .b = Willkommen in der Hexenküche! { TERM("seat", $seat, case: "call") }, stell deine Hexe auf.
rules-short = Ich würfle eine Zutat, und du sagst, welche Karte ich umdrehen soll. Findest du alle Zutaten für deinen Chip, bekommst du eine Medaille, und der Chip kommt in den Kessel. Pass auf den Kobold auf!
witch-placed = { TERM("seat", $seat) } steht bei einem Chip mit einem Loch.
    .b = Gut, { TERM("seat", $seat, case: "call") }, da steht deine Hexe.
card-peeked = Karte { WORDS($card, plus: 1) }: { TERM("ingredient", $shows) }.
cards-hidden =
    { $cards ->
        [one] Die Karte ist wieder zugedeckt.
       *[other] Die Karten sind wieder zugedeckt.
    }
turn-passed =
    { $task ->
        [place] { TERM("seat", $seat, case: "call") }, stell deine Hexe auf.
        [peek] Jetzt schauen wir sechs Karten an. { TERM("seat", $seat, case: "call") }, sag mir welche.
       *[play] { TERM("seat", $seat, case: "call") }, du bist dran. Vor dir liegt { TERM("chip", $holes) }.
    }
    .b =
    { $task ->
        [place] Und wo steht deine Hexe, { TERM("seat", $seat, case: "call") }?
        [peek] { TERM("seat", $seat, case: "call") }, such sechs Karten aus. Merkt sie euch gut!
       *[play] Jetzt kommst du, { TERM("seat", $seat, case: "call") }. Du stehst bei { TERM("chip", $holes, case: "dative") }.
    }

## The turn

witch-stayed = { TERM("seat", $seat) } bleibt stehen.
    .b = Gut, du bleibst hier, { TERM("seat", $seat, case: "call") }.
witch-walked = { TERM("seat", $seat) } geht { TERM("direction", $path, case: "to") }. Da ist { TERM("chip", $holes) }.
    .b = { TERM("direction", $path, case: "to") }! Da ist { TERM("chip", $holes) }.
nothing-to-win = Hier gibt es nichts zu gewinnen.
    .b = Ein leerer Platz. Das war's schon.
die-rolled = Gesucht: { TERM("ingredient", $ingredient) }!
    .b = Wo ist { TERM("ingredient", $ingredient, case: "where") }?
none-left = { TERM("ingredient", $ingredient) } liegt schon dreimal offen. Da ist nichts mehr zu finden. Schade!
card-turned =
    Karte { WORDS($card, plus: 1) }: { $shows ->
        [goblin] Ätsch, der freche Kobold!
       *[other] { $right ->
            [yes] { TERM("ingredient", $shows) }! { $left ->
                [0] Alles gefunden!
               *[other] Richtig! Noch { WORDS($left, form: "feminine") }.
            }
           *[no] { TERM("ingredient", $shows) }. Schade, falsch!
        }
    }
    .b =
    { $shows ->
        [goblin] Oh nein! Karte { WORDS($card, plus: 1) } ist der Kobold!
       *[other] { $right ->
            [yes] Ja! Karte { WORDS($card, plus: 1) } ist { TERM("ingredient", $shows, case: "a") }. { $left ->
                [0] Das war alles!
               *[other] Weiter!
            }
           *[no] Nein, Karte { WORDS($card, plus: 1) } ist { TERM("ingredient", $shows, case: "a") }.
        }
    }
goblin-struck =
    { $others-count ->
        [0] Es ist keine Medaille mehr da.
        [one] { TERM("seat", $others) } bekommt eine Medaille.
       *[other] { TERM("seat", $others) } bekommen je eine Medaille.
    }
chip-won =
    { $medals ->
        [0] Der Chip ist gewonnen, aber es ist keine Medaille mehr da.
       *[other] Bravo, { TERM("seat", $seat, case: "call") }! Du bekommst { TERM("medals", $medals) }. { chip-won-total }
    }
    .b =
    { $medals ->
        [0] { TERM("seat", $seat) } hat den Chip, aber die Medaillen sind alle.
       *[other] Geschafft! { TERM("medals", $medals) } für { TERM("seat", $seat, case: "accusative") }.
    }
chip-won-total =
    { $total ->
        [1] Es ist deine erste.
       *[other] Jetzt hast du { WORDS($total, form: "feminine") }.
    }
medals-run-out =
    { $owed ->
        [yes] Die Medaillen sind alle. Nehmt Knöpfe, ich zähle weiter.
       *[no] Die Medaillen sind alle.
    }
cauldron-filled = Plumps, in den Kessel! Es rührt sich nichts.
    .b = { $chips ->
        [one] Ein Chip liegt
       *[other] { WORDS($chips) } Chips liegen
    } im Kessel. Es brodelt nur.
monster-fell = Rumpel! Ein Ungeheuer fällt aus dem Kessel! { TERM("seat", $seat) } hat jetzt { TERM("monsters", $total) }.
    .b = Huh! Ein Ungeheuer für { TERM("seat", $seat, case: "accusative") }! { $left ->
        [0] Es war das letzte.
        [one] Nur noch eins ist übrig.
       *[other] Noch { WORDS($left) } sind übrig.
    }
game-won =
    { $reason ->
        [seventh_monster] Alle sieben Ungeheuer sind da!
       *[two_chips] Nur noch zwei Chips sind übrig!
    } { $decided ->
        [shared] { TERM("seat", $seats) } haben zusammen gewonnen, mit je { TERM("winning", $points) }!
        [monsters] { TERM("seat", $seats) } hat gewonnen, mit { TERM("winning", $points) } und den meisten Ungeheuern!
       *[points] { TERM("seat", $seats) } hat gewonnen, mit { TERM("winning", $points) }!
    }
-winning =
    { $value ->
        [0] null Punkten
        [one] einem Punkt
       *[other] { WORDS($value) } Punkten
    }

## Questions

ask-place = { TERM("seat", $seat, case: "call") }, bei welchem Chip mit einem Loch fängst du an? Eins bis fünf.
ask-peek = Welche Karte schauen wir an?
    .b = Welche Karte soll ich zeigen?
ask-move = Bleibst du, oder gehst du weiter?
    .b = Wohin gehst du? Oder bleibst du?
ask-roll = { TERM("seat", $seat, case: "call") }, soll ich würfeln? Sag: Würfeln!
ask-card = Welche Karte drehst du um?
    .b = Welche Karte?
ask-face = Was zeigt der Würfel?
ask-which-card = Karte { WORDS($first, plus: 1) } oder Karte { WORDS($second, plus: 1) }?
confirm-card = Karte { WORDS($card, plus: 1) }?
    .b = Meinst du Karte { WORDS($card, plus: 1) }?
around = { TERM("direction", $direction) }: { TERM("chip", $holes) }.

## The score

score-group = { TERM("points", $total) }: { TERM("seat", $seats) }.
score-monsters =
    { $left ->
        [one] Ein Ungeheuer ist noch übrig.
       *[other] { WORDS($left) } Ungeheuer sind noch übrig.
    }
score-cauldron =
    { $chips ->
        [0] Der Kessel ist leer.
        [one] Ein Chip liegt im Kessel.
       *[other] { WORDS($chips) } Chips liegen im Kessel.
    }

## Help

help-place = Es gibt fünf Chips mit einem Loch. Sag eine Zahl von eins bis fünf.
help-move = Sag: Ich bleibe. Oder eine Richtung, zum Beispiel: Nach links. Über leere Plätze geht es zweimal weiter: Nach links und nach oben.
help-card = Sag eine Karte von eins bis dreiundzwanzig. Zum Beispiel: Karte sieben. Oder: Neben der Acht.
help-roll = Sag: Würfeln! Dann würfle ich für dich.
help-dice = Sag, was der Würfel zeigt: Spinnengift, Krötenschleim, Stinkepilz, Bibberkraut, Mäusedreck oder Würgewurzel.

## Why something cannot be done

refusal-roll-first = Erst wird gewürfelt.
refusal-cauldron-first = Warte, was macht der Kessel?
refusal-place-now = Erst stellen alle ihre Hexe auf.
refusal-peek-now = Erst schauen wir sechs Karten an.
refusal-move-now = Sag erst, ob du bleibst oder weitergehst.
refusal-turn-now = Jetzt drehst du eine Karte um.
refusal-no-such-spot = Diesen Platz gibt es nicht.
refusal-not-one-hole = Am Anfang stehst du bei einem Chip mit einem Loch.
refusal-spot-taken = Da steht schon eine Hexe. Nimm einen anderen Chip.
refusal-no-such-card = Diese Karte gibt es nicht. Es gibt die Karten eins bis dreiundzwanzig.
refusal-card-open = Diese Karte liegt schon offen. Nimm eine andere.
    .b = Die siehst du doch schon! Nimm eine andere.
refusal-no-such-direction = Es gibt oben, unten, links und rechts.
refusal-no-path = Da ist kein Weg.
    .b = Da geht es nicht weiter.
refusal-too-far = So weit kommst du nicht. Ein Feld, oder zwei über einen leeren Platz.
refusal-chip-between = Dazwischen liegt noch ein Chip. Du kannst nur ein Feld weit gehen.
refusal-back-again = So kommst du nur zu deinem Platz zurück. Du kannst auch stehen bleiben.
