"""My copy of Carpe Diem: the values of the rulebook, those entered, and which of the two is used."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from companion.games.carpe_diem import copy_values
from companion.games.carpe_diem.actions import with_villa_value
from companion.tables.my_copy import MyCopy
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.state import Card, Edition, FrameGoal, Good, Kind, Reward, Tally, Thing
from scoring.carpe_diem.villa_chart import VillaChart
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import after_actions, player_with, table_state, tile
from tests.scoring.carpe_diem import strategies

if TYPE_CHECKING:
    from scoring.carpe_diem.state import Player
    from tests.companion.headless import Headless

GAME = "carpe-diem"
CHART = {"3": 3, "5": 7}
FIRST, SECOND = (copy_values.FORUM_CARDS[edition] for edition in (Edition.FIRST, Edition.SECOND))
BAKERIES = Card(own={Thing.BAKERY: 1}, reward=Reward(points=2))


def again(app: Headless) -> MyCopy:
    """My copy as another process reads it."""
    return MyCopy(app.worker, GAME, app.worker.run_blocking(Store.copies, GAME))


def test_the_rulebook_is_known_before_anything_is_entered(copies: MyCopy) -> None:
    assert copy_values.villa_values(copies) == {"3": 3, "5": 7}
    assert list(copy_values.FOUNTAIN_CARDS.values(copies)) == ["garden", "merchant", "villa", "market"]
    assert [entry.key for entry in copy_values.FRAME_GOALS.known(copies)] == ["granary 4", "villa 3"]
    cards = SECOND.known(copies)
    assert all(str(entry.printed).startswith("Rulebook") for entry in cards)


def test_letters_told_by_what_a_card_asks_for_are_those_of_the_rulebook() -> None:
    assert [copy_values.stack(entry.card) for entry in KNOWN_FORUM_CARDS] == [
        entry.stack for entry in KNOWN_FORUM_CARDS
    ]


def test_values_of_the_villa_chart_are_kept_beside_those_of_the_rulebook(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.VILLA_CHART.keep(copies, "4", 5))
    assert copy_values.villa_values(again(app)) == {"3": 3, "4": 5, "5": 7}
    assert [bool(entry.printed) for entry in copy_values.villa_chart(copies)] == [True, False, True]


def test_a_value_for_more_takes_the_place_of_the_one_for_as_many(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.VILLA_CHART.keep(copies, "5", 8))
    app.run(copy_values.VILLA_CHART.keep(copies, "5+", 9))
    assert copy_values.villa_values(again(app)) == {"3": 3, "5+": 9}
    assert again(app).part("villa_chart") == {"5+": 9}


def test_a_value_for_so_many_and_more_covers_what_the_rulebook_says_beyond(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.VILLA_CHART.keep(copies, "4+", 5))
    assert copy_values.villa_values(copies) == {"3": 3, "4+": 5}


def test_cards_are_kept_once_whatever_they_are_called(app: Headless, copies: MyCopy) -> None:
    named = Card(name="Bread and butter", own=BAKERIES.own, reward=BAKERIES.reward)
    app.run(SECOND.keep(copies, copy_values.card_key(BAKERIES), BAKERIES))
    app.run(SECOND.keep(copies, copy_values.card_key(named), named))
    mine = [entry for entry in SECOND.known(again(app)) if entry.is_mine]
    assert [entry.value for entry in mine] == [named]


def test_the_card_of_four_goods_is_asked_for_in_the_first_edition(app: Headless, copies: MyCopy) -> None:
    four = dict.fromkeys(Good, 1)
    assert {entry.value.reward.points for entry in SECOND.known(copies) if entry.value.pay == four} == {8}
    assert all(entry.value.pay != four for entry in FIRST.known(copies))
    for points in (5, 8):
        card = Card(pay=four, reward=Reward(points=points))
        app.run(FIRST.keep(copies, copy_values.card_key(card), card))
    mine = [entry.value for entry in FIRST.known(copies) if entry.value.pay == four]
    assert {card.reward.points for card in mine} == {5, 8}


def test_a_name_for_a_card_of_the_rulebook_is_kept_in_its_place(app: Headless, copies: MyCopy) -> None:
    named = Card(name="Herb garden", pay={Good.HERBS: 2}, reward=Reward(points=4))
    app.run(SECOND.keep(copies, copy_values.card_key(named), named))
    herbs = [entry for entry in SECOND.known(copies) if entry.value.pay == {Good.HERBS: 2}]
    assert [(entry.value, entry.printed) for entry in herbs] == [(named, None)]


def test_fountain_values_and_goals_of_mine_stand_among_those_known(app: Headless, copies: MyCopy) -> None:
    app.run(copy_values.FOUNTAIN_CARDS.keep(copies, Kind.POND, 3))
    goal = FrameGoal(kind=Kind.VILLA, points=2)
    app.run(copy_values.FRAME_GOALS.keep(copies, copy_values.goal_key(goal), goal))
    reloaded = again(app)
    assert next((entry.key, entry.value) for entry in copy_values.FOUNTAIN_CARDS.known(reloaded)) == ("pond", 3)
    assert [entry.key for entry in copy_values.FRAME_GOALS.known(reloaded)] == ["granary 4", "villa 2", "villa 3"]


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


def with_villas(name: str, *villas: int, stack: int = 0) -> Player:
    return player_with(name, tally=Tally(counts={}, villas=villas, chimneys=sum(villas)), stack=stack)


def test_what_no_entry_covers_is_lacking_once_and_in_order() -> None:
    table = table_state(with_villas("Anna", 6, 4, 3, 0), with_villas("Ben", 4, stack=1), villa_chart=CHART).table
    assert copy_values.missing_chimneys(table) == (4, 6)
    assert copy_values.villa_owners(table, 4) == ("Anna", "Ben")
    assert copy_values.villa_owners(table, 6) == ("Anna",)


def test_an_entry_for_more_covers_all_that_have_more() -> None:
    assert (
        copy_values.missing_chimneys(table_state(with_villas("Anna", 6, 9), villa_chart={"3": 3, "5+": 7}).table) == ()
    )


def test_a_villa_that_is_not_completed_needs_no_value() -> None:
    assert copy_values.missing_chimneys(table_state(player_with("Anna", tile("C3", "villa E4"))).table) == ()


@pytest.mark.parametrize(
    ("chart", "chimneys", "last"), [(CHART, 4, False), (CHART, 6, False), (CHART, 8, True), ({"9": 1}, 8, False)]
)
def test_only_what_nothing_goes_beyond_can_stand_for_more(chart: dict[str, int], chimneys: int, last: bool) -> None:  # noqa: FBT001
    assert copy_values.can_be_last(table_state(with_villas("Anna", 4, 6, 8), villa_chart=chart).table, chimneys) is last


def test_a_value_is_put_where_it_belongs_by_chimneys() -> None:
    state = after_actions(
        table_state(player_with("Anna"), villa_chart=CHART),
        lambda state: with_villa_value(state, "10+", 20),
        lambda state: with_villa_value(state, "4", 5),
    )
    assert list(state.table.villa_chart.items()) == [("3", 3), ("4", 5), ("5", 7), ("10+", 20)]


@pytest.mark.parametrize(
    ("points", "question"),
    [
        (2, "3 chimneys give 3 points. Do 4 chimneys give only 2 points?"),
        (3, "None"),
        (7, "None"),
        (8, "5 chimneys give 7 points. Do 4 chimneys give 8 points?"),
    ],
)
def test_a_value_out_of_order_is_doubted(points: int, question: str) -> None:
    assert str(copy_values.doubt_about_value(VillaChart.read(CHART), 4, points)) == question
