"""The page of a finished play: what is known of it, its correction, and what it was before."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.formatting.dates import day_wanted, full_date_time
from companion.services.corrections import FIRST_PLACE_WANTED, FUTURE_DAY, TOTAL_WANTED
from companion.services.history import GONE, list_plays
from companion.services.import_export import read_file
from companion.services.results import ended_early
from companion.tables.state import with_player
from companion.ui.components.fields import LOOK_ABOVE
from companion.ui.routes import ROUTES as EVERY_ROUTE
from companion.ui.screens.history.correct_play import CorrectPlay
from companion.ui.screens.history.play import RUNNING, EarlierVersion, Play
from companion.ui.screens.history.play_list import History
from companion.ui.screens.new_table import NewTable
from scoring.carpe_diem.state import Tally
from scoring.messages import say
from storage.exchange.files import play_document
from storage.exchange.importing import carry_out
from storage.exchange.planning import plan
from storage.repositories import history, plays, versions
from tests.companion.carpe_diem_tables import begun, player_with, table_state
from tests.companion.phones import of_host
from tests.companion.played import put_lost, put_result

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from storage.repositories.play_content import PlayBrief, StoredPlay
    from storage.repositories.tables import Store
    from tests.companion.headless import Headless, Screen

ROUTES = [
    ft.Route(path="play/:play", component=Play),
    ft.Route(path="play/:play/correct", component=CorrectPlay),
    ft.Route(path="play/:play/earlier/:revision", component=EarlierVersion),
]


@pytest.fixture
def play(app: Headless) -> StoredPlay:
    """Anna wins."""
    live = begun(app, table_state(player_with("Anna", victory_cards=5), player_with("Ben", stack=1)))
    return app.run(app.tables.finish(live))


@ft.component
def at(route: str) -> ft.Control:
    ft.context.page.route = route
    return ft.Router(ROUTES)


def shown(app: Headless, play_id: str, more: str = "") -> Screen:
    return app.show(at, f"/play/{play_id}{more}")


def kept(app: Headless, play_id: str) -> StoredPlay:
    stored_play = app.worker.run_blocking(plays.play, play_id)
    assert stored_play is not None
    return stored_play


def listed(app: Headless) -> tuple[PlayBrief, ...]:
    return app.worker.run_blocking(history.page, history.Filter(), 9).plays


def entered(app: Headless, play_id: str, **fields: str) -> Screen:
    """The correction of a play after so much was typed and kept."""
    screen = shown(app, play_id, "/correct")
    for name, typed in fields.items():
        screen.type_into(name.replace("_", " "), typed)
    screen.tap("Save")
    return screen


def test_it_says_when_it_was_and_how_it_ended(app: Headless, play: StoredPlay) -> None:
    screen = shown(app, play.id)
    assert screen.has(f"Finished: {full_date_time(play.finished)}")
    assert screen.has("Duration: less than a minute")
    assert screen.has("Anna wins")
    assert not screen.says("Earlier versions")


def test_a_game_that_ended_before_its_end_says_how_far_it_was(app: Headless, play: StoredPlay) -> None:
    assert shown(app, play.id).has("Ended early: building 1 of 4")
    over = begun(app, table_state(player_with("Anna", victory_cards=5), player_with("Ben"), phase=5))
    counted = begun(
        app, table_state(player_with("Anna", victory_cards=5, tally=Tally(counts={}, villas=(), chimneys=0)))
    )
    for live in (over, counted):
        assert not shown(app, app.run(app.tables.finish(live)).id).says("Ended early")
    elsewhere = replace(play, extras={"seats": play.extras["seats"]})
    assert ended_early(elsewhere) is None, "nobody knows how far it was"
    assert ended_early(replace(play, game="other", document=None)) is None


def test_a_list_says_of_a_play_that_it_ended_early(app: Headless, play: StoredPlay) -> None:
    over = begun(app, table_state(player_with("Anna", victory_cards=5), player_with("Ben"), phase=5))
    app.run(app.tables.finish(over))
    listed = app.worker.run_blocking(list_plays, history.Filter(), 9).plays
    assert {shown.id: shown.early for shown in listed} == {play.id: True, over.id: False}
    screen = app.show(History)
    assert [", ended early: " in name for name in screen.names if name.startswith("Carpe Diem, ")] == [False, True]


def test_the_arrow_leads_back_to_where_a_play_was_opened(app: Headless, play: StoredPlay) -> None:
    screen = of_host(app, "/")
    for name in (next(name for name in screen.names if name.startswith(f"{play.title}, ")), "Share", "Back", "Back"):
        screen.tap(name)
        screen.follow()
    assert screen.route == "/"


def test_place_and_note_are_entered(app: Headless, play: StoredPlay) -> None:
    screen = shown(app, play.id)
    screen.tap("Edit")
    assert screen.route == f"/play/{play.id}/correct"
    screen = entered(app, play.id, Place="Ben's kitchen", Note="rain")
    assert screen.route == f"/play/{play.id}"
    screen = shown(app, play.id)
    assert screen.has("Place: Ben's kitchen")
    assert screen.has("Note: rain")
    assert screen.says("Edited: Place and Note")


def test_the_places_seen_last_are_proposed(app: Headless, play: StoredPlay) -> None:
    entered(app, play.id, Place="Ben's kitchen")
    second_play = app.run(app.tables.finish(begun(app, table_state(player_with("Anna", victory_cards=5)))))
    screen = shown(app, second_play.id)
    screen.tap("Ben's kitchen")
    assert screen.has("Place: Ben's kitchen")
    assert not screen.says("Where was it?")
    screen = shown(app, play.id, "/correct")
    screen.type_into("Place", "")
    screen.tap("Ben's kitchen")
    assert screen.value("Place") == "Ben's kitchen"


def test_what_one_does_after_a_game_stands_right_below_the_winner_and_at_the_thumb(
    app: Headless, play: StoredPlay
) -> None:
    names = shown(app, play.id).names
    at = names.index("Share")
    assert names[at : at + 2] == ["Share", "Edit the result"]
    assert names.index("2. Ben 0") < at < names.index("Victory point cards")
    assert names[-1] == "Play again"
    shared = shown(app, play.id)
    shared.tap("Share")
    assert shared.route == f"/play/{play.id}/picture"


def test_a_plain_result_is_edited_from_below_the_winner(app: Headless) -> None:
    play_id = app.worker.run_blocking(put_result, date(2024, 3, 1), {"Anna": 90, "Ben": None})
    screen = shown(app, play_id)
    assert [name for name in screen.names if name.startswith("Edit")] == ["Edit the result"]
    screen.tap("Edit the result")
    assert screen.route == f"/play/{play_id}/correct"


def test_the_same_players_play_again(app: Headless, play: StoredPlay) -> None:
    screen = shown(app, play.id)
    screen.tap("Play again")
    assert screen.route == "/new?again"
    first, second = (player.name for player in play.players)
    assert app.show(NewTable, route=screen.route).has(f"{first} begins, then {second}: Edit")


def test_the_day_is_corrected_and_the_version_before_stays_readable(app: Headless, play: StoredPlay) -> None:
    entered(app, play.id, Day="2024-03-01", End_time="21:30", Duration_in_minutes="1:20")
    assert kept(app, play.id).day == "2024-03-01"
    screen = shown(app, play.id)
    assert screen.has("Finished: Fri 1 March 2024, 21:30")
    assert screen.has("Duration: 1 h 20 min")
    assert screen.has("Earlier versions")
    (version,) = (name for name in screen.names if name.startswith("Version 1, until today, "))
    assert version.endswith(": Edited: Day, End time and Duration")
    screen.tap(version)
    assert screen.route == f"/play/{play.id}/earlier/1"
    before = shown(app, play.id, "/earlier/1")
    assert before.has(f"Finished: {full_date_time(play.finished)}")
    assert before.has("Anna wins")
    assert before.says("Until today, ")
    assert not before.has("Delete")


def test_a_version_that_is_not_there_is_said_to_be_missing(app: Headless, play: StoredPlay) -> None:
    assert shown(app, play.id, "/earlier/1").says(GONE)
    assert shown(app, play.id, "/earlier/x").says(GONE)


def test_wrong_input_is_held_where_it_was_typed(app: Headless, play: StoredPlay) -> None:
    screen = entered(app, play.id, Day="soon")
    assert screen.has(day_wanted(whole=True))
    assert screen.has(LOOK_ABOVE)
    assert screen.value("Day") == "soon"
    screen.type_into("Day", "9000-01-01")
    assert screen.has(FUTURE_DAY)
    assert kept(app, play.id).revision == 1


def test_nothing_corrected_makes_no_version(app: Headless, play: StoredPlay) -> None:
    screen = entered(app, play.id)
    assert screen.route == f"/play/{play.id}"
    screen = shown(app, play.id, "/correct")
    screen.type_into("Note", "rain")
    screen.tap("Cancel")
    assert screen.route == f"/play/{play.id}"
    assert kept(app, play.id).revision == 1


def test_totals_and_places_of_a_plain_result_are_corrected(app: Headless) -> None:
    play_id = app.worker.run_blocking(put_result, date(2024, 3, 1), {"Anna": 90, "Ben": None})
    screen = shown(app, play_id, "/correct")
    screen.type_into("Total: Ben", "many")
    screen.tap("Anna, place 2")
    screen.tap("Save")
    assert screen.has(TOTAL_WANTED)
    assert screen.has(FIRST_PLACE_WANTED)
    screen.type_into("Total: Ben", "95")
    screen.tap("Ben, place 1")
    screen.tap("Save")
    assert shown(app, play_id).has("Ben wins")
    assert shown(app, play_id, "/earlier/1").has("Anna wins")


def test_a_game_that_all_lost_was_won_after_all_and_the_other_way_round(app: Headless) -> None:
    play_id = app.worker.run_blocking(put_lost, date(2024, 3, 1), {"Anna": 90, "Ben": None})
    for answer, headline in (("Won", "Anna and Ben share the win"), ("Lost", "Anna and Ben lost")):
        screen = shown(app, play_id, "/correct")
        screen.tap(answer)
        screen.tap("Save")
        assert shown(app, play_id).has(headline)


def test_a_sheet_with_lines_has_no_totals_to_type(app: Headless, play: StoredPlay) -> None:
    assert not shown(app, play.id, "/correct").says("Total: ")


def opened_again(app: Headless, play: StoredPlay) -> tuple[Screen, LiveTable]:
    """The table of a play as its button opens it."""
    screen = app.show(ft.Router, EVERY_ROUTE, route=f"/play/{play.id}")
    screen.tap("Edit the result")
    screen.follow()
    live = app.tables.at_hand(play.id)
    assert live is not None
    assert kept(app, play.id).reopened
    return screen, live


@pytest.mark.parametrize("elsewhere", ["/", "/history", "/play/{id}"])
def test_a_table_that_was_opened_again_and_not_changed_is_finished_as_it_was(
    app: Headless, play: StoredPlay, elsewhere: str
) -> None:
    screen, live = opened_again(app, play)
    screen.go(f"/phones/{play.id}")
    screen.go(f"/table/{play.id}/end/0")
    assert screen.has("Reopened, building 1 of 4")
    screen.go(elsewhere.format(id=play.id))
    assert kept(app, play.id) == play
    assert live.ended
    assert app.worker.run_blocking(plays.revisions, play.id) == ()
    assert not screen.says("reopened")
    assert not screen.says("In play")


def test_a_table_that_was_opened_again_stays_in_play_with_its_change(app: Headless, play: StoredPlay) -> None:
    screen, live = opened_again(app, play)
    app.run(live.change(say("Coins"), lambda state: with_player(state, 0, coins=3)))
    screen.go("/")
    assert kept(app, play.id).reopened
    assert screen.says("reopened")
    screen.go(f"/table/{play.id}")
    app.run(live.undo())
    screen.go("/")
    assert kept(app, play.id).reopened, "it was opened from the start, not to look what is wrong"


def test_a_table_that_another_screen_shows_is_not_finished_under_its_fingers(app: Headless, play: StoredPlay) -> None:
    screen, live = opened_again(app, play)
    watching = app.show(ft.Router, EVERY_ROUTE, route=f"/table/{play.id}")
    screen.go("/")
    assert not live.ended
    assert watching.has("Undo")
    watching.tap("Back")
    assert watching.route == f"/play/{play.id}"


def test_a_finish_that_was_taken_back_stays_in_play(app: Headless, play: StoredPlay) -> None:
    app.run(app.worker.run(plays.reopen, play.id))
    screen = app.show(ft.Router, EVERY_ROUTE, route=f"/table/{play.id}")
    screen.go("/")
    assert kept(app, play.id).reopened


def test_a_play_is_taken_up_again(app: Headless, play: StoredPlay) -> None:
    screen = shown(app, play.id)
    screen.tap_both("Edit the result", "Edit the result")
    assert not screen.says("changed elsewhere")
    assert screen.has(RUNNING)
    assert screen.route == f"/table/{play.table_id}", "where its numbers are"
    assert kept(app, play.id).reopened
    again = shown(app, play.id)
    assert again.has(RUNNING)
    assert not again.has("Play again")
    again.tap("Go to the table")
    assert again.route == f"/table/{play.table_id}"


def test_a_play_is_deleted_and_brought_back(app: Headless, play: StoredPlay) -> None:
    screen = shown(app, play.id)
    screen.tap_both("Delete", "Delete")
    assert screen.route == "/history"
    assert listed(app) == ()
    screen.tap_both("Undo", "Undo")
    assert not screen.says("changed elsewhere")
    assert screen.route == f"/play/{play.id}"
    assert [entry.id for entry in listed(app)] == [play.id]


def test_a_deleted_play_can_still_be_seen_and_brought_back(app: Headless, play: StoredPlay) -> None:
    app.run(app.worker.run(plays.remove, play.id))
    screen = shown(app, play.id)
    assert screen.has("This play was deleted.")
    assert screen.has("Anna wins")
    assert not screen.has("Edit the result")
    screen.tap_both("Restore", "Restore")
    assert not screen.says("changed elsewhere")
    assert screen.has("Edit the result")
    assert [entry.id for entry in listed(app)] == [play.id]


def test_a_deleted_play_is_deleted_for_good(app: Headless, play: StoredPlay) -> None:
    app.run(app.worker.run(plays.remove, play.id))
    screen = shown(app, play.id)
    screen.tap("Delete for good")
    assert screen.says("This cannot be undone.")
    screen.tap("Cancel")
    assert kept(app, play.id).removed is not None
    screen.tap("Delete for good")
    screen.tap_both("Delete for good", "Delete for good")
    assert not screen.says("changed elsewhere")
    assert screen.route == "/history/deleted"
    assert app.worker.run_blocking(plays.play, play.id) is None


def test_a_play_that_is_not_there_is_said_to_be_missing(app: Headless) -> None:
    assert shown(app, "nothing").says(GONE)
    assert shown(app, "nothing", "/correct").says(GONE)
    assert shown(app, "nothing", "/earlier/1").says(GONE)


@pytest.mark.parametrize(("way", "note"), [("Take that", "theirs"), ("This is right", "mine")])
def test_of_two_changes_that_did_not_know_of_each_other_one_is_chosen(
    app: Headless, play: StoredPlay, way: str, note: str
) -> None:
    before = kept(app, play.id)
    app.worker.run_blocking(plays.correct, play.id, replace(before, note="mine"), "note")
    name = f"{versions.stamp_of(before.version) + 1:015d}-0123456789abcdef"
    theirs = replace(before, note="theirs", version=name, follows=before.version, revision=2)
    file = json.dumps(play_document(theirs)).encode() + b"\n"

    def take_in(store: Store) -> None:
        carry_out(store, plan(store, read_file(file, "theirs")), "theirs")

    app.worker.run_blocking(take_in)
    screen = shown(app, play.id)
    assert kept(app, play.id).note == "mine"
    assert screen.says("neither knew of the other")
    assert screen.says("otherwise: Note.")
    screen.tap(way)
    assert kept(app, play.id).note == note
    assert not shown(app, play.id).says("neither knew of the other")
