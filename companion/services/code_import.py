"""The import of results and copies from share codes: a comparison with what is here, and their keeping and undoing."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final

from companion.games import KITS
from companion.services.results import Result, figures_of, plain_result
from companion.services.table_import import TableOffer, table_offer
from companion.system import now
from scoring.messages import Message, say
from scoring.sheet import Sheet, of_members
from storage.codes.contents import OpenTable, OwnCopy, PlayResult
from storage.documents import codec
from storage.documents.messages import text_of
from storage.exchange import importing, past_imports, planning
from storage.exchange.plain_values import noon, read_day
from storage.exchange.record import CopyRecord, Incoming, PlayRecord
from storage.exchange.table_documents import with_pad
from storage.repositories import history, plays
from storage.repositories.play_content import UNTIMED, Play, StoredPlay, participants_of
from storage.repositories.values import PAD_PREFIX, day_of, folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.tables.my_copy import MyCopy
    from companion.tables.registry import Tables
    from scoring.game import Game
    from storage.repositories.tables import Store

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
    sheet = received.sheet(NO_REASON) if scored is None else codec.score_result(received.game, scored)
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
    return await tables.worker.run(_keep_result, offer)


def keep_new_result(store: Store, received: PlayResult) -> None:
    """Keep a result in the history, unless the same play is here, or in the bin."""
    offer = result_offer(store, received)
    if offer.play_here is None:
        _keep_result(store, offer)


def _keep_result(store: Store, offer: ResultOffer) -> str | None:
    what = text_of(say("a code of {game}", game=offer.play.title))
    records = (PlayRecord.of(offer.play, precision="day"),)
    return _import(store, Incoming(format="", records=records), what).id


def _import(store: Store, incoming: Incoming, what: str) -> past_imports.Import:
    return importing.carry_out(store, planning.plan(store, incoming), what)


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
        CopyRecord(game=offer.game.key, part=entry.part, key=entry.key, at=now(), value=entry.value) for entry in chosen
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
