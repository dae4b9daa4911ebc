"""The pieces of The Palaces of Carrara as they are drawn."""

from __future__ import annotations

import pytest

from companion.ui.core.theme import contrast
from companion.ui.editors.palaces_of_carrara.drawings import BLOCK_INKS
from scoring.palaces_of_carrara.state import Color

READ = 4.5
"""The contrast at which a text is read. Web Content Accessibility Guidelines 2, success criterion 1.4.3."""


@pytest.mark.parametrize("color", Color)
def test_a_number_is_read_on_every_building_block(color: Color) -> None:
    fill, ink = BLOCK_INKS[color]
    assert contrast(ink, fill) >= READ
