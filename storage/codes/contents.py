"""What a code can hold: a result, a table in play, the part of it that belongs to one player, or a copy of a game.

Each is a document with its game and format, read as strictly as any other; what is written is what reading returns.

A result travels as its figures, not as the table that was scored: figures of four players take 70 to 160 bytes, tables
of the same games 50 to 700, too many for one small code. Places and tie-breaks are included, so nothing is scored again
and a result stays as it was when rules change. Only the reasons of each line are left out; send the table as well to
have them. The table of a pad always goes along: it alone says what the lines are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

from scoring import GAMES
from scoring.fields import Between, KeyPattern, Length, Name, OneOf, Pattern
from scoring.messages import Message, as_typed, say
from scoring.problems import Problem
from scoring.sheet import Column, Line, Outcome, Sheet, Standing
from storage.codes import NewerCodeError
from storage.documents import codec
from storage.documents.fields import (
    AN_ID,
    ONE_EACH,
    OTHER_PLAYERS,
    SAME_NAME,
    JsonField,
    ObjectField,
    a_moment,
    belongs_here,
    missing,
    name_of,
    one_of,
    unknown_key_message,
    whole_number,
)
from storage.documents.records import CountsField, record_of

if TYPE_CHECKING:
    from scoring.game import Game

MAX_PLAYERS: Final = 12
"""The most players of a result."""

MAX_POINTS: Final = 2_000_000_000
"""The most points of one rule and of a player, and the fewest below 0: what every database holds."""


NO_WORDS: Final = as_typed("")
"""The reasons and references of a result, which a code does not hold."""


class ContentKind(StrEnum):
    """The kinds of contents; each value is the field of the document that holds it."""

    RESULT = "result"
    TABLE = "table"
    COPY = "copy"
    PART = "part"


_Seats = Length(1, MAX_PLAYERS)
_Points = Annotated[tuple[Annotated[int, Between(-MAX_POINTS, MAX_POINTS)], ...], _Seats]
_Rules = Annotated[Mapping[str, _Points], KeyPattern("[a-z0-9_]{1,40}", AN_ID)]
_Players = Annotated[tuple[Name, ...], _Seats]
_Places = Annotated[tuple[Annotated[int, Between(1, MAX_PLAYERS)], ...], _Seats]
_KEYS = r"(?:[a-z0-9_]{1,40}(?:\+[a-z0-9_]{1,40}){0,5})?"  # several where their sum breaks a tie on a pad
_Criteria = Annotated[tuple[Annotated[str, Pattern(_KEYS, AN_ID)], ...], _Seats]
_Moment = Annotated[str, Pattern(r"(?:\d{4}-\d\d-\d\d(?:T\d\d:\d\dZ)?)?", a_moment("2026-11-21T19:30Z"))]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultFigures:
    """The figures of a result; each list has an entry for each player, in seat order.

    `points` are by rule, in the order of the sheet; `decided_by` names the criterion that separates a player from the
    next lower ones; `finished` is a minute in UTC, a day of which no time is known, or "".
    """

    points: _Rules
    places: _Places
    decided_by: _Criteria
    finished: _Moment = ""
    players: _Players


_KEY = r"[^\x00-\x1f\x7f]{1,200}"
_GameKey = Annotated[str, OneOf(tuple(GAMES), one_of(GAMES))]
_PadId = Annotated[str, Pattern(f"(?:{_KEY})?", AN_ID)]
_Format = Annotated[int, Between(codec.FORMAT, codec.FORMAT)]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Envelope:
    """The fields that every document has."""

    game: _GameKey
    format: _Format


@dataclass(frozen=True, slots=True, kw_only=True)
class _ResultDocument:
    """The document of a result."""

    game: _GameKey
    format: _Format
    result: ResultFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class _PadResultDocument(_ResultDocument):
    """The document of a result of a pad, apart from its table."""

    pad: _PadId = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayResult:
    """The result of a play; that of a pad has the id of the pad where it was played, and its table."""

    game: Game[Any]
    figures: ResultFigures
    pad: str = ""
    table: Any = None

    def sheet(self, because: Message = NO_WORDS) -> dict[str, Any]:
        """Return the result in the form of `codec.score_result`, without squares and references.

        `because` is the reason of all its lines.
        """
        figures = self.figures
        columns = tuple(
            Column(
                player=player,
                lines=tuple(
                    Line(rule=rule, points=points[seat], because=because, ref=NO_WORDS)
                    for rule, points in figures.points.items()
                ),
            )
            for seat, player in enumerate(figures.players)
        )
        standings = (
            Standing(place=place, player=column.player, total=column.total, decided_by=decided_by, because=NO_WORDS)
            for column, place, decided_by in zip(columns, figures.places, figures.decided_by, strict=True)
        )
        ranked = tuple(sorted(standings, key=lambda standing: standing.place))
        return codec.score_result(self.game, Sheet(columns=columns, standings=ranked))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOrigin:
    """The id of a table, the same on every device, and the fingerprint that it had when its sender received it.

    `base` is "" for a table that began there.
    """

    table: Annotated[str, Pattern("[0-9a-f]{32}", AN_ID)]
    base: Annotated[str, Pattern("(?:[0-9a-f]{12})?", AN_ID)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """A table in play, with the app's `extras`, which only the app can check.

    `problems` lists the rules that it breaks: a table may break some while it is still being entered. `origin` is
    `None` where an earlier version sent it.
    """

    game: Game[Any]
    table: Any
    extras: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    origin: TableOrigin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePart:
    """The part of a table that belongs to the player of a seat: the `whole` is that table with nothing else on it."""

    whole: OpenTable
    seat: int

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.whole.game


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCopy:
    """The entries of somebody's copy of a game, by part and key; only the app can check the values."""

    game: Game[Any]
    parts: Mapping[str, Mapping[str, Any]]


