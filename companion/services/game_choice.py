"""Which games New table shows before anybody types, and which it finds by what is typed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from companion.games.score_pad import PADS_PART, ready_pads
from scoring import GAMES
from storage.repositories.games import bgg_key, recorded_pad_key, times_played
from storage.repositories.values import PAD_GAME, PAD_PREFIX, by_letter, folded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.tables.my_copy import MyCopy
    from scoring.game import Game
    from storage.repositories.tables import Store

    Games = Mapping[str, Game[Any]]

Tails = tuple[str, ...]
"""A name from each of its words on, in letters and digits alone."""

MAX_PADS: Final = 12
"""How many pads are shown before anybody types."""

MAX_FOUND: Final = 8
"""How many games are shown of those found."""

MIN_MISSPELT: Final = 4
"""The fewest letters that may be misspelt."""

ALIKE: Final = 0.75
"""How alike what is typed and the beginning of a name are at least, from 0 to 1."""

_TWO_LETTERS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The games that can begin here by stored key, with their numbers of plays; `own` are the keys of my pads."""

    games: Games
    own: frozenset[str]
    plays: Mapping[str, int]


def load_choice(store: Store, games: Games, copies: Mapping[str, MyCopy]) -> Choice:
    """Return the choice of a game; plays that were taken in from elsewhere count for the pad that they would go to."""
    played = times_played(store)
    for key, game in ready_pads().items():
        elsewhere = played.get(bgg_key(game.file.pad.bgg), 0)
        if elsewhere:
            played[f"{PAD_PREFIX}{key}"] = played.get(f"{PAD_PREFIX}{key}", 0) + elsewhere
    for key, plays in [*played.items()]:
        made = recorded_pad_key(key)
        if made in games:
            played[made] = played.get(made, 0) + plays
    own = frozenset(f"{PAD_PREFIX}{key}" for key in copies[PAD_GAME].part(PADS_PART))
    return Choice(games=games, own=own, plays=played)


def proposed(choice: Choice, chosen: str) -> tuple[str, ...]:
    """Return the games to show before anybody types: those with rules, my pads, and what was played of the shelf."""
    rules = [key for key in choice.games if key in GAMES]
    pads = [key for key in choice.games if key not in GAMES and (key in choice.own or choice.plays.get(key))]
    pads.sort(key=lambda key: _tier(choice, key))
    return tuple(dict.fromkeys((*rules, *pads[:MAX_PADS], chosen)))


def search(choice: Choice, typed: str) -> tuple[str, ...]:
    """Return the games with a name, one of whose words begins as typed; without any, those that contain or resemble it.

    Games with rules come first, then my pads, then the shelf; in each, those that were played, then those whose whole
    name begins so.
    """
    letters = "".join(_letters(typed))
    spelt = {key: _spellings_of(choice, key) for key in choice.games} if letters else {}
    for matches in (_begins, _contains, _resembles):
        keys = [key for key, spellings in spelt.items() if any(matches(letters, tails) for tails in spellings)]
        if keys:
            first = {key for key in keys if any(tails[0].startswith(letters) for tails in spelt[key] if tails)}
            return tuple(
                sorted(keys, key=lambda key: (_tier(choice, key), key not in first, by_letter(_titles(choice, key)[0])))
            )
    return ()


def _tier(choice: Choice, key: str) -> tuple[int, bool]:
    """Return where a game stands: those with rules, my pads, the shelf; in each, those that were played first."""
    return 0 if key in GAMES else 1 if key in choice.own else 2, not choice.plays.get(key)


def _titles(choice: Choice, key: str) -> tuple[str, ...]:
    """Return what a game is called, its title first; a pad of the shelf need not be read for that."""
    game = ready_pads().get(key.removeprefix(PAD_PREFIX))
    names = () if game is None else (game.title, *game.names)
    if game is None or key in choice.own:
        names = (choice.games[key].title, str(choice.games[key].name), *names)
    return names


def _spellings_of(choice: Choice, key: str) -> tuple[Tails, ...]:
    return tuple(spelling for name in _titles(choice, key) for spelling in _spellings(name))


@lru_cache(maxsize=1000)
def _spellings(name: str) -> tuple[Tails, ...]:
    """Return the ways in which a name is typed: an umlaut as its base letter, or as two letters.

    >>> _spellings("Ganz schön clever")[1]
    ('ganzschoenclever', 'schoenclever', 'clever')
    """
    ways = dict.fromkeys((_letters(name), _letters(folded(name).translate(_TWO_LETTERS))))
    return tuple(tuple("".join(words[at:]) for at in range(len(words))) for words in ways)


def _letters(name: str) -> tuple[str, ...]:
    """Return the words of a name in letters and digits, without case and accents.

    >>> _letters("6 nimmt! / It's Qué-Tal")
    ('6', 'nimmt', 'its', 'que', 'tal')
    """
    return tuple(re.findall(r"[^\W_]+", re.sub("['’]", "", by_letter(name)[0])))


def _begins(typed: str, tails: Tails) -> bool:
    return any(tail.startswith(typed) for tail in tails)


def _contains(typed: str, tails: Tails) -> bool:
    return any(typed in tail for tail in tails[:1])


def _resembles(typed: str, tails: Tails) -> bool:
    beginnings = (tail[: len(typed)] for tail in tails[:1] if len(typed) >= MIN_MISSPELT)
    return any(_alike(SequenceMatcher(None, typed, beginning)) for beginning in beginnings)


def _alike(compared: SequenceMatcher[str]) -> bool:
    """Return whether two texts are alike: their lengths say at once that most are not, however much is typed."""
    return compared.real_quick_ratio() >= ALIKE and compared.ratio() >= ALIKE
