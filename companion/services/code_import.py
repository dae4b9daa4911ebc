"""What came in beside what is here: what is new, what differs, and keeping it so that it can be taken back."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from companion.games import KITS
from companion.services.results import Result, kept_sheet
from companion.services.share_codes.incoming import received_state
from companion.tables.state import stored_documents, styles
from storage.codes.contents import OpenTable, PlayResult
from storage.documents import codec
from storage.exchange import importing, planning
from storage.exchange.record import CopyRecord, Incoming, PlayRecord
from storage.repositories import history, plays
from storage.repositories.play_content import PlayContent, participants_of
from storage.repositories.values import day_of, folded

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.games.copy_parts import PrintedValue
    from companion.tables.my_copy import MyCopy
    from companion.tables.registry import Tables
    from companion.tables.state import TableState
    from scoring.game import Game
    from scoring.problems import Problem
    from scoring.sheet import Column
    from storage.codes.contents import Contents, OwnCopy
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

BECAUSE: Final = "it came in as a code, which holds no reasons"

SOURCE: Final = "code"
"""Begins where a play came from that came as a code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultOffer:
    """A result that came in; `known` is the play that it is here already, `undated` says that no day came with it."""

    record: PlayRecord
    result: Result
    known: StoredPlay | None
    undated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOffer:
    """A running table that came in; `twin` is one in play here that is just the same, `problems` break the rules."""

    game: Game[Any]
    state: TableState[Any, Any]
    columns: tuple[Column, ...]
    problems: tuple[Problem, ...]
    twin: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyEntry:
    """An entry of a copy that came in, and what is known here at its place; `displaces` is mine under another key."""

    part: str
    key: str
    value: Any
    print: PrintedValue
    here: PrintedValue | None
    displaces: str | None = None

    @property
    def differs(self) -> bool:
        """Whether something else is known here."""
        return self.here is not None and str(self.here) != str(self.print)


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyOffer:
    """A copy that came in, its entries by part as they are shown; `unread` counts those that are not known here."""

    game: Game[Any]
    entries: tuple[CopyEntry, ...]
    unread: int

    @property
    def new(self) -> tuple[CopyEntry, ...]:
        """The entries about which nothing is known here."""
        return tuple(entry for entry in self.entries if entry.here is None)

    @property
    def other(self) -> tuple[CopyEntry, ...]:
        """The entries that differ from what is known here."""
        return tuple(entry for entry in self.entries if entry.differs)

    @property
    def same(self) -> int:
        """How many are known here just so."""
        return len(self.entries) - len(self.new) - len(self.other)


Offer = ResultOffer | TableOffer | CopyOffer


async def offer(tables: Tables, contents: Contents) -> Offer:
    """Return what came in beside what is here; nothing is changed."""
    match contents:
        case PlayResult():
            return await tables.worker.run(result_offer, contents)
        case OpenTable():
            return await tables.worker.run(table_offer, contents)
        case _:
            return copy_offer(contents, tables.copies[contents.game.key])


# -- results


def result_offer(store: Store, came: PlayResult) -> ResultOffer:
    """Return a result beside the history; it is here already where game, minute, players, totals and places agree."""
    sheet = came.sheet()
    for column in sheet["columns"]:
        column["lines"] = [line | {"because": BECAUSE} for line in column["lines"]]
    undated = not came.figures.finished
    finished = store.now() if undated else datetime.fromisoformat(came.figures.finished).astimezone(UTC)
    content = PlayContent(
        game=came.game.key,
        title=came.game.title,
        extras={},
        sheet=sheet,
        finished=finished,
        players=participants_of(sheet),
    )
    number = hashlib.sha256(codec.to_json([came.game.key, codec.plain(came.figures)])).hexdigest()[:32]
    known = plays.play(store, number) or next(_alike(store, content), None)
    kept = kept_sheet(sheet)
    return ResultOffer(
        record=PlayRecord(id=number, source=f"{SOURCE}:{number}", at="", precision="day", content=content),
        result=Result(
            title=came.game.title,
            sheet=kept,
            rows=(),
            seats=styles(len(kept.columns)),
            totals=tuple(column.total for column in kept.columns),
        ),
        known=known,
        undated=undated,
    )


