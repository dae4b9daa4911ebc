"""My copy of Carpe Diem: what the rulebook prints, what was entered, and which of the two is used."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given

from companion.games.carpe_diem import copy_values
from companion.games.carpe_diem.copy_values import Source
from companion.tables.my_copy import MyCopy
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.state import Card, FrameGoal, Good, Kind, Reward, Thing
from storage.repositories.tables import Store
from tests import strategies

if TYPE_CHECKING:
    from tests.companion.headless import Headless

GAME = "carpe-diem"
BAKERIES = Card(own={Thing.BAKERY: 1}, reward=Reward(points=2))


def again(app: Headless) -> MyCopy:
    """My copy as another process reads it."""
    return MyCopy(app.worker, GAME, app.worker.run_blocking(Store.copies, GAME))


def test_the_rulebook_is_known_before_anything_is_entered(copies: MyCopy) -> None:
    assert copy_values.villa_values(copies) == {"3": 3, "5": 7}
    assert [entry.key for entry in copy_values.fountain_values(copies)] == ["garden", "merchant", "villa", "market"]
    assert [entry.key for entry in copy_values.frame_goals(copies)] == ["granary 4", "villa 3"]
    cards = copy_values.forum_cards(copies)
    assert {entry.source for entry in cards} == {Source.RULEBOOK}
    assert all(entry.printed.startswith("Rulebook") for entry in cards)


def test_letters_told_by_what_a_card_asks_for_are_those_of_the_rulebook() -> None:
    assert [copy_values.stack(known.card) for known in KNOWN_FORUM_CARDS] == [
        known.stack for known in KNOWN_FORUM_CARDS
    ]


def test_values_of_the_villa_chart_are_kept_beside_those_of_the_rulebook(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.keep_villa(copies, "4", 5))
    assert copy_values.villa_values(again(app)) == {"3": 3, "4": 5, "5": 7}
    assert [entry.source for entry in copy_values.villa_chart(copies)] == [
        Source.RULEBOOK,
        Source.MINE,
        Source.RULEBOOK,
    ]


def test_a_value_for_more_takes_the_place_of_the_one_for_as_many(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.keep_villa(copies, "5", 8))
    app.run(copy_values.keep_villa(copies, "5+", 9))
    assert copy_values.villa_values(again(app)) == {"3": 3, "5+": 9}


def test_a_value_for_so_many_and_more_covers_what_the_rulebook_says_beyond(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.keep_villa(copies, "4+", 5))
    assert copy_values.villa_values(copies) == {"3": 3, "4+": 5}


def test_cards_are_kept_once_whatever_they_are_called(app: Headless, copies: MyCopy) -> None:
    named = Card(name="Bread and butter", own=BAKERIES.own, reward=BAKERIES.reward)
    app.run(copy_values.keep_card(copies, BAKERIES))
    app.run(copy_values.keep_card(copies, named))
    mine = [entry for entry in copy_values.forum_cards(again(app)) if entry.source is Source.MINE]
    assert [entry.value for entry in mine] == [named]


def test_a_card_of_the_rulebook_is_not_kept_again(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.keep_card(copies, KNOWN_FORUM_CARDS[0].card))
    assert not copies.part(copy_values.FORUM_CARD_PART)


def test_a_name_for_a_card_of_the_rulebook_is_kept_in_its_place(app: Headless, copies: MyCopy) -> None:
    named = Card(name="Herb garden", pay={Good.HERBS: 2}, reward=Reward(points=4))
    app.run(copy_values.keep_card(copies, named))
    herbs = [entry for entry in copy_values.forum_cards(copies) if entry.value.pay == {Good.HERBS: 2}]
    assert [(entry.value, entry.source) for entry in herbs] == [(named, Source.MINE)]


def test_what_this_version_cannot_read_is_passed_over_and_stays_kept(app: Headless, copies: MyCopy) -> None:
    app.run(copies.keep(copy_values.FORUM_CARD_PART, "of the future", {"steal": {"fish": 1}}))
    app.run(copies.keep(copy_values.FORUM_CARD_PART, "of nothing", {"pay": {}, "reward": {"points": 1}}))
    app.run(copies.keep(copy_values.FOUNTAIN_CARD_PART, "theatre", 3))
    app.run(copies.keep(copy_values.VILLA_CHART_PART, "6", "nine"))
    assert all(entry.source is Source.RULEBOOK for entry in copy_values.forum_cards(copies))
    assert "theatre" not in [entry.key for entry in copy_values.fountain_values(copies)]
    assert "6" not in copy_values.villa_values(copies)
    assert "of the future" in again(app).part(copy_values.FORUM_CARD_PART)


def test_fountain_values_and_goals_of_mine_stand_among_those_known(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.keep_fountain(copies, Kind.POND, 3))
    app.run(copy_values.keep_goal(copies, FrameGoal(kind=Kind.VILLA, points=5)))
    app.run(copy_values.keep_goal(copies, FrameGoal(kind=Kind.VILLA, points=3, line="C")))
    known = again(app)
    assert (copy_values.fountain_values(known)[0].key, copy_values.fountain_values(known)[0].value) == ("pond", 3)
    assert [entry.key for entry in copy_values.frame_goals(known)] == ["granary 4", "villa 3", "villa 5"]
    assert list(known.part(copy_values.FRAME_GOAL_PART)) == ["villa 5"]


@given(strategies.cards)
def test_cards_with_the_same_key_ask_and_give_the_same(card: Card) -> None:
    turned = Card(
        name="Another",
        pay=None if card.pay is None else {good: card.pay[good] for good in reversed(list(card.pay))},
        own=None if card.own is None else {thing: card.own[thing] for thing in reversed(list(card.own))},
        reward=card.reward,
    )
    assert copy_values.card_key(turned) == copy_values.card_key(card)
    more = Card(pay=card.pay, own=card.own, reward=replace(card.reward, points=card.reward.points + 1))
    assert copy_values.card_key(more) != copy_values.card_key(card)
