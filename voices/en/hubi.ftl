### Catch Hubi (Schnappt Hubi!), in English. The German file lists the messages.

## Words

-place-0 = top left
-place-1 = top middle
-place-2 = top right
-place-3 = middle left
-place-4 = in the very middle
-place-5 = middle right
-place-6 = bottom left
-place-7 = bottom middle
-place-8 = bottom right

-nook-0 = the top left room
-nook-1 = the top middle room
-nook-2 = the top right room
-nook-3 = the middle left room
-nook-4 = the middle room
-nook-5 = the middle right room
-nook-6 = the bottom left room
-nook-7 = the bottom middle room
-nook-8 = the bottom right room

-room =
    { $case ->
        [in] in { TERM("nook", $value) }
        [into] into { TERM("nook", $value) }
       *[where] { TERM("place", $value) }
    }

-direction-up = up
-direction-down = down
-direction-left = left
-direction-right = right

-figure-mouse =
    { $case ->
        [a] a mouse
        [plural] mice
       *[the] the mouse
    }
-figure-rabbit =
    { $case ->
        [a] a rabbit
        [plural] rabbits
       *[the] the rabbit
    }

-food-cheese =
    { $case ->
        [a] a cheese
       *[the] the cheese
    }
-food-carrot =
    { $case ->
        [a] a carrot
       *[the] the carrot
    }

-hour-0 = twelve o'clock
-hour-12 = midnight
-hour = { WORDS($value) } o'clock

-hours =
    { $value ->
        [one] one hour
       *[other] { WORDS($value) } hours
    }
-actions =
    { $value ->
        [0] no actions
        [one] one action
       *[other] { WORDS($value) } actions
    }

## The beginning

game-opened = Hubi, the little ghost, haunts the house! Catch him before midnight. It's { TERM("hour", $hour) }. { TERM("seat", $seat) } chooses an animal first.
    .b = Welcome to the haunted house! It's { TERM("hour", $hour) }, and you have to catch Hubi before midnight. { TERM("seat", $seat, case: "call") }, choose an animal!
rules-short = You all play together. Look for the magic door behind the curtains and open it, two of you. Then search for Hubi. When two animals are in his room, you have won.
figure-chosen = { TERM("seat", $seat) } is { TERM("figure", $figure, case: "a") } and lives { TERM("room", $corner, case: "in") }.
    .b = { TERM("figure", $figure, case: "a") } for { TERM("seat", $seat) }, { TERM("room", $corner) }.
food-laid = In every room there is something to eat now: cheese or carrot.
turn-passed =
    { $task ->
        [choose] { TERM("seat", $seat, case: "call") }, choose an animal and a corner.
       *[spin] { TERM("seat", $seat, case: "call") }, it's your turn.
    }
    .b =
    { $task ->
        [choose] And you, { TERM("seat", $seat, case: "call") }? Mouse or rabbit, and which corner?
       *[spin] Now it's you, { TERM("seat", $seat, case: "call") }.
    }

## The turn

compass-spun = { TERM("seat", $seat, case: "call") }, you have { TERM("actions", $points) }.
    .b = The compass shows { TERM("actions", $points) } for { TERM("seat", $seat) }.
clock-moved =
    { $left ->
        [0] Gong! It's midnight. This is your last chance!
       *[other] The clock moves on: { TERM("hour", $hour) }. { TERM("hours", $left) } to go.
    }
    .b =
    { $left ->
        [0] Midnight! Now or never!
       *[other] Tick, tock! It's { TERM("hour", $hour) }.
    }
hubi-sleeps = Hubi is still asleep.
    .b = Hush, Hubi is still asleep.
food-swapped = Hubi is haunting! The cheese { TERM("room", $cheese, case: "in") } and the carrot { TERM("room", $carrot, case: "in") } have changed places.
    .b = Boo! The cheese { TERM("room", $cheese, case: "in") } is swapped with the carrot { TERM("room", $carrot, case: "in") }.
hubi-moved = Hubi flits { TERM("room", $room, case: "into") }.
    .b = Boo! Hubi is { TERM("room", $room, case: "in") } now.
hubi-stayed = Hubi doesn't move.
    .b = Hubi stays where he is.
curtain-raised =
    { $wall ->
        [free] The way is free.
        [hole] There is a mouse hole.
        [window] There is a rabbit window.
       *[door] There is the magic door! You have found it!
    } { actions-left }
    .b =
    { $wall ->
        [free] Behind the curtain is nothing at all, the way is free!
        [hole] Behind the curtain is a mouse hole.
        [window] Behind the curtain is a rabbit window.
       *[door] Behind the curtain is the magic door! Hooray!
    } { actions-left }
figure-moved =
    { TERM("figure", $figure) } { $wall ->
        [hole] slips through the mouse hole
        [window] hops through the rabbit window
        [door] goes through the magic door
       *[free] runs
    } { TERM("room", $room, case: "into") }. { actions-left }
    .b = { TERM("figure", $figure) } is { TERM("room", $room, case: "in") } now. { actions-left }
