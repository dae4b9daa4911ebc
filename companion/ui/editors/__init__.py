"""The screens of the games: one line a game, none for one whose screens are made from the types of its state."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING, Final

from companion.games import KITS
from companion.ui.editors.carpe_diem import SCREENS as SCREENS_OF_CARPE_DIEM
from scoring import GAMES, Registry

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from companion.ui.editors.base import Editor

OWN_EDITORS: Final = {
    "carpe-diem": "companion.ui.editors.carpe_diem.editor:CARPE_DIEM",
    "little-town": "companion.ui.editors.little_town.editor:LITTLE_TOWN",
    "mayor": "companion.ui.editors.mayor.editor:MAYOR",
    "palaces-of-carrara": "companion.ui.editors.palaces_of_carrara.editor:PALACES_OF_CARRARA",
    "score-pad": "companion.ui.editors.score_pad.editor:SCORE_PAD",
}
"""Where the editors are of the games that have one of their own: module and name."""

SCREENS: Final = SCREENS_OF_CARPE_DIEM
"""The screens of all games that need no table, which the first screen leads to."""


def _editor(key: str) -> Editor:
    place = OWN_EDITORS.get(key)
    if place is None:
        from companion.ui.editors.form.editor import form_editor  # noqa: PLC0415 - no game needs it that has an editor

        return form_editor(GAMES[key])
    editor: Editor = resolve_name(place)
    return editor


EDITORS: Final = Registry(KITS, _editor)
"""The editors by the keys of their games."""


def board_tab(live: LiveTable) -> str | None:
    """Return the key of the first tab that shows one player, `None` where none does, or only the end is entered."""
    tabs = () if live.state.extras.only_end else EDITORS[live.game.key].tabs
    return next((tab.key for tab in tabs if tab.of_a_seat), None)
