"""What is handed to people of a play: its sheet as text and as a picture, and the ways that a browser has for it."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import date
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import flet as ft
import pytest
from PIL import Image

from companion.services.history import GONE
from companion.services.results import result_of_play
from companion.ui.core.context import Viewport
from companion.ui.core.share_sheet import can_share, is_trusted, sheet_text
from companion.ui.core.theme import DARK, LIGHT
from companion.ui.screens.history.picture_and_text import (
    BG_STATS,
    COPIED,
    SELECT,
    PictureActions,
    PictureAndText,
    PlaySharing,
    SheetText,
)
from storage.repositories import plays
from storage.repositories.games import KnownGame
from tests.companion import pad_tables
from tests.companion.carpe_diem_tables import begun, player_with, table_state, tile
from tests.companion.played import put_lost, put_result

if TYPE_CHECKING:
    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless, Screen

VILLA = (tile("C3", "villa E4"), tile("D3", "villa W"))


@pytest.fixture
def play(app: Headless) -> StoredPlay:
    """Anna and Ben have 5 points each, and Anna more writs left."""
    anna = player_with("Anna", *VILLA, writs_left=4)
    ben = player_with("Ben", victory_cards=5, writs_left=2, stack=1)
    live = begun(app, table_state(anna, ben, villa_chart={"4": 5}))
    kept = app.run(app.tables.finish(live))
    return replace(kept, day="2025-03-07", place="Ben's kitchen")


@ft.component
def at(route: str) -> ft.Control:
    ft.context.page.route = route
    return ft.Router([ft.Route(path="play/:play/picture", component=PictureAndText)])


@ft.component
def on(page: dict[str, Any], component: Any, *args: Any) -> Any:
    """A part in a browser of this kind."""
    for name, value in page.items():
        setattr(ft.context.page, name, value)
    return component(*args)


ANDROID = {"web": True, "platform": ft.PagePlatform.ANDROID}
LINUX = {"web": True, "platform": ft.PagePlatform.LINUX}


def saved(screen: Screen) -> Image.Image:
    """The picture that is saved by a tap."""
    screen.tap("Save the picture")
    name, options = screen.called[-1]
    assert name == "save_file"
    return Image.open(io.BytesIO(options["src_bytes"]))


def test_the_text_says_who_won_what_decided_it_and_where_the_points_come_from(play: StoredPlay) -> None:
    assert sheet_text(play, result_of_play(play)).splitlines() == [
        "Carpe Diem, 7 Mar 2025, Ben's kitchen",
        "Anna wins",
        "",
        "1. Anna: 5",
        "   Level on points; most writs left: 4 to 2.",
        "2. Ben: 5",
        "",
        "Anna: Villas 5",
        "Ben: Victory point cards 5",
    ]


def test_a_player_without_points_is_said_to_have_nothing(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna", victory_cards=5), player_with("Ben", stack=1)))
    kept = app.run(app.tables.finish(live))
    assert sheet_text(kept, result_of_play(kept)).endswith("\nBen: nothing")


def test_the_text_of_a_plain_result_makes_nothing_up(app: Headless) -> None:
    play_id = app.worker.run_blocking(put_result, date(2024, 3, 1), {"Anna": 90, "Ben": None})
    kept = app.worker.run_blocking(plays.play, play_id)
    assert kept is not None
    assert sheet_text(kept, result_of_play(kept)) == "Azul, 1 Mar 2024\nAnna wins\n\n1. Anna: 90\n2. Ben"


def test_the_text_of_a_play_that_all_lost_together_says_so(app: Headless) -> None:
    play_id = app.worker.run_blocking(put_lost, date(2024, 3, 1), {"Anna": 90, "Ben": None})
    kept = app.worker.run_blocking(plays.play, play_id)
    assert kept is not None
    assert sheet_text(kept, result_of_play(kept)) == "Pandemic, 1 Mar 2024\nAnna and Ben lost\n\nAnna: 90\nBen"


def test_shared_places_without_a_reason_have_no_sentence(app: Headless) -> None:
    play_id = app.worker.run_blocking(put_result, date(2024, 3, 1), {"Anna": 90, "Ben": 90})
    kept = app.worker.run_blocking(plays.play, play_id)
    assert kept is not None
    kept.sheet["standings"][1]["place"] = 1
    assert sheet_text(kept, result_of_play(kept)).endswith("\n\n1. Anna: 90\n1. Ben: 90")


@pytest.mark.parametrize(
    ("url", "platform", "agent", "trusted", "can"),
    [
        ("ws://127.0.0.1:8423", "android", "Chrome/140", True, True),
        ("ws://localhost:8423", "ios", "Safari/605", True, True),
        ("wss://games.example", "macos", "Safari/605", True, True),
        ("https://games.example", "windows", "Firefox/145", True, False),
        ("ws://127.0.0.1:8423", "linux", "Chrome/140", True, False),
        ("ws://192.168.1.7:8423", "android", "Chrome/140", False, False),
        (None, "android", None, False, False),
    ],
)
def test_sharing_needs_a_share_sheet_and_a_trusted_address(
    url: str | None, platform: str, agent: str | None, trusted: object, can: object
) -> None:
    browser = SimpleNamespace(url=url, platform=ft.PagePlatform(platform), client_user_agent=agent)
    page = cast("ft.Page", browser)
    assert (is_trusted(page), can_share(page)) == (trusted, can)


def test_where_there_is_a_share_sheet_it_is_given_the_picture_and_the_text(app: Headless, play: StoredPlay) -> None:
    screen = app.show(on, ANDROID, PictureActions, play, "Carpe Diem", b"a picture")
    action = cast("Any", screen.find("Share", ft.OutlinedButton)).action
    (file,) = action.args["files"]
    assert (action.method, file.name, file.data) == ("share_files", "2025-03-07-carpe-diem.png", b"a picture")
    screen = app.show(on, ANDROID, SheetText, play, result_of_play(play))
    action = cast("Any", screen.find("Share: As text", ft.OutlinedButton)).action
    assert (action.method, action.args["text"]) == ("share_text", sheet_text(play, result_of_play(play)))


def test_where_there_is_none_the_text_is_copied(app: Headless, play: StoredPlay) -> None:
    screen = app.show(SheetText, play, result_of_play(play))
    assert not screen.has("Share: As text")
    action = cast("Any", screen.find("Copy the text", ft.OutlinedButton)).action
    assert action.args["data"] == sheet_text(play, result_of_play(play))
    screen.tap("Copy the text")
    assert screen.has(COPIED)


@ft.component
def elsewhere(play: StoredPlay) -> ft.Control:
    """The text of a play in a browser that came to us by a network, without TLS."""
    cast("Any", ft.context.page.session.connection).page_url = "ws://192.168.1.7:8423"
    return SheetText(play, result_of_play(play))


def test_where_the_browser_does_not_copy_the_text_can_be_marked(app: Headless, play: StoredPlay) -> None:
    assert not app.show(SheetText, play, result_of_play(play)).has(SELECT)
    screen = app.show(elsewhere, play)
    assert screen.has(SELECT)
    assert not screen.has("Copy the text")
    assert cast("Any", screen.find(sheet_text(play, result_of_play(play)), ft.Text)).selectable


def test_the_picture_is_saved_in_the_colours_that_are_chosen(app: Headless, play: StoredPlay) -> None:
    screen = app.show(on, LINUX, at, f"/play/{play.id}/picture", viewport=Viewport(palette=DARK))
    assert screen.has("Anna wins")
    assert saved(screen).getpixel((0, 0)) == rgb(DARK.ground)
    screen.tap("Light")
    assert saved(screen).getpixel((0, 0)) == rgb(LIGHT.ground)
    assert screen.called[-1][1]["file_name"].endswith("-carpe-diem.png")
    screen.tap("Dark")
    assert saved(screen).getpixel((0, 0)) == rgb(DARK.ground)


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def test_all_ways_to_share_stand_on_one_page(app: Headless, play: StoredPlay) -> None:
    screen = app.show(on, LINUX, at, f"/play/{play.id}/picture")
    for way in ("Save the picture", "Copy the text", "Show as a code", BG_STATS, "Save (.json)"):
        assert screen.has(way)


def test_a_play_that_is_not_there_has_no_picture(app: Headless) -> None:
    screen = app.show(at, "/play/nothing/picture")
    assert screen.has(GONE)
    assert not screen.has("Save the picture")


def test_a_play_of_a_pad_is_offered_as_a_code(app: Headless) -> None:
    hearts = app.run(app.tables.finish(pad_tables.begun(app, pad_tables.HEARTS, "Anna", "Ben")))
    screen = app.show(on, LINUX, PlaySharing, hearts, KnownGame(key=hearts.game))
    assert not screen.says("Not as a code")
    screen.tap("Show as a code")
    assert screen.route == f"/code/play/{hearts.id}"


def test_no_code_is_offered_where_there_can_be_none_and_that_is_said(app: Headless) -> None:
    money = pad_tables.too_large(app)
    screen = app.show(on, LINUX, PlaySharing, money, KnownGame(key=money.game))
    assert not screen.has("Show as a code")
    assert screen.has("Too large for codes and links.")


def test_the_ways_lead_to_the_code_to_a_file_and_to_bg_stats(app: Headless, play: StoredPlay) -> None:
    screen = app.show(on, LINUX, PlaySharing, play, KnownGame(key=play.game))
    screen.tap("Show as a code")
    assert screen.route == f"/code/play/{play.id}"
    screen.tap("Save (.bgsplay)")
    assert screen.called[-1][1]["file_name"] == "2025-03-07-carpe-diem.bgsplay"
    assert cast("Any", screen.find(BG_STATS, ft.OutlinedButton)).action.method == "launch_url"
