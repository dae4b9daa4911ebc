"""No text is cut off: on the narrowest phone, with large text, and in languages that need more room than English."""

from __future__ import annotations

import json
import os
import time
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

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
    from collections.abc import Iterator

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

GO: Final = """
async ([route, most]) => {
    const before = tessera.drawn(), end = performance.now() + most;
    history.pushState(history.state, "", route);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    while (tessera.drawn() === before && performance.now() < end) await new Promise(requestAnimationFrame);
}
"""
"""Goes to a screen, and waits until it shows, at most so many ms: it may be the one that shows already."""

HEIGHT: Final = 2000
"""The height of the screen, in px."""

SHOWN: Final = 1000
"""Milliseconds in which a screen begins to show."""

FEW_BUTTONS: Final = 4
"""More than a table has that is being opened, and fewer than each of its tabs."""

EVERYTHING: Final = bool(os.environ.get("TESSERA_CUT_OFF"))
"""Whether all languages are looked at in all sizes; else only one that needs more room than any."""


OTHERS: Final = 5
"""Seconds until a screen that looks like the one before is taken for one that does."""


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
        for language in ("en", "de", LONGER)
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
        anna = next(one for one in people.players(store) if one.name == "Anna")
        routes += ["/statistics/carpe-diem", f"/play/{play}"]
        routes += [f"/statistics/carpe-diem/{anna.id}", f"/play/{play}/correct"]
        store.set("language", reader.language)
        store.set("text", reader.text)
    return routes


def pictures(chromium: Browser, program: Program, reader: Reader, routes: list[str]) -> Iterator[Image.Image]:
    """Every screen as a reader sees it, so high that nothing has to be scrolled."""
    look = Look(width=reader.width, height=HEIGHT)
    context = chromium.new_context(
        viewport={"width": look.width, "height": look.height}, reduced_motion="reduce", locale="en-GB"
    )
    with stopped_at_the_end(program.start()), closing(context):
        screen = Screen(context, program.address, look, None).open()
        picture = b""
        for route in routes:
            screen.page.evaluate(GO, [route, SHOWN])
            if "statistics" in route:
                expect(screen.page.get_by_role("img").first).to_be_visible()
            if route.startswith("/table/"):  # not while it is being opened
                expect(screen.page.get_by_role("button").nth(FEW_BUTTONS)).to_be_visible()
            end, before = time.monotonic() + OTHERS, picture
            while picture == before and time.monotonic() < end:  # still of the page before
                screen.rest()
                picture = screen.page.screenshot()
            yield Image.open(BytesIO(picture)).convert("RGB")


@pytest.mark.parametrize("reader", READERS, ids=str)
def test_no_text_is_cut_off(chromium: Browser, tmp_path: Path, failures: Path, reader: Reader) -> None:
    dots, whole = Program(showing("dots"), tmp_path), Program(showing("whole"), tmp_path)
    routes = put(dots, reader)
    before = list(pictures(chromium, dots, reader, routes))
    cut: list[str] = []
    for route, one, other in zip(routes, before, pictures(chromium, whole, reader, routes), strict=True):
        box = ImageChops.difference(one, other).getbbox()
        if box is not None:
            for name, picture in (("dots", one), ("whole", other)):
                picture.save(failures / f"cut-off-{len(cut)}-{reader}-{name}.png")
            cut.append(f"{route} at {box}")
    assert cut == []
