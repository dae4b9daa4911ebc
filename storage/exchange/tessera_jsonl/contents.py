"""The content of a play in a line: read, its parts compared with each other and its sheet with today's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from scoring.messages import say
from scoring.problems import UNREADABLE, Problem, join_path
from storage.documents import codec
from storage.documents.fields import ObjectField, add_problem, shown
from storage.documents.records import record_of
from storage.exchange.record import read_day
from storage.exchange.tessera_jsonl.lines import ContentEntry
from storage.exchange.tessera_jsonl.values import moment_in, moment_or_none, storable
from storage.repositories.photos import PHOTO, photo_of
from storage.repositories.play_content import Participant, PlayContent, beginning
from storage.repositories.values import game_key, game_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.messages import Message
    from scoring.sheet import Sheet
    from storage.exchange.tessera_jsonl.lines import PointsEntry, SheetEntry

E = TypeVar("E", bound=ContentEntry)


def read_content(
    of: type[E], fields: dict[str, Any], problems: list[Problem]
) -> tuple[E, PlayContent | None, tuple[Message, ...]]:
    """Return an entry with the content of a play, the content, unless there are problems, and warnings."""
    extras = _extras(fields.pop("extras", {}), problems)
    table = _table(fields.pop("document", None), fields.get("game"), problems)
    entry: E = record_of(of).read(fields, None, problems)
    if problems:
        return entry, None, ()
    warnings: list[Message] = []
    content = _content(entry, table, extras, problems, warnings)
    warnings += _against_the_rules(content, problems)
    return entry, None if problems else content, tuple(warnings)


def _content(
    play: ContentEntry,
    table: dict[str, Any] | None,
    extras: dict[str, Any],
    problems: list[Problem],
    warnings: list[Message],
) -> PlayContent:
    """Return the content of a play, and note contradictions between its parts."""
    finished = moment_in(play.finished, "finished", problems)
    said = moment_or_none(play.begun, "begun", problems)
    begun = beginning(said, finished)
    if begun is not said:
        warnings.append(say("begins after it ends: the beginning is left open"))
    if play.day and not read_day(play.day):
        message = say("{value}: a day such as 2024-03-01 belongs here", value=shown(play.day))
        problems.append(Problem(path="day", message=message))
    _check_sheet(play, problems)
    if extras.keys() - {PHOTO} and len(extras["seats"]) != len(play.players):
        problems.append(Problem(path="extras.seats", message=say("a seat for each player belongs here")))
    return PlayContent(
        game=play.game,
        title=play.title,
        edition=play.edition,
        document=table,
        extras=extras,
        sheet=_sheet(play.sheet),
        begun=begun,
        finished=finished,
        day=play.day,
        place=play.place.strip(),
        note=play.note,
        players=tuple(
            Participant(id=p.id, name=p.name, total=p.total, place=p.place, won=p.won, position=p.position)
            for p in play.players
        ),
    )


def _check_sheet(play: ContentEntry, problems: list[Problem]) -> None:
    """Note contradictions between players and sheet."""
    names = [player.name for player in play.players]
    columns = play.sheet.columns
    if len(set(names)) != len(names):
        problems.append(Problem(path="players", message=say("each player needs a name of their own")))
    if [column.player for column in columns] != names:
        problems.append(Problem(path="sheet.columns", message=say("a column for each of the players belongs here")))
        return
    if sorted(standing.player for standing in play.sheet.standings) != sorted(names):
        problems.append(Problem(path="sheet.standings", message=say("a place for each of the players belongs here")))
    for index, (player, column) in enumerate(zip(play.players, columns, strict=True)):
        points = sum(line.points for line in column.lines)
        if column.total != player.total or (column.lines and points != player.total):
            message = say(
                "{total}: the total of {name} on the sheet belongs here", total=player.total, name=player.name
            )
            problems.append(Problem(path=f"players[{index}].total", message=message))


def _sheet(sheet: SheetEntry) -> dict[str, Any]:
    """Return a sheet as it is stored."""
    game = {} if sheet.game is None else {"game": sheet.game}
    return game | {
        "columns": [
            {"player": column.player, "total": column.total, "lines": [_line(line) for line in column.lines]}
            for column in sheet.columns
        ],
        "standings": [
            {"place": one.place, "player": one.player, "total": one.total, "decided_by": one.decided_by}
            for one in sheet.standings
        ],
    }


def _line(line: PointsEntry) -> dict[str, Any]:
    plain = {"rule": line.rule, "points": line.points, "because": line.because}
    return plain | {"cells": list(line.cells), "ref": line.ref}


def _table(document: object, game: object, problems: list[Problem]) -> dict[str, Any] | None:
    """Return the document of a table; the rules of a game of ours check it later."""
    if document is None:
        return None
    table: Any = ObjectField().read(document, (None, "document"), problems)
    is_judged_later = isinstance(game, str) and game_of(game) is not None
    found: dict[str, Any] = table if is_judged_later or table is UNREADABLE else storable(table, "document", problems)
    return found


def _extras(value: object, problems: list[Problem]) -> dict[str, Any]:
    """Return the extras of a table: none, a photo, or an object that has at least the styles of the seats."""
    if value in ({}, None):
        return {}
    extras = storable(value, "extras", problems)
    if isinstance(extras, dict) and PHOTO in extras and photo_of(extras) is None:
        message = say("{value}: the number of a photo belongs here", value=shown(extras[PHOTO]))
        add_problem(problems, ((None, "extras"), PHOTO), message)
    if isinstance(extras, dict) and extras.keys() == {PHOTO}:
        return dict(extras)
    seats = extras.get("seats") if isinstance(extras, dict) else None
    if not isinstance(seats, list) or not all(_is_style(seat) for seat in seats):
        add_problem(
            problems, ((None, "extras"), "seats"), say("a list of seats, each with colour and shape, belongs here")
        )
        return {}
    return dict(extras)


def _is_style(seat: object) -> bool:
    return isinstance(seat, dict) and all(isinstance(seat.get(name), str) for name in ("colour", "shape"))


def _against_the_rules(content: PlayContent, problems: list[Problem]) -> tuple[Message, ...]:
    """Return the differences between the sheet and today's rules, and note problems of the table."""
    if content.document is None or game_of(content.game) is None or problems:
        return ()
    game = game_key(content.game)
    if content.document.get("game") != game:
        message = say("{value}: {game} belongs here", value=shown(content.document.get("game")), game=game)
        problems.append(Problem(path="document.game", message=message))
        return ()
    try:
        read = codec.read_table(content.document)
    except codec.DocumentError as error:
        problems.extend(Problem(path=join_path("document", p.path), message=p.message) for p in error.problems)
        return ()
    today = read.game.score(read.table)
    if [column.player for column in today.columns] != [player.name for player in content.players]:
        problems.append(Problem(path="players", message=say("these are not the players of the document")))
        return ()
    return tuple(_differences(content, today))


def _differences(content: PlayContent, today: Sheet) -> Iterator[Message]:
    """Return the figures in which a sheet differs from today's."""
    places = {standing.player: standing.place for standing in today.standings}
    for player, column, kept in zip(content.players, today.columns, content.sheet["columns"], strict=True):
        lines = [(line["rule"], line["points"]) for line in kept["lines"]]
        if [(line.rule, line.points) for line in column.lines] != lines:
            message = say(
                "{name} has {kept} points on the sheet, but the rules of this version give {today}: kept as scored",
                name=player.name,
                kept=player.total,
                today=column.total,
            )
            yield message
        elif player.place != places[player.name]:
            message = say(
                "{name} has place {kept} on the sheet, but the rules of this version give {today}: kept as scored",
                name=player.name,
                kept=player.place,
                today=places[player.name],
            )
            yield message
