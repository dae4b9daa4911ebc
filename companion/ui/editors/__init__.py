"""The games that have screens: one line a game."""

from __future__ import annotations

from typing import Final

from companion.ui.editors.carpe_diem.editor import CARPE_DIEM
from companion.ui.editors.little_town.editor import LITTLE_TOWN
from companion.ui.editors.mayor.editor import MAYOR
from companion.ui.editors.palaces_of_carrara.editor import PALACES_OF_CARRARA
from companion.ui.editors.score_pad.editor import SCORE_PAD

EDITORS: Final = {editor.game: editor for editor in (CARPE_DIEM, LITTLE_TOWN, MAYOR, PALACES_OF_CARRARA, SCORE_PAD)}
