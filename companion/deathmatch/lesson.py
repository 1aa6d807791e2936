"""The guided act of Shakespeare Deathmatch: step-by-step instructions for three new players."""

from __future__ import annotations

from companion.core.i18n import N_
from companion.deathmatch.model import events as e
from companion.deathmatch.model.decision import DecisionKind as Kind
from companion.game.tutorial import Lesson, LessonStep

LESSON = Lesson(
    seats=3,
    seed=3,
    first={"lead": 0},
    steps=(
        LessonStep(
            N_(
                "Deal each player a character, to be seen by its player alone, and share out the action "
                "cards. The player who starts takes the protagonist card."
            ),
            N_("Everyone is somebody from a play. Who is who, the others have to find out."),
            (Kind.PROTAGONIST,),
            (e.ProtagonistChanged,),
            drawn=False,
        ),
        LessonStep(
            N_("The protagonist puts a setting in the circle."),
            N_("The setting changes a rule for this act. Its text says which."),
            (Kind.SETTING,),
            (e.SettingChosen,),
        ),
        LessonStep(
            N_("The lit seat opens a scene: put a card of your hand on your spot."),
            N_("A card has a number and a kind of harm: blades, poison, letters or coins. High numbers win scenes."),
            (Kind.ACTION,),
            (e.Played,),
        ),
        LessonStep(
            N_("The others answer: each lit seat plays a card."),
            N_("The highest card wins the scene. Its player chooses who is hurt."),
            (Kind.ANSWER,),
            (e.Played,),
            times=3,
        ),
        LessonStep(
            N_("Do what the text of the card says, then press."),
            N_("Cuelight does not know the cards’ texts: you are the judges."),
            (Kind.CARRY_OUT,),
            (e.CarriedOut,),
        ),
        LessonStep(
            N_("The player of the highest card puts a card of the scene on another player’s spot: that is damage."),
            N_("Each character stands so much of two kinds of harm. When both are full, the character is slain."),
            (Kind.DAMAGE,),
            (e.Damaged,),
            times=2,
        ),
        LessonStep(
            N_("Now you know a scene. Play the next ones the same way."),
            N_("Watch who is hurt by what: soon you know who is who. The last one alive wins."),
            (Kind.ACTION, Kind.ANSWER),
            (e.SceneEnded,),
            times=3,
            since=(e.SceneEnded, 1),
        ),
    ),
    ends=e.ActEnded,
)
