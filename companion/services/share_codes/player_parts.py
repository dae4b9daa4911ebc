"""The part of a table that belongs to one player: cut out to be shared, and added at the table on another device."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.games import KITS
from companion.services.end_sheet import with_only_end
from companion.services.share_codes import incoming
from companion.tables.players import players_named_in, with_entries_of, with_owners
from scoring import GAMES
from scoring.fields import document_fields, in_play_fields
from scoring.messages import Message, counted, say, wordless
from scoring.problems import join_path, problems_in
from storage.repositories.tables import Store
from storage.repositories.values import PAD_GAME, StaleError, folded, game_key

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from companion.tables.registry import Tables
    from companion.tables.state import TableState
    from scoring.game import Game
    from scoring.sheet import Column
    from storage.codes.contents import TablePart

    State = TableState[Any]

NOT_COUNTED: Final = say("its points cannot be counted at this table")


def part_of(game: str, state: State, seat: int, copies: MyCopy) -> State:
    """Return a table on which nothing lies but what belongs to the player of a seat.

    What holds for all stays as far as points are counted from it; what may be absent for all, such as a forum, goes.
    """
    bare = _clear(game, state, seat, copies)
    documented = document_fields(type(bare.table))
    absent = {field.name: None for field in fields(bare.table) if field.default is None and field.name in documented}
    return with_entries_of(replace(bare, table=replace(bare.table, **absent)), seat, state, seat)


def _clear(game: str, state: State, kept: int | None, copies: MyCopy) -> State:
    """Clear a table but for what is common to all and what the `kept` player has on it."""
    kit = KITS[game]
    names, styles = [player.name for player in state.table.players], state.extras.seats
    fresh = kit.anew(state, names, styles, copies)
    if state.extras.only_end:
        fresh = with_only_end(game, fresh)
    others = {name: None for seat, name in enumerate(names) if seat != kept}
    table = with_owners(GAMES[game], state.table, others)
    both = zip(fresh.table.players, state.table.players, strict=True)
    players = tuple(own if seat == kept else new for seat, (new, own) in enumerate(both))
    begun = {name: getattr(fresh.table, name) for name in in_play_fields(type(table))}
    return replace(fresh, table=replace(table, players=players, **begun))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedPart:
    """A part that came in: its payload, the game, the table with nothing else on it, the player's seat there.

    `origin` is the id of the table that it was cut out of.
    """

    payload: bytes
    game: Game[Any]
    state: State
    seat: int
    origin: str

    @property
    def name(self) -> str:
        """The name of the player there."""
        return str(self.state.table.players[self.seat].name)


def received_part(payload: bytes, contents: TablePart) -> ReceivedPart:
    """Return a part that came in, whose table is known to be readable."""
    whole = contents.whole
    origin = "" if whole.origin is None else whole.origin.table
    return ReceivedPart(
        payload=payload, game=whole.game, state=incoming.read_table(whole).now.state, seat=contents.seat, origin=origin
    )


async def tables_in_play(tables: Tables, games: Iterable[str]) -> tuple[LiveTable, ...]:
    """Return the tables of these games that are in play here, the last changed first."""
    keys = frozenset(games)
    stored = await tables.worker.run(Store.tables)
    opened = [await tables.open(row.id) for row in stored if game_key(row.game) in keys]
    return tuple(live for live in opened if live is not None)


def misfit(part: ReceivedPart, live: LiveTable) -> Message | None:
    """Return why a part cannot be of a table of its game, `None` where it can."""
    there, state = part.state, live.state
    players = len(there.table.players), len(state.table.players)
    if players[0] != players[1]:
        there_are, here_are = (counted(number, "{number} player", "{number} players") for number in players)
        return _of_another(there_are, here_are)
    return other_pad(part.game.key, there, state) or other_variant(part.game.key, there, state)


def other_pad(game: str, there: State, state: State) -> Message | None:
    """Return how the pad of a table differs from that of one here, `None` where it does not."""
    if game == PAD_GAME and there.table.pad != state.table.pad:
        if there.table.pad.title != state.table.pad.title:
            return _of_another(there.table.pad.title, state.table.pad.title)
        return say("its pad {pad} has other categories than the one here", pad=state.table.pad.title)
    return None


def other_variant(game: str, there: State, state: State) -> Message | None:
    """Return how the variant of a table differs from that of one here, `None` where it does not."""
    kit = KITS[game]
    variants = kit.variant_of(there), kit.variant_of(state)
    if variants[0] != variants[1]:
        titles = [kit.variants.get(variant, variant) for variant in variants]
        return _of_another(*titles)
    return None


def _of_another(origin: object, table: object) -> Message:
    """Return the sentence on a part that is of another table, with how the two differ."""
    return say("it is from another table: {there} there, {here} here", there=origin, here=table)


def tables_for(part: ReceivedPart, lives: Iterable[LiveTable]) -> tuple[LiveTable, ...]:
    """Return the tables that a part can be of, the likeliest first: the very table, the same players, the player."""
    names = {folded(player.name) for player in part.state.table.players}

    def unlikely(live: LiveTable) -> tuple[bool, bool, bool]:
        names_here = {folded(name) for name in live.names}
        return live.id != part.origin, names_here != names, folded(part.name) not in names_here

    fitting = (live for live in lives if live.game.key == part.game.key and misfit(part, live) is None)
    return tuple(sorted(fitting, key=unlikely))


def seat_for(part: ReceivedPart, live: LiveTable) -> int | None:
    """Return the seat of a part's player at a table, `None` where nobody there has that name.

    At the very table that it was cut out of, a player who was renamed since is known by the seat.
    """
    names_here = [folded(name) for name in live.names]
    if folded(part.name) in names_here:
        return names_here.index(folded(part.name))
    there = {folded(player.name) for player in part.state.table.players}
    return part.seat if live.id == part.origin and names_here[part.seat] not in there else None


def with_part(game: str, state: State, seat: int, part: ReceivedPart) -> State:
    """Return a table at which the player of a seat has what a part says; nothing else changes."""
    there, called = part.state.table, partial(with_owners, GAMES[game])
    name, player = state.table.players[seat].name, there.players[part.seat]
    theirs = called(there, {player.name: name})
    tables = (state.table, called(state.table, {name: None}), theirs, called(theirs, {name: None}))
    table = state.table
    for field in players_named_in(part.game.table):
        table = replace(table, **{field: _with_pieces(*(getattr(whole, field) for whole in tables))})
    own = state.table.players[seat]
    player = replace(_with_own_entries(player, own), name=name)
    players = tuple(player if at == seat else seated for at, seated in enumerate(state.table.players))
    return with_entries_of(replace(state, table=replace(table, players=players)), seat, part.state, part.seat)


def _with_own_entries(player: Any, own: Any) -> Any:  # noqa: ANN401 - players of any game
    """Return a player with what only `own`, the same player here, has an entry for on a pad.

    Since when they are there, and until when, is what this table says, or else what the part does.
    """
    if not hasattr(player, "entries"):
        return player
    return replace(
        player,
        entries={**own.entries, **player.entries},
        joined=own.joined or player.joined,
        left=own.left or player.left,
    )


def _with_pieces(whole: Any, cleared: Any, theirs: Any, without: Any) -> Any:  # noqa: ANN401 - any part of a table
    """Return a part of a table with a player's pieces; `cleared` and `without` are both parts without them."""
    if isinstance(cleared, tuple) and isinstance(theirs, tuple):
        return _with_entries(whole, cleared, theirs, without)
    if is_dataclass(cleared) and type(cleared) is type(theirs) is type(without):
        parts = {
            field.name: _with_pieces(*(getattr(part, field.name) for part in (whole, cleared, theirs, without)))
            for field in fields(cleared)
        }
        return replace(cleared, **parts)  # type: ignore[type-var]
    return theirs if cleared is None and theirs != without else cleared


