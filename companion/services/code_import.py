"""The import of share codes: a comparison with what is here, and its keeping and undoing."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from companion.games import KITS
from companion.games.score_pad.copy_values import GAME, PADS_PART, pads
from companion.games.score_pad.shelf import key_on_shelf
from companion.services.results import figures_of, plain_result
from companion.services.share_codes.differences import (
    also_different,
    changed_lines,
    common_differences,
    unscored_fields,
)
from companion.services.share_codes.incoming import received_state
from companion.services.share_codes.player_parts import other_pad, other_variant
from companion.tables.state import fingerprint, shareable_state, state_of, with_extras
from scoring.messages import say
from scoring.sheet import of_members
from storage.codes.contents import OpenTable, OwnCopy, PlayResult
from storage.documents import codec
from storage.documents.messages import text_of
from storage.exchange import importing, past_imports, planning
from storage.exchange.play_record import PlayRecord
from storage.exchange.record import CopyRecord, Incoming, noon, read_day
from storage.exchange.table_documents import key_of_pad, with_pad
from storage.repositories import history, plays
from storage.repositories.play_content import UNTIMED, Play, participants_of
from storage.repositories.tables import Store
from storage.repositories.values import PAD_PREFIX, StaleError, day_of, folded, game_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.services.results import Result
    from companion.services.share_codes.player_parts import ReceivedPart
    from companion.tables.my_copy import MyCopy
    from companion.tables.registry import Tables
    from companion.tables.state import TableState
    from scoring.game import Game
    from scoring.messages import Message
    from scoring.problems import Problem
    from scoring.sheet import Column, Sheet
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.values import StoredTable

NO_REASON: Final = say("it came in as a code, which holds no reasons")

SOURCE_PREFIX: Final = "code"
"""The first part of the source of a play that came as a code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultOffer:
    """A result that came in; `play_here` is the same play, if it is here; `undated` means it has no day."""

    play: Play
    result: Result
    play_here: StoredPlay | None
    undated: bool


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
    state: TableState[Any]
    columns: tuple[Column, ...]
    problems: tuple[Problem, ...]
    came: str
    table_id: str | None
    relation: Relation = Relation.NEW
    id_here: str | None = None
    play: str | None = None
    changes: tuple[PlayerChange, ...] = ()
    also: Message | None = None
    compared: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedValue:
    """A value of a copy that came in; `printed_here` is what the copy here prints there, `displaces` its other key."""

    part: str
    key: str
    value: Any
    printed: Message
    printed_here: Message | None
    displaces: str | None = None

    @property
    def differs(self) -> bool:
        """Whether another value is known here."""
        return self.printed_here is not None and self.printed_here != self.printed


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyOffer:
    """A copy that came in, its values in the order of its parts; `unread` counts those this version cannot read."""

    game: Game[Any]
    values: tuple[ReceivedValue, ...]
    unread: int

    @property
    def new(self) -> tuple[ReceivedValue, ...]:
        """The values of which none is known here."""
        return tuple(value for value in self.values if value.printed_here is None)

    @property
    def other(self) -> tuple[ReceivedValue, ...]:
        """The values that differ from those known here."""
        return tuple(value for value in self.values if value.differs)

    @property
    def same(self) -> int:
        """How many values are the same here."""
        return len(self.values) - len(self.new) - len(self.other)


Offer = ResultOffer | TableOffer | CopyOffer


async def offer_of(tables: Tables, contents: PlayResult | OpenTable | OwnCopy) -> Offer:
    """Return contents that came in, compared with what is here; nothing is changed."""
    match contents:
        case PlayResult():
            return await tables.worker.run(result_offer, contents)
        case OpenTable():
            return await tables.worker.run(table_offer, contents)
        case OwnCopy():
            return copy_offer(contents, tables.copies[contents.game.key])


def result_offer(store: Store, received: PlayResult) -> ResultOffer:
    """Return a result with the same play here, if any: game, minute, players, totals and places agree."""
    scored = _scored_today(received)
    sheet = _without_reasons(received.sheet()) if scored is None else codec.score_result(received.game, scored)
    result = plain_result(str(received.game.name), sheet)
    end = received.figures.finished
    day = read_day(end)
    finished = noon(date.fromisoformat(day)) if day else datetime.fromisoformat(end) if end else store.now()
    key = f"{PAD_PREFIX}{received.pad}" if received.pad else received.game.key
    document = None if received.table is None else codec.table_document(received.game, received.table)
    play = Play(
        id=hashlib.sha256(codec.to_json([key, codec.plain(received.figures)])).hexdigest()[:32],
        game=key,
        title=received.game.title,
        document=document,
        sheet=sheet,
        finished=finished.astimezone(UTC),
        day=day,
        players=participants_of(sheet, document),
        extras={UNTIMED: True} if day else {},
    )
    play = with_pad(store, replace(play, source=f"{SOURCE_PREFIX}:{play.id}"))
    play_here = plays.play(store, play.id) or next(_alike(store, play), None)
    return ResultOffer(
        play=play,
        result=result if scored is None else replace(result, sheet=scored),
        play_here=play_here,
        undated=not end,
    )


