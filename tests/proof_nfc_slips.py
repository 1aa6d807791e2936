"""An act with people's slips and readers' faults ends as the act without, and nothing costs more than two touches."""

from __future__ import annotations

from pathlib import Path

from nfc_evening import Evening, Gremlin
from nfc_slips import Slips

FOUR = tuple(f"seat{number + 1}.play" for number in range(4))
DEAD = "seat3.play"
MOST_TOUCHES = 2


def test_an_act_with_slips_and_faults_is_the_act_without_and_each_slip_costs_two_touches_at_most(
    tmp_path: Path,
) -> None:
    (tmp_path / "well").mkdir()
    well = Evening(tmp_path / "well", FOUR, 4, seed=5)
    well.play_until_act(2)
    expected, scores, touches = well.result(), well.scores(), well.touches
    well.close()
    (tmp_path / "ill").mkdir()
    ill = Slips(tmp_path / "ill", FOUR, 4, seed=5, dead=DEAD)
    ill.wrong_lead_for_three_turns()
    with Gremlin(ill, 3, spared=(DEAD,)).at_work():
        ill.play_until_act(2)
    assert ill.scores() == scores
    assert ill.result()["events"] == expected["events"]
    ill.close()
    told = {slip: (len(costs), max(costs)) for slip, costs in sorted(ill.cost.items())}
    words = ", ".join(f"{slip} {count} times, at most {most}" for slip, (count, most) in told.items())
    extra = ill.touches - touches
    print(f"promise evening-slips: {words}; {extra} touches more than the {touches} without, {ill.by_hand} by hand")
    assert {"a card in the wrong zone", "two cards at once in a zone", "a wrong Lead for three turns"} <= set(told)
    assert all(most <= MOST_TOUCHES for _count, most in told.values())
