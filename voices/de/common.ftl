### What the host says in every game, in German.
###
### For translators: a new language is a folder beside this one with common.ftl, one file for each game, and
### pronunciation.toml. Keep every name before the "=", translate what follows. The lines .b, .c ... are further
### wordings of the same; there may be as many as you like. Short and warm: the youngest listener is three.
###
### $seat is a player: TERM("seat", $seat) is "der Fuchs" or "Anna", with case: "dative" "dem Fuchs", with
### case: "accusative" "den Fuchs", with case: "call" "Fuchs" (when the player is spoken to).
### WORDS($n) is a number in words. A sentence's first letter becomes a capital by itself.
###
### Messages: welcome good-night all-right turn-is
###   who-was-that did-you-say say-again too-quiet too-quiet-often too-noisy
###   prompt prompt-again sleeping awake paused resumed stop-question stopped not-stopped
###   nothing-to-repeat taken-back not-taken-back slower faster louder quieter at-the-limit language-switched
###   microphone-lost microphone-back recording-ended game-unwritten session-resumed session-none
###   help-lobby help-between help-who help-confirm help-paused help-over help-asleep help-round
###   lobby-game lobby-chosen lobby-players lobby-joined lobby-taken lobby-more-players lobby-full lobby-who-else
###   lobby-variant lobby-expert lobby-simple lobby-default
###   over-question fame-none fame-line
###   refusal-...: unknown-game player-count not-now game-over not-your-turn no-such-seat no-such-face

## Words

-and = { $left } und { $right }
-comma = { $left }, { $right }

-seat = { $value }
-seat-fox =
    { $case ->
        [call] Fuchs
        [dative] dem Fuchs
        [accusative] den Fuchs
       *[nominative] der Fuchs
    }
-seat-cat =
    { $case ->
        [call] Katze
        [dative] der Katze
       *[nominative] die Katze
    }
-seat-owl =
    { $case ->
        [call] Eule
        [dative] der Eule
       *[nominative] die Eule
    }
-seat-bear =
    { $case ->
        [call] Bär
        [dative] dem Bären
        [accusative] den Bären
       *[nominative] der Bär
    }

# One of several players.
-choice = { TERM("seat", $value) }
-choice-and = { $left } oder { $right }

-lang-de = Deutsch
-lang-en = Englisch

-game-verhext = Verhext
-game-husch = Husch Husch, kleine Hexe
-game-hubi = Schnappt Hubi
-game-spinnengift = Spinnengift und Krötenschleim
-game-and = { $left } oder { $right }

-players =
    { $value ->
        [one] ein Kind
       *[other] { WORDS($value) } Kinder
    }

-number-0 = null
-number-1 =
    { $form ->
        [stem] ein
        [feminine] eine
       *[alone] eins
    }
-number-2 = zwei
-number-3 = drei
-number-4 = vier
-number-5 = fünf
-number-6 = sechs
-number-7 = sieben
-number-8 = acht
-number-9 = neun
-number-10 = zehn
-number-11 = elf
-number-12 = zwölf
-number-13 = dreizehn
-number-14 = vierzehn
-number-15 = fünfzehn
-number-16 = sechzehn
-number-17 = siebzehn
-number-18 = achtzehn
-number-19 = neunzehn
-number-20 = zwanzig
-number-30 = dreißig
-number-40 = vierzig
-number-50 = fünfzig
-number-60 = sechzig
-number-70 = siebzig
-number-80 = achtzig
-number-90 = neunzig
-number-tens-and-units = { WORDS($units, form: "stem") }und{ WORDS($tens) }
-number-hundreds = { WORDS($hundreds, form: "stem") }hundert
-number-hundreds-and = { WORDS($hundreds, form: "stem") }hundert{ WORDS($rest) }

seat-name = { TERM("seat", $seat, case: "call") }

## Hello, good night, whose turn

welcome = Willkommen am Hexentisch!
    .b = Schön, dass ihr da seid!
    .c = Hallo, ihr Hexen und Zauberer!
good-night = Gute Nacht, schlaft schön!
    .b = Das hat Spaß gemacht. Gute Nacht!
    .c = Die Hexe fliegt nach Hause. Gute Nacht!
all-right = Alles klar.
    .b = Gut.
    .c = Einverstanden.
turn-is = { TERM("seat", $seat, case: "call") }, du bist dran.
    .b = { TERM("seat", $seat) } ist an der Reihe.
    .c = Jetzt kommst du, { TERM("seat", $seat, case: "call") }.

## Hearing: who was that, what was that

who-was-that = Wer war das?
    .b = Wer hat das gerufen?
    .c = Oh! Wer war das?
did-you-say = Hast du gesagt: { $phrase }?
    .b = Meinst du: { $phrase }?
    .c = Habe ich richtig gehört: { $phrase }?
say-again = Das habe ich nicht verstanden. Sag es noch einmal.
    .b = Wie bitte?
    .c = Noch einmal, bitte.
too-quiet = Das war zu leise. Ruf es noch einmal laut.
    .b = Ein bisschen lauter, bitte.
too-quiet-often = Ich höre euch kaum. Rückt näher ans Mikrofon.
too-noisy = Es ist gerade sehr laut. Seid bitte einen Moment still.
    .b = Oje, ich höre gar nichts mehr. Ein bisschen leiser, bitte.

## Waiting