def _scored_today(received: PlayResult) -> Sheet | None:
    """Return the sheet of a result's table; `None` without a table, or if it has other figures today."""
    if received.table is None:
        return None
    scored = of_members(received.game.score(received.table), received.table)
    same = figures_of(codec.score_result(received.game, scored)) == figures_of(received.sheet())
    return scored if same else None


def _without_reasons(sheet: dict[str, Any]) -> dict[str, Any]:
    columns = [
        column | {"lines": [line | {"because": NO_REASON.english} for line in column["lines"]]}
        for column in sheet["columns"]
    ]
    return sheet | {"columns": columns}


def _alike(store: Store, received: Play) -> Iterator[StoredPlay]:
    """Yield the plays with the same result, the deleted ones as well."""
    day = day_of(received.finished)
    that_day = history.Filter(game=received.game, since=day, until=day)
    mine = [(folded(player.name), player.total, player.place) for player in received.players]
    for where in (that_day, replace(that_day, removed=True)):
        for play in history.stream(store, where):
            theirs = [(folded(seat.name), seat.total, seat.place) for seat in play.players]
            minute = play.finished.replace(second=0, microsecond=0)
            if theirs == mine and (minute == received.finished or not received.has_time):
                yield play


async def keep_result(tables: Tables, offer: ResultOffer) -> str | None:
    """Keep a result in the history; return the id of the import, `None` where it changed nothing."""
    what = text_of(say("a code of {game}", game=offer.play.title))
    records = (PlayRecord.of(offer.play, precision="day"),)
    done = await tables.worker.run(_import, Incoming(format="", records=records), what)
    return done.id


def _import(store: Store, incoming: Incoming, what: str) -> past_imports.Import:
    return importing.carry_out(store, planning.plan(store, incoming), what, overwrite_edited=bool(incoming.values))


def table_offer(store: Store, received: OpenTable) -> TableOffer:
    """Return a table compared with those here: the very one by its id, else an equal one, or one with these players."""
    state, origin = received_state(received), received.origin
    offer = TableOffer(
        game=received.game,
        state=state,
        columns=tuple(received.game.columns(state.table)),
        problems=received.problems,
        came=fingerprint(received.game, state),
        table_id=None if origin is None else origin.table,
    )
    table_here = None if origin is None else store.table(origin.table)
    if origin is not None and table_here is not None and game_key(table_here.game) == received.game.key:
        if table_here.state == "finished":
            play = plays.play_of_table(store, table_here.id)
            return replace(offer, relation=Relation.FINISHED, id_here=table_here.id, play=play)
        state_here = _stored_state(received.game, table_here)
        same_pad = state_here is not None and other_pad(received.game.key, state, state_here) is None
        if table_here.state == "running" and state_here is not None and same_pad:
            offer = replace(offer, id_here=table_here.id, compared=fingerprint(offer.game, state_here))
            relation = _relation(offer, state_here.extras.came, origin.base)
            if relation in (Relation.WENT_ON, Relation.BOTH_CHANGED):
                offer = _with_changes(offer, state_here)
            return replace(offer, relation=relation)
    return _compared_with_others(store, offer)


def _compared_with_others(store: Store, offer: TableOffer) -> TableOffer:
    """Return a table with a new id, compared with those in play that are equal or have the same players."""
    alike: TableOffer | None = None
    for table in store.tables():
        state_here = _stored_state(offer.game, table) if game_key(table.game) == offer.game.key else None
        if state_here is None or not _is_alike(offer, state_here):
            continue
        compared = fingerprint(offer.game, state_here)
        if compared == offer.came:
            return replace(offer, relation=Relation.SAME, id_here=table.id)
        alike = alike or replace(
            _with_changes(offer, state_here), relation=Relation.ALIKE, id_here=table.id, compared=compared
        )
    return alike or offer


def _stored_state(game: Game[Any], table: StoredTable) -> TableState[Any] | None:
    """Return the state of a table here, `None` where it cannot be read or its points cannot be counted."""
    try:
        state = state_of(game, table.content)
        game.columns(state.table)
    except (codec.DocumentError, LookupError):
        return None
    return state


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


def _with_changes(offer: TableOffer, state_here: TableState[Any]) -> TableOffer:
    """Return a table that came in with all that it would change at one here."""
    common = common_differences(shareable_state(state_here), offer.state)
    return replace(offer, changes=_changes(offer, state_here), also=also_different(common) if common else None)


def _changes(offer: TableOffer, state_here: TableState[Any]) -> tuple[PlayerChange, ...]:
    """Return what a table that came in would change for the players here; new players begin at 0."""
    kit, game = KITS[offer.game.key], offer.game
    before = {folded(column.player): column for column in game.columns(state_here.table)}
    players = {folded(player.name): player for player in state_here.table.players}
    changes = []
    for player, column in zip(offer.state.table.players, offer.columns, strict=True):
        was = before.get(folded(column.player))
        lines: list[Message] = []
        if was is not None:
            both = (players[folded(column.player)], player), (was, column)
            numbers, others = unscored_fields(kit, (state_here, offer.state), *both)
            lines = [*changed_lines(kit, game, offer.state, was, column), *numbers]
            lines += [also_different(others)] if others else []
        changes.append(
            PlayerChange(
                name=column.player,
                before=0 if was is None else kit.open_points(state_here, was),
                after=kit.open_points(offer.state, column),
                lines=tuple(lines),
            )
        )
    return tuple(changes)


