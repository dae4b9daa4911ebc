"""The versions that a play has here: added, followed and shown, put into the bin, and deleted for good.

The rows are read and written within the caller's transaction; `versions` has their names.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, insert
from sqlmodel import Session, col

from scoring.messages import say
from storage.database.models import DeletedPlayRow, PlayRevisionRow, PlayRow
from storage.documents import codec
from storage.repositories import photos, play_rows, versions
from storage.repositories.play_content import NEWER, P, Play, PlayRevision, StoredPlay, play_of
from storage.repositories.values import folded

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from datetime import datetime


DELETED: Final = say("deleted").english
RESTORED: Final = say("restored").english
"""The labels of putting a play into the bin, and of taking it out."""

SEAT_SAYS: Final = ("name", "total", "place", "won", "position")
"""The fields of a player of a play that belong to what the play says: all but who it is."""

_seat_says: Final = attrgetter(*SEAT_SAYS)


def digest_of_facts(
    facts: Any,  # noqa: ANN401 - a play, or its row
    seats: Sequence[Sequence[object]],
    extras: Mapping[str, Any],
    document: bytes,
    sheet: bytes,
) -> str:
    """Return a number that plays of the same content share, with what their seats say, their extras and their texts.

    Left out is who is who, whether it is in the bin, and what only a newer version of Tessera knows.
    """
    moments = [None if moment is None else versions.stamp_at(moment) for moment in (facts.begun, facts.finished)]
    extras = {name: value for name, value in extras.items() if name != NEWER}
    digest = sha256(codec.to_json([facts.id, *moments, facts.edition, facts.note, seats, extras]))
    for text in (document, sheet):
        digest.update(b"\0")
        digest.update(text)
    return digest.hexdigest()


def digest_of(play: Play, document: str | None, sheet: str) -> str:
    """Return that number of a play, with the texts of its document and its sheet."""
    seats = [*map(_seat_says, play.players)]
    return digest_of_facts(play, seats, play.extras, (document or "").encode(), sheet.encode())


def text_digest(play: Play) -> str:
    """Return that number of a play as it is read."""
    document = None if play.document is None else codec.to_json(play.document).decode()
    return digest_of(play, document, codec.to_json(play.sheet).decode())


def name_after(
    play: Any,  # noqa: ANN401 - a play, or its row
    before: str,
    at: datetime | None,
    digest: str,
) -> tuple[str, str]:
    """Return the name of a version that has none, and what it follows, from the version before and its digest."""
    written = at or (play.edited if play.revision > 1 else None) or play.finished
    stamp = versions.next_stamp(versions.stamp_at(written), before.split())
    origin = "" if play.edited is not None else versions.FROM_TESSERA
    version = versions.name_from(stamp, before, digest, origin)
    if play.removed is not None:
        before, stamp = version, versions.next_stamp(versions.stamp_at(play.removed), [version])
        version = versions.name_from(stamp, before, digest)
    return version, before


def _named(play: P, before: str, at: datetime | None, digest: str = "") -> P:
    if play.version:
        return play
    version, follows = name_after(play, before, at, digest or text_digest(play))
    return replace(play, version=version, follows=follows)


def chain(earlier: Iterable[PlayRevision]) -> tuple[tuple[PlayRevision, ...], str, datetime | None]:
    """Return the earlier versions of a play with their names, the name of the last one, and when it was corrected.

    Versions that Tessera 1.0 wrote have no names: each follows the one before, at the moment when that was corrected.
    """
    before, named, at = "", [], None
    for revision in earlier:
        content = _named(revision.play, before, at)
        named.append(revision if content is revision.play else replace(revision, play=content))
        before, at = content.version, revision.at
    return tuple(named), before, at


def chained(earlier: Sequence[PlayRevision], play: P, digest: str = "") -> tuple[tuple[PlayRevision, ...], P]:
    """Return the earlier versions of a play and the play itself, each with its name and what it follows."""
    named, before, at = chain(earlier)
    return named, _named(play, before, at, digest)


def collisions(play: Play, earlier: Sequence[PlayRevision]) -> tuple[PlayRevision, ...]:
    """Return the versions that nobody followed, beside the one that counts, and that say what no other one says."""
    contents = {content.version: content for content in (play, *(revision.play for revision in earlier))}
    ends = versions.open_ends({name: content.follows for name, content in contents.items()}) - {play.version}
    if not ends:
        return ()
    followed = {_said(content) for name, content in contents.items() if name not in ends}
    return tuple(entry for entry in earlier if entry.play.version in ends and _said(entry.play) not in followed)


def _said(play: Play) -> tuple[str, bool, str]:
    return text_digest(play), play.removed is not None, folded(play.place)


def versions_of(session: Session, play: StoredPlay) -> tuple[tuple[PlayRevision, ...], StoredPlay]:
    """Return the other versions of a play, in the order in which they came here, and the play, all with their names."""
    return chained(play_rows.revisions_of(session, [play.id] if play.revision > 1 else [])[play.id], play)


def unite(
    session: Session,
    store_now: datetime,
    row: PlayRow,
    revisions: Iterable[PlayRevision],
    what: str,
    *,
    seen: Callable[[Play], Play] = lambda play: play,
) -> bool:
    """Add the versions of a play that are not here yet, and show the latest one; return whether that is new.

    `what` says what brought them. A version that is to be shown is `seen` with the people and places of here.
    """
    earlier, before = versions_of(session, play_rows.stored_play(session, row))
    names = {before.version, *(revision.play.version for revision in earlier)}
    by_name = {revision.play.version: revision for revision in revisions}
    fresh = [by_name[name] for name in sorted(by_name.keys() - names)]
    latest = fresh[-1].play if fresh and fresh[-1].play.version > before.version else None
    if latest is not None:
        end = by_name.get(before.version)
        former = PlayRevision(at=store_now, what=what, play=play_of(before))
        former = former if end is None else replace(end, play=former.play)
        fresh = [former, *fresh[:-1]]
    numbered = [
        replace(revision, play=replace(revision.play, revision=number))
        for number, revision in enumerate(fresh, start=row.revision)
    ]
    if rows := play_rows.revision_rows(row.id, numbered):
        session.connection().execute(insert(PlayRevisionRow), rows)
    row.revision += len(fresh)
    if latest is not None:
        row.edited, row.removed = latest.edited, latest.removed
        play_rows.replace_play(session, store_now, row, seen(latest))
    elif fresh:
        play_rows.show_version(session, before)
    return latest is not None


def rewrite_play(
    session: Session, store_now: datetime, row: PlayRow, play: Play, what: str, *, is_made_here: bool = True
) -> PlayRow:
    """Replace a play, and keep the former one as a revision, made here or by an import.

    A play without a name of its own is a version that somebody writes now, after all that are here.
    """
    earlier, before = versions_of(session, play_rows.stored_play(session, row))
    if play.version in {"", before.version}:
        play = _written(store_now, play, earlier, before)
    _keep_former(session, store_now, row, before, what, is_made_here=is_made_here)
    play_rows.replace_play(session, store_now, row, play)
    return row


def _written(store_now: datetime, play: P, earlier: Iterable[PlayRevision], before: Play) -> P:
    """Return a play as the version that somebody writes now: it follows all that none followed yet."""
    contents = [before, *(revision.play for revision in earlier)]
    follows = versions.joined(versions.open_ends({content.version: content.follows for content in contents}))
    stamp = versions.next_stamp(versions.stamp_at(store_now), [before.version])
    return replace(play, version=versions.new_name(stamp), follows=follows)


def _keep_former(
    session: Session, store_now: datetime, row: PlayRow, before: Play, what: str, *, is_made_here: bool = True
) -> None:
    """Keep a play as it was as a revision."""
    kept = codec.plain(play_of(before))
    session.add(
        PlayRevisionRow(play_id=row.id, number=row.revision, at=store_now, what=what, play=kept, here=is_made_here)
    )
    row.revision += 1


def put_into_bin(session: Session, now: datetime, row: PlayRow) -> None:
    """Put a play into the bin, unless it lies there."""
    if row.removed is None:
        turn(session, now, row, now)


def turn(session: Session, now: datetime, row: PlayRow, removed: datetime | None) -> None:
    """Put a play into the bin or take it out, which is a version like others."""
    earlier, before = versions_of(session, play_rows.stored_play(session, row))
    _keep_former(session, now, row, before, RESTORED if removed is None else DELETED)
    row.removed = removed
    session.flush()
    play_rows.show_version(session, _written(now, before, earlier, before))


def bury(session: Session, now: datetime, play_id: str, names: Collection[str]) -> None:
    """Delete versions of a play for good; what was written without knowing of that stays, in the bin."""
    row = session.get(PlayRow, play_id, with_for_update=True)
    note_deletion(session, now, play_id, names)
    if row is None:
        return
    dead = {*names}
    earlier, last = versions_of(session, play_rows.stored_play(session, row))
    alive = [revision.play for revision in earlier if revision.play.version not in dead]
    pictures = photos.named(session, play_id, None)
    if last.version in dead and not alive:
        play_rows.delete_plays(session, [play_id])
    else:
        shown: Play = last if last.version not in dead else max(alive, key=lambda play: play.version)
        gone = {revision.play.revision for revision in earlier if revision.play.version in dead | {shown.version}}
        rows = (col(PlayRevisionRow.play_id) == play_id, col(PlayRevisionRow.number).in_(gone))
        session.connection().execute(delete(PlayRevisionRow).where(*rows))
        if shown is not last:
            row.removed = shown.removed
            play_rows.replace_play(session, now, row, shown)
        if not any(versions.origin_of(play.version) == versions.BIN for play in (shown, *alive)):
            binned = PlayRevision(at=now, what=DELETED, play=_binned(shown, now))
            unite(session, now, row, [binned], DELETED)
    photos.drop_unnamed(session, pictures)


def _binned(play: Play, now: datetime) -> Play:
    """Return the version that every device makes of a play of which an earlier version was deleted for good."""
    stamp = versions.next_stamp(0, [play.version])
    name = versions.name_from(stamp, play.version, "", versions.BIN)
    return replace(play_of(play), version=name, follows=play.version, removed=now)


def note_deletion(session: Session, now: datetime, play_id: str, names: Iterable[str]) -> None:
    """Note versions of a play that are deleted for good, so that no file brings them back."""
    deleted = session.get(DeletedPlayRow, play_id)
    if deleted is None:
        session.add(DeletedPlayRow(id=play_id, at=now, versions=sorted({*names})))
    elif not {*names} <= {*deleted.versions}:
        deleted.at, deleted.versions = max(now, deleted.at), sorted({*deleted.versions, *names})


def all_names(session: Session, row: PlayRow) -> set[str]:
    """Return the names of the versions of a play, and of those that they follow."""
    earlier, last = versions_of(session, play_rows.stored_play(session, row))
    contents = (last, *(revision.play for revision in earlier))
    return {name for play in contents for name in (play.version, *play.follows.split())}
