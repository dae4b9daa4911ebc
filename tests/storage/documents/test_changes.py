"""Documents as flat facts: taken apart and put together, compared, changed, and changed back."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import GAMES
from storage.documents import codec
from storage.documents.changes import (
    ABSENT,
    Change,
    Holder,
    applied,
    changes_between,
    difference,
    flatten,
    plain_changes,
    read_changes,
    reversed_,
    still_true,
    unflatten,
)
from tests.scoring.carpe_diem import strategies
from tests.storage.sample_documents import ABSENT as NOTHING
from tests.storage.sample_documents import changed, feature, fish_card, table_document, tile
from tests.strategies import examples, json_values

if TYPE_CHECKING:
    from random import Random

    from storage.documents.changes import Fact

TILES = "table/players/1/district/tiles"


def row_by_row(tiles: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(tiles, key=lambda lying: (int(lying["cell"][1:]), lying["cell"][0]))


def in_order(document: dict[str, Any]) -> dict[str, Any]:
    for player in document["table"]["players"]:
        if "district" in player:
            player["district"]["tiles"] = row_by_row(player["district"]["tiles"])
    return document


documents = st.builds(lambda table: in_order(codec.table_document(GAMES["carpe-diem"], table)), strategies.tables())
anything = st.one_of(documents, json_values)


def as_text(value: object) -> str:
    """Tell 1, 1.0 and true apart, as `==` does not."""
    return json.dumps(value, sort_keys=True)


def after(document: Any, *steps: tuple[Change, ...]) -> Any:
    facts = flatten(document)
    for changes in steps:
        facts = applied(facts, changes)
    return unflatten(facts)


def between(before: Any, now: Any) -> tuple[Change, ...]:
    return difference(flatten(before), flatten(now))


def changed_here_and_there(value: Any, others: list[Any], chance: Random) -> Any:
    """A value that has some parts in common with another one: the same objects, copies, and others."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.choice(others)
    if kind == 1:
        return copy.deepcopy(value)
    if kind == 2:
        return value
    if isinstance(value, dict):
        kept = {
            name: changed_here_and_there(part, others, chance) for name, part in value.items() if chance.random() < 0.9
        }
        return kept | ({"new": chance.choice(others)} if kind == 3 else {})
    if isinstance(value, list):
        parts = [changed_here_and_there(part, others, chance) for part in value if chance.random() < 0.9]
        chance.shuffle(parts) if kind == 4 else None
        return parts + ([chance.choice(others)] if kind == 3 else [])
    return value


@examples(100)
@given(anything, st.lists(json_values, min_size=1), st.randoms(use_true_random=False))
def test_parts_that_are_the_same_object_need_not_be_looked_at(before: Any, others: list[Any], chance: Random) -> None:
    others += [part for value in (before, *others) if isinstance(value, dict) for part in value.values()]
    now = changed_here_and_there(before, others, chance)
    assert changes_between(before, now) == between(before, now)
    assert changes_between(now, before) == between(now, before)


def test_a_value_stands_at_the_names_and_numbers_that_lead_to_it() -> None:
    facts = flatten(table_document())
    assert facts["game"] == "carpe-diem"
    assert facts["table/players/0/goods/fish"] == 2
    assert facts["table/players/0/frame/1/kind"] == "garden"
    assert facts["table/forum/cards/0/2"] is None
    assert facts["table/villa_chart/5+"] == 7


def test_what_lies_on_a_square_is_one_fact_wherever_its_list_names_it() -> None:
    lying = tile("D3", feature("pond", "W"))
    document = table_document()
    document["table"]["players"][1]["district"]["tiles"].reverse()
    assert flatten(document) == flatten(table_document())
    assert flatten(document)[f"{TILES}/D3"] == lying
    assert not [path for path in flatten(document) if path.startswith(f"{TILES}/D3/")]


def test_a_list_of_plain_values_is_one_fact() -> None:
    facts = flatten({"villas": [3, 5], "markers": [["A1", "B1"]], "none": []})
    assert facts == {
        "": Holder.FIELDS,
        "villas": [3, 5],
        "markers": Holder.ENTRIES,
        "markers/0": ["A1", "B1"],
        "none": [],
    }


def test_an_empty_space_is_a_fact_of_its_own_so_that_it_stands_where_a_card_will() -> None:
    assert flatten([None, None]) == {"": Holder.ENTRIES, "0": None, "1": None}


@pytest.mark.parametrize(
    "parts",
    [
        [{"cell": "A1"}, {"cell": "A1"}],
        [{"cell": "A1"}, {"kind": "pond"}],
        [{"cell": "A1"}, 3],
        [{"cell": "a1"}],
        [{"cell": "A0"}],
        [{"cell": "A1/B"}],
        [{"cell": ["A1"]}],
    ],
)
def test_what_does_not_lie_on_squares_of_its_own_is_told_by_number(parts: list[Any]) -> None:
    assert flatten(parts)[""] is Holder.ENTRIES
    assert unflatten(flatten(parts)) == parts


