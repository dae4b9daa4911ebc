"""A pad as it is typed: whatever is typed, what comes of it can be read, and what is wrong is said at its field."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.formatting.languages import catalogue
from companion.games.score_pad import pad_draft
from companion.games.score_pad.copy_values import PADS, read_pad, with_titles_of
from companion.games.score_pad.kinds import kit_of
from companion.games.score_pad.kinds.bids import cards_choices, cards_dial, cards_text
from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, PlacesDraft, TieBreakDraft
from companion.games.score_pad.pad_draft import checked, with_blank_last
from companion.games.score_pad.shelf import ready_pads
from companion.ui.components.drafts import read_kept
from scoring.messages import reading
from scoring.score_pad.kinds import Beyond, By, Kind, Lowest, Ties
from scoring.score_pad.kinds.bids import MAX_BIDS
from scoring.score_pad.state import worded
from scoring.sheet import Better
from storage.documents.codec import plain
from tests.scoring.score_pad import strategies

if TYPE_CHECKING:
    from companion.games.score_pad.kinds.bids import Cards
    from scoring.score_pad.state import Table

GOLDEN = Path(__file__).parents[3] / "golden" / "score-pad"

NO_PLACE_VALUE = "missing: a whole number from -999 to 999 belongs here"

typed = st.one_of(st.text(max_size=50), st.integers(-1000, 1000).map(str), st.just(""), st.just("3, 6, 10"))

category_drafts = st.builds(
    CategoryDraft,
    number=st.integers(1, 40),
    key=st.just(""),
    title=st.text(max_size=70),
    kind=st.sampled_from(Kind),
    **dict.fromkeys(("low", "high", "each", "per", "worth", "values", "zero", "least"), typed),
    beyond=st.sampled_from(Beyond),
    ties=st.sampled_from(Ties),
)

pad_drafts = st.builds(
    PadDraft,
    title=st.text(max_size=90),
    winner=st.sampled_from(Better),
    fewest=typed,
    most=typed,
    bgg=typed,
    categories=st.lists(category_drafts, max_size=40, unique_by=lambda category: category.number).map(tuple),
    tie_breaks=st.lists(
        st.builds(TieBreakDraft, category=st.integers(1, 40), wanted=st.sampled_from(Better), by=st.sampled_from(By)),
        max_size=6,
    ).map(tuple),
)


def draft(*categories: CategoryDraft, **values: Any) -> PadDraft:
    return PadDraft(**{"title": "Farm", "categories": categories, **values})


def sheep(kind: Kind, **values: Any) -> CategoryDraft:
    return CategoryDraft(number=1, title="Sheep", kind=kind, **values)


@given(pad_drafts)
def test_what_a_draft_makes_can_be_read_and_what_makes_nothing_says_why(typed_in: PadDraft) -> None:
    result = checked(typed_in)
    if result.pad is None:
        assert result.problems
    else:
        assert read_pad(plain(result.pad)) == result.pad


@given(strategies.tables())
def test_every_pad_comes_back_from_the_draft_that_changes_it(table: Table) -> None:
    assert checked(pad_draft.draft_of(table.pad)).pad == table.pad


@given(pad_drafts)
def test_a_draft_is_kept_as_it_was_typed(typed_in: PadDraft) -> None:
    assert read_kept(json.loads(json.dumps(plain(typed_in))), PadDraft()) == typed_in


@pytest.mark.parametrize(
    ("category", "field", "says"),
    [
        (sheep(Kind.POINTS, low="5", high="3"), "high", "3 is less than 5: the smaller number comes first"),
        (sheep(Kind.POINTS, high="10000000"), "high", "10000000: a whole number from -9999999 to 9999999 belongs here"),
        (sheep(Kind.COUNT, each=""), "each", "missing: a whole number from -9999 to 9999 belongs here"),
        (sheep(Kind.COUNT, each="1", per="0"), "per", "0: a whole number from 1 to 99 belongs here"),
        (sheep(Kind.TICK), "worth", "missing: a whole number from -9999 to 9999 belongs here"),
        (sheep(Kind.STEPS), "values", "missing: a whole number from -9999 to 9999 belongs here"),
        (sheep(Kind.STEPS, values="3, six"), "values", "six: a whole number from -9999 to 9999 belongs here"),
        (sheep(Kind.STEPS, values="1 " * 41), "values", "41 entries: at most 40 belong here"),
        (sheep(Kind.STEPS, values="3", zero="1", beyond=Beyond.AGAIN), "zero", "values that begin again begin with 0"),
        (sheep(Kind.MAJORITY, values="5, -10000"), "values", "-10000: a whole number from -9999 to 9999 belongs here"),
        (sheep(Kind.MAJORITY, values="5", least="-1"), "least", "-1: a whole number from 0 to 99 belongs here"),
        (CategoryDraft(number=1, kind=Kind.ROUNDS), "title", "Type a title."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(category: CategoryDraft, field: str, says: str) -> None:
    result = checked(draft(category))
    assert {name: str(problem) for name, problem in result.problems.items()} == {f"categories.1.{field}": says}


@pytest.mark.parametrize(
    ("values", "field", "says"),
    [
        ({"title": " "}, "title", "Type a title."),
        ({"fewest": "2"}, "most", "Fill in both, or neither."),
        ({"fewest": "4", "most": "2"}, "most", "2 is less than 4: the smaller number comes first"),
        ({"fewest": "0", "most": "13"}, "fewest", "0: a whole number from 1 to 12 belongs here"),
        ({"bgg": "Azul"}, "bgg", "Azul: a whole number from 1 to 9999999 belongs here"),
        ({"categories": ()}, "categories", "Type at least one category: what gives points?"),
    ],
)
def test_so_is_what_is_wrong_with_the_pad(values: dict[str, Any], field: str, says: str) -> None:
    assert (
        str(checked(draft(sheep(Kind.POINTS), **values) if "categories" not in values else draft()).problems[field])
        == says
    )


def test_what_was_not_typed_yet_is_no_problem_before_keeping_is_tried() -> None:
    result = checked(PadDraft(categories=(sheep(Kind.TICK),)))
    assert result.at("categories.1.worth", tried=False) is None
    assert result.at("categories.1.worth", tried=True) is not None


def test_keys_come_from_titles_and_stay_when_a_title_changes() -> None:
    titles = ("Points", "Sheep", "Sheep", "王国")
    made = checked(draft(*(CategoryDraft(number=at, title=title) for at, title in enumerate(titles, 1)))).pad
    assert made is not None
    assert [category.key for category in made.categories] == ["points_2", "sheep", "sheep_2", "category"]
    called = pad_draft.with_category(pad_draft.draft_of(made), 2, title="Goats")
    again = checked(called).pad
    assert again is not None
    assert [category.key for category in again.categories] == ["points_2", "sheep", "sheep_2", "category"]


def test_categories_without_anything_typed_are_left_out() -> None:
    some = draft(sheep(Kind.POINTS), CategoryDraft(number=2))
    made = checked(some).pad
    assert made is not None
    assert [category.title for category in made.categories] == ["Sheep"]


def test_a_category_goes_with_its_tie_breaks_and_comes_back_with_them() -> None:
    two = (sheep(Kind.COUNT), CategoryDraft(number=2, title="Goats"))
    before = draft(*two, tie_breaks=(TieBreakDraft(category=1, by=By.ENTRY), TieBreakDraft(category=2)))
    after = pad_draft.without_category(before, 1)
    assert [tie_break.category for tie_break in after.tie_breaks] == [2]
    named = replace(after, title="Meadow")
    back = pad_draft.with_category_back(named, before, 1)
    assert (back.categories, back.title) == (two, "Meadow")
    assert {tie_break.category for tie_break in back.tie_breaks} == {1, 2}
    assert pad_draft.with_category_back(back, before, 1) == back


def test_a_tie_break_by_the_entry_is_by_points_once_several_numbers_are_entered() -> None:
    some = draft(sheep(Kind.COUNT), tie_breaks=(TieBreakDraft(category=1, by=By.ENTRY),))
    changed = pad_draft.with_category(some, 1, kind=Kind.ROUNDS)
    assert changed.tie_breaks[0].by is By.POINTS
    assert checked(changed).pad is not None


def test_a_copy_of_a_pad_has_new_keys_and_the_title_that_was_typed() -> None:
    start = draft(replace(sheep(Kind.TICK, worth="10"), key="middle"))
    begun = pad_draft.begun_from(PadDraft(title="Meadow"), start)
    made = checked(begun).pad
    assert made is not None
    assert (made.title, [category.key for category in made.categories]) == ("Meadow", ["sheep"])


compared_drafts = st.lists(
    st.builds(
        CategoryDraft,
        number=st.integers(1, 6),
        title=st.just("Sheep"),
        kind=st.sampled_from([Kind.MAJORITY, Kind.LOWEST, Kind.BONUS, Kind.COUNT, Kind.ROUNDS]),
        each=st.just("1"),
        places=st.lists(
            st.builds(
                PlacesDraft,
                players=st.integers(1, 12).map(str),
                values=typed,
                level=st.lists(typed, max_size=3).map(tuple),
            ),
            max_size=3,
            unique_by=lambda places: places.players,
        ).map(tuple),
        wanted=st.sampled_from(Better),
        ties=st.sampled_from(Ties),
        by_level=st.booleans(),
        of=st.lists(st.integers(1, 6), max_size=4, unique=True).map(tuple),
        by=st.sampled_from(By),
        counted=st.booleans(),
        at_least=typed,
        worth=typed,
    ),
    min_size=1,
    unique_by=lambda category: category.number,
)


@given(compared_drafts)
def test_so_is_what_compares_players_or_categories(categories: list[CategoryDraft]) -> None:
    checked_draft = checked(draft(*categories))
    if checked_draft.pad is None:
        assert checked_draft.problems
        assert not any(name == "categories" for name in checked_draft.problems)
    else:
        assert read_pad(plain(checked_draft.pad)) == checked_draft.pad
    for category in checked_draft.categories.values():
        kit_of(category).examples(category, checked_draft.titles)


@pytest.mark.parametrize(
    ("values", "field", "says"),
    [
        ({"kind": Kind.LOWEST, "of": (2,)}, "of", "Tick at least two categories."),
        ({"kind": Kind.LOWEST, "of": (2, 9)}, "of", "Tick at least two categories."),
        ({"kind": Kind.BONUS, "at_least": "63", "worth": "35"}, "of", "Tick at least one category."),
        ({"kind": Kind.MAJORITY, "values": "5", "by_level": True}, "level.0", NO_PLACE_VALUE),
        (
            {
                "kind": Kind.MAJORITY,
                "places": (PlacesDraft(players="3", values="5", level=("2", "", "1")),),
                "by_level": True,
            },
            "level.3.1",
            NO_PLACE_VALUE,
        ),
    ],
)
def test_what_is_missing_for_comparing_is_said_at_its_field(values: dict[str, Any], field: str, says: str) -> None:
    problems = checked(draft(CategoryDraft(number=1, title="Sets", **values), CategoryDraft(number=2, title="Goats")))
    assert {name: str(problem) for name, problem in problems.problems.items()} == {f"categories.1.{field}": says}


def test_values_from_another_number_of_players_on_begin_as_those_that_held() -> None:
    before = draft(CategoryDraft(number=1, title="Bears", kind=Kind.MAJORITY, values="5, 2"))
    four = pad_draft.with_players(before, 1, "4")
    two = pad_draft.with_players(pad_draft.with_places(four, 1, PlacesDraft(players="4", values="7")), 1, "2")
    six = pad_draft.with_players(two, 1, "6")
    assert [(places.players, places.values) for places in six.categories[0].places] == [
        ("2", "7"),
        ("4", "7"),
        ("6", "7"),
    ]
    fewer = pad_draft.with_players(pad_draft.with_players(pad_draft.with_players(six, 1, "2"), 1, "6"), 1, "4")
    assert [(places.players, places.values) for places in fewer.categories[0].places] == [("", "7")]


def test_categories_are_compared_in_the_order_of_the_sheet_and_by_points_where_one_has_a_list() -> None:
    parts = (CategoryDraft(number=number, title=title) for number, title in ((1, "Goats"), (2, "Sheep"), (3, "Eggs")))
    lowest = CategoryDraft(number=4, title="Sets", kind=Kind.LOWEST, by=By.ENTRY)
    ticked = pad_draft.with_compared(pad_draft.with_compared(draft(*parts, lowest), 4, 3), 4, 1)
    assert ticked.categories[3].of == (1, 3)
    made = checked(ticked).categories[4]
    assert isinstance(made, Lowest)
    assert (made.of, made.by) == (("goats", "eggs"), By.ENTRY)
    in_rounds = checked(pad_draft.with_category(ticked, 3, kind=Kind.ROUNDS)).categories[4]
    assert isinstance(in_rounds, Lowest)
    assert in_rounds.by is By.POINTS
    assert pad_draft.with_compared(ticked, 4, 3).categories[3].of == (1,)


def test_every_pad_of_the_shelf_and_the_golden_sheets_comes_back_unchanged() -> None:
    sheets = {sheet.stem: json.loads(sheet.read_text())["table"]["pad"] for sheet in GOLDEN.glob("*.json")}
    written = {**sheets, **{key: game.written() for key, game in ready_pads().items()}}
    pads = {name: read_pad(pad) for name, pad in written.items()}
    drafts = {name: with_blank_last(pad_draft.draft_of(pad)) for name, pad in pads.items() if pad is not None}
    assert len(drafts) > 100
    assert {name: checked(draft).pad for name, draft in drafts.items()} == pads


def test_titles_in_other_languages_stay_where_nobody_changed_them() -> None:
    sheep = {"key": "sheep", "title": "Sheep", "kind": "points", "heading": "Fields"}
    titles = {"de": {"sheep": "Schafe", "sheep.heading": "Felder", "cows": "Kühe"}}
    written = {"title": "Farm", "categories": [sheep, {"key": "cows", "title": "Cows", "kind": "points"}]}
    entry = PADS.read("", {**written, "titles": titles})
    assert entry is not None
    with reading(catalogue("de")):
        (first, second) = (shown := worded(entry.value)).categories
        assert (first.title, second.title) == ("Schafe", "Kühe")
        assert with_titles_of(entry.value, shown) == entry.value
        changed = replace(shown, categories=(first, replace(second, title="Rinder")))
        kept = with_titles_of(entry.value, changed)
    assert [category.title for category in kept.categories] == ["Sheep", "Rinder"]
    assert kept.titles == {"de": {"sheep": "Schafe", "sheep.heading": "Felder"}}


@pytest.mark.parametrize(
    ("category", "made"),
    [
        (sheep(Kind.ROUNDS, times="10"), {"times": 10}),
        (sheep(Kind.ROUNDS), {"times": 1}),
        (sheep(Kind.TICK, wins=True), {"wins": True, "worth": 0}),
        (sheep(Kind.TICK, wins=True, worth="3"), {"wins": True, "worth": 3}),
    ],
)
def test_a_sum_is_multiplied_and_a_tick_wins(category: CategoryDraft, made: dict[str, Any]) -> None:
    (_, only), *_ = checked(draft(category)).categories.items()
    assert {name: getattr(only, name) for name in made} == made


@pytest.mark.parametrize(
    ("cards", "text", "dial"),
    [
        ("round", "1, 2, 3 …", None),
        ((4, 3, 2, 1), "4 … 1", (4, (2, 40))),
        ((1, 2, 3, 2, 1), "1 … 3 … 1", (3, (2, 20))),
        ((7,) * 40, "7, 7, 7 …", (7, (1, 99))),
        ((1,) * 40, "1, 1, 1 …", (1, (1, 99))),
        ((7, 5, 3), "7 … 3", None),
        ((7,) * 4, "7, 7, 7 …", None),
    ],
)
def test_the_cards_of_rounds_in_short_and_the_number_behind_them(cards: Cards, text: str, dial: object) -> None:
    number = cards_dial(cards)
    assert cards_text(cards) == text
    assert (number and (number[0], (number[1].low, number[1].high))) == dial
    for most in (1, 10, 99):
        assert all(cards == "round" or len(cards) <= MAX_BIDS for cards in cards_choices(most))
