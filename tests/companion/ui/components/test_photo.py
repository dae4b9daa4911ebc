"""The photo of a table: taken before and after the end, shown where the play is, removed, damaged and lost."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import flet as ft
import pytest
from sqlalchemy import text

from companion.services.share_codes.incoming import read_table
from companion.services.share_codes.outgoing import shareable_table
from companion.ui.components.fields import NOT_ARRIVED
from companion.ui.components.photo import LOST, TABLE
from companion.ui.core.error_boundary import component
from companion.ui.screens.history.earlier_version import EarlierVersion
from companion.ui.screens.history.play import Play
from companion.ui.screens.history.play_list import History
from storage.codes import payload
from storage.codes.contents import OpenTable
from storage.repositories import photos, plays
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.phones import of_host, on_phone, seated
from tests.companion.photographs import Camera, photo
from tests.companion.played import put_result

if TYPE_CHECKING:
    from storage.repositories.tables import Store
    from tests.companion.headless import Headless, Screen

ADD, REMOVE = "Add a photo", "Remove the photo"


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Camera:
    device = Camera()
    monkeypatch.setattr(ft.FilePicker, "pick_files", device.pick)
    return device


@component
def Routed() -> ft.Control:  # noqa: N802 - a component
    routes = {"play/:play": Play, "play/:play/earlier/:revision": EarlierVersion, "history": History}
    return ft.Router([ft.Route(path=path, component=shown) for path, shown in routes.items()])


def page(app: Headless, play_id: str, more: str = "") -> Screen:
    return app.show(Routed, route=f"/play/{play_id}{more}")


def kept(app: Headless, number: str | None) -> bool:
    return number is not None and app.worker.run_blocking(photos.photo, number) is not None


@pytest.mark.usefixtures("camera")
def test_a_photo_taken_at_the_table_stays_with_the_play(app: Headless) -> None:
    live = laid_out(app)
    screen = of_host(app, f"/seating/{live.id}")
    screen.tap(ADD)
    assert screen.has(f"{TABLE}.")
    assert screen.has(TABLE)
    number = live.state.extras.photo
    assert kept(app, number)
    screen.tap("Undo")
    assert live.state.extras.photo is None
    app.run(live.redo())
    end = of_host(app, f"/table/{live.id}/end/0")
    end.tap("Result")
    assert end.says("In play for less than a minute, since ")
    assert end.has(REMOVE)
    contents = payload.decode(shareable_table(live).payload)
    assert isinstance(contents, OpenTable)
    assert read_table(contents).now.state.extras.photo is None
    play = app.run(app.tables.finish(live))
    assert photos.photo_of(play.extras) == number
    assert page(app, play.id).has(TABLE)
    assert app.show(Routed, route="/history").says(", photo: ")
    again = app.worker.run_blocking(plays.reopen, play.id)
    assert again.content["extras"]["photo"] == number


@pytest.mark.usefixtures("camera")
def test_a_photo_is_added_to_a_play_and_removed_and_what_was_stays_readable(app: Headless) -> None:
    play_id = app.worker.run_blocking(put_result, date(2024, 3, 1), {"Anna": 5, "Ben": 3})
    screen = page(app, play_id)
    screen.tap(ADD)
    assert screen.has("Edited: Photo of the table.")
    screen = page(app, play_id)
    screen.tap(REMOVE)
    assert screen.has(ADD)
    screen.tap("Undo")
    assert screen.has(REMOVE)
    assert page(app, play_id, "/earlier/2").has(TABLE)
    play = app.worker.run_blocking(plays.play, play_id)
    assert play is not None
    number = photos.photo_of(play.extras)
    app.worker.run_blocking(plays.remove, play_id)
    assert not page(app, play_id).has(REMOVE)
    app.worker.run_blocking(plays.delete_for_good, play_id)
    assert not kept(app, number)


@pytest.mark.parametrize(
    ("file", "words"), [(b"no photo", "This is not a picture"), (None, str(NOT_ARRIVED)), (photo()[:300], "is damaged")]
)
def test_a_file_that_is_no_photo_gets_a_sentence_and_changes_nothing(
    app: Headless, camera: Camera, file: bytes | None, words: str
) -> None:
    live = laid_out(app)
    screen = of_host(app, f"/seating/{live.id}")
    camera.chosen = file
    screen.tap(ADD)
    assert screen.says(words)
    assert live.state.extras.photo is None
    camera.chosen = photo()
    screen.tap(ADD)
    assert not screen.says(words)
    assert screen.has(TABLE)


@pytest.mark.usefixtures("camera")
def test_a_phone_sees_the_photo_that_the_host_took(app: Headless) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 0)
    phone = on_phone(app, visitor, f"/table/{live.id}/end/0")
    phone.tap("Result")
    assert not phone.says("photo")
    of_host(app, f"/seating/{live.id}").tap(ADD)
    assert phone.has(TABLE)
    assert not phone.has(REMOVE)
    play = app.run(app.tables.finish(live))
    assert on_phone(app, visitor, f"/play/{play.id}").has(TABLE)


@pytest.mark.usefixtures("camera")
def test_a_photo_that_is_missing_costs_only_the_photo(app: Headless) -> None:
    live = laid_out(app)
    of_host(app, f"/seating/{live.id}").tap(ADD)
    play = app.run(app.tables.finish(live))

    def lost(store: Store) -> None:
        with store.writing() as session:
            session.connection().execute(text("DELETE FROM photos"))

    app.worker.run_blocking(lost)
    screen = page(app, play.id)
    assert screen.says(" wins")
    assert screen.says(LOST)
