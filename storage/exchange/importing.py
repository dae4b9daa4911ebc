"""An import: a plan carried out as one step."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast
from uuid import uuid4

from sqlmodel import Session, col, select

from storage.database.models import AliasRow, CopyRow, ImportRow, PhotoRow, PlayerRow, PlayRow, Row, SettingRow
from storage.exchange.comparing import comparison, is_version
from storage.exchange.identities import Identities, PlannedPerson
from storage.exchange.past_imports import Import, Journal, listed
from storage.exchange.planning import Plan, Planned, PlannedPlay, Planner, planned_values, row_of
from storage.exchange.record import CopyRecord, GameWinner, OfferedPad, PlayerRecord, many_objects
from storage.repositories import photos
from storage.repositories.people import ROWS, KnownRow, NameKind, PeopleLookup, is_named, set_name
from storage.repositories.plays import insert_plays, insert_versions, lock_play, rewrite_play, stored_play
from storage.repositories.values import batches, folded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from storage.exchange.files import Progress
    from storage.exchange.record import PhotoRecord, SettingRecord
    from storage.repositories.game_merges import Note
    from storage.repositories.play_content import Play, PlayRevision
    from storage.repositories.tables import Store

Join: TypeAlias = "Callable[[Session, datetime, Note], int]"
"""A function that puts plays under the pads of their games, in the transaction of an import."""

PHOTO_BATCH: Final = 50
"""The number of photos that are written at once."""

_CARRIED: Final = ("name", "hidden", "colour", "shape")
"""What a file says of friends, and of places as far as they have it."""


def carry_out(
    store: Store,
    plan: Plan,
    what: str,
    *,
    overwrite_edited: bool = False,
    progress: Progress | None = None,
    join: Join = lambda *_: 0,
) -> Import:
    """Carry out a plan in one transaction; `what` describes the source.

    What is in, `join` may put under the pads of its games; it returns how many plays were judged anew by these.
    Each play is looked up again, so a play that was edited after planning is not overwritten either, unless
    `overwrite_edited` is set; the former content stays as a revision.
    """
    now = store.now()
    with many_objects(len(plan.entries)), store.writing() as session:
        row = ImportRow(id=uuid4().hex, at=now, what=what, counts={})
        session.add(row)
        session.flush()
        records = [entry.record for entry in plan.entries]
        identities = Identities(session, [person.record for person in plan.people])
        planner = Planner(session, identities)
        step = _Writer(session, row, identities, overwrite_edited=overwrite_edited)
        step.take_people()
        for batch in planner.planned(records, progress):
            step.take(batch)
        step.take_photos(plan.photos)
        step.take_values(planned_values(session, [entry.record for entry in plan.values]))
        if not step.counts.total():
            session.delete(row)
            return Import(id=None, at=now, what=what)
        judged = join(session, now, step.note)
        step.finish()
        row.counts = dict(step.counts)
    return replace(listed(row), judged=judged)


class _Writer:
    """The writer of one import; what it writes stands in the `journal`, so that it can be undone."""

    def __init__(self, session: Session, row: ImportRow, identities: Identities, *, overwrite_edited: bool) -> None:
        self.journal = Journal(session, row.id)
        self.counts: Counter[str] = Counter()
        self._session = session
        self._now = row.at
        self._what = row.what
        self._identities = identities
        self._overwrite = overwrite_edited
        self._replaced = {"new", "changed", "edited"} if overwrite_edited else {"new", "changed"}
        self._people = PeopleLookup.of(session)
        self._added: set[str] = set()

    def note(
        self, of: type[Row], key: Sequence[str], before: Mapping[str, Any] | None, after: Mapping[str, Any]
    ) -> None:
        """Note what changes in a row; where a play goes that is removed by an undo anyway is left out."""
        if of is not PlayRow or key[0] not in self._added or "revision" in after:
            self.journal.note(of, key, before, after)

    def take_people(self) -> None:
        """Write the friends and places that the file has a line of."""
        for person in self._identities.planned:
            if person.record.is_stated and person.kind == "new":
                self._add(person)
            is_replaced = person.kind == "edited" and self._overwrite and self._replace(person)
            self.counts["people"] += person.is_added or is_replaced
        for person in self._identities.planned:
            for alias in person.aliases:
                key = person.record.kind, folded(alias)
                self._session.add(AliasRow(kind=key[0], folded=key[1], name=alias, target=person.id))
                self.journal.note(AliasRow, key, None, {"target": person.id})
        self._session.flush()

    def _add(self, person: PlannedPerson) -> None:
        record, seen = person.record, min(person.record.seen, self._now)
        if not isinstance(record, PlayerRecord):
            self._people.add_place(person.id, person.name, seen)
            return
        look = record.colour, record.shape
        self._people.add_player(person.id, person.name, seen, look=look, hidden=record.hidden)

    def _replace(self, person: PlannedPerson) -> bool:
        """Give a friend or place here what the file says of it; return whether that changes it."""
        record = person.record
        row = self._row(record.kind, person.id)
        before = {name: getattr(row, name) for name in _CARRIED if hasattr(row, name)}
        if person.may_rename and not is_named(self._session, record.kind, record.name, apart_from=person.id):
            set_name(self._session, record.kind, row, record.name)
        if isinstance(row, PlayerRow) and isinstance(record, PlayerRecord):
            row.hidden, row.colour, row.shape = record.hidden, record.colour, record.shape
        after = {name: getattr(row, name) for name in before}
        if before != after:
            self.journal.note(type(row), [person.id], before, after)
        self._session.flush()
        return before != after

    def _row(self, kind: NameKind, number: str) -> KnownRow:
        row = self._session.get_one(ROWS[kind], number, with_for_update=True)
        return cast("KnownRow", row)

    def take(self, entries: Sequence[PlannedPlay]) -> None:
        """Write some plays."""
        new = [entry.record.unpacked() for entry in entries if entry.kind == "new"]
        changed = [(entry, *entry.record.whole()) for entry in entries if self._is_replaced(entry)]
        for play in (*(packed.play for packed in new), *(play for _, play, _ in changed)):
            self._add_seated(play)
        added = (packed._replace(play=self._new(packed.play)) for packed in new)
        insert_plays(self._session, self._now, added)
        for entry, play, versions in changed:
            self._change(entry, play, versions)
        for entry in entries:
            if entry.play_id is not None and entry.new_source is not None:
                row = lock_play(self._session, entry.play_id)
                self.journal.note(PlayRow, [row.id], {"source": row.source}, {"source": entry.new_source})
                self.counts["sources"] += 1
                row.source = entry.new_source
        self._session.flush()
        self.journal.write()
        self.counts.update(added=len(new), changed=len(changed))

    def _new(self, play: Play) -> Play:
        added = replace(self._identities.here(play), id=play.id or uuid4().hex)
        self._added.add(added.id)
        self.journal.note(PlayRow, [added.id], None, {"revision": added.revision})
        return added

    def _is_replaced(self, entry: PlannedPlay) -> bool:
        return entry.kind in self._replaced and entry.play_id is not None

    def _add_seated(self, play: Play) -> None:
        """Add the players of a play who are new here and have no line in the file."""
        for player in play.players:
            person = self._identities.player(player.id) if player.id else None
            if person is not None and person.kind == "new" and ("player", person.id) not in self._people.added:
                self._add(person)

    def _change(self, entry: PlannedPlay, changed: Play, versions: Iterable[PlayRevision]) -> None:
        row = lock_play(self._session, entry.play_id or "")
        play = stored_play(self._session, row)
        content = self._identities.here(changed, play)
        merged = comparison(entry.record, content, play).merged()
        before = row.revision
        rewrite_play(self._session, self._now, row, merged, self._what, is_made_here=False)
        by_number = {version.play.revision: version for version in versions}
        if before in by_number and is_version(play, by_number[before].play):
            row.revision = content.revision
            later = [version for number, version in by_number.items() if number > before]
            insert_versions(self._session, row.id, later)
        self.journal.note(PlayRow, [row.id], {"revision": before}, {"revision": row.revision})

    def take_photos(self, entries: Sequence[Planned[PhotoRecord]]) -> None:
        """Write the photos that plays name now."""
        records = {entry.record.id: entry.record for entry in entries if entry.kind in self._replaced}
        for batch in batches(sorted(records), PHOTO_BATCH):
            stored = set(self._session.exec(select(PhotoRow.id).where(col(PhotoRow.id).in_(batch))))
            for number in {*batch} - stored:
                record = records[number]
                self._session.add(PhotoRow(id=number, picture=record.picture, at=min(record.at, self._now)))
            photos.drop_unnamed(self._session, {*batch} - stored)
            kept = self._session.exec(select(PhotoRow.id).where(col(PhotoRow.id).in_({*batch} - stored)))
            for number in sorted(kept):
                self.journal.note(PhotoRow, [number], None, {})
                self.counts["photos"] += 1

    def take_values(self, entries: Iterable[Planned[CopyRecord | SettingRecord]]) -> None:
        """Write entries of copies, and settings."""
        winners = 0
        for entry in entries:
            if entry.kind not in self._replaced:
                continue
            row, record = row_of(self._session, entry.record), entry.record
            before = None if row is None else {"value": row.value}
            key: tuple[str, ...] = (record.key,)
            kind = "settings"
            if isinstance(record, CopyRecord):
                key = (record.game, record.part, *key)
                kind = "pads" if isinstance(record, OfferedPad) else "copies"
                at = self._now if record.at is None else min(record.at, self._now)
                row = CopyRow(game=record.game, part=record.part, key=record.key, value=record.value, at=at)
            else:
                row = SettingRow(key=record.key, value=record.value)
            self._session.merge(row)
            self.journal.note(type(row), key, before, {"value": record.value})
            winners += isinstance(record, GameWinner)
            self.counts[kind] += not isinstance(record, GameWinner)
        if not self.counts.total():  # else it is no more than what the plays brought along
            self.counts["copies"] = winners

    def finish(self) -> None:
        """Keep when friends and places were seen, as the file says it."""
        for person in self._identities.planned:
            if not person.record.is_stated:
                continue
            row, seen = self._row(person.record.kind, person.id), min(person.record.seen, self._now)
            if person.kind != "new" and seen > row.seen:
                self._people.seen_before.setdefault((person.record.kind, person.id), row.seen)
            row.seen = seen if person.kind == "new" else max(row.seen, seen)
        for kind, number in self._people.added:
            self.journal.note(ROWS[kind], [number], None, {})
        for (kind, number), before in self._people.seen_before.items():
            if (kind, number) not in self._people.added:
                seen = self._row(kind, number).seen
                self.journal.note(ROWS[kind], [number], {"seen": before}, {"seen": seen})
        self.journal.write()
