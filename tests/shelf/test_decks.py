"""The decks of the shelf: numbers of every card that two sources have, and tables that two public programs agree on."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from companion.formatting.languages import catalogue, languages
from companion.system.paths import assets
from scoring.messages import reading
from scoring.problems import problems_in
from scoring.score_pad.deck import Deck, deck_of_parts, name_of
from scoring.score_pad.kinds import Cards
from scoring.score_pad.limits import LIMITS
from scoring.score_pad.tableau import tableau
from storage.documents.records import record_of

DECKS: Final = {file.stem: file for file in sorted((assets() / "decks").glob("*.json")) if "@" not in file.stem}
FACTS: Final = {
    file.stem: json.loads(file.read_text("utf-8")) for file in (Path(__file__).parent / "decks").glob("*.json")
}
"""What two sources have of each deck, and tables with the points by two programs, whose rules are those of the deck."""

SQUARES: Final = [0, 1, 4, 9, 16, 25, 36, 49]
SPECIES: Final = ["linden", "oak", "birch", "beech", "sycamore", "douglas_fir", "horse_chestnut"]


@cache
def deck(key: str) -> Deck:
    problems: list[Any] = []
    read: Deck = record_of(Deck).read(json.loads(DECKS[key].read_text("utf-8"))["deck"], None, problems)
    assert problems + problems_in(read, LIMITS) == []
    return read


def points(key: str, **entry: int) -> dict[str, int]:
    return {card.key: card.points for card in tableau(deck(key), entry).cards}


def test_every_deck_has_facts_and_the_key_of_its_pad() -> None:
    assert DECKS.keys() == FACTS.keys()
    assert [deck(key).key for key in DECKS] == list(DECKS)
    assert all((assets() / "shelf" / f"{key}.json").exists() for key in DECKS)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("key", DECKS)
def test_no_two_cards_are_called_the_same_in_any_language(key: str, code: str) -> None:
    with reading(catalogue(code)):
        names = [str(name_of(deck(key), card.key)) for card in deck(key).cards]
    assert len(set(names)) == len(names)


def test_cards_are_called_as_on_the_cards_of_a_language() -> None:
    with reading(catalogue("de")):
        assert str(name_of(deck("forest-shuffle"), "chaffinch.beech")) == "auf einer Buche"
        assert str(name_of(deck("fantasy-realms"), "war_dirigible")) == "Kampfzeppelin"
        assert str(name_of(deck("everdell"), "evertree")) == "Immerbaum"


def test_why_cards_are_worth_what_they_are_is_written_as_the_language_has_it() -> None:
    category = Cards(key="forest", title="Forest", deck=deck("forest-shuffle"))
    ((_, because),) = category.scored([{"linden": 2}], ["Anna"])
    with reading(catalogue("fr")):
        assert str(because) == "Tilleul 6\N{NO-BREAK SPACE}: 2 × 3"


@pytest.mark.parametrize(("key", "what"), [(key, what) for key in FACTS for what in ("numbers", "copies")])
def test_cards_have_the_numbers_of_two_sources(key: str, what: str) -> None:
    cards = {card.key: card.number if what == "numbers" else card.copies for card in deck(key).cards}
    of_sources = FACTS[key].get(what, {})
    assert {card: [cards[card]] * 2 for card in of_sources} == of_sources


@pytest.mark.parametrize(("key", "table"), [(key, table) for key in FACTS for table in FACTS[key]["tables"]])
def test_cards_are_worth_what_two_programs_say(key: str, table: dict[str, Any]) -> None:
    entries = table["entries"]
    for seat, entry in enumerate(entries):
        scored = tableau(deck(key), entry, [*entries[:seat], *entries[seat + 1 :]])
        assert scored.points == sum(card.points for card in scored.cards) == table["points"][seat]


@pytest.mark.parametrize("key", DECKS)
def test_every_card_lies_at_a_table_that_was_worked_out(key: str) -> None:
    lying = {card for table in FACTS[key]["tables"] for entry in table["entries"] for card in entry}
    assert {card.key for card in deck(key).cards} <= lying


def test_a_sapling_is_a_tree_and_no_kind_of_tree() -> None:
    assert points("forest-shuffle", **dict.fromkeys([*SPECIES, "sapling"], 1))["oak"] == 0
    assert points("forest-shuffle", **dict.fromkeys([*SPECIES, "silver_fir"], 1))["oak"] == 10
    assert points("forest-shuffle", sycamore=1, sapling=2)["sycamore"] == 3


def test_a_turkey_oak_is_an_oak_and_a_moor_birch_a_birch_where_kinds_of_tree_count() -> None:
    kinds = dict.fromkeys(SPECIES, 1)
    assert points("forest-shuffle", **kinds, turkey_oak=1, moor_birch=1)["oak"] == 0
    assert points("forest-shuffle", **kinds, palm_tree=1)["oak"] == 10
    assert (
        points("forest-shuffle", **{**kinds, "oak": 0}, turkey_oak=1, palm_tree=1, wild_strawberries=1)[
            "wild_strawberries"
        ]
        == 10
    )


@pytest.mark.parametrize(("trees", "worth"), list(enumerate(SQUARES)))
def test_chestnuts_are_worth_their_square_and_a_bee_is_one_more(trees: int, worth: int) -> None:
    entry = {"horse_chestnut": trees} if trees < 2 else {"horse_chestnut": trees - 1, "violet_carpenter_bee": 1}
    bees = {} if trees < 2 else {"violet_carpenter_bee.horse_chestnut": 1}
    assert points("forest-shuffle", **entry, **bees).get("horse_chestnut", 0) == worth


def test_a_bee_counts_for_moss_at_every_tree_and_for_nothing_at_a_shrub() -> None:
    nine = {"birch": 5, "oak": 4, "moss": 1}
    assert points("forest-shuffle", **nine, violet_carpenter_bee=1)["moss"] == 10
    assert points("forest-shuffle", **nine, violet_carpenter_bee_shrub=1)["moss"] == 0
    assert points("forest-shuffle", violet_carpenter_bee=1, marsh_cinquefoil=1, birch=5)["marsh_cinquefoil"] == 15


def test_a_wood_ant_does_not_count_what_lies_below_shrubs() -> None:
    below = {"wood_ant": 1, "moss": 3}
    assert points("forest-shuffle", **below)["wood_ant"] == 8
    assert points("forest-shuffle", **below, **{"wood_ant.shrub": 2})["wood_ant"] == 4


def test_expansions_are_parts_of_the_deck() -> None:
    forest = deck("forest-shuffle")
    numbers = [len(deck_of_parts(forest, parts).cards) for parts in ((), *((part,) for part in forest.parts or {}))]
    assert numbers == [63, 63 + 19, 63 + 20, 63 + 27]


def test_a_card_that_is_two_things_counts_twice_for_a_forest() -> None:
    archers = {"forest": 1, "elven_archers": 1, "book_of_changes": 1, "book_of_changes.elven_archers.beast": 1}
    assert points("fantasy-realms", **archers)["forest"] == 7 + 12 + 12


def test_every_run_counts_for_the_gem_of_order() -> None:
    runs = dict.fromkeys(["magic_wand", "princess", "necromancer", "gem_of_order", "queen", "light_cavalry"], 1)
    assert points("fantasy-realms", **runs)["gem_of_order"] == 5 + 10
    assert points("fantasy-realms", **runs, collector=1)["gem_of_order"] == 5 + 10 + 10


def test_cursed_items_are_no_cards_of_the_hand() -> None:
    hand = dict.fromkeys(["queen", "king", "knights", "candle", "gem_of_order", "doppelganger", "protection_rune"], 1)
    items = dict.fromkeys(["spyglass", "backpack", "larcenous_gloves", "treasure_chest"], 1)
    realms = deck("fantasy-realms")
    assert tableau(realms, {**hand, **items}).points == tableau(realms, hand).points - 1 - 2 - 3 - 5 + 25
    assert tableau(realms, {**items, "spyglass.two": 1}).points == -1 - 2 - 3 - 5 + 25 - 9
    category = Cards(key="hand", title="Hand", deck=realms, parts=("cursed_items",))
    assert list(category.doubts([{**hand, **items, "spyglass.two": 0}], ["Anna"])) == []


def test_each_wife_needs_a_husband_of_her_own() -> None:
    assert tableau(deck("everdell"), {"wife": 3, "husband": 2}).points == 5 * 2 + 2 * 3
