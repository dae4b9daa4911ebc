"""The rules of the games, as pure functions: no files, clock, randomness, screen or database."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final

from scoring.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.game import Game

_PLACES: Final = {
    "carpe-diem": "scoring.carpe_diem.game:CARPE_DIEM",
    "little-town": "scoring.little_town.game:LITTLE_TOWN",
    "mayor": "scoring.mayor.game:MAYOR",
    "palaces-of-carrara": "scoring.palaces_of_carrara.game:PALACES_OF_CARRARA",
    "score-pad": "scoring.score_pad.game:SCORE_PAD",
}
"""Where each game is: its module and its name there."""

GAMES: Final[Mapping[str, Game[Any]]] = Registry(_PLACES, lambda key: resolve_name(_PLACES[key]))
"""The registry: each game by its key."""