food-searched =
    { $hubi ->
        [yes] Boo! There is Hubi! Now quick, a second animal { TERM("room", $room, case: "into") }!
       *[no] Hubi isn't here. { actions-left }
    }
    .b =
    { $hubi ->
        [yes] Boo! You have found Hubi, { TERM("room", $room, case: "in") }! Fetch a second animal!
       *[no] Just { TERM("food", $food, case: "a") }, no Hubi. { actions-left }
    }
door-opened = Creak! The magic door is open, and Hubi wakes up. Now you may search for him. { actions-left }
    .b = { TERM("seat", $seat) } and { TERM("seat", $other) } open the magic door. Hubi is awake! { actions-left }
actions-left =
    { $left ->
        [0] {""}
       *[other] { TERM("actions", $left) } left.
    }
game-won = Got him! { TERM("seat", $seats) } have caught Hubi, { TERM("room", $room, case: "in") }. You have all won!
    .b = Hooray, Hubi is caught! { TERM("seat", $seats) } got him { TERM("room", $room, case: "in") }. You have won!
game-lost =
    Midnight! { $found ->
        [yes] Hubi was { TERM("room", $room, case: "in") } and has flown away.
       *[no] Hubi was hiding { TERM("room", $room, case: "in") }.
    } Next time you'll catch him!

## Questions

ask-choose = { TERM("seat", $seat, case: "call") }, mouse or rabbit? And which corner?
ask-corner = Which corner for { TERM("figure", $figure) }?
ask-spin = { TERM("seat", $seat, case: "call") }, shall I spin the compass? Say: Spin!
ask-act = What will you do?
    .b = And now?
ask-direction = In which direction?
ask-swap-food = Hubi is haunting! Which two rooms swap cheese and carrot?
ask-hubi-room = Where does Hubi go?
ask-face = What does the compass show?
confirm-search = Do you want to search here?

## The score

score-hour =
    { $left ->
        [0] It's midnight. This is your last chance!
       *[other] It's { TERM("hour", $hour) }. { TERM("hours", $left) } to midnight.
    }
score-group = { TERM("room", $room) }: { TERM("seat", $seats) }.
score-door =
    { $found ->
        [yes] The magic door is found, but still locked.
       *[no] The magic door has not been found yet.
    }
score-hubi =
    { $found ->
        [yes] Hubi is { TERM("room", $room, case: "in") }.
       *[no] The magic door is open. Hubi is still hiding.
    }
room-food = There is { TERM("food", $food, case: "a") } here.
food-group =
    { $food ->
        [cheese] There is cheese
       *[carrot] There are carrots
    }: { TERM("room", $rooms) }.

## Help

help-choose = Say an animal and a corner. For example: Mouse top left. Or: Rabbit bottom right.
help-act = Say for example: Left curtain. Or: Up. Or: Search for Hubi. Or: Done.
help-hubi = Say where Hubi goes. For example: Top left. Or name two rooms that swap.
help-roll = Say: Spin!
help-dice = Say what the compass shows. For example: Two. Or: Two and the clock. Or: One and Hubi.

## Why something cannot be done

refusal-choose-first = First everybody chooses an animal.
refusal-spin-first = The compass is spun first.
refusal-hubi-first = It's Hubi's turn first.
refusal-act-now = It's not Hubi's turn now.
refusal-no-such-figure = There are only mice and rabbits.
refusal-figure-taken = There are only two { TERM("figure", $figure, case: "plural") }, and both are taken.
refusal-both-kinds = You need at least one mouse and one rabbit. Choose the other animal.
refusal-not-a-corner = In the beginning the animals stand in a corner. Choose a corner.
refusal-corner-taken = Somebody is in that corner already. Choose another one.
refusal-outside = The house ends there: you can't go { TERM("direction", $direction) }.
refusal-no-such-way = I have seen no such way here yet.
refusal-no-such-direction = There are up, down, left and right.
refusal-already-raised = That curtain is gone already.
refusal-curtain = There is still a curtain. Open it first.
    .b = Stop, there is still a curtain!
refusal-wall-hole = Only mice fit through the mouse hole.
    .b = You are too big for the mouse hole.
refusal-wall-window = Only rabbits get through the rabbit window.
    .b = The rabbit window is too high for a mouse.
refusal-wall-door = The magic door is still locked.
refusal-door-hidden = You haven't found the magic door yet.
refusal-door-open = The magic door is open already.
refusal-not-at-door = You are not at the magic door.
refusal-nobody-beyond = There is nobody on the other side of the door yet. You need two animals.
refusal-still-asleep = Hubi is still asleep. Open the magic door first.
refusal-already-turned = You have looked here already.
refusal-wrong-food =
    { $figure ->
        [mouse] A mouse searches under cheese only.
       *[rabbit] A rabbit searches under carrots only.
    } There is { TERM("food", $food, case: "a") } here.
refusal-no-such-room = There is no such room.
refusal-not-adjacent = These rooms are not side by side.
refusal-not-that-food = One cheese and one carrot are swapped, and both must be face down.
refusal-occupied = There is an animal already. Hubi only goes into empty rooms.
