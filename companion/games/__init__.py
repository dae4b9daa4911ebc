"""What games add to the app in addition to their rules: one line a game, none for one that has nothing but rules."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING, Final

from scoring import GAMES, Registry

if TYPE_CHECKING:
    from companion.games.kit import GameKit

OWN_KITS: Final = {
    "carpe-diem": "companion.games.carpe_diem.kit:CARPE_DIEM",
    "little-town": "companion.games.little_town.kit:LITTLE_TOWN",
    "mayor": "companion.games.mayor.kit:MAYOR",
    "palaces-of-carrara": "companion.games.palaces_of_carrara.kit:PALACES_OF_CARRARA",
    "score-pad": "companion.games.score_pad.kit:SCORE_PAD",
}
"""Where the kits are of the games that have one of their own: module and name."""


def _kit(key: str) -> GameKit:
    place = OWN_KITS.get(key)
    if place is None:
        from companion.games.plain_game import plain_kit  # noqa: PLC0415 - no game needs it that has a kit

        return plain_kit(GAMES[key])
    kit: GameKit = resolve_name(place)
    return kit


KITS: Final = Registry(GAMES, _kit)
"""The kits by the keys of their games."""
