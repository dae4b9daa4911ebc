"""A file that comes in or goes out: how large it may be, how far it is, what is wrong in it; and the plays that go out.

One batch of them is in memory at a time, and only the columns that a format needs.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from io import SEEK_END
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TypeAlias, TypeVar

from sqlalchemy import Row, Text, select, type_coerce
from sqlmodel import col
from sqlmodel import select as select_rows

from scoring.messages import Message, say, tr
from scoring.problems import Problem
from storage.database.columns import CHECKSUM
from storage.database.models import PhotoRow, PlaceRow, PlayRow, ShownVersionRow
from storage.documents import codec
from storage.exchange.record import (
    CopyRecord,
    DeletedRecord,
    MergedRecord,
    NamedRecord,
    PhotoRecord,
    PlayRecord,
    SettingRecord,
)
from storage.repositories.history import BATCH_PLAYS, Cursor, Filter, count, next_batch
from storage.repositories.photos import PHOTO, PHOTO_ID, photo_of
from storage.repositories.play_content import (
    MOMENTS,
    NEWER,
    NOTED,
    UNTIMED,
    Participant,
    Play,
    PlayBrief,
    PlayRevision,
    StoredPlay,
    play_of,
)
from storage.repositories.play_rows import PARTICIPANT_FIELDS, SEATS_OF, revisions_of
from storage.repositories.play_versions import SEAT_SAYS, chain, digest_of_facts, name_after
from storage.repositories.values import from_row

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet
    from gettext import NullTranslations

    from sqlalchemy import Select
    from sqlmodel import Session

    from scoring.score_pad import Pad
    from storage.repositories.tables import Store


T = TypeVar("T")

Progress: TypeAlias = Callable[[int, int], object]
"""A function that gets the number of entries done and of all entries, now and then."""

PROGRESS_INTERVAL: Final = 200
"""The number of entries between two calls of a `Progress`."""

MAX_FILE_BYTES: Final = 1 << 30
"""The size of the largest file."""

MAX_DOCUMENT_BYTES: Final = 256 * 1024 * 1024
"""The size of the largest file that is a single document of JSON or XML."""

MAX_PLAYS: Final = 250_000
"""The most plays of one file."""

MAX_PROBLEMS: Final = 200
"""The most problems of one file that are listed."""

NOTHING_IN_IT: Final = say("there is nothing in it")


def too_many(most: int) -> Message:
    """Return the message on a file with more entries than are read."""
    return say("more than {most} entries: split the file", most=most)


def in_line(number: int) -> str:
    """Return the place of a line in a file, for whoever reads the file now."""
    return tr("line {number}", number=number)


def in_play(number: int) -> str:
    """Return the place of a play in a file, for whoever reads the file now."""
    return tr("play {number}", number=number)


class ProblemLog:
    """The problems of a file; only the first ones are listed, the others are counted."""

    def __init__(self) -> None:
        """Begin with none."""
        self._told: list[Problem] = []
        self._more = 0

    def add(self, at: str, message: Message, path: str = "") -> None:
        """Add a problem of the entry `at` a place, in one of its fields."""
        if len(self._told) < MAX_PROBLEMS:
            self._told.append(Problem(path=", ".join(part for part in (at, path) if part), message=message))
        else:
            self._more += 1

    def add_all(self, at: str, problems: Iterable[Problem]) -> None:
        """Add the problems of an entry."""
        for problem in problems:
            self.add(at, problem.message, problem.path)

    def all(self) -> tuple[Problem, ...]:
        """Return the problems; the last one counts those not listed."""
        if not self._more:
            return tuple(self._told)
        return (*self._told, Problem(path="", message=say("and {number} more", number=self._more)))


class UnfitError(codec.DocumentError):
    """An entry cannot be imported; `message` says why, `path` is the field."""

    def __init__(self, message: Message, path: str = "") -> None:
        """Keep the sentence and the field."""
        super().__init__([Problem(path=path, message=message)])
        self.message = message
        self.path = path


Entry: TypeAlias = (
    "tuple[str, PlayRecord | PlayRevision | DeletedRecord | MergedRecord | NamedRecord | PhotoRecord | CopyRecord"
    " | SettingRecord | Problem | Message]"
)
"""What stands at a place of a file, or why it cannot be imported; a message is a remark on the whole file."""


def entries_at(at: str, read: Callable[[], PlayRecord]) -> Iterator[Entry]:
    """Yield the play that is read `at` a place, or why it cannot be imported."""
    try:
        yield at, read()
    except codec.DocumentError as error:
        yield from ((at, problem) for problem in error.problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyPad:
    """The pad that is ready for a game, with the keys of its categories by the folded titles that people know.

    `titles` are those of each category in other languages: the code of the language, the key, and the title.
    """

    pad: Pad
    keys: Mapping[str, str]
    titles: Mapping[str, tuple[tuple[str, str, str], ...]]


ReadyPads: TypeAlias = Callable[[str, str], ReadyPad | None]
"""A function that returns the pad that is ready for a game, by its key from elsewhere and its title."""

Catalogues: TypeAlias = "tuple[NullTranslations, ...]"


class ImportFile:
    """An opened file that is read, and told to `progress`.

    `ready` knows the pads that are ready; our own words that stay with plays are in the languages of `catalogues`.
    """

    def __init__(
        self,
        file: BinaryIO,
        progress: Progress | None,
        ready: ReadyPads = lambda _key, _title: None,
        catalogues: Catalogues = (),
    ) -> None:
        """Begin at its first byte."""
        self.ready: Final = ready
        self.catalogues: Final = catalogues
        self.size: Final = file.seek(0, SEEK_END)
        self.stream: Final = file
        self._progress = progress
        file.seek(0)

    @cached_property
    def document(self) -> object:
        """The document that the file is.

        Raises:
            DocumentError: it is none of JSON.

        """
        return codec.parse(self.stream.read(), MAX_DOCUMENT_BYTES)

    def steps(self, entries: Iterable[T], total: int | None = None) -> Iterator[T]:
        """Yield entries, a number of them in `total`; where that is not known, progress goes by the bytes read."""
        if total is not None:
            return with_progress(entries, total, self._progress)
        return with_progress(entries, self.size, self._progress, self.stream.tell)


def with_progress(
    entries: Iterable[T], total: int, progress: Progress | None, position: Callable[[], int] | None = None
) -> Iterator[T]:
    """Yield entries, and report progress now and then and at the end: their number, or a `position`."""
    for number, entry in enumerate(entries, start=1):
        yield entry
        if progress is not None and number % PROGRESS_INTERVAL == 0:
            progress(number if position is None else position(), total)
    if progress is not None:
        progress(total, total)


KIND_FIELD: Final = "tessera"
"""The field with the kind of a line of Tessera's own."""

