"""My copy of Little Town, and the questions that a table asks of the gameplay aid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.little_town.copy_values import OBJECTIVE_CARDS, aid_answers
from companion.ui.editors.little_town.my_copy_screen import MyCopyScreen
from companion.ui.screens.final_scoring import FinalScoring
from scoring.little_town.state import Whose
from tests.companion.little_town_tables import begun, house, table_state

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


def test_the_end_asks_the_aid_and_keeps_the_answer(app: Headless, copies: MyCopy) -> None:
    live = begun(app, table_state(buildings=(house("castle", "C3"), house("well", "C4", "Ben"))))
    screen = app.show(FinalScoring, live)
    assert screen.says("Which houses around the castle count?")
    assert screen.says("Look at your gameplay aid")
    screen.tap("Everybody’s")
    assert live.state.table.castle_counts is Whose.ANY
    assert aid_answers(copies) == {"castle_counts": Whose.ANY}
    assert str(live.undo_state.undo) == "Castle: Everybody’s"
    assert [column.total for column in live.columns] == [4 + 1, 1]
    assert not screen.says("Which houses around the castle count?")


def test_my_copy_shows_and_changes_what_the_aid_says(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    assert screen.says("Not known yet: Tessera asks when a table needs it.")
    screen.tap("Coins as food: No")
    assert aid_answers(copies) == {"coins_feed": False}
    assert screen.says("At this table coins do not feed workers.")
    screen.tap("Coins as food: It does not say")
    assert aid_answers(copies) == {"coins_feed": None}


def test_cards_of_my_own_are_removed(app: Headless, copies: MyCopy) -> None:
    app.run(OBJECTIVE_CARDS.keep(copies, "own the castle", 4))
    screen = app.show(MyCopyScreen)
    assert screen.says("“own the castle”: 4 points")
    screen.tap("Remove “own the castle”: 4 points")
    assert not OBJECTIVE_CARDS.values(copies)
    assert screen.says("None yet: ")
