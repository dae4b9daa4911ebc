"""Imports: carried out as one step, listed, and undone as one step."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, cast
from uuid import uuid4

from sqlalchemy import delete, func, or_
from sqlmodel import col, select

from storage.database.models import (
    DAMAGED_TOO,
    AliasRow,
    CopyRow,
    ImportRow,
    PlaceRow,
    PlayerRow,
    PlayRevisionRow,
    PlayRow,
    SeatRow,
    SettingRow,
    is_damaged,
)
from storage.exchange.comparing import merged
from storage.exchange.identities import Identities
from storage.exchange.planning import (
    BATCH,
    PlannedCopy,
    PlannedPlay,
    PlannedSetting,
    Planner,
    batches,
    planned_copies,
    planned_settings,
)
from storage.repositories.people import PeopleLookup, is_named, set_name
from storage.repositories.play_content import content_of, read_content
from storage.repositories.play_rows import (
    delete_plays,
    insert_plays,
    insert_versions,
    lock_play,
    replace_content,
    rewrite_play,
    stored_play,
)
from storage.repositories.values import folded, stale

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlmodel import Session

    from storage.exchange.identities import PlannedPerson
    from storage.exchange.planning import Plan
    from storage.exchange.record import PlayRecord, Progress
    from storage.repositories.people import KnownRow, NameKind
    from storage.repositories.play_content import PlayRevision, StoredPlay
    from storage.repositories.tables import Store

_NOTE: Final = "import/"
"""The beginning of the setting with what an import wrote beside plays, and what was there before."""

_ENTRY_LENGTH: Final = 4

_NOTED: Final = {
    "player": PlayerRow,
    "place": PlaceRow,
    "player seen": PlayerRow,
    "place seen": PlaceRow,
    "alias": AliasRow,
    "copy": CopyRow,
    "setting": SettingRow,
}
"""The rows that a note lists."""

_CARRIED: Final = ("name", "hidden", "colour", "shape")
"""What a file says of friends, and of places as far as they have it."""

_IS_CORRECTED: Final = or_(col(PlayRow.import_id).is_(None), col(PlayRow.import_id) != col(PlayRevisionRow.import_id))
"""Whether an import corrected the play of a revision that was here, rather than brought it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """An import with the numbers of plays added and corrected; `id` is `None` if there was nothing to do.

    `copies`, `people` and `settings` are the numbers of entries of copies, of friends and places that the file has a
    line of, and of settings that it wrote, until it is undone.
    """

    id: str | None
    at: datetime
    what: str
    added: int
    changed: int
    copies: int = 0
    people: int = 0
    settings: int = 0
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


def carry_out(
    store: Store, plan: Plan, what: str, *, overwrite_edited: bool = False, progress: Progress | None = None
) -> Import:
    """Carry out a plan in one transaction; `what` describes the source.

    Each play is looked up again, so a play that was edited after planning is not overwritten either, unless
    `overwrite_edited` is set; the former content stays as a revision.
    """
    now = store.now()
    number = uuid4().hex
    done: Counter[str] = Counter()
    with store.writing() as session:
        row = ImportRow(id=number, at=now, what=what)
        session.add(row)
        session.flush()
        records = [entry.record for entry in plan.entries]
        identities = Identities(session, [one.record for one in plan.people if one.record.is_stated], records)
        planner = Planner(session, identities)
        step = _Writer(session, now, number, what, identities, overwrite_edited=overwrite_edited)
        step.take_people()
        for batch in batches(records, BATCH):
            done.update(step.take(planner.planned(batch)))
            done["told"] += len(batch)
            if progress is not None:
                progress(done["told"], len(records))
        step.take_copies(planned_copies(session, [entry.record for entry in plan.copies]))
        step.take_settings(planned_settings(session, [entry.record for entry in plan.settings]))
        if not (done["added"] or done["changed"] or step.note):
            session.delete(row)
            return Import(id=None, at=now, what=what, added=0, changed=0)
        step.finish()
    return _import(row, added=done["added"], changed=done["changed"], note=step.note)


def _import(row: ImportRow, *, added: int, changed: int, note: Iterable[Sequence[Any]]) -> Import:
    """Return an import as it is listed."""
    kinds = Counter(kind for kind, *_ in note)
    return Import(
        id=row.id,
        at=row.at,
        what=row.what,
        added=added,
        changed=changed,
        copies=kinds["copy"],
        people=kinds["player"] + kinds["place"],
        settings=kinds["setting"],
        undone=row.undone,
    )


