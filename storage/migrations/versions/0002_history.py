"""Plays that can be found, corrected, merged and imported: seats, lines, places, revisions, imports."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import sqlalchemy as sa
from alembic import op

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

revision = "0002"
down_revision = "0001"

BATCH: Final = 200
"""The number of plays that are in memory at a time."""


def upgrade() -> None:
    """Create the new tables, and fill them from the former plays and players."""
    for name in ("plays", "players"):
        op.execute(f"CREATE TABLE {name}_before AS SELECT * FROM {name}")  # noqa: S608 - names of our own
        op.drop_table(name)
    _make_people()
    _make_plays()
    _fill()
    for name in ("plays", "players"):
        op.drop_table(f"{name}_before")


def _make_people() -> None:
    op.create_table(
        "imports",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("undone", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_imports"),
    )
    op.create_table(
        "places",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("import_id", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_places"),
        sa.UniqueConstraint("folded", name="uq_places_folded"),
        sa.ForeignKeyConstraint(["import_id"], ["imports.id"], name="fk_places_import_id"),
    )
    op.create_index("ix_places_import_id", "places", ["import_id"])
    op.create_table(
        "players",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.Column("colour", sa.String(), nullable=False),
        sa.Column("shape", sa.String(), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("import_id", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("folded", name="uq_players_folded"),
        sa.ForeignKeyConstraint(["import_id"], ["imports.id"], name="fk_players_import_id"),
    )
    op.create_index("ix_players_import_id", "players", ["import_id"])
    op.create_table(
        "aliases",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("target", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "folded", name="pk_aliases"),
    )


def _make_plays() -> None:
    op.create_table(
        "plays",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=True),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("begun", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
        sa.Column("place_id", sa.String(), nullable=True),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("edited", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reopened", sa.Boolean(), nullable=False),
        sa.Column("removed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("import_id", sa.String(), nullable=True),
        sa.Column("beside", sa.Text(), nullable=False),
        sa.Column("sheet", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_plays"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_plays_table_id"),
        sa.ForeignKeyConstraint(["place_id"], ["places.id"], name="fk_plays_place_id"),
        sa.ForeignKeyConstraint(["import_id"], ["imports.id"], name="fk_plays_import_id"),
    )
    shown = ["id", "day", "begun", "place_id"]
    op.create_index("ix_plays_shown", "plays", ["removed", "finished", "id", "game", *shown[1:]])
    op.create_index("ix_plays_shown_of_game", "plays", ["game", "removed", "finished", *shown])
    for column in ("table_id", "place_id", "source", "import_id"):
        op.create_index(f"ix_plays_{column}", "plays", [column])
    op.create_table(
        "seats",
        sa.Column("play_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("play_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["play_id"], ["plays.id"], name="fk_seats_play_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_seats_player_id"),
    )
    op.create_index("ix_seats_player_id_play_id", "seats", ["player_id", "play_id"])
    op.create_table(
        "lines",
        sa.Column("play_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("rule", sa.String(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("play_id", "seat", "rule", name="pk_lines"),
        sa.ForeignKeyConstraint(["play_id"], ["plays.id"], name="fk_lines_play_id"),
    )
    op.create_table(
        "play_revisions",
        sa.Column("play_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("import_id", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("play_id", "number", name="pk_play_revisions"),
        sa.ForeignKeyConstraint(["play_id"], ["plays.id"], name="fk_play_revisions_play_id"),
        sa.ForeignKeyConstraint(["import_id"], ["imports.id"], name="fk_play_revisions_import_id"),
    )
    op.create_index("ix_play_revisions_import_id", "play_revisions", ["import_id"])


def _table(name: str, *columns: str, **typed: Any) -> sa.TableClause:  # noqa: ANN401 - types of columns
    return sa.table(name, *map(sa.column, columns), *(sa.column(column, of) for column, of in typed.items()))


_MOMENT: Final = sa.DateTime(timezone=True)
_KEPT: Final = ("id", "table_id", "game", "document", "beside", "sheet")
_BEFORE: Final = _table("plays_before", *_KEPT, finished=_MOMENT, removed=_MOMENT)
_PLAYERS_BEFORE: Final = _table("players_before", "id", "name", "folded", "colour", "shape", seen=_MOMENT)
_TABLES: Final = _table("tables", "id", created=_MOMENT)
_PLAYERS: Final = _table(
    "players", "id", "name", "folded", "colour", "shape", "import_id", seen=_MOMENT, hidden=sa.Boolean()
)
_PLAYS: Final = _table(
    "plays",
    *(*_KEPT, "title", "edition", "day", "place_id", "note", "source", "revision", "import_id"),
    finished=_MOMENT,
    removed=_MOMENT,
    begun=_MOMENT,
    edited=_MOMENT,
    reopened=sa.Boolean(),
)
_SEATS: Final = _table("seats", "play_id", "seat", "player_id", "name", "total", "place", "position", won=sa.Boolean())
_LINES: Final = _table("lines", "play_id", "seat", "rule", "points")


_TITLES: Final = {
    "carpe-diem": "Carpe Diem",
    "little-town": "Little Town",
    "mayor": "Mayor",
    "palaces-of-carrara": "The Palaces of Carrara",
}
"""The titles of the games that databases of the revision before may hold."""


def _title_and_edition(game: str, document: Mapping[str, Any]) -> tuple[str, str]:
    """Return the title of a game and the edition that a document is of, or ""."""
    edition = ""
    match game, document.get("table"):
        case "carpe-diem", {"edition": "first"}:
            edition = "first edition"
        case "carpe-diem", {}:
            edition = "second edition"
        case "palaces-of-carrara", {"expansion": True}:
            edition = "with the expansion"
        case "palaces-of-carrara", {}:
            edition = "base game"
        case "little-town", {"board": "side-1" | "side-2" as side}:
            edition = f"side {side[-1]} of the board"
        case "little-town", {}:
            edition = "a board as entered"
    return _TITLES.get(game, game), edition


def _folded(name: str) -> str:
    """Return the name by which a player is found."""
    return name.strip().casefold()


def _fill() -> None:
    """Copy the players, then the plays from the first to the last."""
    connection = op.get_bind()
    known: dict[str, str] = {}
    for player in connection.execute(sa.select(_PLAYERS_BEFORE)).mappings().all():
        connection.execute(sa.insert(_PLAYERS), {**player, "import_id": None, "hidden": False})
        known[player["folded"]] = player["id"]
    for play in _plays(connection):
        _take_over(connection, play, known)


def _plays(connection: sa.Connection) -> Iterator[sa.RowMapping]:
    asked = sa.select(_BEFORE, _TABLES.c.created.label("begun")).outerjoin(_TABLES, _TABLES.c.id == _BEFORE.c.table_id)
    last = ""
    while (
        batch := connection.execute(asked.where(_BEFORE.c.id > last).order_by(_BEFORE.c.id).limit(BATCH))
        .mappings()
        .all()
    ):
        yield from batch
        last = batch[-1]["id"]


def _take_over(connection: sa.Connection, play: sa.RowMapping, known: dict[str, str]) -> None:
    finished: datetime = play["finished"]
    if finished.tzinfo is None:  # SQLite keeps moments in UTC, without saying so
        finished = finished.replace(tzinfo=UTC)
    sheet = json.loads(play["sheet"])
    looks = json.loads(play["beside"]).get("seats") or ()
    title, edition = _title_and_edition(play["game"], json.loads(play["document"]))
    connection.execute(
        sa.insert(_PLAYS),
        {
            **play,
            "title": title,
            "edition": edition,
            "day": finished.astimezone().date().isoformat(),
            "place_id": None,
            "note": "",
            "source": "",
            "revision": 1,
            "import_id": None,
            "edited": None,
            "reopened": False,
        },
    )
    places = {standing["player"]: standing["place"] for standing in sheet["standings"]}
    for seat, column in enumerate(sheet["columns"]):
        name = column["player"]
        if _folded(name) not in known:
            # Everybody who sat at a table was remembered: whoever is not was forgotten on purpose, and stays so.
            look = looks[seat] if seat < len(looks) else {"colour": "", "shape": ""}
            values = {"id": uuid4().hex, "name": name, "folded": _folded(name), "seen": play["finished"]}
            shown = {"colour": look["colour"], "shape": look["shape"], "hidden": True, "import_id": None}
            connection.execute(sa.insert(_PLAYERS), values | shown)
            known[_folded(name)] = values["id"]
        _seat(connection, play["id"], seat, column, known[_folded(name)], places[name])


def _seat(
    connection: sa.Connection, play_id: str, seat: int, column: dict[str, Any], player_id: str, place: int
) -> None:
    values = {"play_id": play_id, "seat": seat, "player_id": player_id, "name": column["player"]}
    figures = {"total": column["total"], "place": place, "won": place == 1, "position": seat}
    connection.execute(sa.insert(_SEATS), values | figures)
    points: Counter[str] = Counter()
    for line in column["lines"]:
        points[line["rule"]] += line["points"]
    lines = [{"play_id": play_id, "seat": seat, "rule": rule, "points": number} for rule, number in points.items()]
    if lines:
        connection.execute(sa.insert(_LINES), lines)
