"""Cards that score one another: facts that public programs agree on, tables by hand, choices, and what is blanked."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache, partial
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.score_pad import choices as choices_module
from scoring.score_pad import tableau as tableau_module
from scoring.score_pad.choices import (
    MAX_ARRANGEMENTS,
    MAX_COMPARISONS,
    Choice,
    arrangements,
    choice_text,
    held_of,
    options,
)
from scoring.score_pad.deck import Amount, Decision, Deck, deck_of_parts, name_of
from scoring.score_pad.tableau import amounts, gain, tableau
from storage.documents import codec
from storage.documents.records import record_of
from tests.scoring.score_pad import judge
from tests.scoring.score_pad.pads import category, document, line, lines, result
from tests.strategies import examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.problems import Problem

FACTS: Final = Path(__file__).parent / "cards"
DECKS: Final = Path(__file__).parents[3] / "assets" / "decks"


def content(name: str) -> dict[str, Any]:
    held: dict[str, Any] = json.loads((DECKS / f"{name}.json").read_text(encoding="utf-8"))["deck"]
    return held


@cache
def deck(name: str) -> Deck:
    return read(content(name))


def read(written: dict[str, Any]) -> Deck:
    problems: list[Problem] = []
    made: Deck = record_of(Deck).read(written, None, problems)
    assert not problems
    return made


forest, realms = partial(deck, "forest-shuffle"), partial(deck, "fantasy-realms")


def facts(name: str) -> list[dict[str, Any]]:
    held: list[dict[str, Any]] = json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))
    return held


def hand(names: str) -> dict[str, int]:
    return dict.fromkeys(names.split(), 1)


def card(key: str, **fields: Any) -> dict[str, Any]:
    return {"key": key, "name": key.title(), **fields}


def small(*held: dict[str, Any], **fields: Any) -> Deck:
    """A deck of these cards, with the tags that they have."""
    tags = dict.fromkeys(tag for each in held for tag in each.get("tags", ()))
    return read({"tags": {tag: tag.title() for tag in tags}, "cards": list(held), **fields})


def points(held: Deck, entry: dict[str, int], *others: dict[str, int]) -> dict[str, int]:
    return {scored.key: scored.points for scored in tableau(held, entry, others).cards}


def reasons(held: Deck, entry: dict[str, int], *others: dict[str, int]) -> dict[str, str]:
    return {scored.key: str(scored.because) for scored in tableau(held, entry, others).cards}


# Facts


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


# Tables by hand


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


def test_cards_that_need_one_another_count_and_those_that_blank_one_another_do_not() -> None:
    needs = [card(key, number=1, blanked=[{"of": [rival], "at_most": 0}]) for key, rival in ("ab", "ba")]
    pair = small(*needs, numbers_count=True)
    assert (tableau(pair, hand("a b")).points, tableau(pair, hand("a")).points) == (2, 0)
    blank = [card(key, number=1, blanks=[{"of": [rival]}]) for key, rival in ("ab", "bc", "ca")]
    ring = small(*blank, card("d", number=5), numbers_count=True)
    assert tableau(ring, hand("a b c d")).points == 5
    assert tableau(ring, hand("a b d")).points == 1 + 5
    alone = small(
        card("a", number=1, blanked=[{"of": ["a", "b"], "at_least": 2}]),
        card("b", number=1, blanked=[{"of": ["a"]}]),
        numbers_count=True,
    )
    assert tableau(alone, hand("a b")).points == 1


def test_two_circles_are_no_circle() -> None:
    pair = [card(key, number=1, blanks=[{"of": [rival]}]) for key, rival in ("ab", "ba")]
    lamp = card("lamp", number=7, tags=["light"], blanked=[{"of": ["light"], "at_most": 0}])
    apart = small(*pair, lamp, numbers_count=True)
    assert points(apart, hand("a b lamp")) == {"a": 0, "b": 0, "lamp": 7}


@pytest.mark.parametrize(
    ("names", "worth"),
    [
        # Wildfire, Blizzard, Great Flood and Wildfire again: of these three, Blizzard and Great Flood blank each other.
        ("wildfire smoke great_flood blizzard book_of_changes book_of_changes.blizzard.land", 40 + 27 + 3),
        # A Blizzard that is a flood blanks itself, and with it none of the circle.
        ("wildfire candle great_flood blizzard book_of_changes book_of_changes.blizzard.flood", 32 + 3),
        # Great Flood counts and blanks Wildfire: Rainstorm, which blanks Wildfire and is blanked by it, counts.
        ("wildfire great_flood rainstorm book_of_changes book_of_changes.rainstorm.flood", 32 + 8 + 10 * 2 + 3),
        ("wildfire basilisk book_of_changes book_of_changes.wildfire.army", 3),
        ("wildfire basilisk protection_rune book_of_changes book_of_changes.wildfire.army", 40 + 35 + 1 + 3),
    ],
)
def test_two_that_blank_each_other_do_not_count(names: str, worth: int) -> None:
    assert tableau(realms(), hand(names)).points == worth


def test_a_word_that_is_cleared_holds_for_that_word_alone() -> None:
    clears = card("peace", clears=[{"of": [], "word": "army"}])
    tags = {"army": "Army", "foe": "Foe"}
    foes = [card("spear", tags=["army"]), card("wolf", tags=["foe"])]
    rules = [
        card("village", number=9, points=[{"each": -4, "of": ["army", "foe"], "penalty": True}]),
        card("tower", number=9, points=[{"each": -4, "of": ["army"], "penalty": True}]),
        card("gate", number=9, points=[{"each": -4, "penalty": True, "when": [{"of": ["army"]}]}]),
        card("fort", number=9, blanked=[{"of": ["army"]}]),
        card("mist", number=9, blanks=[{"of": ["army"]}]),
    ]
    held = read({"tags": tags, "numbers_count": True, "cards": [clears, *foes, *rules]})
    entry = hand("spear wolf village tower gate fort")
    before = points(held, entry)
    assert (before["village"], before["tower"], before["gate"], before["fort"]) == (1, 5, 5, 0)
    after = points(held, {**entry, "peace": 1})
    assert (after["village"], after["tower"], after["gate"], after["fort"]) == (5, 9, 9, 9)
    assert points(held, hand("mist spear peace")) == {"mist": 9, "spear": 0, "peace": 0}
    assert points(held, {"spear": 2, "peace": 1}) == {"spear": 0, "peace": 0}


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


# Reasons


@pytest.mark.parametrize(
    ("entry", "key", "because"),
    [
        ({"wolf": 2, "red_deer": 1, "fallow_deer": 2}, "wolf", "2 × 5 × 3 (Deer)"),
        ({"beech": 4}, "beech", "4 × 5"),
        ({"beech": 2}, "beech", "2 × 0: not fulfilled"),
        ({"mole": 1}, "mole", "no points"),
        ({"horse_chestnut": 3}, "horse_chestnut", "9 (Horse Chestnut)"),
        ({"peacock_butterfly": 2, "mole": 1, "purple_emperor": 1}, "butterflies", "3 (Butterfly)"),
    ],
)
def test_the_reason_of_a_card_is_its_arithmetic(entry: dict[str, int], key: str, because: str) -> None:
    assert reasons(forest(), entry)[key] == because


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


# Choices


def test_the_best_choice_is_said() -> None:
    scored = tableau(realms(), hand("island wildfire basilisk blizzard"))
    assert [choice.entry for choice in scored.choices] == ["island.wildfire"]
    assert scored.points == 95
    texts = {
        Decision.CLEAR: "Island clears Wildfire",
        Decision.BE: "Mirage is King",
        Decision.COPY: "Doppelgänger copies King",
        Decision.CHANGE: "Book of Changes turns King into Army",
    }
    keys = {Decision.CLEAR: "island", Decision.BE: "mirage", Decision.COPY: "doppelganger"}
    for decision, text in texts.items():
        target, suit = ("wildfire", "") if decision is Decision.CLEAR else ("king", "army")
        choice = Choice(keys.get(decision, "book_of_changes"), decision, target, suit)
        assert str(choice_text(realms(), choice)) == text


def test_what_can_be_chosen_for_a_card() -> None:
    entry = hand("mirage doppelganger book_of_changes island king wildfire")
    keys = {key: [choice.entry for choice in options(realms(), entry, key)] for key in entry}
    assert keys["king"] == keys["wildfire"] == []
    assert len(keys["mirage"]) == 25
    assert keys["doppelganger"][:2] == ["doppelganger.island", "doppelganger.wildfire"]
    assert keys["island"] == ["island.wildfire"]
    assert "book_of_changes.king.army" in keys["book_of_changes"]
    assert "book_of_changes.king.leader" not in keys["book_of_changes"]
    assert options(realms(), {}, "mirage") == ()


def test_what_is_decided_counts_and_what_cannot_be_is_as_if_nothing_was() -> None:
    entry = hand("mirage king elven_archers")
    assert tableau(realms(), {**entry, "mirage.knights": 1}).points == tableau(realms(), entry).points
    assert tableau(realms(), {**entry, "mirage.swamp": 1}).points < tableau(realms(), entry).points
    assert tableau(realms(), {**entry, "mirage.dragon": 1}).choices == ()


def raw_options(entry: dict[str, int], key: str) -> Iterator[str]:
    """Every choice that the card itself allows, whether it makes a difference or not."""
    by_key = {each["key"]: each for each in content("fantasy-realms")["cards"]}
    suits = content("fantasy-realms")["suits"]
    wild = by_key[key]["wild"]
    of = set(wild.get("of", ()))
    for target, fields in by_key.items():
        fits = not of or of & {target, *fields["tags"]}
        if wild["act"] == "be" and fits:
            yield f"{key}.{target}"
        elif wild["act"] != "be" and target in entry and target != key:  # what fits changes with other choices
            yield from [f"{key}.{target}.{suit}" for suit in suits] if wild["act"] == "change" else [f"{key}.{target}"]


def best_of_all(entry: dict[str, int]) -> int:
    """Try every choice for every card, and none, one after the other."""
    wild = [each.key for each in realms().cards if each.wild is not None and each.key in entry]
    best = -9999
    for choice in product(*([None, *raw_options(entry, key)] for key in wild)):
        tame = {key for key, option in zip(wild, choice, strict=True) if option is None}
        held = realms()
        if tame:
            held = _tamed(frozenset(tame))
        decided = dict.fromkeys(filter(None, choice), 1)
        scored = tableau(held, {**entry, **decided})
        best = max(best, scored.points)
    return best


@cache
def _tamed(keys: frozenset[str]) -> Deck:
    held = realms()
    return replace(held, cards=tuple(replace(each, wild=None) if each.key in keys else each for each in held.cards))


TAME: Final = [each["key"] for each in content("fantasy-realms")["cards"] if "wild" not in each]


@pytest.mark.parametrize("wild", ["mirage", "shapeshifter", "doppelganger", "book_of_changes", "island"])
@given(data=st.data())
@examples(12)
def test_the_best_choice_is_that_of_trying_all(wild: str, data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from(TAME), min_size=1, max_size=6, unique=True))
    entry = dict.fromkeys([*names, wild], 1)
    assert tableau(realms(), entry).points == best_of_all(entry)


@pytest.mark.parametrize("seed", range(8))
def test_the_best_of_two_choices_is_that_of_trying_all(seed: int) -> None:
    chance = Random(seed)
    wild = chance.sample(["mirage", "shapeshifter", "doppelganger", "island"], 2)
    entry = dict.fromkeys([*wild, *chance.sample(TAME, 5)], 1)
    assert tableau(realms(), entry).points == best_of_all(entry)


@pytest.mark.parametrize("seed", range(3))
def test_the_best_choice_beside_a_book_is_that_of_trying_all(seed: int) -> None:
    chance = Random(seed)
    wild = [["doppelganger", "island", "mirage"][seed], "book_of_changes"]
    entry = dict.fromkeys([*wild, *chance.sample(TAME, 3)], 1)
    assert tableau(realms(), entry).points == best_of_all(entry)


def test_beyond_five_thousand_arrangements_players_are_asked() -> None:
    entry = hand("island mirage shapeshifter doppelganger book_of_changes king queen candle")
    tried, undecided = arrangements(realms(), entry)
    assert (len(tried) <= MAX_ARRANGEMENTS, undecided) == (True, ("book_of_changes",))
    (said,) = remarks_of(entry)
    assert said == "One, Anna: decide for Book of Changes, there are too many combinations to try."
    assert "Book of Changes: not decided" in line(category("cards", deck=content("fantasy-realms")), entry)[1]
    decided = {**entry, "book_of_changes.candle.army": 1, "shapeshifter.king": 1}
    assert arrangements(realms(), decided)[1] == ()
    assert remarks_of(decided) == []


def test_where_many_cards_lie_fewer_arrangements_are_tried() -> None:
    entry = {each.key: 1 for each in realms().cards}
    tried, undecided = arrangements(realms(), entry)
    assert len(tried) <= MAX_COMPARISONS // len(entry) ** 2
    assert undecided


def test_a_choice_that_begets_choices_counts_them_all(monkeypatch: pytest.MonkeyPatch) -> None:
    blank = [card(f"c{at}", blanks=[{"of": [f"d{at}"]}]) for at in range(3)]
    harmless = [card(f"d{at}") for at in range(3)]
    held = small(card("copy", wild={"act": "copy"}), card("clear", wild={"act": "clear"}), *blank, *harmless)
    entry = hand("copy clear c0 c1 c2 d0")
    assert len(arrangements(held, entry)[0]) == 4 + 3 * 5 + 2 * 4  # copies of what blanks can be cleared, too
    monkeypatch.setattr(choices_module, "MAX_ARRANGEMENTS", 25)  # 6 × 4 are expected
    assert arrangements(held, entry)[1] == ("copy",)


def test_a_hand_with_all_choices_needs_few_arrangements() -> None:
    entry = hand("island mirage shapeshifter doppelganger book_of_changes necromancer wildfire collector")
    assert 0 < len(arrangements(realms(), entry)[0]) <= MAX_ARRANGEMENTS


def test_the_suits_that_cards_count_are_all_tried() -> None:
    entry = hand("book_of_changes collector king queen princess empress")
    assert tableau(realms(), entry).points == best_of_all(entry)


# What holds for all cards


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


@given(st.lists(st.sampled_from(TAME), min_size=1, max_size=6, unique=True))
@examples(20)
def test_a_choice_never_costs_points(names: list[str]) -> None:
    entry = dict.fromkeys([*names, "mirage"], 1)
    assert tableau(realms(), entry).points >= tableau(_tamed(frozenset({"mirage"})), entry).points


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


# What cannot be


def problems_in(written: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(written)
    return [(problem.path, problem.message.english) for problem in caught.value.problems]


def wrong(entry: Any, name: str = "forest-shuffle", **fields: Any) -> list[tuple[str, str]]:
    pad = category("cards", deck=content(name), **fields)
    return [
        (path.removeprefix("players[0].entries.one"), message)
        for path, message in problems_in(document(pad, entries=[{"one": entry}]))
    ]


@pytest.mark.parametrize(
    ("entry", "where", "what"),
    [
        ({"ork": 1}, ".ork", '"ork" is not in the deck'),
        ({"Oak": 1}, ".Oak", '"Oak": a card, or CARD.ASK or CARD.TARGET, belongs here'),
        ({"oak": -1}, ".oak", "-1: a whole number from 0 to 99 belongs here"),
        ({"oak": 1, "oak.x": 1}, ".oak.x", '"x" is no question about Oak'),
        ({"chaffinch": 1, "chaffinch.beech": 2}, ".chaffinch.beech", "2: at most 1 of Chaffinch"),
        (
            {"silver_fir.attached": 2},
            ".silver_fir.attached",
            "there is no Silver Fir here, so nothing is asked about it",
        ),
        ({"beech": 99, "birch": 99, "oak": 99}, "", "297 cards: at most 250 belong here"),
        (True, "", "true: a whole number from -9999999 to 9999999 belongs here"),
        ([1], "", "a list: a whole number from -9999999 to 9999999 belongs here"),
    ],
)
def test_what_is_entered_has_to_fit_the_deck(entry: Any, where: str, what: str) -> None:
    assert wrong(entry) == [(where, what)]


@pytest.mark.parametrize(
    ("choices", "where", "what"),
    [
        ({"mirage.king.army": 1}, ".mirage.king.army", '"king.army" is no question about Mirage'),
        ({"mirage.ork": 1}, ".mirage.ork", '"ork" is no question about Mirage'),
        ({"mirage.mirage": 1}, ".mirage.mirage", '"mirage" is no question about Mirage'),
        ({"king.queen": 1}, ".king.queen", '"queen" is no question about King'),
        ({"book_of_changes.king": 1}, ".book_of_changes.king", '"king" is no question about Book of Changes'),
        (
            {"book_of_changes.king.wild": 1},
            ".book_of_changes.king.wild",
            '"king.wild" is no question about Book of Changes',
        ),
        ({"doppelganger.swamp": 1}, ".doppelganger.swamp", '"swamp" is no question about Doppelgänger'),
        ({"mirage.swamp": 2}, ".mirage.swamp", "2: a whole number from 0 to 1 belongs here"),
        ({"mirage.swamp": 1, "mirage.knights": 1}, ".mirage.knights", "Mirage stands for something already"),
        ({"mirage.king": 1}, ".mirage.king", "Mirage cannot be King"),
        (
            {"shapeshifter.king": 1},
            ".shapeshifter.king",
            "there is no Shapeshifter here, so nothing is asked about it",
        ),
    ],
)
def test_what_is_decided_has_to_be_possible(choices: dict[str, int], where: str, what: str) -> None:
    entry = hand("mirage book_of_changes doppelganger king queen island")
    assert wrong({**entry, **choices}, "fantasy-realms") == [(where, what)]


def test_what_is_decided_may_be() -> None:
    entry = {**hand("mirage book_of_changes doppelganger king island wildfire"), "mirage.swamp": 0}
    decided = {"mirage.knights": 1, "book_of_changes.king.army": 1, "doppelganger.king": 1, "island.wildfire": 1}
    codec.read_table(
        document(category("cards", deck=content("fantasy-realms")), entries=[{"one": {**entry, **decided}}])
    )


def test_cards_of_a_part_belong_where_that_is_played_with() -> None:
    (part, name), *_ = (forest().parts or {}).items()
    key = next(each.key for each in forest().cards if each.part == part)
    what = str(name_of(forest(), key))
    assert wrong({key: 1}) == [(f".{key}", f"{what} belongs to {name}: tick that part")]
    pad = category("cards", deck=content("forest-shuffle"), parts=[part])
    codec.read_table(document(pad, entries=[{"one": {key: 1}}]))
    assert problems_in(document({**pad, "parts": [part, "moon", part]}, entries=[{}])) == [
        ("pad.categories[0].parts[1]", '"moon" is not in the deck'),
        ("pad.categories[0].parts[2]", f"{part} stands there already"),
    ]


def remarks_of(*entries: Any, name: str = "fantasy-realms") -> list[str]:
    read_table = codec.read_table(
        document(category("cards", deck=content(name)), entries=[{"one": e} for e in entries])
    )
    sheet = read_table.game.score(read_table.table)
    return [str(ruling) for ruling in read_table.game.rulings(read_table.table, sheet)]


def test_more_cards_than_the_game_has_are_a_remark() -> None:
    assert remarks_of({"beech": 6}, {"beech": 5, "sapling": 40}, 7, name="forest-shuffle") == [
        "One, Beech: 11 at the table, the game has 10."
    ]
    assert remarks_of(hand("king queen")) == ["One, Anna: 2 cards, a hand has 7 to 8."]
    assert remarks_of(hand("king")) == ["One, Anna: 1 card, a hand has 7 to 8."]
    assert remarks_of({}, 5) == []


@pytest.mark.parametrize(("number", "said"), [(1, "1 card"), (2, "2 cards")])
def test_a_hand_of_a_number_of_cards_has_that_number(number: int, said: str) -> None:
    pad = category("cards", deck={"tags": {}, "cards": [card("king", copies=9)], "hand": [7, 7]})
    read_table = codec.read_table(document(pad, entries=[{"one": {"king": number}}]))
    sheet = read_table.game.score(read_table.table)
    assert [str(ruling) for ruling in read_table.game.rulings(read_table.table, sheet)] == [
        f"One, Anna: {said}, a hand has 7."
    ]


def test_what_sources_disagree_about_is_a_ruling_where_somebody_has_the_cards() -> None:
    ruling = "A Tree Sapling is a tree, but no tree species."
    assert remarks_of({"oak": 1, "sapling": 1}, {"oak": 1, "sapling": 1}, 3, name="forest-shuffle") == [ruling]
    assert remarks_of({"oak": 1}, {"sapling": 1}, name="forest-shuffle") == []


def test_nothing_was_entered_yet_for_who_counts_cards() -> None:
    assert remarks_of({"beech": 1}, name="forest-shuffle") == []
    written = document(category("cards", deck=content("forest-shuffle")), entries=[{"one": {"beech": 1}}, {}])
    read_table = codec.read_table(written)
    sheet = read_table.game.score(read_table.table)
    assert [str(each) for each in read_table.game.rulings(read_table.table, sheet)] == [
        "Nothing was entered for Ben in One: it counts as 0."
    ]


OF: Final = "pad.categories[0].deck"


def of_deck(*held: dict[str, Any], **fields: Any) -> list[tuple[str, str]]:
    pad = category("cards", deck={"tags": {"tree": "Tree"}, "cards": list(held), **fields})
    found_there = problems_in(document(pad, entries=[{}]))
    return [(path.removeprefix(OF), message) for path, message in found_there]


BY_SUITS: Final[dict[str, dict[str, Any]]] = {
    "points[1]": {"points": [{"each": 1}, {"of": [], "amount": "suits"}]},
    "points[0].when[0]": {"points": [{"each": 1, "when": [{"of": [], "amount": "alike", "at_least": 2}]}]},
    "points[0].otherwise": {"points": [{"each": 1, "otherwise": {"of": [], "amount": "alike"}}]},
    "blanked[0]": {"blanked": [{"of": [], "amount": "suits", "at_least": 2}]},
    "wild": {"wild": {"act": "change"}},
}

TOO_MUCH: Final = "400 cards with a choice: at most 12 belong here"


@pytest.mark.parametrize(
    ("held", "where", "what"),
    [
        ([card("oak"), card("oak")], ".cards[1].key", '"oak" is taken already'),
        ([card("tree")], ".cards[0].key", '"tree" is taken already'),
        ([card("oak", tags=["tre"])], ".cards[0].tags[0]", '"tre" is no tag and no card'),
        ([card("oak", counts_as="elm")], ".cards[0].counts_as", '"elm" is no tag and no card'),
        ([card("oak", part="moon")], ".cards[0].part", '"moon" is not in the deck'),
        (
            [card("oak", points=[{"each": 1, "of": ["elm"]}])],
            ".cards[0].points[0].of[0]",
            '"elm" is no tag and no card',
        ),
        (
            [card("oak", points=[{"each": 1, "when": [{"of": ["-elm"]}]}])],
            ".cards[0].points[0].when[0].of[0]",
            '"-elm" is no tag and no card',
        ),
        (
            [card("oak", points=[{"each": 1, "otherwise": {"each": 2, "of": ["elm"]}}])],
            ".cards[0].points[0].otherwise.of[0]",
            '"elm" is no tag and no card',
        ),
        ([card("oak", blanks=[{"of": ["elm"]}])], ".cards[0].blanks[0].of[0]", '"elm" is no tag and no card'),
        ([card("oak", blanked=[{"of": ["elm"]}])], ".cards[0].blanked[0].of[0]", '"elm" is no tag and no card'),
        ([card("oak", clears=[{"of": ["elm"]}])], ".cards[0].clears[0].of[0]", '"elm" is no tag and no card'),
        ([card("oak", clears=[{"of": [], "word": "elm"}])], ".cards[0].clears[0].word", '"elm" is no tag and no card'),
        ([card("oak", wild={"act": "be", "of": ["elm"]})], ".cards[0].wild.of[0]", '"elm" is no tag and no card'),
        (
            [card("oak", asks=[{"key": "big", "tags": ["elm"]}])],
            ".cards[0].asks[0].tags[0]",
            '"elm" is no tag and no card',
        ),
        *(
            ([card("oak", **rules)], f".cards[0].{where}", "this counts by suits: the deck has none")
            for where, rules in BY_SUITS.items()
        ),
        (
            [card("oak", blanks=[{"of": []}])],
            ".cards[0].blanks[0]",
            "Oak blanks itself: write other, or name the cards",
        ),
        (
            [card("oak", blanks=[{"of": ["elm"]}]), card("ash"), card("elm", blanks=[{"of": ["oak", "ash"]}])],
            ".cards[0].blanks",
            "Oak and Elm blank one another in a circle: none of them could count",
        ),
        (
            [card("oak", points=[{"each": 1, "of": [], "steps": [0, 1]}])],
            ".cards[0].points[0].each",
            "with steps nothing is worth so much each",
        ),
        (
            [card("oak", points=[{"steps": [0, 1]}])],
            ".cards[0].points[0].of",
            "missing: what the steps count belongs here",
        ),
        (
            [card("oak", blanked=[{"of": [], "most": True, "at_most": 1}])],
            ".cards[0].blanked[0].most",
            "a number of them, or the most of all: not both",
        ),
        (
            [card("oak", blanked=[{"of": [], "at_least": 2, "at_most": 1}])],
            ".cards[0].blanked[0].at_most",
            "less than 2",
        ),
        ([card(f"c{at}", wild={"act": "be"}) for at in range(400)], ".cards", TOO_MUCH),
        (
            [card(f"c{at}", blanked=[{"of": [f"c{at - 1}"]}] if at else []) for at in range(400)],
            ".cards",
            "399 cards that may not count: at most 40 belong here",
        ),
        (
            [card(f"c{at}", blanks=[{"of": [f"c{(at + 1) % 400}"]}]) for at in range(400)],
            ".cards[0].blanks",
            "C0, C1, C2, C3 and 396 more blank one another in a circle: none of them could count",
        ),
        (
            [card(f"c{at}") for at in range(5000)],
            ".cards",
            "a list of 5000 entries: a list of 1 to 400 entries belongs here",
        ),
        ([card("oak", copies=100)], ".cards[0].copies", "100: a whole number from 0 to 99 belongs here"),
    ],
)
def test_what_no_deck_can_be_is_said_in_a_sentence(held: list[dict[str, Any]], where: str, what: str) -> None:
    assert of_deck(*held) == [(where, what)]


def test_rulings_name_cards_of_the_deck() -> None:
    written = {"tags": {}, "cards": [card("oak")], "rulings": [{"text": "So.", "where": [["oak"], ["oak", "elm"]]}]}
    problems = problems_in(document(category("cards", deck=written), entries=[{}]))
    assert problems == [("pad.categories[0].deck.rulings[0].where[1][1]", '"elm" is no tag and no card')]


def test_the_deck_itself_has_problems() -> None:
    worth = {"each": 1, "of": ["all", "elm"], "amount": "names"}
    shared = [{"key": "all", "name": "All", "points": worth}, {"key": "oak", "name": "Oak", "points": {"each": 1}}]
    assert of_deck(card("oak"), shared=shared, suits=["tree", "moon"]) == [
        (".shared[1].key", '"oak" is taken already'),
        (".suits[1]", '"moon" is no tag and no card'),
        (".shared[0].points.of[0]", "All names itself"),
        (".shared[0].points.of[1]", '"elm" is no tag and no card'),
    ]
    assert of_deck(card("oak"), tags={f"t{at}": "T" for at in range(61)}) == [
        (".tags", "61 entries: at most 60 belong here")
    ]


def test_what_cards_share_counts_by_suits_where_there_are_some() -> None:
    worth = {"of": [], "amount": "suits", "otherwise": {"each": 1, "when": [{"of": [], "amount": "alike"}]}}
    shared = [{"key": "all", "name": "All", "points": worth}]
    assert of_deck(card("oak"), shared=shared) == [
        (".shared[0].points", "this counts by suits: the deck has none"),
        (".shared[0].points.otherwise.when[0]", "this counts by suits: the deck has none"),
    ]
    line(category("cards", deck=codec.plain(small(card("oak", tags=["tree"]), suits=["tree"], shared=shared))), {})


@pytest.mark.parametrize("rule", [{"of": ["elm"] * 20}, {"of": ["a0"], "amount": "suits"}])
def test_a_deck_with_very_many_problems_is_told_some_of_them(rule: dict[str, Any]) -> None:
    many = {"tags": {}, "cards": [card(f"a{number}", points=[{"each": 1, **rule}] * 6) for number in range(400)]}
    assert len(problems_in(document(category("cards", deck=many), entries=[{}]))) == 500


def test_cards_that_blank_others_in_a_row_are_no_circle() -> None:
    row = [card(f"c{at}", number=1, blanks=[{"of": [f"c{at + 1}"]}]) for at in range(9)]
    held = small(*row, card("c9", number=1), numbers_count=True)
    pad = category("cards", deck=codec.plain(held))
    assert line(pad, {each.key: 1 for each in held.cards})[0] == 5


def test_cards_belong_to_the_kind_of_cards_alone() -> None:
    kinds: dict[str, dict[str, Any]] = {"points": {}, "tick": {"worth": 1}, "rounds": {}}
    said = [
        problems_in(document(category(kind, **takes), entries=[{"one": {"oak": 1}}]))[0][1]
        for kind, takes in kinds.items()
    ]
    assert said == [
        "cards: a whole number from -9999999 to 9999999 belongs here",
        "cards: true or false belongs here",
        "cards: a list belongs here",
    ]


def test_a_table_with_cards_comes_back_from_its_document() -> None:
    entries = [{"one": {"beech": 4, "chaffinch": 1, "chaffinch.beech": 1}}, {"one": 12}]
    read_table = codec.read_table(document(category("cards", deck=content("everdell")), entries=[{"one": 1}, {}]))
    woods = codec.read_table(document(category("cards", deck=content("forest-shuffle")), entries=entries))
    for table_read in (read_table, woods):
        again = codec.read_table(json.loads(codec.to_json(codec.table_document(table_read.game, table_read.table))))
        assert again.table == table_read.table


# What documents of strangers do to those of others

STRANGE: Final = [
    {
        "tags": {"tree": "Tree"},
        "cards": [card("ash", asks=[{"key": "big", "tags": ["tree"]}]), card("elm", copies="x")],
    },
    {"tags": {"tree": 5}, "cards": [card("ash", asks=[{"key": "big", "tags": ["tree"]}]), card("elm")]},
]


@pytest.mark.parametrize("strange", STRANGE, ids=["a card", "a tag"])
@pytest.mark.parametrize("asked", [{}, {"check": "one_more", "ask": {"player": "Anna", "card": "oak"}}])
def test_a_deck_that_cannot_be_read_leaves_others_alone(strange: dict[str, Any], asked: dict[str, Any]) -> None:
    entry = {"ash.small": 1}
    pad = category("cards", deck=strange)
    with pytest.raises(codec.DocumentError) as caught:
        (codec.read_check if asked else codec.read_table)({**document(pad, entries=[{"one": entry}]), **asked})
    assert ("players[0].entries.one.ash.small", '"small" is no question about ash') in [
        (problem.path, str(problem.message)) for problem in caught.value.problems
    ]
    held = {"tags": {"tree": "Tree"}, "cards": [*strange["cards"][:1], card("elm")]}
    assert line(category("cards", deck=held), {"ash": 1, "elm": 1})[0] == 0
    assert str(name_of(read(held), "ash.big")) == "Tree"


def test_a_question_without_tags_is_a_problem() -> None:
    strange = {"tags": {}, "cards": [card("ash", asks=[{"key": "big", "tags": []}]), card("elm", part="moon")]}
    assert problems_in(document(category("cards", deck=strange), entries=[{"one": {"ash": 1, "ash.small": 1}}])) == [
        ("pad.categories[0].deck.cards[0].asks[0].tags", "a list of 0 entries: a list of 1 to 4 entries belongs here"),
        ("players[0].entries.one.ash.small", '"small" is no question about Ash'),
        ("pad.categories[0].deck.cards[1].part", '"moon" is not in the deck'),
    ]


def test_steps_of_less_than_nothing_are_worth_the_first() -> None:
    held = small(
        card("debt", number=-2, copies=9),
        card("bank", points=[{"of": ["debt"], "amount": "sum", "steps": [7, 1, 2]}]),
        card("debtor", points=[{"of": ["debt"], "amount": "highest", "steps": [5, 1]}]),
    )
    for number in range(1, 6):
        assert points(held, {"debt": number, "bank": 1, "debtor": 1}) == {"debt": 0, "bank": 7, "debtor": 5}


def test_less_than_nothing_is_at_most_so_many() -> None:
    needs = [{"of": [], "amount": "sum", "at_most": 3}]
    held = small(card("debt", number=-2), card("bank", points=[{"each": 4, "when": needs}]), card("gold", number=9))
    assert points(held, hand("debt bank"))["bank"] == 4
    assert points(held, hand("debt bank gold"))["bank"] == 0


def asking(cards_of_it: int, worth: dict[str, Any]) -> tuple[dict[str, Any], dict[str, int]]:
    """A deck of cards that ask six numbers each, and the most of all of them."""
    asks = [{"key": f"a{at}", "tags": ["tree"], "of_cards": False} for at in range(6)]
    held = [card(f"c{at}", number=at, asks=asks, points=[worth] * 6) for at in range(cards_of_it)]
    every = {f"{each['key']}.{ask['key']}": 99 for each in held for ask in asks}
    return {"tags": {"tree": "Tree"}, "cards": held}, dict.fromkeys((each["key"] for each in held), 1) | every


@pytest.mark.parametrize("amount", ["runs", "sets"])
def test_numbers_that_are_asked_are_as_few_as_cards(amount: str) -> None:
    held, entry = asking(20, {"each": 1, "of": [], "amount": amount})
    assert problems_in(document(category("cards", deck=held), entries=[{"one": entry}])) == [
        ("players[0].entries.one", "11900 with what the cards ask: at most 250 belong here")
    ]
    line(category("cards", deck=held), dict.fromkeys(entry, 1))


def test_what_is_asked_has_no_number() -> None:
    ask = [{"key": "more", "tags": ["tree"], "of_cards": False}]
    rules = {"runs": {"each": 1, "amount": "runs"}, "high": {"each": 1, "amount": "highest"}}
    counts = [card(key, points=[{"of": ["tree"], **rule}]) for key, rule in rules.items()]
    held = small(card("debt", number=-2, tags=["tree"], asks=ask), *counts)
    assert points(held, {"debt": 1, "debt.more": 3, "runs": 1, "high": 1}) == {"debt": 0, "runs": 1, "high": -2}


# Choices beside questions, under other names, and of cards that cannot be


def test_an_answer_is_no_choice() -> None:
    ask = [{"key": "gold", "tags": ["coin"], "of_cards": False}]
    rich = card("king", tags=["coin"], points=[{"each": 9, "of": ["coin"]}])
    held = small(card("mime", wild={"act": "be", "of": ["coin"]}, asks=ask), rich, card("jester", tags=["coin"]))
    entry = {"mime": 1, "mime.gold": 2, "king": 1}
    assert tableau(held, entry).points == tableau(held, {**entry, "mime.king": 1}).points == 9 * 3
    assert [choice.entry for choice in tableau(held, {**entry, "mime.jester": 1}).choices] == ["mime.jester"]
    pad = category("cards", deck=codec.plain(held))
    codec.read_table(document(pad, entries=[{"one": {**entry, "mime.king": 1}}]))
    twice = {**entry, "mime.king": 1, "mime.jester": 1}
    assert problems_in(document(pad, entries=[{"one": twice}])) == [
        ("players[0].entries.one.mime.jester", "Mime stands for something already")
    ]


def test_a_card_with_a_choice_is_found_by_its_own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    more = card("mime2", wild={"act": "be", "of": ["king", "queen"]}, counts_as="mime")
    shared = [{"key": "pairs", "name": "Pairs", "points": {"each": 1, "of": ["king", "queen"]}}]
    held = small(card("mime", wild={"act": "be"}), more, card("king"), card("queen"), shared=shared)
    assert [choice.entry for choice in options(held, hand("mime2"), "mime2")] == ["mime2.king", "mime2.queen"]
    assert options(held, hand("mime2"), "mime") == ()
    monkeypatch.setattr(choices_module, "MAX_ARRANGEMENTS", 1)
    assert arrangements(held, hand("mime2"))[1] == ("mime2",)


def test_a_card_is_none_of_a_part_that_is_not_played_with() -> None:
    mime = {**card("mime", wild={"act": "be", "of": ["king", "queen"]}), "name": "Mime"}
    held = {"tags": {}, "parts": {"moon": "Moon"}, "cards": [mime, card("king", part="moon"), card("queen")]}
    some = document(category("cards", deck=held), entries=[{"one": {"mime": 1, "mime.king": 1}}])
    assert problems_in(some) == [("players[0].entries.one.mime.king", "Mime cannot be King")]
    some["table"]["pad"]["categories"][0]["parts"] = ["moon"]
    codec.read_table(some)


@pytest.mark.parametrize("choice", ["book_of_changes.king.leader", "island.king"])
def test_a_choice_that_is_not_possible_is_a_remark(choice: str) -> None:
    entry = hand("king queen princess knights rangers candle")
    key = choice.partition(".")[0]
    what = name_of(realms(), key)
    assert remarks_of({**entry, key: 1, choice: 1}) == [
        f"One, Anna: the choice for {what} is not possible, so it does not count."
    ]
    assert remarks_of({**entry, "book_of_changes": 1, "book_of_changes.king.army": 1}) == []
    assert remarks_of({**entry, key: 1, choice: 0}) == []


def test_many_cards_with_many_rules_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = ("cards", "names", "sum", "highest", "sets", "runs")
    rules: list[dict[str, Any]] = [{"each": 1, "of": [], "amount": amount} for amount in ways]
    held = {"tags": {}, "cards": [card(f"c{at}", number=at, points=rules) for at in range(250)]}
    asked: list[object] = []
    count = tableau_module.amounts

    def noted(amount: Any, *rest: Any) -> tuple[int, ...]:
        asked.append(amount)
        return count(amount, *rest)

    monkeypatch.setattr(tableau_module, "amounts", noted)
    lines(category("cards", deck=held), {f"c{at}": 1 for at in range(250)})
    assert len(asked) <= 2 * len(ways)
