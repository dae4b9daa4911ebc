"""The differences between a play from a file and the same play here, and which of the two is the later one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import Message, say, say_in
from storage.exchange.bgstats import local_time
from storage.repositories import versions
from storage.repositories.games import is_of_pad
from storage.repositories.people import ANONYMOUS_ID
from storage.repositories.photos import PHOTO
from storage.repositories.play_content import NOTED, UNTIMED, notes_of, notes_with_teams, play_of, points_by_rule
from storage.repositories.play_versions import chained, text_digest
from storage.repositories.values import day_of, folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from storage.exchange.record import PlayRecord, Precision
    from storage.repositories.play_content import Participant, Play, PlayRevision, StoredPlay

MAX_TIME_DIFFERENCE: Final = timedelta(minutes=1)
"""The difference between two beginnings that a format in minutes cannot express."""


TEAMS_AND_ROLES: Final = say("Teams, roles and rounds")
"""What differs where the notes do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A play of a file, with the players and the game of here, and the same `play` here.

    Only what the format of the file can express is compared, as its `precision` says. Where the file does not
    `names_players`, its player replaces none but another one without a result.
    """

    content: Play
    precision: Precision
    play: StoredPlay
    names_players: bool = True

    def differences(self, place_id: str | None) -> Iterator[Message]:
        """Yield the names of what differs; a place that is not known any more (`place_id`) was renamed here."""
        content, play = self.content, self.play
        if not self._is_same_game:
            yield say("Game")
        is_same_day = self.precision != "all" or content.day in {"", play.day}
        if not (self._is_same_end and is_same_day):
            yield say("Day")
        if not self._are_same_players:
            yield say("Result")
        if not self._is_same_place(place_id):
            yield say_in("location", "Place")
        if self._tells_words and content.note != play.note:
            yield say("Note")
        if self._is_other_duration:
            yield say("Duration")
        if self.precision == "all":
            yield from _in_detail(content, play)
        elif self._has_other_categories:
            yield say("Categories")
        if self.precision != "all" and NOTED in content.extras and notes_of(content.extras) != notes_with_teams(play):
            yield TEAMS_AND_ROLES

    def merged(self) -> Play:
        """Return the merged play: the content of the file, and what only the play here can have."""
        content, play = self.content, self.play
        keeps_table = play.is_recorded and self._are_same_players and content.document is None
        if self.precision == "all":
            return content if content.day or not self._is_same_end else replace(content, day=play.day)
        end = play if self._is_same_end else content
        noted = {name: value for name, value in content.extras.items() if name == NOTED}
        untimed = {name: value for name, value in end.extras.items() if name == UNTIMED}
        return replace(
            content,
            document=play.document if keeps_table else content.document,
            game=play.game if self._is_same_game else content.game,
            title=play.title if self._is_same_game and is_of_pad(play.game) else content.title,
            **self._merged_players(),
            finished=end.finished,
            begun=content.begun or (play.begun if self._is_same_end else None),
            day=content.day or (play.day if self._is_same_end else ""),
            edition=content.edition or (play.edition if self._is_same_game else ""),
            place=content.place or play.place,
            note=content.note if self._tells_words else play.note,
            extras={name: value for name, value in play.extras.items() if name in {PHOTO, NOTED}} | noted | untimed,
        )

    @property
    def _is_same_game(self) -> bool:
        """Whether it is one game in the file and here; only formats of ours tell one pad from another."""
        if folded(self.content.game) == folded(self.play.game):
            return True
        tells_pads = self.precision == "all" or is_of_pad(self.content.game)
        same_title = folded(self.content.title) == folded(self.play.title)
        return is_of_pad(self.play.game) and not tells_pads and same_title

    @property
    def _columns(self) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
        """The columns of the file and those here, of the same players."""
        return zip(self.content.sheet["columns"], self.play.sheet["columns"], strict=True)

    def _merged_players(self) -> dict[str, Any]:
        """Return the players and their sheet: those from here where the file knows no better."""
        if not self._are_same_players:
            return {"players": self.content.players, "sheet": self.content.sheet}
        if not self.names_players:
            return {"players": self.play.players, "sheet": self.play.sheet}
        return {"players": self.content.players, "sheet": self._merged_sheet()}

    def _merged_sheet(self) -> dict[str, Any]:
        """Return the sheet of the file, with the lines from here where it has none, or the same without reasons."""
        has_table = self.content.document is not None
        columns = [
            mine | {"lines": mine["lines"] if has_table or _are_other_lines(mine, theirs) else theirs["lines"]}
            for mine, theirs in self._columns
        ]
        return self.content.sheet | {"columns": columns}

    @property
    def _has_other_categories(self) -> bool:
        """Whether the file has points by category that a play that nobody scored here lacks."""
        if self._is_scored_here or not self.names_players or not self._are_same_players:
            return False
        if self.content.document is not None and self.play.document is None:
            return True
        return any(_are_other_lines(mine, theirs) for mine, theirs in self._columns)

    @property
    def _is_scored_here(self) -> bool:
        return self.play.document is not None and not self.play.is_recorded

    @property
    def _is_same_end(self) -> bool:
        mine, theirs = self.content.finished, self.play.finished
        if self.precision == "day":
            return mine.date() == theirs.date() or day_of(mine) == self.play.day
        if self.precision == "second":
            # A spreadsheet leaves the seconds out, and a clock that is put back shows one hour twice.
            second = theirs.second if mine.second else 0
            on_the_clock = local_time(self.play).replace(second=second, microsecond=0)
            return (
                mine == theirs.replace(second=second, microsecond=0)
                or mine.astimezone().replace(tzinfo=None) == on_the_clock
            )
        return mine == theirs and self.content.has_time == self.play.has_time

    @property
    def _is_other_duration(self) -> bool:
        begun = self.content.begun
        if self.precision == "all":
            return begun != self.play.begun
        if begun is None or not self._tells_words:
            return False
        return self.play.begun is None or abs(begun - self.play.begun) > MAX_TIME_DIFFERENCE

    @property
    def _are_same_players(self) -> bool:
        content, play = self.content, self.play
        if not self.names_players:
            (player,) = content.players
            return player.id == ANONYMOUS_ID or not _is_resultless(play) or _is_same_person(player, play.players[0])
        if len(content.players) != len(play.players) or content.nobody_won != play.nobody_won:
            return False
        pairs = zip(content.players, play.players, strict=True)
        if self.precision == "all":
            return all(replace(player, id=seat.id) == seat for player, seat in pairs)
        return all(
            _is_same_person(player, seat) and (player.total, player.won) == (seat.total, seat.won)
            for player, seat in pairs
        )

    def _is_same_place(self, place_id: str | None) -> bool:
        place_here = self.play.place_id
        if not self.content.place:
            return self.precision != "all" or place_here is None
        return not self._tells_words or (place_here is not None and place_id in {None, place_here})

    @property
    def _tells_words(self) -> bool:
        """Whether place and note of the file are meant to replace those here.

        For plays with a document or lines, formats without lines carry our own breakdown as the note; a list of days
        knows less than a play with a time.
        """
        if self.precision == "all":
            return True
        if self._is_scored_here or (not _has_lines(self.content) and _has_lines(self.play)):
            return False
        return self.precision != "day" or self.content.finished == self.play.finished


def comparison(record: PlayRecord, content: Play, play: StoredPlay) -> Comparison:
    """Return the comparison of a record, whose `content` has the players and the game of here, with a play here."""
    return Comparison(content=content, precision=record.precision, play=play, names_players=record.owner is None)


_OF_A_VERSION: Final = ("id", "source", "revision", "edited", "removed", "version", "follows")
"""What two versions differ in that say the same."""


def is_version(play: Play, version: Play) -> bool:
    """Return whether a version from a file says what a play or version here says, apart from the ids of its players."""
    nameless = [tuple(replace(player, id="") for player in content.players) for content in (play, version)]
    names = {name: getattr(play, name) for name in _OF_A_VERSION}
    there = replace(version, players=nameless[1], **names)
    return replace(play_of(play), players=nameless[0]) == there


def looks_the_same(content: Play, play: StoredPlay) -> bool:
    """Return whether two plays are of the same day, game and players with the same totals, in any order."""
    same_day = (content.day or day_of(content.finished)) == play.day
    if not same_day or folded(content.game) != folded(play.game) or len(content.players) != len(play.players):
        return False
    return all(
        any(_is_same_person(player, seat) and player.total == seat.total for seat in play.players)
        for player in content.players
    )


def id_of(record: PlayRecord) -> str:
    """Return the id of a play of a file; where it has none, that of its source gives it the same one everywhere."""
    if record.id or not record.source:
        return record.id
    return sha256(record.source.encode()).hexdigest()[:32]


def versions_in(record: PlayRecord) -> tuple[Play, ...]:
    """Return the versions of a play in a file with their names, the one that counts there last."""
    content, before = record.whole()
    content = replace(content, id=id_of(record))
    if record.precision == "all":
        earlier, named = chained(before, content)
        return (*(revision.play for revision in earlier), named)
    stamp = versions.stamp_at(content.finished)
    return (replace(content, version=versions.name_from(stamp, "", text_digest(content), record.origin)),)


def is_among(earlier: Iterable[PlayRevision], contents: Iterable[Play]) -> bool:
    """Return whether a play from Tessera is what it was here before: then its file is older."""
    return any(is_version(revision.play, content) for content in contents for revision in earlier)


def is_beside(earlier: Iterable[PlayRevision], record: PlayRecord, merged: Play) -> bool:
    """Return whether what a source says of a play is the last that came from there."""
    own = [revision.play for revision in earlier if versions.origin_of(revision.play.version) == record.origin]
    last = max(own, key=lambda play: play.version, default=None)
    return last is not None and is_version(last, merged)


def kept_for(record: PlayRecord, content: Play, play: StoredPlay) -> Message | None:
    """Return why a play stays as it is here, beside what the file says; `None` if the file goes on from it."""
    if play.reopened:
        return say("its table is in play again here")
    if versions.origin_of(play.version) == "" and play.follows and not _was_written_later(record, content, play):
        written = play.edited or play.finished
        return say("was edited here on {day}", day=written.astimezone().date().isoformat())
    is_scored_here = play.document is not None and not play.is_recorded
    if is_scored_here and (content.document is None or content.is_recorded):
        return say("was scored here, with everything on the table")
    return None


def _was_written_later(record: PlayRecord, content: Play, play: StoredPlay) -> bool:
    """Return whether a play from Tessera 1.0 was corrected there after it was written here."""
    is_corrected = record.precision == "all" and content.edited is not None and not content.version
    return is_corrected and versions_in(record)[-1].version > play.version


def _is_resultless(play: Play) -> bool:
    """Return whether a play has one player, and neither points nor a winner."""
    return play.is_unknown and [player.total for player in play.players] == [None]


def _has_lines(play: Play) -> bool:
    return any(column["lines"] for column in play.sheet["columns"])


def _are_other_lines(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    return bool(mine["lines"]) and points_by_rule(mine["lines"]) != points_by_rule(theirs["lines"])


def _is_same_person(player: Participant, seat: Participant) -> bool:
    return player.id == seat.id or folded(player.name) == folded(seat.name)


def _in_detail(content: Play, play: StoredPlay) -> Iterator[Message]:
    if (content.title, content.edition) != (play.title, play.edition):
        yield say("the edition")
    if content.document != play.document or _of_the_table(content.extras) != _of_the_table(play.extras):
        yield say("what lay on the table")
    if content.extras.get(NOTED) != play.extras.get(NOTED):
        yield TEAMS_AND_ROLES
    if content.extras.get(PHOTO) != play.extras.get(PHOTO):
        yield say("photo")
    if content.sheet != play.sheet:
        yield say("Sheet")


def _of_the_table(extras: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in extras.items() if name not in {PHOTO, UNTIMED, NOTED}}
