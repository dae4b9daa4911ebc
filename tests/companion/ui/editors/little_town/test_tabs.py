"""The other parts of the table: what a player has, the objectives, the market, the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games.little_town import actions, round_end
from companion.games.little_town.copy_values import my_cards
from companion.games.little_town.round_end import (
    Plate,
    first_open,
    next_round_text,
    round_steps,
    usual_plate,
    with_bought,
    with_fish,
    with_wheat,
)
from companion.ui.editors.little_town.editor import LITTLE_TOWN
from companion.ui.editors.little_town.market import MarketTab
from companion.ui.editors.little_town.player import PlayerTab, card_problem, listed_cards
from companion.ui.editors.little_town.round_end import RoundTab
from companion.ui.editors.little_town.town import TownTab
from scoring import GAMES
from scoring.little_town.state import Tile
from tests.companion.little_town_tables import begun, done, held, house, player, town, worker

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless, Screen


def hers(app: Headless, state: actions.LittleTownTable, seat: int = 0) -> tuple[LiveTable, Screen]:
    live = begun(app, state)
    return live, app.show(PlayerTab, live, seat)


def test_more_cubes_than_there_are_is_said_to_everybody(app: Headless) -> None:
    live = begun(app, town(player("Anna", stone=15), player("Ben", stone=1)))
    for seat in (0, 1):
        screen = app.show(PlayerTab, live, seat)
        assert screen.says("16 stone at the table with those of Ben: there are 15 in the game.")
        assert screen.says("In the reserve: 15 wood, 15 fish and 15 wheat.")
    assert app.show(TownTab, live, 0).says("16 stone at the table with those of Ben: there are 15 in the game.")


@pytest.mark.parametrize(
    ("name", "expected"), [("Score track", (7, 3, {})), ("Coins", (0, 7, {})), ("Fish", (0, 3, {"fish": 7}))]
)
def test_every_number_is_stepped_and_typed(app: Headless, name: str, expected: tuple[int, int, dict[str, int]]) -> None:
    live, screen = hers(app, town())
    screen.type_into(name, "6")
    screen.tap(f"{name}: one more")
    assert held(live.state, 0) == expected
    assert live.undo_state.undo == f"Anna, {name.lower()}: 7"


def test_the_score_may_be_below_0_and_cubes_no_more_than_there_are(app: Headless) -> None:
    live, screen = hers(app, town())
    screen.tap("Score track: one less")
    screen.type_into("Wood", "16")
    assert screen.has("Wood: a whole number from 0 to 15, not 16.")
    assert held(live.state, 0) == (-1, 3, {})
    screen.type_into("Wood", "2")
    screen.type_into("Wood", "0")
    assert live.state.table.players[0].cubes == {}


def test_cubes_that_cannot_be_are_said_where_they_are_entered(app: Headless) -> None:
    _, screen = hers(app, town(player("Anna", wood=9), player("Ben", wood=9)), 1)
    assert screen.says("18 wood at the table with those of Ben: there are 15 in the game.")
    assert screen.says("Ben has 5 workers and 7 houses left to place.")


def test_a_tick_adds_the_points_of_a_card_and_takes_them_back(app: Headless) -> None:
    live, screen = hers(app, town())
    screen.tap("Hold no coins: 3 points")
    assert held(live.state, 0)[0] == 3
    assert screen.says("1 of 4 completed, 3 points")
    screen.tap("Hold no coins: 3 points")
    assert held(live.state, 0)[0] == 0
    assert live.undo_state.undo == "Anna, not completed: hold no coins"


def test_cards_that_are_met_come_first_and_those_of_others_last(app: Headless) -> None:
    state = done(town(player("Anna", coins=6), player("Ben")), actions.complete_objective(1, "touching", 3))
    _, screen = hers(app, state)
    names = screen.names
    first = names.index("Hold 6 coins or more: 2 points")
    assert names[first + 1] == "Met as the table lies."
    assert first < names.index("Hold no coins: 3 points") < names.index("Own 3 buildings that touch by sides: 3 points")
    assert screen.says("Ben completed it.")


def test_more_cards_than_were_dealt_are_pointed_out(app: Headless) -> None:
    state = done(
        town(),
        *(actions.complete_objective(0, card, 2) for card in ("fish", "coins", "food", "dear-wood", "dear-stone")),
    )
    _, screen = hers(app, state)
    assert screen.says("Anna was dealt 4 cards.")


def test_a_card_that_is_not_listed_is_entered_and_kept(app: Headless, copies: MyCopy) -> None:
    live, screen = hers(app, town())
    screen.tap("A card that is not on the list")
    screen.tap("Completed")
    assert screen.says("What does the card ask for? A few words are enough.")
    screen.type_into("What the card asks for", " own  the castle ")
    screen.tap("The card gives 4 points")
    screen.tap("Completed")
    assert held(live.state, 0)[0] == 4
    assert my_cards(copies) == {"own the castle": 4}
    assert screen.has("Own the castle: 4 points")
    _, other = hers(app, town())
    assert other.has("Own the castle: 4 points")


def test_a_card_is_listed_once() -> None:
    listed = listed_cards({"own the castle": 4}, ())
    assert card_problem("Own the Castle", listed) == "This card is on the list."
    assert card_problem("x" * 81, listed) == "At most 80 characters, here are 81."
    assert card_problem("own the statue", listed) is None


def test_the_market_is_ticked_once(app: Headless) -> None:
    live = begun(app, town())
    screen = app.show(MarketTab, live, 0)
    assert screen.says("Which tiles were laid out?")
    screen.tap("Enter the market")
    screen.tap("Barn: 4 wood")
    screen.tap("Well: 1 wood and 1 stone")
    assert screen.says("2 of 12 ticked")
    screen.tap("That is the market")
    assert actions.tiles_offered(live.state) == (Tile.WHEAT_FIELD, Tile.WELL, Tile.BARN)
    assert not screen.says("Tavern")
    screen.tap("Change the market")
    screen.tap("Leave it as it was")
    assert live.state.extras.market == (Tile.WELL, Tile.BARN)


def test_the_market_says_who_can_pay_what_and_who_built_it(app: Headless) -> None:
    built = (house("wheat-field", "C3"), house("wheat-field", "C4"), house("barn", "C5", "Ben"))
    live = begun(app, town(player("Anna", coins=2), player("Ben"), buildings=built))
    screen = app.show(MarketTab, live, 0)
    assert screen.says("What is lacking is counted in coins: 3 stand in for any cube.")
    assert screen.has(
        "Wheat field, 3 left: 1 wood, 3 points. gives 1 wheat. Built by Anna on C3 and C4. Anna lacks 1 coin"
    )
    assert screen.has("Barn: 4 wood, 6 points. turns 2 wheat into 5 points. Built by Ben on C5")


def test_the_walk_begins_with_the_residence_and_the_first_player() -> None:
    state = town(buildings=(house("residence", "B5"),), extras={"first": 1})
    assert [step.key for step in round_steps(state)] == ["residence", "1", "0", "next"]
    assert first_open(round_steps(round_end.leave_residence(state))) == "1"


def test_a_plate_never_feeds_more_than_there_are() -> None:
    table = town(player("Anna", fish=2, wheat=4, coins=9), player("Ben")).table
    usual = usual_plate(table, table.players[0])
    assert usual == Plate(fish=2, wheat=3, bought=0)
    assert with_wheat(usual, 4, 5) == Plate(fish=1, wheat=4, bought=0)
    assert with_bought(usual, 3, 5) == Plate(fish=2, wheat=0, bought=3)
    assert with_fish(Plate(fish=0, wheat=3, bought=2), 1, 5) == Plate(fish=1, wheat=3, bought=1)
    assert usual_plate(table, table.players[1]) == Plate(fish=0, wheat=0, bought=1)


def walking(app: Headless, state: actions.LittleTownTable) -> tuple[LiveTable, Screen]:
    live = begun(app, state)
    return live, app.show(RoundTab, live, 0)


def test_a_round_ends_player_by_player(app: Headless) -> None:
    answered = {"site": (5, 5), "answered": ("coins_feed",)}
    live, screen = walking(app, town(player("Anna", fish=2, wheat=4), player("Ben"), extras=answered))
    assert screen.says("5 workers to feed.")
    assert screen.says("All workers are fed.")
    screen.tap("Wheat eaten: one more")
    screen.tap("Feed the workers")
    assert held(live.state, 0) == (0, 3, {"fish": 1})
    assert screen.says("4 workers go without: 12 points lost.")
    assert screen.says("Score track: 0 now, then -12")
    screen.tap("Fed with 3 coins each: one less")
    assert screen.says("5 workers go without: 15 points lost.")
    screen.tap("Fed with 3 coins each: one more")
    screen.tap("Feed the workers")
    assert held(live.state, 1) == (-12, 0, {})
    assert screen.says("Ben begins round 2.")
    screen.tap("Begin round 2")
    assert (live.state.table.round, live.state.extras.turn) == (2, 1)
    assert screen.route.endswith("/town/1")


def test_food_that_is_kept_while_workers_go_without_is_pointed_out(app: Headless) -> None:
    _, screen = walking(app, town(player("Anna", fish=5), player("Ben")))
    screen.tap("Fish eaten: one less")
    assert screen.says("There is food left: workers that can be fed are fed.")


def test_the_aid_is_asked_when_coins_would_feed(app: Headless) -> None:
    live, screen = walking(app, town())
    assert screen.says("May 3 coins feed a worker?")
    screen.tap("No, only food")
    assert not live.state.table.coins_feed
    assert screen.says("5 workers go without: 15 points lost.")
    assert screen.says("At this table coins do not feed workers.")
    assert not screen.says("May 3 coins feed a worker?")


def test_the_cathedral_pays_its_owner(app: Headless) -> None:
    cathedral: dict[str, Any] = {
        "buildings": (house("cathedral", "C3"),),
        "workers": (worker("C4", "Ben"), worker("D4")),
    }
    live, screen = walking(app, town(player("Anna", fish=5), player("Ben", fish=5), **cathedral))
    assert screen.says("Whose workers around the cathedral count?")
    screen.tap("Everybody’s workers")
    assert screen.says("Cathedral C3: 2 points for the workers around it.")
    screen.tap("Feed the workers")
    assert held(live.state, 0)[0] == 2


def test_the_residence_is_used_or_left(app: Headless) -> None:
    around: dict[str, Any] = {"buildings": (house("residence", "B5", "Ben"), house("pier", "C5"))}
    live, screen = walking(app, town(**around))
    assert screen.says("Ben may use the squares around it now.")
    screen.tap("Use it")
    assert held(live.state, 1)[2] == {"wood": 3}
    screen.tap("Activate the pier on C5")
    screen.tap("Done with the residence")
    assert live.state.extras.settled
    assert screen.says("5 workers to feed.")
    screen.tap("Residence, done")
    assert screen.says("Done for this round.")
    screen.tap("On")
    other, again = walking(app, town(**around))
    again.tap("Leave it")
    assert other.state.extras.settled
    assert held(other.state, 1)[2] == {}


def test_who_has_eaten_is_not_fed_again(app: Headless) -> None:
    live, screen = walking(app, town(player("Anna", fish=5), player("Ben", fish=5)))
    assert screen.says("Workers still to be placed: Anna 5 and Ben 5.")
    screen.tap("Feed the workers")
    screen.tap("Anna, done")
    assert screen.says("Anna’s workers have eaten in this round.")
    screen.tap("Next round")
    assert screen.says("Still to be fed: Ben.")
    screen.tap("Go on all the same")
    assert live.state.table.round == 2


def test_after_the_last_round_comes_the_end(app: Headless) -> None:
    seated = (player("Anna", fish=5), player("Ben", fish=5))
    live, screen = walking(app, town(*seated, round=4, extras={"fed": (0, 1)}))
    screen.tap("To the end of the game")
    assert screen.route.endswith("/end/0")
    assert live.state.table.round == 4


def test_why_somebody_else_begins_the_last_round() -> None:
    seated = (player("Anna", score=4), player("Ben", score=9), player("Cleo", score=1))
    assert str(next_round_text(town(*seated, round=3))) == "Cleo begins the last round: fewest points, of three players"
    assert str(next_round_text(town(*seated, round=2))) == "Ben begins round 3"


def test_round_and_turn_are_put_right(app: Headless) -> None:
    live, screen = walking(app, town())
    screen.tap("Put round and turn right")
    screen.tap("Round: one more")
    screen.tap("The first player token: Ben")
    screen.tap("Who plays now: Ben")
    screen.type_into("Ben", "2")
    extras = live.state.extras
    assert (live.state.table.round, extras.first, extras.turn, extras.site) == (2, 1, 1, (0, 2))
    screen.tap("Close")
    assert not screen.has("Round: one more")


def test_an_objective_is_one_tap_away_from_a_meal(app: Headless) -> None:
    _, screen = walking(app, town(player("Anna", fish=5), player("Ben")))
    screen.tap("Objective completed?")
    assert screen.route.endswith("/player/0")


def test_every_field_and_rule_is_entered_somewhere() -> None:
    entered = frozenset().union(*(tab.enters for tab in LITTLE_TOWN.tabs))
    assert entered >= set(GAMES["little-town"].rules) | {"score", "coins", "cubes", "buildings", "workers", "board"}
