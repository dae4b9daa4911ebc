"""Names that are written from right to left, or that turn the direction, turn round nothing but themselves."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import features
from typer.testing import CliRunner

from companion.cli.app import cli
from companion.formatting.text import isolated
from companion.services.results import result_of_play
from companion.system import native_pictures
from companion.ui.components.sheet_image import sheet_picture
from companion.ui.core.share_sheet import sheet_text
from companion.ui.core.theme import LIGHT
from companion.ui.screens.history.play_list import History
from storage.repositories import plays
from tests.companion.documents import ann_wins
from tests.companion.played import put_result

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.headless import Headless

FSI, PDI, RLO = "\u2068", "\u2069", "\u202e"
TURNING: Final = f"An{RLO}na"
"""A name after which everything would stand from right to left."""

HEBREW: Final = "שרה כהן"
ENCLOSED: Final = {name: f"{FSI}{name}{PDI}" for name in (TURNING, HEBREW)}


@pytest.mark.parametrize("name", ENCLOSED)
@pytest.mark.parametrize(
    "words", ["{} wins with 9 points", "1. {} 9 points, 2. Ben", "{}’s turn", "You are {}.", "Ben and {}", "{}"]
)
def test_a_name_that_needs_it_stands_apart(name: str, words: str) -> None:
    shown = isolated(words.format(name))
    assert shown == words.format(ENCLOSED[name])
    assert isolated(shown) == shown


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (f"a{PDI}{RLO}b wins", f"{FSI}a{RLO}b{PDI} wins"),
        (f"\u2067ab{RLO} wins", f"{FSI}\u2067ab{RLO}{PDI}{PDI} wins"),
        (f"{FSI}a{PDI}{RLO}b{PDI} wins", f"{FSI}{FSI}a{PDI}{RLO}b{PDI} wins"),
        ("שרה, דוד", f"{FSI}שרה{PDI}, {FSI}דוד{PDI}"),
        (f"\n{RLO}\n", f"\n{FSI}{RLO}{PDI}\n"),
    ],
)
def test_nothing_that_a_name_holds_ends_the_isolation(words: str, shown: str) -> None:
    assert isolated(words) == shown


@given(st.text(st.characters(exclude_categories=["Cf"], max_codepoint=0x24F)))
def test_plain_words_stay_as_they_are(words: str) -> None:
    assert isolated(words) is words


@given(st.text(st.sampled_from(f"ab ,.’\nשכ{FSI}{PDI}{RLO}\u2067")))
def test_everything_is_there_and_what_turns_ends_where_it_began(words: str) -> None:
    shown = isolated(words)
    assert shown.replace(FSI, "").replace(PDI, "") == words.replace(FSI, "").replace(PDI, "")
    depth = 0
    for letter in shown:
        depth += (letter in f"{FSI}\u2067") - (letter == PDI)
        assert depth > 0 or letter not in f"{RLO}שכ"
        assert depth >= 0
    assert depth == 0


@pytest.mark.parametrize("name", ENCLOSED)
def test_lists_the_text_and_the_picture_show_such_a_name_apart(app: Headless, name: str) -> None:
    play_id = app.worker.run_blocking(put_result, date(2024, 3, 1), {name: 90, "Ben": 70})
    assert app.show(History).says(f": 1. {ENCLOSED[name]} 90, 2. Ben 70")
    play = app.worker.run_blocking(plays.play, play_id)
    assert play is not None
    text = sheet_text(play, result_of_play(play))
    assert f"\n{ENCLOSED[name]} wins\n\n1. {ENCLOSED[name]}: 90\n2. Ben: 70" in text
    assert app.run(sheet_picture(play, result_of_play(play), LIGHT))


@pytest.mark.parametrize("turns", {features.check("raqm"), False})
def test_in_the_picture_nothing_beside_the_name_is_turned(
    app: Headless, monkeypatch: pytest.MonkeyPatch, *, turns: bool
) -> None:
    """Also where Pillow lays out no text from right to left."""
    monkeypatch.setattr(native_pictures, "_TURNS", turns)
    pictures = []
    for name in ("OOO", f"{RLO}OOO"):
        play = app.worker.run_blocking(plays.play, app.worker.run_blocking(put_result, date(2024, 3, 1), {name: 90}))
        assert play is not None
        pictures.append(app.run(sheet_picture(play, result_of_play(play), LIGHT)))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("name", ENCLOSED)
def test_the_command_line_shows_such_a_name_apart_and_json_as_it_was_entered(tmp_path: Path, name: str) -> None:
    document = ann_wins()
    document["table"]["players"][0]["name"] = name
    path = tmp_path / "table.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    sheet, result = (
        CliRunner().invoke(cli, ["score", *options, str(path)], env={"COLUMNS": "100"}).stdout
        for options in ([], ["--json"])
    )
    assert f"1. {ENCLOSED[name]}, 6 points" in sheet
    assert json.loads(result)["columns"][0]["player"] == name
    assert FSI not in result
