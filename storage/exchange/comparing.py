"""The differences between a play from a file and the same play here."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import Message, say
from storage.exchange.bgstats import local_time
from storage.repositories.games import is_of_pad
from storage.repositories.photos import PHOTO
from storage.repositories.play_content import points_by_rule
from storage.repositories.values import day_of, folded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.exchange.play_record import PlayRecord
    from storage.repositories.play_content import Participant, Play, StoredPlay

MAX_TIME_DIFFERENCE: Final = timedelta(minutes=1)
"""The difference between two beginnings that a format in minutes cannot express."""


def differences(record: PlayRecord, play: StoredPlay, place_id: str | None) -> tuple[Message, ...]:
    """Return the names of what differs; `place_id` is the known place of the record.

    Only what the file's format can express is compared; a place that is not known any more was renamed here.
    """
    content = record.play
    found: list[Message] = []
    if not _is_same_game(record, play):
        found.append(say("the game"))
    if not _is_same_end(record, play):
        found.append(say("the date"))
    if not _are_same_players(record, play):
        found.append(say("the result"))
    if not _is_same_place(record, play, place_id):
        found.append(say("the place"))
    if record.precision == "all" and content.day not in {"", play.day}:
        found.append(say("the day"))
    if _tells_words(record, play) and content.note != play.note:
        found.append(say("the note"))
    if _is_other_duration(record, play):
        found.append(say("the duration"))
    if record.precision == "all":
        found += _in_detail(content, play)
    elif _has_other_categories(record, play):
        found.append(say("the categories"))
    return tuple(found)


def looks_the_same(content: Play, play: StoredPlay) -> bool:
    """Return whether two plays are of the same day, game and players with the same totals, in any order."""
    same_day = (content.day or day_of(content.finished)) == play.day
    if not same_day or folded(content.game) != folded(play.game) or len(content.players) != len(play.players):
        return False
    return all(
        any(_is_same_person(player, seat) and player.total == seat.total for seat in play.players)
        for player in content.players
    )


def merged(record: PlayRecord, play: StoredPlay) -> Play:
    """Return the merged play: the content of the file, and what only the play here can have."""
    content = record.play
    is_same_game = _is_same_game(record, play)
    if record.precision == "all":
        return content if content.day or not _is_same_end(record, play) else replace(content, day=play.day)
    return replace(
        content,
        game=play.game if is_same_game else content.game,
        title=play.title if is_same_game and is_of_pad(play.game) else content.title,
        sheet=_merged_sheet(record, play) if _are_same_players(record, play) else content.sheet,
        finished=play.finished if _is_same_end(record, play) else content.finished,
        begun=content.begun or (play.begun if _is_same_end(record, play) else None),
        day=content.day or (play.day if _is_same_end(record, play) else ""),
        edition=content.edition or (play.edition if is_same_game else ""),
        place=content.place or play.place,
        note=content.note if _tells_words(record, play) else play.note,
        extras={name: value for name, value in play.extras.items() if name == PHOTO},
    )


def _is_same_game(record: PlayRecord, play: StoredPlay) -> bool:
    """Return whether a play is of one game in the file and here; only formats of ours tell one pad from another."""
    content = record.play
    if folded(content.game) == folded(play.game):
        return True
    tells_pads = record.precision == "all" or is_of_pad(content.game)
    return is_of_pad(play.game) and not tells_pads and folded(content.title) == folded(play.title)


def _merged_sheet(record: PlayRecord, play: StoredPlay) -> dict[str, Any]:
    """Return the sheet of the file, with the lines from here where the file has none, or the same without reasons."""
    columns = [
        mine | {"lines": mine["lines"] if _are_other_lines(mine, here) else here["lines"]}
        for mine, here in zip(record.play.sheet["columns"], play.sheet["columns"], strict=True)
    ]
    return record.play.sheet | {"columns": columns}


def _has_other_categories(record: PlayRecord, play: StoredPlay) -> bool:
    """Return whether the file has points by category that a play without a document lacks here."""
    if play.document is not None or not _are_same_players(record, play):
        return False
    return any(map(_are_other_lines, record.play.sheet["columns"], play.sheet["columns"]))


def _are_other_lines(mine: Mapping[str, Any], here: Mapping[str, Any]) -> bool:
    return bool(mine["lines"]) and points_by_rule(mine["lines"]) != points_by_rule(here["lines"])


def _is_same_end(record: PlayRecord, play: StoredPlay) -> bool:
    mine, theirs = record.play.finished, play.finished
    if record.precision == "day":
        return mine.date() == theirs.date() or day_of(mine) == play.day
    if record.precision == "second":
        # A spreadsheet leaves the seconds out; a clock alone has the same hour twice when it is put back.
        second = theirs.second if mine.second else 0
        here = local_time(play).replace(second=second, microsecond=0)
        return mine == theirs.replace(second=second, microsecond=0) or mine.astimezone().replace(tzinfo=None) == here
    return mine == theirs


def _is_other_duration(record: PlayRecord, play: StoredPlay) -> bool:
    begun = record.play.begun
    if record.precision == "all":
        return begun != play.begun
    if begun is None or not _tells_words(record, play):
        return False
    return play.begun is None or abs(begun - play.begun) > MAX_TIME_DIFFERENCE


def _are_same_players(record: PlayRecord, play: StoredPlay) -> bool:
    players = record.play.players
    if len(players) != len(play.players) or all(player.place > 1 for player in players) != play.nobody_won:
        return False
    pairs = zip(players, play.players, strict=True)
    if record.precision == "all":
        return all(_is_same_seat(player, seat) for player, seat in pairs)
    return all(
        _is_same_person(player, seat) and (player.total, player.won) == (seat.total, seat.won) for player, seat in pairs
    )


def _is_same_seat(player: Participant, seat: Participant) -> bool:
    return replace(player, id=seat.id) == seat


def _is_same_person(player: Participant, seat: Participant) -> bool:
    return player.id == seat.id or folded(player.name) == folded(seat.name)


def _is_same_place(record: PlayRecord, play: StoredPlay, place_id: str | None) -> bool:
    if not record.play.place:
        return record.precision != "all" or play.place_id is None
    if not _tells_words(record, play):
        return True
    return play.place_id is not None and place_id in {None, play.place_id}


def _tells_words(record: PlayRecord, play: StoredPlay) -> bool:
    """Return whether place and note of the file are meant to replace those here.

    For plays with a document or lines, formats without lines carry our own breakdown as the note; a list of days knows
    less than a play with a time.
    """
    if record.precision == "all":
        return True
    has_lines = any(column["lines"] for column in record.play.sheet["columns"])
    if play.document is not None or (not has_lines and any(column["lines"] for column in play.sheet["columns"])):
        return False
    return record.precision != "day" or record.play.finished == play.finished


def _in_detail(content: Play, play: StoredPlay) -> list[Message]:
    found = []
    if (content.title, content.edition) != (play.title, play.edition):
        found.append(say("the edition"))
    if content.document != play.document or _but_the_photo(content.extras) != _but_the_photo(play.extras):
        found.append(say("what lay on the table"))
    if content.extras.get(PHOTO) != play.extras.get(PHOTO):
        found.append(say("the photo"))
    if content.sheet != play.sheet:
        found.append(say("the sheet"))
    return found


def _but_the_photo(extras: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in extras.items() if name != PHOTO}
