"""A history of many plays of four: what the store does with it against plain SQL on the same file.

The plain side asks by Python's own driver, with statements written by hand for that one question. It takes the rows as
they come; those of a page it hands out as objects with moments and seats, as the store does. What both sides say must
agree. Years of plays lie in a temporary folder: two gigabytes for 100,000 of them.
"""

from __future__ import annotations

import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from storage.backup.damage import examine
from storage.database.models import Row as Stored
from storage.exchange.csv_file import export_csv
from storage.exchange.files import MAX_FILE_BYTES
from storage.exchange.importing import carry_out
from storage.exchange.planning import plan
from storage.exchange.reading import read
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories import player_statistics, statistics
from storage.repositories.history import Filter, count, page
from storage.repositories.statistics import Scope
from tests.benchmarks import Row, evenings, seconds_of_a_core
from tests.benchmarks.evenings import WORD, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from storage.repositories.tables import Store

SIZE: Final = 100_000
SHORT: Final = 500
IMPORTED: Final = 2_000
ROUNDS: Final = 3
PAGE: Final = 50
PAGE_AIM, AIM = "2 times", "3 times"


def rows(size: int = SIZE) -> Iterator[Row]:
    """Measure everything."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tessera.sqlite3"
        evenings.fill(path, size)
        yield opening(path, size)
        with closing(opened(path)) as store, closing(sqlite3.connect(path)) as plain:
            yield from pages(store, plain, size)
            yield from figures(store, plain, size)
            yield checked(store, plain, size)
            yield from exchange(store, plain, path, size)


def short(size: int = SHORT) -> Iterator[Row]:
    """Measure the first page of a small history, and what an import of it takes."""
    with tempfile.TemporaryDirectory() as folder:
        path, lines = Path(folder) / "tessera.sqlite3", Path(folder) / "plays.jsonl"
        evenings.fill(path, size)
        with closing(opened(path)) as store, closing(sqlite3.connect(path)) as plain:
            yield from islice(pages(store, plain, size), 1)
            written(lines, partial(export_jsonl, store, Filter()))
        yield from memory(lines, size)


def opening(path: Path, size: int) -> Row:
    """Open the store, and the file; both look into every table."""

    def ours() -> None:
        opened(path).close()

    def bare() -> None:
        with closing(sqlite3.connect(path)) as plain:
            for table in Stored.metadata.tables:
                plain.execute(f"SELECT * FROM {table} LIMIT 1").fetchall()  # noqa: S608 - a name of our own

    return compared(f"open {size} plays", "open the file", ours, bare)


def checked(store: Store, plain: sqlite3.Connection, size: int) -> Row:
    """Compare every row with its checksum, and only read every row."""

    def ours() -> None:
        with store.reading() as session:
            assert not examine(session)

    def bare() -> None:
        for table in Stored.metadata.tables:
            for _ in plain.execute(f"SELECT * FROM {table}"):  # noqa: S608 - a name of our own
                pass

    return compared(f"every row of {size} plays compared with its checksum", "reading the rows", ours, bare)


BRIEF: Final = """
SELECT plays.id, game, title, edition, extras, begun, finished, day, places.name, note, source, revision, edited,
       reopened, removed
FROM plays LEFT JOIN places ON places.id = plays.place_id
WHERE removed IS NULL AND {where} ORDER BY finished DESC, plays.id DESC LIMIT 51
"""
COUNT: Final = "SELECT count(*) FROM plays WHERE removed IS NULL AND {where}"
SEATS: Final = """
SELECT play_id, seat, player_id, name, total, place, won, position FROM seats WHERE play_id IN ({})
ORDER BY play_id, seat
"""
WON: Final = "EXISTS (SELECT 1 FROM seats WHERE play_id = plays.id AND player_id = :player AND won)"
SAYS: Final = """
(title LIKE :word OR note LIKE :word OR place_id IN (SELECT id FROM places WHERE folded LIKE :word)
 OR plays.id IN (SELECT play_id FROM seats WHERE name LIKE :word
                 OR player_id IN (SELECT id FROM players WHERE folded LIKE :word)))
