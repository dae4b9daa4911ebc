"""What each screen of the history shows, loaded in one call, so that it agrees with itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.services.corrections import earlier_play
from companion.services.game_names import game_names, names_told_apart
from companion.services.results import Result, ended_early, result_of_play, was_in_phases
from scoring import GAMES
from scoring.messages import Message, say
from storage.documents.messages import message_of
from storage.exchange.comparing import Comparison
from storage.repositories import access, history, people, plays
from storage.repositories.game_merges import GameMerge, merges_into
from storage.repositories.games import KnownGame, PlayedGame, bgg_id_of, is_of_pad, kept_pads, known_game, played_games
from storage.repositories.history import Cursor, Filter
from storage.repositories.play_versions import DELETED, RESTORED, collisions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.repositories.people import KnownPlace
    from storage.repositories.play_content import ListedPlay, Play, PlayRevision, StoredPlay
    from storage.repositories.tables import Store
    from storage.repositories.values import StoredStep, StoredTable

GONE: Final = say("This is not here any more; it may have been finished, deleted or merged.")
"""What is said where an address names nothing."""

NO_PLAYS: Final = say("No play has been finished yet.")

LAST_PLAYS: Final = 3
"""How many plays the first screen shows, the last ones."""

PROPOSED_PLACES: Final = 3
"""How many places the page of a play proposes, the last used first."""

PLACES_TO_CORRECT: Final = 6
"""How many places the correction of a play proposes, the last used first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """The plays on the screen, where the next page begins, how many there are in all, and how many are deleted.

    `names` has games of one title, told apart, by their keys.
    """

    plays: tuple[ListedPlay, ...]
    after: Cursor | None
    number: int
    deleted: int
    names: Mapping[str, str]

    def with_more(self, page: history.Page) -> HistoryPage:
        """Return these plays with those of the next page."""
        return replace(self, plays=(*self.plays, *page.plays), after=page.after)


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterNames:
    """The games, players and places of all plays, each as its key and its name."""

    games: tuple[tuple[str, str], ...] = ()
    players: tuple[tuple[str, str], ...] = ()
    places: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayDetails:
    """A play with all that its page shows; `places` are proposed where the play has none.

    `collision` is a version that was written without knowing of the one that counts, and in what the two differ.
    """

    play: StoredPlay
    game: KnownGame
    result: Result
    earlier: tuple[PlayRevision, ...]
    places: tuple[KnownPlace, ...]
    collision: tuple[PlayRevision, tuple[Message, ...]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameDetails:
    """A game with all that its page shows; `others` are the pads that its plays can be put under, by key and name.

    Those `of_its_number` at BoardGameGeek are the same game, whose plays count apart.
    """

    key: str
    name: str
    game: KnownGame
    played: PlayedGame | None
    others: tuple[tuple[str, str], ...]
    merges: tuple[GameMerge, ...]
    of_its_number: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitedTable:
    """A table that a phone has joined, and the id of its play once it is finished."""

    stored: StoredTable
    play: str | None


def load_visited(store: Store, device: str) -> tuple[VisitedTable, ...]:
    """Return the tables that a phone has joined and that are not removed, the last one first."""
    joined = filter(None, (store.table(table) for table in access.tables_of_device(store, device)))
    return tuple(
        VisitedTable(stored=table, play=plays.play_of_table(store, table.id))
        for table in joined
        if table.state != "removed"
    )


def load_last_step(store: Store, table_id: str) -> StoredStep | None:
    """Return what was entered last at a table, whoever did, `None` where nothing was."""
    return store.last_step(table_id)


def load_home(
    store: Store, games: frozenset[str] = frozenset()
) -> tuple[tuple[StoredTable, ...], tuple[ListedPlay, ...], frozenset[str]]:
    """Return the tables in play, the last plays, and which of these games somebody plays or has played."""
    tables = store.tables()
    in_play = {table.game for table in tables}
    played = frozenset(game for game in games if game in in_play or history.count(store, Filter(game=game)))
    return tables, list_plays(store, Filter(), LAST_PLAYS).plays, played


def list_plays(store: Store, play_filter: Filter, number: int, after: Cursor | None = None) -> history.Page:
    """Return a page of plays that say whether they ended early; all is read only of those that may have."""
    page = history.page(store, play_filter, number, after)
    in_phases = [play.id for play in page.plays if was_in_phases(play)]
    early = {play.id for play in history.with_ids(store, in_phases) if ended_early(play)} if in_phases else ()
    return replace(page, plays=tuple(replace(play, early=play.id in early) for play in page.plays)) if early else page


def load_page(store: Store, play_filter: Filter, number: int) -> HistoryPage:
    """Return the first plays of a filter, at most so many."""
    page = list_plays(store, play_filter, number)
    return HistoryPage(
        plays=page.plays,
        after=page.after,
        number=history.count(store, play_filter),
        deleted=history.count(store, Filter(removed=True)),
        names=names_told_apart(store),
    )


def load_filter_names(store: Store) -> FilterNames:
    """Return what a filter can name: every game, player and place with a play."""
    played = {game.key for game in played_games(store)}
    return FilterNames(
        games=tuple((key, name) for key, name in game_names(store).items() if key in played),
        players=tuple((player.id, player.name) for player in people.players(store, hidden=True) if player.plays),
        places=tuple((place.id, place.name) for place in people.places(store) if place.plays),
    )


def load_play(store: Store, play_id: str) -> PlayDetails | Message:
    """Return a play with all that its page shows, a sentence where there is no such play."""
    play = plays.play(store, play_id)
    if play is None:
        return GONE
    earlier = plays.revisions(store, play_id) if play.revision > 1 else ()
    return PlayDetails(
        play=play,
        game=known_game(store, play.game),
        result=result_of_play(play),
        earlier=earlier,
        places=() if play.place else people.places(store)[:PROPOSED_PLACES],
        collision=next(((end, _differences(end.play, play)) for end in collisions(play, earlier)), None),
    )


def _differences(version: Play, play: StoredPlay) -> tuple[Message, ...]:
    """Return in what another version of a play differs from the one that counts."""
    differing = [*Comparison(content=version, precision="all", play=play).differences(None)]
    if (version.removed is None) != (play.removed is None):
        differing.append(message_of(RESTORED if version.removed is None else DELETED))
    return tuple(differing)


def load_result(store: Store, play_id: str) -> tuple[StoredPlay, KnownGame] | Message:
    """Return a play and what is known of its game, a sentence where there is no such play."""
    play = plays.play(store, play_id)
    return GONE if play is None else (play, known_game(store, play.game))


def load_sheet(store: Store, play_id: str) -> StoredPlay | Message:
    """Return a play, a sentence where there is no such play."""
    return plays.play(store, play_id) or GONE


def load_version(store: Store, play_id: str, number: str) -> tuple[StoredPlay, PlayRevision] | Message:
    """Return a play as it was in a version, with its correction; a sentence where there is no such version."""
    play = plays.play(store, play_id)
    revisions = () if play is None else plays.revisions(store, play_id)
    revision = next((version for version in revisions if str(version.play.revision) == number), None)
    return GONE if play is None or revision is None else (earlier_play(play, revision), revision)


def load_for_correction(store: Store, play_id: str) -> tuple[StoredPlay, tuple[KnownPlace, ...]] | Message:
    """Return a play and the places to propose, a sentence where there is no such play."""
    play = plays.play(store, play_id)
    return GONE if play is None else (play, people.places(store)[:PLACES_TO_CORRECT])


def load_game(store: Store, key: str) -> GameDetails | Message:
    """Return a game with all that its page shows, a sentence where it has neither plays nor a pad."""
    names = game_names(store)
    if key not in names or not has_page(key):
        return GONE
    played = {game.key: game for game in played_games(store)}
    pads = {*kept_pads(store), *filter(is_of_pad, played)} - {key}
    game = known_game(store, key)
    others = tuple((pad, name) for pad, name in names.items() if pad in pads)
    number = bgg_id_of(game)
    same = [pad for pad in played.keys() & pads if number and known_game(store, pad).bgg_id == number]
    return GameDetails(
        key=key,
        name=names[key],
        game=game,
        played=played.get(key),
        others=others,
        merges=merges_into(store, key),
        of_its_number=tuple(pad for pad in others if pad[0] in same),
    )


def has_page(key: str) -> bool:
    """Return whether a game has a page: those with rules have none.

    >>> has_page(next(iter(GAMES))), has_page("score-pad:0f8f"), has_page("bgg-13")
    (False, True, True)
    """
    return key not in GAMES or is_of_pad(key)
