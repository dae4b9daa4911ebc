"""The size of the board, and the board on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.ui.components.layout import SQUARE_GAP, HighlightedBoard
from companion.ui.core.context import Viewport
from companion.ui.editors.little_town.board import square_size
from companion.ui.editors.little_town.drawings import RULER
from companion.ui.editors.little_town.editor import LITTLE_TOWN
from scoring.little_town.state import BOARD_COLUMNS, BOARD_SQUARES
from tests.companion.little_town_tables import house, table_state

if TYPE_CHECKING:
    from tests.companion.headless import Headless


@pytest.mark.parametrize(
    ("width", "least"), [(320, 34), (360, 38), (390, 42), (412, 44), (844, 43), (1280, 44)], ids=str
)
def test_the_board_fits_and_its_squares_can_be_tapped(width: int, least: int) -> None:
    """On an upright phone it takes the whole width; no phone of 390 px has room for nine squares of 44."""
    size = square_size(Viewport(width=width, height=700))
    assert least - SQUARE_GAP <= size.width <= size.height
    room = width / 2 - 16 if width >= 760 else width
    assert BOARD_COLUMNS * (size.width + SQUARE_GAP) + RULER <= room


def test_the_board_is_drawn_for_the_sheet(app: Headless) -> None:
    state = table_state(buildings=(house("castle", "C3"), house("well", "C4")))
    screen = app.show(HighlightedBoard, LITTLE_TOWN.board, state.table, 0, ("C4",), 156)
    assert screen.names == []
    assert len(screen.controls(unsaid=True)) > len(BOARD_SQUARES)
