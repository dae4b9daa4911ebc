"""The first screen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from companion.formatting.text import sentence
from companion.services.new_table import NEW_TABLE, blank_draft, with_name
from companion.tables.registry import UNSAVED
from companion.tables.replay import table_after
from companion.tables.state import STYLES, Extras, TableState, stored_of, with_table
from companion.ui.components.drafts import TYPED
from companion.ui.core.context import Viewport
from companion.ui.screens.home import TABLES_AT_FIRST, WHAT_IT_DOES, Home
from companion.ui.screens.new_table import NewTable
from scoring import GAMES
from scoring.score_pad.game import SCORE_PAD
from storage.backup import mending
from storage.backup.recovery import RECOVERED_SETTING
from storage.database.errors import DAMAGED_ROW
from storage.documents.codec import plain
from storage.repositories.tables import Store
from tests.benchmarks.pocket import MAX_CONTROLS
from tests.companion import carrara_tables, little_town_tables, mayor_tables
from tests.companion.carpe_diem_tables import begun, laid_out, player_with, table_state
from tests.companion.pad_tables import table_of
from tests.companion.pads import KINGDOMINO
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from tests.companion.headless import Headless, Screen


NAMES = ("Anna", "Ben", "Cleo", "Dora")


def in_play(screen: Screen) -> list[str]:
    """The tables in play, as they are said."""
    return [name for name in screen.names if name.startswith("Carpe Diem, ") and ": " in name]


def test_a_first_start_says_what_this_is_and_what_to_do(app: Headless) -> None:
    screen = app.show(Home)
    assert screen.has(WHAT_IT_DOES)
    for game in ("Little Town", "The Palaces of Carrara", "Wingspan"):
        assert screen.says(game)
    assert not screen.has("Carpe Diem: what would two forum cards pay?")
    for way, route in (("New table", "/new"), ("Mayor", "/new?chosen")):
        screen.tap(way)
        assert screen.route == route
    assert app.show(NewTable, route=screen.route).has("Base game · The whole game: Edit"), "Mayor is chosen"


def test_tables_stand_with_their_totals_the_last_changed_first(app: Headless) -> None:
    begun(app, table_state(player_with("Anna", victory_cards=-4, coins=3), player_with("Ben", stack=1)))
    later = laid_out(app, "Cleo", "Dora", "Emil")
    screen = app.show(Home)
    assert [name.split(": ")[1] for name in in_play(screen)] == ["Cleo 8, Dora 9, Emil 13", "Anna −3, Ben 0"]
    assert not screen.has(WHAT_IT_DOES)
    assert " · Building 1 of 4: " in in_play(screen)[0], "how far it is"
    screen.tap(in_play(screen)[0])
    assert screen.route == f"/table/{later.id}"


def test_a_table_in_play_says_whose_turn_it_is(app: Headless) -> None:
    carrara_tables.begun(app, with_table(carrara_tables.base(player("Anna")), turn=1))
    mayor_tables.begun(app, mayor_tables.three_citizens(turn=1))
    little_town_tables.begun(app, little_town_tables.table_state(round=2, turn=1))
    begun(app, table_state(player_with("Anna"), player_with("Ben", stack=1), order=(1, 0)))
    said = [name.partition(": ")[0].partition(" · ")[2] for name in app.show(Home).names if "’s turn" in name]
    assert said == ["Forum phase 1 of 4 · Ben’s turn", "Round 2 of 4 · Ben’s turn", "Ben’s turn", "Ben’s turn"]


def test_the_table_of_a_pad_has_the_title_of_the_pad(app: Headless) -> None:
    state = TableState(table=table_of(KINGDOMINO, "Anna", "Ben"), extras=Extras(seats=STYLES[:2]))
    app.worker.run_blocking(Store.begin, SCORE_PAD.key, stored_of(state))
    screen = app.show(Home)
    assert any(name.startswith("Kingdomino, ") for name in screen.names)
    assert screen.has("Scan a code")
    assert not screen.has("Carpe Diem: what would two forum cards pay?"), "nobody has played Carpe Diem here"


def test_a_table_is_removed_and_brought_back(app: Headless) -> None:
    laid_out(app)
    screen = app.show(Home)
    (said,) = in_play(screen)
    removing = next(name for name in screen.names if name.startswith("Remove Carpe Diem"))
    screen.tap(removing)
    assert in_play(screen) == [said], "it is asked first"
    screen.tap("Cancel")
    screen.tap(removing)
    screen.tap(removing)
    assert in_play(screen) == []
    assert app.worker.run_blocking(Store.tables) == ()
    screen.tap("Undo")
    assert in_play(screen) == [said]


def test_a_table_that_cannot_be_read_says_so_and_stays(app: Headless) -> None:
    live = laid_out(app)
    stored = app.worker.run_blocking(Store.table, live.id)
    assert stored is not None
    app.worker.run_blocking(Store.begin, "carpe-diem", stored.content | {"extras": {"seats": "none"}})
    app.worker.run_blocking(Store.begin, "a-game-of-tomorrow", {"table": {}})
    screen = app.show(Home)
    assert len(in_play(screen)) == 1
    assert sum("cannot read this table" in name for name in screen.names) == 2


def test_the_last_three_plays_lead_to_their_sheets_and_to_all(app: Headless) -> None:
    plays = []
    for points in range(4):
        live = begun(app, table_state(player_with("Anna", victory_cards=points), player_with("Ben", stack=1)))
        plays.append(app.run(app.tables.finish(live)))
    screen = app.show(Home)
    shown = [name for name in screen.names if name.startswith("Carpe Diem, ")]
    assert [name.split(", ended early: 1. Anna ")[1] for name in shown] == ["3, 2. Ben 0", "2, 2. Ben 0", "1, 2. Ben 0"]
    screen.tap(shown[1])
    assert screen.route == f"/play/{plays[2].id}"
    screen.tap("All plays")
    assert screen.route == "/history"


def test_of_many_tables_some_are_shown_at_first(app: Headless) -> None:
    for _ in range(TABLES_AT_FIRST + 1):
        laid_out(app, *NAMES)
    for _ in range(3):
        app.run(app.tables.finish(begun(app, table_state(*map(player_with, NAMES)))))
    screen = app.show(Home)
    assert len(in_play(screen)) == TABLES_AT_FIRST + 3
    assert len(screen.controls(unsaid=True)) <= MAX_CONTROLS
    screen.tap("Show more")
    assert len(in_play(screen)) == TABLES_AT_FIRST + 4


def test_the_same_players_play_again(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna"), player_with("Ben", stack=1)))
    app.run(app.tables.finish(live))
    blank = blank_draft("mayor", GAMES["mayor"])
    for before in (blank, typed := with_name(blank, 0, "Zoe")):
        app.worker.run_blocking(Store.set, TYPED, {NEW_TABLE: plain(before)})
        screen = app.show(Home)
        screen.tap("Play again")
        assert screen.route == "/new?again"
        assert screen.has("Undo") is (before is typed), "only what was typed is put aside"
    again = app.show(NewTable, route=screen.route)
    assert again.has("Anna begins, then Ben: Edit")
    screen.tap("Undo")
    assert app.worker.run_blocking(Store.settings)[TYPED][NEW_TABLE] == plain(typed)


@pytest.mark.parametrize("viewport", [Viewport(), Viewport(width=1280, height=800)], ids=["phone", "wide"])
def test_the_sections_stand_there_in_words(app: Headless, viewport: Viewport) -> None:
    laid_out(app)
    ways = {"Statistics": "/statistics/all", "Friends": "/people", "New table": "/new", "Settings": "/settings"}
    for name, route in {**ways, "Carpe Diem: what would two forum cards pay?": "/cards"}.items():
        screen = app.show(Home, viewport=viewport)
        screen.tap(name)
        assert screen.route == route


def test_what_was_recovered_is_told_until_somebody_has_taken_note(app: Headless) -> None:
    kept = {"aside": "/data/damaged", "at": "2026-03-01T20:00:00+00:00", "plays": 3, "told": None, "missing": None}
    screen = app.show(Home, settings={RECOVERED_SETTING: kept})
    assert screen.says("it is kept as /data/damaged")
    assert screen.says("3 plays")
    screen.tap("Close")
    assert not screen.has("Close")
    assert app.worker.run_blocking(Store.settings)[RECOVERED_SETTING] is None


def test_what_is_damaged_is_told_after_the_next_start_until_somebody_has_taken_note(app: Headless) -> None:
    table = laid_out(app)
    app.run(app.tables.back_up())

    def broken(store: Store, change: str) -> None:
        with store.writing() as session:
            session.connection().execute(text(change))

    app.worker.run_blocking(broken, "UPDATE tables SET content = '{broken'")
    app.run(app.tables.back_up())
    assert app.tables.unsaved == DAMAGED_ROW
    assert app.show(Home).says("Some of what is stored is damaged: start Tessera again")
    app.worker.run_blocking(Store.set, "theme", "dark")
    app.worker.run_blocking(broken, "UPDATE settings SET value = '{'")
    app.worker.run_blocking(mending.mend, app.tables.folder, table_after)  # as the start does
    screen = app.show(Home, settings=app.worker.run_blocking(Store.settings))
    assert screen.says("Damaged: the table of Carpe Diem, last changed on")
    assert screen.says("It was made again from its steps")
    assert screen.says("Damaged: the setting “theme”. No backup has it intact, so it is set aside")
    assert app.worker.run_blocking(Store.table, table.id) is not None
    screen.tap("Close")
    assert not screen.has("Close")
    assert mending.pending_notice(app.worker.run_blocking(Store.settings)) == ()


def test_of_much_damage_some_is_named_and_the_rest_counted(app: Headless) -> None:
    screen = app.show(Home, settings={mending.NOTICE: [f"Damaged: {number}." for number in range(8)]})
    assert screen.says("Damaged: 4.")
    assert not screen.says("Damaged: 5.")
    assert screen.says("And 3 more.")


def test_what_was_wrong_with_a_backup_is_told(app: Headless) -> None:
    for problem in (replace(UNSAVED, values={"why": "there is no room left"}), DAMAGED_ROW):
        app.tables.unsaved = problem
        assert app.show(Home).says(sentence(problem))
