"""BG Stats, writing: the link that creates a play there, and files (`.bgsplay`) with any number of plays.

Times stand in its files without a zone, as the clock of the device showed them, and the day of a play once more as a
number (`playDateYmd`): they never move, wherever a file is read.

The app fails on a missing `winner`, `startPlayer`, `highestWins` or `noPoints`, and on a `bggId` that is no integer, so
the four are always written, and the number only if it is known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote
from uuid import UUID, uuid5

from scoring.score_pad import SCORE_PAD, Category, Pad, Player, Rounds, Table, comings_and_goings, numbers_in
from storage.documents import codec
from storage.exchange.files import Progress, results
from storage.exchange.plain_values import MOMENT_FORMAT
from storage.repositories.games import KnownGame, bgg_id_of, known_game
from storage.repositories.people import ANONYMOUS_ID
from storage.repositories.play_content import Participant, Play, PlayBrief, StoredPlay, notes_with_teams, points_by_rule
from storage.repositories.values import PAD_GAME, folded, table_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scoring.messages import Message
    from storage.repositories.history import Filter
    from storage.repositories.tables import Store


REST: Final = "rest"
"""The key of the category with what the rows of a sheet lack, which is no row of it."""

WINS: Final = "win"
"""The entry, and the value, of a row that decides who wins whatever the points."""

_GROUP: Final = {
    "templateId": "1",
    "repetition": 1,
    "isExtra": False,
    "hasSubTotal": False,
    "hideSingleGroupLabel": True,
}

_ROW: Final = {"repetition": 1, "repeatable": False, "isExtra": False}


def score_sheet(play: Play, players: Sequence[str], bgg_id: int | None) -> str:
    """Return the score sheet of a play as a text with JSON, "" for a play of no pad.

    `players` are the ids that stand for its players in the sheet; each member of a team has what the team has.
    """
    table = _table_of(play)
    seats = () if table is None else tuple(seat for seat in table.players for _ in seat.members or (seat.name,))
    if table is None or len(seats) != len(players):
        return ""
    points = [points_by_rule(column["lines"]) for column in play.sheet["columns"]]
    categories = [category for category in table.pad.categories if category.key != REST]
    labels = {category.key: _labels(table.pad, category) for category in categories}
    rows = [labels[category.key] | _row(category, seats, points, players) for category in categories]
    sheet: dict[str, Any] = {"version": 1, "langCode": "en", "scoreType": "bestTotalWins"}
    sheet |= {} if bgg_id is None else {"bggId": bgg_id}
    return codec.to_json(sheet | {"groups": [_GROUP | {"rows": rows}]}).decode()


def _row(
    category: Category, players: Sequence[Player], points: Sequence[Mapping[str, int]], ids: Sequence[str]
) -> dict[str, Any]:
    """Return a row with what each player has in it; whoever has nothing entered is left out."""
    scores = {
        number: _entry(category, player, of_seat[category.key])
        for number, player, of_seat in zip(ids, players, points, strict=True)
        if _is_entered(category, player) or (of_seat[category.key] and not category.shape.is_tick)
    }
    row = {"templateId": category.key, "negative": category.is_taken_off, **_ROW}
    return row | _box(category) | {"scores": scores}


def _labels(pad: Pad, category: Category) -> dict[str, str]:
    """Return the title of a category as labels, in each language that the pad has."""
    others = {f"label-{code}": titles.get(category.key) for code, titles in (pad.titles or {}).items()}
    return {"label": category.title} | {label: title for label, title in others.items() if title is not None}


def _box(category: Category) -> dict[str, Any]:
    """Return what makes a row one to tick."""
    if not category.shape.is_tick:
        return {}
    if category.wins_at_once:
        return {"type": "radioOverall", "value": WINS}
    return {"type": "checkbox", "value": category.points(1)[0]}


def _is_entered(category: Category, player: Player) -> bool:
    entry = player.entries.get(category.key)
    return entry is not None and (not category.shape.is_tick or entry is True)


def _entry(category: Category, player: Player, points: int) -> str:
    """Return what a player has in a row: a tick that wins, a sum of rounds, or the points."""
    if category.wins_at_once:
        return WINS
    numbers = _with_start(category, player, numbers_in(player.entries.get(category.key)))
    if numbers and isinstance(category, Rounds) and abs(category.times) == 1:
        first, *others = numbers
        return f"{first}{''.join(f'{number:+}' for number in others)}"
    return str(-points if category.is_taken_off else points)


def _with_start(category: Category, player: Player, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the rounds of a player with the points of the beginning in the round before they came."""
    joined = player.joined
    if joined is None or len(numbers) < joined.round - 1:
        return numbers
    at, start = joined.round - 2, joined.points.get(category.key, 0)
    return (*numbers[:at], -start if category.is_taken_off else start, *numbers[at + 1 :])