def test_names_are_escaped_as_in_a_json_pointer() -> None:
    odd = {"a/b": 1, "a~b": 2, "~1": 3, "": 4, "~": 5, "a": {"": {"": 6}}}
    assert list(flatten(odd)) == ["", "a~1b", "a~0b", "~01", "~", "~0", "a", "a/~", "a/~/~"]
    assert unflatten(flatten(odd)) == odd


def test_fields_that_look_like_numbers_or_squares_stay_fields() -> None:
    odd = {"villa_chart": {"0": 1, "1": 3}, "at": {"A1": 1}, "empty": {}}
    assert unflatten(flatten(odd)) == odd


@examples(60)
@given(anything)
def test_facts_lead_back_to_what_they_were_taken_from_which_stays_as_it_was(value: Any) -> None:
    before = copy.deepcopy(value)
    assert as_text(unflatten(flatten(value))) == as_text(before)
    assert as_text(value) == as_text(before)
    assert between(value, before) == ()


def test_squares_come_back_row_by_row() -> None:
    facts: dict[str, Fact] = {"": Holder.CELLS}
    for cell in ("B10", "A2", "C1", "A10", "B1"):
        facts[cell] = {"cell": cell}
    assert [lying["cell"] for lying in unflatten(facts)] == ["B1", "C1", "A2", "A10", "B10"]


def test_gaps_between_entries_are_closed() -> None:
    facts: dict[str, Fact] = {"": Holder.ENTRIES, "10": "c", "9": "b", "2": "a"}
    assert unflatten(facts) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("facts", "value"),
    [
        ({"goods/fish": 1}, {"goods": {"fish": 1}}),
        ({"villas/0": 3, "villas/1": None}, {"villas": [3, None]}),
        ({"villa_chart/3": 5}, {"villa_chart": {"3": 5}}),
        ({"tiles": [], "tiles/C4": {"cell": "C4"}}, {"tiles": [{"cell": "C4"}]}),
        ({"": None, "card": 1}, {"card": 1}),
        ({"": Holder.ENTRIES, "card": 1}, {"card": 1}),
        ({"": Holder.CELLS, "A1": {"cell": "A1"}, "0": 1}, {"A1": {"cell": "A1"}, "0": 1}),
        ({}, {}),
    ],
)
def test_parts_count_where_their_holder_is_gone_or_does_not_fit(facts: dict[str, Fact], value: Any) -> None:
    assert unflatten(facts) == value


def test_a_changed_field_is_one_change() -> None:
    now = changed(table_document(), {"table.players[0].goods.fish": 5})
    assert between(table_document(), now) == (Change("table/players/0/goods/fish", 2, 5),)


def test_a_new_field_was_absent_and_an_old_one_becomes_absent() -> None:
    now = changed(table_document(), {"table.players[0].goods.herbs": None, "table.players[1].district.shovel": NOTHING})
    assert between(table_document(), now) == (
        Change("table/players/1/district/shovel", "C3", ABSENT),
        Change("table/players/0/goods/herbs", ABSENT, None),
    )


def test_a_turned_tile_is_one_change_of_its_square() -> None:
    now = changed(table_document(), {"table.players[1].district.tiles[1].features[0].opens": "NW"})
    (change,) = between(table_document(), now)
    assert change == Change(f"{TILES}/D3", tile("D3", feature("pond", "W")), tile("D3", feature("pond", "NW")))


@pytest.mark.parametrize(
    ("first", "second"), [(1, 1.0), (1, True), (0, False), ([1], [True]), ({"a": 0}, {"a": False})]
)
def test_numbers_and_truth_values_are_told_apart(first: Any, second: Any) -> None:
    assert first == second
    assert as_text(after({"at": first}, between({"at": first}, {"at": second}))) == as_text({"at": second})


@examples(40)
@given(anything, anything)
def test_the_difference_leads_from_one_to_the_other_and_back_also_once_it_was_written(before: Any, now: Any) -> None:
    changes = between(before, now)
    again = read_changes(json.loads(json.dumps(plain_changes(changes))))
    assert again == changes
    for steps in (changes, again):
        assert as_text(after(before, steps)) == as_text(now)
        assert as_text(after(now, reversed_(steps))) == as_text(before)


def test_changes_of_one_path_after_each_other_are_taken_back_the_other_way_round() -> None:
    changes = (Change("coins", 1, 2), Change("coins", 2, 3))
    assert after({"coins": 1}, changes) == {"coins": 3}
    assert after({"coins": 3}, reversed_(changes)) == {"coins": 1}


def test_changes_are_made_whatever_stood_there() -> None:
    assert after({"coins": 7}, (Change("coins", 1, 2),)) == {"coins": 2}
    assert after({"coins": 7}, (Change("bread", 1, ABSENT),)) == {"coins": 7}


def test_applying_changes_leaves_the_facts_as_they_were() -> None:
    facts = flatten({"coins": 1})
    applied(facts, (Change("coins", 1, ABSENT),))
    assert facts == flatten({"coins": 1})


