"""The pads that are kept here and those of the shelf, as plays need them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode, urlsplit

from companion.games.score_pad import Pad, ShelfGame, deck_parts, pads, parts_of, read_pad, ready_pads
from storage.documents.codec import plain
from storage.exchange.files import ReadyPad
from storage.exchange.importing import carry_out
from storage.exchange.record import GameWinner
from storage.repositories.game_merges import join
from storage.repositories.games import BY_TOTAL, PADS, bgg_id_in, is_of_pad, known_game
from storage.repositories.values import PAD_GAME, PAD_PREFIX, folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from companion.tables.registry import Tables
    from storage.exchange.past_imports import Import
    from storage.exchange.planning import Plan
    from storage.repositories.tables import Store


def is_kept(tables: Tables, key: str) -> bool:
    """Return whether the pad of a game is kept here, or on the shelf."""
    pad = key.removeprefix(PAD_PREFIX)
    return pad in pads(tables.copies[PAD_GAME]) or pad in ready_pads()


async def keep_pad(tables: Tables, key: str, pad: Pad) -> None:
    """Keep a pad as that of a game.

    Raises:
        StoreError: it could not be saved.

    """
    await tables.copies[PAD_GAME].keep(PADS, key.removeprefix(PAD_PREFIX), plain(pad))


async def drop_pad(tables: Tables, key: str) -> None:
    """Keep the pad of a game no more."""
    await tables.copies[PAD_GAME].drop(PADS, key.removeprefix(PAD_PREFIX))


async def with_pad(tables: Tables, key: str) -> bool:
    """Keep the pad of the last play of a game, unless one is here; return whether the game can be begun."""
    if not is_of_pad(key) or is_kept(tables, key):
        return True
    game = await tables.worker.run(known_game, key)
    if game.pad is None or not key.startswith(PAD_PREFIX):
        return False
    await keep_pad(tables, key, game.pad)
    return True


def join_plays(store: Store, *keys: str) -> None:
    """Put the plays of games that were taken in from elsewhere under their pads, now that a table of these was begun.

    A pad of the shelf has them by its number, one that was made from score sheets by its key. The page of the game says
    so, and separates them again; then they stay by themselves.
    """
    with store.writing() as session:
        join(session, store.now(), ready=pad_of_shelf, keys=keys)


def import_planned(store: Store, file_plan: Plan, what: str, /, **ways: Any) -> Import:  # noqa: ANN401 - of `carry_out`
    """Carry out a plan as `carry_out` does, and in the same step put plays of games that were begun here under pads."""
    return carry_out(store, file_plan, what, join=partial(join, ready=pad_of_shelf), **ways)


def pad_of_shelf(key: str) -> Pad | None:
    """Return the pad of the shelf with the key of a game, its question unanswered; `None` where there is none."""
    game = ready_pads().get(key.removeprefix(PAD_PREFIX))
    return None if game is None else replace(game.file.pad, title=game.title)


def of_shelf(bgg_id: int | None, title: str) -> ShelfGame | None:
    """Return the game of the shelf with a number at BoardGameGeek, or with a name; `None` where there is none."""
    of_number, of_name = _known()
    return of_number.get(bgg_id) or of_name.get(folded(title))


def said_by_shelf(games: Iterable[tuple[str, str]]) -> Iterator[GameWinner]:
    """Yield whether the most or the fewest points win in those of some games that are on the shelf.

    They are given by their keys and titles; one with a number at BoardGameGeek is known by that alone.
    """
    for key, title in games:
        number = bgg_id_in(key)
        game = of_shelf(number, "" if number else title)
        if game is not None and game.file.pad.winner in BY_TOTAL:
            yield GameWinner.of(key, game.file.pad.winner)


@cache
def _known() -> tuple[Mapping[int | None, ShelfGame], Mapping[str, ShelfGame]]:
    """Return the games of the shelf by their number, and by their folded names."""
    games = tuple(ready_pads().values())
    of_number: dict[int | None, ShelfGame] = {
        game.file.pad.bgg: game for game in games if game.file.pad.bgg is not None
    }
    return of_number, {folded(name): game for game in reversed(games) for name in game.names}


def ready_pad(key: str, title: str) -> ReadyPad | None:
    """Return the pad of the shelf for a game from elsewhere, unless its players have to be asked something.

    An expansion is nothing to ask: a sheet with its lines does not agree with the pad.

    It is in all languages that call a line otherwise, and its categories are known by their titles in any.
    """
    game = of_shelf(bgg_id_in(key), title)
    if game is None or (game.file.ask is not None and not game.expansions):
        return None
    keys, titles = game.in_all_languages()
    return ReadyPad(pad=game.file.pad, keys=keys, titles=titles)


def parts_played_with(table: object) -> tuple[str, ...] | None:
    """Return the parts of its decks with which the pad of a stored table was played, `None` where these have none."""
    pad = read_pad(table.get("pad")) if isinstance(table, dict) else None
    return parts_of(pad) if pad is not None and deck_parts(pad) else None


def new_pad_address(title: str) -> str:
    """Return the address of a new pad with a title, "" for none.

    >>> new_pad_address("Go & Stop"), new_pad_address("")
    ('/new/pad?title=Go+%26+Stop', '/new/pad')
    """
    return f"/new/pad?{urlencode({'title': title})}" if title else "/new/pad"


def proposed_title(route: str) -> str:
    """Return the title that the address of a new pad proposes, "" where it proposes none.

    >>> proposed_title("/new/pad?title=Go+%26+Stop"), proposed_title("/new/pad")
    ('Go & Stop', '')
    """
    return parse_qs(urlsplit(route).query).get("title", [""])[0]
