"""No text is cut off: on the narrowest phone, with large text, and in languages that need more room than English."""

from __future__ import annotations

import json
import os
import shutil
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from companion.formatting.languages import languages
from companion.tables.my_copy import MyCopy
from companion.ui.editors import EDITORS
from storage.documents import codec
from storage.repositories import people
from tests.browser import kept
from tests.browser.conftest import stopped_at_the_end
from tests.browser.measured import LONGER, showing
from tests.browser.program import Program
from tests.browser.screen import Look, Screen
from tests.companion.played import in_play, put_play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser

GOLDEN: Final = Path(__file__).parents[1] / "golden"

TABLES: Final = {
    "carpe-diem": "cathy-frame",
    "little-town": "castle-watchtower-and-a-shared-win",
    "mayor": "job-sharing-scored",
    "palaces-of-carrara": "final-scoring-four-players",
    "score-pad": "farm",
}
"""A golden sheet of each game, which lies on the table."""

SCREENS: Final = ("/", "/new", "/settings", "/history", "/statistics/all", "/people", "/exchange", "/take", "/cards")

HEIGHT: Final = 2000
"""The height of the screen, in px."""

FEW_BUTTONS: Final = 4
"""More than a table has that is being opened, and fewer than each of its tabs."""

EVERYTHING: Final = bool(os.environ.get("TESSERA_CUT_OFF"))
"""Whether all languages are looked at in all sizes; else only one that needs more room than any."""


OTHERS: Final = 10
"""Seconds until a screen that looks like the one before, or unlike its other, is taken for one that does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A reader: the language, the width of the screen in px, and the scale of the text."""

    language: str
    width: int
    text: float = 1.0

    def __str__(self) -> str:
        return f"{self.language}-{self.width}-{self.text:.0%}"


READERS: Final = (
    [
        Reader(language=language, width=width, text=text)
        for language in (*languages(), LONGER)
        for width, text in ((320, 1.0), (390, 1.0), (390, 2.0), (320, 2.0), (1280, 1.0))
    ]
    if EVERYTHING
    else [Reader(language=LONGER, width=390)]
)


def put(program: Program, reader: Reader) -> list[str]:
    """Put a table of each game in play, and a play in the history; return the addresses of all that is shown."""
    routes = list(SCREENS)
    for game, name in TABLES.items():
        read = codec.read_table(json.loads((GOLDEN / game / f"{name}.json").read_text(encoding="utf-8")))
        address = kept.begun(program, read.game, in_play(read, MyCopy(cast("Any", None), game, ())))
        routes += [f"{address}/{tab.key}/0" for tab in EDITORS[game].tabs]
        routes.append(f"/help/{game}")
    with kept.opened(program) as store:
        play = put_play(store, date(2026, 1, 4), {"Anna": (40, 5, 9, 14, 6, 17), "Ben": (38, 4, 12, 9, 10, 10)})
        anna = next(player for player in people.players(store) if player.name == "Anna")
        routes += ["/statistics/carpe-diem", f"/play/{play}"]
        routes += [f"/statistics/carpe-diem/{anna.id}", f"/play/{play}/correct"]
        store.set("language", reader.language)
        store.set("text", reader.text)
    return routes


@contextmanager
def opened(chromium: Browser, program: Program, reader: Reader) -> Iterator[Screen]:
    """What a reader sees of a program, on a screen so high that nothing has to be scrolled."""
    look = Look(width=reader.width, height=HEIGHT)
    context = chromium.new_context(
        viewport={"width": look.width, "height": look.height}, reduced_motion="reduce", locale="en-GB"
    )
    with stopped_at_the_end(program.start()), closing(context):
        yield Screen(context, program.address, look, None).open()


def go(screen: Screen, route: str) -> None:
    """Go to a screen, and wait until it begins to show."""
    screen.go(route)
    shows(screen, route)