def test_absent_has_no_key_in_json_and_null_has() -> None:
    assert plain_changes([Change("coins", ABSENT, None)]) == [{"path": "coins", "after": None}]
    assert plain_changes([Change("coins", None, ABSENT)]) == [{"path": "coins", "before": None}]


def placed(tiles: list[dict[str, Any]]) -> dict[str, Any]:
    return changed(table_document(), {"table.players[1].district.tiles": tiles})


FIRST, SECOND = tile("C3", feature("pond", "E")), tile("D3", feature("pond", "W"))


def undone(document: Any, changes: tuple[Change, ...]) -> Any:
    return after(document, reversed_(still_true(flatten(document), changes)))


def test_fields_changed_by_two_are_both_changed() -> None:
    mine = between({"coins": 1, "bread": 1}, {"coins": 2, "bread": 1})
    theirs = between({"coins": 1, "bread": 1}, {"coins": 1, "bread": 3})
    assert after({"coins": 1, "bread": 1}, mine, theirs) == {"coins": 2, "bread": 3}


def test_the_last_to_change_a_field_wins() -> None:
    assert after({"coins": 1}, (Change("coins", 1, 2),), (Change("coins", 1, 3),)) == {"coins": 3}


def test_an_undo_leaves_alone_what_somebody_changed_since() -> None:
    mine = between({"coins": 1, "bread": 1}, {"coins": 2, "bread": 2})
    assert undone({"coins": 2, "bread": 7}, mine) == {"coins": 1, "bread": 7}
    assert undone({"coins": 2.0, "bread": 7}, mine) == {"coins": 2.0, "bread": 7}


def test_an_object_is_taken_back_as_a_whole_or_not_at_all() -> None:
    free = {"cards": [None, None]}
    herbs = {"cards": [None, {"pay": {"herbs": 2}, "points": 4}]}
    more_for_them = {"cards": [None, {"pay": {"herbs": 2}, "points": 7}]}
    laid = difference(flatten(free), flatten(herbs))
    assert still_true(flatten(herbs), laid) == laid
    assert still_true(flatten(more_for_them), laid) == ()
    taken = difference(flatten(herbs), flatten(free))
    assert still_true(flatten(free), taken) == taken
    assert still_true(flatten(more_for_them), taken) == ()


def test_a_card_that_took_the_place_of_another_is_taken_back_as_a_whole_or_not_at_all() -> None:
    herbs, fish, grapes = (
        {"pay": {good: 1}, "points": points} for good, points in (("herbs", 4), ("fish", 7), ("grapes", 7))
    )
    replaced = difference(flatten({"cards": [[herbs]]}), flatten({"cards": [[fish]]}))
    assert still_true(flatten({"cards": [[fish]]}), replaced) == replaced
    assert still_true(flatten({"cards": [[grapes]]}), replaced) == ()
    assert still_true(flatten({"cards": [[fish, grapes]]}), replaced) == replaced


def test_what_a_player_has_is_taken_back_one_by_one() -> None:
    before, after, now = (
        {"players": [{"coins": 1, "bread": bread, "cards": [card]}]} for bread, card in ((1, 1), (2, 2), (5, 2))
    )
    after["players"][0]["coins"] = now["players"][0]["coins"] = 9
    stands = still_true(flatten(now), difference(flatten(before), flatten(after)))
    assert {change.path for change in stands} == {"players/0/coins", "players/0/cards"}


def test_what_is_still_true_of_something_taken_away_is_that_it_is_absent() -> None:
    gone = Change("coins", 1, ABSENT)
    assert still_true(flatten({}), [gone]) == (gone,)
    assert still_true(flatten({"coins": None}), [gone]) == ()


def test_undoing_the_first_tile_leaves_the_second_that_somebody_else_placed() -> None:
    mine = between(placed([]), placed([FIRST]))
    assert undone(placed([FIRST, SECOND]), mine) == placed([SECOND])
    assert undone(placed([FIRST]), mine) == placed([])


def test_undoing_the_first_villa_of_the_chart_leaves_a_chart_with_the_other() -> None:
    bare, with_first, with_second, both = (
        changed(table_document(), {"table.villa_chart": chart})
        for chart in (NOTHING, {"0": 3}, {"1": 7}, {"0": 3, "1": 7})
    )
    assert undone(both, between(bare, with_first)) == with_second
    assert undone(with_first, between(bare, with_first)) == bare


def test_emptying_a_district_leaves_what_somebody_placed_at_the_same_time() -> None:
    mine = between(placed([FIRST]), placed([]))
    theirs = between(placed([FIRST]), placed([FIRST, SECOND]))
    assert after(placed([FIRST]), mine, theirs) == placed([SECOND])
    assert after(placed([FIRST]), theirs, mine) == placed([SECOND])


def test_two_cards_put_into_one_row_at_the_same_time_both_lie_there() -> None:
    bare = [None, None, None, None]
    mine = between(bare, [fish_card(), None, None, None])
    theirs = between(bare, [None, None, fish_card(), None])
    both = [fish_card(), None, fish_card(), None]
    assert after(bare, mine, theirs) == both
    assert undone(both, mine) == [None, None, fish_card(), None]
