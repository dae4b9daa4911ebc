"""The pad maker: from an empty pad to a table, every kind, and nothing that was typed is lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.score_pad.copy_values import read_pad
from companion.games.score_pad.kinds import KITS
from companion.services.new_table import NEW_TABLE, blank_draft, with_name, with_player
from scoring import GAMES
from scoring.score_pad.kinds import Bids, BidWorth, Bonus, Lowest, Majority, MarkedRule
from scoring.score_pad.state import Ends
from scoring.sheet import Better, Winner
from storage.documents.codec import plain
from storage.repositories.tables import Store
from tests.companion.pads import KINGDOMINO
from tests.companion.phones import of_host

if TYPE_CHECKING:
    from scoring.score_pad.state import Pad
    from tests.companion.headless import Headless, Screen

MINE = "/settings/score-pad/pad"


def kept(app: Headless) -> list[Pad]:
    """The pads that are here."""
    read = [read_pad(value) for value in app.tables.copies["score-pad"].part("pads").values()]
    return [pad for pad in read if pad is not None]


def begun(app: Headless, title: str = "Meadow", *categories: str) -> Screen:
    screen = of_host(app, MINE)
    screen.type_into("Title of the game", title)
    for number, category in enumerate(categories, 1):
        screen.type_into(f"Category {number}", category)
    return screen


def of_kind(app: Headless, kind: str, **typed: str) -> Screen:
    screen = begun(app, "Meadow", "Sheep")
    screen.tap("Kind of Sheep: Points")
    screen.tap(f"Sheep: {kind}")
    for label, words in typed.items():
        screen.type_into(label, words)
    return screen


def test_a_plain_pad_is_a_title_and_its_categories_below_each_other(app: Headless) -> None:
    screen = begun(app, "Meadow", "Sheep", "Fields", "Fences")
    screen.tap("Save")
    assert screen.route == "/settings/score-pad"
    (pad,) = kept(app)
    assert (pad.title, [category.title for category in pad.categories]) == ("Meadow", ["Sheep", "Fields", "Fences"])
    screen.follow()
    assert screen.has("Sheep.")


@pytest.mark.parametrize(
    ("kind", "typed", "says", "category"),
    [
        ("Points", {"Fewest, if limited": "0", "Most, if limited": "20"}, "From 0 to 20.", {"low": 0, "high": 20}),
        ("Count", {"Points": "1", "For every": "3"}, "1 point for every 3.", {"each": 1, "per": 3}),
        ("Tick", {"Points": "10"}, "10 points.", {"worth": 10}),
        (
            "Steps",
            {"Points for 1, 2, 3, …": "3, 6, 10"},
            "3 for 1, 6 for 2, 10 for 3; more than 3 are also worth 10.",
            {"values": (0, 3, 6, 10)},
        ),
        (
            "Several steps",
            {"Points for 1, 2, 3, …": "1, 3, 7"},
            "Each number by itself: 1 for 1, 3 for 2, 7 for 3; more than 3 are also worth 7.",
            {"values": (0, 1, 3, 7)},
        ),
        ("Bids", {}, "Bid 2, made 2: 20 + 2 × 10 = 40.", {"made": BidWorth(base=20, per_made=10)}),
        ("Marked rounds", {}, "Closed the round: 2 × 8 = 16.", {"rule": MarkedRule.DOUBLE}),
        ("Rounds", {}, "Points round by round.", {}),
        ("Rounds", {"Multiplied by": "10"}, "(5 + 8 + 12) × 10 = 250.", {"times": 10}),
        ("Products", {}, "Pairs of numbers, such as 5 × 2 + 3 × 1.", {}),
        (
            "Majority",
            {"Points, most first": "5 2", "Minimum for a place": "2"},
            "5 for the most, 2 for the second most, from 2 on, players who are level share.",
            {"values": (5, 2), "least": 2},
        ),
        (
            "Majority",
            {"Points, most first": "5 2", "Minimum for a place": "0"},
            "5 for the most, 2 for the second most, from 0 on, players who are level share.",
            {"values": (5, 2), "least": 0},
        ),
    ],
)
def test_every_kind_says_what_it_is_worth_while_it_is_typed(
    app: Headless, kind: str, typed: dict[str, str], says: str, category: dict[str, Any]
) -> None:
    screen = of_kind(app, kind, **typed)
    assert screen.has(says)
    screen.tap("Save")
    ((made,),) = [pad.categories for pad in kept(app)]
    assert str(KITS[made.kind].name) == kind
    assert {name: getattr(made, name) for name in category} == category


def made_of(app: Headless, screen: Screen) -> Any:
    screen.tap("Save")
    (pad,) = kept(app)
    return pad.categories[0]


def test_a_tick_that_wins_at_once_needs_no_points(app: Headless) -> None:
    screen = of_kind(app, "Tick")
    screen.tap("Sheep: wins at once")
    assert screen.has("Wins at once.")
    made = made_of(app, screen)
    assert (made.worth, made.wins) == (0, True)


def test_a_tick_that_puts_behind_does_not_win_and_one_player_alone_may_have_it(app: Headless) -> None:
    screen = of_kind(app, "Tick")
    screen.tap("Sheep: stands behind all without it")
    assert not screen.has("Sheep: wins at once")
    screen.tap("Sheep: one player at most has it")
    assert screen.has("Stands behind all without it, one player at most has it.")
    screen.type_into("Points", "-9999")
    assert screen.has("−9999 points, stands behind all without it, one player at most has it.")
    made = made_of(app, screen)
    assert (made.worth, made.wins, made.loses, made.only) == (-9999, False, True, True)


def test_the_cards_of_rounds_are_chosen_and_their_number_turned(app: Headless) -> None:
    screen = of_kind(app, "Bids")
    screen.tap("Sheep: Cards: 1 … 10 … 1")
    for _ in range(3):
        screen.tap("Sheep: Cards, −1")
    assert screen.has("Sheep: Cards: 7 … 1")
    screen.tap("Sheep: Skull King")
    screen.tap("Sheep: Cards: 10 … 1")
    assert screen.has("Bid 0, made 0: 8 × 10 = 80.")
    assert made_of(app, screen).cards == tuple(range(10, 0, -1))


def test_the_rule_of_the_marked_is_chosen_with_all_it_takes(app: Headless) -> None:
    screen = of_kind(app, "Marked rounds")
    screen.tap("Sheep: also below 0")
    assert screen.has("Closed the round: 2 × −2 = −4.") or screen.has("Closed the round: 2 × -2 = -4.")
    screen.tap("Sheep: number counts 0")
    screen.tap("Sheep: Points added, +1")
    assert screen.has("Closed the round: 8 + 1 = 9.")
    screen.tap("Sheep: gets all numbers")
    screen.tap("Sheep: the others lose theirs")
    made = made_of(app, screen)
    assert (made.rule, made.negatives, made.add, made.lose) == (MarkedRule.TAKE, None, None, True)


def test_a_number_that_need_not_be_typed_is_not_there_to_be_typed_behind(app: Headless) -> None:
    screen = of_kind(app, "Count", Points="2")
    assert screen.value("For every") == ""
    assert screen.has("2 points for each.")
    screen.tap("Sheep: Steps")
    assert screen.value("Points for 0") == ""
    screen.tap("Sheep: Majority")
    assert screen.value("Minimum for a place") == ""


def test_a_pad_is_removed_where_it_is_changed_with_a_way_back(app: Headless) -> None:
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", KINGDOMINO))
    screen = of_host(app, "/settings/score-pad/pad/4f2c")
    screen.tap("Remove")
    assert screen.route == "/settings/score-pad"
    assert kept(app) == []
    screen.follow()
    assert not screen.has("Kingdomino")
    screen.tap("Undo")
    screen.follow()
    assert [pad.title for pad in kept(app)] == ["Kingdomino"]
    assert screen.value("Title of the game") == "Kingdomino"


def test_what_is_wrong_stands_at_its_field_and_nothing_is_kept(app: Headless) -> None:
    screen = of_host(app, MINE)
    screen.tap("Save")
    assert screen.has("Type a title.")
    assert screen.has("Type at least one category: what gives points?")
    screen.type_into("Category 1", "Gems")
    screen.tap("Kind of Gems: Points")
    screen.tap("Gems: Steps")
    screen.type_into("Points for 1, 2, 3, …", "3, six")
    assert screen.has("Six: a whole number from −9999 to 9999 belongs here.")
    screen.tap("Save")
    assert kept(app) == []


def test_a_title_alone_makes_a_pad_for_the_totals(app: Headless) -> None:
    screen = begun(app)
    screen.tap("The fewest points win")
    screen.type_into("Category 1", "Sheep")
    assert not screen.has("Only the totals")
    screen.type_into("Category 1", "")
    screen.tap("Only the totals")
    (pad,) = kept(app)
    assert (pad.title, pad.winner) == ("Meadow", Winner.FEWEST)
    assert [category.title for category in pad.categories] == ["Points"]


def test_only_the_category_that_is_wrong_is_opened(app: Headless) -> None:
    screen = begun(app, "Meadow", *(f"Part {number}" for number in range(1, 11)))
    screen.tap("Kind of Part 10: Points")
    screen.tap("Part 10: Tick")
    screen.tap("Save")
    assert screen.has("Missing: a whole number from −9999 to 9999 belongs here.")
    assert not screen.has("Fewest, if limited")


def test_the_screen_scrolls_to_the_category_whose_choices_open(app: Headless) -> None:
    screen = begun(app, "Meadow", *(f"Part {number}" for number in range(1, 6)))
    screen.tap("Kind of Part 5: Points")
    assert [asked["scroll_key"] for name, asked in screen.called if name == "scroll_to"] == ["at categories.5"]
    screen.tap("Kind of Part 5: Points")
    assert len([name for name, _ in screen.called if name == "scroll_to"]) == 1


def test_a_draft_outlives_a_reload_and_is_put_aside_with_a_way_back(app: Headless) -> None:
    of_kind(app, "Steps", **{"Points for 1, 2, 3, …": "3, 6"})
    again = of_host(app, MINE)
    assert again.value("Category 1") == "Sheep"
    assert again.has("3 for 1, 6 for 2; more than 2 are also worth 6.")
    again.tap("Start over")
    assert again.value("Title of the game") == ""
    again.tap("Undo")
    assert again.value("Title of the game") == "Meadow"


def test_a_category_is_moved_and_removed_with_a_way_back(app: Headless) -> None:
    screen = begun(app, "Meadow", "Sheep", "Fields")
    screen.tap("Move Fields up")
    assert screen.value("Category 1") == "Fields"
    screen.tap("Remove Sheep")
    assert not screen.has("Remove Sheep")
    screen.tap("Undo")
    assert screen.value("Category 2") == "Sheep"


def test_ties_break_by_a_category(app: Headless) -> None:
    screen = begun(app, "Meadow", "Sheep", "Fields")
    screen.tap("Add a tie-break")
    screen.tap("Fields")
    screen.tap("The fewest wins")
    screen.tap("The number entered")
    screen.tap("The fewest points win")
    screen.tap("Save")
    (pad,) = kept(app)
    assert [(tie_break.category, tie_break.wanted.value, tie_break.by.value) for tie_break in pad.tie_breaks] == [
        ("fields", "fewest", "entry")
    ]
    assert pad.winner.value == "fewest"


@pytest.mark.parametrize(
    ("start", "kinds"), [("Points", ["points"]), ("Rounds", ["rounds"]), ("Kingdomino", ["products", "count", "tick"])]
)
def test_a_pad_begins_from_another(app: Headless, start: str, kinds: list[str]) -> None:
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", KINGDOMINO))
    screen = of_host(app, MINE)
    screen.type_into("Title of the game", "Meadow")
    screen = of_host(app, MINE)
    assert not screen.has(start), "it has a title by now"
    screen.tap("Start from another pad")
    screen.tap(start)
    assert not screen.has("Start from another pad")
    screen.tap("Save")
    made = next(pad for pad in kept(app) if pad.title == "Meadow")
    assert [category.kind.value for category in made.categories] == kinds


def test_an_example_counts_along_while_the_numbers_of_a_game_are_turned(app: Headless) -> None:
    screen = of_kind(app, "Bids")
    screen.tap("Sheep: Skull King")
    assert screen.has("Bid 0, made 0: 3 × 10 = 30.")
    screen.type_into("Sheep: Made as bid, for each trick bid", "30")
    screen.leave("Sheep: Made as bid, for each trick bid")
    assert screen.has("Bid 2, made 2: 2 × 30 = 60.")
    screen.type_into("Sheep: Missed, for each trick off", "0")
    assert not screen.has("Sheep: Missed, for each trick off, +1")
    screen.tap("Sheep: missed, for each trick off")
    assert screen.value("Sheep: Missed, for each trick off") == "1"
    screen.type_into("Sheep: Missed, for each trick off", "0")
    screen.tap("Save")
    ((made,),) = [pad.categories for pad in kept(app)]
    assert isinstance(made, Bids)
    assert (made.made, made.missed, made.cards) == (BidWorth(per_bid=30), BidWorth(), "round")


@pytest.mark.parametrize(
    ("start", "worth"),
    [("7 Wonders: science", "sets_of_three"), ("Yahtzee: bonus", "bonus"), ("Cascadia: majority", "largest_group")],
)
def test_a_pad_begins_as_a_game_has_it(app: Headless, start: str, worth: str) -> None:
    screen = of_host(app, MINE)
    screen.tap(start)
    screen.type_into("Title of the game", "Meadow")
    screen.tap("Save")
    (pad,) = kept(app)
    assert pad.categories[-1].key == worth


def test_the_points_that_end_a_game_are_typed(app: Headless) -> None:
    screen = of_host(app, MINE)
    screen.tap("Skyjo")
    assert screen.value("Points that end the game") == "100"
    screen.type_into("Points that end the game", "1e3")
    assert screen.has("1e3: a whole number from 1 to 9999999 belongs here.")
    screen.type_into("Points that end the game", "150")
    screen.tap("Save")
    (pad,) = kept(app)
    assert (pad.title, pad.ends, pad.winner.value) == ("Skyjo", Ends(at=150), "fewest")


def test_two_pads_of_one_title_are_both_there_to_begin_from(app: Headless) -> None:
    for number in ("4f2c", "5f2c"):
        app.run(app.tables.copies["score-pad"].keep("pads", number, KINGDOMINO))
    assert of_host(app, MINE).names.count("Kingdomino") == 2


def test_a_changed_pad_counts_for_new_tables_and_can_be_as_before(app: Headless) -> None:
    copies = app.tables.copies["score-pad"]
    app.run(copies.keep("pads", "4f2c", KINGDOMINO))
    screen = of_host(app, "/settings/score-pad")
    screen.tap("Edit: Kingdomino")
    assert screen.route == f"{MINE}/4f2c"
    screen.follow()
    screen.type_into("Category 3", "Harmony")
    screen.tap("Save")
    assert copies.part("pads")["4f2c"]["categories"][2] == KINGDOMINO["categories"][2] | {"title": "Harmony"}
    screen.tap("Undo")
    assert copies.part("pads")["4f2c"] == KINGDOMINO


def test_a_pad_is_removed_with_a_way_back(app: Headless) -> None:
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", KINGDOMINO))
    screen = of_host(app, "/settings/score-pad")
    screen.tap("Remove Kingdomino")
    assert kept(app) == []
    screen.tap("Undo")
    assert kept(app) != []


def test_a_pad_that_is_gone_is_said_to_be(app: Headless) -> None:
    assert of_host(app, f"{MINE}/4f2c").has("This pad is not here any more.")


def test_another_game_is_chosen_on_new_table_and_the_names_stay(app: Headless) -> None:
    typed = with_player(with_name(blank_draft("mayor", GAMES["mayor"]), 0, "Anna"), "Ben")
    app.worker.run_blocking(Store.set, NEW_TABLE, plain(typed))
    screen = of_host(app, "/new")
    screen.tap("All games")
    screen.follow()
    screen.tap("Another game …")
    assert screen.route == "/new/pad"
    screen.follow()
    screen.type_into("Title of the game", "Meadow")
    screen.tap("Rounds")
    screen.tap("Save")
    assert screen.route == "/new"
    screen.follow()
    assert (screen.value("Starting player"), screen.value("Player 2")) == ("Anna", "Ben")
    screen.start()
    assert re.fullmatch("/table/[^/]+", screen.route)
    stored = app.worker.run_blocking(Store.table, screen.route.split("/")[2])
    assert stored is not None
    assert stored.content["table"]["pad"]["title"] == "Meadow"


def test_a_pad_that_was_removed_elsewhere_leaves_the_names_of_a_new_table(app: Headless) -> None:
    copies = app.tables.copies["score-pad"]
    app.run(copies.keep("pads", "4f2c", KINGDOMINO))
    screen = of_host(app, "/new")
    screen.tap("Kingdomino")
    screen.type_into("Starting player", "Anna")
    screen.type_into("Player 2", "Ben")
    app.run(copies.drop("pads", "4f2c"))
    screen.start()
    assert screen.says("The score pad of this game is not here any more.")
    assert of_host(app, "/new").value("Starting player") == "Anna"


def test_the_choices_of_two_open_categories_are_told_apart(app: Headless) -> None:
    screen = begun(app, "Meadow", "Sheep", "Gems")
    screen.tap("Kind of Sheep: Points")
    screen.tap("Kind of Gems: Points")
    assert screen.has("Sheep: Majority")
    screen.tap("Gems: Majority")
    assert screen.has("Kind of Gems: Majority")
    assert screen.has("Kind of Sheep: Points")


def test_rounds_of_bids_take_numbers_that_their_game_has_not(app: Headless) -> None:
    screen = of_kind(app, "Bids")
    screen.tap("More numbers")
    screen.tap("Sheep: more than bid")
    screen.tap("Sheep: more than bid, for each trick off")
    assert screen.has("Bid 2, made 3: 1 × 1 = 1.")
    screen.tap("Sheep: more than bid")
    assert screen.has("Bid 2, made 3: 1 × −10 = −10.")


def test_categories_are_ticked_of_which_the_lowest_or_a_bonus_counts(app: Headless) -> None:
    screen = begun(app, "Meadow", "Sheep", "Goats", "Sets", "Bonus")
    screen.tap("Kind of Sets: Points")
    screen.tap("Sets: Lowest")
    assert screen.has("Only the lowest of other categories counts, such as the color you have least of.")
    screen.tap("Kind of Bonus: Points")
    screen.tap("Bonus: Bonus")
    screen.tap("Sets: Sheep")
    screen.tap("Save")
    assert screen.has("Tick at least two categories.")
    assert screen.has("Tick at least one category.")
    screen.tap("Sets: Goats")
    screen.type_into("Points for each", "7")
    assert screen.has("The lowest of Sheep 2, Goats 1: 1 × 7 = 7.")
    screen.tap("Bonus: Goats")
    screen.type_into("At least", "10")
    screen.type_into("Bonus", "5")
    assert screen.has("Goats 9, less than 10.")
    screen.tap("Save")
    ((_, _, sets, bonus),) = [pad.categories for pad in kept(app)]
    assert isinstance(sets, Lowest)
    assert isinstance(bonus, Bonus)
    assert (sets.of, sets.worth, bonus.of, bonus.at_least, bonus.worth) == (("sheep", "goats"), 7, ("goats",), 10, 5)


def test_a_majority_by_number_of_players_has_points_for_those_who_are_level(app: Headless) -> None:
    screen = of_kind(app, "Majority", **{"Points, most first": "5, 2"})
    assert screen.has("3 players with 3, 3 and 1 get 3, 3 and 0.")
    screen.tap("Sheep: from 2 players on")
    screen.tap("Sheep: from 4 players on")
    screen.type_into("4+ players: Points, most first", "7")
    screen.tap("Sheep: players who are level get points of their own")
    screen.type_into("2+ players: Level for the most", "4")
    screen.type_into("4+ players: Level for the most", "3, 2")
    screen.type_into("2+ players: Level for the second most", "1")
    assert screen.has("2 players with 2 and 2 get 4 and 4.")
    screen.tap("Sheep: The fewest wins")
    screen.tap("Save")
    ((made,),) = [pad.categories for pad in kept(app)]
    assert isinstance(made, Majority)
    assert (made.values, made.level) == ({"2": (5, 2), "4": (7,)}, {"2": ((4,), (1,)), "4": ((3, 2),)})
    assert (made.wanted, made.least) == (Better.FEWEST, None)
