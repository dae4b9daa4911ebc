"""The sheet of a play handed to people: as a picture in light and dark, as text, by the share sheet."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.sync_api import expect

from companion.system import paths
from companion.ui.core.theme import DARK, LIGHT
from storage.repositories.tables import Store
from tests.browser.conftest import running
from tests.browser.program import Program, tessera
from tests.browser.screen import DESKTOP_DARK, PHONE
from tests.companion.played import LONG, put_play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.ui.core.theme import Palette
    from tests.browser.screen import Screen

POINTS = {"Anna": (12, 9, 20, 4), "Ben": (10, 34), "Cathy": (3, 4, 5), LONG: (1, 2)}

SHARE_SHEET = """
    Object.defineProperty(navigator, "canShare", { value: () => true });
    window.shared = [];
    Object.defineProperty(navigator, "share", { value: async (given) => {
        const files = (given.files ?? []).map((file) => [file.name, file.type, file.size]);
        window.shared.push({ text: given.text ?? "", files, tapped: navigator.userActivation.isActive });
    } });
"""
"""A share sheet that keeps what it was given, and whether that was inside a tap."""


@pytest.fixture
def seeded(tmp_path: Path) -> Iterator[Program]:
    """The app, with one play."""
    folder = tmp_path / "seeded"
    (folder / "data").mkdir(parents=True)
    store = Store(paths.database(folder / "data"), lambda: datetime.now(UTC))
    with closing(store):
        put_play(store, date(2025, 3, 7), POINTS)
    yield from running(tessera, folder)


def at_the_play(screen: Screen) -> Screen:
    screen.open("/history")
    screen.button("Carpe Diem", exact=False).first.click()
    screen.sees("Share")
    return screen


def saved(screen: Screen, folder: Path) -> Image.Image:
    """The picture that a browser saves."""
    with screen.page.expect_download() as download:
        screen.tap("Save the picture")
    assert download.value.suggested_filename == "2025-03-07-carpe-diem.png"
    file = folder / "picture.png"
    download.value.save_as(file)
    with Image.open(file) as picture:
        return picture.convert("RGB")


def assert_drawn(picture: Image.Image, palette: Palette) -> None:
    """The whole sheet is there: higher than wide, on its ground, with writing down to the last row."""
    ground, ink = (tuple(bytes.fromhex(colour[1:])) for colour in (palette.ground, palette.ink))
    assert picture.width >= 960
    assert picture.height > picture.width
    assert picture.getpixel((0, 0)) == ground
    assert picture.getpixel((picture.width - 1, picture.height - 1)) == ground
    high = picture.height // 8
    for top in range(0, 8 * high, high):
        part = picture.crop((0, top, picture.width, top + high))
        assert ink in {colour for _, colour in part.getcolors(part.width * part.height) or ()}


def test_the_picture_is_saved_light_and_dark_whatever_the_app_is(
    seeded: Program, open_screen: Callable[[str], Screen], tmp_path: Path
) -> None:
    screen = at_the_play(open_screen(seeded.address))
    screen.tap("Share")
    screen.sees("As a code or a file")
    for _ in screen.sizes(PHONE, DESKTOP_DARK):
        screen.shot("picture")
        for words, palette in (("Dark", DARK), ("Light", LIGHT)):
            screen.tap(words)
            expect(screen.button(words)).to_have_attribute("aria-current", "true")
            assert_drawn(saved(screen, tmp_path), palette)
        expect(screen.button("Share")).to_have_count(0)
    screen.tap("Copy the text")
    screen.sees("The text is copied.")


def test_a_phone_is_given_its_share_sheet_inside_the_tap(seeded: Program, open_screen: Callable[[str], Screen]) -> None:
    screen = open_screen(seeded.address)
    screen.page.add_init_script(SHARE_SHEET)
    client = screen.page.context.new_cdp_session(screen.page)
    client.send(
        "Emulation.setUserAgentOverride",
        {"userAgent": "Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36", "platform": "Android"},
    )
    at_the_play(screen)
    screen.tap("Share")
    screen.sees("As a code or a file")
    screen.tap("Share")
    screen.tap("Share: As text")
    screen.wait(350)
    picture, text = screen.page.evaluate("window.shared")
    ((name, kind, size),) = picture["files"]
    assert (name, kind, picture["tapped"]) == ("2025-03-07-carpe-diem.png", "image/png", True)
    assert size > 10_000
    assert text["tapped"]
    assert text["text"].startswith("Carpe Diem, 7 Mar 2025\nAnna wins\n\n1. Anna: 45\n")
