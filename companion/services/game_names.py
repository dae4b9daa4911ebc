"""The names of games: their titles, what tells those of one title apart, and which are proposed and found."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from companion.formatting.dates import day_text
from companion.games.score_pad import PADS_PART, ready_pads
from scoring import GAMES
from scoring.messages import counted, say, tr
from scoring.sheet import Winner
from storage.repositories.games import (
    bgg_key,
    is_of_pad,
    kept_pads,
    known_game,
    played_games,
    recorded_pad_key,
    times_played,
)
from storage.repositories.values import PAD_GAME, PAD_PREFIX, base_letters, by_letter, folded, game_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from companion.tables.my_copy import MyCopy
    from scoring.game import Game
    from scoring.messages import Message
    from storage.repositories.games import PlayedGame
    from storage.repositories.tables import Store

    Games = Mapping[str, Game[Any]]


def game_names(store: Store) -> Mapping[str, str]:
    """Return the names of played games and kept pads by key, in their order.

    Games of one title are told apart by what differs: their categories, who wins, when they were played first.
    """
    titles, names = _titles_and_names(store)
    return dict(sorted((titles | names).items(), key=lambda game: (by_letter(game[1]), game[0])))


def title_here(key: str, title: str) -> str:
    """Return the title of a game in the reader's language; one that somebody gave to a pad of the shelf stays."""
    if not is_of_pad(key):
        return title if (game := game_of(key)) is None else str(game.name)
    ready = ready_pads().get(key.removeprefix(PAD_PREFIX))
    return title if ready is None or title not in ready.names else ready.title


def names_told_apart(store: Store) -> Mapping[str, str]:
    """Return the names of those games that share their title with another one, by their keys."""
    return _titles_and_names(store)[1]


def _titles_and_names(store: Store) -> tuple[dict[str, str], dict[str, str]]:
    """Return the titles of all games, and the names of those that share theirs."""
    played = {game.key: game for game in played_games(store)}
    titles = {key: title_here(key, game.title) for key, game in played.items()}
    made = {recorded_pad_key(key) for key in played}
    titles |= {key: title_here(key, pad.title) for key, pad in kept_pads(store).items() if key not in made}
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
        return tr("without a score pad"), "", since
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


NAMED_PADS: Final = ("catan", "wingspan", "azul", "skyjo", "wizard")
"""The ready pads that are named where nobody has played yet."""


def games_in_words() -> tuple[Message, ...]:
    """Return for which games Tessera is: those with rules, some ready pads by their names, and all others."""
    ready = ready_pads()
    with_rules = tuple(game.name for game in GAMES.values() if game.rules)
    named = tuple(ready[key].title for key in NAMED_PADS)
    return (
        say("Tessera knows the rules of {games}.", games=with_rules),
        say("{number} more games have a ready score pad, such as {games}.", games=named, number=len(ready)),
        say("For any other game you make a score pad yourself."),
    )


Tails = tuple[str, ...]
"""A name from each of its words on, in letters and digits alone."""

MAX_PROPOSED: Final = 6
"""How many games are shown before anybody types, without one that was chosen elsewhere."""

PLAYED_LAST: Final = 3
"""How many of these are those that were played last; the others were played most."""

MAX_FOUND: Final = 8
"""How many games are shown of those found."""

MIN_MISSPELT: Final = 4
"""The fewest letters that may be misspelt."""

ALIKE: Final = 0.75
"""How alike what is typed and the beginning of a name are at least, from 0 to 1."""

