"""Undo and redo in a browser: the cell that was changed is open on every sheet, and what is typed is kept first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.formatting.text import for_screen
from companion.games import KITS
from companion.services.end_sheet import with_only_end
from companion.tables.state import STYLES, with_player
from companion.ui.core.page import snackbars_of
from companion.ui.screens.table_screen import TableScreen
from scoring import GAMES
from scoring.carpe_diem.state import Good
from tests.companion.carpe_diem_tables import begun as begun_game
from tests.companion.carpe_diem_tables import change, player_with, table_state
from tests.companion.headless import GAMES_WITH_RULES
from tests.companion.pad_tables import HEARTS, OTTERS, begun, entries_of, type_in

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from scoring.messages import Message
    from tests.companion.headless import Headless, Screen


BIDS: dict[str, Any] = {
    "title": "Wizard",
    "categories": [
        {
            "key": "tricks",
            "title": "Tricks",
            "kind": "bids",
            "made": {"base": 20, "per_made": 10},
            "missed": {"per_off": -10},
        },
        {"key": "extra", "title": "Extra", "kind": "points"},
    ],
}

MARKED: dict[str, Any] = {
    "title": "Skyjo",
    "winner": "fewest",
    "categories": [{"key": "hands", "title": "Hands", "kind": "marked", "rule": "double"}],
}

TREES: dict[str, Any] = {
    "title": "Trees",
    "categories": [
        {"key": "trees", "title": "Trees", "kind": "lookups", "values": [0, 1, 3, 7]},
        {"key": "rounds", "title": "Points", "kind": "rounds"},
    ],
}


def title_of(label: Message | None) -> str:
    """The title of the cell that a step put a number into; which number of a list it is, the list shows."""
    cell = str(label).rpartition(": ")[0]
    return cell.partition(", pair")[0].partition(", number")[0]


def assert_each_step_opens_its_cell(live: LiveTable, screen: Screen) -> None:
    """Undo and redo all steps one by one, by the button and by the keys."""
    steps = 0
    while (label := live.undo_state.undo) is not None:
        if steps % 2:
            screen.press("Z", ctrl=True)
        else:
            screen.tap(for_screen(f"Undo: {label}"))
        assert screen.has(title_of(label)), label
        steps += 1
    assert steps
    while (label := live.undo_state.redo) is not None:
        steps += 1
        if steps % 2:
            screen.press("Z", ctrl=True, shift=True)
        else:
            screen.tap(for_screen(f"Redo: {label}"))
        assert screen.has(title_of(label)), label


@pytest.mark.parametrize(
    ("pad", "typed"),
    [
        (OTTERS, (20, -4, 3, 0, 2, 2, 3, 9, 5, 2, 3, 1, None, 4, 4, None)),
        (HEARTS, (20, 6, 11, 15, 0, 26)),
        (BIDS, (1, 0, 1, 1, 2, 1, 0, 1)),
        (MARKED, (12, 7, 30, 2)),
        (TREES, (1, 3, None, 2, None, 10, 20, 30, 40)),
    ],
)
def test_undo_and_redo_open_the_cell_on_a_pad(
    app: Headless, pad: dict[str, Any], typed: tuple[int | None, ...]
) -> None:
    live = begun(app, pad, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, None, 0)
    type_in(screen, *typed)
    if screen.has("Tick"):
        screen.tap("Tick")
    before = entries_of(live)
    assert_each_step_opens_its_cell(live, screen)
    assert entries_of(live) == before


@pytest.mark.parametrize("game", GAMES_WITH_RULES)
def test_undo_and_redo_open_the_cell_on_the_end_sheet_of_a_game(app: Headless, game: str) -> None:
    kit = KITS[game]
    state = kit.begin(("Anna", "Ben"), STYLES[:2], next(iter(kit.variants)), app.tables.copies[game])
    live = app.run(app.tables.open(app.run(app.tables.begin(game, with_only_end(game, state)))))
    assert live is not None
    screen = app.show(TableScreen, live.id, None, 0)
    type_in(screen, *(2 + at % 3 // 2 for at in range(2 * len(GAMES[game].rules))))
    assert_each_step_opens_its_cell(live, screen)


def test_undo_opens_the_cell_in_another_round(app: Headless) -> None:
    live = begun(app, HEARTS, "Mia", "Clara")
    screen = app.show(TableScreen, live.id, None, 0)
    type_in(screen, 20, 6)
    assert screen.has("Mia, Round 2")
    screen.tap("Undo: Clara, Round 1: 6")
    assert screen.has("Clara, Round 1")
    screen.tap("Undo: Mia, Round 1: 20")
    assert screen.has("Mia, Round 1")


def test_a_round_that_is_not_shown_any_more_is_shown_where_undo_leads_there(app: Headless) -> None:
    live = begun(app, HEARTS, "Anna", "Ben", entries=[{"rounds": [1] * 9}, {"rounds": [2] * 9}])
    screen = app.show(TableScreen, live.id, None, 0)
    screen.tap("All rounds")
    screen.tap("Anna: 1", group="Round 2")
    type_in(screen, 7)
    again = app.show(TableScreen, live.id, None, 0)
    assert not again.has("Anna: 7", group="Round 2")
    again.tap("Undo: Anna, Round 2: 7")
    assert again.has("Anna, Round 2")
    assert again.has("Anna: 1", group="Round 2")
    assert again.has("All rounds")


def test_undo_of_a_mark_opens_the_cell_of_who_was_marked(app: Headless) -> None:
    live = begun(app, MARKED, "Anna", "Ben", entries=[{"hands": [[12, True]]}, {"hands": [[7, False]]}])
    screen = app.show(TableScreen, live.id, None, 0)
    screen.tap("Ben: 7, 7 points", group="Round 1")
    screen.tap("Ben, Round 1: closed the round")
    screen.tap("Anna: 12, 12 points", group="Round 1")
    screen.tap("Undo: Ben, Round 1: closed the round")
    assert screen.has("Ben, Round 1")
    assert live.state.table.players[0].entries == {"hands": ((12, True),)}


def test_undo_of_several_numbers_opens_the_first_one(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, None, 0)
    screen.tap("Type or paste scores")
    screen.type_into("Names and points", "Anna 3, Ben 4")
    screen.tap("Save")
    screen.tap("Undo")
    assert screen.has("Anna, Fish")
    assert entries_of(live) == [{}, {}]


def test_what_was_typed_last_is_what_undo_takes_back(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, None, 0)
    type_in(screen, 20)
    screen.tap("7")
    screen.tap("Undo: Ben, Fish: 7")
    assert entries_of(live) == [{"fish": 20}, {}]
    assert screen.has("Ben, Fish")
    assert screen.has("Ben: nothing entered", group="Fish")
    screen.tap("Redo: Ben, Fish: 7")
    assert entries_of(live) == [{"fish": 20}, {"fish": 7}]


def test_what_cannot_be_is_not_lost_by_an_undo(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, None, 0)
    type_in(screen, 20)
    screen.tap("9")
    screen.tap("9")
    screen.tap("Undo: Anna, Fish: 20")
    assert entries_of(live) == [{}, {}]
    assert screen.has("Ben, Fish")
    assert screen.has("Ben: 99", group="Fish")


def test_undo_elsewhere_opens_no_cell(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen, second = (app.show(TableScreen, live.id, None, 0) for _ in range(2))
    type_in(screen, 20, 3)
    second.tap("Undo: Ben, Fish: 3")
    assert second.has("Ben, Fish")
    assert screen.has("Anna, Crowns")


def test_undo_of_what_somebody_else_has_changed_since_leaves_it_and_says_so(app: Headless) -> None:
    live = begun_game(app, table_state(player_with("Anna"), player_with("Ben", stack=1)))
    change(app, live, lambda state: with_player(state, 0, coins=3), "Coins: 3")
    change(app, live, lambda state: with_player(state, 0, coins=5), author="guest")
    screen = app.show(TableScreen, live.id, "stock", 0)
    screen.tap("Undo: Coins: 3")
    assert screen.says("Coins: 3. Somebody has changed that since, so it stays as it is.")
    screen.tap("Redo: Coins: 3")
    assert live.state.table.players[0].coins == 5


def test_undo_of_what_was_done_off_the_sheet_opens_no_cell_there(app: Headless) -> None:
    live = begun_game(app, table_state(player_with("Anna"), player_with("Ben", stack=1)))
    change(app, live, lambda state: with_player(state, 0, goods={Good.FISH: 6}))
    screen = app.show(TableScreen, live.id, "sheet", 0)
    screen.tap("Undo: step")
    assert not screen.has("Next")
    assert screen.has("Anna: 0, worked out", group="Items on resource board")


def test_undo_in_the_walk_goes_back_to_the_step_that_was_ticked(app: Headless) -> None:
    live = begun_game(app, table_state(player_with("Anna", victory_cards=12), player_with("Ben", stack=1)))
    screen = app.show(TableScreen, live.id, "end", 0)
    screen.tap("Next")
    assert not screen.has("Anna: 12 points")
    screen.tap("Undo: Victory point cards: checked")
    assert screen.has("Anna: 12 points")
    screen.tap("Redo: Victory point cards: checked")
    assert screen.has("Checked")


def test_undo_below_a_sentence_goes_with_the_next_step(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, None, 0)
    screen.tap("Type or paste scores")
    screen.type_into("Names and points", "Anna 3, Ben 4")
    screen.tap("Save")
    assert screen.has("Undo")
    screen.tap("5")
    assert not screen.has("Undo")
    assert entries_of(live) == [{"fish": 3, "crowns": 5}, {"fish": 4}]


def test_a_sentence_that_has_gone_follows_the_table_no_more(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, None, 0)

    def sentences() -> int:
        return sum("say_changed" in follower.__qualname__ for follower in live.observers._callbacks)

    screen.tap("Type or paste scores")
    screen.type_into("Names and points", "Anna 3, Ben 4")
    screen.tap("Save")
    assert sentences() == 1

    async def say_something_else() -> None:
        snackbars_of(screen.page).show("Saved.", None, screen.page)

    app.run(say_something_else())
    assert sentences() == 0
