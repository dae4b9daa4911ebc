"""What fits side by side on the sheet."""

from __future__ import annotations

import string

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from companion.system.paths import assets
from companion.ui.components.sheet_layout import LETTER, letter_width, sheet_layout, short_name
from companion.ui.core.theme import TARGET
from scoring.carpe_diem.state import RULES

TITLES = tuple(map(str, RULES.values()))
FOUR = ("Anna", "Ben", "Cleo", "Dora")
LONG = ("Maximiliane-Alexandrina von Hohenlohe-La", "Bartholomäus Konstantin", "Ng", "Wilhelmina")


def test_on_a_phone_four_players_stand_beside_the_titles() -> None:
    lay = sheet_layout(334, 1.0, TITLES, FOUR, [112, -99])
    assert lay.titles
    assert lay.names == FOUR
    assert not lay.tight


def test_where_there_is_no_room_the_titles_stand_above_the_numbers() -> None:
    assert sheet_layout(264, 1.0, TITLES, LONG, [112]).titles == 0
    assert sheet_layout(334, 2.0, TITLES, FOUR, [112]).titles == 0
    assert sheet_layout(264, 2.0, TITLES, FOUR, [-144]).tight, "figures are no larger than the others"


def test_names_are_smaller_before_one_is_cut_and_a_title_keeps_its_number() -> None:
    names, titles = ("Charlotte", "Maximilian", "Ben", "Jo"), [f"Round {number}" for number in range(1, 13)]
    lay = sheet_layout(334, 1.0, titles, names, [102])
    assert (lay.names, lay.name_size, lay.title("Round 1")) == (names, 12, "Round\N{NO-BREAK SPACE}1")
    assert sheet_layout(264, 1.0, titles, names, [-102]).title("Round 1") == "Round 1"


def test_two_players_on_a_wide_screen_are_not_pushed_to_the_edge() -> None:
    lay = sheet_layout(664, 1.0, TITLES, FOUR[:2], [62])
    assert (lay.column, lay.titles > lay.whole > 200) == (104, True)


@given(
    width=st.integers(264, 696),
    scale=st.sampled_from([1.0, 1.25, 1.5, 2.0]),
    names=st.lists(st.text(st.characters(categories=["L"]), min_size=1, max_size=40), min_size=2, max_size=4),
    figures=st.lists(st.integers(-999, 9999), min_size=1),
)
def test_the_sheet_fills_its_width_and_every_number_can_be_tapped(
    width: int, scale: float, names: list[str], figures: list[int]
) -> None:
    lay = sheet_layout(width, scale, TITLES, names, figures)
    assert lay.titles + len(names) * lay.column == pytest.approx(width)
    assert lay.column >= TARGET


@given(name=st.text(st.characters(categories=["L", "Zs"]), min_size=1, max_size=40), room=st.integers(2, 30))
def test_a_name_keeps_within_its_room(name: str, room: int) -> None:
    words = name.split()
    if not words:
        return
    short = short_name(name, room)
    assert short
    assert all(sum(map(letter_width, word)) / LETTER <= room or len(word) <= 2 for word in short.split())


def test_a_name_is_cut_only_where_its_first_word_does_not_fit() -> None:
    assert short_name("Anna Maria", 5) == "Anna Maria"
    assert short_name("Anna Maria Luise", 5) == "Anna"
    assert short_name("Bartholomäus", 5) == "Barth."


def test_no_letter_is_broader_than_it_is_taken_to_be() -> None:
    font = TTFont(assets() / "fonts" / "TesseraSans-Regular.ttf")
    glyphs, widths, size = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    letters = string.ascii_letters + string.digits + ".-'’() &äöüßéèêçñóíáÄÖÜÉÀłşžő"
    broad = [letter for letter in letters if widths[glyphs[ord(letter)]][0] / size > letter_width(letter)]
    assert not broad
