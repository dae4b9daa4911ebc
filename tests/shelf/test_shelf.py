"""The shelf: every game has a pad that reads strictly, in both languages, and a table that was worked out by hand."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from companion.formatting.languages import catalogue
from companion.games.score_pad.pad_draft import checked, draft_of
from companion.games.score_pad.shelf import ENGLISH, GERMAN, Status, read_game, ready_pads
from companion.system.paths import assets
from scoring.messages import reading
from scoring.score_pad.game import SCORE_PAD
from scoring.score_pad.kinds import Marked
from storage.documents.codec import plain, read_table
from storage.repositories.values import by_letter

FILES: Final = {file.stem: file for file in sorted((assets() / "shelf").glob("*.json"))}
TABLES: Final = {file.stem: file for file in sorted(Path(__file__).parent.glob("*.json"))}


def test_every_game_has_a_table_worked_out_by_hand_and_every_table_a_game() -> None:
    assert FILES.keys() == TABLES.keys() == ready_pads().keys()


def test_no_two_games_share_a_name() -> None:
    names = Counter(by_letter(name)[0] for key in FILES for name in read_game(FILES[key]).names)
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize("key", FILES)
def test_a_pad_says_all_in_both_languages(key: str) -> None:
    game = read_game(FILES[key])
    content: Any = json.loads(FILES[key].read_text(encoding="utf-8"))
    assert re.fullmatch("[a-z0-9-]{1,40}", key)
    assert content["pad"]["title"] == content["names"][ENGLISH][0]
    titles = {category["key"] for category in content["pad"]["categories"]}
    headings = {f"{category['key']}.heading" for category in content["pad"]["categories"] if "heading" in category}
    assert content["de"].keys() == titles | headings
    assert content["names"].get(GERMAN) != content["names"][ENGLISH]
    with reading(catalogue(GERMAN)):
        in_german = game.pad()
    assert {category.title for category in in_german.categories} <= {*content["de"].values()}
    assert in_german.title == content["names"].get(GERMAN, content["names"][ENGLISH])[0]
    for pad in (game.pad(), in_german):
        assert len({category.title for category in pad.categories}) == len(pad.categories)


@pytest.mark.parametrize("key", FILES)
def test_a_line_that_says_by_itself_who_closed_a_round_is_called_by_its_numbers_alone(key: str) -> None:
    for code in (ENGLISH, GERMAN):
        with reading(catalogue(code)):
            titles = [line.title for line in read_game(FILES[key]).pad().categories if isinstance(line, Marked)]
        assert not [title for title in titles if set(title) & set(",:")]


@pytest.mark.parametrize("key", FILES)
def test_who_changes_a_pad_in_the_pad_maker_loses_nothing(key: str) -> None:
    pad = read_game(FILES[key]).pad()
    assert checked(draft_of(pad)).pad == pad


EDITIONS: Final = ("Agricola", "Love Letter", "PARKS", "Sheriff of Nottingham", "Skull King", "The Castles of Burgundy")
"""The games of which several boxes have one name, but other rules."""


@pytest.mark.parametrize("key", FILES)
def test_where_boxes_of_one_name_differ_the_title_says_which(key: str) -> None:
    title = read_game(FILES[key]).title
    assert "(" in title or not title.startswith(EDITIONS)


@pytest.mark.parametrize("key", FILES)
def test_what_sources_contradict_each_other_about_is_asked(key: str) -> None:
    game = read_game(FILES[key])
    assert (game.file.ask is not None) is (game.file.status is Status.D)
    if game.file.ask is not None:
        pads = [plain(game.pad(choice.en)) for choice in game.file.ask.choices]
        assert all(pad not in pads[:at] for at, pad in enumerate(pads)), "each answer is a pad of its own"


@pytest.mark.parametrize("key", FILES)
def test_a_table_comes_out_as_worked_out_by_hand(key: str) -> None:
    golden: Any = json.loads(TABLES[key].read_text(encoding="utf-8"))
    assert golden.keys() - {"outcome", "answer"} == {"players", "points", "standings"}
    pad = read_game(FILES[key]).pad(golden.get("answer"))
    table = {name: golden[name] for name in ("players", "outcome") if name in golden} | {"pad": plain(pad)}
    document = read_table({"game": SCORE_PAD.key, "format": 1, "table": table})
    sheet = document.game.score(document.table)
    points = {column.player: {line.rule: line.points for line in column.lines} for column in sheet.columns}
    places = [[place.player, place.place, place.total, place.decided_by] for place in sheet.standings]
    assert points == golden["points"]
    assert places == golden["standings"]
    if pad.tie_breaks:
        assert len({total for _, _, total, _ in places}) < len(places), "a tie shows that the tie-break is right"
