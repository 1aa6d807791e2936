"""The guided act of Othello: the instructions for three new players, step by step."""

from __future__ import annotations

from companion.core.i18n import N_
from companion.game.tutorial import Lesson, LessonStep
from companion.othello.model import events as e
from companion.othello.model.decision import DecisionKind as Kind

INTERRUPTED = (e.Blocked, e.Seized, e.Undone, e.Succeeded, e.Failed)

LAST = N_("That was an act. You know enough to play on. When you leave, the table puts the game away by itself.")

LESSON = Lesson(
    seats=3,
    seed=7,
    first={"lead": 0},
    steps=(
        LessonStep(
            N_(
                "Deal each player three script cards, two staging cards and a Take the Lead, three "
                "intrigue tokens and a spotlight. The player who gets the Iago tile puts it on the own spot."
            ),
            N_("Iago is the Lead of this act. The table lights the seat that has to do something."),
            (Kind.LEAD,),
            (e.LeadChanged,),
            drawn=False,
        ),
        LessonStep(
            N_("Everyone: play one card of your hand face down on your spot."),
            N_(
                "All choose at once, and nobody sees what the others do. Script cards bring points; "
                "staging cards play tricks on others."
            ),
            (Kind.PRE_PLACEMENT, Kind.PLACEMENT),
            (e.Placed,),
            times=3,
        ),
        LessonStep(
            N_("Press the lit button to go on."),
            N_("This is the last chance to swap a card. You may leave it for later."),
            (Kind.AFTER_PLACEMENT,),
            (e.Revealed, e.Exited),
        ),
        LessonStep(
            N_("The lit seat presses to reveal its card, or holds the button to exit."),
            N_("Cards are revealed one after the other. A card that nobody stops brings its points."),
            (Kind.REVEAL,),
            (e.Revealed, e.Exited),
            times=2,
        ),
        LessonStep(
            N_("The others may interrupt now. Each lit seat shows what a press and a hold do."),
            N_(
                "A spotlight token blocks a card; a Seize takes it. In a real game there are only seconds "
                "for it. Today nobody hurries you."
            ),
            (Kind.WINDOW,),
            INTERRUPTED,
            times=2,
        ),
        LessonStep(
            N_("The attacked player may interrupt. Press to protect yourself, hold to pass."),
            N_("You can stop most attacks if you can pay."),
            (Kind.PROTECT,),
            INTERRUPTED,
            times=4,
        ),
        LessonStep(
            N_("The card asks for a choice: put what you choose in the circle, or press at the player you choose."),
            N_("A tile on the stage is a character, who can be wounded. A character with too many wounds dies."),
            (Kind.CHOOSE, Kind.SWAP),
            (e.Wounded, e.LeadChanged, e.CardGiven, e.Miscued, e.Revived),
            times=3,
        ),
        LessonStep(
            N_("Now you know a scene. Play the next ones the same way."),
            N_(
                "Cards with a crown are for the Lead, who has the Iago tile; the others are for the company. "
                "Take the Lead changes who that is."
            ),
            (Kind.PRE_PLACEMENT, Kind.PLACEMENT),
            (e.SceneBegan,),
            times=3,
            since=(e.SceneBegan, 2),
        ),
        LessonStep(
            N_(
                "The act ends when a full curtain falls, or after its last scene. Look at the track "
                "above: it shows how far the act is."
            ),
            N_("When an act is over, everyone counts. The most points after five acts win."),
            (Kind.PRE_PLACEMENT, Kind.PLACEMENT, Kind.REVEAL),
            (e.SceneBegan,),
            times=4,
            since=(e.SceneBegan, 3),
        ),
        LessonStep(
            LAST,
            N_("Look at the points on the wall: each tells where it comes from."),
            (Kind.INTERMISSION,),
            (e.ActBegan,),
            times=2,
        ),
    ),
    ends=e.ActBegan,
    times=2,
)
