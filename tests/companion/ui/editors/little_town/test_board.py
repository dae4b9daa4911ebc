"""The board of Little Town: its size, its squares, the board on the sheet, and what is entered where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.tables.state import STYLES, PlayerStyle
from companion.ui.components.layout import SQUARE_GAP, HighlightedBoard
from companion.ui.core.context import Viewport
from companion.ui.core.theme import DARK, LIGHT, contrast
from companion.ui.editors.little_town.board import square_size
from companion.ui.editors.little_town.drawings import RULER, square_pictures, terrain_colours
from companion.ui.editors.little_town.editor import LITTLE_TOWN
from scoring import GAMES
from scoring.little_town.state import BOARD_COLUMNS, BOARD_SQUARES, Terrain, Tile
from tests.companion.little_town_tables import house, table_state

if TYPE_CHECKING:
    from tests.companion.headless import Headless


@pytest.mark.parametrize(
    ("width", "least"), [(320, 34), (360, 36), (390, 40), (412, 42), (844, 43), (1280, 44)], ids=str
)
def test_the_board_fits_and_its_squares_can_be_tapped(width: int, least: int) -> None:
    """On a very narrow phone it takes the whole width, on others it has the margins of the page."""
    size = square_size(Viewport(width=width, height=700))
    assert least - SQUARE_GAP <= size.width <= size.height
    room = width / 2 - 16 if width >= 760 else width - 16 * (width >= 360)
    assert BOARD_COLUMNS * (size.width + SQUARE_GAP) + RULER <= room


def test_the_board_is_drawn_for_the_sheet(app: Headless) -> None:
    state = table_state(buildings=(house("castle", "C3"), house("well", "C4")))
    screen = app.show(HighlightedBoard, LITTLE_TOWN.board, state.table, 0, ("C4",), 156)
    assert screen.names == []
    assert len(screen.controls(unsaid=True)) > len(BOARD_SQUARES)


def test_every_field_and_rule_is_entered_somewhere() -> None:
    entered = frozenset().union(*(tab.enters for tab in LITTLE_TOWN.tabs))
    assert entered >= set(GAMES["little-town"].rules) | {"score", "coins", "cubes", "buildings", "workers", "board"}


def test_every_building_has_a_drawing_of_its_own() -> None:
    assert len({tile.noun.mark for tile in Tile}) == len(Tile)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_terrain_is_told_apart_and_its_marks_are_seen(palette: Any) -> None:
    grounds = {terrain_colours(terrain, palette)[0] for terrain in Terrain}
    assert len(grounds) == len(Terrain)
    for terrain in Terrain:
        ground, ink = terrain_colours(terrain, palette)
        assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("terrain", Terrain)
def test_frames_and_what_is_wrong_are_seen_on_every_terrain(palette: Any, terrain: Terrain) -> None:
    ground, _ = terrain_colours(terrain, palette)
    for line in (palette.primary, palette.error):
        assert contrast(line, ground) >= 3


def test_a_lit_picture_dims_the_others() -> None:
    found_ = square_pictures(table_state().table, (), {}, highlighted=frozenset({"C3"}))
    assert [cell for cell in BOARD_SQUARES if found_[cell].highlighted] == ["C3"]
    assert found_["C3"].seat is None


def test_owners_have_their_own_look() -> None:
    looks: tuple[PlayerStyle, ...] = (STYLES[3], STYLES[2])
    found_ = square_pictures(
        table_state(buildings=(house("pier", "B4", "Ben"), house("well", "C3", "Zoe"))).table, looks, {}
    )
    assert (found_["B4"].seat, found_["C3"].seat) == (STYLES[2], None)
