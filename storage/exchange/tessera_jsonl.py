"""Everything as JSON Lines: each line is read as strictly as the state of a game, and checked against itself.

A line names its kind: `{"tessera": "play", "format": 1, …}`. The README of `storage/exchange` describes them all, and
says what a file does not hold.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, Final

from sqlmodel import Session, col, select

from scoring.fields import Between, OneOf
from scoring.messages import Message, say
from scoring.problems import UNREADABLE, Problem, join_path
from scoring.sheet import Sheet, Winner, of_members
from storage.database.models import (
    AliasRow,
    CopyRow,
    DeletedPlayRow,
    PlaceRow,
    PlayerRow,
    PlayRow,
    SeatRow,
    SettingRow,
    WrittenNameRow,
)
from storage.documents import codec
from storage.documents.fields import (
    ONE_EACH,
    OTHER_PLAYERS,
    SAME_NAME,
    ObjectField,
    a_day,
    belongs_here,
    one_of,
    shown,
    unstorable,
)
from storage.documents.records import record_of, split
from storage.exchange.files import (
    FORMAT,
    KIND_FIELD,
    Entry,
    ImportFile,
    Progress,
    UnfitError,
    in_line,
    line_head,
    lines,
    play_document,
    too_many,
    with_progress,
)
from storage.exchange.plain_values import read_day
from storage.exchange.record import (
    A_PHOTO,
    CARRIED_SETTINGS,
    CopyRecord,
    DeletedRecord,
    GameWinner,
    MergedRecord,
    PhotoRecord,
    PlaceRecord,
    PlayerRecord,
    PlayRecord,
    SettingRecord,
)
from storage.repositories.game_merges import merges
from storage.repositories.games import winner_of
from storage.repositories.history import Filter, count, matching
from storage.repositories.people import is_somebody
from storage.repositories.photos import MAX_PHOTO_BYTES, PHOTO, photo_id, photo_of
from storage.repositories.play_content import (
    NEWER,
    NOTED,
    UNTIMED,
    Play,
    PlayRevision,
    beginning,
    names_at_table,
    read_notes,
)
from storage.repositories.values import PAD_GAME, from_row, game_key, game_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

MAX_LINES: Final = 1_000_000
"""The most lines of one file."""

MAX_LINE_BYTES: Final = 2 * 1024 * 1024
"""The size of the largest line."""

KINDS: Final[Mapping[str, type]] = {
    "player": PlayerRecord,
    "place": PlaceRecord,
    "play": Play,
    "version": PlayRevision,
    "deleted": DeletedRecord,
    "merged": MergedRecord,
    "photo": PhotoRecord,
    "copy": CopyRecord,
    "setting": SettingRecord,
}
"""What a line of each kind holds."""

_EVERYTHING: Final = Filter()

_JPEG: Final = b"\xff\xd8\xff"
"""The bytes with which every JPEG begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _LineHead:
    """The fields of every line."""

    tessera: Annotated[str, OneOf(tuple(KINDS), one_of(KINDS))]
    format: Annotated[int, Between(1, FORMAT)]


class _NewerError(UnfitError):
    """A newer version wrote the file."""


def read(file: ImportFile) -> Iterator[Entry]:
    """Yield what stands in JSON Lines; lines with problems are left out."""
    for number, raw in enumerate(file.steps(file.stream), start=1):
        at, line = in_line(number), raw.strip()
        if number > MAX_LINES:
            yield at, Problem(path="", message=too_many(MAX_LINES))
            return
        try:
            if line:
                yield _entry(codec.parse(line, MAX_LINE_BYTES), at)
        except codec.DocumentError as error:
            yield from ((at, problem) for problem in error.problems)
            if isinstance(error, _NewerError):
                return


def read_one(file: ImportFile) -> Iterator[Entry]:
    """Yield what stands in a single document."""
    yield _entry(file.document, "")