Contents = PlayResult | OpenTable | TablePart | OwnCopy


def play_result(
    result: Mapping[str, Any], finished: datetime | str = "", *, pad: str = "", table: object = None
) -> PlayResult:
    """Return the result to send, from that of `codec.score_result` and the moment or the day when the play ended.

    `table` is the JSON of the table where the game is a pad's, and `pad` the id of the pad.

    Raises:
        codec.DocumentError: it is not the result of a known game, or does not fit its table.

    """
    standing = {entry["player"]: entry for entry in result["standings"]}
    columns = result["columns"]
    rules = [line["rule"] for line in columns[0]["lines"]]
    figures = {
        "points": {rule: [column["lines"][row]["points"] for column in columns] for row, rule in enumerate(rules)},
        "places": [standing[column["player"]]["place"] for column in columns],
        "decided_by": [standing[column["player"]]["decided_by"] for column in columns],
        "finished": finished if isinstance(finished, str) else f"{finished.astimezone(UTC):%Y-%m-%dT%H:%MZ}",
        "players": [column["player"] for column in columns],
    }
    of_pad = ({"pad": pad} if pad else {}) | ({} if table is None else {"table": table})
    return _read_result({"game": result["game"], "format": codec.FORMAT, "result": figures} | of_pad)


def kind_of(contents: Contents) -> ContentKind:
    """Return the kind of some contents."""
    match contents:
        case PlayResult():
            return ContentKind.RESULT
        case OpenTable():
            return ContentKind.TABLE
        case TablePart():
            return ContentKind.PART
        case OwnCopy():
            return ContentKind.COPY


def document(contents: Contents) -> dict[str, Any]:
    """Return the document of some contents; reading it returns them."""
    envelope: dict[str, Any] = {"game": contents.game.key, "format": codec.FORMAT}
    match contents:
        case PlayResult():
            of_pad = {} if contents.table is None else {"pad": contents.pad, "table": codec.plain(contents.table)}
            return envelope | {"result": codec.plain(contents.figures)} | of_pad
        case OpenTable():
            extras = {"extras": codec.plain(contents.extras)} if contents.extras else {}
            origin = {} if contents.origin is None else {"origin": codec.plain(contents.origin)}
            return codec.table_document(contents.game, contents.table) | extras | origin
        case TablePart():
            return document(contents.whole) | {"seat": contents.seat}
        case OwnCopy():
            return envelope | {"copy": codec.plain(contents.parts)}


def read(kind: ContentKind, held: object) -> Contents:
    """Return the contents of a document.

    Raises:
        NewerCodeError: this version does not know its format or game.
        codec.DocumentError: it has problems.

    """
    if isinstance(held, dict):
        _refuse_newer(held)
    return _READERS[kind](held)


def _refuse_newer(fields: Mapping[str, Any]) -> None:
    """Refuse a document that only a newer version can have written; the payload is intact, so this is no mistake."""
    number, game = fields.get("format"), fields.get("game")
    if type(number) is int and number > codec.FORMAT:
        raise NewerCodeError
    if isinstance(game, str) and game not in GAMES and _GAME_KEY.fullmatch(game):
        raise NewerCodeError(
            say("this version of Tessera does not know {game}: update Tessera to read this", game=game)
        )


_GAME_KEY: Final = re.compile("[a-z0-9-]{1,40}")


def _read_result(held: object) -> PlayResult:
    problems: list[Problem] = []
    fields, played = _without_table(held)
    result = record_of(_ResultDocument if played is None else _PadResultDocument).read(fields, None, problems)
    if not problems:
        game, figures = GAMES[result.game] if played is None else played.game, result.result
        players = figures.players if played is None else tuple(player.name for player in played.table.players)
        best = 2 if getattr(None if played is None else played.table, "outcome", None) is Outcome.LOST else 1
        problems += (
            Problem(path=f"result.{path}", message=message)
            for path, message in _contradictions(game, figures, players, best)
        )
    if problems:
        raise codec.DocumentError(problems)
    if played is None:
        return PlayResult(game=game, figures=figures)
    return PlayResult(game=game, figures=figures, pad=result.pad, table=played.table)