_TWO_LETTERS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The games that can begin here by stored key, with their numbers of plays; `own` are the keys of my pads.

    `recent` are the keys of those that were played, the last one first.
    """

    games: Games
    own: frozenset[str]
    plays: Mapping[str, int]
    recent: tuple[str, ...] = ()


def load_choice(store: Store, games: Games, copies: Mapping[str, MyCopy], begun: Mapping[str, datetime]) -> Choice:
    """Return the choice of a game; plays that were taken in from elsewhere count for the pad that they would go to.

    `begun` says when a table in play of a game was begun last.
    """
    plays: Counter[str] = Counter()
    last = dict(begun)
    for key, (number, finished) in times_played(store).items():
        place = place_of(key, games)
        plays[place] += number
        last[place] = max(finished, last.get(place, finished))
    own = frozenset(f"{PAD_PREFIX}{key}" for key in copies[PAD_GAME].part(PADS_PART))
    recent = sorted((key for key in last if key in games), key=lambda key: last[key], reverse=True)
    return Choice(games=games, own=own, plays=plays, recent=tuple(recent))


def place_of(key: str, games: Games) -> str:
    """Return the key under which a game that was played begins anew: of one from elsewhere that of its pad."""
    return key if key in games else _shelf_by_source().get(key, recorded_pad_key(key))


@cache
def _shelf_by_source() -> Mapping[str, str]:
    """Return the keys of the ready pads by those that the plays of their games have when they come from elsewhere."""
    games = sorted(ready_pads().values(), key=lambda game: len(game.expansions))  # an expansion begins by its game
    return {
        bgg_key(part.file.pad.bgg): f"{PAD_PREFIX}{game.key}" for game in games for part in (game, *game.expansions)
    }


def proposed(choice: Choice, chosen: str) -> tuple[str, ...]:
    """Return the games to show before anybody types: those played last, those played most, then rules and my pads.

    They stand by their titles, so that a thumb finds them where they were; another one that is chosen stands behind.
    """
    most = sorted(choice.recent, key=lambda key: -choice.plays.get(key, 0))
    with_rules = [key for key in choice.games if key in GAMES]
    own = sorted(
        (key for key in choice.games if key in choice.own), key=lambda key: by_letter(titles_of(choice, key)[0])
    )
    shown = tuple(dict.fromkeys((*choice.recent[:PLAYED_LAST], *most, *with_rules, *own)))[:MAX_PROPOSED]
    by_title = sorted(shown, key=lambda key: by_letter(titles_of(choice, key)[0]))
    return (*by_title, *([chosen] if chosen and chosen not in shown else []))


def all_games(choice: Choice) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the games that can begin here by their titles: those with rules, my pads, and the rest of the shelf."""
    keys = sorted(_offered(choice), key=lambda key: by_letter(titles_of(choice, key)[0]))
    tiers = {key: _tier(choice, key)[0] for key in keys}
    rules, own, shelf = (tuple(key for key in keys if tiers[key] == tier) for tier in range(3))
    return rules, own, shelf


def search(choice: Choice, typed: str) -> tuple[str, ...]:
    """Return the games with a name, one of whose words begins as typed; without any, those that contain or resemble it.

    Games with rules come first, then my pads, then the shelf; in each, those that were played, then those whose whole
    name begins so.
    """
    letters = "".join(_letters(typed))
    spelt = {key: _spellings_of(choice, key) for key in _offered(choice)} if letters else {}
    for matches in (_begins, _contains, _resembles):
        keys = [key for key, spellings in spelt.items() if any(matches(letters, tails) for tails in spellings)]
        if keys:
            first = {key for key in keys if any(tails[0].startswith(letters) for tails in spelt[key] if tails)}
            return tuple(
                sorted(
                    keys, key=lambda key: (_tier(choice, key), key not in first, by_letter(titles_of(choice, key)[0]))
                )
            )
    return ()


def _offered(choice: Choice) -> tuple[str, ...]:
    """Return the games that can begin here, without expansions that nobody played yet: their game asks for them."""
    asking = (game for key, game in ready_pads().items() if f"{PAD_PREFIX}{key}" not in choice.own)
    parts = {f"{PAD_PREFIX}{part.key}" for game in asking for part in game.expansions} - {*choice.own, *choice.plays}
    return tuple(key for key in choice.games if key not in parts)


def _tier(choice: Choice, key: str) -> tuple[int, bool]:
    """Return where a game stands: those with rules, my pads, the shelf; in each, those that were played first."""
    return 0 if key in GAMES else 1 if key in choice.own else 2, not choice.plays.get(key)


def titles_of(choice: Choice, key: str) -> tuple[str, ...]:
    """Return what a game is called, its title first; a pad of the shelf need not be read for that."""
    game = ready_pads().get(key.removeprefix(PAD_PREFIX))
    names = () if game is None else (game.title, *(name for part in (game, *game.expansions) for name in part.names))
    if game is None or key in choice.own:
        names = (choice.games[key].title, str(choice.games[key].name), *names)
    return names


def _spellings_of(choice: Choice, key: str) -> tuple[Tails, ...]:
    return tuple(spelling for name in titles_of(choice, key) for spelling in _spellings(name))


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
    return tuple(re.findall(r"[^\W_]+", re.sub("['’]", "", base_letters(name))))


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
