"""Tables and parts that came in as share codes: a comparison with those here and with what was, and their keeping."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.games import KITS
from companion.games.score_pad import PADS_PART, key_on_shelf, pads
from companion.services.share_codes import incoming
from companion.services.share_codes.player_parts import other_pad, other_variant, with_part
from companion.tables.players import by_id, by_seat
from companion.tables.state import TableState, fingerprint, shareable_state, state_of, with_extras
from scoring.messages import Message, say
from storage.documents import codec
from storage.documents.changes import applied, flatten, reversed_, unflatten
from storage.exchange.table_documents import key_of_pad
from storage.repositories import plays
from storage.repositories.tables import Store
from storage.repositories.values import PAD_GAME, PAD_PREFIX, StaleError, StoredTable, folded, game_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.services.share_codes.player_parts import ReceivedPart, State
    from companion.tables.attempt import Version
    from companion.tables.registry import Tables
    from scoring.game import Game
    from scoring.problems import Problem
    from scoring.sheet import Column
    from storage.codes.contents import OpenTable


class Relation(StrEnum):
    """What a table that came in is to one here.

    It is new; the very one as it is here; it went on from there elsewhere, and nothing was entered here since; the one
    here went on from it; both were changed; another one has the same players; or the very one was finished here.
    """

    NEW = "new"
    SAME = "same"
    WENT_ON = "went on"
    EARLIER = "earlier"
    BOTH_CHANGED = "both changed"
    ALIKE = "alike"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerChange:
    """The total of a player before and after, as far as everybody may see it, and the lines that change."""

    name: str
    before: int
    after: int
    lines: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOffer:
    """A running table that came in; `problems` say what breaks a rule.

    `relation` is that to the table here with the id `id_here`, `None` where there is none; `changes` say what it
    would change there for the players, `also` what beside them, and `compared` is the fingerprint of what lay there
    then; `came` is its own one. `table_id` is the id that it keeps on every device, `None` where an earlier version
    sent it; `play` is the play that it became here.
    """

    game: Game[Any]
    now: Version
    problems: tuple[Problem, ...]
    came: str
    table_id: str | None
    relation: Relation = Relation.NEW
    id_here: str | None = None
    play: str | None = None
    changes: tuple[PlayerChange, ...] = ()
    also: Message | None = None
    compared: str = ""

    @property
    def state(self) -> TableState[Any]:
        """What lies on the table that came in."""
        return self.now.state

    @property
    def columns(self) -> tuple[Column, ...]:
        """The score of each seat there."""
        return self.now.evaluated.columns


def table_offer(store: Store, contents: OpenTable) -> TableOffer:
    """Return a table compared with those here: the very one by its id, else an equal one, or one with these players."""
    received = incoming.read_table(contents)
    state, origin = received.now.state, received.origin
    offer = TableOffer(
        game=received.game,
        now=received.now,
        problems=received.problems,
        came=fingerprint(received.game, state),
        table_id=None if origin is None else origin.table,
    )
    table_here = None if origin is None else store.table(origin.table)
    if origin is not None and table_here is not None and game_key(table_here.game) == received.game.key:
        if table_here.state == "finished":
            play = plays.play_of_table(store, table_here.id)
            return replace(offer, relation=Relation.FINISHED, id_here=table_here.id, play=play)
        counted_here = _counted(received.game, table_here) if table_here.state == "running" else None
        if counted_here is not None and other_pad(received.game.key, state, counted_here.state) is None:
            offer = replace(offer, id_here=table_here.id, compared=fingerprint(offer.game, counted_here.state))
            relation = _relation(offer, counted_here.state.extras.came, origin.base)
            if relation in (Relation.WENT_ON, Relation.BOTH_CHANGED):
                offer = _with_changes(offer, counted_here)
            return replace(offer, relation=relation)
    return _compared_with_others(store, offer)


def _compared_with_others(store: Store, offer: TableOffer) -> TableOffer:
    """Return a table with a new id, compared with those in play that are equal or have the same players."""
    alike: TableOffer | None = None
    for table in store.tables():
        counted_here = _counted(offer.game, table) if game_key(table.game) == offer.game.key else None
        if counted_here is None or not _is_alike(offer, counted_here.state):
            continue
        compared = fingerprint(offer.game, counted_here.state)
        if compared == offer.came:
            return replace(offer, relation=Relation.SAME, id_here=table.id)
        alike = alike or replace(
            _with_changes(offer, counted_here), relation=Relation.ALIKE, id_here=table.id, compared=compared
        )
    return alike or offer


class _Counted(NamedTuple):
    """The state of a table here, and the score of each seat."""

    state: TableState[Any]
    columns: tuple[Column, ...]


def _counted(game: Game[Any], table: StoredTable) -> _Counted | None:
    """Return a table here with its score, `None` where it cannot be read or its points cannot be counted."""
    try:
        state = state_of(game, table.content)
        return _Counted(state, game.columns(state.table))
    except (codec.DocumentError, LookupError):
        return None


def _is_alike(offer: TableOffer, state_here: TableState[Any]) -> bool:
    """Return whether a table here has the same players, and the same pad and variant."""
    compared = offer.game.key, offer.state, state_here
    names = [sorted(folded(player.name) for player in state.table.players) for state in (offer.state, state_here)]
    return names[0] == names[1] and not (other_pad(*compared) or other_variant(*compared))


def _relation(offer: TableOffer, came_before: str | None, base: str) -> Relation:
    """Return how a received table relates to the same one here; `base` is the fingerprint that it went on from."""
    if offer.compared == offer.came:
        return Relation.SAME
    if came_before == offer.came:
        return Relation.EARLIER
    return Relation.WENT_ON if offer.compared in (base, came_before) else Relation.BOTH_CHANGED


def _with_changes(offer: TableOffer, counted_here: _Counted) -> TableOffer:
    """Return a table that came in with all that it would change at one here."""
    common = incoming.common_differences(shareable_state(counted_here.state), offer.state)
    return replace(
        offer, changes=_changes(offer, counted_here), also=incoming.also_different(common) if common else None
    )


def _changes(offer: TableOffer, counted_here: _Counted) -> tuple[PlayerChange, ...]:
    """Return what a table that came in would change for the players here; new players begin at 0."""
    kit, game = KITS[offer.game.key], offer.game
    before = {folded(column.player): column for column in counted_here.columns}
    players = {folded(player.name): player for player in counted_here.state.table.players}
    changes = []
    for player, column in zip(offer.state.table.players, offer.columns, strict=True):
        was = before.get(folded(column.player))
        lines: list[Message] = []
        if was is not None:
            both = (players[folded(column.player)], player), (was, column)
            numbers, others = incoming.unscored_fields(kit, (counted_here.state, offer.state), *both)
            lines = [*incoming.changed_lines(kit, game, offer.state, was, column), *numbers]
            lines += [incoming.also_different(others)] if others else []
        changes.append(
            PlayerChange(
                name=column.player,
                before=0 if was is None else kit.open_points(counted_here.state, was),
                after=kit.open_points(offer.state, column),
                lines=tuple(lines),
            )
        )
    return tuple(changes)


async def keep_table(tables: Tables, offer: TableOffer) -> str:
    """Begin a table that came in, and return its id: the one that it has elsewhere, if that is free here."""
    table_id = await _free_id(tables, offer.table_id)
    state = offer.state if table_id is None else with_extras(offer.state, came=offer.came)
    return await _begin(tables, offer.game, state, table_id, offer.now)


async def begin_with_part(tables: Tables, part: ReceivedPart) -> str:
    """Begin a table with nothing on it but a player's part, and return its id, as `keep_table` does."""
    return await _begin(tables, part.game, part.state, await _free_id(tables, part.origin or None))


