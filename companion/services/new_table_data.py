"""What New table begins with: the draft that was kept or that of a play, friends, who played last, and the games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from companion.games import KITS
from companion.services.end_sheet import LastTable, last_table
from companion.services.game_names import load_choice, names_told_apart
from companion.services.new_table import (
    NO_GAME,
    SeatedPlayer,
    SeatingDraft,
    blank_draft,
    games_here,
    names_typed,
    read_draft,
    usual_variant,
)
from companion.tables.state import state_of_documents, styles
from scoring import GAMES, Registry
from scoring.messages import as_typed
from storage.documents.codec import DocumentError
from storage.repositories import history, people
from storage.repositories.play_content import names_at_table, teams_at_table
from storage.repositories.values import PAD_PREFIX, by_letter, folded, game_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from companion.services.game_names import Choice, Games
    from companion.tables.my_copy import MyCopy
    from scoring.game import Game
    from storage.repositories.people import KnownPlayer
    from storage.repositories.play_content import PlayBrief, StoredPlay
    from storage.repositories.tables import Store
    from storage.repositories.values import StoredTable

PLAYED_LAST: Final = 4
"""How many friends come first because they played last; with them come those who played most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTableData:
    """What a new table begins with: the draft that is kept, a `fresh` one, friends, who played `last`, and the games.

    Games have distinct names.
    """

    draft: SeatingDraft
    fresh: SeatingDraft
    friends: tuple[KnownPlayer, ...]
    last: tuple[KnownPlayer, ...]
    choice: Choice


def load_draft(store: Store, copies: Mapping[str, MyCopy], stored: object = None) -> NewTableData:
    """Return the draft that is stored, the friends, and the games; a fresh draft has the game that was played last.

    Where friends are known, it has no seats: each of them takes one.
    """
    playable = games_here(copies)
    names = _names_needed(names_told_apart(store), playable)
    games: Games = Registry(tuple(playable), lambda key: _called(playable[key], names.get(key)))
    running = store.tables()
    begun: dict[str, datetime] = {}
    for table in running:
        begun[table.game] = max(table.created, begun.get(table.game, table.created))
    choice, friends = load_choice(store, games, copies, begun), people.players(store)
    key = next(iter(choice.recent), NO_GAME)
    last_time = last_table(store, key)
    fresh = replace(blank_draft(key, games.get(key)), only_end=last_time.only_end, parts=last_time.parts)
    if friends:
        fresh = replace(fresh, guests=())
    draft = read_draft(stored, games) or fresh
    if not names_typed(draft):
        draft = replace(draft, guests=fresh.guests)
    last = _last_names(store, running)
    return NewTableData(draft=draft, fresh=fresh, friends=friends, last=tuple(_named(friends, last)), choice=choice)


def draft_again(play: StoredPlay) -> SeatingDraft:
    """Return the draft with the game, the variant and the players of a play, in the order in which they sat."""
    names, teams = names_at_table(play), teams_at_table(play)
    kept = styles(len(names), play.extras.get("seats") or ())
    positions = {player.name: player.position for player in play.players if player.position is not None}
    seats = ((positions.get(name, at), name, kept[at]) for at, name in enumerate(names))
    guests = tuple(
        SeatedPlayer(name=name, colour=style.colour, shape=style.shape, team=name in teams)
        for _, name, style in sorted(seats, key=itemgetter(0))
    )
    last, variant = LastTable.of_play(play), _variant_of(play)
    return SeatingDraft(
        game=play.game, variant=variant, guests=guests, only_end=last.only_end, parts=last.parts, again=True
    )


def _variant_of(play: StoredPlay) -> str:
    """Return the variant that a play was played with: the usual one where this version cannot read its table."""
    if play.game.startswith(PAD_PREFIX):
        return usual_variant(play.game)
    try:
        state = state_of_documents(GAMES[play.game], play.document or {"table": None}, play.extras)
    except DocumentError:
        return usual_variant(play.game)
    return KITS[play.game].variant_of(state)


def can_be_played_again(play: PlayBrief) -> bool:
    """Return whether the game of a play is known here, and is for so many players."""
    game = game_of(play.game)
    return game is not None and game.key in KITS and game.players[0] <= len(play.players) <= game.players[1]


def _names_needed(names: Mapping[str, str], playable: Games) -> Mapping[str, str]:
    """Return the names of those games that share their title with another one that can begin here."""
    titles = {key: folded(playable[key].title) for key in playable if key in names or key in GAMES}
    times = Counter(titles.values())
    return {key: names[key] for key, title in titles.items() if key in names and times[title] > 1}


def _called(game: Game[Any], name: str | None) -> Game[Any]:
    """Return a game under a name that tells it from others, if it needs one."""
    return game if name is None else replace(game, name=as_typed(name))


def regulars(friends: Sequence[KnownPlayer], first: int, most: int) -> tuple[KnownPlayer, ...]:
    """Return friends: the `first` who played last or most, further ones up to `most`, and the rest, each by name."""
    ordered = (*friends[:PLAYED_LAST], *sorted(friends[PLAYED_LAST:], key=lambda friend: -friend.plays))
    groups = (ordered[:first], ordered[first:most], ordered[most:])
    return tuple(friend for group in groups for friend in sorted(group, key=lambda friend: by_letter(friend.name)))


def _last_names(store: Store, running: Iterable[StoredTable]) -> tuple[str, ...]:
    """Return who sat at the table that was begun or finished last, in seat order; nobody before any."""
    groups = [(table.created, _seated(table.content["table"])) for table in running]
    for play in history.page(store, history.Filter(), 1).plays:
        seats = sorted((player.position or 0, at, player.name) for at, player in enumerate(play.players))
        groups.append((play.finished, tuple(name for *_, name in seats)))
    return max(groups)[1] if groups else ()


def _seated(table: Mapping[str, Any]) -> tuple[str, ...]:
    """Return who sits at a stored table: of a team, its members."""
    return tuple(
        str(person)
        for player in table.get("players") or ()
        for person in player.get("members") or (player.get("name", ""),)
    )


def _named(friends: Iterable[KnownPlayer], names: Iterable[str]) -> Iterator[KnownPlayer]:
    by_name = {folded(friend.name): friend for friend in friends}
    return (by_name[folded(name)] for name in dict.fromkeys(names) if folded(name) in by_name)
