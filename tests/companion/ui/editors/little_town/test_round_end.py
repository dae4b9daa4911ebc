"""The Round tab: the end of a round, feeding, and corrections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.ui.editors.little_town.round_end import RoundTab
from tests.companion.little_town_tables import begun, held, house, player, table_state, worker

if TYPE_CHECKING:
    from companion.games.little_town import actions
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen


def walking(app: Headless, state: actions.LittleTownTable) -> tuple[LiveTable, Screen]:
    live = begun(app, state)
    return live, app.show(RoundTab, live, 0)


def test_a_round_ends_player_by_player(app: Headless) -> None:
    seated = (player("Anna", fish=2, wheat=4), player("Ben"))
    live, screen = walking(app, table_state(*seated, site=(5, 5), answered=("coins_feed",)))
    assert screen.says("5 workers to feed.")
    assert screen.says("All workers are fed.")
    screen.tap("Wheat, +1")
    screen.tap("Feed the workers")
    assert held(live.state, 0) == (0, 3, {"fish": 1})
    assert screen.says("4 workers unfed: 12 points lost.")
    assert screen.says("Score track: 0 now, then −12")
    screen.tap("Fed with 3 coins each, −1")
    assert screen.has("Feed: 5 unfed, −15 points")
    screen.tap("Fed with 3 coins each, +1")
    screen.tap("Feed: 3 coins, 4 unfed, −12 points")
    assert held(live.state, 1) == (-12, 0, {})
    assert screen.says("Ben begins round 2.")
    screen.tap("Start round 2")
    assert (live.state.table.round, live.state.table.turn) == (2, 1)
    assert screen.route.endswith("/town/1")


def test_a_meal_of_fish_alone_proposes_its_card(app: Headless) -> None:
    live, screen = walking(app, table_state(player("Anna", fish=5, wheat=1), player("Ben")))
    screen.tap("Feed all workers with fish: 2 points")
    assert held(live.state, 0)[0] == 2
    assert not screen.says("Just met")


def test_workers_that_can_be_fed_must_be_fed(app: Headless) -> None:
    _, screen = walking(app, table_state(player("Anna", fish=5, coins=2), player("Ben")))
    screen.tap("Fish, −1")
    assert not screen.says("Coins may feed"), "there are too few"
    assert screen.says("There is food left: workers that can be fed must be fed.")
    assert not screen.enabled("Feed: 1 unfed, −3 points")
    screen.tap("Fish, +1")
    assert screen.enabled("Feed the workers")


def test_the_castle_is_asked_about_at_the_end_of_a_round(app: Headless) -> None:
    around: dict[str, Any] = {"buildings": (house("castle", "C3"), house("well", "C4", "Ben"))}
    live, screen = walking(app, table_state(player("Anna", fish=5), player("Ben", fish=5), **around))
    screen.tap("Its owner’s")
    assert live.state.table.answered == ("castle_counts",)
    assert not screen.says("Which houses around the castle count?")


def test_the_aid_is_asked_before_coins_would_feed(app: Headless) -> None:
    live, screen = walking(app, table_state())
    assert screen.says("May 3 coins feed a worker?")
    assert screen.says("Look at your gameplay aid")
    assert not screen.says("Until then")
    assert not screen.says("Feed")
    screen.tap("No")
    assert screen.has("Feed: 5 unfed, −15 points")
    assert not live.state.table.coins_feed
    assert screen.says("5 workers unfed: 15 points lost.")
    assert screen.says("At this table coins do not feed workers.")
    assert not screen.says("May 3 coins feed a worker?")


def test_the_cathedral_pays_its_owner(app: Headless) -> None:
    cathedral: dict[str, Any] = {
        "buildings": (house("cathedral", "C3"),),
        "workers": (worker("C4", "Ben"), worker("D4")),
        "site": (4, 4),
    }
    live, screen = walking(app, table_state(player("Anna", fish=5), player("Ben", fish=5), **cathedral))
    assert screen.says("Whose workers around the cathedral count?")
    screen.tap("Everybody’s")
    assert screen.says("Cathedral C3: 2 points")
    screen.tap("Feed the workers")
    assert held(live.state, 0)[0] == 2


def test_the_residence_is_used_or_left(app: Headless) -> None:
    around: dict[str, Any] = {"buildings": (house("residence", "B5", "Ben"), house("pier", "C5"))}
    live, screen = walking(app, table_state(**around))
    screen.tap("Ben uses the residence")
    assert held(live.state, 1)[2] == {"wood": 3}
    screen.tap("Activate the pier on C5")
    screen.tap("Done with the residence")
    assert live.state.table.settled
    assert screen.says("May 3 coins feed a worker?")
    screen.tap("Residence, done")
    assert screen.says("Done for this round.")
    screen.tap("Next")
    second_table, again = walking(app, table_state(**around))
    again.tap("Done with the residence")
    assert second_table.state.table.settled
    assert held(second_table.state, 1)[2] == {}


def test_who_has_eaten_is_not_fed_again(app: Headless) -> None:
    live, screen = walking(app, table_state(player("Anna", fish=5), player("Ben", fish=5)))
    assert screen.says("Workers still to be placed: Anna 5 and Ben 5.")
    screen.tap("Feed the workers")
    screen.tap("Anna, done")
    assert screen.says("Anna’s workers have eaten in this round.")
    screen.tap("Next round")
    assert screen.says("Still to be fed: Ben.")
    screen.tap("Go on anyway")
    assert live.state.table.round == 2


def test_feeding_in_the_middle_of_a_round_is_asked_about_once(app: Headless) -> None:
    placed = {"workers": (worker("C3"), worker("C4", "Ben")), "site": (2, 3)}
    live, screen = walking(app, table_state(player("Anna", fish=5), player("Ben", fish=5), **placed))
    waiting = "Workers still to be placed: Anna 2 and Ben 1."
    screen.tap("Feed the workers")
    assert screen.has("Feed the workers?")
    assert screen.names.count(waiting) == 2, "in the round and in the question"
    screen.tap("Cancel")
    assert live.state.table.fed == ()
    screen.tap("Feed the workers")
    screen.tap("Feed the workers")
    assert live.state.table.fed == (0,)
    screen.tap("Feed the workers")
    assert live.state.table.fed == (0, 1)
    app.run(live.undo())
    app.run(live.undo())
    assert live.state.table.fed == ()


@pytest.mark.parametrize("fields", [{}, {"site": (5, 5)}, {"site": (2, 3), "books": False}])
def test_feeding_is_not_asked_about_where_nobody_keeps_count_or_all_are_placed(
    app: Headless, fields: dict[str, Any]
) -> None:
    live, screen = walking(app, table_state(player("Anna", fish=5), player("Ben", fish=5), **fields))
    screen.tap("Feed the workers")
    assert live.state.table.fed == (0,)


def test_after_the_last_round_comes_the_end(app: Headless) -> None:
    seated = (player("Anna", fish=5), player("Ben", fish=5))
    live, screen = walking(app, table_state(*seated, round=4, fed=(0, 1)))
    screen.tap("To the end of the game")
    assert screen.route.endswith("/end/0")
    assert live.state.table.round == 4


def test_round_and_turn_are_put_right(app: Headless) -> None:
    live, screen = walking(app, table_state())
    screen.tap("Edit round and turn")
    screen.tap("Round, +1")
    screen.tap("The first player token: Ben")
    screen.tap("Who plays now: Ben")
    screen.type_into("Ben", "2")
    table = live.state.table
    assert (table.round, table.first, table.turn, table.site) == (2, 1, 1, (0, 2))
    screen.tap("Close")
    assert not screen.has("Round, +1")


def test_an_objective_is_one_tap_away_from_a_meal(app: Headless) -> None:
    _, screen = walking(app, table_state(player("Anna", fish=5), player("Ben")))
    screen.tap("Objectives")
    assert screen.route.endswith("/player/0")