def _with_entries(
    whole: tuple[Any, ...], cleared: tuple[Any, ...], theirs: tuple[Any, ...], without: tuple[Any, ...]
) -> tuple[Any, ...]:
    """Return a list with a player's entries; one that would stay without its owner keeps its place."""
    if len(theirs) == len(without):
        entries = list(cleared)
        for own, bare in zip(theirs, without, strict=True):
            if own != bare and bare in entries:
                entries[entries.index(bare)] = own
            elif own != bare:
                entries.append(own)
        return tuple(entries)
    came = tuple(entry for entry in theirs if entry not in without)
    mine = tuple(entry for entry in whole if entry not in cleared)
    return whole if mine == came else (*cleared, *came)


def _with_values(state: State, there: State) -> tuple[State, tuple[str, ...]]:
    """Return a table with the printed values that only the other one has, and the fields that they stand in."""
    added: dict[str, Any] = {}
    for name in document_fields(type(state.table)):
        mine, theirs = getattr(state.table, name), getattr(there.table, name)
        if isinstance(mine, Mapping) and isinstance(theirs, Mapping) and theirs.keys() - mine.keys():
            added[name] = {**mine, **{key: value for key, value in theirs.items() if key not in mine}}
    return replace(state, table=replace(state.table, **added)), tuple(added)