"""
PLAYER: Final = f"player{2:026}"


def pages(store: Store, plain: sqlite3.Connection, size: int) -> Iterator[Row]:
    """Ask for pages."""
    asked = {
        "all": (Filter(), "1"),
        "a game": (Filter(game="carpe-diem"), "game = 'carpe-diem'"),
        "what a player won": (Filter(player_id=PLAYER, outcome="won"), WON),
        "a search for a word in few notes": (Filter(text=WORD), SAYS),
        "a search for a name": (Filter(text="cath"), SAYS),
    }
    for what, (play_filter, where) in asked.items():
        values = {"player": PLAYER, "word": f"%{play_filter.text}%"}

        def bare(where: str = where, values: dict[str, str] = values) -> list[str]:
            return [play["id"] for play in page_of(plain, BRIEF.format(where=where), values)]

        def ours(play_filter: Filter = play_filter) -> list[str]:
            return [play.id for play in page(store, play_filter, PAGE).plays]

        agreed(what, ours(), bare())
        yield compared(f"the first page of {what}, {size} plays", "plain SQL", ours, bare, PAGE_AIM)

        def counting(where: str = where, values: dict[str, str] = values) -> int:
            (number,) = plain.execute(COUNT.format(where=where), values).fetchone()
            return int(number)

        counted = partial(count, store, play_filter)
        agreed(what, counted(), counting())
        yield compared(f"how many there are of {what}, {size} plays", "plain SQL", counted, counting, PAGE_AIM)


def page_of(plain: sqlite3.Connection, statement: str, values: dict[str, str]) -> list[dict[str, Any]]:
    """Return a page of plays as objects, with their seats."""
    cursor = plain.execute(statement, values)
    names = [name for name, *_ in cursor.description]
    plays = {row[0]: dict(zip(names, row, strict=True)) | {"seats": []} for row in cursor.fetchall()[:PAGE]}
    for play in plays.values():
        play["extras"] = json.loads(play["extras"])
        for name in ("begun", "finished", "edited", "removed"):
            play[name] = None if play[name] is None else datetime.fromisoformat(play[name]).replace(tzinfo=UTC)
    seats = plain.execute(SEATS.format(", ".join("?" * len(plays))), [*plays])
    names = [name for name, *_ in seats.description]
    for row in seats.fetchall():
        plays[row[0]]["seats"].append(dict(zip(names, row, strict=True)))
    return list(plays.values())


OVERALL: Final = """
SELECT game, count(*), min(day), max(day), count(begun), sum(strftime('%s', finished) - strftime('%s', begun)),
       (SELECT count(DISTINCT player_id) FROM seats JOIN plays ON plays.id = play_id WHERE removed IS NULL AND {where})
FROM plays WHERE removed IS NULL AND {where} GROUP BY game
"""
BY_MONTH: Final = """
SELECT substr(day, 1, 7) AS month, game, count(*) FROM plays WHERE removed IS NULL AND {where}
GROUP BY month, game ORDER BY month, game
"""
STANDINGS: Final = """
SELECT player_id, count(*), sum(won), avg(1.0 / players), sum(place = lowest), avg(total), max(total)
FROM (SELECT player_id, won, place, total, count(*) OVER play AS players, max(place) OVER play AS lowest
      FROM seats JOIN plays ON plays.id = play_id WHERE removed IS NULL AND {where}
      WINDOW play AS (PARTITION BY play_id))
GROUP BY player_id
"""
CATEGORIES: Final = """
SELECT rule, points, won, count(*) FROM plays JOIN seats ON seats.play_id = plays.id
JOIN lines ON lines.play_id = seats.play_id AND lines.seat = seats.seat
WHERE removed IS NULL AND {where} GROUP BY rule, points, won
"""
POSITIONS: Final = """
SELECT position, count(*), sum(won), avg(1.0 / players)
FROM (SELECT position, won, count(*) OVER (PARTITION BY play_id) AS players
      FROM seats JOIN plays ON plays.id = play_id WHERE removed IS NULL AND {where})
GROUP BY position
"""
PAIRS: Final = """
SELECT theirs.player_id, count(*), sum(mine.place < theirs.place), sum(mine.place = theirs.place),
       sum(mine.place > theirs.place), avg(mine.total - theirs.total)
FROM seats AS mine JOIN plays ON plays.id = mine.play_id JOIN seats AS theirs ON theirs.play_id = mine.play_id
WHERE mine.player_id = :player AND theirs.player_id <> :player AND removed IS NULL AND {where}
GROUP BY theirs.player_id
"""
STREAKS: Final = """
SELECT won, max(length), max(last) FROM (
    SELECT won, count(*) AS length, max(day) AS last FROM (
        SELECT won, day, row_number() OVER (ORDER BY finished, id)
                       - row_number() OVER (PARTITION BY won ORDER BY finished, id) AS streak
        FROM seats JOIN plays ON plays.id = play_id WHERE player_id = :player AND removed IS NULL AND {where})
    GROUP BY won, streak)
