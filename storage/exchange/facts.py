"""What two devices compare before they send each other anything: short names of all that one of them has.

A fact is a version of a play, or a line of a friend, a place, a merge, a deletion for good or a value of a copy. Both
devices name it alike. The first byte of the name of a version says to which of 256 parts it belongs: where the digests
of a part are the same on both, so is what is in it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from sqlalchemy import Text, select, type_coerce
from sqlmodel import Session, col
from sqlmodel import select as select_rows

from storage.database.models import DeletedPlayRow, PhotoRow, PlayRevisionRow, PlayRow, ShownVersionRow
from storage.exchange.files import lines_of, named, rows_of
from storage.exchange.tessera_jsonl import other_lines, people_lines
from storage.repositories.photos import PHOTO, PHOTO_ID
from storage.repositories.play_rows import insert_plain, revisions_of
from storage.repositories.values import batches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from storage.repositories.tables import Store

PARTS: Final = 256
"""The number of parts."""

NAME_BYTES: Final = 8
"""The size of the short name of a fact, and of a digest."""

BATCH_BYTES: Final = 1024 * 1024
BATCH_PLAYS: Final = 250
BATCH_VERSIONS: Final = 500
"""How much goes over at once, unless one play is more: bytes, plays that are read, and versions of one play."""

MAX_PLAY_BYTES: Final = 20 * 1024 * 1024
"""The size of the largest play that goes over with its versions and photos; of a larger one only what counts does."""

UNNAMED_BATCH: Final = 200
"""The number of plays that are read at once to name them."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """All that a device has, by short names.

    `versions` are the ids of plays and the names of their versions; the id is "" where the version was deleted for
    good. `people` and `others` are lines that come before plays, and after them. `photos` are the ids of photos that
    plays name, each with the ids of these plays; those that are `lacking` are not here.
    """

    versions: Mapping[bytes, tuple[str, str]]
    people: Mapping[bytes, bytes]
    others: Mapping[bytes, bytes]
    photos: Mapping[str, frozenset[str]]
    lacking: frozenset[str]

    def lacking_elsewhere(
        self, parts: frozenset[int], versions: frozenset[bytes], lines: frozenset[bytes] | None, photos: frozenset[str]
    ) -> Lacking:
        """Return what a device lacks that has these versions in some parts, and these lines, or all with `None`."""
        lacking: defaultdict[str, set[str]] = defaultdict(set)
        for name, (play_id, version) in self.versions.items():
            if play_id and name[0] in parts and name not in versions:
                lacking[play_id].add(version)
        photos = photos & self.photos.keys() - self.lacking
        for photo in photos:
            lacking[min(self.photos[photo])] |= set()
        people, others = (
            tuple(line for name, line in of.items() if lines is not None and name not in lines)
            for of in (self.people, self.others)
        )
        return Lacking(people=people, versions=lacking, photos=photos, others=others)

    @cached_property
    def digests(self) -> bytes:
        """The digests of the parts, one behind the other."""
        parts: list[list[bytes]] = [[] for _ in range(PARTS)]
        for name in sorted(self.versions):
            parts[name[0]].append(name)
        return b"".join(_short(b"".join(part)) for part in parts)

    @cached_property
    def digest_of_lines(self) -> bytes:
        """The digest of all lines."""
        return _short(b"".join(sorted((*self.people, *self.others))))

    def names_in(self, parts: frozenset[int]) -> bytes:
        """Return the names of the versions in some parts, one behind the other."""
        return b"".join(name for name in self.versions if name[0] in parts)

    def names_of_lines(self) -> bytes:
        """Return the names of all lines, one behind the other."""
        return b"".join((*self.people, *self.others))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lacking:
    """What another device lacks: lines before and after those of plays, versions by the ids of plays, and photos."""

    people: tuple[bytes, ...]
    versions: Mapping[str, set[str]]
    photos: frozenset[str]
    others: tuple[bytes, ...]

    def __len__(self) -> int:
        """Return the number of plays and of other lines."""
        return len(self.people) + len(self.versions) + len(self.others)


@dataclass(slots=True)
class Batch:
    """Lines that go over at once: how many plays and other lines are whole with them, and whether a past was cut."""

    whole: int
    lines: list[bytes]
    is_cut: bool = False


def batches_of(store: Store, lacking: Lacking) -> Iterator[Batch]:
    """Yield the lines that another device lacks in batches."""
    yield from _batched(Batch(1, [line]) for line in lacking.people)
    for some in batches(sorted(lacking.versions), BATCH_PLAYS):
        names = {play_id: sorted(lacking.versions[play_id]) for play_id in some}
        while names:
            first = {play_id: frozenset(versions[:BATCH_VERSIONS]) for play_id, versions in names.items()}
            names = {key: versions[BATCH_VERSIONS:] for key, versions in names.items() if versions[BATCH_VERSIONS:]}
            plays, whole = lines_of(store, first, lacking.photos), [len(first) - len(names)]
            yield from _batched(_within_limits(whole.pop() if whole else 0, lines) for lines in plays)
    yield from _batched(Batch(1, [line]) for line in lacking.others)


def _within_limits(whole: int, play_lines: tuple[bytes, ...]) -> Batch:
    is_cut = len(play_lines) > 1 and sum(map(len, play_lines)) > MAX_PLAY_BYTES
    return Batch(whole, [*(play_lines[:1] if is_cut else play_lines)], is_cut=is_cut)


def _batched(entries: Iterable[Batch]) -> Iterator[Batch]:
    """Yield entries in batches of about one size."""
    batch, size = Batch(0, []), 0
    for entry in entries:
        added = sum(map(len, entry.lines))
        if batch.lines and size + added > BATCH_BYTES:
            yield batch
            batch, size = Batch(0, []), 0
        batch.whole += entry.whole
        batch.lines += entry.lines
        batch.is_cut |= entry.is_cut
        size += added
    if batch.lines:
        yield batch


def differing(mine: bytes, theirs: bytes) -> frozenset[int]:
    """Return the parts of which the digests differ."""
    at = range(0, PARTS * NAME_BYTES, NAME_BYTES)
    return frozenset(i // NAME_BYTES for i in at if mine[i : i + NAME_BYTES] != theirs[i : i + NAME_BYTES])


def names_from(joined: bytes) -> frozenset[bytes]:
    """Return names that stand one behind the other."""
    return frozenset(joined[at : at + NAME_BYTES] for at in range(0, len(joined), NAME_BYTES))


def facts_of(store: Store) -> Facts:
    """Return all that is here."""
    with store.writing() as session:
        versions = {_short(f"{play_id} {name}".encode()): (play_id, name) for play_id, name in _versions(session)}
        photos = _photos(session)
        there = photos.keys() & {*session.exec(select_rows(PhotoRow.id)).all()}
        for row in session.exec(select_rows(DeletedPlayRow)).all():
            versions |= {_short(f"{row.id} {name}".encode()): ("", name) for name in row.versions}
    return Facts(
        versions=versions,
        people=_named(people_lines(store)),
        others=_named(other_lines(store)),
        photos=photos,
        lacking=frozenset(photos.keys() - there),
    )


def _short(words: bytes) -> bytes:
    return sha256(words).digest()[:NAME_BYTES]


def _named(lines: Iterable[bytes]) -> Mapping[bytes, bytes]:
    return {_short(line): line for line in lines}


def _versions(session: Session) -> Iterator[tuple[str, str]]:
    """Yield the id of each play with the name of each of its versions; what has no name yet gets it."""
    asked = select(col(PlayRow.id), col(ShownVersionRow.version)).join(
        ShownVersionRow, col(ShownVersionRow.play_id) == col(PlayRow.id), isouter=True
    )
    texts = select(col(PlayRevisionRow.play_id), type_coerce(col(PlayRevisionRow.play), Text))
    names: defaultdict[str, list[str]] = defaultdict(list)
    for play_id, text in session.connection().execute(texts).all():
        names[play_id].append(json.loads(text).get("version", ""))
    for play_id, version in session.connection().execute(asked).all():
        names[play_id].append(version or "")
    unnamed = [play_id for play_id, versions in names.items() if not all(versions)]
    for some in batches(unnamed, UNNAMED_BATCH):
        names |= _names_from_content(session, some)
    return ((play_id, name) for play_id, versions in names.items() for name in versions)


def _names_from_content(session: Session, play_ids: Iterable[str]) -> Mapping[str, list[str]]:
    """Return the names of the versions of plays that Tessera 1.0 wrote, and keep those of plays without a past."""
    rows, players = rows_of(session, play_ids)
    revisions = revisions_of(session, [row.id for row in rows if row.revision > 1])
    names: dict[str, list[str]] = {}
    heads = []
    for row in rows:
        document, sheet = (row.document or "").encode(), row.sheet.encode()
        earlier, version, follows = named(row, players[row.id], revisions.get(row.id, ()), document, sheet)
        names[row.id] = [version, *(revision.play.version for revision in earlier)]
        if not earlier and not row.version:
            heads.append({"play_id": row.id, "version": version, "follows": follows})
    insert_plain(session.connection(), ShownVersionRow, heads)
    return names


def _photos(session: Session) -> Mapping[str, frozenset[str]]:
    """Return the ids of the photos that plays and their earlier versions name, each with the ids of these plays."""
    naming: defaultdict[str, set[str]] = defaultdict(set)
    of_plays, of_versions = (PlayRow.id, PlayRow.extras), (PlayRevisionRow.play_id, PlayRevisionRow.play)
    for key, column in (of_plays, of_versions):
        text = type_coerce(col(column), Text)
        asked = select(col(key), text).where(text.contains(f'"{PHOTO}"'))
        for play_id, words in session.connection().execute(asked):
            extras = json.loads(words)
            photo = (extras if column is PlayRow.extras else extras["extras"]).get(PHOTO)
            if isinstance(photo, str) and PHOTO_ID.fullmatch(photo):
                naming[photo].add(play_id)
    return {photo: frozenset(ids) for photo, ids in naming.items()}
