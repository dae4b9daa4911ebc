"""Three data folders that agree by a shared one, by commands alone."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.cli import errors
from storage.repositories import plays
from storage.repositories.history import Filter, stream
from tests.companion.cli.history_commands import opened, tessera

if TYPE_CHECKING:
    from pathlib import Path


def corrected(data: Path, note: str) -> None:
    with closing(opened(data)) as store:
        play = next(stream(store, Filter()))
        plays.correct(store, play.id, replace(play, note=note), "note")


def notes(data: Path) -> list[str]:
    with closing(opened(data)) as store:
        return [play.note for play in stream(store, Filter())]


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    folder = tmp_path / "shared"
    folder.mkdir()
    return folder


def test_three_folders_agree(data_folder: Path, tmp_path: Path, shared: Path) -> None:
    folders = (data_folder, tmp_path / "phone", tmp_path / "laptop")
    first = [tessera("agree", shared, data=data) for data in folders]
    assert [result.exit_code for result in first] == [errors.DONE] * 3
    assert "3 plays and 3 friends and places added." in " ".join(first[1].stdout.split())
    corrected(folders[1], "from the phone")
    for data in (folders[1], folders[2], folders[0]):
        assert tessera("agree", shared, data=data).exit_code == errors.DONE
    assert notes(folders[0]) == notes(folders[1]) == notes(folders[2]) == ["from the phone", "", ""]
    again = tessera("agree", shared, data=folders[2])
    assert again.stdout.strip() == "Nothing was changed."
    files = {tessera("export", "-", "--format", "jsonl", data=data).stdout for data in folders}
    assert len(files) == 1
    assert sorted(path.suffix for path in shared.iterdir()) == [".jsonl"] * 3


def test_half_a_file_is_read_later(data_folder: Path, tmp_path: Path, shared: Path) -> None:
    phone = tmp_path / "phone"
    assert tessera("agree", shared, data=data_folder).exit_code == errors.DONE
    (file,) = shared.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) * 2 // 3])
    tessera("agree", shared, data=phone, status=errors.DONE)
    assert len(notes(phone)) < 3
    file.write_bytes(whole)
    assert tessera("agree", shared, data=phone).exit_code == errors.DONE
    assert len(notes(phone)) == 3


def test_a_folder_that_is_none_is_named(data_folder: Path, tmp_path: Path) -> None:
    result = tessera("agree", tmp_path / "nowhere", data=data_folder, status=errors.PROBLEMS)
    assert " ".join(result.stderr.split()).endswith("there is no such file or folder")
    (tmp_path / "file").touch()
    assert "a file is in the way" in " ".join(tessera("agree", tmp_path / "file", data=data_folder).stderr.split())


def test_who_has_no_plays_yet_is_no_problem_for_the_others(tmp_path: Path, shared: Path) -> None:
    for name in ("phone", "laptop", "phone"):
        assert tessera("agree", shared, data=tmp_path / name).stdout.strip() == "Nothing was changed."
    assert len([*shared.iterdir()]) == 2
