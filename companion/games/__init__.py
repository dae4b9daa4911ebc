"""What games add to the app in addition to their rules: one line a game, none for one that has nothing but rules."""

from __future__ import annotations

from typing import Final

from companion.games.carpe_diem.kit import CARPE_DIEM
from companion.games.little_town.kit import LITTLE_TOWN
from companion.games.mayor.kit import MAYOR
from companion.games.palaces_of_carrara.kit import PALACES_OF_CARRARA
from companion.games.plain_game import plain_kit
from companion.games.score_pad.kit import SCORE_PAD
from scoring import GAMES

OWN_KITS: Final = {kit.game: kit for kit in (CARPE_DIEM, LITTLE_TOWN, MAYOR, PALACES_OF_CARRARA, SCORE_PAD)}
"""The kits of the games that have one of their own."""

KITS: Final = {key: OWN_KITS.get(key) or plain_kit(game) for key, game in GAMES.items()}
"""The kits by the keys of their games."""
