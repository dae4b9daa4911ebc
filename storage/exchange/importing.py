"""An import: a plan carried out as one step."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast
from uuid import uuid4

from sqlmodel import Session, col, select

from storage.database import models
from storage.exchange.comparing import comparison, id_of
from storage.exchange.identities import Identities, PlannedPerson, kind_of, told_apart
from storage.exchange.past_imports import Import, Journal, listed
from storage.exchange.planning import Plan, Planned, PlannedPlay, Planner, planned_values, row_of
from storage.exchange.record import CopyRecord, GameWinner, OfferedPad, PlayerRecord, many_objects
from storage.repositories import game_merges, photos, versions
from storage.repositories.game_merges import GameMerge
from storage.repositories.people import ROWS, KnownRow, NameKind, PeopleLookup, is_named, note_written_at, set_name
from storage.repositories.people_merges import adopt_merge, adopt_split, is_news, move_apart
from storage.repositories.play_content import PlayRevision
from storage.repositories.play_rows import insert_plays, lock_play, stored_play
from storage.repositories.play_versions import bury, chained, digest_of, text_digest, unite, versions_of
from storage.repositories.values import batches, folded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from storage.exchange.files import Progress
    from storage.exchange.record import DeletedRecord, MergedRecord, NamedRecord, PhotoRecord, PlayRecord, SettingRecord
    from storage.repositories.game_merges import Note
    from storage.repositories.play_content import Play
    from storage.repositories.play_rows import NewPlay
    from storage.repositories.tables import Store

Join: TypeAlias = "Callable[[Session, datetime, Note], int]"
"""A function that puts plays under the pads of their games, in the transaction of an import."""

PHOTO_BATCH: Final = 50
"""The number of photos that are written at once."""

_CARRIED: Final = ("name", "hidden", "colour", "shape")
"""What a file says of friends, and of places as far as they have it."""


def carry_out(
    store: Store, plan: Plan, what: str, *, progress: Progress | None = None, join: Join = lambda *_: 0
) -> Import:
    """Carry out a plan in one transaction; `what` describes the source.

    What is in, `join` may put under the pads of its games; it returns how many plays were judged anew by these.
    Each play is looked up again, as it may have been edited after planning. No version is lost: all that the file has
    are here then, and the latest one counts.
    """
    now = store.now()
    with many_objects(len(plan.entries)), store.writing() as session:
        row = models.ImportRow(id=uuid4().hex, at=now, what=what, counts={})
        session.add(row)
        session.flush()
        records, merged = [entry.record for entry in plan.entries], [entry.record for entry in plan.merged]
        free_names(session, merged, plan.people)
        identities = Identities(session, [person.record for person in plan.people])
        planner = Planner(session, identities, plan.deleted)
        step = _Writer(session, row, identities, planner.deleted)
        step.take_people()
        step.take_deleted(plan.deleted)
        for batch in planner.planned(records, progress):
            step.take(batch)
        step.take_photos(plan.photos)
        merges = step.count_merges(merged)
        step.take_values(planned_values(session, [entry.record for entry in plan.values]))
        judged = step.take_merges_of_games(merged)
        step.move_apart(merged, records, [person.record for person in plan.people])
        if not step.counts.total():
            session.delete(row)
            return Import(id=None, at=now, what=what)
        judged += join(session, now, step.note)
        step.finish()
        for kind, record in merges:
            adopt_merge(session, kind, record.id, record.into, record.at)
        row.counts = dict(step.counts)
    return replace(listed(row), judged=judged)


def free_names(session: Session, merged: Iterable[MergedRecord], people: Iterable[PlannedPerson]) -> None:
    """Free the names of those who were merged here, and are apart again in a file."""
    records = {(person.record.kind, person.record.id): person.record for person in people}
    for record in merged:
        if (
            record.kind != "game"
            and record.is_apart
            and is_news(session, kind_of(record), record.id, record.id, record.at)
        ):
            named = records.get((kind_of(record), record.id))
            names = () if named is None else (named.name, *named.aliases)
            adopt_split(session, kind_of(record), record.id, names, record.at)


class _Writer:
    """The writer of one import; what it writes stands in the `journal`, so that it can be undone."""

    def __init__(
        self, session: Session, row: models.ImportRow, identities: Identities, deleted: Mapping[str, frozenset[str]]
    ) -> None:
        self.journal = Journal(session, row.id)
        self.counts: Counter[str] = Counter()
        self._session = session
        self._now = row.at
        self._what = row.what
        self._identities = identities
        self._deleted = deleted
        self._people = PeopleLookup.of(session)
        self._added: set[str] = set()

    def note(
        self, of: type[models.Row], key: Sequence[str], before: Mapping[str, Any] | None, after: Mapping[str, Any]
    ) -> None:
        """Note what changes in a row; where a play goes that is removed by an undo anyway is left out."""
        if of is not models.PlayRow or key[0] not in self._added or "revision" in after:
            self.journal.note(of, key, before, after)

    def take_people(self) -> None:
        """Write the friends and places that the file has a line of."""
        for person in self._identities.planned:
            if person.record.is_stated and person.kind == "new":
                self._add(person)
            if person.kind == "changed":
                self._replace(person)
            self.counts["people"] += person.is_added or person.kind == "changed"
        for person in self._identities.planned:
            for alias in person.aliases:
                key = person.record.kind, folded(alias)
                self._session.add(models.AliasRow(kind=key[0], folded=key[1], name=alias, target=person.id))
                self.journal.note(models.AliasRow, key, None, {"target": person.id})
        self._session.flush()

    def _add(self, person: PlannedPerson) -> None:
        record, seen = person.record, min(person.record.seen, self._now)
        self._note_written(person)
        if not isinstance(record, PlayerRecord):
            self._people.add_place(person.id, person.name, seen)
            return
        look = record.colour, record.shape
        self._people.add_player(person.id, person.name, seen, look=look, hidden=record.hidden)

    def _replace(self, person: PlannedPerson) -> None:
        """Give a friend or place here what the file says of it, as far as its name is free."""
        record = person.record
        row = self._row(record.kind, person.id)
        before = {name: getattr(row, name) for name in _CARRIED if hasattr(row, name)}
        if person.may_rename and not is_named(self._session, record.kind, record.name, apart_from=person.id):
            set_name(self._session, record.kind, row, record.name)
        if isinstance(row, models.PlayerRow) and isinstance(record, PlayerRecord):
            row.hidden, row.colour, row.shape = record.hidden, record.colour, record.shape
        after = {name: getattr(row, name) for name in before}
        self._note_written(person)
        if before != after:
            self.journal.note(type(row), [person.id], before, after)
        self._session.flush()

    def _note_written(self, person: PlannedPerson) -> None:
        """Note when somebody wrote what the file says of a friend or place."""
        at, key = person.record.written, (person.record.kind, person.id)
        if at is None:
            return
        row = self._session.get(models.WrittenNameRow, key)
        self.journal.note(models.WrittenNameRow, key, None if row is None else {"at": row.at}, {"at": at})
        note_written_at(self._session, *key, at)

    def _row(self, kind: NameKind, number: str) -> KnownRow:
        row = self._session.get_one(ROWS[kind], number, with_for_update=True)
        return cast("KnownRow", row)

    def take(self, entries: Sequence[PlannedPlay]) -> None:
        """Write some plays."""
        new = [(entry.record, entry.record.unpacked()) for entry in entries if entry.kind == "new"]
        others = [(entry, *entry.record.whole()) for entry in entries if entry.kind in {"changed", "kept"}]
        for play in (*(packed.play for _, packed in new), *(play for _, play, _ in others)):
            self._add_seated(play)
        insert_plays(self._session, self._now, [self._new(record, packed) for record, packed in new])
        for record, _ in new:
            if id_of(record) in self._deleted:
                bury(self._session, self._now, id_of(record), self._deleted[id_of(record)])
        for entry, play, before in others:
            self._take_versions(entry, play, before)
        for entry in entries:
            if entry.play_id is not None and entry.new_source is not None:
                row = lock_play(self._session, entry.play_id)
                self.journal.note(models.PlayRow, [row.id], {"source": row.source}, {"source": entry.new_source})
                self.counts["sources"] += 1
                row.source = entry.new_source
        self._session.flush()
        self.journal.write()
        self.counts["added"] += len(new)

    def _new(self, record: PlayRecord, packed: NewPlay) -> NewPlay:
        added = self._identities.here(packed.play)
        if not added.id:
            added = replace(added, id=id_of(record) or uuid4().hex)
        earlier: Sequence[PlayRevision] = packed.versions
        if not added.version:
            digest = digest_of(added, None if packed.document is None else packed.document.text, packed.sheet.text)
            if record.precision == "all":
                earlier, added = chained(earlier, added, digest)
            else:
                stamp = versions.stamp_at(added.finished)
                added = replace(added, version=versions.name_from(stamp, "", digest, record.origin))
        self._added.add(added.id)
        self.journal.note(models.PlayRow, [added.id], None, {"revision": added.revision})
        return packed._replace(play=added, versions=tuple(earlier))

    def _add_seated(self, play: Play) -> None:
        """Add the players of a play who are new here and have no line in the file."""
        for player in play.players:
            person = self._identities.player(player.id) if player.id else None
            if person is not None and person.kind == "new" and ("player", person.id) not in self._people.added:
                self._add(person)

    def _take_versions(self, entry: PlannedPlay, content: Play, file_versions: Sequence[PlayRevision]) -> None:
        """Write the versions of a play that are new here, and show the latest one."""
        row = lock_play(self._session, entry.play_id or "")
        play = stored_play(self._session, row)
        earlier, before = versions_of(self._session, play)
        if entry.record.version:
            fresh: Sequence[PlayRevision] = (*file_versions, self._as_revision(content))
        elif entry.record.precision == "all":
            chain, last = chained(file_versions, content)
            fresh = (*chain, self._as_revision(self._from_source(entry, last, before, earlier)))
        else:
            merged = comparison(entry.record, self._identities.here(content, play), play).merged()
            fresh = [self._as_revision(self._from_source(entry, replace(merged, version=""), before, earlier))]
        dead = self._deleted.get(row.id, frozenset())
        former = {"revision": row.revision, "version": before.version}
        is_shown = unite(
            self._session,
            self._now,
            row,
            (revision for revision in fresh if revision.play.version not in dead),
            self._what,
            seen=lambda latest: self._identities.here(latest, play) if entry.record.precision == "all" else latest,
        )
        self.counts["changed" if is_shown else "versions"] += 1
        self.journal.note(models.PlayRow, [row.id], former, {"revision": row.revision})

    def _as_revision(self, play: Play) -> PlayRevision:
        return PlayRevision(at=self._now, what=self._what, play=play)

    def _from_source(self, entry: PlannedPlay, content: Play, before: Play, earlier: Sequence[PlayRevision]) -> Play:
        """Return what a source that knows no versions says as one: it follows the last one, or that of its source."""
        if content.version and not versions.origin_of(content.version):  # somebody wrote it in Tessera 1.0
            return content
        names = [before.version, *(revision.play.version for revision in earlier)]
        origin = entry.record.origin
        if entry.kind == "changed":
            follows, stamp = before.version, versions.next_stamp(0, [before.version])
        else:
            follows = max((name for name in names if versions.origin_of(name) == origin), default="")
            first = versions.stamp_of(min(names))
            stamp = min(versions.next_stamp(first, follows.split()), versions.stamp_of(before.version) - 1)
        version = versions.name_from(max(0, stamp), follows, text_digest(content), origin)
        return replace(content, version=version, follows=follows)

    def take_deleted(self, records: Iterable[DeletedRecord]) -> None:
        """Delete for good what was deleted for good elsewhere; what nobody had seen there goes to the bin."""
        for record in records:
            row = self._session.get(models.DeletedPlayRow, record.id)
            before = None if row is None else {"versions": row.versions}
            bury(self._session, min(record.at, self._now), record.id, record.versions)
            row = self._session.get_one(models.DeletedPlayRow, record.id)
            self.journal.note(models.DeletedPlayRow, [record.id], before, {"versions": row.versions})
            self.counts["deleted"] += 1

    def count_merges(self, records: Iterable[MergedRecord]) -> list[tuple[NameKind, MergedRecord]]:
        """Return who is to be merged as it was done elsewhere, once all that the file has is here."""
        self._session.flush()
        named = [(kind_of(record), record) for record in records if record.kind != "game" and not record.is_apart]
        merges = [
            (kind, record) for kind, record in named if is_news(self._session, kind, record.id, record.into, record.at)
        ]
        for kind, record in merges:
            row = self._session.get(models.WrittenNameRow, (kind, record.id))
            before = None if row is None else {"at": row.at, "into": row.into}
            self.journal.note(models.WrittenNameRow, [kind, record.id], before, {"at": record.at, "into": record.into})
        self.counts["people"] += len(merges)
        return merges

    def take_merges_of_games(self, records: Iterable[MergedRecord]) -> int:
        """Put plays under pads as the file says, and take them out; return of how many the pads say who won."""
        judged_plays = 0
        for record in records:
            if record.kind == "game" and game_merges.is_news(self._session, record.id, record.into, record.at):
                merge = GameMerge(
                    source=record.id, title=record.title or record.id, into=record.into, at=record.at, plays={}
                )
                moved, judged = game_merges.adopt_merge(self._session, self._now, merge, record.pad, self.note)
                self.counts["changed"] += moved
                judged_plays += judged
        return judged_plays

    def move_apart(
        self, merged: Sequence[MergedRecord], records: Sequence[PlayRecord], people: Sequence[NamedRecord]
    ) -> None:
        """Give plays and seats back to those who are apart again in the file, as it says."""
        self._session.flush()
        for kind, number, row, title in list(told_apart(self._session, merged, records, people)):
            if kind == "game" and isinstance(row, models.PlayRow):
                before = {"game": row.game, "title": row.title}
                self.note(models.PlayRow, [row.id], before, {"game": number, "title": title})
                row.game, row.title = number, title
            else:
                move_apart(self._session, row, number)
            self.counts["changed"] += 1

    def take_photos(self, entries: Sequence[Planned[PhotoRecord]]) -> None:
        """Write the photos that plays name now."""
        records = {entry.record.id: entry.record for entry in entries if entry.kind == "new"}
        for batch in batches(sorted(records), PHOTO_BATCH):
            stored = set(self._session.exec(select(models.PhotoRow.id).where(col(models.PhotoRow.id).in_(batch))))
            for number in {*batch} - stored:
                record = records[number]
                self._session.add(models.PhotoRow(id=number, picture=record.picture, at=min(record.at, self._now)))
            photos.drop_unnamed(self._session, {*batch} - stored)
            kept = self._session.exec(select(models.PhotoRow.id).where(col(models.PhotoRow.id).in_({*batch} - stored)))
            for number in sorted(kept):
                self.journal.note(models.PhotoRow, [number], None, {})
                self.counts["photos"] += 1

    def take_values(self, entries: Iterable[Planned[CopyRecord | SettingRecord]]) -> None:
        """Write entries of copies, and settings."""
        winners = 0
        for entry in entries:
            if entry.kind not in {"new", "changed"}:
                continue
            row, record = row_of(self._session, entry.record), entry.record
            before = None if row is None else {"value": row.value}
            key: tuple[str, ...] = (record.key,)
            kind = "settings"
            if isinstance(record, CopyRecord):
                key = (record.game, record.part, *key)
                kind = "pads" if isinstance(record, OfferedPad) else "copies"
                at = self._now if record.at is None else min(record.at, self._now)
                row = models.CopyRow(game=record.game, part=record.part, key=record.key, value=record.value, at=at)
            else:
                row = models.SettingRow(key=record.key, value=record.value)
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