def _without_table(held: object) -> tuple[object, codec.TableDocument | None]:
    """Return the document of a result without its table, and the table, which only a game with its own lines has."""
    game = held.get("game") if isinstance(held, dict) else None
    if not isinstance(held, dict) or not isinstance(game, str) or game not in GAMES or GAMES[game].rules:
        return held, None
    played = codec.read_table({name: value for name, value in held.items() if name in ("game", "format", "table")})
    return {name: value for name, value in held.items() if name != "table"}, played


def _contradictions(
    game: Game[Any], figures: ResultFigures, players: tuple[str, ...], best: int
) -> Iterator[tuple[str, Message]]:
    """Yield the contradictions between figures, and between them and who was at the table, each with its field.

    The `best` place is the second where all have lost together.
    """
    number = len(figures.players)
    if figures.players != players:
        yield "players", OTHER_PLAYERS
    yield from _wrong_points(game, figures.points, number)
    for name in ("places", "decided_by"):
        if len(getattr(figures, name)) != number:
            yield name, ONE_EACH
    if any(place != best + sum(rival < place for rival in figures.places) for place in figures.places):
        yield ("places", say("{places}: after a shared place, the next ones are skipped", places=figures.places))
    if len({player.casefold() for player in figures.players}) != number:
        yield "players", SAME_NAME
    if figures.finished and not _is_moment(figures.finished):
        yield "finished", belongs_here(figures.finished, a_moment("2026-11-21T19:30Z"))


def _wrong_points(game: Game[Any], by_rule: _Rules, number: int) -> Iterator[tuple[str, Message]]:
    """Yield what is wrong with the points of some players, each with its field."""
    if not by_rule:
        yield "points", missing(say("the points of at least one rule"))
    for rule, points in by_rule.items():
        if rule not in game.rules:
            yield f"points.{rule}", unknown_key_message(rule, tuple(game.rules))
        if len(points) != number:
            yield f"points.{rule}", ONE_EACH
    for total in map(sum, zip(*by_rule.values(), strict=False)):
        if abs(total) > MAX_POINTS:
            yield "points", belongs_here(total, whole_number(-MAX_POINTS, MAX_POINTS))


def _is_moment(text: str) -> bool:
    """Return whether a moment exists, and has a day in every time zone."""
    try:
        year = datetime.fromisoformat(text).year
    except ValueError:
        return False
    return MINYEAR < year < MAXYEAR


def _read_table(held: object) -> OpenTable:
    fields = held
    extras: Any = {}
    if isinstance(held, dict):
        fields = {name: value for name, value in held.items() if name not in ("extras", "origin")}
        extras = held.get("extras", {})
    if not isinstance(extras, dict):
        raise codec.DocumentError([Problem(path="extras", message=belongs_here(extras, ObjectField.expected))])
    origin = _read_origin(held)
    read, problems = codec.read_in_play(fields)
    return OpenTable(game=read.game, table=read.table, extras=extras, problems=problems, origin=origin)


def _read_origin(held: object) -> TableOrigin | None:
    if not isinstance(held, dict) or "origin" not in held:
        return None
    problems: list[Problem] = []
    origin = record_of(TableOrigin).read(held["origin"], (None, "origin"), problems)
    if problems:
        raise codec.DocumentError(problems)
    return cast("TableOrigin", origin)


def _read_part(held: object) -> TablePart:
    fields = {name: value for name, value in held.items() if name != "seat"} if isinstance(held, dict) else held
    whole = _read_table(fields)
    seat = held.get("seat") if isinstance(held, dict) else None
    if type(seat) is not int or seat not in range(len(whole.table.players)):
        message = belongs_here(seat, whole_number(0, len(whole.table.players) - 1))
        raise codec.DocumentError([Problem(path="seat", message=message)])
    return TablePart(whole=whole, seat=seat)


def _read_copy(held: object) -> OwnCopy:
    problems: list[Problem] = []
    fields = {name: value for name, value in held.items() if name != "copy"} if isinstance(held, dict) else held
    envelope = record_of(_Envelope).read(fields, None, problems)
    parts = _COPY.read_field(held, "copy", problems) if isinstance(held, dict) else {}
    if problems:
        raise codec.DocumentError(problems)
    return OwnCopy(game=GAMES[envelope.game], parts=parts)


_PART = KeyPattern("[a-z_]{1,40}", AN_ID)
_COPY_KEY = KeyPattern(_KEY, name_of(200))
_COPY: Final = CountsField({}, CountsField({}, JsonField(), pattern=_COPY_KEY), pattern=_PART)

_READERS: Final[Mapping[ContentKind, Callable[[object], Contents]]] = {
    ContentKind.RESULT: _read_result,
    ContentKind.TABLE: _read_table,
    ContentKind.COPY: _read_copy,
    ContentKind.PART: _read_part,
}
