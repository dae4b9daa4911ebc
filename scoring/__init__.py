"""The rules of the games, as pure functions: no files, clock, randomness, screen or database."""

from __future__ import annotations

from collections import UserDict
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from scoring.game import Game


V = TypeVar("V")


class Registry(UserDict[str, V]):
    """Values by their keys, each of which is loaded when it is first asked for: few programs need all."""

    def __init__(self, keys: Iterable[str], load: Callable[[str], V]) -> None:
        """Begin with nothing but the keys; `load` takes one of them."""
        unloaded: dict[str, Any] = dict.fromkeys(keys)
        super().__init__(unloaded)
        self._load = load

    def __getitem__(self, key: str) -> V:
        if self.data[key] is None:
            self.data[key] = self._load(key)
        return self.data[key]


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