GROUP BY won
"""
TOTALS: Final = """
SELECT day, total, won FROM seats JOIN plays ON plays.id = play_id
WHERE player_id = :player AND total IS NOT NULL AND removed IS NULL AND {where}
ORDER BY finished DESC, id DESC LIMIT 60
"""


def figures(store: Store, plain: sqlite3.Connection, size: int) -> Iterator[Row]:
    """Ask for every statistic, of all plays, of one game, and of a year."""
    scopes = {
        "all": (Scope(), "1"),
        "a game": (Scope(game="carpe-diem"), "game = 'carpe-diem'"),
        "a year": (Scope(since="2023-01-01"), "day >= '2023-01-01'"),
    }
    for which, (scope, where) in scopes.items():
        asked: dict[str, tuple[Callable[[], Any], str]] = {
            "overall": (partial(statistics.overall, store, scope), OVERALL),
            "months": (partial(statistics.plays_by_month, store, scope), BY_MONTH),
            "players": (partial(statistics.player_figures, store, scope), STANDINGS),
            "seats": (partial(statistics.seats, store, scope), POSITIONS),
            "pairs": (partial(player_statistics.pairs, store, scope, PLAYER), PAIRS),
            "streaks": (partial(player_statistics.streaks, store, scope, PLAYER), STREAKS),
            "totals": (partial(player_statistics.totals_over_time, store, scope, PLAYER, 60), TOTALS),
        }
        if scope.game is not None:
            asked["categories"] = partial(statistics.categories, store, scope), CATEGORIES
        for what, (ours, statement) in asked.items():
            bare = partial(rows_of, plain, statement.format(where=where))
            said, in_rows = SAID[what]
            agreed(what, said(ours()), in_rows(bare()))
            yield compared(f"{what} of {which}, {size} plays", "plain SQL", ours, bare, AIM)


def rows_of(plain: sqlite3.Connection, statement: str) -> list[tuple[Any, ...]]:
    return plain.execute(statement, {"player": PLAYER}).fetchall()


def whole(rows: list[tuple[Any, ...]]) -> object:
    """Return what the rows of games say together."""
    plays, seconds = sum(row[1] for row in rows), sum(row[5] or 0 for row in rows)
    return plays, rows[0][6], min(row[2] for row in rows), max(row[3] for row in rows), round(seconds / 3600)


def most(rows: list[tuple[Any, ...]]) -> object:
    """Return the most points of each rule, and how many lines there are."""
    points = {rule: max(row[1] for row in rows if row[0] == rule) for rule in {row[0] for row in rows}}
    return points, sum(row[3] for row in rows)


SAID: Final[dict[str, tuple[Callable[[Any], object], Callable[[list[tuple[Any, ...]]], object]]]] = {
    "overall": (
        lambda figures: (figures.plays, figures.players, figures.first, figures.last, round(figures.hours)),
        whole,
    ),
    "months": (list, list),
    "players": (
        lambda players: sorted((player.player_id, player.plays, player.wins, player.last_places) for player in players),
        lambda rows: sorted((row[0], row[1], row[2], row[4]) for row in rows),
    ),
    "categories": (
        lambda spreads: ({spread.rule: spread.most for spread in spreads}, sum(spread.count for spread in spreads)),
        most,
    ),
    "seats": (
        lambda figures: [(seat.kind, seat.plays, seat.wins) for seat in figures],
        lambda rows: [row[:3] for row in rows],
    ),
    "pairs": (
        lambda pairs: sorted((pair.player_id, pair.plays, pair.better, pair.level, pair.worse) for pair in pairs),
        lambda rows: sorted(row[:5] for row in rows),
    ),
    "streaks": (
        lambda streak: (streak.losing, streak.winning, streak.last),
        lambda rows: (rows[0][1], rows[1][1], max(row[2] for row in rows)),
    ),
    "totals": (
        lambda totals: [(total.day, total.total, total.won) for total in reversed(totals)],
        lambda rows: [(day, total, bool(won)) for day, total, won in rows],
    ),
}
"""What of each statistic, and of the rows that it is measured against, must agree: the same plays were counted."""


WHOLE: Final = """
SELECT plays.*, places.name FROM plays LEFT JOIN places ON places.id = plays.place_id
WHERE removed IS NULL ORDER BY finished DESC, plays.id DESC
"""
SEATED: Final = """
SELECT seats.* FROM plays JOIN seats ON seats.play_id = plays.id
WHERE removed IS NULL ORDER BY finished DESC, plays.id DESC, seat
"""


def exchange(store: Store, plain: sqlite3.Connection, path: Path, size: int) -> Iterator[Row]:
    """Write everything to files, and take some of it in again."""
    lines, table = path.with_suffix(".jsonl"), path.with_suffix(".csv")
    for form, file, export in (("JSON Lines", lines, export_jsonl), ("CSV", table, export_csv)):
        yield compared(
            f"export {size} plays as {form}",
            "plain SQL, its rows as JSON",
            partial(written, file, partial(export, store, Filter())),
            partial(written, path.with_suffix(".plain"), partial(rows_as_json, plain)),
            AIM,
            rounds=1,
        )
    with lines.open("rb") as source:
        some = b"".join(islice(source, IMPORTED))
    number = min(IMPORTED, size)
    yield from memory(lines, size)
    fresh = opened(path.with_name("fresh.sqlite3"))
    with closing(fresh), closing(sqlite3.connect(path.with_name("copied.sqlite3"))) as copied:
        yield compared(
            f"import {number} plays",
            "reading the JSON, plain SQL",
            lambda: carry_out(fresh, plan(fresh, read(some, lines.name)), lines.name),
            lambda: copied_rows(copied, plain, some),
            rounds=1,
        )
        yield compared(
            f"import {number} plays again",
            "reading the JSON",
            lambda: plan(fresh, read(some, lines.name)),
            lambda: [json.loads(line) for line in some.splitlines()],
            rounds=1,
        )


def memory(lines: Path, size: int) -> Iterator[Row]:
    """Take in a tenth of the plays that a file may hold, and all of them, each in a process of its own."""
    most = min(size, _most_lines(lines))
    few = max(1, most // 10)
    peaks = {number: peak_of_import(lines, number) for number in (few, most)}
    what, baseline = f"the memory that an import of {most} plays takes", f"that of {few} plays"
    yield Row(what, f"{peaks[most] >> 20} MB", baseline, f"{peaks[few] >> 20} MB", (peaks[most] / peaks[few],))


def _most_lines(lines: Path) -> int:
    """Return how many lines of a file fit into one that can be taken in."""
    sizes = lines.stat().st_size
    with lines.open("rb") as file:
        number = sum(1 for _ in file)
    return number * min(MAX_FILE_BYTES, sizes) // sizes


def peak_of_import(lines: Path, number: int) -> int:
    """Return the most bytes that a process had while it took in the first lines of a file."""
    some = lines.with_name(f"some-{number}.jsonl")
    with lines.open("rb") as source, some.open("wb") as file:
        file.writelines(islice(source, number))
    command = [sys.executable, "-m", "tests.benchmarks.history", str(some)]
    return int(subprocess.run(command, capture_output=True, check=True, text=True).stdout) * 1024


def take_in(path: Path) -> None:
    """Take a file in, and print the most memory that this process had, in KiB."""
    with closing(opened(path.with_suffix(".sqlite3"))) as store, path.open("rb") as file:
        carry_out(store, plan(store, read(file, path.name)), path.name)
    sys.stdout.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))


def written(path: Path, export: Callable[[Callable[[bytes], object]], object]) -> None:
    with path.open("wb") as file:
        export(file.write)


def rows_as_json(plain: sqlite3.Connection, write: Callable[[bytes], object]) -> None:
    """Write what two statements find, row by row."""
    for statement in (WHOLE, SEATED):
        for row in plain.execute(statement):
            write(json.dumps(row, ensure_ascii=False).encode() + b"\n")


def copied_rows(copied: sqlite3.Connection, plain: sqlite3.Connection, some: bytes) -> None:
    """Insert the rows of the plays in a file, in one transaction."""
    for (statement,) in plain.execute(
        "SELECT sql FROM sqlite_master WHERE tbl_name IN ('plays', 'seats', 'lines') AND sql > ''"
    ):
        copied.execute(statement)
    for line in some.splitlines():
        number = json.loads(line)["id"]
        for table, key in (("plays", "id"), ("seats", "play_id"), ("lines", "play_id")):
            rows = plain.execute(f"SELECT * FROM {table} WHERE {key} = ?", (number,)).fetchall()  # noqa: S608
            if rows:
                copied.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)  # noqa: S608
    copied.commit()


def compared(
    what: str,
    baseline: str,
    ours: Callable[[], object],
    bare: Callable[[], object],
    aim: str = "none",
    *,
    rounds: int = ROUNDS,
) -> Row:
    """Run both sides in turn, and compare the best of each."""
    taken = [(seconds_of_a_core(ours), seconds_of_a_core(bare)) for _ in range(rounds)]
    mine, theirs = (min(side) for side in zip(*taken, strict=True))
    return Row(what, shown(mine), baseline, shown(theirs), (mine / theirs,), aim)


def shown(taken: float) -> str:
    return f"{taken:.1f} s" if taken >= 1 else f"{taken * 1000:.1f} ms"


def agreed(what: str, ours: object, bare: object) -> None:
    if ours != bare:
        message = f"{what}: {ours!r:.200} is not {bare!r:.200}"
        raise RuntimeError(message)


if __name__ == "__main__":
    take_in(Path(sys.argv[1]))
