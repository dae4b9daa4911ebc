"""The screen that shows something as a code: what it holds, its link, and a series in turn."""

from __future__ import annotations

import asyncio
import io
from base64 import b64decode
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import flet as ft
import pytest
from PIL import Image

from companion.services.share_codes.outgoing import OF_PAD, link_base
from companion.system.native_pictures import codes_in
from companion.ui.app import App
from companion.ui.core.context import Viewport
from companion.ui.core.error_boundary import component
from companion.ui.screens.codes import show_code
from companion.ui.screens.codes.show_code import ON_THAT_DEVICE, SCAN, SCAN_ALL, ShowCode, module_size
from storage.codes import contents, frames, links, payload
from storage.repositories import plays
from tests.companion import pad_tables
from tests.companion.carpe_diem_tables import GAME, laid_out
from tests.companion.payloads import DAY
from tests.companion.phones import context_of
from tests.companion.played import put_play, put_result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless, Screen


@component
def Routed() -> ft.Control:  # noqa: N802 - a component
    paths = ("code/play/:play", "code/table/:table", "code/copy/:game")
    return ft.Router([ft.Route(path=path, component=ShowCode) for path in paths])


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, bytes]]:
    """The files that a browser was handed."""
    files: dict[str, bytes] = {}

    async def save(_: ft.FilePicker, *, file_name: str, src_bytes: bytes) -> None:
        files[file_name] = src_bytes

    monkeypatch.setattr(ft.FilePicker, "save_file", save)
    return files  # type: ignore[return-value]


def shown(app: Headless, route: str, viewport: Viewport | None = None) -> Screen:
    return app.show(Routed, route=route, viewport=viewport)


def code_of(screen: Screen) -> tuple[ft.Image, str]:
    """The picture on the screen, and what a reader finds in it."""
    (image,) = [control for control, _ in screen.controls(unsaid=True) if isinstance(control, ft.Image)]
    (link,) = codes_in(png_of(image))
    return image, link


def png_of(image: ft.Image) -> bytes:
    """The picture that an image shows; only as text does every browser show it."""
    assert isinstance(image.src, str)
    return b64decode(image.src)


def of_many(app: Headless, copies: MyCopy) -> Screen:
    """A copy that takes several codes."""
    for number in range(40):
        fish, fruit = divmod(number, 7)
        card = {"pay": {"fish": fish + 1, "grapes": fruit + 1}, "reward": {"points": 9, "coins": (number * 5) % 8}}
        reward = "points 9" + (f" coins {card['reward']['coins']}" if card["reward"]["coins"] else "")
        app.run(copies.keep("forum_card", f"pay fish {fish + 1} grapes {fruit + 1}: {reward}", card))
    return shown(app, f"/code/copy/{GAME}")


def test_a_result_is_shown_with_what_it_holds_and_its_link(app: Headless) -> None:
    play_id = app.worker.run_blocking(put_play, DAY, {"Anna": (10, 20), "Ben": (5, 6)})
    screen = shown(app, f"/code/play/{play_id}")
    assert screen.has("QR code: Result of Carpe Diem")
    assert screen.has("Anna wins.")
    assert not screen.says("byte")
    assert screen.has(SCAN)
    assert not screen.has("Next")
    link = screen.value("Link")
    assert link.startswith("http://127.0.0.1/#t")
    read = payload.decode(links.parse_link(link).data)
    assert isinstance(read, contents.PlayResult)
    assert read.figures.players == ("Anna", "Ben")
    assert links.parse_link(code_of(screen)[1]).data == links.parse_link(link).data
    copying: Any = screen.find("Copy the link", ft.OutlinedButton)
    assert copying.action.data == link
    screen.tap("Back")
    assert screen.route == f"/play/{play_id}"


def test_a_result_of_a_pad_is_shown_with_its_pad(app: Headless) -> None:
    entries = [{"rounds": [5, 3]}, {"rounds": [2, 21]}]
    play = app.run(app.tables.finish(pad_tables.begun(app, pad_tables.HEARTS, "Anna", "Ben", entries=entries)))
    screen = shown(app, f"/code/play/{play.id}")
    for words in ("Result of Hearts", "Anna wins.", str(OF_PAD)):
        assert screen.has(words)
    read = payload.decode(links.parse_link(screen.value("Link")).data)
    assert isinstance(read, contents.PlayResult)
    assert read.game.title == "Hearts"


