"""Finished tables, read from documents and made plays: what `tessera score` scores, with a day."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from sqlmodel import col, select

from scoring.messages import say
from scoring.problems import Problem
from scoring.sheet import of_members
from storage.database.models import PlayRow
from storage.documents import codec
from storage.exchange import files
from storage.exchange.plain_values import cleaned, cleaned_note, noon
from storage.exchange.record import Incoming, PlaceRecord, PlayRecord
from storage.repositories import history, people
from storage.repositories.games import is_of_pad, kept_pads, pad_in
from storage.repositories.play_content import MAX_PLACE_LENGTH, UNTIMED, Play, StoredPlay, participants_of, play_of
from storage.repositories.values import PAD_PREFIX, day_of, folded, game_of, table_in, title_and_edition

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scoring.score_pad import Pad
    from storage.repositories.tables import Store

_ID_LENGTH: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """When and where tables were played, and a note; `day` is `None` for today, the texts are "" if unknown.

    `ready_pad` returns the id of a pad that everybody has, `None` for others.
    """

    day: date | None = None
    place: str = ""
    note: str = ""
    ready_pad: Callable[[Pad], str | None] = lambda _pad: None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedTables:
    """The tables of a file that can be scored, each with its place there, and the problems of the others."""

    tables: tuple[tuple[str, codec.TableDocument], ...] = ()
    problems: tuple[Problem, ...] = ()


def read_document(data: bytes) -> FinishedTables:
    """Return the table of a single document."""
    try:
        return FinishedTables(tables=(("", _read(data)),))
    except codec.DocumentError as error:
        if not _has_several(data):
            return FinishedTables(problems=error.problems)
    message = say("there are several documents in it: add --jsonl to read one a line")
    return FinishedTables(problems=(Problem(path="", message=message),))


def read_lines(data: bytes, progress: files.Progress | None = None) -> FinishedTables:
    """Return the tables of a file with a document a line; empty lines may stand between them."""
    log = files.ProblemLog()
    tables: list[tuple[str, codec.TableDocument]] = []
    if len(data) > files.MAX_FILE_BYTES:
        log.add("", codec.too_large_message(files.MAX_FILE_BYTES))
        return FinishedTables(problems=log.all())
    file = files.ImportFile(BytesIO(data), progress)
    for number, line in enumerate(file.steps(file.stream), start=1):
        at = files.in_line(number)
        if len(tables) == files.MAX_PLAYS:
            log.add(at, files.too_many(files.MAX_PLAYS))
            break
        try:
            if line.strip():
                tables.append((at, _read(line.rstrip(b"\r\n"))))
        except codec.DocumentError as error:
            log.add_all(at, error.problems)
    problems = log.all()
    if not tables and not problems:
        problems = (Problem(path="", message=files.NOTHING_IN_IT),)
    return FinishedTables(tables=tuple(tables), problems=problems)


def _read(raw: bytes) -> codec.TableDocument:
    document = codec.parse(raw)
    if isinstance(document, dict) and not document.keys().isdisjoint({files.KIND_FIELD, "plays"}):
        message = say("plays with their results, not a table document: use `tessera import`")
        raise codec.DocumentError([Problem(path="", message=message)])
    return codec.read_table(document)


def _has_several(data: bytes) -> bool:
    """Return whether the first line alone is a JSON object, and others follow."""
    first, _, others = data.strip().partition(b"\n")
    try:
        return bool(others) and isinstance(codec.parse(first.strip()), dict)
    except codec.DocumentError:
        return False


def incoming(store: Store, finished_tables: FinishedTables, occasion: Occasion) -> Incoming:
    """Return the plays that tables become; those of one file end one after the other.

    A table whose play is here with the same day is that play, with the place and the note that are given now.
    """
    place, note = cleaned(occasion.place, MAX_PLACE_LENGTH), cleaned_note(occasion.note, [])
    first, extras = _first_end(store, occasion.day, len(finished_tables.tables))
    day = day_of(first) if occasion.day is None else occasion.day.isoformat()
    plays = _plays_of_day(store, day)
    pads = _known_pads(store) if any(is_of_pad(read.game.key) for _, read in finished_tables.tables) else {}
    records = []
    for index, (at, read) in enumerate(finished_tables.tables):
        document = codec.table_document(read.game, read.table)
        play_here = plays.get(_digest([document["game"], document["table"]]))
        if play_here is None:
            finished = first + timedelta(microseconds=index)
            number = _digest([document, day])[:_ID_LENGTH]
            play = _with_pad(_play(read, document, finished), pads, occasion.ready_pad)
            play = replace(play, id=number, day=day, extras=extras)
        else:
            play = replace(play_of(play_here), source="", edited=None, version="", follows="")
        play = replace(play, place=place or play.place, note=note or play.note)
        records.append(PlayRecord.of(play, at=at))
    return Incoming(format="", records=tuple(records), people=_new_place(store, place) if plays else ())


def key_of_pad(store: Store, pad: Pad) -> str:
    """Return the key of a pad's game: the one known here, else one made of all that the pad says."""
    digest = _digest(codec.plain(pad))
    stored = _known_pads(store).get(digest)
    return _new_pad_key(digest) if stored is None else stored[0]


