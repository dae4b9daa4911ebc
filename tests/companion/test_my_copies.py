"""My copy of Carpe Diem: what the rulebook prints, what was entered, and which of the two is used."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given

from companion.copies import Copies
from companion.editors.carpe_diem import copy
from companion.editors.carpe_diem.copy import Source
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.state import Card, FrameGoal, Good, Kind, Reward, Thing
from storage.store import Store
from tests import strategies

if TYPE_CHECKING:
    from tests.companion.headless import Headless

GAME = "carpe-diem"
BAKERIES = Card(own={Thing.BAKERY: 1}, reward=Reward(points=2))


def again(app: Headless) -> Copies:
    """My copy as another process reads it."""
    return Copies(app.keeper, GAME, app.keeper.at_once(Store.copies, GAME))


def test_the_rulebook_is_known_before_anything_is_entered(copies: Copies) -> None:
    assert copy.villa_values(copies) == {"3": 3, "5": 7}
    assert [entry.key for entry in copy.fountain_values(copies)] == ["garden", "merchant", "villa", "market"]
    assert [entry.key for entry in copy.frame_goals(copies)] == ["granary 4", "villa 3"]
    cards = copy.forum_cards(copies)
    assert {entry.source for entry in cards} == {Source.RULEBOOK}
    assert all(entry.printed.startswith("Rulebook") for entry in cards)


def test_letters_told_by_what_a_card_asks_for_are_those_of_the_rulebook() -> None:
    assert [copy.stack(known.card) for known in KNOWN_FORUM_CARDS] == [known.stack for known in KNOWN_FORUM_CARDS]


def test_values_of_the_villa_chart_are_kept_beside_those_of_the_rulebook(app: Headless, copies: Copies) -> None:
    app.run(copy.keep_villa(copies, "4", 5))
    assert copy.villa_values(again(app)) == {"3": 3, "4": 5, "5": 7}
    assert [entry.source for entry in copy.villa_chart(copies)] == [Source.RULEBOOK, Source.MINE, Source.RULEBOOK]


def test_a_value_for_more_takes_the_place_of_the_one_for_as_many(app: Headless, copies: Copies) -> None:
    app.run(copy.keep_villa(copies, "5", 8))
    app.run(copy.keep_villa(copies, "5+", 9))
    assert copy.villa_values(again(app)) == {"3": 3, "5+": 9}


def test_a_value_for_so_many_and_more_covers_what_the_rulebook_says_beyond(app: Headless, copies: Copies) -> None:
    app.run(copy.keep_villa(copies, "4+", 5))
    assert copy.villa_values(copies) == {"3": 3, "4+": 5}


def test_cards_are_kept_once_whatever_they_are_called(app: Headless, copies: Copies) -> None:
    named = Card(name="Bread and butter", own=BAKERIES.own, reward=BAKERIES.reward)
    app.run(copy.keep_card(copies, BAKERIES))
    app.run(copy.keep_card(copies, named))
    mine = [entry for entry in copy.forum_cards(again(app)) if entry.source is Source.MINE]
    assert [entry.value for entry in mine] == [named]


def test_a_card_of_the_rulebook_is_not_kept_again(app: Headless, copies: Copies) -> None:
    app.run(copy.keep_card(copies, KNOWN_FORUM_CARDS[0].card))
    assert not copies.part(copy.FORUM_CARD_PART)


def test_a_name_for_a_card_of_the_rulebook_is_kept_in_its_place(app: Headless, copies: Copies) -> None:
    named = Card(name="Herb garden", pay={Good.HERBS: 2}, reward=Reward(points=4))
    app.run(copy.keep_card(copies, named))
    herbs = [entry for entry in copy.forum_cards(copies) if entry.value.pay == {Good.HERBS: 2}]
    assert [(entry.value, entry.source) for entry in herbs] == [(named, Source.MINE)]


def test_what_this_version_cannot_read_is_passed_over_and_stays_kept(app: Headless, copies: Copies) -> None:
    app.run(copies.keep(copy.FORUM_CARD_PART, "of the future", {"steal": {"fish": 1}}))
    app.run(copies.keep(copy.FORUM_CARD_PART, "of nothing", {"pay": {}, "reward": {"points": 1}}))
    app.run(copies.keep(copy.FOUNTAIN_CARD_PART, "theatre", 3))
    app.run(copies.keep(copy.VILLA_CHART_PART, "6", "nine"))
    assert all(entry.source is Source.RULEBOOK for entry in copy.forum_cards(copies))
    assert "theatre" not in [entry.key for entry in copy.fountain_values(copies)]
    assert "6" not in copy.villa_values(copies)
    assert "of the future" in again(app).part(copy.FORUM_CARD_PART)


def test_fountain_values_and_goals_of_mine_stand_among_those_known(app: Headless, copies: Copies) -> None:
    app.run(copy.keep_fountain(copies, Kind.POND, 3))
    app.run(copy.keep_goal(copies, FrameGoal(kind=Kind.VILLA, points=5)))
    app.run(copy.keep_goal(copies, FrameGoal(kind=Kind.VILLA, points=3, line="C")))
    known = again(app)
    assert (copy.fountain_values(known)[0].key, copy.fountain_values(known)[0].value) == ("pond", 3)
    assert [entry.key for entry in copy.frame_goals(known)] == ["granary 4", "villa 3", "villa 5"]
    assert list(known.part(copy.FRAME_GOAL_PART)) == ["villa 5"]


@given(strategies.cards)
def test_cards_with_the_same_key_ask_and_give_the_same(card: Card) -> None:
    turned = Card(
        name="Another",
        pay=None if card.pay is None else {good: card.pay[good] for good in reversed(list(card.pay))},
        own=None if card.own is None else {thing: card.own[thing] for thing in reversed(list(card.own))},
        reward=card.reward,
    )
    assert copy.card_key(turned) == copy.card_key(card)
    more = Card(pay=card.pay, own=card.own, reward=replace(card.reward, points=card.reward.points + 1))
    assert copy.card_key(more) != copy.card_key(card)