def shows(screen: Screen, route: str) -> None:
    """Wait until a screen begins to show what its route has."""
    if "statistics" in route:
        expect(screen.page.get_by_role("img").first).to_be_visible()
    if route.startswith("/table/"):  # not while it is being opened
        expect(screen.page.get_by_role("button").nth(FEW_BUTTONS)).to_be_visible()


def seen(screens: Sequence[Screen], before: Sequence[bytes]) -> list[bytes]:
    """Return the pictures of screens that have come to rest, are not those before any more, and are alike by then.

    A text that is cut off stays so; a server that is busy may be silent for a while before it shows the rest.
    """
    end, pictures = time.monotonic() + OTHERS, list(before)
    while time.monotonic() < end:
        for screen in screens:
            screen.rest()
        pictures = [screen.page.screenshot() for screen in screens]
        if not set(pictures) & set(before) and difference(*pictures) is None:
            break
    return pictures


def compared(
    screens: Sequence[Screen], route: str, before: Sequence[bytes]
) -> tuple[list[bytes], tuple[int, int, int, int] | None]:
    """Go to a route on screens that looked otherwise before; return their pictures, and the box in which they differ.

    What differs is looked at again in pages that are opened anew: a browser that drew a letter badly draws it so until
    its page is loaded again.
    """
    for screen in screens:  # one comes to rest while the other does
        go(screen, route)
    pictures = seen(screens, before)
    if difference(*pictures) is not None:
        for screen in screens:
            screen.open(route)
            shows(screen, route)
        pictures = seen(screens, (b"", b""))
    return pictures, difference(*pictures)


def difference(first: bytes, second: bytes) -> tuple[int, int, int, int] | None:
    """Return the box in which two pictures differ by more than the edges of letters: left, top, right and bottom."""
    pictures = (Image.open(BytesIO(png)).convert("RGB") for png in (first, second))
    return ImageChops.difference(*pictures).point(lambda shade: shade if shade > FAINT else 0).getbbox()


FAINT: Final = 64
"""So much the edges of letters may differ, of 255: where words are cut, dots are as dark as the words."""


@pytest.mark.parametrize("reader", READERS, ids=str)
def test_no_text_is_cut_off(chromium: Browser, tmp_path: Path, failures: Path, reader: Reader) -> None:
    dots = Program(showing("dots"), tmp_path / "dots")
    routes = put(dots, reader)
    whole = Program(showing("whole"), shutil.copytree(tmp_path / "dots", tmp_path / "whole"))
    cut: list[str] = []
    with opened(chromium, dots, reader) as dotted, opened(chromium, whole, reader) as uncut:
        pictures = [b"", b""]
        for route in routes:
            pictures, box = compared((dotted, uncut), route, pictures)
            if box is not None:
                for name, picture in zip(("dots", "whole"), pictures, strict=True):
                    (failures / f"cut-off-{len(cut)}-{reader}-{name}.png").write_bytes(picture)
                cut.append(f"{route} at {box}")
    assert cut == []


class Drawn:
    """A screen that shows one color when its page went somewhere, and maybe another one when it is opened anew."""

    def __init__(self, color: str, anew: str) -> None:
        self._anew = anew
        self.page = self
        self._color = color

    def go(self, _route: str) -> None: ...

    def rest(self) -> None: ...

    def open(self, _route: str) -> None:
        self._color = self._anew

    def screenshot(self) -> bytes:
        picture = BytesIO()
        Image.new("RGB", (2, 2), self._color).save(picture, "PNG")
        return picture.getvalue()


@pytest.mark.browser  # it needs none, and stands beside what it tests
@pytest.mark.parametrize(("anew", "differs"), [("white", False), ("gray", True)])
def test_what_differs_counts_where_it_stays_in_pages_that_are_opened_anew(
    monkeypatch: pytest.MonkeyPatch, anew: str, *, differs: bool
) -> None:
    monkeypatch.setattr(f"{__name__}.OTHERS", 0.01)
    screens = cast("Any", (Drawn("gray", anew), Drawn("white", "white")))
    _, box = compared(screens, "/settings", (b"", b""))
    assert (box is not None) == differs
