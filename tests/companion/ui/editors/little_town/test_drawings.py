"""The squares of Little Town as they are drawn and read aloud."""

from __future__ import annotations

from typing import Any

import pytest

from companion.tables.state import STYLES, PlayerStyle
from companion.ui.core.theme import DARK, LIGHT, contrast
from companion.ui.editors.little_town.drawings import square_pictures, terrain_colours
from scoring.little_town.state import BOARD_SQUARES, Terrain, Tile
from tests.companion.little_town_tables import house, table_state


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
    found_ = square_pictures(table_state().table, (), highlighted=frozenset({"C3"}))
    assert [cell for cell in BOARD_SQUARES if found_[cell].highlighted] == ["C3"]
    assert found_["C3"].seat is None


def test_owners_have_their_own_look() -> None:
    looks: tuple[PlayerStyle, ...] = (STYLES[3], STYLES[2])
    found_ = square_pictures(
        table_state(buildings=(house("pier", "B4", "Ben"), house("well", "C3", "Zoe"))).table, looks
    )
    assert (found_["B4"].seat, found_["C3"].seat) == (STYLES[2], None)