LINK: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Tessera"
"""The name of Tessera in BG Stats."""

ABOUT: Final = (
    "This file holds plays for the app BG Stats (Board Game Stats): share it with that app, or open it there."
)

PREFIX: Final = "bgstats:"
"""The beginning of the source of plays from there."""

_OURS: Final = UUID("5d1f7a52-6c3e-4d0b-9b53-1f0c8a7d2e64")
"""The namespace of uuids for what has no id of its own."""


def bgstats_link(play: StoredPlay, game: KnownGame) -> str:
    """Return the link that opens BG Stats with the play filled in; opening it again leads to the same play.

    `game` is what is known of its game.
    """
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": local_time(play).strftime(MOMENT_FORMAT),
        "durationMin": _minutes(play),
        "game": _scored_game(play.title, game, has_points=_has_points(play)) | {"sourceGameId": play.game},
        "players": [_linked(seat) for seat in play.players],
        "comments": comments_of(play, game),
    }
    bgg_id = bgg_id_of(game)
    if bgg_id is not None:
        data["game"]["bggId"] = bgg_id
    if play.place:
        data["location"] = play.place
    if play.edition:
        data["board"] = play.edition
    return LINK + quote(codec.to_json(data), safe="")


def _linked(seat: Participant) -> dict[str, Any]:
    player = {"name": seat.name, "sourcePlayerId": seat.id} | _placed(seat)
    return player if seat.total is None else player | {"score": seat.total}


def _placed(seat: Participant) -> dict[str, Any]:
    return {"winner": seat.won, "rank": seat.place, "startPlayer": seat.position == 0}


def _scored_game(title: str, game: KnownGame, *, has_points: bool) -> dict[str, Any]:
    return {"name": title, "highestWins": not game.fewest, "noPoints": not has_points}


def comments_of(play: StoredPlay, game: KnownGame) -> str:
    """Return the note of a play, followed by who came and went, and the points of each player by rule."""
    said = (_breakdown(column, game.rules) for column in play.sheet["columns"] if column["lines"])
    table = _table_of(play)
    came = () if table is None else (message.english for message in comings_and_goings(table))
    return "\n".join(part for part in (play.note, *came, *said) if part)


def _table_of(play: Play) -> Table | None:
    """Return the table of a play of a pad, `None` where it is another game's, or cannot be read."""
    is_of_pad = play.document is not None and play.document.get("game") == PAD_GAME
    return table_in(play.document, SCORE_PAD) if is_of_pad else None


def _breakdown(column: Mapping[str, Any], titles: Mapping[str, Message]) -> str:
    points = points_by_rule(column["lines"])
    named = {rule: title.english for rule, title in titles.items()}
    parts = (f"{named.get(rule, rule)} {number}" for rule, number in points.items() if number)
    return f"{column['player']}: {column['total']} = {', '.join(parts) or 'nothing'}"