def _entry(document: object, at: str) -> Entry:
    """Return what stands in a line.

    Raises:
        DocumentError: it cannot be read, or contradicts itself.

    """
    if not isinstance(document, dict):
        raise UnfitError(belongs_here(document, ObjectField.expected))
    written = document.get("format")
    if type(written) is int and written > FORMAT:
        message = say(
            "a newer version of Tessera wrote this (format {written}): update Tessera, then import it",
            written=shown(written),
        )
        raise _NewerError(message, "format")
    problems: list[Problem] = []
    fields = dict(document)
    head = {name: fields.pop(name) for name in (KIND_FIELD, "format") if name in fields}
    kind = record_of(_LineHead).read(head, None, problems)
    content: Any = None if problems else record_of(KINDS[kind.tessera]).read(fields, None, problems)
    if content is not None and problems and kind.format > 1:
        content = _of_newer(kind.tessera, fields, problems)
    if not problems:
        match content:
            case Play():
                warnings = check(content, problems)
                content = content if problems else _record(content, at, warnings)
            case PlayRevision(play=play):
                inside: list[Problem] = []
                check(play, inside)
                problems += (
                    Problem(path=join_path("play", problem.path), message=problem.message) for problem in inside
                )
            case PhotoRecord():
                content = _photo(content)
    if problems:
        raise codec.DocumentError(problems)
    return at, content


def _of_newer(kind: str, fields: dict[str, Any], problems: list[Problem]) -> object:
    """Return a line in which a newer version may have written more, which plays keep; its problems replace those."""
    shape = record_of(KINDS[kind])
    plain, unknown = split(fields, shape)
    play, newer = (plain, unknown) if kind == "play" else (plain.get("play"), unknown.get("play"))
    if unknown and (not isinstance(play, dict) or play.get("version")):
        problems.clear()
        if newer and isinstance(play, dict) and isinstance(play.get("extras"), dict | None):
            play["extras"] = (play.get("extras") or {}) | {NEWER: newer}
        return shape.read(plain, None, problems)
    return UNREADABLE


def _record(play: Play, at: str, warnings: tuple[Message, ...]) -> PlayRecord:
    begun = beginning(play.begun, play.finished)
    if begun is not play.begun:
        warnings = (say("begins after it ends: the beginning is left open"), *warnings)
        play = replace(play, begun=begun)
    return PlayRecord.of(play, at=at, warnings=warnings)


def _photo(photo: PhotoRecord) -> PhotoRecord:
    try:
        picture = b64decode(photo.picture + "==")
    except ValueError:  # base64 that was cut within a byte
        picture = b""
    if not picture.startswith(_JPEG) or len(picture) > MAX_PHOTO_BYTES or photo_id(picture) != photo.id:
        raise UnfitError(say("this photo is damaged"), "picture")
    return replace(photo, picture=b64encode(picture).decode())


def check(play: Play, problems: list[Problem]) -> tuple[Message, ...]:
    """Note contradictions between the parts of a play, and return how its sheet differs from today's rules."""
    if play.day and not read_day(play.day):
        problems.append(Problem(path="day", message=belongs_here(play.day, a_day())))
    _check_sheet(play, problems)
    _check_extras(play, problems)
    return _against_the_rules(play, problems)


def _check_sheet(play: Play, problems: list[Problem]) -> None:
    """Note contradictions between players and sheet."""
    names = [player.name for player in play.players]
    columns = play.sheet["columns"]
    if len(set(names)) != len(names):
        problems.append(Problem(path="players", message=SAME_NAME))
    if [column["player"] for column in columns] != names:
        problems.append(Problem(path="sheet.columns", message=ONE_EACH))
        return
    if sorted(standing["player"] for standing in play.sheet["standings"]) != sorted(names):
        problems.append(Problem(path="sheet.standings", message=ONE_EACH))
    for index, (player, column) in enumerate(zip(play.players, columns, strict=True)):
        points = sum(line["points"] for line in column["lines"])
        if column["total"] != player.total or (column["lines"] and points != player.total):
            message = belongs_here(player.total, say("the total on the sheet"))
            problems.append(Problem(path=f"players[{index}].total", message=message))


