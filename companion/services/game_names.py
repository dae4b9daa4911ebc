"""The names of games: their titles, and what else tells those of one title apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date
from typing import TYPE_CHECKING, Final

from companion.formatting.dates import day_text
from scoring import GAMES
from scoring.messages import counted, say, tr
from scoring.sheet import Winner
from storage.repositories.games import is_of_pad, kept_pads, known_game, played_games, recorded_pad_key
from storage.repositories.values import by_letter, folded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from storage.repositories.games import PlayedGame
    from storage.repositories.tables import Store


def game_names(store: Store) -> Mapping[str, str]:
    """Return the names of played games and kept pads by key, in their order.

    Games of one title are told apart by what differs: their categories, who wins, when they were played first.
    """
    titles, names = _titles_and_names(store)
    return dict(sorted((titles | names).items(), key=lambda game: (by_letter(game[1]), game[0])))


def names_told_apart(store: Store) -> Mapping[str, str]:
    """Return the names of those games that share their title with another one, by their keys."""
    return _titles_and_names(store)[1]


def _titles_and_names(store: Store) -> tuple[dict[str, str], dict[str, str]]:
    """Return the titles of all games, and the names of those that share theirs."""
    played = {game.key: game for game in played_games(store)}
    titles = {key: game.title for key, game in played.items()}
    made = {recorded_pad_key(key) for key in played}
    titles |= {key: pad.title for key, pad in kept_pads(store).items() if key not in made}
    titles |= {key: str(game.name) for key, game in GAMES.items() if key in titles and not is_of_pad(key)}
    alike: defaultdict[str, list[str]] = defaultdict(list)
    for key, title in titles.items():
        if key not in GAMES or is_of_pad(key):
            alike[folded(title)].append(key)
    names: dict[str, str] = {}
    with_rules = {folded(game.title) for game in GAMES.values() if game.rules}
    for title, keys in alike.items():
        if len(keys) > 1 or title in with_rules:
            words = _differences([_facts(store, key, played.get(key)) for key in keys])
            names |= {key: f"{titles[key]} ({what})" for key, what in zip(keys, words, strict=True)}
    return titles, names


_WINNERS: Final = {
    Winner.MOST: say("most points win"),
    Winner.FEWEST: say("fewest points win"),
    Winner.TOGETHER: say("all win together"),
}


def _facts(store: Store, key: str, played: PlayedGame | None) -> tuple[str, str, str]:
    """Return what may tell a game from another one of the same title."""
    pad = known_game(store, key).pad
    since = (
        tr("not played yet") if played is None else tr("since {day}", day=day_text(date.fromisoformat(played.first)))
    )
    if pad is None:
        return tr("without a pad"), "", since
    categories = str(counted(len(pad.categories), "{number} category", "{number} categories"))
    return categories, str(_WINNERS[pad.winner]), since


def _differences(facts: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the first facts in which all differ, and numbers where none do.

    >>> _differences([("3 categories", "x", "since 1 May"), ("3 categories", "x", "since 2 May")])
    ('since 1 May', 'since 2 May')
    >>> _differences([("3 categories", "x"), ("4 categories", "x")])
    ('3 categories', '4 categories')
    >>> _differences([("3 categories",), ("3 categories",), ("4 categories",)])
    ('3 categories, 1', '3 categories, 2', '4 categories')
    >>> _differences([("3 categories", "since 1 May")])
    ('3 categories',)
    """
    columns = [column for column in zip(*facts, strict=True) if len({*column}) > 1] or [
        tuple(fact[0] for fact in facts)
    ]
    for number in range(1, len(columns) + 1):
        words = [", ".join(filter(None, fact)) for fact in zip(*columns[:number], strict=True)]
        if len({*words}) == len(words):
            return tuple(words)
    times, before = Counter(words), Counter[str]()
    numbered = []
    for said in words:
        before[said] += 1
        numbered.append(f"{said}, {before[said]}" if times[said] > 1 else said)
    return tuple(numbered)
