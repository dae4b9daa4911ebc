"""The content of a play in a line: its parts compared with each other, and its sheet with today's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.messages import say
from scoring.problems import Problem, join_path
from scoring.score_pad.game import SCORE_PAD
from scoring.sheet import of_members
from storage.documents import codec
from storage.documents.fields import ONE_EACH, OTHER_PLAYERS, SAME_NAME, a_day, belongs_here, unstorable
from storage.exchange.plain_values import read_day
from storage.exchange.record import A_PHOTO
from storage.repositories.photos import PHOTO, photo_of
from storage.repositories.play_content import UNTIMED, names_at_table
from storage.repositories.play_notes import NOTED, read_notes
from storage.repositories.values import game_key, game_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.messages import Message
    from scoring.sheet import Sheet
    from storage.repositories.play_content import Play


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
    reason = unstorable(play.extras)
    if reason is not None:
        problems.append(Problem(path="extras", message=reason))
    if PHOTO in play.extras and photo_of(play.extras) is None:
        message = belongs_here(play.extras[PHOTO], A_PHOTO)
        problems.append(Problem(path=f"extras.{PHOTO}", message=message))
    if NOTED in play.extras:
        _check_notes(play, problems)
    if not play.extras.keys() - {PHOTO, UNTIMED, NOTED}:
        return
    seats = play.extras.get("seats")
    if (
        not isinstance(seats, list)
        or not all(_is_style(seat) for seat in seats)
        or len(seats) != len(names_at_table(play))
    ):
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
    game = SCORE_PAD.key if game_of(play.game) is None else game_key(play.game)
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
