"""A forum phase on the screen: the order, the visits, and how all of it is taken back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.games.carpe_diem import forum as steps
from companion.games.carpe_diem.forum import problems_of_visitor, visits_to_pairs
from companion.games.carpe_diem.wording import pair_name
from companion.tables.state import transition, with_player
from scoring.carpe_diem.moves import begin_phase, end_phase
from scoring.carpe_diem.state import Good, Objective
from tests.companion.carpe_diem_tables import as_user, change, player_with, tile
from tests.companion.spoken import name_of
from tests.companion.ui.editors.carpe_diem.forums import FISH, HERBS, ROW, shown, table

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen


def phase(app: Headless) -> tuple[LiveTable, Screen]:
    """A table in the first forum phase, in which Ben visits first."""
    live = table(app, ROW)
    screen = shown(app, live)
    screen.tap("Start the forum phase")
    return live, screen


def test_the_order_of_the_moment_is_shown_and_fixed(app: Headless) -> None:
    live = table(app, ROW)
    screen = shown(app, live)
    assert screen.has("Forum phase 1 of 4")
    assert [name for name in screen.names if name in ("Anna", "Ben")] == ["Ben", "Anna"]
    screen.tap("Start the forum phase")
    assert live.state.table.order == (1, 0)
    assert screen.has("Ben visits the forum")
    assert screen.has("Ben holds 6 fish, on space 3 of 20.")


def test_before_a_later_building_phase_it_says_what_is_done_first(app: Headless) -> None:
    live = table(app, ROW)
    screen = shown(app, live)
    assert not screen.says("Pass the starting player token")
    app.run(live.change("Forum phase 1 of 4: Played without Tessera", transition(end_phase)))
    words = "Before building phase 2: Pass the starting player token to the left"
    assert shown(app, live).says(words)


def test_the_best_pairs_come_first_and_say_what_they_bring(app: Headless) -> None:
    live, screen = phase(app)
    best = visits_to_pairs(live.state.table)
    listed = [name for name in screen.names if name[2:3] == "–" and name[5:6] == ":"]
    assert [name.split(":")[0] for name in listed] == [pair_name(visit.cells or ()) for visit in best]
    assert listed[0] == "A1–B1: 10 points, 0 steps, 0 items left, the final total changes by +7"
    assert screen.has("A1–B1, open: 10")


def test_a_visit_chosen_in_the_forum_is_booked_and_taken_back(app: Headless) -> None:
    live, screen = phase(app)
    before = live.state
    screen.tap("A1–B1, open: 10")
    assert screen.says("A1: pay 2 herbs, get 4 points.")
    assert screen.says("is met twice for 6 fish: 14 points")
    screen.tap("Choose A1–B1 for Ben")
    assert str(live.undo_state.undo) == "Ben visits A1–B1: 10 points"
    assert live.state.table.players[1].victory_cards == 10
    assert screen.has("A1–B1, Ben’s marker")
    assert screen.has("Anna visits the forum")
    screen.tap("Undo")
    assert live.state == before
    assert screen.has("Ben visits the forum")


def test_undo_below_a_visit_goes_with_a_later_step(app: Headless) -> None:
    live, screen = phase(app)
    screen.tap("A1–B1, open: 10")
    screen.tap("Choose A1–B1 for Ben")
    change(app, live, lambda state: with_player(state, 0, coins=3))
    booked = live.state
    assert not screen.has("Undo")
    assert live.state == booked


def test_who_paid_once_books_what_was_paid_and_takes_it_back_in_one_step(app: Headless) -> None:
    anna = player_with("Anna", goods={Good.HERBS: 4, Good.FISH: 3}, coins=1, prestige=1)
    live = table(app, ROW, anna, player_with("Ben"))
    change(app, live, transition(begin_phase))
    screen = shown(app, live)
    screen.tap("A1–B1, open: 15")
    assert screen.enabled("A1, goods, −1")
    assert not screen.enabled("A1, goods, +1")
    assert not screen.enabled("B1, goods, −1")
    screen.tap("A1, goods, −1")
    assert screen.has("11 points")
    assert screen.has("Best visit: 15 points")
    assert not screen.enabled("A1, goods, −1")
    screen.tap("A1, coins for herbs, +1")
    screen.tap("B1 first")
    assert screen.says("“3 fish” first.")
    screen.tap("Choose A1–B1 for Anna")
    booked = live.state.table.players[0]
    assert (booked.goods.get(Good.HERBS), booked.goods.get(Good.FISH), booked.coins) == (3, 0, 0)
    assert booked.victory_cards == (anna.victory_cards or 0) + 11
    assert app.run(live.undo())
    assert live.state.table.players[0] == anna


def test_what_was_changed_goes_back_to_the_best_visit(app: Headless) -> None:
    live = table(app, ROW)
    change(app, live, transition(begin_phase))
    screen = shown(app, live)
    screen.tap("A1–B1, open: 10")
    screen.tap("B1, goods, −1")
    assert screen.has("3 points")
    screen.tap("Best visit: 10 points")
    assert screen.has("10 points")
    assert not screen.says("Best visit")


def test_a_visit_chosen_in_the_list_is_booked(app: Headless) -> None:
    live, screen = phase(app)
    screen.tap("A1–B1: 10 points, 0 steps, 0 items left, the final total changes by +7")
    before = len(screen.called)
    screen.tap("Choose A1–B1 for Ben")
    assert "scroll_to" in dict(screen.called[before:]), "to the head of the next list"
    assert [visit.points for visit in live.state.table.visits] == [10]
    assert not screen.says("Choose ")


def test_the_phase_is_over_after_the_last_visit(app: Headless) -> None:
    _, screen = phase(app)
    screen.tap("A1–B1, open: 10")
    screen.tap("Choose A1–B1 for Ben")
    screen.tap("Skip this visit")
    assert screen.has("Forum phase 2 of 4")
    assert screen.has("A1–B1: 10")
    assert screen.has("no visit")


def test_visits_are_weighed_for_points_or_for_the_final_total(app: Headless) -> None:
    live, screen = phase(app)
    screen.tap("Final total")
    assert live.state.table.objective is Objective.FINAL
    final = visits_to_pairs(live.state.table)
    assert screen.has(f"A1–B1, open: {final[0].final_gain}")


def test_five_pairs_are_shown_first_and_all_on_demand(app: Headless) -> None:
    cards = dict.fromkeys(("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"), FISH)
    live = table(app, cards)
    screen = shown(app, live)
    screen.tap("Start the forum phase")

    def lines() -> list[str]:
        return [name for name in screen.names if name[2:3] == "–" and name[5:6] == ":"]

    assert len(lines()) == 5
    screen.tap("All 10")
    assert len(lines()) == 10
    screen.tap("The best 5")
    assert len(lines()) == 5


def test_a_pair_that_was_taken_meanwhile_cannot_be_chosen_any_more(app: Headless) -> None:
    live, screen = phase(app)
    screen.tap("A1–B1, open: 10")
    change(app, live, lambda old: steps.with_marker(old, ("A1", "B1")), author="phone")
    assert not screen.has("Choose A1–B1 for Ben")
    assert screen.has("Marker.")


def test_nothing_is_booked_at_a_table_that_changes_at_that_moment(app: Headless) -> None:
    live, screen = phase(app)
    screen.tap("A1–B1, open: 10")
    choose = screen.find("Choose A1–B1 for Ben", ft.Button)
    marked = steps.with_marker(live.state, ("B1", "C1"))

    async def both() -> None:
        first = asyncio.create_task(
            as_user(live, "phone").change("marker", lambda old: steps.with_marker(old, ("B1", "C1")))
        )
        await asyncio.sleep(0)  # the other one comes first
        await screen.page.session.dispatch_event(choose._i, "click", None)
        await first

    app.run(both())
    assert live.state == marked
    assert screen.says("nothing was booked")


def test_a_phase_can_be_left_out_or_ended(app: Headless) -> None:
    live = table(app, ROW)
    screen = shown(app, live)
    screen.tap("Played without Tessera")
    assert screen.has("Forum phase 2 of 4")
    screen.tap("Start the forum phase")
    screen.tap("End this phase")
    assert screen.has("Forum phase 3 of 4")
    screen.tap("Played without Tessera")
    screen.tap("Played without Tessera")
    assert screen.has("All four forum phases are over")
    main = [name_of(part) for part, _ in screen.controls() if isinstance(part, ft.FilledButton)]
    assert main == ["Final scoring"], "cards that were never laid are not asked for any more"
    screen.tap("Final scoring")
    assert screen.route == f"/table/{live.id}/end/0"


def test_a_phase_without_open_pairs_says_so(app: Headless) -> None:
    live = table(app, {"A1": HERBS, "B1": FISH})
    change(app, live, lambda old: steps.with_marker(transition(begin_phase)(old), ("A1", "B1")))
    assert shown(app, live).says("No pair of neighboring cards is open")


def test_two_markers_at_one_height_must_be_told_apart_first(app: Headless) -> None:
    live = table(app, ROW, player_with("Anna", prestige=2), player_with("Ben", prestige=2))
    screen = shown(app, live)
    assert not screen.enabled("Start the forum phase")
    assert screen.says("say whose marker lies higher")
    screen.tap("Go to Stock")
    assert screen.route == f"/table/{live.id}/stock/1"


def test_what_is_impossible_is_said_beside_the_answers(app: Headless) -> None:
    wrong = player_with("Anna", tile("C3", "pond E"), tile("D3", "garden W"), prestige=5)
    live = table(app, ROW, wrong, player_with("Ben"))
    screen = shown(app, live)
    assert not screen.says("may be wrong")
    screen.tap("Start the forum phase")
    assert screen.says("touching sides must match")
    assert screen.has("A1–B1, open: −8")
    screen.tap("To Anna’s district")
    assert screen.route == f"/table/{live.id}/district/0"
    assert problems_of_visitor(live.state.table, 1) == ()


@pytest.mark.parametrize("viewport", [{"width": 320, "scale": 2.0}, {"width": 1280, "height": 800}])
def test_the_forum_works_at_every_size(app: Headless, viewport: dict[str, Any]) -> None:
    live = table(app, ROW)
    screen = shown(app, live, **viewport)
    screen.tap("Start the forum phase")
    screen.tap("A1–B1, open: 10")
    screen.tap("Choose A1–B1 for Ben")
    assert screen.has("A1–B1, Ben’s marker")