FORMAT: Final = 2
"""The format of lines that this version writes, and the newest that it reads."""


def line_head(kind: str) -> dict[str, Any]:
    """Return the fields with which the lines of a kind begin."""
    return {KIND_FIELD: kind, "format": FORMAT}


_JSON: Final = ("document", "extras", "sheet")

_FACTS: Final = tuple(field.name for field in fields(PlayBrief) if field.name in PlayRow.model_fields.keys() - {*_JSON})
"""The columns of a play that a line has as they are; they come first in its row."""

_PLAIN_COLUMNS: Final = (*_FACTS, *(name for name in PlayRow.model_fields if name not in {*_FACTS, *_JSON, CHECKSUM}))
"""The columns of a play that hold no JSON."""

_NAMES: Final = (col(ShownVersionRow.version), col(ShownVersionRow.follows))


def results(
    store: Store, play_filter: Filter, progress: Progress | None, documents_of: str = ""
) -> Iterator[StoredPlay]:
    """Yield plays with their sheets, and of the extras only whether their time is known, and notes.

    Only those of the game `documents_of` have their documents.
    """
    return with_progress(_results(store, play_filter, documents_of), count(store, play_filter), progress)


def _results(store: Store, play_filter: Filter, documents_of: str) -> Iterator[StoredPlay]:
    documents = ("document",) if documents_of else ()
    for rows, players in _batches(store, play_filter, "extras", "sheet", *documents):
        for row in rows:
            short = {name: getattr(row, name) for name in _PLAIN_COLUMNS}
            short |= {"place": row.where or "", "players": tuple(Participant(**values) for values in players[row.id])}
            short["extras"] = {UNTIMED: True} if f'"{UNTIMED}":true' in row.extras else {}
            if f'"{NOTED}":' in row.extras:
                short["extras"] |= {name: value for name, value in json.loads(row.extras).items() if name == NOTED}
            is_asked = documents_of and row.document is not None and f'"{documents_of}"' in row.document
            document = json.loads(row.document) if is_asked else None
            yield StoredPlay(**short, document=document, sheet=json.loads(row.sheet))


