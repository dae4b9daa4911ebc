"""The forum phase, paragraph by paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from scoring import GAMES
from scoring.carpe_diem.forum.answers import ForumAsk, OrderAsk, VisitAsk
from scoring.carpe_diem.forum.visits import forum_visit, open_pairs, whole_forum
from scoring.carpe_diem.state import (
    BreadSets,
    Card,
    District,
    Edition,
    Feature,
    Forum,
    Good,
    Kind,
    Objective,
    Player,
    Reward,
    Table,
    Tally,
    Thing,
    Tile,
)
from tests.scoring.carpe_diem.boards import player, table

if TYPE_CHECKING:
    from scoring.carpe_diem.forum.answers import ForumVisit

GAME = GAMES["carpe-diem"]
CHECKS = {check.key: check for check in GAME.checks}

TWO_HERBS = Card(name="two herbs", pay={Good.HERBS: 2}, reward=Reward(points=4))
THREE_FISH = Card(name="three fish", pay={Good.FISH: 3}, reward=Reward(points=7))
ONE_VILLA = Card(name="a villa", own={Thing.VILLA: 1}, reward=Reward(points=3))
OUT_OF_REACH = Card(name="out of reach", own={Thing.VILLA: 9}, reward=Reward(points=1))


def built(**counts: int) -> Tally:
    return Tally(counts={Kind(kind): number for kind, number in counts.items()}, villas=(), chimneys=0)


def visit(of: Player, first: Card, second: Card, objective: Objective = Objective.POINTS, **rules: Any) -> ForumVisit:
    seated = table(of, **rules)
    return forum_visit(seated, VisitAsk(player=of.name, cards=(first, second), objective=objective))


def sets(visited: ForumVisit) -> list[tuple[int, int, int]]:
    by_card = sorted(visited.visits, key=lambda card: card.card)
    return [(card.owned_sets, card.paid_sets, card.bread_sets) for card in by_card]


def test_visiting_order_furthest_on_the_bar_first_on_one_space_the_marker_on_top() -> None:
    seated = table(
        player("Sophie", prestige=3, stack=0),
        player("Nick", prestige=1),
        player("Hank", prestige=3, stack=1),
        player("Cathy", prestige=9),
    )
    check = CHECKS["forum_order"]
    assert check.answer(seated, OrderAsk()).order == ("Cathy", "Hank", "Sophie", "Nick")
    assert list(check.limits[0](seated, OrderAsk())) == []


def test_visiting_order_needs_to_know_whose_marker_lies_higher() -> None:
    seated = table(player("Sophie", prestige=3), player("Nick", prestige=3), player("Hank", prestige=3))
    problems = list(CHECKS["forum_order"].limits[0](seated, OrderAsk()))
    assert [problem.path for problem in problems] == ["players[1].stack", "players[2].stack"]


def forum(rows: str, *markers: tuple[str, str]) -> Table:
    """A forum from three rows of four signs: `x` is a card, `.` none."""
    cards = tuple(tuple(ONE_VILLA if sign == "x" else None for sign in row) for row in rows.split())
    return table(player("Nick"), forum=Forum(cards=cards, markers=markers))


def pairs(seated: Table) -> set[str]:
    return {"-".join(cells) for cells, _, _ in open_pairs(seated)}


def test_forum_cards_are_chosen_in_neighbouring_pairs() -> None:
    assert pairs(forum(".xx. .x.. ....")) == {"B1-C1", "B1-B2"}


def test_forum_a_full_one_has_17_pairs_one_more_than_markers() -> None:
    assert len(pairs(forum("xxxx xxxx xxxx"))) == 17
    assert len(pairs(forum(".xxx xxxx xxx."))) == 13
    assert len(pairs(forum(".xx. xxxx .xx."))) == 9


def test_forum_a_marker_closes_its_pair_and_no_other() -> None:
    assert pairs(forum("xx.. xx.. ....", ("B1", "A1"))) == {"A1-A2", "B1-B2", "A2-B2"}


def test_forum_no_table_no_pairs() -> None:
    assert list(open_pairs(table(player()))) == []


def test_whole_forum_best_first_then_by_squares() -> None:
    cards = ((TWO_HERBS, ONE_VILLA, None, None), (OUT_OF_REACH, TWO_HERBS, None, None), (None,) * 4)
    nick = player("Nick", goods={Good.HERBS: 2}, tally=Tally(counts={}, villas=(1,), chimneys=1))
    answer = whole_forum(table(nick, forum=Forum(cards=cards)), ForumAsk(player="Nick", objective=Objective.POINTS))
    assert [(visit.cells, visit.points) for visit in answer.visits] == [
        (("A1", "B1"), 7),
        (("B1", "B2"), 7),
        (("A1", "A2"), 0),
        (("A2", "B2"), 0),
    ]


def test_forum_cards_each_set_paid_earns_the_reward_once_more() -> None:
    best = visit(player(goods={Good.HERBS: 5}), TWO_HERBS, OUT_OF_REACH)
    assert (best.points, best.items_left, sets(best)) == (8 - 4, 1, [(0, 2, 0), (0, 0, 0)])


def test_forum_cards_coins_can_replace_any_good() -> None:
    best = visit(player(goods={Good.HERBS: 1}, coins=4), TWO_HERBS, OUT_OF_REACH)
    assert sets(best)[0] == (0, 2, 0)
    assert dict(best.visits[0].paid) == {"herbs": 1, "coins": 3}


def test_forum_cards_what_is_owned_is_not_spent() -> None:
    best = visit(player(tally=Tally(counts={}, villas=(1, 2), chimneys=3)), ONE_VILLA, ONE_VILLA)
    assert (best.points, sets(best)) == (12, [(2, 0, 0), (2, 0, 0)])


@pytest.mark.parametrize(
    ("own", "number"),
    [
        ({Thing.POND: 1, Thing.GARDEN: 1}, 2),
        ({Thing.POND: 2}, 1),
        ({Thing.LANDSCAPE: 3}, 2),
        ({Thing.DWELLING: 1}, 4),
        ({Thing.CHIMNEYS: 2}, 3),
        ({Thing.VILLA: 1}, 2),
        ({Thing.BAKERY: 1}, 0),
    ],
)
def test_c_and_d_cards_count_full_sets_of_what_is_owned(own: dict[Thing, int], number: int) -> None:
    counts = {Kind.POND: 3, Kind.GARDEN: 2, Kind.VINEYARD: 1, Kind.MERCHANT: 4}
    nick = player(tally=Tally(counts=counts, villas=(2, 1), chimneys=7))
    best = visit(nick, Card(own=own, reward=Reward(points=1)), OUT_OF_REACH)
    assert sets(best)[0] == (number, 0, 0)


def test_c_and_d_cards_may_ask_for_every_kind_for_chimneys_and_for_any_of_a_sort() -> None:
    assert {thing.value for thing in Thing} == {kind.value for kind in Kind} | {"chimneys", "landscape", "dwelling"}


def test_c_cards_count_the_chimneys_of_villas_that_are_not_completed() -> None:
    open_villa = District(tiles=(Tile(cell="C3", features=(Feature(kind=Kind.VILLA, opens="E", chimneys=4),)),))
    card = Card(own={Thing.CHIMNEYS: 2}, reward=Reward(points=1))
    assert sets(visit(player(district=open_villa), card, ONE_VILLA)) == [(2, 0, 0), (0, 0, 0)]


def test_granary_three_bread_meet_a_card_of_either_sort() -> None:
    assert visit(player(bread=3), OUT_OF_REACH, THREE_FISH).points == 7 - 4
    assert visit(player(bread=3), OUT_OF_REACH, TWO_HERBS, bread_sets=BreadSets.ONE_PER_VISIT).points == 4 - 4


def test_granary_three_bread_may_be_paid_any_number_of_times() -> None:
    assert sets(visit(player(bread=9), THREE_FISH, OUT_OF_REACH)) == [(0, 0, 3), (0, 0, 0)]


def test_granary_a_table_may_limit_bread_to_once_a_visit() -> None:
    best = visit(player(bread=9), THREE_FISH, OUT_OF_REACH, bread_sets=BreadSets.ONE_PER_VISIT)
    assert (best.points, sets(best)) == (3, [(0, 0, 1), (0, 0, 0)])


def test_forum_a_card_that_is_not_met_costs_4_points_and_two_cost_8() -> None:
    assert visit(player(), TWO_HERBS, OUT_OF_REACH).points == -8
    assert visit(player(goods={Good.HERBS: 2}), TWO_HERBS, OUT_OF_REACH).points == 0


def test_forum_a_card_that_can_be_met_must_be_met_even_at_a_loss() -> None:
    dear = Card(pay=dict.fromkeys(Good, 9), reward=Reward(coins=1))
    rich = player(goods=dict.fromkeys(Good, 9))
    poor = player(goods={**dict.fromkeys(Good, 9), Good.FISH: 8})
    assert visit(rich, dear, ONE_VILLA, Objective.FINAL).final_gain == -18 - 4
    assert visit(poor, dear, ONE_VILLA, Objective.FINAL).final_gain == -4 - 4


def test_forum_bread_counts_where_a_card_must_be_met() -> None:
    poor_reward = Card(own={Thing.VILLA: 9}, reward=Reward(bread=1))
    assert sets(visit(player(bread=3), poor_reward, ONE_VILLA, Objective.FINAL))[0] in {(0, 0, 1), (0, 0, 0)}
    assert visit(player(bread=6), poor_reward, poor_reward, Objective.FINAL).final_gain == -2


def test_forum_what_the_first_card_gives_can_be_spent_on_the_second() -> None:
    granary = Card(name="Granary card", own={Thing.GRANARY: 1}, reward=Reward(bread=2))
    nick = player(bread=1, tally=built(granary=1))
    best = visit(nick, THREE_FISH, granary)
    assert (best.order, best.points, sets(best)) == ((1, 0), 7, [(0, 0, 1), (1, 0, 0)])
    assert str(best.because) == (
        "“Granary card” first: the 2 bread it gives pay for “three fish”. "
        "“Granary card” is met once by what is owned: 2 bread. “three fish” is met once for 3 bread: 7 points."
    )


def test_forum_what_a_card_gives_is_never_spent_on_itself() -> None:
    card = Card(pay={Good.FISH: 1}, reward=Reward(coins=2))
    assert sets(visit(player(goods={Good.FISH: 1}), card, OUT_OF_REACH))[0] == (0, 1, 0)


def test_forum_the_better_order_says_so_where_nothing_is_passed_on() -> None:
    best = visit(player(bread=3), OUT_OF_REACH, THREE_FISH)
    assert (best.order, str(best.because).split(". ")[0]) == ((1, 0), "“three fish” first: the other order brings less")


def test_forum_equal_orders_say_so_and_keep_the_order_asked() -> None:
    best = visit(player(goods={Good.HERBS: 2, Good.FISH: 3}), THREE_FISH, TWO_HERBS)
    assert (best.order, str(best.because).split(". ")[0]) == ((0, 1), "Either order brings the same")
    assert best.others == ()


STEPS = Card(own={Thing.MARKET: 1}, reward=Reward(prestige=3))


@pytest.mark.parametrize(("edition", "points", "steps"), [(Edition.SECOND, 5 - 4, 1), (Edition.FIRST, -4, 1)])
def test_forum_steps_past_the_end_of_the_bar(edition: Edition, points: int, steps: int) -> None:
    nick = player(prestige=19, tally=built(market=2))
    best = visit(nick, STEPS, OUT_OF_REACH, edition=edition)
    assert (best.points, best.prestige) == (points, steps)
    assert best.visits[best.order.index(0)].gained.prestige == 1


def test_forum_the_second_card_moves_on_from_where_the_first_one_stopped() -> None:
    best = visit(player(prestige=16, tally=built(market=1)), STEPS, STEPS)
    assert [(visit.gained.prestige, visit.gained.points) for visit in best.visits] == [(3, 0), (1, 2)]


def test_forum_points_now_are_most_points_then_most_steps_then_most_items() -> None:
    step = Card(pay={Good.FISH: 1}, reward=Reward(prestige=1))
    best = visit(player(goods={Good.FISH: 4}), step, OUT_OF_REACH)
    assert (best.points, best.prestige, best.items_left) == (-4, 4, 0)


def test_forum_the_final_total_weighs_items_against_points() -> None:
    cheap = Card(pay={Good.FISH: 3}, reward=Reward(points=1))
    nick = player(goods={Good.FISH: 6})
    assert visit(nick, cheap, OUT_OF_REACH, Objective.POINTS).points == 2 - 4
    best = visit(nick, cheap, OUT_OF_REACH, Objective.FINAL)
    assert (best.final_gain, sets(best)[0]) == (-5, (0, 1, 0))


def test_forum_among_equals_fewest_coins_then_fewest_bread() -> None:
    card = Card(pay={Good.FISH: 2}, reward=Reward(coins=2))
    best = visit(player(coins=4, bread=3), card, ONE_VILLA, Objective.POINTS)
    assert sets(best) == [(0, 1, 0), (0, 0, 1)]


def test_forum_other_visits_worth_considering_are_named() -> None:
    cheap = Card(name="cheap", pay={Good.FISH: 3}, reward=Reward(points=1))
    best = visit(player(goods={Good.FISH: 12}), cheap, OUT_OF_REACH)
    assert best.others is not None
    assert [str(rival.because).split(":")[0] for rival in best.others] == ["Best for the final total"]
    assert best.others[0].final_gain > best.final_gain


def test_forum_the_other_order_is_named_where_it_brings_less() -> None:
    best = visit(player(bread=3), THREE_FISH, OUT_OF_REACH)
    assert best.others is not None
    assert str(best.others[-1].because).startswith("In the other order: “out of reach” first brings less.")


def said(key: str, seated: Table, ask: object) -> tuple[list[str], list[tuple[str, ...]], list[str]]:
    check = CHECKS[key]
    report = check.report(seated, ask, check.answer(seated, ask))
    rows = [tuple(str(value) for value in row) for row in report.rows]
    return [str(sentence) for sentence in report.sentences], rows, [str(note) for note in report.notes]


def test_the_report_of_a_visit_tells_what_is_paid_and_gained() -> None:
    ask = VisitAsk(player="Nick", cards=(TWO_HERBS, OUT_OF_REACH), objective=Objective.POINTS)
    nick = player(goods={Good.HERBS: 3}, coins=1, bread=3)
    sentences, rows, notes = said("forum_visit", table(nick), ask)
    assert sentences[0].startswith("Either order brings the same.")
    assert rows == [
        ("“two herbs”", "twice", "3 herbs and 1 coin", "8 points"),
        ("“out of reach”", "once", "3 bread", "1 point"),
    ]
    assert notes[0] == "Together 9 points and 0 steps, 0 items left; the final total changes by +6."


def test_the_report_of_a_visit_names_what_is_not_met() -> None:
    ask = VisitAsk(player="Nick", cards=(TWO_HERBS, ONE_VILLA), objective=Objective.POINTS)
    _, rows, _ = said("forum_visit", table(player()), ask)
    assert rows[0] == ("“two herbs”", "not met", "nothing", "-4 points")


def test_the_report_of_the_forum_lists_the_pairs() -> None:
    ask = ForumAsk(player="Nick", objective=Objective.FINAL)
    sentences, rows, notes = said("forum", forum("xx.. .... ...."), ask)
    assert sentences == ["The open pairs for Nick, best for the final total first."]
    assert rows == [("A1-B1", "“a villa” and “a villa”", "-8", "0", "0", "-8")]
    assert notes[0].startswith("A1-B1: Either order brings the same.")


def test_the_report_of_the_forum_tells_the_reasons_of_the_three_best_pairs() -> None:
    ask = ForumAsk(player="Nick", objective=Objective.FINAL)
    _, rows, notes = said("forum", forum("xxxx xxxx xxxx"), ask)
    assert (len(rows), len(notes)) == (17, 3)


def test_the_report_of_a_forum_without_open_pairs_says_so() -> None:
    ask = ForumAsk(player="Nick", objective=Objective.FINAL)
    assert said("forum", forum("x.x. .... ...."), ask) == (["No pair of neighboring cards is open."], [], [])


def test_the_report_of_the_order_lists_the_players() -> None:
    _, rows, _ = said("forum_order", table(player("Nick", prestige=1), player("Hank", prestige=4)), OrderAsk())
    assert rows == [("1", "Hank", "4", "0"), ("2", "Nick", "1", "0")]


@pytest.mark.parametrize(
    ("card", "called"),
    [
        (Card(name="Granary card", pay={Good.FISH: 1}), "“Granary card”"),
        (Card(pay={Good.FISH: 2, Good.HERBS: 1}), "“2 fish and 1 herb”"),
        (Card(own={Thing.BAKERY: 2}), "“2 bakeries”"),
    ],
)
def test_a_card_is_called_by_its_name_or_by_what_it_asks(card: Card, called: str) -> None:
    ask = VisitAsk(player="Nick", cards=(card, ONE_VILLA), objective=Objective.POINTS)
    assert said("forum_visit", table(player()), ask)[1][0][0] == called


def ruled(key: str, seated: Table, ask: object) -> list[str]:
    check = CHECKS[key]
    return [str(ruling) for ruling in check.rulings(seated, ask, check.answer(seated, ask))]


MUST_MEET = (
    "A forum card that can be met must be met. You choose how many payments to make; owned sets count by themselves."
)


@pytest.mark.parametrize(
    ("of", "rules", "rulings"),
    [
        (player(), {}, []),
        (player(bread=3), {}, []),
        (player(bread=6), {}, ["Three bread may meet forum cards any number of times in a visit."]),
        (
            player(),
            {"bread_sets": BreadSets.ONE_PER_VISIT},
            ["At this table three bread may meet a forum card once in a visit."],
        ),
        (
            player(prestige=20, tally=built(market=1)),
            {},
            ["Steps past the end of the prestige bar give 1 point each, even when a forum card grants them."],
        ),
        (
            player(prestige=20, tally=built(market=1)),
            {"edition": Edition.FIRST},
            ["First edition: steps past the end of the prestige bar give nothing."],
        ),
    ],
)
def test_rulings_of_a_visit_are_those_it_rests_on(of: Player, rules: dict[str, Any], rulings: list[str]) -> None:
    ask = VisitAsk(player="Nick", cards=(STEPS, ONE_VILLA), objective=Objective.POINTS)
    assert ruled("forum_visit", table(of, **rules), ask) == [MUST_MEET, *rulings]


def test_rulings_of_the_forum_are_those_of_its_pairs_each_once() -> None:
    ask = ForumAsk(player="Nick", objective=Objective.POINTS)
    assert ruled("forum", forum("xxx. .... ...."), ask) == [MUST_MEET]
    assert ruled("forum", forum("x.x. .... ...."), ask) == []


def test_rulings_of_the_order_say_when_it_is_fixed() -> None:
    fixed = "The order in the forum is fixed when the phase begins."
    assert ruled("forum_order", table(player()), OrderAsk()) == [fixed]
