"""The pieces of The Palaces of Carrara as they are drawn."""

from __future__ import annotations

import pytest

from companion.ui.core.theme import DARK, LIGHT, Palette, contrast
from companion.ui.editors.palaces_of_carrara.drawings import BLOCK_INKS
from scoring.palaces_of_carrara.state import Color

READ, SEEN = 4.5, 3
"""The contrast at which a text is read, and a drawing is seen. Web Content Accessibility Guidelines 2."""


@pytest.mark.parametrize("color", Color)
def test_a_number_is_read_on_every_building_block(color: Color) -> None:
    fill, ink = BLOCK_INKS[color]
    assert contrast(ink, fill) >= READ


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("color", Color)
def test_every_building_block_stands_out_from_paper(palette: Palette, color: Color) -> None:
    fill, _ = BLOCK_INKS[color]
    assert max(contrast(edge, palette.surface) for edge in (fill, palette.muted)) >= SEEN
