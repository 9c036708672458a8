### What the host says in every game, in English. The German file beside this one explains the notation.
###
### $seat is a player: TERM("seat", $seat) is "the fox" or "Anna", with case: "call" (spoken to) "Fox".

## Words

-and = { $left } and { $right }
-comma = { $left }, { $right }

-seat = { $value }
-seat-fox =
    { $case ->
        [call] Fox
       *[other] the fox
    }
-seat-cat =
    { $case ->
        [call] Cat
       *[other] the cat
    }
-seat-owl =
    { $case ->
        [call] Owl
       *[other] the owl
    }
-seat-bear =
    { $case ->
        [call] Bear
       *[other] the bear
    }

# One of several players.
-choice = { TERM("seat", $value) }
-choice-and = { $left } or { $right }

-lang-de = German
-lang-en = English

-game-verhext = Bewitched
-game-husch = Chop Chop, Little Witch
-game-hubi = Catch Hubi
-game-spinnengift = Spider Venom and Toad Slime
-game-and = { $left } or { $right }

-players =
    { $value ->
        [one] one player
       *[other] { WORDS($value) } players
    }

-number-0 = zero
-number-1 = one
-number-2 = two
-number-3 = three
-number-4 = four
-number-5 = five
-number-6 = six
-number-7 = seven
-number-8 = eight
-number-9 = nine
-number-10 = ten
-number-11 = eleven
-number-12 = twelve
-number-13 = thirteen
-number-14 = fourteen
-number-15 = fifteen
-number-16 = sixteen
-number-17 = seventeen
-number-18 = eighteen
-number-19 = nineteen
-number-20 = twenty
-number-30 = thirty
-number-40 = forty
-number-50 = fifty
-number-60 = sixty
-number-70 = seventy
-number-80 = eighty
-number-90 = ninety
-number-tens-and-units = { WORDS($tens) }-{ WORDS($units) }
-number-hundreds = { WORDS($hundreds) } hundred
-number-hundreds-and = { WORDS($hundreds) } hundred and { WORDS($rest) }

seat-name = { TERM("seat", $seat, case: "call") }

## Hello, good night, whose turn

welcome = Welcome to the witches' table!
    .b = How nice that you are here!
    .c = Hello, witches and wizards!
good-night = Good night, sleep tight!
    .b = That was fun. Good night!
    .c = The witch is flying home. Good night!
all-right = All right.
    .b = Good.
    .c = Fine.
turn-is = { TERM("seat", $seat, case: "call") }, it's your turn.
    .b = It's { TERM("seat", $seat, case: "call") }'s turn.
    .c = Now it's you, { TERM("seat", $seat, case: "call") }.

## Hearing: who was that, what was that

who-was-that = Who was that?
    .b = Who called that?
    .c = Oh! Who was that?
did-you-say = Did you say: { $phrase }?
    .b = Do you mean: { $phrase }?
    .c = Did I hear: { $phrase }?
say-again = I didn't catch that. Say it again.
    .b = Pardon?
    .c = Once more, please.
too-quiet = That was too quiet. Call it again, out loud.
    .b = A little louder, please.
too-quiet-often = I can hardly hear you. Come closer to the microphone.
too-noisy = It's very loud right now. Please be quiet for a moment.
    .b = Oh dear, I can't hear a thing. A little quieter, please.

## Waiting

prompt = { TERM("seat", $seat, case: "call") }, what will you do?
    .b = { TERM("seat", $seat, case: "call") }, it's your turn.
    .c = { TERM("seat", $seat, case: "call") }, take your time. I'm listening.
prompt-again = { TERM("seat", $seat, case: "call") }, shall I help you? Say: Help.
sleeping = I'll take a nap. Call me with: Hey witch!
    .b = It's so quiet. I'll sleep a little. Wake me with: Hey witch!
awake = Here I am again!
    .b = Yawn! I'm awake now.
paused = Let's take a break. Say: Go on, when you are ready.
    .b = Fine, we take a break. With: Go on, we go on.
resumed = Let's go on!
    .b = Off we go again.
stop-question = Do you really want to stop?
    .b = Shall I end the game?
stopped = Fine, we'll stop. I'll remember the game.
not-stopped = Good, then let's play on.
    .b = Then we go on.

## Wishes of the table

nothing-to-repeat = I haven't said anything yet.
taken-back = Good, we take that back.
    .b = Taken back.
not-taken-back = That's not possible any more. Everybody has seen it.
    .b = Too late, everybody knows it now.
slower = Fine, I'll speak more slowly.
faster = Fine, I'll speak faster.
louder = Fine, I'll speak louder.
quieter = Fine, I'll speak more softly.
at-the-limit = That's as far as it goes.
language-switched = Fine, I'll speak English now.

## Trouble and resuming

microphone-lost = Oh, I can't hear anything. Is the microphone still there? The game waits.
microphone-back = Now I can hear you again.
recording-ended = The recording has ended, there is no more room for it. We play on.
game-unwritten = I can't write our game down. We play on all the same.
session-resumed = We play on: { TERM("game", $game) }. It's { TERM("seat", $seat, case: "call") }'s turn.
session-none = I found no game to go on with.

## Help: what can be said now

help-lobby = Say what you want to play. For example: Bewitched. And who is playing. For example: The fox. Then say: Let's go!
help-between = You can say: Let's go! Or: What's the score? Or: How do you play this game? Or: Pause.
help-who = Say who you are: { TERM("choice", $seats) }.
help-confirm = Say: Yes. Or: No.
help-paused = Say: Go on. Or: Another game. Or: Stop.
help-over = You can say: Again! Or: Another game. Or: Good night.
help-asleep = Call: Hey witch!
help-telling = Say: hush! Then I stop talking.
help-round = Call what you know!
help-roll = Say: I roll!
help-dice = Say what the die shows.

## Before a game

lobby-game = What shall we play? { TERM("game", $games) }?
    .b = Which game would you like? { TERM("game", $games) }?
lobby-chosen = We're playing { TERM("game", $game) }!
    .b = { TERM("game", $game) }, lovely!
lobby-players = Who is playing? The youngest says first who it is: { TERM("choice", $names) }.
lobby-joined = { TERM("seat", $seat) } is playing.
    .b = Hello, { TERM("seat", $seat, case: "call") }!
lobby-taken = { TERM("seat", $seat) } is here already. And who are you?
lobby-who-else = Who else? Or say: Let's go!
    .b = Anybody else? If not, say: Let's go!
lobby-more-players = For that we need at least { TERM("players", $fewest) }.
lobby-full = No more than { TERM("players", $most) } can play.
lobby-variant = Do you want to play like experts? Say: Yes. Or: No.
lobby-expert = Good, we'll play like experts.
lobby-simple = Good, we'll play the simple way.
lobby-default = I'll choose something for you.

## After a game

over-question = Again? Another game? Or good night?
    .b = What shall we do now? Again, another game, or good night?
fame-none = Nobody has won a game yet.
fame-line = { TERM("seat", $seat) } has won { $wins ->
        [one] one game
       *[other] { WORDS($wins) } games
    }.

## Why something cannot be done

refusal-unknown-game = I don't know that game.
refusal-player-count = That game needs between { WORDS($fewest) } and { TERM("players", $most) }.
refusal-not-now = That's not possible now.
    .b = Not just yet.
refusal-game-over = The game is over already.
refusal-not-your-turn = It's not your turn yet.
    .b = Wait a little, you'll be next soon.
refusal-no-such-seat = Who is that? That child isn't playing.
refusal-no-such-face = Oops, that doesn't fit. Have another look.
