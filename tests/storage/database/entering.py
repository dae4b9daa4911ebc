"""A program that enters things as fast as it can, says each one that was acknowledged, and is killed meanwhile.

It reads what is to be done from its input, a round a line, forks for each round (what a round needs is imported once),
kills that child at the moment that the round names, and writes what the child said until then.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn
from uuid import uuid4

from storage.backup import backups, recovery
from storage.database import migrations
from storage.repositories import plays
from storage.repositories.tables import Store
from storage.repositories.values import TableStep
from tests.storage.exchange.samples import jsonl, line, plain, take_in
from tests.storage.sample_plays import finished
from tests.storage.stores import LATER_STEPS, coins, lay_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from storage.backup.backups import Backup

    Tell = Callable[[Any], None]


IMPORTED: Final = 8
"""How many plays a file has that is taken in."""

PLAYS_EACH: Final = 5
"""How many plays each of the two states has more than the one before, which are put back as a whole."""


@dataclass(frozen=True, kw_only=True)
class Round:
    """What a child does in which folder, and when it is killed: so many seconds after so many things it said."""

    doing: str
    folder: str
    after: int
    seconds: float


def main() -> None:
    for asked in sys.stdin:
        sys.stdout.write(json.dumps(played(Round(**json.loads(asked)))) + "\n")
        sys.stdout.flush()


def played(round_: Round) -> list[Any]:
    """Have a child do what a round says until it is killed, and return what it said."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        do(round_, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as said:
        lines = [said.readline() for _ in range(round_.after)]
        time.sleep(round_.seconds)
        os.kill(child, signal.SIGKILL)
        lines += said.readlines()
    os.waitpid(child, 0)
    return [json.loads(line) for line in lines if line.endswith(b"\n")]


def do(round_: Round, writing: int) -> NoReturn:
    def tell(what: Any) -> None:
        os.write(writing, json.dumps(what).encode() + b"\n")

    try:
        DOINGS[round_.doing](Path(round_.folder), tell)
    except BaseException:  # noqa: BLE001 - whatever it is, the test is to know
        tell({"fault": traceback.format_exc()})
    os._exit(1)


def now() -> datetime:
    return datetime.now(UTC)


def url(file: Path) -> str:
    return f"sqlite:///{file}"


@contextmanager
def opened(folder: Path) -> Iterator[Store]:
    store = Store(url(folder / "tessera.sqlite3"), now)
    try:
        yield store
    finally:
        store.close()


def enter_steps(folder: Path, tell: Tell) -> None:
    with opened(folder) as store:
        table = next(iter(store.tables()), None) or store.begin("carpe-diem", coins(0))
        for number in count(table.revision + 1):
            store.save(table, TableStep(number, "Cathy", "", ()), coins(number))
            tell({"table": table.id, "revision": number})


def finish_tables(folder: Path, tell: Tell) -> None:
    """Finish tables, and correct each play."""
    with opened(folder) as store:
        for number in count(2):
            play = finished(store, {"Cathy": number, f"Friend {number}": 2})
            tell({"play": play.id, "revision": 1})
            plays.correct(store, play.id, replace(play, note=f"Rain {number}"), "the weather")
            tell({"play": play.id, "revision": 2})


def import_files(folder: Path, tell: Tell) -> None:
    with opened(folder) as store:
        for number in count():
            names = [uuid4().hex for _ in range(IMPORTED)]
            lines = (line(plain({"Anna": number, "Börje": at}, days=at), name) for at, name in enumerate(names))
            take_in(store, jsonl(*lines))
            tell(names)


def migrate(folder: Path, tell: Tell) -> None:
    """Open files of version 1 as the version after it does, one after the other."""
    migrations.STEPS = LATER_STEPS  # type: ignore[misc]
    for file in _files(folder, folder / "old"):
        Store(url(file), now, backups.before_upgrade(folder / "backups")).close()
        tell(file.parent.name)


def back_up(folder: Path, tell: Tell) -> None:
    with opened(folder) as store:
        for number in count(store.settings().get("number", 0) + 1):
            store.set("number", number)
            made = backups.backup(store, folder / "backups", now())
            tell({"number": number, "backup": made.path.name})


def restore(folder: Path, tell: Tell) -> None:
    """Put back one of the two states that were backed up first, then the other."""
    both_states = states(folder)
    with opened(folder) as store:
        while True:
            for number, chosen in enumerate(both_states):
                backups.restore(store, chosen, folder / "backups", now())
                tell(number)


def recover(folder: Path, tell: Tell) -> None:
    """Open files that are damaged, one after the other."""
    for file in _files(folder, folder / "damaged"):
        store, recovered = recovery.open_store(url(file), now, folder / "backups")
        store.close()
        tell({"file": file.parent.name, "recovered": recovered is not None})


DOINGS: Final[dict[str, Callable[[Path, Tell], None]]] = {
    "steps": enter_steps,
    "tables": finish_tables,
    "imports": import_files,
    "migrations": migrate,
    "backups": back_up,
    "restores": restore,
    "recoveries": recover,
}


def _files(folder: Path, like: Path) -> Iterator[Path]:
    """Lay out one copy of a file after the other, each in a folder of its own."""
    for number in count(len(list(folder.glob("*.copy")))):
        file = folder / f"{number:05}.copy" / "tessera.sqlite3"
        made = folder / f"{number:05}.making"
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir()
        shutil.copyfile(like, made / file.name)
        made.replace(file.parent)
        yield file


def prepared(folder: Path) -> None:
    """Lay out what the rounds begin with: an old file, and a damaged one with its backups."""
    lay_out(folder / "old")
    with opened(folder) as store:
        for number in range(2):
            store.set("state", number)
            for _ in range(PLAYS_EACH):
                finished(store, {"Cathy": number})
            backups.backup(store, folder / "backups", now())
    (folder / "damaged").write_bytes((folder / "tessera.sqlite3").read_bytes()[:-8192])


def states(folder: Path) -> tuple[Backup, ...]:
    """Return the two backups that were made first."""
    return tuple(reversed(backups.backups(folder / "backups")[-2:]))


def line_of(round_: Round) -> str:
    return json.dumps(asdict(round_)) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        prepared(Path(place))  # imports what is imported when it is needed
        Store(url(Path(place) / "old"), now).close()
    main()
