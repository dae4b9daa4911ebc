"""The games that have screens: one line a game."""

from __future__ import annotations

from typing import Final

from companion.editors.carpe_diem import CARPE_DIEM

EDITORS: Final = {editor.game: editor for editor in (CARPE_DIEM,)}
