"""A backup that is restored row by row, beside one whose file is copied as it is."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

from companion.tables.replay import table_after
from storage.backup import backups, mending
from storage.database import copies
from tests.benchmarks import evenings
from tests.benchmarks.history import compared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.benchmarks import Row

SIZE: Final = 10_000


def rows(size: int = SIZE) -> Iterator[Row]:
    """Restore a backup as the program does, into a store without plays: the backup made first takes no time then."""
    with tempfile.TemporaryDirectory() as place:
        path, folder = Path(place) / "tessera.sqlite3", Path(place) / backups.FOLDER
        evenings.fill(path, size)
        made = backups.backup(path, folder, datetime.now(UTC))
        path.unlink()

        def ours() -> None:
            with (
                tempfile.TemporaryDirectory(dir=place) as there,
                closing(evenings.opened(Path(there, path.name))) as store,
            ):
                backups.restore(store, made, Path(there, backups.FOLDER), datetime.now(UTC))
                assert mending.mend(store, Path(there, backups.FOLDER), table_after) == ()

        def bare() -> None:
            with patch.object(copies, "copy_rows", shutil.copyfile):
                ours()

        what = f"a backup of {size} plays restored row by row"
        yield compared(what, "the same with its file copied", ours, bare, "1.3 times")
