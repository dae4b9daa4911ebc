"""The Player tab: what a player has, and the objective cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from companion.games.little_town import actions
from companion.games.little_town.copy_values import OBJECTIVE_CARDS
from companion.ui.editors.little_town.editor import TownTab
from companion.ui.editors.little_town.player import PlayerTab, card_problem, listed_cards
from scoring.little_town.state import Cube, Visit
from tests.companion.little_town_tables import after_actions, begun, held, player, table_state

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless, Screen


def hers(app: Headless, state: actions.LittleTownTable, seat: int = 0) -> tuple[LiveTable, Screen]:
    live = begun(app, state)
    return live, app.show(PlayerTab, live, seat)


def test_more_cubes_than_there_are_is_said_to_everybody(app: Headless) -> None:
    live = begun(app, table_state(player("Anna", stone=15), player("Ben", stone=1)))
    for seat in (0, 1):
        screen = app.show(PlayerTab, live, seat)
        assert screen.says("16 stone at the table, counting those of Ben: there are 15 in the game.")
        assert screen.says("In the reserve: 15 wood, 15 fish and 15 wheat.")
    assert app.show(TownTab, live, 0).says("16 stone at the table, counting those of Ben: there are 15 in the game.")


@pytest.mark.parametrize(
    ("name", "expected"), [("Score track", (7, 3, {})), ("Coins", (0, 7, {})), ("Fish", (0, 3, {"fish": 7}))]
)
def test_every_number_is_stepped_and_typed(app: Headless, name: str, expected: tuple[int, int, dict[str, int]]) -> None:
    live, screen = hers(app, table_state())
    screen.type_into(name, "6")
    screen.tap(f"{name}, +1")
    assert held(live.state, 0) == expected
    assert str(live.undo_state.undo) == f"Anna, {name}: 7"


def test_the_score_may_be_below_0_and_cubes_no_more_than_there_are(app: Headless) -> None:
    live, screen = hers(app, table_state())
    screen.tap("Score track, −1")
    screen.type_into("Wood", "16")
    assert screen.says("Wood: a whole number from 0 to 15.")
    assert held(live.state, 0) == (-1, 3, {})
    screen.type_into("Wood", "2")
    screen.type_into("Wood", "0")
    assert live.state.table.players[0].cubes == {}


def test_cubes_that_cannot_be_are_said_where_they_are_entered(app: Headless) -> None:
    _, screen = hers(app, table_state(player("Anna", wood=9), player("Ben", wood=9)), 1)
    assert screen.says("18 wood at the table, counting those of Ben: there are 15 in the game.")
    assert screen.says("Left: 5 workers and 7 houses.")


def test_a_card_that_is_not_met_is_ticked_after_a_second_look(app: Headless) -> None:
    live, screen = hers(app, table_state(player("Anna", coins=2), player("Ben")))
    screen.tap("Hold no coins: 3 points")
    assert screen.says("By what is entered here, Anna does not meet it.")
    assert held(live.state, 0)[0] == 0
    screen.tap("Cancel")
    assert not screen.says("Anna does not meet it")
    screen.tap("Hold no coins: 3 points")
    screen.tap("Count it anyway")
    assert held(live.state, 0)[0] == 3
    assert not screen.says("Anna does not meet it")


def test_a_card_stays_in_its_place_when_it_is_ticked(app: Headless) -> None:
    _, screen = hers(app, table_state(player("Anna", coins=0), player("Ben")))
    cards = [name for name in screen.names if name.endswith(": 2 points")]
    screen.tap("Feed all workers with fish: 2 points")
    assert [name for name in screen.names if name.endswith(": 2 points")] == cards


def test_what_the_turn_meets_is_marked(app: Headless) -> None:
    visit = Visit(seat=0, cell="B5", gathered={Cube.WOOD: 5})
    _, screen = hers(app, table_state(visit=visit))
    names = screen.names
    assert names[names.index("Gather 5 cubes in one turn: 2 points") + 1] == "Met now."


def test_a_tick_adds_the_points_of_a_card_and_takes_them_back(app: Headless) -> None:
    live, screen = hers(app, table_state(player("Anna", coins=0), player("Ben")))
    screen.tap("Hold no coins: 3 points")
    assert held(live.state, 0)[0] == 3
    assert screen.says("1 of 4 completed, 3 points")
    screen.tap("Hold no coins: 3 points")
    assert held(live.state, 0)[0] == 0
    assert str(live.undo_state.undo) == "Anna: Hold no coins: 3 points"


def test_of_two_phones_that_complete_a_card_at_once_the_second_is_told(app: Headless) -> None:
    live, anna = hers(app, table_state(player("Anna", coins=0), player("Ben", coins=0)))
    ben = app.show(PlayerTab, live, 1)
    app.tap_at_once((anna, "Hold no coins: 3 points"), (ben, "Hold no coins: 3 points"))
    assert [held(live.state, seat)[0] for seat in (0, 1)] == [3, 0]
    assert ben.has("Anna has completed this card.")
    assert not anna.has("Anna has completed this card.")


def test_cards_that_are_met_come_first_and_those_of_others_last(app: Headless) -> None:
    state = actions.complete_objective(table_state(player("Anna", coins=6), player("Ben")), 1, "touching", 3)
    _, screen = hers(app, state)
    names = screen.names
    first = names.index("Hold 6 coins or more: 2 points")
    assert names[first + 1] == "Met now."
    assert (
        first
        < names.index("Hold no coins: 3 points")
        < names.index("Own 3 buildings that touch along their sides: 3 points")
    )
    assert screen.says("Ben has completed this card.")


def test_more_cards_than_were_dealt_are_pointed_out(app: Headless) -> None:
    state = after_actions(
        table_state(),
        *(
            partial(actions.complete_objective, seat=0, card=card, points=2)
            for card in ("fish", "coins", "food", "dear-wood", "dear-stone")
        ),
    )
    _, screen = hers(app, state)
    assert screen.says("Anna was dealt 4 cards.")


def test_a_card_that_is_not_listed_is_entered_and_kept(app: Headless, copies: MyCopy) -> None:
    live, screen = hers(app, table_state())
    screen.tap("Another card")
    screen.tap("Add")
    assert screen.says("What does the card ask for?")
    screen.type_into("What the card asks for", " own  the castle ")
    screen.tap("4 points")
    screen.tap("Add")
    assert held(live.state, 0)[0] == 4
    assert OBJECTIVE_CARDS.values(copies) == {"own the castle": 4}
    assert screen.has("Own the castle: 4 points")
    _, next_screen = hers(app, table_state())
    assert next_screen.has("Own the castle: 4 points")


def test_a_card_is_listed_once() -> None:
    listed = listed_cards({"own the castle": 4}, ())
    assert card_problem("Own the Castle", listed) == "This card is on the list."
    assert card_problem("x" * 81, listed) == "At most 80 characters fit; this has 81."
    assert card_problem("own the statue", listed) is None
