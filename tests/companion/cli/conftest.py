"""A folder with some plays, and a file of them."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from companion.cli import errors
from tests.companion.cli.history_commands import DAY, opened, tessera
from tests.companion.played import put_play, put_result

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two plays of Carpe Diem and one of Azul."""
    monkeypatch.delenv("TESSERA_DATABASE_URL", raising=False)
    data = tmp_path / "here"
    with closing(opened(data)) as store:
        put_play(store, DAY, {"Anna": (10, 20), "Ben": (5, 6)})
        put_play(store, DAY + timedelta(days=7), {"Ben": (30,), "Cathy": (5,)})
        put_result(store, DAY + timedelta(days=14), {"Anna": 70, "Cathy": None})
    return data


@pytest.fixture
def file(data_folder: Path, tmp_path: Path) -> Path:
    path = tmp_path / "all.jsonl"
    assert tessera("export", path, data=data_folder).exit_code == errors.DONE
    return path