class _Writer:
    """The writer of one import; `note` lists what it writes beside plays, so that it can be undone.

    An entry of the note is the kind of a row, its key, and its values before (`None` for a new row) and after.
    """

    def __init__(
        self,
        session: Session,
        now: datetime,
        number: str,
        what: str,
        identities: Identities,
        *,
        overwrite_edited: bool,
    ) -> None:
        self.note: list[list[Any]] = []
        self._session = session
        self._now = now
        self._number = number
        self._what = what
        self._identities = identities
        self._overwrite = overwrite_edited
        self._replaced = {"new", "changed", "edited"} if overwrite_edited else {"new", "changed"}
        self._people = PeopleLookup.of(session, number)
        self._added: set[str] = set()

    def take_people(self) -> None:
        """Write the friends and places that the file has a line of."""
        for one in self._identities.planned:
            if one.record.is_stated and one.kind == "new":
                self._add(one)
                self.note.append([one.record.kind, [one.id], None, {}])
            elif one.kind == "edited" and self._overwrite:
                self._replace(one)
        for one in self._identities.planned:
            for alias in one.aliases:
                key = one.record.kind, folded(alias)
                self._session.add(AliasRow(kind=key[0], folded=key[1], name=alias, target=one.id))
                self.note.append(["alias", [*key], None, {"target": one.id}])
        self._session.flush()

    def _add(self, one: PlannedPerson) -> None:
        record, seen = one.record, min(one.record.seen, self._now)
        if record.kind == "place":
            self._people.add_place(one.id, one.name, seen)
            return
        look = record.colour, record.shape
        self._people.add_player(one.id, one.name, seen, look=look, hidden=record.hidden)
        self._added.add(one.id)

    def _replace(self, one: PlannedPerson) -> None:
        """Give a friend or place here what the file says of it."""
        record = one.record
        row = self._row(record.kind, one.id)
        before = {name: getattr(row, name) for name in _CARRIED if hasattr(row, name)}
        if one.may_rename and not is_named(self._session, record.kind, record.name, apart_from=one.id):
            set_name(self._session, record.kind, row, record.name)
        if isinstance(row, PlayerRow):
            row.hidden, row.colour, row.shape = record.hidden, record.colour, record.shape
        after = {name: getattr(row, name) for name in before}
        if before != after:
            self.note.append([record.kind, [one.id], before, after])
        self._session.flush()

    def _row(self, kind: NameKind, number: str) -> KnownRow:
        of: type[KnownRow] = PlayerRow if kind == "player" else PlaceRow
        row = self._session.get_one(of, number, with_for_update=True, execution_options=DAMAGED_TOO)
        return cast("KnownRow", row)

    def take(self, entries: Sequence[PlannedPlay]) -> Counter[str]:
        """Write some plays; return the numbers of added and changed ones."""
        new = [entry.record for entry in entries if entry.kind == "new"]
        changed = [entry for entry in entries if entry.kind in self._replaced and entry.play_id is not None]
        for record in (*new, *(entry.record for entry in changed)):
            self._add_seated(record)
        added = (
            (self._identities.here(record.content), record.id or uuid4().hex, record.source, record.past)
            for record in new
        )
        insert_plays(self._session, self._now, added, import_id=self._number)
        for entry in changed:
            self._change(entry)
        self._session.flush()
        return Counter(added=len(new), changed=len(changed))

    def _add_seated(self, record: PlayRecord) -> None:
        """Add the players of a play who are new here and have no line in the file."""
        for player in record.content.players:
            one = None if player.id is None else self._identities.player(player.id)
            if one is not None and one.kind == "new" and one.id not in self._added:
                self._add(one)

    def _change(self, entry: PlannedPlay) -> None:
        row = lock_play(self._session, entry.play_id or "")
        play = stored_play(self._session, row)
        record = replace(entry.record, content=self._identities.here(entry.record.content))
        before = row.revision
        rewrite_play(self._session, self._now, row, merged(record, play), self._what, import_id=self._number)
        versions = {version.number: version for version in record.past.versions}
        if before in versions and _is_version(play, versions[before]):
            row.revision = record.past.revision
            later = [version for number, version in versions.items() if number > before]
            insert_versions(self._session, row.id, later, import_id=self._number)

    def take_copies(self, entries: Iterable[PlannedCopy]) -> None:
        """Write entries of copies."""
        for entry in entries:
            if entry.kind not in self._replaced:
                continue
            record = entry.record
            key = record.game, record.part, record.key
            row = self._session.get(CopyRow, key)
            was = None if row is None else {"value": row.value}
            self.note.append(["copy", [*key], was, {"value": record.value}])
            at = self._now if record.written is None else min(record.written, self._now)
            fields = {"game": record.game, "part": record.part, "key": record.key, "value": record.value}
            self._session.merge(CopyRow(**fields, at=at))

    def take_settings(self, entries: Iterable[PlannedSetting]) -> None:
        """Write settings."""
        for entry in entries:
            if entry.kind not in self._replaced:
                continue
            row = self._session.get(SettingRow, entry.record.key)
            was = None if row is None else {"value": row.value}
            self.note.append(["setting", [entry.record.key], was, {"value": entry.record.value}])
            self._session.merge(SettingRow(key=entry.record.key, value=entry.record.value))

    def finish(self) -> None:
        """Keep when friends and places were seen, as the file says it, and the note."""
        for one in self._identities.planned:
            if not one.record.is_stated:
                continue
            row, seen = self._row(one.record.kind, one.id), min(one.record.seen, self._now)
            if is_damaged(row):
                continue
            if one.kind != "new" and seen > row.seen:
                self._people.seen_before.setdefault((one.record.kind, one.id), row.seen)
            row.seen = seen if one.kind == "new" else max(row.seen, seen)
        for (kind, number), before in self._people.seen_before.items():
            row = self._row(kind, number)
            if row.import_id != self._number:
                seen_then, seen_now = {"seen": before.isoformat()}, {"seen": row.seen.isoformat()}
                self.note.append([f"{kind} seen", [number], seen_then, seen_now])
        if self.note:
            self._session.merge(SettingRow(key=f"{_NOTE}{self._number}", value=self.note))


