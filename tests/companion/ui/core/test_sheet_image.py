"""The sheet of a play as a picture: whole, in its colours, and nothing of it beyond the edge."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from companion.services.results import result_of_play
from companion.system.native_pictures import Lettering
from companion.system.pictures import Face
from companion.ui.core.sheet_image import MIN_WIDTH, STEP, length, parts_of, sheet_picture
from companion.ui.core.theme import DARK, LIGHT
from storage.repositories import plays
from storage.repositories.play_content import MAX_TOTAL
from tests.companion.played import LONG, put_play, put_result

if TYPE_CHECKING:
    from companion.services.results import Result
    from companion.ui.core.theme import Palette
    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless

DAY = date(2025, 3, 7)
NAMES = ("Anna", "Ben", LONG, "Wolfeschlegelsteinhausenbergerdorff", "Dora", "Émile")


def drawn(play: StoredPlay, result: Result, palette: Palette = LIGHT) -> Image.Image:
    picture = Image.open(io.BytesIO(asyncio.run(sheet_picture(play, result, palette))))
    assert picture.format == "PNG"
    return picture


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def played(app: Headless, **points: tuple[int, ...]) -> tuple[StoredPlay, Result]:
    return opened(app, app.worker.run_blocking(put_play, DAY, points))


def opened(app: Headless, play_id: str) -> tuple[StoredPlay, Result]:
    play = app.worker.run_blocking(plays.play, play_id)
    assert play is not None
    return play, result_of_play(play)


def has(picture: Image.Image, colour: str, box: tuple[int, int, int, int] | None = None) -> bool:
    part = picture.crop(box) if box else picture
    colours = part.getcolors(part.width * part.height)
    assert colours is not None
    return rgb(colour) in {pixel for _, pixel in colours}


def assert_margins_free(picture: Image.Image, palette: Palette = LIGHT) -> None:
    width, height = picture.size  # the first letter of a line may begin a pixel before it
    edges = [
        (0, 0, 4 * STEP - 1, height),
        (width - 4 * STEP + 1, 0, width, height),
        (0, 0, width, 4 * STEP),
        (0, height - 4 * STEP + 1, width, height),
    ]
    for edge in edges:
        assert picture.crop(edge).getcolors() == [((edge[2] - edge[0]) * (edge[3] - edge[1]), rgb(palette.ground))]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_it_is_drawn_in_the_colours_of_its_theme(app: Headless, palette: Palette) -> None:
    picture = drawn(*played(app, Anna=(5, 3), Ben=(4,)), palette)
    assert picture.mode == "RGB"
    assert picture.width == MIN_WIDTH
    for colour in (palette.ink, palette.secondary_wash, palette.surface, palette.line, palette.secondary):
        assert has(picture, colour)
    assert_margins_free(picture, palette)


def test_the_last_row_is_whole(app: Headless) -> None:
    picture = drawn(*played(app, Anna=(5, 3), Ben=(4,)))
    last_row = (8 * STEP, picture.height - 14 * STEP, picture.width - 8 * STEP, picture.height - 8 * STEP)
    assert has(picture, LIGHT.secondary, last_row)
    assert has(picture, LIGHT.muted, last_row)
    assert has(picture, LIGHT.ink, last_row)


@pytest.mark.parametrize("players", range(2, len(NAMES) + 1))
def test_nothing_reaches_beyond_the_edge(app: Headless, players: int) -> None:
    points = {name: (MAX_TOTAL - seat, -12) for seat, name in enumerate(NAMES[:players])}
    assert_margins_free(drawn(*played(app, **points)))


def test_many_players_and_a_long_place_have_room(app: Headless) -> None:
    play, result = played(app, **{f"Player number {number}": (number,) for number in range(30)})
    assert_margins_free(drawn(replace(play, place="In the garden behind the house " * 9), result))


def test_what_decided_a_place_is_drawn(app: Headless) -> None:
    play, result = played(app, Anna=(5,), Ben=(4,))
    first, last = result.sheet.standings
    decided = replace(first, decided_by="", because=last.because)
    plain = replace(result, sheet=replace(result.sheet, standings=(decided, last)))
    won = replace(first, decided_by="writs", because=replace(first.because, template="most writs left: 4 to 2"))
    explained = replace(result, sheet=replace(result.sheet, standings=(won, last)))
    assert drawn(play, explained).height > drawn(play, plain).height


def test_a_plain_result_has_no_table(app: Headless) -> None:
    picture = drawn(*opened(app, app.worker.run_blocking(put_result, DAY, {"Anna": 12, LONG: None})))
    assert has(picture, LIGHT.ink)
    assert not has(picture, LIGHT.surface)
    assert_margins_free(picture)


@pytest.mark.parametrize(
    "names",
    [("🎲🎲", "😀😀"), ("李明", "王芳"), ("さくら", "タロウ"), ("민준", "서연"), ("سارة", "ليلى"), ("שרה", "דוד")],
    ids=ascii,
)
def test_a_name_is_drawn_whatever_it_is_written_in(app: Headless, names: tuple[str, str]) -> None:
    first, second = (drawn(*opened(app, app.worker.run_blocking(put_result, DAY, {name: 12}))) for name in names)
    assert has(first, LIGHT.ink)
    assert first.tobytes() != second.tobytes()  # what stands for a missing letter would be the same for both


def test_names_of_several_words_keep_their_direction_and_letters_of_no_font_their_place() -> None:
    assert [part for _, part in parts_of("Anna, שרה בן-דוד: 5")] == ["Anna, ", "דוד", "-", "בן", " ", "שרה", ": 5"]
    assert [part for _, part in parts_of("👩‍🚀 李明")] == ["👩‍🚀", " ", "李", "明"]
    assert length(Lettering(), "ᚠ", Face("fonts/TesseraSans-Regular.ttf", 32)) > 0
