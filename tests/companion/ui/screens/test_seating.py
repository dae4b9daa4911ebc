"""The players of a table in play on the screen: a name is mended, somebody comes, sits elsewhere and leaves."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft
import pytest

from companion.services import seating
from companion.services.share_codes.incoming import read_table
from companion.services.share_codes.outgoing import shareable_table
from companion.tables.state import stored_of, with_table
from companion.ui.components import stepper
from companion.ui.screens.seating import GOES_TOO
from companion.ui.screens.table_screen import TableScreen
from storage.codes import payload
from storage.codes.contents import OpenTable
from storage.repositories import people
from tests.companion import pad_tables
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.phones import come, of_host, on_phone, seated

if TYPE_CHECKING:
    from tests.companion.headless import Headless

OVER: Final = "Final scoring."


def test_a_name_is_mended_on_all_screens(app: Headless) -> None:
    live = laid_out(app, "Anna", "Bne")
    phone = on_phone(app, seated(app, live, 1), f"/table/{live.id}/stock/1")
    table = app.show(TableScreen, live.id, "stock", 1)
    screen = of_host(app, f"/seating/{live.id}")
    screen.tap("2. Bne: Edit")
    screen.type_into("Name", "Anna")
    assert not screen.enabled("Save")
    screen.type_into("Name", "Ben")
    screen.tap("Save")
    assert screen.has("2. Ben: Edit")
    assert table.has("Ben, 9 points, on another phone")
    assert phone.has("Ben, 9 points, this phone")
    proposed = [player.name for player in app.worker.run_blocking(people.players)]
    assert "Ben" in proposed
    assert "Bne" not in proposed
    screen.tap("Undo")
    assert live.names == ("Anna", "Bne")


def test_a_letter_made_large_is_proposed_with_that(app: Headless) -> None:
    live = laid_out(app, "Anna", "ben")
    screen = of_host(app, f"/seating/{live.id}")
    screen.tap("2. ben: Edit")
    screen.type_into("Name", "bena")
    screen.type_and_tap("Name", "Ben", "Save")
    assert "Ben" in [player.name for player in app.worker.run_blocking(people.players)]


def test_a_phone_that_chooses_a_seat_sees_who_sits_there_now(app: Headless) -> None:
    live = laid_out(app, "Anna", "Bne", "Cleo")
    phone = on_phone(app, come(app, live), f"/seat/{live.id}")
    assert phone.has("I am Bne")
    app.run(live.change("step", lambda state: seating.rename_player(live.game.key, state, 1, "Ben")))
    assert phone.has("I am Ben")
    app.run(
        live.change(
            "step", lambda state: seating.remove_player(live.game.key, state, "Cleo", app.tables.copies[live.game.key])
        )
    )
    assert not phone.has("I am Cleo")


def test_who_is_removed_is_asked_for_with_all_they_have(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    phone = on_phone(app, seated(app, live, 2), f"/table/{live.id}/stock/2")
    table = app.show(TableScreen, live.id, "end", 2)
    screen = of_host(app, f"/seating/{live.id}")
    screen.tap("3. Cleo: Edit")
    screen.tap("Remove Cleo")
    points = live.columns[2].total
    assert screen.has(f"{seating.what_goes(live, 2)[0]} {GOES_TOO}")
    screen.tap("Cancel")
    assert len(live.columns) == 3
    screen.tap("Remove Cleo")
    screen.tap("Remove Cleo")
    assert list(live.names) == ["Anna", "Ben"]
    assert phone.has("You are watching: take a seat to enter something.")
    assert not table.has(f"Cleo, {points} points")
    screen.tap("2. Ben: Edit")
    assert not screen.enabled("Remove Ben")


def test_a_player_comes_and_sits_elsewhere(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    table = app.show(TableScreen, live.id, "stock", 1)
    screen = of_host(app, f"/seating/{live.id}")
    screen.type_into("Another player", "ben")
    assert not screen.enabled("Add")
    screen.type_into("Another player", "Cleo")
    screen.tap("Add")
    assert list(live.names) == ["Anna", "Ben", "Cleo"]
    assert table.has(f"Cleo, {live.columns[2].total} points")
    screen.tap("3. Cleo: Edit")
    screen.tap("Move Cleo up")
    assert list(live.names) == ["Anna", "Cleo", "Ben"]
    assert screen.has("2. Cleo: Edit")
    screen.type_into("Another player", "Dora")
    screen.tap("Add")
    assert screen.has("Carpe Diem is for 2 to 4 players.")


def test_a_player_of_an_earlier_play_is_one_tap_away(app: Headless) -> None:
    app.worker.run_blocking(people.remember_players, [("Zoe", "yellow", "diamond")])
    live = laid_out(app, "Anna", "Ben")
    screen = of_host(app, f"/seating/{live.id}")
    screen.tap("Add Zoe")
    assert live.names == ("Anna", "Ben", "Zoe")
    assert live.state.extras.seats[2].colour == "yellow"


def test_the_edition_changes(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = of_host(app, f"/seating/{live.id}")
    screen.tap("First edition")
    assert live.state.table.edition == "first"
    screen.tap("Set-up list")
    assert screen.route == f"/table/{live.id}/setup/0"


def test_a_table_that_is_gone_says_so(app: Headless) -> None:
    assert of_host(app, "/seating/nowhere").has("This table is no longer in play.")


def test_place_and_note_are_kept_with_the_play(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = of_host(app, f"/seating/{live.id}")
    screen.type_into("Place", "The club")
    screen.type_into("Note", "Rain.")
    assert (live.state.extras.place, live.state.extras.note) == ("The club", "Rain.")
    sent = payload.decode(shareable_table(live).payload)
    assert isinstance(sent, OpenTable)
    assert not stored_of(read_table(sent).now.state)["extras"].keys() & {"place", "note"}
    play = app.run(app.tables.finish(live))
    assert (play.place, play.note) == ("The club", "Rain.")
    next_table = laid_out(app, "Anna", "Ben")
    screen = of_host(app, f"/seating/{next_table.id}")
    screen.tap("The club")
    assert next_table.state.extras.place == "The club"
    screen.type_into("Place", "x" * 201)
    assert screen.has("At most 200 characters.")
    assert next_table.state.extras.place == "The club"


def test_words_that_another_browser_kept_stay_when_others_are_typed(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen, second_screen = (of_host(app, f"/seating/{live.id}") for _ in range(2))
    second_screen.type_into("Place", "The club")
    screen.type_into("Note", "Rain.")
    assert (live.state.extras.place, live.state.extras.note) == ("The club", "Rain.")
    assert screen.value("Place") == "The club"


@pytest.mark.parametrize("leaving", ["field", "screen"])
def test_a_note_is_kept_when_it_is_left_while_it_is_typed(
    app: Headless, monkeypatch: pytest.MonkeyPatch, leaving: str
) -> None:
    monkeypatch.setattr(stepper, "PAUSE_S", 60)
    live = laid_out(app, "Anna", "Ben")
    screen = of_host(app, f"/seating/{live.id}")
    session, note = screen.page.session, screen.find("Note", ft.TextField)

    async def typed_and_left() -> None:
        session.apply_patch(note._i, {"value": "Rain."})
        typing = asyncio.create_task(session.dispatch_event(note._i, "change", "Rain."))
        await asyncio.sleep(0.01)
        if leaving == "field":
            await session.dispatch_event(note._i, "blur", None)
        else:
            await session.dispatch_event(screen.page._i, "route_change", {"route": f"/table/{live.id}"})
        typing.cancel()

    app.run(typed_and_left())
    assert live.state.extras.note == "Rain."


def test_the_table_keeps_how_far_the_game_is(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = of_host(app, f"/seating/{live.id}")
    for phase, order, words in ((2, (), "Building 2 of 4."), (2, (1, 0), "Forum phase 2 of 4."), (5, (), OVER)):
        app.run(live.change("step", partial(with_table, phase=phase, order=order)))
        assert screen.says(words)


def test_at_a_pads_table_sit_one_to_twelve(app: Headless) -> None:
    live = pad_tables.begun(app, pad_tables.OTTERS, *pad_tables.NAMES[:11], entries=[{"fish": 7}])
    screen = of_host(app, f"/seating/{live.id}")
    screen.type_into("Another player", pad_tables.NAMES[11])
    screen.tap("Add")
    assert list(live.names) == list(pad_tables.NAMES)
    assert screen.has("Otters and Ferries is for 1 to 12 players.")
    assert len(set(live.state.extras.seats)) == 12
    for name in pad_tables.NAMES[:0:-1]:
        seat = live.names.index(name) + 1
        screen.tap(f"{seat}. {name}: Edit")
        screen.tap(f"Remove {name}")
        screen.tap(f"Remove {name}")
    assert live.names == ("Anna",)
    assert pad_tables.entries_of(live) == [{"fish": 7}]