@dataclass(slots=True)
class _References:
    """The numbers by which plays of a file refer to players, places and games; `game_of` tells what is known of one."""

    game_of: Callable[[str], KnownGame]
    players: dict[str, tuple[int, str]] = field(default_factory=dict)
    places: dict[str, tuple[int, str]] = field(default_factory=dict)
    games: dict[str, _GameReference] = field(default_factory=dict)


@dataclass(slots=True)
class _GameReference:
    """A game of a file, with how its plays are won."""

    number: int
    title: str
    facts: KnownGame
    has_points: bool = False
    uses_teams: bool = False
    together: int = 0
    against: int = 0


def export_bgsplay(
    store: Store, play_filter: Filter, write: Callable[[bytes], object], progress: Progress | None = None
) -> int:
    """Write plays as a file of BG Stats, with one batch in memory at a time; return their number."""
    numbers = _References(cache(partial(known_game, store)))
    number = 0
    write(b'{"about":' + codec.to_json(ABOUT) + b',"plays":[')
    for number, play in enumerate(results(store, play_filter, progress, PAD_GAME), start=1):
        write((b",\n" if number > 1 else b"\n") + codec.to_json(_play(play, numbers)))
    write(b"]")
    for name, entries in _named(numbers):
        write(b',\n"' + name.encode() + b'":[' + b",\n".join(codec.to_json(entry) for entry in entries) + b"]")
    write(b',\n"userInfo":{"meRefId":0}}\n')
    return number


def export_play(play: StoredPlay, game: KnownGame) -> bytes:
    """Return one play as a file of BG Stats; `game` is what is known of its game."""
    numbers = _References(lambda _: game)
    plays = [_play(play, numbers)]
    return codec.to_json({"about": ABOUT, "plays": plays, **dict(_named(numbers)), "userInfo": {"meRefId": 0}})


def _play(play: StoredPlay, numbers: _References) -> dict[str, Any]:
    time = local_time(play)
    moment = time.strftime(MOMENT_FORMAT)
    game = _game_reference(play, numbers)
    notes = notes_with_teams(play)
    game.uses_teams |= any(seat.team for seat in notes.seats)
    ids = [_score_uuid(seat, number) for number, seat in enumerate(play.players)]
    sheet = score_sheet(play, ids, bgg_id_of(game.facts))
    there: dict[str, Any] = {
        "uuid": uuid_of_play(play.id, play.source),
        "playDate": moment,
        "playDateYmd": int(time.strftime("%Y%m%d")),
        "entryDate": moment,
        "modificationDate": moment if play.edited is None else play.edited.astimezone().strftime(MOMENT_FORMAT),
        "durationMin": _minutes(play),
        "gameRefId": game.number,
        "ignored": False,
        "manualWinner": _is_decided_otherwise(play, game.facts),
        "usesTeams": any(seat.team for seat in notes.seats),
        "rounds": notes.rounds,
        "rating": 0,
        "scoringSetting": 0,
        "board": play.edition,
        "comments": play.note if play.is_recorded else comments_of(play, game.facts),
        "playerScores": [_score(seat, numbers) for seat in play.players],
        "expansionPlays": [],
    }
    for score, seat in zip(there["playerScores"], notes.seats, strict=False):
        score |= {"role": seat.role, "team": seat.team, "score": seat.score or score["score"]}
    if sheet:
        there["scoresheet"] = sheet
        for score, score_uuid in zip(there["playerScores"], ids, strict=True):
            score["metaData"] = codec.to_json({"scoreUuid": score_uuid}).decode()
    if play.place:
        there["locationRefId"] = _number(numbers.places, folded(play.place), play.place)
    bgg_play = play.source.removeprefix("bgg:")
    if bgg_play != play.source and bgg_play.isdigit():
        there["bggId"] = int(bgg_play)
    return there


def _score_uuid(seat: Participant, number: int) -> str:
    """Return what stands for a player in the score sheet of a play; several may be anonymous."""
    return _uuid(f"{seat.id} {number}" if seat.id == ANONYMOUS_ID else seat.id, "score")


