"""A store with years of plays, put there as fast as the driver takes them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any, Final

from scoring import GAMES
from storage.database.columns import checksum, covered
from storage.database.models import Row
from storage.documents import codec
from storage.repositories.play_content import participants_of, plain_sheet
from storage.repositories.tables import Store
from tests.benchmarks import material

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Table

SEED: Final = 245934
DRAWN: Final = 100
"""Tables that are drawn and scored; the plays are these, by other players on other days."""

BEGIN: Final = datetime(2004, 1, 1, 17, tzinfo=UTC)
DAYS: Final = 365 * 20
PEOPLE: Final = ("Anna", "Ben", "Cathy", "Dora", "Emil", "Frida", "Gregor", "Hank", "Ida", "Jakob", "Nick", "Sophie")
PLACES: Final = ("At home", "Club", "Library", "Holidays", "Café")
RESULTS: Final = {"azul": "Azul", "catan": "Catan"}
"""Games of which only the result is known."""

WORD: Final = "thunderstorm"
"""What the note of one play in a thousand says."""


def opened(path: Path) -> Store:
    return Store(f"sqlite:///{path}", lambda: datetime.now(UTC))


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A table that was scored, as the texts that are kept of it, with the names of `material`."""

    game: str
    title: str
    edition: str
    document: str | None
    sheet: str


def fill(path: Path, size: int) -> None:
    """Make a store, and put plays into it as fast as the driver takes them."""
    opened(path).close()
    chance = Random(SEED)
    drawn = tuple(drawings(chance))
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA synchronous=OFF")
        for number, name in enumerate(PEOPLE):
            person = {"id": f"player{number:026}", "name": name, "folded": name.casefold(), "seen": moment(BEGIN)}
            insert(database, "players", person | {"colour": "red", "shape": "circle", "hidden": False})
        for number, name in enumerate(PLACES):
            place = {"id": f"place{number:027}", "name": name, "folded": name.casefold(), "seen": moment(BEGIN)}
            insert(database, "places", place)
        for number in range(size):
            put(database, chance, drawn[chance.randrange(len(drawn))], number / size)
        for table in Row.metadata.sorted_tables:
            seal(database, table)
        database.commit()


def seal(database: sqlite3.Connection, table: Table) -> None:
    """Put its checksum into each row of a table."""
    names = ", ".join(f'"{name}"' for name in covered(table))
    rows = database.execute(f"SELECT {names}, rowid FROM {table.name}")  # noqa: S608 - names of our own
    sums = [(checksum(row[:-1]), row[-1]) for row in rows]
    database.executemany(f"UPDATE {table.name} SET checksum = ? WHERE rowid = ?", sums)  # noqa: S608


def drawings(chance: Random) -> Iterator[Drawn]:
    game = GAMES["carpe-diem"]
    districts = [material.full_district(chance) for _ in range(8)]
    for _ in range(DRAWN):
        table = material.table(chance, districts)
        document, sheet = codec.table_document(game, table), codec.score_result(game, game.score(table))
        variant = game.variant(table)
        title, edition = game.title, variant.english if variant else ""
        yield Drawn(game=game.key, title=title, edition=edition, document=text(document), sheet=text(sheet))
        key = chance.choice(tuple(RESULTS))
        if chance.random() < 0.4:
            result = text(plain_sheet(participants_of(sheet)))
            yield Drawn(game=key, title=RESULTS[key], edition="", document=None, sheet=result)


def text(value: object) -> str:
    return codec.to_json(value).decode()


def put(database: sqlite3.Connection, chance: Random, drawn: Drawn, when: float) -> None:
    """Insert a play of four who are drawn, at a part of all the years."""
    number = f"{chance.getrandbits(128):032x}"
    seated = dict(zip(material.NAMES, chance.sample(range(len(PEOPLE)), len(material.NAMES)), strict=True))
    document, sheet = (renamed(part, seated) for part in (drawn.document or "", drawn.sheet))
    finished = BEGIN + timedelta(days=int(when * DAYS), minutes=chance.randrange(300))
    begun = finished - timedelta(minutes=chance.randint(40, 120)) if drawn.document else None
    play = {
        "id": number,
        "game": drawn.game,
        "title": drawn.title,
        "edition": drawn.edition,
        "begun": None if begun is None else moment(begun),
        "finished": moment(finished),
        "day": finished.astimezone().date().isoformat(),
        "place_id": f"place{chance.randrange(len(PLACES)):027}",
        "note": f"played in a {WORD}" if chance.random() < 0.001 else "",
        "source": "",
        "revision": 1,
        "reopened": False,
        "removed": moment(finished) if chance.random() < 0.01 else None,
        "extras": "{}",
        "sheet": sheet,
        "document": document or None,
    }
    insert(database, "plays", play)
    scored = json.loads(sheet)
    index = {name: f"player{at:026}" for at, name in enumerate(PEOPLE)}
    for seat, (player, column) in enumerate(zip(participants_of(scored), scored["columns"], strict=True)):
        of_play = {"play_id": number, "seat": seat}
        result = {"total": player.total, "place": player.place, "won": player.won, "position": player.position}
        insert(database, "seats", of_play | {"player_id": index[player.name], "name": player.name} | result)
        for line in column["lines"]:
            insert(database, "lines", of_play | {"rule": line["rule"], "points": line["points"]})


def insert(database: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    names, values = ", ".join(row), ", ".join("?" * len(row))
    database.execute(f"INSERT INTO {table} ({names}) VALUES ({values})", (*row.values(),))  # noqa: S608 - of our own


def renamed(part: str, seated: dict[str, int]) -> str:
    for name, person in seated.items():
        part = part.replace(f'"{name}"', f'"#{person}"')
    for person in seated.values():
        part = part.replace(f'"#{person}"', f'"{PEOPLE[person]}"')
    return part


def moment(when: datetime) -> str:
    return when.strftime("%Y-%m-%d %H:%M:%S.%f")