prompt = { TERM("seat", $seat, case: "call") }, was machst du?
    .b = { TERM("seat", $seat, case: "call") }, du bist dran.
    .c = { TERM("seat", $seat, case: "call") }, lass dir Zeit. Ich höre zu.
prompt-again = { TERM("seat", $seat, case: "call") }, soll ich dir helfen? Sag: Hilfe.
sleeping = Ich mache ein Schläfchen. Ruf mich mit: Hexe!
    .b = Es ist so still. Ich schlafe ein bisschen. Weckt mich mit: Hexe!
awake = Da bin ich wieder!
    .b = Gähn! Jetzt bin ich wach.
paused = Pause. Sagt: Weiter, wenn es weitergeht.
    .b = Gut, wir machen Pause. Mit: Weiter, geht es weiter.
resumed = Weiter geht's!
    .b = Es geht weiter.
stop-question = Wollt ihr wirklich aufhören?
    .b = Soll ich das Spiel beenden?
stopped = Gut, wir hören auf. Ich merke mir das Spiel.
not-stopped = Schön, dann spielen wir weiter.
    .b = Dann geht es weiter.

## Wishes of the table

nothing-to-repeat = Ich habe noch nichts gesagt.
taken-back = Gut, das nehmen wir zurück.
    .b = Zurückgenommen.
not-taken-back = Das geht nicht mehr. Es haben schon alle gesehen.
    .b = Zu spät, das wissen jetzt schon alle.
slower = Gut, ich spreche langsamer.
faster = Gut, ich spreche schneller.
louder = Gut, ich spreche lauter.
quieter = Gut, ich spreche leiser.
at-the-limit = Mehr geht leider nicht.
language-switched = Gut, jetzt spreche ich Deutsch.

## Trouble and resuming

microphone-lost = Oh, ich höre nichts mehr. Ist das Mikrofon noch da? Das Spiel wartet.
microphone-back = Jetzt höre ich euch wieder.
recording-ended = Die Aufnahme ist zu Ende, mehr passt nicht mehr drauf. Wir spielen weiter.
game-unwritten = Ich kann unser Spiel nicht aufschreiben. Wir spielen trotzdem weiter.
session-resumed = Wir spielen weiter: { TERM("game", $game) }. { TERM("seat", $seat) } ist dran.
session-none = Ich habe kein angefangenes Spiel gefunden.

## Help: what can be said now

help-lobby = Sag, was ihr spielen wollt. Zum Beispiel: Verhext. Und wer mitspielt. Zum Beispiel: Der Fuchs. Dann sag: Los!
help-between = Du kannst sagen: Los! Oder: Wie steht es? Oder: Wie geht das Spiel? Oder: Pause.
help-who = Sag, wer du bist: { TERM("choice", $seats) }.
help-confirm = Sag: Ja. Oder: Nein.
help-paused = Sag: Weiter. Oder: Ein anderes Spiel. Oder: Aufhören.
help-over = Du kannst sagen: Noch mal! Oder: Ein anderes Spiel. Oder: Gute Nacht.
help-asleep = Ruf: Hexe!
help-telling = Sag: Psst! Dann höre ich auf zu reden.
help-round = Ruf, was du weißt!
help-roll = Sag: Würfeln!
help-dice = Sag, was der Würfel zeigt.

## Before a game

lobby-game = Was wollen wir spielen? { TERM("game", $games) }?
    .b = Welches Spiel darf es sein? { TERM("game", $games) }?
lobby-chosen = Wir spielen { TERM("game", $game) }!
    .b = { TERM("game", $game) }, wie schön!
lobby-players = Wer spielt mit? Das jüngste Kind sagt zuerst, wer es ist: { TERM("choice", $names) }.
lobby-joined = { TERM("seat", $seat) } spielt mit.
    .b = Hallo, { TERM("seat", $seat, case: "call") }!
lobby-taken = { TERM("seat", $seat) } ist schon da. Und wer bist du?
lobby-who-else = Wer noch? Oder sagt: Los!
    .b = Noch jemand? Sonst sagt: Los!
lobby-more-players = Dafür brauchen wir mindestens { TERM("players", $fewest) }.
lobby-full = Mehr als { TERM("players", $most) } können nicht mitspielen.
lobby-variant = Spielt ihr für Profis? Sagt: Ja. Oder: Nein.
lobby-expert = Gut, wir spielen für Profis.
lobby-simple = Gut, wir spielen ganz einfach.
lobby-default = Ich suche etwas für euch aus.

## After a game

over-question = Noch mal? Ein anderes Spiel? Oder gute Nacht?
    .b = Was machen wir jetzt? Noch mal, ein anderes Spiel oder gute Nacht?
fame-none = Noch hat niemand ein Spiel gewonnen.
fame-line = { TERM("seat", $seat) } hat { $wins ->
        [one] ein Spiel
       *[other] { WORDS($wins) } Spiele
    } gewonnen.

## Why something cannot be done

refusal-unknown-game = Dieses Spiel kenne ich nicht.
refusal-player-count = Dafür braucht es zwischen { WORDS($fewest) } und { TERM("players", $most) }.
refusal-not-now = Das geht jetzt nicht.
    .b = Jetzt noch nicht.
refusal-game-over = Das Spiel ist schon zu Ende.
refusal-not-your-turn = Du bist noch nicht dran.
    .b = Warte noch, gleich kommst du.
refusal-no-such-seat = Wer ist das? Das Kind spielt nicht mit.
refusal-no-such-face = Hoppla, das passt nicht. Schau noch einmal.