def _score(seat: Participant, numbers: _References) -> dict[str, Any]:
    return {
        "playerRefId": _number(numbers.players, seat.id, seat.name),
        "score": "" if seat.total is None else str(seat.total),
        **_placed(seat),
        "seatOrder": 0 if seat.position is None else seat.position + 1,
        "newPlayer": False,
        "role": "",
    }


def _number(numbers: dict[str, tuple[int, str]], key: str, name: str) -> int:
    return numbers.setdefault(key, (len(numbers) + 1, name))[0]


def _game_reference(play: StoredPlay, numbers: _References) -> _GameReference:
    """Return the game of a play, in which the play is counted."""
    new = _GameReference(len(numbers.games) + 1, play.title, numbers.game_of(play.game))
    game = numbers.games.setdefault(play.game, new)
    game.has_points |= _has_points(play)
    if len({seat.won for seat in play.players}) > 1:
        game.against += 1
    elif len(play.players) > 1 and (play.has_winner or play.nobody_won):
        game.together += 1
    return game


def _named(numbers: _References) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Return the lists to which plays refer."""
    yield (
        "players",
        [
            {"id": number, "uuid": _uuid(key, "player"), "name": name, "isAnonymous": key == ANONYMOUS_ID}
            for key, (number, name) in numbers.players.items()
        ],
    )
    yield (
        "locations",
        [{"id": number, "uuid": _uuid(key, "place"), "name": name} for key, (number, name) in numbers.places.items()],
    )
    yield "games", [_game(key, game) for key, game in numbers.games.items()]


def _game(key: str, game: _GameReference) -> dict[str, Any]:
    there = {
        "id": game.number,
        "uuid": _uuid(key, "game"),
        **_scored_game(game.title, game.facts, has_points=game.has_points),
        "cooperative": game.together > 0 and not game.against,
        "usesTeams": game.uses_teams,
    }
    bgg_id = bgg_id_of(game.facts)
    return there if bgg_id is None else there | {"bggId": bgg_id, "bggName": game.title}


def uuid_of_play(play_id: str, source: str) -> str:
    """Return the uuid of a play in BG Stats: the one that it came with, or one that is always the same."""
    return source.removeprefix(PREFIX) if source.startswith(PREFIX) else _uuid(play_id, "play")


def _uuid(key: str, kind: str) -> str:
    """Return an upper-case uuid; one of our own ids leads back to itself."""
    own = number_of_uuid(key) if kind in {"play", "player"} else None
    return str(uuid5(_OURS, f"{kind}/{key}") if own is None else UUID(own)).upper()


def number_of_uuid(text: str) -> str | None:
    """Return a uuid in the form of our ids; `None` for any other text.

    >>> number_of_uuid("0F8FAD5B-D9CB-469F-A165-70867728950E"), number_of_uuid("LICHESS-8")
    ('0f8fad5bd9cb469fa16570867728950e', None)
    """
    try:
        number = UUID(text)
    except ValueError:
        return None
    return number.hex if text.lower() in {number.hex, str(number)} else None


def local_time(play: PlayBrief) -> datetime:
    """Return the end of a play without a zone: its own day, with the time of day on this machine."""
    return datetime.combine(date.fromisoformat(play.day), play.finished.astimezone().time())


def _minutes(play: StoredPlay) -> int:
    return 0 if play.begun is None else max(0, round((play.finished - play.begun).total_seconds() / 60))


def _has_points(play: StoredPlay) -> bool:
    return any(seat.total is not None for seat in play.players)


def _is_decided_otherwise(play: StoredPlay, game: KnownGame) -> bool:
    """Return whether the totals alone would give other winners."""
    totals = [seat.total for seat in play.players if seat.total is not None]
    if not totals:
        return any(seat.won for seat in play.players)
    best = min(totals) if game.fewest else max(totals)
    return any(seat.won != (seat.total == best) for seat in play.players)