def _is_version(play: StoredPlay, version: PlayRevision) -> bool:
    """Return whether a version from a file is what a play here is today."""
    here, there = content_of(play), read_content({"day": play.day} | version.content)
    same_ids = tuple(replace(player, id=None) for player in there.players)
    return replace(there, players=same_ids) == replace(
        here, players=tuple(replace(player, id=None) for player in here.players)
    )


def undo_import(store: Store, import_id: str) -> UndoneImport:
    """Undo an import in one transaction: remove what it added, and restore what it corrected.

    Plays that were edited since are kept, and returned by name.

    Raises:
        StaleError: there is no such import, or it is undone already.

    """
    now = store.now()
    kept: list[KeptPlay] = []
    with store.writing() as session:
        row = session.get(ImportRow, import_id, with_for_update=True)
        if row is None or row.undone is not None:
            raise stale()
        restored = _restore(session, now, import_id, kept)
        removed = _remove(session, import_id, kept)
        _take_back_note(session, now, import_id)
        _forget_people(session, row)
        row.undone = now
    return UndoneImport(removed=removed, restored=restored, kept=tuple(kept))


def imports(store: Store) -> tuple[Import, ...]:
    """Return the imports, latest first, with what is still here of each."""
    added = select(PlayRow.import_id, func.count()).where(col(PlayRow.import_id).is_not(None))
    changed = (
        select(PlayRevisionRow.import_id, func.count(func.distinct(PlayRevisionRow.play_id)))
        .join(PlayRow, col(PlayRow.id) == col(PlayRevisionRow.play_id))
        .where(col(PlayRevisionRow.import_id).is_not(None), _IS_CORRECTED)
    )
    with store.reading() as session:
        plays = dict(session.exec(added.group_by(col(PlayRow.import_id))).all())
        revisions = dict(session.exec(changed.group_by(col(PlayRevisionRow.import_id))).all())
        rows = session.exec(select(ImportRow).order_by(col(ImportRow.at).desc(), col(ImportRow.id))).all()
        notes = {row.id: _note(session, row.id) for row in rows}
    return tuple(
        _import(row, added=plays.get(row.id, 0), changed=revisions.get(row.id, 0), note=notes[row.id]) for row in rows
    )


