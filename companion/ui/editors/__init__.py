"""The screens of the games: one line a game, none for one whose screens are made from the types of its state."""

from __future__ import annotations

from typing import Final

from companion.games import KITS
from companion.ui.editors.carpe_diem.editor import CARPE_DIEM
from companion.ui.editors.form.editor import form_editor
from companion.ui.editors.little_town.editor import LITTLE_TOWN
from companion.ui.editors.mayor.editor import MAYOR
from companion.ui.editors.palaces_of_carrara.editor import PALACES_OF_CARRARA
from companion.ui.editors.score_pad.editor import SCORE_PAD
from scoring import GAMES

OWN_EDITORS: Final = {editor.game: editor for editor in (CARPE_DIEM, LITTLE_TOWN, MAYOR, PALACES_OF_CARRARA, SCORE_PAD)}
"""The editors of the games that have one of their own."""

EDITORS: Final = {key: OWN_EDITORS.get(key) or form_editor(GAMES[key]) for key in KITS}