def lines(store: Store, play_filter: Filter) -> Iterator[tuple[bytes, ...]]:
    """Yield plays as lines of JSON, each with those of its versions and photos; stored JSON is copied as it is."""
    written: set[str] = set()
    for rows, players in _batches(store, play_filter, *_JSON):
        for row, line, former in _whole(store, rows, players):
            versions = [*map(version_line, former)]
            yield line, *versions, *_photos(store, (row.extras, *versions), written)


def lines_of(
    store: Store, lacking: Mapping[str, AbstractSet[str]], photos: AbstractSet[str]
) -> Iterator[tuple[bytes, ...]]:
    """Yield some plays likewise, by their ids, for somebody who lacks these of their versions, and these photos.

    The version that counts comes in any case. A photo of a version that is there already is there, too.
    """
    written: set[str] = set()
    with store.reading() as session:
        rows, players = rows_of(session, lacking)
    for row, line, former in _whole(store, rows, players):
        names = lacking[row.id]
        sent = [entry for entry in former if entry.play.version in names or photo_of(entry.play.extras) in photos]
        fresh = [*map(version_line, sent)]
        there = [revision.play.extras for revision in former if revision not in sent]
        there += [] if row.version in names else [json.loads(row.extras)]
        named = {photo for extras in there if (photo := photo_of(extras)) is not None} - photos - written
        left_out = written | named
        yield line, *fresh, *_photos(store, (row.extras, *fresh), left_out)
        written |= left_out - named


def play_document(play: Play) -> dict[str, Any]:
    """Return a play as one JSON object, without its earlier versions; reading it returns the play."""
    return line_head("play") | with_newer(codec.plain(play_of(play)))


def version_line(revision: PlayRevision) -> bytes:
    """Return the line of an earlier version of a play."""
    fields = codec.plain(revision)
    return codec.to_json(line_head("version") | fields | {"play": with_newer(fields["play"])}) + b"\n"


def _whole(
    store: Store, rows: Sequence[Row[Any]], players: Mapping[str, list[dict[str, Any]]]
) -> Iterator[tuple[Row[Any], bytes, Sequence[PlayRevision]]]:
    """Yield plays with their lines and their earlier versions, all with their names."""
    begin = codec.to_json(line_head("play"))[:-1]
    with store.reading() as session:
        earlier = revisions_of(session, [row.id for row in rows if row.revision > 1])
    for row in rows:
        facts = {name: value for name, value in zip(_FACTS, row, strict=False) if value is not None}
        plain = facts | {name: facts[name].isoformat() for name in MOMENTS if name in facts}
        plain |= {"title": row.title if row.title.strip() else row.game, "place": row.where or ""}
        plain["players"] = players[row.id]
        document, sheet = (row.document or "").encode(), row.sheet.encode()
        former, version, follows = named(row, players[row.id], earlier.get(row.id, ()), document, sheet)
        plain |= {"version": version, "follows": follows} if follows else {"version": version}
        stored = (b',"document":', document) if document else ()
        stored = (b',"extras":', row.extras.encode(), *stored, b',"sheet":', sheet, b"}\n")
        line = b"".join((begin, b",", codec.to_json(plain)[1:-1], *stored))
        if f'"{NEWER}":' in row.extras:
            line = codec.to_json(with_newer(json.loads(line))) + b"\n"
        yield row, line, former


