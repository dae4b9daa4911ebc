"""The shelf: every game has a pad that reads strictly, in all languages, and a table that was worked out by hand."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from companion.formatting.languages import catalogue, languages
from companion.games.score_pad.pad_draft import checked, draft_of
from companion.games.score_pad.shelf import Status, key_on_shelf, read_game, ready_pads
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
    names = Counter(name for key in FILES for name in {by_letter(name)[0] for name in read_game(FILES[key]).names})
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize("code", languages())
def test_pads_read_in_every_language_and_no_two_lines_of_one_are_called_the_same(code: str) -> None:
    with reading(catalogue(code)):
        for key, game in ready_pads().items():
            assert re.fullmatch("[a-z0-9-]{1,40}", key)
            pad = game.pad()
            assert pad.title == game.title
            assert {game.title, *game.file.names} <= {*game.names}
            assert len({category.title for category in pad.categories}) == len(pad.categories), key


def test_a_pad_says_what_its_file_says_in_english() -> None:
    for game in ready_pads().values():
        assert game.written() == game.content
        assert game.title == game.content["title"] == game.file.names[0]


@pytest.mark.parametrize(
    ("key", "title", "line", "category"),
    [
        ("agricola", "Agricola (Neuauflage)", "Äcker", "fields"),
        ("azul", "Azul", "Punkteleiste", "track"),
        ("take-5", "6 nimmt!", "Hornochsen", "rounds"),
        ("yahtzee", "Kniffel", "Kniffel", "yahtzee"),
    ],
)
def test_pads_have_the_titles_and_lines_of_their_german_editions(
    key: str, title: str, line: str, category: str
) -> None:
    game = ready_pads()[key]
    with reading(catalogue("de")):
        pad = game.pad()
        titles = {row.key: row.title for row in pad.categories}
        assert (pad.title, titles.get(category)) == (title, line)
    assert title in game.names
    assert key_on_shelf(pad) == key, "in whichever language it is read"


@pytest.mark.parametrize("code", languages())
def test_a_line_that_says_by_itself_who_closed_a_round_is_called_by_its_numbers_alone(code: str) -> None:
    with reading(catalogue(code)):
        pads = [game.pad() for game in ready_pads().values()]
    titles = [line.title for pad in pads for line in pad.categories if isinstance(line, Marked)]
    assert titles
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


COUNTED_IN_SEVERAL_WAYS: Final = {"cascadia", "forest-shuffle", "wingspan"}
"""The games whose players are asked how they count, or with which expansion."""


@pytest.mark.parametrize(
    ("key", "answer", "expansion"),
    [("wingspan", "With Oceania", "wingspan-oceania"), ("cascadia", "With Landmarks", "cascadia-landmarks")],
)
def test_an_expansion_is_a_choice_at_the_pad_and_the_same_game(key: str, answer: str, expansion: str) -> None:
    game, part = ready_pads()[key], ready_pads()[expansion]
    with reading(catalogue("de")):
        pad, own = game.pad(answer), part.pad()
        assert pad == replace(own, title=game.title, bgg=game.file.pad.bgg)
        assert key_on_shelf(pad) == key
        assert key_on_shelf(own) == expansion, "plays of the pad of its own are found"
    assert game.pad() == game.pad("No")
    assert game.expansions == (part,)


def test_a_forest_counted_by_sums_is_one_of_the_same_game() -> None:
    sums = ready_pads()["forest-shuffle"].pad("A sum for each side")
    assert [line.key for line in sums.categories] == ["trees", "top", "right", "bottom", "left", "cave"]
    with reading(catalogue("de")):
        german = ready_pads()["forest-shuffle"].pad("A sum for each side")
        assert german.categories[0].title == "Bäume"
    assert key_on_shelf(sums) == "forest-shuffle", "plays of the pad that was on the shelf before are found"


@pytest.mark.parametrize("key", FILES)
def test_what_sources_contradict_each_other_about_is_asked(key: str) -> None:
    game = read_game(FILES[key])
    assert (game.file.ask is not None) is (game.file.status is Status.D or key in COUNTED_IN_SEVERAL_WAYS)
    if game.file.ask is not None:
        pads = [plain(game.pad(choice.text)) for choice in game.file.ask.choices]
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