def _check_extras(play: Play, problems: list[Problem]) -> None:
    """Note what is wrong with the extras: a photo, `UNTIMED` and notes alone, or at least the styles of the seats."""
    if (reason := unstorable(play.extras)) is not None:
        problems.append(Problem(path="extras", message=reason))
    if PHOTO in play.extras and photo_of(play.extras) is None:
        problems.append(Problem(path=f"extras.{PHOTO}", message=belongs_here(play.extras[PHOTO], A_PHOTO)))
    if NOTED in play.extras:
        _check_notes(play, problems)
    if not play.extras.keys() - {PHOTO, UNTIMED, NOTED, NEWER}:
        return
    seats = play.extras.get("seats")
    if not isinstance(seats, list) or [*map(_is_style, seats)] != [True] * len(names_at_table(play)):
        problems.append(Problem(path="extras.seats", message=ONE_EACH))


def _check_notes(play: Play, problems: list[Problem]) -> None:
    unfit: list[Problem] = []
    notes = read_notes(play.extras[NOTED], unfit)
    problems += (Problem(path=join_path(f"extras.{NOTED}", fault.path), message=fault.message) for fault in unfit)
    if not unfit and len(notes.seats) not in {0, len(play.players)}:
        problems.append(Problem(path=f"extras.{NOTED}.seats", message=ONE_EACH))


def _is_style(seat: object) -> bool:
    return isinstance(seat, dict) and all(isinstance(seat.get(name), str) for name in ("colour", "shape"))


def _against_the_rules(play: Play, problems: list[Problem]) -> tuple[Message, ...]:
    """Return the differences between the sheet and today's rules, and note problems of the table."""
    if play.document is None or problems:
        return ()
    game = PAD_GAME if game_of(play.game) is None else game_key(play.game)
    if game_of(play.game) is None and play.document.get("game") != game:
        reason = unstorable(play.document)
        problems += [] if reason is None else [Problem(path="document", message=reason)]
        return ()
    if play.document.get("game") != game:
        message = belongs_here(play.document.get("game"), f'"{game}"')
        problems.append(Problem(path="document.game", message=message))
        return ()
    try:
        read = codec.read_table(play.document)
    except codec.DocumentError as error:
        problems.extend(Problem(path=join_path("document", p.path), message=p.message) for p in error.problems)
        return ()
    today = of_members(read.game.score(read.table), read.table)
    if [column.player for column in today.columns] != [player.name for player in play.players]:
        problems.append(Problem(path="players", message=OTHER_PLAYERS))
        return ()
    return () if play.is_recorded else tuple(_differences(play, today))


def _differences(play: Play, today: Sheet) -> Iterator[Message]:
    """Return the figures in which a sheet differs from today's."""
    places = {standing.player: standing.place for standing in today.standings}
    for player, column, kept in zip(play.players, today.columns, play.sheet["columns"], strict=True):
        lines = [(line["rule"], line["points"]) for line in kept["lines"]]
        if [(line.rule, line.points) for line in column.lines] != lines:
            yield say(
                "{name} has {kept} points on the sheet, but the rules of this version give {today}: kept as scored",
                name=player.name,
                kept=player.total,
                today=column.total,
            )
        elif player.place != places[player.name]:
            yield say(
                "{name} has place {kept} on the sheet, but the rules of this version give {today}: kept as scored",
                name=player.name,
                kept=player.place,
                today=places[player.name],
            )


def export_play(play: StoredPlay) -> bytes:
    """Return one play as a file."""
    return json.dumps(play_document(play), ensure_ascii=False, indent=1).encode(errors="replace") + b"\n"


def export_jsonl(
    store: Store, play_filter: Filter, write: Callable[[bytes], object], progress: Progress | None = None
) -> int:
    """Write plays as JSON Lines, a batch in memory at a time; return their number.

    Each play comes with its earlier versions and its photos, and before all plays come their friends and places.
    Without a filter, everything is written that a file can hold: the bin, copies and settings as well, and friends who
    never played. What is known to be damaged is left out.
    """
    scopes = (play_filter, Filter(removed=True)) if play_filter == _EVERYTHING else (play_filter,)
    number, total = 0, sum(count(store, scope) for scope in scopes)
    for line in _people(store, play_filter):
        write(codec.to_json(line) + b"\n")
    plays = (play for scope in scopes for play in lines(store, scope))
    for number, play in enumerate(with_progress(plays, total, progress), start=1):  # noqa: B007 - it is returned
        for part in play:
            write(part)
    others = (_merged(store), _deleted(store), _copies(store), _settings(store))
    for line in chain(*others) if play_filter == _EVERYTHING else _winners(store, play_filter):
        write(codec.to_json(line) + b"\n")
    return number


