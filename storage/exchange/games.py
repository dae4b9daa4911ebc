"""What games are called elsewhere."""

from __future__ import annotations

from typing import Final

from scoring import GAMES
from storage.exchange.record import LONGEST_TITLE, cleaned
from storage.values import folded

BGG_IDS: Final = {"carpe-diem": 245934, "palaces-of-carrara": 129948}
"""The numbers that BoardGameGeek gives to our games, as far as they are known."""

LARGEST_ID: Final = 999_999_999
"""The largest number of a game elsewhere."""

_OURS: Final = {number: key for key, number in BGG_IDS.items()}
_TITLES: Final = {folded(game.title): key for key, game in GAMES.items()}
_BGG: Final = "bgg-"


def game_of(title: str, bgg_id: int | None) -> tuple[str, str]:
    """Return key and title of a game from elsewhere: one of ours by number or title, else a key of its own.

    >>> game_of("CARPE DIEM", None), game_of("Azul", 230802), game_of("Home  made", None)
    (('carpe-diem', 'Carpe Diem'), ('bgg-230802', 'Azul'), ('other-home made', 'Home made'))
    """
    shown = cleaned(title, LONGEST_TITLE)
    key = _OURS.get(bgg_id or 0) or _TITLES.get(folded(shown))
    if key is not None:
        return key, GAMES[key].title
    return (f"{_BGG}{bgg_id}" if bgg_id else f"other-{folded(shown)}"), shown


def bgg_id_of(key: str) -> int | None:
    """Return the number that BoardGameGeek gives to a game, where it is known."""
    number = key.removeprefix(_BGG)
    fits = number.isascii() and number.isdigit() and len(number) <= len(str(LARGEST_ID))
    return int(number) if fits and key.startswith(_BGG) else BGG_IDS.get(key)