def _put_in(game: Game[Any], state: State, seated: Iterable[tuple[ReceivedPart, int]]) -> tuple[State, tuple[str, ...]]:
    """Return a table with some parts, each at a seat, and the fields of the values that came with them.

    Values come only where the table lacks them to be scored. The order of the parts makes no difference.
    """
    brought: tuple[str, ...] = ()
    for part, seat in sorted(seated, key=lambda entry: entry[1]):
        state = with_part(game.key, state, seat, part)
        filled, names = _with_values(state, part.state)
        if names and _lacks(game, filled) < _lacks(game, state):
            state, brought = filled, (*brought, *names)
    return state, brought


def _lacks(game: Game[Any], state: State) -> int:
    """Return how many problems keep a table from being scored; past counting if not even its totals can be counted."""
    try:
        game.columns(state.table)
        return len(problems_in(state.table, game.limits_at_table)) + sum(1 for _ in game.unscorable(state.table))
    except LookupError:
        return _PAST_COUNTING


_PAST_COUNTING: Final = 1_000_000
"""More problems than there can be at a table whose totals can be counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartChange:
    """What a part would change at a table: the player's total before and after, and sentences.

    `lines` say what changes for the player, `others` for everybody else; `conflicts` what cannot be together with what
    lies here, or came with the parts of those whom `against` names; `doubts` what breaks a rule by itself; `lacking`
    why it cannot be taken in yet. `seat` is `None` where nobody here has that name; `rivals` counts other parts for the
    same seat; `is_new` says whether anything changes at all, `is_older` whether the table had it before.
    """

    part: ReceivedPart
    seat: int | None
    rivals: int = 0
    totals: tuple[int, int] = (0, 0)
    lines: tuple[Message, ...] = ()
    others: tuple[Message, ...] = ()
    conflicts: tuple[Message, ...] = ()
    against: tuple[str, ...] = ()
    doubts: tuple[Message, ...] = ()
    lacking: Message | None = None
    is_new: bool = False
    is_older: bool = False

    @property
    def can_be_taken(self) -> bool:
        """Whether it can be taken in, if need be in spite of a conflict."""
        return self.seat is not None and self.lacking is None and self.is_new

    @property
    def is_ready(self) -> bool:
        """Whether it can be taken in together with all others that are ready."""
        return self.can_be_taken and not self.conflicts and not self.rivals and not self.is_older


def part_changes(
    live: LiveTable,
    seated: Sequence[tuple[ReceivedPart, int | None]],
    copies: MyCopy,
    older: Container[bytes] = frozenset(),
) -> tuple[PartChange, ...]:
    """Return what each part would change at its seat of a table; `older` are the payloads of outdated parts."""
    game, claimed = live.game, Counter(seat for _, seat in seated)
    now = _tried(game, live.state, ())
    placed = [(part, seat) for part, seat in seated if seat is not None]
    alone = {part.payload: _tried(game, live.state, [(part, seat)]) for part, seat in placed}
    uncounted = {payload for payload, tried in alone.items() if _lacks(game, tried.state) == _PAST_COUNTING}
    single = [(part, seat) for part, seat in placed if claimed[seat] == 1 and part.payload not in uncounted]
    bare = _clear(game.key, live.state, None, copies)

    def change(part: ReceivedPart, seat: int | None) -> PartChange:
        if seat is None:
            return PartChange(part=part, seat=None)
        rivals, tried = claimed[seat] - 1, alone[part.payload]
        if part.payload in uncounted:
            lacking = (words for key, words in tried.problems.items() if key not in now.problems)
            return PartChange(part=part, seat=seat, rivals=rivals, lacking=next(lacking, NOT_COUNTED))
        others = [] if rivals else [entry for entry in single if entry[0] is not part]
        without = _tried(game, live.state, others).problems if others else now.problems
        with_it = _tried(game, live.state, [*others, (part, seat)]).problems if others else tried.problems
        own = _tried(game, bare, [(part, seat)]).problems
        conflicts = {key: words for key, words in with_it.items() if key not in without and key not in own}
        made = _change(live, part, seat, tried)
        return replace(
            made,
            rivals=rivals,
            conflicts=tuple(conflicts.values()),
            against=tuple(against(part, seat, others)) if conflicts else (),
            doubts=tuple(words for key, words in own.items() if key in with_it),
            is_older=made.is_new and part.payload in older,
        )

    def against(part: ReceivedPart, seat: int, others: Iterable[tuple[ReceivedPart, int]]) -> Iterator[str]:
        """Yield the names of the players whose parts alone do not go together with this one."""
        for rival, place in others:
            both = _tried(game, live.state, [(rival, place), (part, seat)]).problems
            if both.keys() - alone[rival.payload].problems.keys() - alone[part.payload].problems.keys():
                yield live.names[place]

    return tuple(change(part, seat) for part, seat in seated)


class _Tried(NamedTuple):
    """A table with some parts put in, the fields of values that they brought, and its problems by path and words."""

    state: State
    brought: tuple[str, ...]
    problems: Mapping[tuple[str, str], Message]


def _tried(game: Game[Any], state: State, seated: Sequence[tuple[ReceivedPart, int]]) -> _Tried:
    """Return a table with some parts put in; values on which they disagree are problems, too."""
    after, brought = _put_in(game, state, seated)
    impossible = problems_in(after.table, game.limits_at_table)
    problems = {(problem.path, str(problem.message)): problem.message for problem in impossible}
    disagreements = {(path, str(words)): words for path, words in _disagreements(state, seated, brought)}
    return _Tried(after, brought, problems | disagreements)


def _disagreements(
    state: State, seated: Iterable[tuple[ReceivedPart, int]], brought: Iterable[str]
) -> Iterator[tuple[str, Message]]:
    """Yield the values about which the parts disagree, each with a sentence."""
    for name in dict.fromkeys(brought):
        values_here, came = getattr(state.table, name), [getattr(part.state.table, name) for part, _ in seated]
        for key in sorted({key for values in came for key in values} - values_here.keys()):
            if any(
                values[key] != following[key]
                for values, following in pairwise(values for values in came if key in values)
            ):
                yield (
                    join_path(name, key),
                    say(
                        "the parts disagree about {key} in {values}",
                        key=str(key),
                        values=incoming.field_name(type(state.table), name),
                    ),
                )


def _change(live: LiveTable, part: ReceivedPart, seat: int, alone: _Tried) -> PartChange:
    """Return what one part alone would change."""
    kit = KITS[live.game.key]
    after, brought, _ = alone
    pairs = list(zip(live.columns, live.game.columns(after.table), strict=True))
    totals = [(kit.open_points(live.state, before), kit.open_points(after, now)) for before, now in pairs]
    lines = (
        *incoming.changed_lines(kit, live.game, live.state, *pairs[seat]),
        *_unscored_changes(live, alone, seat, pairs[seat]),
        *_kept_entries(live.state.table, part, seat),
    )
    if brought:
        names = tuple(incoming.field_name(live.game.table, name) for name in brought)
        lines = (*lines, say("it brings values that are not entered here: {names}", names=names))
    others = tuple(
        wordless("{name} {before} → {after}", name=now.player, before=totals[at][0], after=totals[at][1])
        for at, (_, now) in enumerate(pairs)
        if at != seat and totals[at][0] != totals[at][1]
    )
    is_new = after != live.state
    return PartChange(part=part, seat=seat, totals=totals[seat], lines=lines, others=others, is_new=is_new)


def _unscored_changes(live: LiveTable, alone: _Tried, seat: int, columns: tuple[Column, Column]) -> Iterator[Message]:
    """Yield a player's changes that no line of the sheet shows, such as what only breaks ties.

    Fields of values that are brought are named elsewhere. Where points are not open in play, no numbers are told.
    """
    states = live.state, alone.state
    players = states[0].table.players[seat], states[1].table.players[seat]
    counted_ones, others = incoming.unscored_fields(KITS[live.game.key], states, players, columns)
    yield from counted_ones
    others += incoming.common_differences(*states, alone.brought)
    if others:
        yield incoming.also_different(others)


def _kept_entries(table: Any, part: ReceivedPart, seat: int) -> Iterator[Message]:  # noqa: ANN401 - the table of any game
    """Yield what stays as it is here, as a part has no entry for it."""
    own, theirs = table.players[seat], part.state.table.players[part.seat]
    if hasattr(own, "entries"):
        kept = tuple(
            category.title
            for category in table.pad.categories
            if category.key in own.entries.keys() - theirs.entries.keys()
        )
        if kept:
            yield say("not in this part, so it stays as it is here: {names}", names=kept)


def add_parts(game: Game[Any], state: State, changes: Sequence[PartChange], names: Sequence[str]) -> State:
    """Add parts; `names` are the players who sat there when somebody looked.

    Raises:
        StaleError: others sit there now, or sit otherwise.

    """
    if [player.name for player in state.table.players] != [*names]:
        raise StaleError(say("the table here has changed in the meantime: look again"))
    return _put_in(game, state, ((change.part, change.seat) for change in changes if change.seat is not None))[0]
