"""The rules of the games, as pure functions: no files, clock, randomness, screen or database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from scoring.carpe_diem.game import CARPE_DIEM
from scoring.little_town.game import LITTLE_TOWN
from scoring.mayor.game import MAYOR
from scoring.palaces_of_carrara.game import PALACES_OF_CARRARA
from scoring.score_pad.game import SCORE_PAD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.game import Game

GAMES: Final[Mapping[str, Game[Any]]] = {
    game.key: game for game in (CARPE_DIEM, LITTLE_TOWN, MAYOR, PALACES_OF_CARRARA, SCORE_PAD)
}
"""The registry: each game by its key."""
