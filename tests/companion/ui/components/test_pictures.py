"""The photo of a table: taken before and after the end, made small, shown where the play is, removed and lost."""

from __future__ import annotations

import asyncio
import io
import struct
import zlib
from datetime import date
from typing import TYPE_CHECKING

import flet as ft
import pytest
from PIL import Image
from sqlalchemy import text

from companion.services.share_codes.incoming import read_table
from companion.services.share_codes.outgoing import shareable_table
from companion.system.pictures import PictureError
from companion.ui.components.fields import NOT_ARRIVED
from companion.ui.components.pictures import LOST, MAX_SIDE, TABLE, shrunk
from companion.ui.core.error_boundary import component
from companion.ui.screens.history.play import EarlierVersion, Play
from companion.ui.screens.history.play_list import History
from storage.codes import payload
from storage.codes.contents import OpenTable
from storage.repositories import photos, plays
from storage.repositories.photos import MAX_PHOTO_BYTES
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.phones import of_host, on_phone, seated
from tests.companion.photographs import TURNED_RIGHT, Camera, noise, photo
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
    assert screen.has("Where and when the photo was taken is not kept.")
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


def made_small(file: bytes) -> bytes:
    return asyncio.run(shrunk(file))


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file))


def test_a_photo_is_upright_and_says_nothing_but_its_pixels() -> None:
    kept = opened(made_small(photo(640, 480, orientation=TURNED_RIGHT)))
    assert kept.size == (480, 640)
    red, green, blue = kept.convert("RGB").getpixel((240, 100))  # type: ignore[misc]
    assert (red > 200, green < 50, blue < 50) == (True, True, True)
    assert not kept.getexif()
    assert {"exif", "comment", "icc_profile", "xmp"}.isdisjoint(kept.info)
    assert b"Anna" not in made_small(photo())


def test_a_large_photo_becomes_small() -> None:
    kept = made_small(photo(4000, 3000))
    assert (opened(kept).format, opened(kept).size) == ("JPEG", (MAX_SIDE, MAX_SIDE * 3 // 4))
    assert len(kept) <= MAX_PHOTO_BYTES


def test_a_photo_of_noise_alone_is_small_too() -> None:
    assert len(made_small(noise(1600, 1200))) <= MAX_PHOTO_BYTES


def test_what_is_seen_through_becomes_white() -> None:
    written = io.BytesIO()
    Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(written, "PNG")
    assert opened(made_small(written.getvalue())).getpixel((4, 4)) == (255, 255, 255)


def wide_as(width: int, height: int) -> bytes:
    """The beginning of a PNG that says it has so many pixels."""
    parts = {b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), b"IDAT": b""}
    packed = (struct.pack(">I", len(part)) + name + part for name, part in parts.items())
    sums = (struct.pack(">I", zlib.crc32(name + part)) for name, part in parts.items())
    return b"\x89PNG\r\n\x1a\n" + b"".join(a + b for a, b in zip(packed, sums, strict=True))


NO_PHOTOS = {
    "nothing": (b"", "this is not a picture"),
    "words": (b"Carpe diem", "this is not a picture"),
    "another file": (b"%PDF-1.7", "this is not a picture"),
    "half a photo": (photo()[:300], "this picture is damaged"),
    "a bomb": (wide_as(20_000, 20_000), "this picture is too large"),
    "too many pixels": (wide_as(9_000, 9_000), "this picture is too large"),
}


@pytest.mark.parametrize(("file", "words"), NO_PHOTOS.values(), ids=NO_PHOTOS)
def test_what_is_no_photo_gets_a_sentence(file: bytes, words: str) -> None:
    with pytest.raises(PictureError, match=words):
        made_small(file)