async def _free_id(tables: Tables, table_id: str | None) -> str | None:
    """Return an id unless it is that of a table here, in play or not."""
    table_here = None if table_id is None else await tables.worker.run(Store.table, table_id)
    return table_id if table_here is None else None


async def _begin(
    tables: Tables, game: Game[Any], state: TableState[Any], table_id: str | None, version: Version | None = None
) -> str:
    """Begin a table; the pad that it came with is kept where it is not here yet."""
    if game.key != PAD_GAME:
        return await tables.begin(game.key, state, table_id, version)
    copies, pad = tables.copies[PAD_GAME], state.table.pad
    kept = pads(copies)
    number = next((key for key, kept_pad in kept.items() if kept_pad == pad), None) or key_on_shelf(pad)
    if number is None:
        number = (await tables.worker.run(key_of_pad, pad)).removeprefix(PAD_PREFIX)
        if number not in kept:
            await copies.keep(PADS_PART, number, codec.plain(pad))
    return await tables.begin(f"{PAD_PREFIX}{number}", state, table_id, version)


def take_over(state: TableState[Any], offer: TableOffer) -> TableState[Any]:
    """Make a table here what came in; its place, note and photo stay.

    Raises:
        StaleError: something was entered since the two were compared, which nobody has seen then.

    """
    if fingerprint(offer.game, state) != offer.compared:
        raise StaleError(say("the table here has changed in the meantime: look again"))
    kept = state.extras
    return with_extras(offer.state, came=offer.came, place=kept.place, note=kept.note, photo=kept.photo)


def older_parts(
    store: Store, table_id: str, game: Game[Any], seated: Sequence[tuple[ReceivedPart, int | None]]
) -> frozenset[bytes]:
    """Return the payloads of the parts that would have changed nothing at an earlier state of a table."""
    waiting = {part.payload: (part, seat) for part, seat in seated if seat is not None}
    older = set()
    for state in _earlier_states(store, table_id, game):
        there = {
            payload for payload, (part, seat) in waiting.items() if with_part(game.key, state, seat, part) == state
        }
        older |= there
        waiting = {payload: placed for payload, placed in waiting.items() if payload not in there}
        if not waiting:
            break
    return frozenset(older)


def _earlier_states(store: Store, table_id: str, game: Game[Any]) -> Iterator[State]:
    """Yield the states that a table was in, the latest first, as far as they can be read and still stand."""
    stored = store.table(table_id)
    if stored is None:
        return
    facts = flatten(by_id(game, stored.content))
    steps = store.steps(table_id)
    for index in reversed(range(len(steps))):
        facts = applied(facts, reversed_(steps[index].changes))
        if index and steps[index - 1].state != "done":
            continue
        with suppress(codec.DocumentError, LookupError):
            yield state_of(game, by_seat(game, unflatten(facts)))
