"""The imports that were carried out: listed, and undone as one step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, insert
from sqlalchemy import select as select_columns
from sqlmodel import Session, col, select

from scoring.messages import say
from storage.database.columns import EncodedJson
from storage.database.models import (
    AliasRow,
    CopyRow,
    DeletedPlayRow,
    ImportRow,
    JournalRow,
    PlaceRow,
    PlayerRow,
    PlayRevisionRow,
    PlayRow,
    Row,
    SeatRow,
    SettingRow,
    WrittenNameRow,
    with_checksums,
)
from storage.documents import codec
from storage.exchange.planning import BATCH
from storage.repositories import photos
from storage.repositories.people import NameKind, is_named, set_name
from storage.repositories.play_content import read_play
from storage.repositories.play_rows import delete_plays, replace_play, shown_versions
from storage.repositories.play_versions import put_into_bin, rewrite_play
from storage.repositories.values import batches, stale

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from storage.repositories.tables import Store


AGREED_SETTING: Final = "agreed"
"""The setting with the moment when another device may last have heard of all that is here."""

UNDONE: Final = say("an import was undone").english
"""The label of a play that is what it was before an import."""

_ROWS: Final = {
    row.__tablename__: row
    for row in (PlayerRow, PlaceRow, AliasRow, CopyRow, DeletedPlayRow, SettingRow, PlayRow, WrittenNameRow)
}
"""The tables of which rows are put back one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """An import with the numbers of plays that it added and corrected; `id` is `None` if there was nothing to do.

    The other numbers are those of photos, of entries of copies, of pads made from score sheets, of friends and places
    that the file has a line of, of settings and of ids elsewhere that it wrote. `judged` is known just after it: of how
    many plays a pad said who won.
    """

    id: str | None
    at: datetime
    what: str
    added: int = 0
    changed: int = 0
    photos: int = 0
    copies: int = 0
    pads: int = 0
    people: int = 0
    settings: int = 0
    sources: int = 0
    versions: int = 0
    deleted: int = 0
    judged: int = 0
    undone: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPlay:
    """A play that an undo left as it is because it was edited later."""

    play_id: str
    title: str
    day: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoneImport:
    """What undoing an import did: plays removed, plays restored, plays kept."""

    removed: int
    restored: int
    kept: tuple[KeptPlay, ...]


class Journal:
    """The journal of an import, in which stands what it does to each row."""

    def __init__(self, session: Session, import_id: str) -> None:
        """Begin with nothing."""
        self._session = session
        self._import_id = import_id
        self._numbers = count(1)
        self._unwritten: list[dict[str, Any]] = []

    def note(
        self, of: type[Row], key: Sequence[str], before: Mapping[str, Any] | None, after: Mapping[str, Any]
    ) -> None:
        """Note the columns of a row that change, as they were, `None` for a new row, and as they are now."""
        entry = {"import_id": self._import_id, "number": next(self._numbers), "kind": of.__tablename__}
        texts = {"key": [*key], "before": codec.plain(before), "after": codec.plain(after)}
        self._unwritten.append(entry | {name: EncodedJson.of(value) for name, value in texts.items()})

    def write(self) -> None:
        """Write what was noted."""
        if self._unwritten:
            self._session.connection().execute(insert(JournalRow), with_checksums(JournalRow, self._unwritten))
            self._unwritten = []


def listed(row: ImportRow) -> Import:
    """Return an import as it is listed."""
    return Import(id=row.id, at=row.at, what=row.what, undone=row.undone, **row.counts)


def imports(store: Store) -> tuple[Import, ...]:
    """Return the imports, latest first."""
    with store.reading() as session:
        rows = session.exec(select(ImportRow).order_by(col(ImportRow.at).desc(), col(ImportRow.id))).all()
        return tuple(map(listed, rows))


def undo_import(store: Store, import_id: str) -> UndoneImport:
    """Undo an import in one transaction: remove what it added, and put back what it changed, as far as it is unchanged.

    Plays that were changed since are kept, and returned by name. Where another device has heard of the import, plays
    go to the bin or get a version that says what was before, as that device cannot forget them.

    Raises:
        StaleError: there is no such import, or it is undone already.

    """
    now = store.now()
    kept: dict[str, KeptPlay] = {}
    restored: set[str] = set()
    added: dict[str, dict[str, int | None]] = {kind: {} for kind in ("plays", "photos", "players", "places")}
    with store.writing() as session:
        row = session.get(ImportRow, import_id, with_for_update=True)
        if row is None or row.undone is not None:
            raise stale()
        was_told = _told(session) >= row.at  # some clocks stand still for a while
        asked = select(JournalRow).where(JournalRow.import_id == import_id)
        a_batch = {"yield_per": BATCH}
        for entry in session.exec(asked.order_by(col(JournalRow.number).desc()), execution_options=a_batch):
            if entry.before is None and entry.kind in added:
                added[entry.kind][entry.key[0]] = entry.after.get("revision")
            elif "revision" in entry.after:
                restored |= _restore(session, now, entry, kept, keeps_versions=was_told)
            else:
                _put_back(session, entry)
        session.flush()
        removed = _remove(session, now, added["plays"], kept, keeps_versions=was_told)
        photos.drop_unnamed(session, added["photos"])
        _forget(session, row.at, added["players"], added["places"])
        session.connection().execute(delete(JournalRow).where(col(JournalRow.import_id) == import_id))
        row.undone = now
    restored -= added["plays"].keys()
    return UndoneImport(removed=removed, restored=len(restored), kept=tuple(kept.values()))


