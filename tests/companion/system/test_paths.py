"""The folders of this machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from companion.system import paths

if TYPE_CHECKING:
    from pathlib import Path


def test_data_lies_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESSERA_DATA", str(tmp_path))
    assert paths.data_folder() == tmp_path
    assert paths.database(tmp_path) == f"sqlite:///{tmp_path}/tessera.sqlite3"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep data elsewhere")
def test_data_lies_in_the_folder_of_the_system_for_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TESSERA_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert paths.data_folder() == tmp_path / "tessera"