async def keep_table(tables: Tables, offer: TableOffer) -> str:
    """Begin a table that came in, and return its id: the one that it has elsewhere, if that is free here."""
    table_id = await _free_id(tables, offer.table_id)
    state = offer.state if table_id is None else with_extras(offer.state, came=offer.came)
    return await _begin(tables, offer.game, state, table_id)


async def begin_with_part(tables: Tables, part: ReceivedPart) -> str:
    """Begin a table with nothing on it but a player's part, and return its id, as `keep_table` does."""
    return await _begin(tables, part.game, part.state, await _free_id(tables, part.origin or None))


async def _free_id(tables: Tables, table_id: str | None) -> str | None:
    """Return an id unless it is that of a table here, in play or not."""
    table_here = None if table_id is None else await tables.worker.run(Store.table, table_id)
    return table_id if table_here is None else None


async def _begin(tables: Tables, game: Game[Any], state: TableState[Any], table_id: str | None) -> str:
    """Begin a table; the pad that it came with is kept where it is not here yet."""
    if game.key != GAME:
        return await tables.begin(game.key, state, table_id)
    copies, pad = tables.copies[GAME], state.table.pad
    kept = pads(copies)
    number = next((key for key, kept_pad in kept.items() if kept_pad == pad), None) or key_on_shelf(pad)
    if number is None:
        number = (await tables.worker.run(key_of_pad, pad)).removeprefix(PAD_PREFIX)
        if number not in kept:
            await copies.keep(PADS_PART, number, codec.plain(pad))
    return await tables.begin(f"{PAD_PREFIX}{number}", state, table_id)


def take_over(state: TableState[Any], offer: TableOffer) -> TableState[Any]:
    """Make a table here what came in; its place, note and photo stay.

    Raises:
        StaleError: something was entered since the two were compared, which nobody has seen then.

    """
    if fingerprint(offer.game, state) != offer.compared:
        raise StaleError(say("the table here has changed in the meantime: look again"))
    kept = state.extras
    return with_extras(offer.state, came=offer.came, place=kept.place, note=kept.note, photo=kept.photo)


def copy_offer(received: OwnCopy, copies: MyCopy) -> CopyOffer:
    """Return a copy compared with mine."""
    game = received.game.key
    values = tuple(
        value
        for name in KITS[game].copy_parts
        for entry in received.parts.get(name, {}).items()
        if (value := _received_value(game, name, entry, copies)) is not None
    )
    return CopyOffer(game=received.game, values=values, unread=sum(map(len, received.parts.values())) - len(values))


def _received_value(game: str, name: str, entry: tuple[str, Any], copies: MyCopy) -> ReceivedValue | None:
    part, (key, value) = KITS[game].copy_parts[name], entry
    read = part.read(key, value)
    if read is None:
        return None
    value_here = next((held for held in part.known(copies) if part.place(held.key) == part.place(key)), None)
    return ReceivedValue(
        part=name,
        key=key,
        value=value,
        printed=part.words(read.key, read.value),
        printed_here=None if value_here is None else part.words(value_here.key, value_here.value),
        displaces=next(iter(part.displaced(copies, key)), None),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptCopy:
    """The values kept of a copy: their import, their number, and my values that they displaced, by part and key."""

    import_id: str | None
    number: int
    displaced: Mapping[tuple[str, str], Any]


async def keep_copy(tables: Tables, offer: CopyOffer, chosen: tuple[ReceivedValue, ...]) -> KeptCopy:
    """Keep values of a copy in mine; they replace those of the same place."""
    copies = tables.copies[offer.game.key]
    records = tuple(
        CopyRecord(game=offer.game.key, part=entry.part, key=entry.key, value=entry.value) for entry in chosen
    )
    done = await tables.worker.run(
        _import, Incoming(format="", values=records), text_of(say("a code of {game}", game=offer.game.name))
    )
    displaced = {
        (entry.part, entry.displaces): copies.part(entry.part)[entry.displaces] for entry in chosen if entry.displaces
    }
    for part, key in displaced:
        await copies.drop(part, key)
    await copies.reload()
    return KeptCopy(import_id=done.id, number=done.copies, displaced=displaced)


async def undo_copy(tables: Tables, game: str, kept: KeptCopy) -> None:
    """Undo the keeping of a copy, as far as nobody has changed its values since."""
    copies = tables.copies[game]
    if kept.import_id is not None:
        await tables.worker.run(past_imports.undo_import, kept.import_id)
    for (part, key), value in kept.displaced.items():
        await copies.keep(part, key, value)
    await copies.reload()
