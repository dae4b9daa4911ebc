"""A history from one program to another by a real file: saved, looked at, taken in, and taken back."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from storage.exchange.tessera_jsonl.writer import export_jsonl
from storage.repositories import history
from storage.repositories.history import Filter
from tests.browser.conftest import running
from tests.browser.kept import opened
from tests.browser.program import Program, tessera
from tests.browser.screen import DESKTOP_DARK
from tests.browser.test_statistics import keep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.browser.screen import Screen


@pytest.fixture
def seeded(tmp_path: Path) -> Iterator[Program]:
    """The app, with plays of some years."""
    folder = tmp_path / "seeded"
    folder.mkdir()
    keep(folder / "data")
    yield from running(tessera, folder)


def exported(program: Program) -> bytes:
    """The plays of a program, read beside it."""
    written: list[bytes] = []
    with opened(program) as store:
        export_jsonl(store, Filter(), written.append)
    return b"".join(written)


def kept(program: Program) -> list[dict[str, Any]]:
    """The plays of a program, without where they came from."""
    return [json.loads(line) | {"source": ""} for line in exported(program).splitlines()]


def test_a_history_moves_to_another_device(
    seeded: Program, program: Program, open_screen: Callable[[str], Screen], tmp_path: Path
) -> None:
    here = open_screen(seeded.address).open("/history")
    here.tap("Move plays in and out")
    here.sees("Save all plays")
    here.shot("exchange")
    with here.page.expect_download() as download:
        here.tap("Everything")
    assert re.fullmatch(r"tessera-\d{4}-\d\d-\d\d\.jsonl", download.value.suggested_filename)
    file = tmp_path / "plays.jsonl"
    download.value.save_as(file)
    assert file.read_bytes() == exported(seeded)

    there = open_screen(program.address).open("/exchange")
    choose(there, file)
    there.sees(re.compile(r"\d\d plays are new and would be added"))
    there.shot("exchange-preview")
    there.tap("Take it in")
    there.sees(re.compile(r"plays\.jsonl: \d\d plays added"))
    assert kept(program) == kept(seeded)

    choose(there, file)
    there.sees(re.compile(r"\d\d plays are here already\."))
    expect(there.button("Take it in")).to_have_count(0)
    there.tap("Close the file")

    there.tap(re.compile("^Undo the import of plays.jsonl"), exact=False)
    there.wait(350)
    there.tap("Take it back")
    there.sees(re.compile(r"\d\d plays removed\."))
    assert kept(program) == []


def choose(screen: Screen, file: Path) -> None:
    with screen.page.expect_file_chooser() as chooser:
        screen.tap("Choose a file")
    chooser.value.set_files(file)


@pytest.mark.parametrize("look", [DESKTOP_DARK], indirect=True, ids=str)
def test_a_play_is_handed_on_and_everything_backed_up(seeded: Program, open_screen: Callable[[str], Screen]) -> None:
    screen = open_screen(seeded.address).open("/exchange")
    screen.tap("Back up now")
    screen.sees("Everything is backed up")
    expect(screen.button(re.compile("^Put back the backup of"), exact=False)).to_have_count(1)
    screen.shot("exchange-backups")
    with opened(seeded) as store:
        (play,) = history.page(store, Filter(), 1).plays
    screen.open(f"/play/{play.id}")
    with screen.page.expect_download() as download:
        screen.tap("Save as .bgsplay")
    assert download.value.suggested_filename == f"{play.day}-{play.game}.bgsplay"
    expect(screen.button("Enter it in BG Stats")).to_be_visible()