def with_newer(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a line with those that only a newer version of Tessera knows, where that wrote them."""
    if NEWER not in fields["extras"]:
        return fields
    extras = {name: value for name, value in fields["extras"].items() if name != NEWER}
    made: dict[str, Any] = united(fields | {"extras": extras}, fields["extras"][NEWER])
    return made


def united(value: Any, unknown: Any) -> Any:  # noqa: ANN401 - JSON of any kind
    """Return JSON with the fields that were split off it; a field that it has stays as it is.

    >>> united({"a": [{"b": 1}, {"b": 2}]}, {"a": [{}, {"c": 3}], "d": 4})
    {'a': [{'b': 1}, {'b': 2, 'c': 3}], 'd': 4}
    """
    if isinstance(value, dict) and isinstance(unknown, dict):
        shared = {name: united(item, unknown[name]) for name, item in value.items() if name in unknown}
        return {**value, **shared, **{name: item for name, item in unknown.items() if name not in value}}
    if isinstance(value, list) and isinstance(unknown, list):
        return [united(*pair) for pair in zip(value, unknown, strict=False)] + value[len(unknown) :]
    return value


def named(
    row: Row[Any], players: Iterable[Mapping[str, Any]], earlier: Sequence[PlayRevision], document: bytes, sheet: bytes
) -> tuple[Sequence[PlayRevision], str, str]:
    """Return the earlier versions of a play with their names, its own name, and what it follows.

    Where Tessera 1.0 wrote them, the names follow from what they say.
    """
    former, before, at = chain(earlier)
    if row.version:
        return former, row.version, row.follows
    seats = [[*map(player.get, SEAT_SAYS)] for player in players]
    document = b"" if document == b"null" else document  # as a correction writes none
    digest = digest_of_facts(row, seats, json.loads(row.extras), document, sheet)
    return former, *name_after(row, before, at, digest)


def _photos(store: Store, texts: Iterable[str | bytes], written: set[str]) -> Iterator[bytes]:
    """Yield the lines of the photos that extras and versions name, but of those `written` before."""
    words = [text if isinstance(text, str) else text.decode() for text in texts]
    named = {number for text in words if f'"{PHOTO}"' in text for number in PHOTO_ID.findall(text)} - written
    if not named:
        return
    with store.reading() as session:
        rows = session.exec(select_rows(PhotoRow).where(col(PhotoRow.id).in_(named)).order_by(PhotoRow.id)).all()
    for row in rows:
        written.add(row.id)
        yield codec.to_json(line_head("photo") | codec.plain(from_row(PhotoRecord, row))) + b"\n"


def _batches(
    store: Store, play_filter: Filter, *stored: str
) -> Iterator[tuple[Sequence[Row[Any]], Mapping[str, list[dict[str, Any]]]]]:
    """Yield batches of plays, with their JSON as text, and the players of each play."""
    asked = _columns(*stored)
    after: Cursor | None = None
    while True:
        with store.reading() as session:
            rows = session.connection().execute(next_batch(asked, play_filter, after, BATCH_PLAYS)).all()
            players = _players(session, [row.id for row in rows])
        yield rows, players
        if len(rows) < BATCH_PLAYS:
            return
        after = Cursor(rows[-1].finished, rows[-1].id)


def rows_of(session: Session, play_ids: Iterable[str]) -> tuple[Sequence[Row[Any]], Mapping[str, list[dict[str, Any]]]]:
    """Return the rows of some plays, with their JSON as text, and the players of each play."""
    asked = _columns(*_JSON).where(col(PlayRow.id).in_(play_ids)).order_by(PlayRow.id)
    rows = session.connection().execute(asked).all()
    return rows, _players(session, [row.id for row in rows])


def _columns(*stored: str) -> Select[Any]:
    """Return the query for plays, with these columns of JSON as text."""
    columns = [getattr(PlayRow, name) for name in _PLAIN_COLUMNS]
    as_text = [type_coerce(getattr(PlayRow, name), Text).label(name) for name in stored]
    return (
        select(*columns, col(PlaceRow.name).label("where"), *as_text, *_NAMES)
        .select_from(PlayRow)
        .join(PlaceRow, col(PlaceRow.id) == col(PlayRow.place_id), isouter=True)
        .join(ShownVersionRow, col(ShownVersionRow.play_id) == col(PlayRow.id), isouter=True)
    )


def _players(session: Session, play_ids: Sequence[str]) -> Mapping[str, list[dict[str, Any]]]:
    players: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for play_id, *values in session.connection().execute(SEATS_OF, {"plays": play_ids}).all():
        facts = zip(PARTICIPANT_FIELDS, values, strict=True)
        players[play_id].append({name: value for name, value in facts if value is not None})
    return players
