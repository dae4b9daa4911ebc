"""Cards that score one another: facts that public programs agree on, tables by hand, and what holds for all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.score_pad.choices import held_of
from scoring.score_pad.deck import Amount, deck_of_parts, name_of
from scoring.score_pad.game import open_questions, remarks
from scoring.score_pad.kinds import Cards
from scoring.score_pad.tableau import amounts, gain, tableau
from storage.documents import codec
from tests.scoring.score_pad import judge
from tests.scoring.score_pad.card_tables import TAME, card, content, forest, hand, points, realms, reasons, small
from tests.scoring.score_pad.pads import category, document, line, lines, result
from tests.strategies import examples

if TYPE_CHECKING:
    from random import Random

FACTS: Final = Path(__file__).parent / "cards"


def facts(name: str) -> list[dict[str, Any]]:
    held: list[dict[str, Any]] = json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))
    return held


@pytest.mark.parametrize("fact", facts("fantasy_realms"), ids=lambda fact: "+".join(fact["cards"]))
def test_a_hand_is_worth_what_public_programs_say(fact: dict[str, Any]) -> None:
    decided = {".".join([key, *choice]): 1 for key, choice in fact.get("choices", {}).items()}
    scored = tableau(realms(), {**dict.fromkeys(fact["cards"], 1), **decided})
    assert scored.points == sum(each.points for each in scored.cards) == fact["points"]
    assert {choice.entry for choice in scored.choices} == decided.keys()
    assert tableau(realms(), dict.fromkeys(fact["cards"], 1)).points >= fact["points"]


@pytest.mark.parametrize("fact", facts("forest_shuffle"))
def test_a_forest_is_worth_what_public_programs_say(fact: dict[str, Any]) -> None:
    entries = fact["entries"]
    for seat, entry in enumerate(entries):
        scored = tableau(forest(), entry, [*entries[:seat], *entries[seat + 1 :]])
        assert scored.points == sum(each.points for each in scored.cards) == fact["points"][seat]


@pytest.mark.parametrize(
    ("entry", "worth"),
    [
        ({}, {}),
        ({"beech": 3}, {"beech": 0}),
        ({"beech": 4}, {"beech": 20}),
        ({"birch": 2, "douglas_fir": 1}, {"birch": 2, "douglas_fir": 5}),
        ({"sycamore": 2, "birch": 1}, {"sycamore": 6, "birch": 1}),
        ({"horse_chestnut": 3}, {"horse_chestnut": 9}),
        ({"horse_chestnut": 9}, {"horse_chestnut": 49}),
        ({"silver_fir": 2, "silver_fir.attached": 3}, {"silver_fir": 6}),
        ({"chaffinch": 2, "chaffinch.beech": 1}, {"chaffinch": 5}),
        ({"european_hare": 3, "red_fox": 1}, {"european_hare": 9, "red_fox": 6}),
        ({"wolf": 2, "fallow_deer": 1}, {"wolf": 10, "fallow_deer": 3}),
        ({"lynx": 2}, {"lynx": 0}),
        ({"lynx": 2, "roe_deer_beech": 1}, {"lynx": 20, "roe_deer_beech": 0}),
        ({"fireflies": 2, "fire_salamander": 2}, {"fireflies": 10, "fire_salamander": 15}),
        (
            {"peacock_butterfly": 2, "purple_emperor": 1, "camberwell_beauty": 1},
            {"peacock_butterfly": 0, "purple_emperor": 0, "camberwell_beauty": 0, "butterflies": 6},
        ),
    ],
)
def test_a_forest_by_hand(entry: dict[str, int], worth: dict[str, int]) -> None:
    assert points(forest(), entry) == worth


@pytest.mark.parametrize(
    ("rivals", "worth"), [([], 9), ([{"linden": 2}], 9), ([{"linden": 3}], 9), ([{"birch": 9}, {"linden": 4}], 3)]
)
def test_who_has_the_most_lindens_gets_three_for_each(rivals: list[dict[str, int]], worth: int) -> None:
    assert points(forest(), {"linden": 3}, *rivals) == {"linden": worth}


@pytest.mark.parametrize(
    ("names", "worth"),
    [
        ("king", {"king": 8}),
        ("king knights", {"king": 13, "knights": 20}),
        ("king queen knights", {"king": 28, "queen": 26, "knights": 20}),
        ("knights", {"knights": 12}),
        ("blizzard great_flood wildfire", {"blizzard": 25, "great_flood": 0, "wildfire": 40}),
        ("smoke candle great_flood", {"smoke": 0, "candle": 0, "great_flood": 32}),
        ("smoke candle", {"smoke": 27, "candle": 2}),
        ("warship knights", {"warship": 0, "knights": 12}),
        ("warship swamp knights", {"warship": 23, "swamp": 18, "knights": 12}),
        ("rangers dwarvish_infantry knights", {"rangers": 5, "dwarvish_infantry": 15, "knights": 12}),
        ("collector king queen princess", {"collector": 17, "king": 8, "queen": 6, "princess": 26}),
        (
            "gem_of_order magic_wand princess necromancer",
            {"gem_of_order": 15, "magic_wand": 26, "princess": 10, "necromancer": 3},
        ),
    ],
)
def test_a_hand_by_hand(names: str, worth: dict[str, int]) -> None:
    assert points(realms(), hand(names)) == worth


def test_what_is_counted() -> None:
    held = held_of(realms(), hand("king queen knights dragon"))
    of_suits = ("leader", "army", "beast")
    counted = {amount.value: amounts(amount, (), held, of_suits) for amount in Amount}
    assert counted == {
        "cards": (4,),
        "names": (4,),
        "sum": (64,),
        "highest": (30,),
        "sets": (4,),
        "suits": (2, 1, 1),
        "runs": (1, 1, 1, 1),
        "alike": (2,),
    }
    assert amounts(Amount.HIGHEST, ("wizard",), held, of_suits) == (0,)


@pytest.mark.parametrize(
    ("entry", "key", "because"),
    [
        ({"wolf": 2, "red_deer": 1, "fallow_deer": 2}, "wolf", "2 × 5 × 3 (Deer)"),
        ({"beech": 4}, "beech", "4 × 5"),
        ({"beech": 2}, "beech", "0: needs 4 × Beech"),
        ({"lynx": 1}, "lynx", "0: needs Roe Deer"),
        ({"oak": 1}, "oak", "0: needs 8 different (Tree)"),
        ({"mole": 1}, "mole", "no points"),
        ({"horse_chestnut": 3}, "horse_chestnut", "9 (Horse Chestnut)"),
        ({"peacock_butterfly": 2, "mole": 1, "purple_emperor": 1}, "butterflies", "3 (Butterfly)"),
    ],
)
def test_the_reason_of_a_card_is_its_arithmetic(entry: dict[str, int], key: str, because: str) -> None:
    assert reasons(forest(), entry)[key] == because


@pytest.mark.parametrize(
    ("needs", "because"),
    [
        ({"of": ["b"]}, "0: needs B"),
        ({"of": ["b", "c"]}, "0: needs 1 of B, C"),
        ({"of": ["b"], "at_least": 2}, "0: needs 2 × B"),
        ({"of": ["b"], "at_least": 2, "amount": "names"}, "0: needs 2 different (B)"),
        ({"of": ["a"], "at_most": 0}, "0: only without A"),
        ({"of": ["a"], "most": True}, "0: another player has more (A)"),
        ({"of": ["b"], "at_least": 2, "amount": "sum"}, "0: not fulfilled"),
        ({"of": [], "at_least": 2}, "0: not fulfilled"),
    ],
)
def test_the_reason_of_a_card_that_gives_nothing_is_what_it_lacks(needs: dict[str, Any], because: str) -> None:
    played = small(card("a", points=[{"each": 5, "when": [needs]}]), card("b"), card("c"))
    assert reasons(played, {"a": 1}, *([{"a": 2}] if "most" in needs else []))["a"] == because


def test_reasons_say_what_is_blanked_and_cleared_and_several_parts() -> None:
    assert reasons(realms(), hand("smoke candle"))["smoke"] == "27"
    assert reasons(realms(), hand("smoke"))["smoke"] == "blanked, does not count"
    assert reasons(realms(), hand("beastmaster dragon"))["dragon"] == "30, penalty cleared"
    assert reasons(realms(), hand("warlord knights rangers"))["warlord"] == "4, 25 (Army)"
    runs = [card(key, number=number) for number, key in enumerate("abxcd") if key != "x"]
    several = small(
        *runs,
        card("gem", points=[{"each": 7, "of": ["-gem"], "amount": "runs"}]),
        card("pay", points=[{"of": ["a", "b", "c", "d"], "amount": "runs", "steps": [0, 0, 5]}, {"each": 1, "of": []}]),
    )
    entry = {**hand("a b c d gem"), "pay": 2}
    assert reasons(several, entry)["gem"] == "7 × (2 + 2 + 1 + 1)"
    assert reasons(several, entry)["pay"] == "2 × (5 + 5) (A, B, C and D), 2 × 1 × 7"


def test_the_line_of_the_category_names_each_card_that_counts_the_most_first() -> None:
    pad = category("cards", deck=content("fantasy-realms"))
    assert line(pad, hand("king knights smoke")) == (
        33,
        "Knights 20: 20; King 13: 8, 5 × 1 (Army); Smoke: blanked, does not count",
    )
    assert line(pad, {}) == (0, "no cards")
    assert line(pad, 44) == (44, "44 entered")
    assert line(pad, None) == (0, "nothing entered")
    assert line(pad, hand("mirage rainstorm whirlwind island"))[1].endswith("Mirage is Great Flood")
    assert line(category("cards", deck=content("forest-shuffle")), {"mole": 1}) == (0, "no points")
    woods = Cards(key="woods", title="Woods", deck=forest())
    of_trees = woods.of_cards(woods.tableaux([{"beech": 4, "wolf": 1}, None]), ["beech"])
    assert [(points, str(because)) for points, because in of_trees] == [(20, "Beech 20: 4 × 5"), (0, "no cards")]


def test_a_number_and_cards_stand_beside_each_other_and_in_totals() -> None:
    woods = category("cards", key="forest", deck=content("forest-shuffle"))
    bonus = category("bonus", key="many", of=["forest"], at_least=20, worth=7)
    lowest = category("lowest", key="least", of=["forest", "coins"])
    entries = [{"forest": {"beech": 4}, "coins": 3}, {"forest": 19, "coins": 30}, {"coins": 1}]
    written = document(woods, category("points", key="coins"), bonus, lowest, entries=entries)
    columns = result(written)["columns"]
    assert [[each["points"] for each in column["lines"]] for column in columns] == [
        [20, 3, 7, 3],
        [19, 30, 0, 19],
        [0, 1, 0, 0],
    ]


def test_ties_break_by_the_points_of_cards() -> None:
    woods = category("cards", key="forest", deck=content("forest-shuffle"))
    entries = [{"forest": {"birch": 3}, "coins": 2}, {"forest": {"birch": 5}}]
    tie = {"tie_breaks": [{"category": "forest"}]}
    standings = result(document(woods, category("points", key="coins"), entries=entries, **tie))["standings"]
    assert [(standing["player"], standing["decided_by"]) for standing in standings] == [("Ben", "forest"), ("Anna", "")]


def test_lindens_compare_all_who_entered_cards() -> None:
    woods = category("cards", deck=content("forest-shuffle"))
    assert [worth for worth, _ in lines(woods, {"linden": 2}, {"linden": 3}, 12, None)] == [2, 9, 12, 0]


@given(st.data())
@examples(30)
def test_a_forest_is_worth_what_is_counted_card_by_card(data: st.DataObject) -> None:
    written = content("forest-shuffle")
    asked = {f"{each['key']}.{ask['key']}": each["key"] for each in written["cards"] for ask in each.get("asks", ())}
    keys = [each["key"] for each in written["cards"]]
    entries = []
    for _ in range(data.draw(st.integers(1, 3))):
        entry = data.draw(st.dictionaries(st.sampled_from(keys), st.integers(1, 4), max_size=25))
        entry |= {key: data.draw(st.integers(0, entry[of])) for key, of in asked.items() if of in entry}
        entries.append(entry)
    for seat, entry in enumerate(entries):
        others = [rival for at, rival in enumerate(entries) if at != seat]
        assert (
            tableau(forest(), entry, others).points
            == judge.lines(
                {"categories": [{"key": "all", "kind": "cards", "deck": written}]},
                [{"entries": {"all": rival}} for rival in (entry, *others)],
            )[0]["all"]
        )


@given(st.lists(st.sampled_from(TAME), min_size=1, max_size=7, unique=True), st.randoms())
@examples(30)
def test_the_order_of_cards_makes_no_difference(names: list[str], chance: Random) -> None:
    entry = dict.fromkeys(names, 1)
    chance.shuffle(names)
    assert tableau(realms(), dict.fromkeys(names, 1)) == tableau(realms(), entry)


def test_what_one_more_card_would_bring() -> None:
    assert gain(forest(), {"beech": 3}, "beech") == 20
    assert gain(forest(), {"linden": 2}, "linden", [{"linden": 3}]) == 7
    assert gain(realms(), hand("great_flood"), "knights") == 0


def test_parts_of_a_deck_are_those_that_are_played_with() -> None:
    base, all_parts = deck_of_parts(forest(), ()), deck_of_parts(forest(), tuple(forest().parts or ()))
    assert len(base.cards) < len(all_parts.cards) == len(forest().cards)


def test_names_are_those_of_a_language() -> None:
    held = small(card("oak", asks=[{"key": "big", "tags": ["tree"]}], tags=["tree"]), words={"en": {"oak": "Big Oak"}})
    assert [str(name_of(held, key)) for key in ("oak", "tree", "oak.big", "elm")] == ["Big Oak", "Tree", "Tree", "elm"]
    shelved = small({**card("oak"), "name": "{Oak}"}, card("elm"), key="forest-shuffle")
    assert [str(name_of(shelved, key)) for key in ("oak", "elm")] == ["{Oak}", "Elm"]


@pytest.mark.parametrize(("answered", "number"), [({}, 1), ({"chaffinch.beech": 0}, 0), ({"chaffinch.beech": 1}, 0)])
def test_what_a_card_asks_is_open_until_it_is_answered(answered: dict[str, int], number: int) -> None:
    lying = {"beech": 1, "chaffinch": 1, **answered}
    cards = category("cards", "woods", deck=content("forest-shuffle"))
    laid = document(cards, category("points", "more"), entries=[{"woods": lying, "more": 1}])
    table = codec.read_table(laid).table
    question = "Woods, Anna: Chaffinch, on a Beech: how many? Nobody answered, so it counts as 0."
    asked = [str(open_question) for open_question in open_questions(table)]
    assert asked == [str(remark) for remark in remarks(table)] == [question] * number
