"""One process holds a data folder, and another one learns where it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.system.data_lock import LockedError, acquire

if TYPE_CHECKING:
    from pathlib import Path


def holder(data: Path) -> str:
    """The address of the process that holds a folder."""
    with pytest.raises(LockedError) as refused, acquire(data):
        pass
    return refused.value.address


def test_a_folder_is_held_until_the_end_and_then_free(tmp_path: Path) -> None:
    with acquire(tmp_path) as announce:
        announce("http://127.0.0.1:8423/")
        assert holder(tmp_path) == "http://127.0.0.1:8423/"
    with acquire(tmp_path):
        assert holder(tmp_path) == ""


@pytest.mark.parametrize("left", ["tessera.lock", "tessera.address"], ids=["earlier version", "killed"])
def test_an_address_that_a_process_left_behind_is_nobodys(tmp_path: Path, left: str) -> None:
    (tmp_path / left).write_text("http://127.0.0.1:8423/")
    with acquire(tmp_path):
        assert holder(tmp_path) == ""


def test_an_earlier_version_holds_the_same_file(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl", reason="on Windows an earlier version locks another byte")
    with (tmp_path / "tessera.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        assert holder(tmp_path) == ""
    with acquire(tmp_path), (tmp_path / "tessera.lock").open() as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