def _put_back(session: Session, entry: JournalRow) -> None:
    """Put a row back as it was, if it is still as the import left it."""
    row: Any = session.get(_ROWS[entry.kind], tuple(entry.key))
    if row is None or any(codec.plain(getattr(row, name)) != value for name, value in entry.after.items()):
        return
    if entry.before is None:
        session.delete(row)
        return
    before = dict(entry.before)
    if "name" in before:
        name = before.pop("name")
        kind: NameKind = "player" if isinstance(row, PlayerRow) else "place"
        if not is_named(session, kind, name, apart_from=row.id):
            set_name(session, kind, row, name)
    for name, value in before.items():
        setattr(row, name, datetime.fromisoformat(value) if name in {"seen", "at"} else value)


def _told(session: Session) -> datetime:
    """Return when another device may last have heard of all that is here."""
    agreed = session.get(SettingRow, AGREED_SETTING)
    return datetime.min.replace(tzinfo=UTC) if agreed is None else datetime.fromisoformat(str(agreed.value))


def _restore(
    session: Session, now: datetime, entry: JournalRow, kept: dict[str, KeptPlay], *, keeps_versions: bool
) -> set[str]:
    """Restore a play that an import corrected, unless it was corrected again; return the id of one restored."""
    row = session.get(PlayRow, entry.key[0], with_for_update=True)
    if row is None or entry.before is None:
        return set()
    if row.revision != entry.after["revision"] or row.reopened:
        kept[row.id] = KeptPlay(play_id=row.id, title=row.title, day=row.day)
        return set()
    number = entry.before["revision"]
    former = session.get(PlayRevisionRow, (row.id, number))
    play = None if former is None else read_play(former.play)
    shown, _ = shown_versions(session, [row.id])[row.id]
    is_replaced = "version" not in entry.before or entry.before["version"] != shown
    if keeps_versions:
        if play is not None and is_replaced:
            rewrite_play(session, now, row, replace(play, version="", follows=""), UNDONE)
            row.removed = play.removed
        return {row.id}
    if play is not None and is_replaced:
        if play.version:
            row.removed, row.edited = play.removed, play.edited
        replace_play(session, now, row, play)
    row.revision = number
    later = (col(PlayRevisionRow.play_id) == row.id, col(PlayRevisionRow.number) >= number)
    session.connection().execute(delete(PlayRevisionRow).where(*later))
    return {row.id}


def _remove(
    session: Session, now: datetime, added: Mapping[str, int | None], kept: dict[str, KeptPlay], *, keeps_versions: bool
) -> int:
    """Remove the plays that an import added, unless they have another revision now."""
    columns = (col(PlayRow.id), col(PlayRow.title), col(PlayRow.day), col(PlayRow.revision), col(PlayRow.reopened))
    removed = 0
    for batch in batches(added, BATCH):
        untouched = []
        asked = select_columns(*columns).where(columns[0].in_(batch))
        for number, title, day, *state in session.connection().execute(asked):
            if state == [added[number], False]:
                untouched.append(number)
            else:
                kept[number] = KeptPlay(play_id=number, title=title, day=day)
        if keeps_versions:
            for number in untouched:
                put_into_bin(session, now, session.get_one(PlayRow, number))
        else:
            delete_plays(session, untouched)
        removed += len(untouched)
    return removed


def _forget(session: Session, at: datetime, players: Iterable[str], places: Iterable[str]) -> None:
    """Remove the players and places that an import added, unless they occur elsewhere."""
    seated, visited = select(SeatRow.player_id), select(PlayRow.place_id).where(col(PlayRow.place_id).is_not(None))
    for of, kind, ids, needed in ((PlayerRow, "player", players, seated), (PlaceRow, "place", places, visited)):
        named = select(AliasRow.target).where(AliasRow.kind == kind)
        unneeded = (col(of.id).not_in(needed), col(of.id).not_in(named), col(of.seen) <= at)
        for batch in batches(ids, BATCH):
            session.connection().execute(delete(of).where(col(of.id).in_(batch), *unneeded))
            written = (
                col(WrittenNameRow.kind) == kind,
                col(WrittenNameRow.into) == "",
                col(WrittenNameRow.id).in_(batch),
            )
            gone = col(WrittenNameRow.id).not_in(select(of.id))
            session.connection().execute(delete(WrittenNameRow).where(*written, gone))
