"""The sheet of a play as a picture: whole, in its colours, with why it was won, and nothing of it beyond the edge."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from companion.games import KITS
from companion.services.results import result_of_play
from companion.system.native_pictures import Lettering
from companion.system.pictures import Box, Face, Words
from companion.tables.state import Colour
from companion.ui.components import sheet_image
from companion.ui.components.sheet_image import (
    BAR,
    MIN_WIDTH,
    STEP,
    _drawing,
    _fonts_by_letter,
    length,
    parts_of,
    sheet_picture,
)
from companion.ui.core.theme import DARK, LIGHT, MARKS, game_tint, player_colour, seat_wash
from storage.repositories import plays
from storage.repositories.play_content import MAX_TOTAL
from tests.companion.played import LONG, put_lost, put_play, put_result
from tests.companion.services.test_results import play
from tests.scoring.score_pad.pads import category, document

if TYPE_CHECKING:
    from pathlib import Path

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
    of_anna = seat_wash(Colour.RED, palette)
    for colour in (palette.ink, of_anna, palette.surface, palette.line, palette.secondary):
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
    play, result = played(app, Anna=(5,), Ben=(5,))
    first, last = result.sheet.standings
    decided = replace(first, decided_by="", because=last.because)
    plain = replace(result, sheet=replace(result.sheet, standings=(decided, last)))
    won = replace(first, decided_by="writs", because=replace(first.because, template="most writs left: 4 to 2"))
    explained = replace(result, sheet=replace(result.sheet, standings=(won, last)))
    assert drawn(play, explained).height > drawn(play, plain).height


def test_a_plain_result_has_no_table(app: Headless) -> None:
    picture = drawn(*opened(app, app.worker.run_blocking(put_result, DAY, {"Anna": 12, LONG: None})))
    assert has(picture, LIGHT.ink)
    assert not has(picture, LIGHT.line)
    assert_margins_free(picture)


def shapes(app: Headless, play_id: str, palette: Palette = LIGHT) -> tuple[Box | Words, ...]:
    return _drawing(*opened(app, play_id), palette, Lettering()).shapes


def words(drawn_shapes: tuple[Box | Words, ...]) -> list[str]:
    return [shape.words for shape in drawn_shapes if isinstance(shape, Words)]


def bars(drawn_shapes: tuple[Box | Words, ...]) -> list[list[tuple[str, int]]]:
    """The bar of each player, from the first place down: its colours with their lengths in pixels."""
    parts = [shape for shape in drawn_shapes if isinstance(shape, Box) and shape.height == BAR]
    return [
        [(part.fill, part.width) for part in parts if part.top == top] for top in sorted({part.top for part in parts})
    ]


def test_it_says_who_won_and_why_in_the_emblem_and_the_colour_of_whom_it_is_about(app: Headless) -> None:
    of_rules = shapes(app, app.worker.run_blocking(put_play, DAY, {"Anna": (5, 9), "Ben": (4, 6)}))
    said = ["Anna wins", "4 points ahead of Ben.", "Items on resource board decided most: 9 to 6."]
    assert [line for line in words(of_rules) if line in said] == said
    assert words(of_rules)[0] == MARKS[KITS["carpe-diem"].mark]
    recorded = shapes(app, app.worker.run_blocking(put_result, DAY, {"Anna": 9, "Ben": 5}, "Ticket to Ride"))
    assert words(recorded)[0] == "TR"
    grounds = [shape.fill for shape in recorded if isinstance(shape, Box)]
    assert grounds == [game_tint("Ticket to Ride"), seat_wash(Colour.RED, LIGHT)]
    lost = shapes(app, app.worker.run_blocking(put_lost, DAY, {"Anna": 9, "Ben": 5}))
    assert [shape.fill for shape in lost if isinstance(shape, Box)][1] == LIGHT.surface


def test_the_line_that_decided_lies_first_and_lost_points_are_cut_out(app: Headless) -> None:
    drawn_shapes = shapes(app, app.worker.run_blocking(put_play, DAY, {"Anna": (10, 30, -8), "Ben": (12, 8)}))
    of_anna, of_ben = bars(drawn_shapes)
    width = sum(long for _, long in of_anna)
    assert sum(long for _, long in of_ben) == width
    full, of_other = player_colour(Colour.RED, LIGHT), player_colour(Colour.GREEN, LIGHT)
    assert [fill for fill, _ in (of_anna[0], of_ben[0])] == [full, of_other]
    assert of_anna[0][1] == pytest.approx(width * 30 / 40, abs=5)
    assert of_ben[0][1] == pytest.approx(width * 8 / 40, abs=5)
    (gone,) = (long for fill, long in of_anna if fill == LIGHT.surface)
    assert gone == pytest.approx(width * 8 / 40, abs=9)
    assert not [fill for fill, _ in of_ben if fill == LIGHT.surface]
    assert {"30", "8"} <= set(words(drawn_shapes))


def test_the_best_of_a_line_stands_on_the_colour_of_its_player(app: Headless) -> None:
    drawn_shapes = shapes(app, app.worker.run_blocking(put_play, DAY, {"Anna": (5, 9), "Ben": (6, 9)}))
    (best,) = [shape for shape in drawn_shapes if isinstance(shape, Box) and shape.radius == STEP]
    assert best.fill == seat_wash(Colour.GREEN, LIGHT)


def test_rounds_stand_above_the_total_that_they_add_up_to_and_their_sum_is_not_said_twice() -> None:
    pad = play(document(category("rounds", "hands"), entries=[{"hands": [7, 9]}, {"hands": [5, 3]}]), game="score-pad")
    said = words(_drawing(pad, result_of_play(pad), LIGHT, Lettering()).shapes)
    assert said[-12:] == ["Round 1", "7", "5", "Round 2", "9", "3", "Total", "16", "8", "Place", "1.", "2."]


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


def test_without_the_table_of_fonts_the_words_are_there_and_it_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _fonts_by_letter.cache_clear()
    with monkeypatch.context() as offline:
        offline.setattr(sheet_image, "assets", lambda: tmp_path)
        assert parts_of("Anna 李明") == [("", "Anna 李明")]
    assert [part for _, part in parts_of("Anna 李明")] == ["Anna ", "李", "明"]