def _restore(session: Session, now: datetime, import_id: str, kept: list[KeptPlay]) -> int:
    """Restore the plays that an import corrected, unless they were corrected again."""
    corrected = (
        select(PlayRevisionRow)
        .join(PlayRow, col(PlayRow.id) == col(PlayRevisionRow.play_id))
        .where(PlayRevisionRow.import_id == import_id, _IS_CORRECTED)
        .order_by(col(PlayRevisionRow.play_id), col(PlayRevisionRow.number))
    )
    restored = 0
    for play_id, revisions in groupby(session.exec(corrected).all(), key=lambda revision: revision.play_id):
        row, (first, *later) = lock_play(session, play_id), revisions
        last = later[-1] if later else first
        if row.revision != last.number + 1 or row.reopened:
            kept.append(_kept(row))
            continue
        replace_content(session, now, row, read_content(first.content))
        row.revision = first.number
        for revision in (first, *later):
            session.delete(revision)
        restored += 1
    session.flush()
    return restored


def _remove(session: Session, import_id: str, kept: list[KeptPlay]) -> int:
    """Remove the plays that an import added, unless they were edited."""
    of_import = select(PlayRow).where(PlayRow.import_id == import_id)
    of_others = or_(col(PlayRevisionRow.import_id).is_(None), col(PlayRevisionRow.import_id) != import_id)
    since = select(PlayRevisionRow.play_id).where(of_others)
    untouched = (col(PlayRow.id).not_in(since), col(PlayRow.reopened).is_(False))
    ids = session.exec(select(PlayRow.id).where(PlayRow.import_id == import_id, *untouched)).all()
    for batch in batches(ids, BATCH):
        delete_plays(session, batch)
    kept.extend(_kept(row) for row in session.exec(of_import).all())
    return len(ids)


def _kept(row: PlayRow) -> KeptPlay:
    return KeptPlay(play_id=row.id, title=row.title, day=row.day)


def _forget_people(session: Session, row: ImportRow) -> None:
    """Remove the players and places that an import added, unless they occur elsewhere."""
    named = select(AliasRow.target)
    players = (
        col(PlayerRow.id).not_in(select(SeatRow.player_id)),
        col(PlayerRow.id).not_in(named.where(AliasRow.kind == "player")),
        col(PlayerRow.seen) <= row.at,
    )
    places = (
        col(PlaceRow.id).not_in(select(PlayRow.place_id).where(col(PlayRow.place_id).is_not(None))),
        col(PlaceRow.id).not_in(named.where(AliasRow.kind == "place")),
    )
    session.flush()
    session.connection().execute(delete(PlayerRow).where(col(PlayerRow.import_id) == row.id, *players))
    session.connection().execute(delete(PlaceRow).where(col(PlaceRow.import_id) == row.id, *places))


def _note(session: Session, import_id: str) -> list[list[Any]]:
    """Return the note of an import; one of an earlier version lists copies alone, each with its key and two values."""
    row = session.get(SettingRow, f"{_NOTE}{import_id}")
    entries = [] if row is None else row.value
    return [
        entry if len(entry) == _ENTRY_LENGTH else ["copy", entry[:3], entry[3], {"value": entry[4]}]
        for entry in entries
    ]


def _take_back_note(session: Session, now: datetime, import_id: str) -> None:
    """Restore what an import wrote beside plays, as far as it is still as the import left it.

    Friends and places that it added are not among that: `_forget_people` removes those that nothing needs.
    """
    for kind, key, before, after in _note(session, import_id):
        row: Any = session.get(_NOTED[kind], key[0] if len(key) == 1 else tuple(key))
        if row is None or not after or any(_plain(getattr(row, name)) != after[name] for name in after):
            continue
        if before is None:
            session.delete(row)
        elif kind in {"player", "place"}:
            _restore_person(session, kind, row, before)
        elif "seen" in before:
            row.seen = datetime.fromisoformat(before["seen"])
        else:
            row.value = before["value"]
            if kind == "copy":
                row.at = now
    session.flush()
    session.connection().execute(delete(SettingRow).where(col(SettingRow.key) == f"{_NOTE}{import_id}"))


def _plain(value: Any) -> Any:  # noqa: ANN401 - a column
    return value.isoformat() if isinstance(value, datetime) else value


def _restore_person(session: Session, kind: NameKind, row: KnownRow, before: dict[str, Any]) -> None:
    if not is_named(session, kind, before["name"], apart_from=row.id):
        set_name(session, kind, row, before["name"])
    for name in before.keys() - {"name"}:
        setattr(row, name, before[name])
