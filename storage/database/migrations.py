"""The version of a database, and the steps that lead an older one to it.

A step is a function that changes tables and rows, written by hand. Once it is released it never changes, so it uses no
other code of ours. Every SQLite file consists of what version 1 and the steps make, and so does the copy of one from
elsewhere; PostgreSQL makes an empty database as the models say. Tests compare what both give. (Alembic would bring two
more wheels into a browser, and take longer to import, for the loop below.)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from sqlalchemy import Column, Connection, Integer, MetaData, Table, create_engine, inspect, select, update

from storage.database.models import Row
from storage.database.sqlite_files import VERSION_TABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


VERSION_1: Final = """
CREATE TABLE aliases (
    checksum BIGINT, kind VARCHAR NOT NULL, folded VARCHAR NOT NULL, name VARCHAR NOT NULL,
    target VARCHAR NOT NULL,
    CONSTRAINT pk_aliases PRIMARY KEY (kind, folded)
);
CREATE TABLE copies (
    checksum BIGINT, game VARCHAR NOT NULL, part VARCHAR NOT NULL, "key" VARCHAR NOT NULL, value TEXT NOT NULL,
    at DATETIME NOT NULL,
    CONSTRAINT pk_copies PRIMARY KEY (game, part, "key")
);
CREATE TABLE devices (
    checksum BIGINT, id VARCHAR NOT NULL, token VARCHAR NOT NULL, host BOOLEAN NOT NULL, settings TEXT NOT NULL,
    seen DATETIME NOT NULL,
    CONSTRAINT pk_devices PRIMARY KEY (id),
    CONSTRAINT uq_devices_token UNIQUE (token)
);
CREATE TABLE guests (
    checksum BIGINT, table_id VARCHAR NOT NULL, device_id VARCHAR NOT NULL, player INTEGER, wants INTEGER,
    since DATETIME NOT NULL,
    CONSTRAINT pk_guests PRIMARY KEY (table_id, device_id),
    CONSTRAINT uq_guests_table_id_player UNIQUE (table_id, player),
    CONSTRAINT fk_guests_table_id FOREIGN KEY(table_id) REFERENCES tables (id),
    CONSTRAINT fk_guests_device_id FOREIGN KEY(device_id) REFERENCES devices (id)
);
CREATE TABLE imports (
    checksum BIGINT, id VARCHAR NOT NULL, at DATETIME NOT NULL, what VARCHAR NOT NULL, counts TEXT NOT NULL,
    undone DATETIME,
    CONSTRAINT pk_imports PRIMARY KEY (id)
);
CREATE TABLE join_codes (
    checksum BIGINT, id VARCHAR NOT NULL, secret VARCHAR NOT NULL, locked BOOLEAN NOT NULL,
    CONSTRAINT pk_join_codes PRIMARY KEY (id)
);
CREATE TABLE journal (
    checksum BIGINT, import_id VARCHAR NOT NULL, number INTEGER NOT NULL, kind VARCHAR NOT NULL,
    "key" TEXT NOT NULL, "before" TEXT, "after" TEXT NOT NULL,
    CONSTRAINT pk_journal PRIMARY KEY (import_id, number),
    CONSTRAINT fk_journal_import_id FOREIGN KEY(import_id) REFERENCES imports (id)
);
CREATE TABLE lines (
    checksum BIGINT, play_id VARCHAR NOT NULL, seat INTEGER NOT NULL, rule VARCHAR NOT NULL,
    points INTEGER NOT NULL,
    CONSTRAINT pk_lines PRIMARY KEY (play_id, seat, rule),
    CONSTRAINT fk_lines_play_id FOREIGN KEY(play_id) REFERENCES plays (id)
);
CREATE TABLE photos (
    checksum BIGINT, id VARCHAR NOT NULL, picture TEXT NOT NULL, at DATETIME NOT NULL,
    CONSTRAINT pk_photos PRIMARY KEY (id)
);
CREATE TABLE places (
    checksum BIGINT, id VARCHAR NOT NULL, name VARCHAR NOT NULL, folded VARCHAR NOT NULL, seen DATETIME NOT NULL,
    CONSTRAINT pk_places PRIMARY KEY (id),
    CONSTRAINT uq_places_folded UNIQUE (folded)
);
CREATE TABLE play_revisions (
    checksum BIGINT, play_id VARCHAR NOT NULL, number INTEGER NOT NULL, at DATETIME NOT NULL,
    what VARCHAR NOT NULL, play TEXT NOT NULL, here BOOLEAN NOT NULL,
    CONSTRAINT pk_play_revisions PRIMARY KEY (play_id, number),
    CONSTRAINT fk_play_revisions_play_id FOREIGN KEY(play_id) REFERENCES plays (id)
);
CREATE TABLE players (
    checksum BIGINT, id VARCHAR NOT NULL, name VARCHAR NOT NULL, folded VARCHAR NOT NULL,
    colour VARCHAR NOT NULL, shape VARCHAR NOT NULL, seen DATETIME NOT NULL, hidden BOOLEAN NOT NULL,
    CONSTRAINT pk_players PRIMARY KEY (id),
    CONSTRAINT uq_players_folded UNIQUE (folded)
);
CREATE TABLE plays (
    checksum BIGINT, id VARCHAR NOT NULL, table_id VARCHAR, game VARCHAR NOT NULL, title VARCHAR NOT NULL,
    edition VARCHAR NOT NULL, begun DATETIME, finished DATETIME NOT NULL, day VARCHAR NOT NULL, place_id VARCHAR,
    note VARCHAR NOT NULL, source VARCHAR NOT NULL, revision INTEGER NOT NULL, edited DATETIME,
    reopened BOOLEAN NOT NULL, removed DATETIME, extras TEXT NOT NULL, sheet TEXT NOT NULL, document TEXT,
    CONSTRAINT pk_plays PRIMARY KEY (id),
    CONSTRAINT fk_plays_table_id FOREIGN KEY(table_id) REFERENCES tables (id),
    CONSTRAINT fk_plays_place_id FOREIGN KEY(place_id) REFERENCES places (id)
);
CREATE TABLE revisions (
    checksum BIGINT, table_id VARCHAR NOT NULL, number INTEGER NOT NULL, author VARCHAR NOT NULL,
    label VARCHAR NOT NULL, changes TEXT NOT NULL, at DATETIME NOT NULL, kind VARCHAR NOT NULL,
    state VARCHAR NOT NULL,
    CONSTRAINT pk_revisions PRIMARY KEY (table_id, number),
    CONSTRAINT fk_revisions_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE seats (
    checksum BIGINT, play_id VARCHAR NOT NULL, seat INTEGER NOT NULL, player_id VARCHAR NOT NULL,
    name VARCHAR NOT NULL, total INTEGER, place INTEGER NOT NULL, won BOOLEAN NOT NULL, position INTEGER,
    CONSTRAINT pk_seats PRIMARY KEY (play_id, seat),
    CONSTRAINT fk_seats_play_id FOREIGN KEY(play_id) REFERENCES plays (id),
    CONSTRAINT fk_seats_player_id FOREIGN KEY(player_id) REFERENCES players (id)
);
CREATE TABLE set_aside (
    checksum BIGINT, id VARCHAR NOT NULL, at DATETIME NOT NULL, kind VARCHAR NOT NULL, "key" TEXT NOT NULL,
    what VARCHAR NOT NULL, stored TEXT NOT NULL, backup DATETIME,
    CONSTRAINT pk_set_aside PRIMARY KEY (id)
);
CREATE TABLE settings (
    checksum BIGINT, "key" VARCHAR NOT NULL, value TEXT NOT NULL,
    CONSTRAINT pk_settings PRIMARY KEY ("key")
);
CREATE TABLE tables (
    checksum BIGINT, id VARCHAR NOT NULL, game VARCHAR NOT NULL, content TEXT NOT NULL,
    revision INTEGER NOT NULL, state VARCHAR NOT NULL, created DATETIME NOT NULL, changed DATETIME NOT NULL,
    CONSTRAINT pk_tables PRIMARY KEY (id)
);
CREATE TABLE tessera_version (
    number INTEGER NOT NULL,
    PRIMARY KEY (number)
);
CREATE INDEX ix_plays_place_id ON plays (place_id);
CREATE INDEX ix_plays_shown ON plays (removed, finished, id, game, day, begun, place_id);
CREATE INDEX ix_plays_shown_of_game ON plays (game, removed, finished, id, day, begun, place_id);
CREATE INDEX ix_plays_source ON plays (source);
CREATE INDEX ix_plays_table_id ON plays (table_id);
CREATE INDEX ix_seats_player_id_play_id ON seats (player_id, play_id);
"""
"""What makes the tables of version 1 with SQLite; each statement ends with its line.

The steps begin from these tables, and so they never change.
"""


Step: TypeAlias = "Callable[[Connection], object]"


def _add_versions(connection: Connection) -> None:
    """Make room for the names of versions; those of what is there follow from what it says."""
    connection.exec_driver_sql(
        "CREATE TABLE shown_versions ( "
        "checksum BIGINT, play_id VARCHAR NOT NULL, version VARCHAR NOT NULL, follows VARCHAR NOT NULL, "
        "CONSTRAINT pk_shown_versions PRIMARY KEY (play_id), "
        "CONSTRAINT fk_shown_versions_play_id FOREIGN KEY(play_id) REFERENCES plays (id))"
    )
    moment = "DATETIME" if connection.dialect.name == "sqlite" else "TIMESTAMP WITH TIME ZONE"
    connection.exec_driver_sql(
        f"CREATE TABLE deleted_plays ( checksum BIGINT, id VARCHAR NOT NULL, at {moment} NOT NULL, "
        "versions TEXT NOT NULL, CONSTRAINT pk_deleted_plays PRIMARY KEY (id))"
    )
    connection.exec_driver_sql(
        "CREATE TABLE written_names ( checksum BIGINT, kind VARCHAR NOT NULL, id VARCHAR NOT NULL, "
        f'at {moment} NOT NULL, "into" VARCHAR NOT NULL, CONSTRAINT pk_written_names PRIMARY KEY (kind, id))'
    )


STEPS: Final[tuple[Step, ...]] = (_add_versions,)
"""The first one leads from version 1 to version 2."""

VERSION: Final = Table(VERSION_TABLE, MetaData(), Column("number", Integer, primary_key=True, autoincrement=False))
"""The version of a database, in its only row."""


def newest() -> int:
    """Return the version of a database that this program uses."""
    return 1 + len(STEPS)


def is_known(version: object) -> bool:
    """Return whether this program or an older one wrote a database of a version."""
    return isinstance(version, int) and 1 <= version <= newest()


def version_of(connection: Connection) -> int | None:
    """Return the version of a database; `None` if there is nothing of Tessera's."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.scalar(select(VERSION.c.number))


def create(connection: Connection) -> None:
    """Make the tables of this version in an empty database."""
    if connection.dialect.name == "sqlite":
        lay_out(connection, newest())
    else:
        Row.metadata.create_all(connection)
        VERSION.create(connection)
    connection.execute(VERSION.insert().values(number=newest()))


def upgrade(connection: Connection, version: int) -> None:
    """Run the remaining steps in the transaction of the connection: all of them, or none."""
    for step in STEPS[version - 1 :]:
        step(connection)
    connection.execute(update(VERSION).values(number=newest()))


@dataclass(frozen=True, slots=True)
class Layout:
    """What makes the tables and the indexes of a version with SQLite, by name, and the columns of the tables."""

    tables: Mapping[str, str]
    indexes: Mapping[str, str]
    columns: Mapping[str, tuple[str, ...]]


def layout(version: int) -> Layout:
    """Return what a file of a known version consists of, as version 1 and the steps make it."""
    return _layout(STEPS[: version - 1])


def lay_out(connection: Connection, version: int) -> None:
    """Make the tables of a known version in an empty SQLite file, always in the same way."""
    made = layout(version)
    for statement in (*made.tables.values(), *made.indexes.values()):
        connection.exec_driver_sql(statement)


@cache
def _layout(steps: tuple[Step, ...]) -> Layout:
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as connection:
            for statement in VERSION_1.split(";\n"):
                connection.exec_driver_sql(statement)
            for step in steps:
                step(connection)
            made = connection.exec_driver_sql("SELECT type, name, sql FROM sqlite_master WHERE sql > ''").all()
            tables, indexes = ({name: sql for kind, name, sql in made if kind == of} for of in ("table", "index"))
            columns = {table: connection.exec_driver_sql(f'PRAGMA table_info("{table}")').all() for table in tables}
    finally:
        engine.dispose()
    return Layout(tables, indexes, {table: tuple(row[1] for row in rows) for table, rows in columns.items()})