def with_pad(store: Store, play: Play) -> Play:
    """Return a play with the key and title under which the pad of its game is known here, if it is."""
    return _with_pad(play, _known_pads(store)) if is_of_pad(play.game) else play


def _new_place(store: Store, name: str) -> tuple[PlaceRecord, ...]:
    """Return the place with a name, if no place here has it: a play that is here can only move to one that is told."""
    if not name or folded(name) in {folded(place.name) for place in people.places(store)}:
        return ()
    return (PlaceRecord(id=uuid4().hex, name=name, seen=store.now()),)


def _first_end(store: Store, day: date | None, number: int) -> tuple[datetime, dict[str, Any]]:
    """Return when the first of some tables ended, just now or on an earlier day, and the extras that say which."""
    now = store.now()
    if day is None or day.isoformat() == day_of(now):
        return now - timedelta(microseconds=number), {}
    return noon(day), {UNTIMED: True}


def _play(read: codec.TableDocument, document: dict[str, Any], finished: datetime) -> Play:
    title, edition = title_and_edition(read.game.key, document)
    sheet = codec.score_result(read.game, of_members(read.game.score(read.table), read.table))
    return Play(
        id="",
        game=read.game.key,
        title=title,
        edition=edition,
        document=document,
        sheet=sheet,
        finished=finished,
        players=participants_of(sheet, document),
    )


def _plays_of_day(store: Store, day: str) -> dict[str, StoredPlay]:
    """Return the plays of a day by what lay on the table; one in the bin only where there is no other."""
    of_the_day = history.Filter(since=day, until=day)
    plays = (play for where in (replace(of_the_day, removed=True), of_the_day) for play in history.stream(store, where))
    return {digest: play for play in plays if (digest := _digest_of_play(play)) is not None}


def _digest_of_play(play: StoredPlay) -> str | None:
    game = game_of(play.game)
    table = None if game is None else table_in(play.document, game)
    return None if game is None or table is None else _digest([game.key, codec.plain(table)])


def _with_pad(
    play: Play, pads: Mapping[str, tuple[str, str]], ready_pad: Callable[[Pad], str | None] = lambda _pad: None
) -> Play:
    """Return a play with the key and title of its pad's game; a pad that is unknown here is a game of its own."""
    pad = pad_in(play.document)
    if not is_of_pad(play.game) or pad is None:
        return play
    digest, ready = _digest(codec.plain(pad)), ready_pad(pad)
    new = _new_pad_key(digest) if ready is None else f"{PAD_PREFIX}{ready}"
    new = play.game if play.game.startswith(PAD_PREFIX) else new
    key, title = pads.get(digest, (new, play.title))
    return replace(play, game=key, title=title)


def _new_pad_key(digest: str) -> str:
    return f"{PAD_PREFIX}{digest[:_ID_LENGTH]}"


def _known_pads(store: Store) -> dict[str, tuple[str, str]]:
    """Return the keys and titles under which pads are known here: those of the last play, else of my copy.

    So a pad stays one game after it was edited here, and one whose plays were put under another game follows them.
    """
    kept = {_digest(codec.plain(pad)): (key, pad.title) for key, pad in kept_pads(store).items()}
    asked = select(PlayRow.game, PlayRow.title, PlayRow.document).where(col(PlayRow.game).startswith(PAD_PREFIX))
    with store.reading() as session:
        rows = session.exec(asked.order_by(col(PlayRow.finished))).all()
    played = ((key, title, pad_in(document)) for key, title, document in rows)
    return kept | {_digest(codec.plain(pad)): (key, title) for key, title, pad in played if pad is not None}


def _digest(value: object) -> str:
    """Return a number that JSON of the same content shares, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
