"""A file of BG Stats with score sheets: what they add to the import of its plays."""

from __future__ import annotations

import json
import tempfile
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.services.import_export import read_file
from storage.exchange.importing import carry_out
from storage.exchange.planning import plan
from tests.benchmarks.evenings import opened
from tests.benchmarks.history import compared
from tests.storage.exchange.bgstats_samples import SAMPLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.benchmarks import Row

SIZE: Final = 500
ROUNDS: Final = 5


def rows(size: int = SIZE) -> Iterator[Row]:
    """Read, preview and import so many plays with their sheets, and the same plays without."""
    with_sheets, without = file_of(size, with_sheets=True), file_of(size, with_sheets=False)
    yield compared(
        f"the import of {size} plays of BG Stats with score sheets",
        "the same without",
        lambda: take_in(with_sheets),
        lambda: take_in(without),
        "1.5 times",
        rounds=ROUNDS,
    )


def file_of(size: int, *, with_sheets: bool) -> bytes:
    """The plays of the sample over and over, each as a play of its own."""
    file = json.loads(SAMPLE)
    plays = islice(cycle(file["plays"]), size)
    file["plays"] = [
        play | {"uuid": f"{number:032x}"} | ({} if with_sheets else {"scoresheet": ""})
        for number, play in enumerate(plays)
    ]
    return json.dumps(file).encode()


def take_in(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder, closing(opened(Path(folder) / "tessera.sqlite3")) as store:
        planned = plan(store, read_file(data, "file"))
        carry_out(store, planned, "a file")