def test_a_table_is_shown_as_it_stands(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    screen = shown(app, f"/code/table/{live.id}")
    assert screen.says("Anna ")
    read = payload.decode(links.parse_link(screen.value("Link")).data)
    assert isinstance(read, contents.OpenTable)
    assert read.table == live.state.table
    screen.tap("Back")
    assert screen.route == f"/table/{live.id}"


def test_a_copy_is_shown_with_what_was_entered(app: Headless, copies: MyCopy) -> None:
    app.run(copies.keep("villa_chart", "1", 1))
    screen = shown(app, f"/code/copy/{GAME}")
    assert screen.has("Villa chart (1).")
    read = payload.decode(links.parse_link(screen.value("Link")).data)
    assert isinstance(read, contents.OwnCopy)
    assert read.parts == {"villa_chart": {"1": 1}}
    screen.tap("Back")
    assert screen.route == f"/settings/{GAME}"


@pytest.mark.parametrize(
    ("route", "words"),
    [
        ("/code/play/none", "This is not here any more; it may have been finished, deleted or merged."),
        ("/code/table/none", "This table is no longer in play."),
        ("/code/copy/none", "This is not here any more; it may have been finished, deleted or merged."),
        (f"/code/copy/{GAME}", "Nothing has been entered for this copy yet."),
    ],
)
def test_what_cannot_be_shown_says_why(app: Headless, route: str, words: str) -> None:
    assert shown(app, route).has(words)


def test_a_plain_result_says_why_it_has_no_code(app: Headless) -> None:
    play_id = app.worker.run_blocking(put_result, DAY, {"Anna": 70})
    assert shown(app, f"/code/play/{play_id}").says("this play has only a result")


def test_another_address_shows_another_code(app: Headless, copies: MyCopy) -> None:
    screen = of_many(app, copies)
    screen.tap("Next")
    play_id = app.worker.run_blocking(put_play, DAY, {"Anna": (10,)})

    async def go() -> None:
        screen.page.session.apply_page_patch({"route": f"/code/play/{play_id}"})
        await screen.page.session.dispatch_event(screen.page._i, "route_change", {"route": f"/code/play/{play_id}"})

    app.run(go())
    assert screen.has("QR code: Result of Carpe Diem")


def test_a_series_is_turned_by_hand_in_both_directions(app: Headless, copies: MyCopy) -> None:
    screen = of_many(app, copies)
    number = int(next(name for name in screen.names if name.startswith("1 of ")).removeprefix("1 of "))
    assert number > 2
    assert screen.has(SCAN_ALL)
    numbers = []
    for turn in range(1, number + 1):
        assert screen.has(f"{turn} of {number}")
        assert screen.has(f"QR code: My copy of Carpe Diem, {turn} of {number}")
        frame = frames.read(code_of(screen)[1])
        assert isinstance(frame, frames.Frame)
        numbers.append(frame.number)
        screen.tap("Next")
    assert numbers == list(range(1, number + 1))
    assert screen.has(f"1 of {number}")
    screen.tap("Previous")
    assert screen.has(f"{number} of {number}")
    assert payload.decode(links.parse_link(screen.value("Link")).data).game.key == GAME


def test_a_series_moves_only_when_asked_and_stops_again(
    app: Headless, copies: MyCopy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show_code, "CODE_SHOWN_S", 0.01)
    monkeypatch.setattr(show_code, "ROUNDS", 1)
    screen = of_many(app, copies)
    app.run(asyncio.sleep(0.05))
    first = next(name for name in screen.names if name.startswith("1 of "))
    screen.tap("Show in turn")
    assert screen.has("Pause")
    for _ in range(200):
        app.run(asyncio.sleep(0.01))
        if screen.has("Show in turn"):
            break
    assert screen.has("Show in turn")
    assert screen.has(first)
    updates = screen.updates
    app.run(asyncio.sleep(0.05))
    assert screen.updates == updates


@pytest.mark.parametrize("by", ["Pause", "Next"])
def test_a_hand_stops_a_series(app: Headless, copies: MyCopy, monkeypatch: pytest.MonkeyPatch, by: str) -> None:
    monkeypatch.setattr(show_code, "CODE_SHOWN_S", 0.3)
    screen = of_many(app, copies)
    screen.tap("Show in turn")
    screen.tap(by)
    assert screen.has("Show in turn")
    updates = screen.updates
    app.run(asyncio.sleep(0.4))
    assert screen.updates == updates


def test_the_code_on_the_screen_is_saved_as_a_picture(app: Headless, copies: MyCopy, saved: dict[str, bytes]) -> None:
    screen = of_many(app, copies)
    screen.tap("Next")
    screen.tap("Save the picture")
    ((name, content),) = saved.items()
    assert name.startswith("tessera-code-2-of-")
    assert codes_in(content) == (code_of(screen)[1],)


@pytest.mark.parametrize(
    "viewport",
    [
        Viewport(width=390, height=844),
        Viewport(width=1280, height=800),
        Viewport(width=844, height=390),
        Viewport(width=320, height=480),
    ],
    ids=lambda viewport: f"{viewport.width}x{viewport.height}",
)
def test_a_code_is_as_large_as_the_screen_allows_and_of_whole_pixels(app: Headless, viewport: Viewport) -> None:
    play_id = app.worker.run_blocking(put_play, DAY, {"Anna": (10, 20), "Ben": (5, 6)})
    image, _ = code_of(shown(app, f"/code/play/{play_id}", viewport))
    assert image.width is not None
    assert Image.open(io.BytesIO(png_of(image))).size == (image.width, image.height)
    modules = 8 + 17 + 4 * 6
    assert (
        min(viewport.width, viewport.height) - 56 - 32 - modules
        < image.width
        <= min(viewport.width, viewport.height) - 32
    )


def test_pixels_stay_whole_where_a_px_has_no_whole_number_of_them() -> None:
    for ratio in (1.0, 1.5, 2.0, 2.625, 3.0):
        size = module_size(Viewport(width=390, height=844), 57, ratio, in_turn=True)
        assert (size * ratio).is_integer()
        assert 300 < size * 57 <= 358


def test_links_lead_to_the_machine_of_whoever_opens_them() -> None:
    assert link_base("wss://tessera.example/0123/ws") == "http://127.0.0.1:8423/"
    assert link_base("ws://192.168.1.7:8500") == "http://127.0.0.1:8423/"


@pytest.mark.parametrize(
    ("address", "base"),
    [
        ("https://tessera.example", "https://tessera.example/"),
        ("https://example.org/games/tessera/", "https://example.org/games/tessera/"),
        ("http://tessera.lan:8080", "http://tessera.lan:8080/"),
    ],
)
def test_links_lead_to_the_address_of_the_app_where_there_is_one(app: Headless, address: str, base: str) -> None:
    play_id = app.worker.run_blocking(put_play, DAY, {"Anna": (10, 20), "Ben": (5, 6)})
    screen = app.show(App, replace(context_of(app), address=address), route=f"/code/play/{play_id}")
    link = screen.value("Link")
    assert link.startswith(f"{base}#t")
    assert code_of(screen)[1].lower() == link.lower()
    assert screen.has(f"Point the camera of the other device at it: Tessera opens there at {address}.")
    assert not screen.has(ON_THAT_DEVICE)


@pytest.mark.parametrize("address", ["http://127.0.0.1:8423/", "http://localhost/", "http://[::1]:80", "", "tessera"])
def test_an_address_that_no_other_device_can_open_is_none(app: Headless, address: str) -> None:
    play_id = app.worker.run_blocking(put_play, DAY, {"Anna": (10, 20), "Ben": (5, 6)})
    screen = app.show(App, replace(context_of(app), address=address), route=f"/code/play/{play_id}")
    assert screen.value("Link").startswith("http://127.0.0.1/#t")
    assert screen.has(ON_THAT_DEVICE)


def test_a_play_in_the_bin_is_still_shown(app: Headless) -> None:
    play_id = app.worker.run_blocking(put_play, DAY, {"Anna": (10, 20), "Ben": (5, 6)})
    app.worker.run_blocking(plays.remove, play_id)
    assert shown(app, f"/code/play/{play_id}").has("QR code: Result of Carpe Diem")
