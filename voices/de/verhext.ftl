### Verhext! in German.
###
### Events: game-opened dice-thrown call-right call-wrong seat-passed card-won tohuwabohu nobody-right witch-flew
###   card-drawn shaker-changed game-won
### Others: beat-face beat-card (the dice in an even beat) alike-so-far nobody-called what-did-you-call anybody-else round-open shake
###   score-group score-alike rules-short help-round help-roll help-dice
###   refusal-...: out answered round-over no-such-spell bad-time too-late

## Words

-symbol-cat =
    { $count ->
        [0] keine Katze
        [one] eine Katze
       *[other] { WORDS($count) } Katzen
    }
-symbol-broom =
    { $count ->
        [0] kein Besen
        [one] ein Besen
       *[other] { WORDS($count) } Besen
    }
-symbol-bat =
    { $count ->
        [0] keine Fledermaus
        [one] eine Fledermaus
       *[other] { WORDS($count) } Fledermäuse
    }

-spell-cat = Dreimal schwarzer Kater
-spell-broom = Hexenbesen, flieg
-spell-bat = Fledermaus und Spinnenbein
-spell-and = { $left }, und { $right }

# The witches on the cards: one on some, many on others. case "to": where she flies.
-witch-moon =
    { $case ->
        [dative] der Mondhexe
        [to] zur Mondhexe
       *[nominative] die Mondhexe
    }
-witch-herb =
    { $case ->
        [dative] der Kräuterhexe
        [to] zur Kräuterhexe
       *[nominative] die Kräuterhexe
    }
-witch-storm =
    { $case ->
        [dative] der Sturmhexe
        [to] zur Sturmhexe
       *[nominative] die Sturmhexe
    }
-witch-forest =
    { $case ->
        [dative] den Waldhexen
        [to] zu den Waldhexen
       *[nominative] die Waldhexen
    }
-witch-swamp =
    { $case ->
        [dative] den Moorhexen
        [to] zu den Moorhexen
       *[nominative] die Moorhexen
    }
-witch-mountain =
    { $case ->
        [dative] den Berghexen
        [to] zu den Berghexen
       *[nominative] die Berghexen
    }

-cards =
    { $value ->
        [0] keine Karte
        [one] eine Karte
       *[other] { WORDS($value) } Karten
    }

## Before the throw

game-opened = Sieben Karten liegen im Kreis, und die Hexe steht bereit. { TERM("seat", $shaker) } schüttelt zuerst!
    .b = Der Kreis ist gelegt, gleich wird gezaubert! { TERM("seat", $shaker, case: "call") }, du schüttelst zuerst.
rules-short = Ich sage, was die Würfel zeigen. Danach hört ihr, wohin die Hexe fliegt. Zu vielen Hexen: Ruft den Spruch für das, was am häufigsten ist. Zu einer Hexe: Ruft den Spruch für das, was am seltensten ist.
shake = { TERM("seat", $seat, case: "call") }, schüttle den Becher!
    .b = Schüttle kräftig, { TERM("seat", $seat, case: "call") }!
shaker-changed = Jetzt schüttelt { TERM("seat", $seat) }.
    .b = { TERM("seat", $seat, case: "call") }, du schüttelst!
    .c = Neue Runde! { TERM("seat", $seat, case: "call") }, schüttle den Becher!
    .d = Der Becher geht weiter an { TERM("seat", $seat, case: "accusative") }.

## The throw

beat-face =
    { $symbol ->
        [cat] Katze
        [broom] Besen
       *[bat] Fledermaus
    }
beat-card =
    { $size ->
        [many] Viele Hexen!
       *[single] Eine Hexe!
    }
dice-thrown =
    { TERM("symbol", "cat", $cats) }, { TERM("symbol", "broom", $brooms) } und { TERM("symbol", "bat", $bats) }. { $size ->
        [many] Die Hexe fliegt zu vielen Hexen!
       *[single] Die Hexe fliegt zu einer Hexe!
    }