def _alike(store: Store, content: PlayContent) -> Iterator[StoredPlay]:
    """Yield the plays that have the same result, also from the bin."""
    day = day_of(content.finished)
    wanted = history.Filter(game=content.game, since=day, until=day)
    mine = [(folded(player.name), player.total, player.place) for player in content.players]
    for where in (wanted, replace(wanted, removed=True)):
        for play in history.stream(store, where):
            theirs = [(folded(seat.name), seat.total, seat.place) for seat in play.seats]
            if theirs == mine and play.finished.replace(second=0, microsecond=0) == content.finished:
                yield play


async def keep_result(tables: Tables, came: ResultOffer) -> str | None:
    """Keep a result in the history, and return the id of the import that can be taken back, if there was anything."""
    what = f"a code of {came.result.title}"
    done = await tables.worker.run(_import, Incoming(format="", records=(came.record,)), what)
    return done.id


def _import(store: Store, incoming: Incoming, what: str) -> importing.Import:
    return importing.carry_out(store, planning.plan(store, incoming), what, overwrite_edited=bool(incoming.copies))


# -- running tables


def table_offer(store: Store, came: OpenTable) -> TableOffer:
    """Return a table beside those in play."""
    state = received_state(came)
    document, extras = stored_documents(came.game, state)
    twins = (
        table.id
        for table in store.tables()
        if (table.game, table.document, table.extras) == (came.game.key, document, extras)
    )
    return TableOffer(
        game=came.game,
        state=state,
        columns=tuple(came.game.columns(state.table)),
        problems=came.problems,
        twin=next(twins, None),
    )


# -- copies


def copy_offer(came: OwnCopy, copies: MyCopy) -> CopyOffer:
    """Return a copy beside mine."""
    game = came.game.key
    entries = tuple(
        entry
        for name in KITS[game].copy_parts
        for key, value in came.parts.get(name, {}).items()
        if (entry := _entry(game, name, (key, value), copies)) is not None
    )
    return CopyOffer(game=came.game, entries=entries, unread=sum(map(len, came.parts.values())) - len(entries))


def _entry(game: str, name: str, came: tuple[str, Any], copies: MyCopy) -> CopyEntry | None:
    part, (key, value) = KITS[game].copy_parts[name], came
    read = part.read(key, value)
    if read is None:
        return None
    mine = {other: part.read(other, held) for other, held in copies.part(name).items()}
    displaces = (other for other, held in mine.items() if other != key and held and held.about == read.about)
    known = (part.read(other, held) for other, held in part.known(copies))
    return CopyEntry(
        part=name,
        key=key,
        value=value,
        print=read,
        here=next((held for held in known if held is not None and held.about == read.about), None),
        displaces=next(displaces, None),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptCopy:
    """What was taken into my copy: the import, how many values, and what of mine had to give way, by part and key."""

    import_id: str | None
    number: int
    gave_way: Mapping[tuple[str, str], Any]


async def keep_copy(tables: Tables, came: CopyOffer, chosen: tuple[CopyEntry, ...]) -> KeptCopy:
    """Take entries of a copy into mine, in the place of what is there."""
    copies = tables.copies[came.game.key]
    records = tuple(CopyRecord(game=came.game.key, part=one.part, key=one.key, value=one.value) for one in chosen)
    done = await tables.worker.run(
        _import, Incoming(format="", copies=records), f"a code of my copy of {came.game.title}"
    )
    gave_way = {(one.part, one.displaces): copies.part(one.part)[one.displaces] for one in chosen if one.displaces}
    for part, key in gave_way:
        await copies.drop(part, key)
    await copies.reload()
    return KeptCopy(import_id=done.id, number=done.copies, gave_way=gave_way)


async def give_back(tables: Tables, game: str, kept: KeptCopy) -> None:
    """Make my copy what it was before something was taken in, as far as nobody has changed it since."""
    copies = tables.copies[game]
    if kept.import_id is not None:
        await tables.worker.run(importing.undo_import, kept.import_id)
    for (part, key), value in kept.gave_way.items():
        await copies.keep(part, key, value)
    await copies.reload()