def people_lines(store: Store) -> tuple[bytes, ...]:
    """Return the lines of all friends and places, which come before those of plays."""
    return tuple(codec.to_json(line) for line in _people(store, _EVERYTHING))


def other_lines(store: Store) -> tuple[bytes, ...]:
    """Return the lines that come after those of plays, but not the settings, which each device has of its own."""
    return tuple(codec.to_json(line) for line in (*_merged(store), *_deleted(store), *_copies(store)))


def _people(store: Store, play_filter: Filter) -> Iterator[dict[str, Any]]:
    """Yield the friends and the places of plays, or all of them without a filter."""
    players, places = select(PlayerRow).where(is_somebody()), select(PlaceRow)
    if play_filter != _EVERYTHING:
        of_plays = matching(play_filter)
        players = players.where(
            col(PlayerRow.id).in_(select(SeatRow.player_id).where(col(SeatRow.play_id).in_(of_plays)))
        )
        places = places.where(col(PlaceRow.id).in_(select(PlayRow.place_id).where(col(PlayRow.id).in_(of_plays))))
    with store.reading() as session:
        friends = session.exec(players.order_by(col(PlayerRow.folded))).all()
        rooms = session.exec(places.order_by(col(PlaceRow.folded))).all()
        names = _aliases(session)
        written = {(row.kind, row.id): row.at for row in session.exec(select(WrittenNameRow)).all()}
    for kind, rows in (("player", friends), ("place", rooms)):
        named = KINDS[kind]
        for row in rows:
            yield line_head(kind) | codec.plain(
                from_row(named, row, aliases=tuple(names[kind, row.id]), written=written.get((kind, row.id)))
            )


def _aliases(session: Session) -> Mapping[tuple[str, str], list[str]]:
    names: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for row in session.exec(select(AliasRow).order_by(col(AliasRow.folded))).all():
        names[row.kind, row.target].append(row.name)
    return names


def _merged(store: Store) -> Iterator[dict[str, Any]]:
    asked = select(WrittenNameRow).where(WrittenNameRow.into != "").order_by(WrittenNameRow.kind, WrittenNameRow.id)
    with store.reading() as session:
        rows = session.exec(asked).all()
        games = [
            MergedRecord(kind="game", id=merge.source, into=merge.into, at=merge.at, title=merge.title, pad=pad)
            for merge, pad in merges(session)
        ]
    for record in (*(from_row(MergedRecord, row, title="", pad="") for row in rows), *games):
        yield line_head("merged") | codec.plain(record)


def _deleted(store: Store) -> Iterator[dict[str, Any]]:
    with store.reading() as session:
        rows = session.exec(select(DeletedPlayRow).order_by(DeletedPlayRow.id)).all()
    for row in rows:
        yield line_head("deleted") | codec.plain(from_row(DeletedRecord, row, versions=tuple(row.versions)))


def _copies(store: Store) -> Iterator[dict[str, Any]]:
    with store.reading() as session:
        rows = session.exec(select(CopyRow).order_by(CopyRow.game, CopyRow.part, CopyRow.key)).all()
    for row in rows:
        yield line_head("copy") | codec.plain(from_row(CopyRecord, row))


def _winners(store: Store, play_filter: Filter) -> Iterator[dict[str, Any]]:
    """Yield the games of plays in which the fewest points win, as entries of my copy."""
    asked = select(PlayRow.game).where(col(PlayRow.id).in_(matching(play_filter))).distinct().order_by(PlayRow.game)
    with store.reading() as session:
        fewest = [game for game in session.exec(asked).all() if winner_of(session, game) is Winner.FEWEST]
    for game in fewest:
        yield line_head("copy") | codec.plain(GameWinner.of(game, Winner.FEWEST))


def _settings(store: Store) -> Iterator[dict[str, Any]]:
    asked = select(SettingRow).where(col(SettingRow.key).in_(CARRIED_SETTINGS)).order_by(SettingRow.key)
    with store.reading() as session:
        rows = session.exec(asked).all()
    for row in rows:
        yield line_head("setting") | codec.plain(from_row(SettingRecord, row))