round-open = Los!
help-round = Ruf den Zauberspruch! Dreimal schwarzer Kater. Oder: Hexenbesen, flieg. Oder: Fledermaus und Spinnenbein. Oder sag: Ich passe.
help-dice = Sag, was du siehst, zum Beispiel: Drei Katzen. Oder: Zwei Besen. Und den weißen Würfel: Weiß vier.
help-roll = Sag: Schütteln!

## Calls

call-right = Richtig!
    .b = Das stimmt!
    .c = Ja!
call-wrong = Leider nein, { TERM("seat", $seat, case: "call") }!
    .b = { TERM("seat", $seat, case: "call") }, leider falsch.
    .c = Das war's nicht, { TERM("seat", $seat, case: "call") }.
    .d = Oje, falsch, { TERM("seat", $seat, case: "call") }!
seat-passed = { TERM("seat", $seat) } passt.
    .b = Gut, du passt, { TERM("seat", $seat, case: "call") }.
nobody-called = Keiner hat gerufen. Das macht nichts!
    .b = So still! Dann lösen wir auf.
what-did-you-call = { TERM("seat", $seat, case: "call") }, was hast du gerufen?
anybody-else = Hat noch jemand gerufen? Dann sag, wer du bist!

## How the round ends

card-won = Richtig! { TERM("seat", $seat) } bekommt { TERM("witch", $witch) }. { alike-so-far }
    .b = { TERM("spell", $solution) }! { TERM("seat", $seat) } war am schnellsten und bekommt { TERM("witch", $witch) }. { alike-so-far }
    .c = Bravo, { TERM("seat", $seat, case: "call") }! Du bekommst { TERM("witch", $witch) }. { alike-so-far }
alike-so-far =
    { $alike ->
        [1] {""}
       *[other] Schon { WORDS($alike) } davon!
    }
tohuwabohu = Tohuwabohu! { TERM("seat", $seats) } waren gleich schnell. Keine Karte!
    .b = Alle durcheinander! { TERM("seat", $seats) } haben zugleich gerufen. Keine Karte!
nobody-right = Richtig war: { TERM("spell", $solution) }! Keiner bekommt die Karte.
    .b = Die Hexe lacht. Gesucht war: { TERM("spell", $solution) }.
witch-flew =
    Die Hexe fliegt { $clockwise ->
        [yes] { WORDS($pips) } weiter
       *[no] { WORDS($pips) } zurück
    }, { TERM("witch", $witch, case: "to") }.
    .b = Hui! { $clockwise ->
        [yes] { WORDS($pips) } weiter
       *[no] { WORDS($pips) } zurück
    }, { TERM("witch", $witch, case: "to") }.
card-drawn = Neu im Kreis: { TERM("witch", $witch) }.
game-won = { TERM("seat", $seat) } hat gewonnen! { $reason ->
        [three_alike] Dreimal { TERM("witch", $witch) }!
       *[five_cards] Fünf Karten!
    } Hexhex, bravo!
    .b = Hurra! { $reason ->
        [three_alike] Drei gleiche Karten
       *[five_cards] { TERM("cards", $total) }
    }: { TERM("seat", $seat) } hat gewonnen!

## The score

score-group = { TERM("cards", $total) }: { TERM("seat", $seats) }.
score-alike = { TERM("seat", $seat) } hat schon { WORDS($alike) } Karten mit { TERM("witch", $witch, case: "dative") }.

## Why something cannot be done

refusal-out = { TERM("seat", $seat, case: "call") }, du bist in dieser Runde schon draußen.
    .b = Warte auf die nächste Runde, { TERM("seat", $seat, case: "call") }.
refusal-answered = { TERM("seat", $seat, case: "call") }, du hast schon gerufen.
refusal-round-over = Die Runde ist schon vorbei.
    .b = Zu spät, die Runde ist vorbei.
refusal-no-such-spell = Diesen Spruch gibt es nicht.
refusal-bad-time = Das kam zur falschen Zeit.
refusal-too-late = Zu spät! Die Runde ist schon entschieden.
