"""What cards and decks cannot be, and what is remarked of them."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from scoring.score_pad import tableau as tableau_module
from scoring.score_pad.deck import name_of
from storage.documents import codec
from tests.scoring.score_pad.card_tables import (
    card,
    content,
    forest,
    hand,
    points,
    problems_in,
    read,
    remarks_of,
    small,
    wrong,
)
from tests.scoring.score_pad.pads import category, document, line, lines


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


def test_more_cards_than_the_game_has_are_a_remark() -> None:
    assert remarks_of({"beech": 6}, {"beech": 5, "sapling": 40}, 7, name="forest-shuffle") == [
        "One, Beech: 11 at the table, the game has 10."
    ]
    assert remarks_of(hand("king queen")) == ["One, Anna: 2 cards, a hand has 7 to 8."]
    assert remarks_of(hand("king")) == ["One, Anna: 1 card, a hand has 7 to 8."]
    assert remarks_of({}, 5) == []


def test_a_hand_of_a_number_of_cards_has_that_number() -> None:
    pad = category("cards", deck={"tags": {}, "cards": [card("king", copies=9)], "hand": [7, 7]})
    read_table = codec.read_table(document(pad, entries=[{"one": {"king": 1}}]))
    (ruling,) = read_table.game.rulings(read_table.table, read_table.game.score(read_table.table))
    assert str(ruling) == "One, Anna: 1 card, a hand has 7."


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


NEITHER: Final = {"of": [], "at_least": 2, "at_most": 1}


@pytest.mark.parametrize(
    "rule",
    [{"of": ["elm"] * 20}, {"of": ["a0"], "amount": "suits"}, {"of": [], "steps": [0, 1]}, {"when": [NEITHER] * 4}],
)
def test_a_deck_with_very_many_problems_is_told_some_of_them(rule: dict[str, Any]) -> None:
    many = {"tags": {}, "cards": [card(f"a{number}", points=[{"each": 1, **rule}] * 6) for number in range(400)]}
    assert len(problems_in(document(category("cards", deck=many), entries=[{}]))) == 500


def test_of_very_many_cards_that_are_not_in_the_deck_some_are_named() -> None:
    assert len(wrong({f"ork{number}": 1 for number in range(600)})) == 500


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
