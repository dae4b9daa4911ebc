"""The import of share codes: a comparison with what is here, and its keeping and undoing."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from companion.games import KITS
from companion.games.score_pad.copy_values import GAME, PADS_PART, pads
from companion.services.results import plain_result
from companion.services.share_codes.incoming import received_state
from companion.tables.state import stored_documents
from storage.codes.contents import OpenTable, PlayResult
from storage.documents import codec
from storage.exchange import importing, past_imports, planning
from storage.exchange.record import CopyRecord, Incoming, PlayRecord
from storage.repositories import history, plays
from storage.repositories.play_content import PlayContent, participants_of
from storage.repositories.values import PAD_PREFIX, day_of, folded, game_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.games.copy_parts import PrintedValue
    from companion.services.results import Result
    from companion.tables.my_copy import MyCopy
    from companion.tables.registry import Tables
    from companion.tables.state import TableState
    from scoring.game import Game
    from scoring.problems import Problem
    from scoring.sheet import Column
    from storage.codes.contents import Contents, OwnCopy
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

NO_REASON: Final = "it came in as a code, which holds no reasons"

SOURCE_PREFIX: Final = "code"
"""The first part of the source of a play that came as a code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultOffer:
    """A result that came in; `known` is the same play here, if there is one; `undated` means it has no day."""

    record: PlayRecord
    result: Result
    known: StoredPlay | None
    undated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOffer:
    """A running table that came in; `twin` is the id of an equal one here, `problems` say what breaks a rule."""

    game: Game[Any]
    state: TableState[Any, Any]
    columns: tuple[Column, ...]
    problems: tuple[Problem, ...]
    twin: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedValue:
    """A value of a copy that came in; `here` is the one known for the same place, `displaces` the other key of mine."""

    part: str
    key: str
    value: Any
    printed: PrintedValue
    here: PrintedValue | None
    displaces: str | None = None

    @property
    def differs(self) -> bool:
        """Whether another value is known here."""
        return self.here is not None and str(self.here) != str(self.printed)


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyOffer:
    """A copy that came in, its values in the order of its parts; `unread` counts those this version cannot read."""

    game: Game[Any]
    values: tuple[ReceivedValue, ...]
    unread: int

    @property
    def new(self) -> tuple[ReceivedValue, ...]:
        """The values of which none is known here."""
        return tuple(value for value in self.values if value.here is None)

    @property
    def other(self) -> tuple[ReceivedValue, ...]:
        """The values that differ from those known here."""
        return tuple(value for value in self.values if value.differs)

    @property
    def same(self) -> int:
        """How many values are the same here."""
        return len(self.values) - len(self.new) - len(self.other)


Offer = ResultOffer | TableOffer | CopyOffer


async def offer_of(tables: Tables, contents: Contents) -> Offer:
    """Return contents that came in, compared with what is here; nothing is changed."""
    match contents:
        case PlayResult():
            return await tables.worker.run(result_offer, contents)
        case OpenTable():
            return await tables.worker.run(table_offer, contents)
        case _:
            return copy_offer(contents, tables.copies[contents.game.key])


def result_offer(store: Store, received: PlayResult) -> ResultOffer:
    """Return a result compared with the history, which has it where game, minute, players, totals and places agree."""
    sheet = received.sheet()
    for column in sheet["columns"]:
        column["lines"] = [line | {"because": NO_REASON} for line in column["lines"]]
    undated = not received.figures.finished
    finished = store.now() if undated else datetime.fromisoformat(received.figures.finished).astimezone(UTC)
    content = PlayContent(
        game=received.game.key,
        title=received.game.title,
        extras={},
        sheet=sheet,
        finished=finished,
        players=participants_of(sheet),
    )
    number = hashlib.sha256(codec.to_json([received.game.key, codec.plain(received.figures)])).hexdigest()[:32]
    known = plays.play(store, number) or next(_alike(store, content), None)
    return ResultOffer(
        record=PlayRecord(id=number, source=f"{SOURCE_PREFIX}:{number}", at="", precision="day", content=content),
        result=plain_result(received.game.title, sheet),
        known=known,
        undated=undated,
    )


def _alike(store: Store, content: PlayContent) -> Iterator[StoredPlay]:
    """Yield the plays with the same result, those in the bin as well."""
    day = day_of(content.finished)
    wanted = history.Filter(game=content.game, since=day, until=day)
    mine = [(folded(player.name), player.total, player.place) for player in content.players]
    for where in (wanted, replace(wanted, removed=True)):
        for play in history.stream(store, where):
            theirs = [(folded(seat.name), seat.total, seat.place) for seat in play.seats]
            if theirs == mine and play.finished.replace(second=0, microsecond=0) == content.finished:
                yield play


async def keep_result(tables: Tables, offer: ResultOffer) -> str | None:
    """Keep a result in the history; return the id of the import, `None` where it changed nothing."""
    what = f"a code of {offer.result.title}"
    done = await tables.worker.run(_import, Incoming(format="", records=(offer.record,)), what)
    return done.id


def _import(store: Store, incoming: Incoming, what: str) -> past_imports.Import:
    return importing.carry_out(store, planning.plan(store, incoming), what, overwrite_edited=bool(incoming.copies))


def table_offer(store: Store, received: OpenTable) -> TableOffer:
    """Return a table compared with those in play."""
    state = received_state(received)
    document, extras = stored_documents(received.game, state)
    twins = (
        table.id
        for table in store.tables()
        if (game_key(table.game), table.document, table.extras) == (received.game.key, document, extras)
    )
    return TableOffer(
        game=received.game,
        state=state,
        columns=tuple(received.game.columns(state.table)),
        problems=received.problems,
        twin=next(twins, None),
    )


async def keep_table(tables: Tables, offer: TableOffer) -> str:
    """Begin a table that came in, and return its id; the pad that it came with is kept where it is not here yet."""
    if offer.game.key != GAME:
        return await tables.begin(offer.game.key, offer.state)
    copies, pad = tables.copies[GAME], offer.state.table.pad
    value = codec.plain(pad)
    number = next((key for key, here in pads(copies).items() if here == pad), None)
    if number is None:
        number = hashlib.sha256(codec.to_json(value)).hexdigest()[:32]
        await copies.keep(PADS_PART, number, value)
    return await tables.begin(f"{PAD_PREFIX}{number}", offer.state)


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
    mine = {other: part.read(other, held) for other, held in copies.part(name).items()}
    displaces = (other for other, held in mine.items() if other != key and held and held.about == read.about)
    known = (part.read(other, held) for other, held in part.known_here(copies))
    return ReceivedValue(
        part=name,
        key=key,
        value=value,
        printed=read,
        here=next((held for held in known if held is not None and held.about == read.about), None),
        displaces=next(displaces, None),
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
    records = tuple(CopyRecord(game=offer.game.key, part=one.part, key=one.key, value=one.value) for one in chosen)
    done = await tables.worker.run(
        _import, Incoming(format="", copies=records), f"a code of my copy of {offer.game.title}"
    )
    displaced = {(one.part, one.displaces): copies.part(one.part)[one.displaces] for one in chosen if one.displaces}
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
