"""Cards that choose: the best choice, what may be chosen, and what players decide."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.score_pad import choices as choices_module
from scoring.score_pad.choices import MAX_ARRANGEMENTS, MAX_COMPARISONS, Choice, arrangements, choice_text, options
from scoring.score_pad.deck import Decision, name_of
from scoring.score_pad.tableau import tableau
from storage.documents import codec
from tests.scoring.score_pad.card_tables import (
    TAME,
    card,
    content,
    hand,
    problems_in,
    realms,
    remarks_of,
    small,
    tamed,
    wrong,
)
from tests.scoring.score_pad.pads import category, document, line
from tests.strategies import examples

if TYPE_CHECKING:
    from collections.abc import Iterator


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
            held = tamed(frozenset(tame))
        decided = dict.fromkeys(filter(None, choice), 1)
        scored = tableau(held, {**entry, **decided})
        best = max(best, scored.points)
    return best


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


@given(st.lists(st.sampled_from(TAME), min_size=1, max_size=6, unique=True))
@examples(20)
def test_a_choice_never_costs_points(names: list[str]) -> None:
    entry = dict.fromkeys([*names, "mirage"], 1)
    assert tableau(realms(), entry).points >= tableau(tamed(frozenset({"mirage"})), entry).points


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
        ({"shapeshifter.king": 1}, ".shapeshifter.king", "there is no Shapeshifter here, so nothing is asked about it"),
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
