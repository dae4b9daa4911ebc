"""The Score tab: what scoring actions pay, and the objects on buildings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.palaces_of_carrara import kit
from companion.tables.state import transition
from companion.ui.editors.palaces_of_carrara.editor import ScoreTab
from scoring.palaces_of_carrara.moves import take_coins
from scoring.palaces_of_carrara.state import Kind, Object
from tests.companion.carrara_tables import base, expanded, first, laid_out, shown
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


def test_what_each_action_would_pay_stands_side_by_side(app: Headless) -> None:
    _, screen = shown(app, ScoreTab, base(player(buildings="palazzo 2 lucca, porta 3 lucca", coins=3)), 0)
    assert screen.has("Palazzo: 4 points and 1 crown; the final total changes by +7")
    assert screen.has("Lucca: 10 points, 1 crown and 1 gate; the final total changes by +16, the best")
    assert screen.has("Pisa: 0 of 2 buildings.")
    assert screen.says("6 scoring markers left")


def test_an_action_shows_its_arithmetic_and_is_scored(app: Headless) -> None:
    live, screen = shown(app, ScoreTab, base(player(buildings="palazzo 2 lucca, porta 3 pisa")), 0)
    screen.tap("Porta: 9 coins and 1 gate; the final total changes by +4")
    assert screen.has("Porta 3 in Pisa: 3 × 3 coins = 9 coins.")
    assert screen.says("The final total changes by +4.")
    screen.tap("Score Porta")
    assert (first(live).coins, first(live).objects[Object.GATE]) == (9, 1)
    assert screen.has("Porta: Scored")
    screen.tap("Undo")
    assert first(live).coins == 0


def test_what_is_not_built_opens_no_window_that_says_the_same(app: Headless) -> None:
    _, screen = shown(app, ScoreTab, base(player(buildings="palazzo 2 lucca")), 0)
    assert screen.has("Villa: Not built.")
    assert not screen.can_be_tapped("Villa: Not built.")
    assert screen.can_be_tapped("Lucca: 1 of 2 buildings.")


def test_an_action_is_scored_once_by_two_quick_taps(app: Headless) -> None:
    live, screen = shown(app, ScoreTab, base(player(buildings="palazzo 2 lucca, porta 3 pisa")), 0)
    screen.tap("Porta: 9 coins and 1 gate; the final total changes by +4")
    screen.tap_both("Score Porta", "Score Porta")
    assert first(live).coins == 9


def test_an_action_is_scored_once_by_a_second_tap_that_comes_late(app: Headless) -> None:
    live, screen = shown(app, ScoreTab, base(player(buildings="palazzo 2 lucca, porta 3 pisa")), 0)
    screen.tap("Porta: 9 coins and 1 gate; the final total changes by +4")
    screen.tap_late("Score Porta", "Score Porta")
    assert first(live).coins == 9


def test_the_page_stays_after_an_action_and_the_next_player_is_one_tap_away(app: Headless) -> None:
    live, screen = shown(app, ScoreTab, base(player(buildings="porta 3 pisa"), player("Ben")), 0)
    before = screen.route
    screen.tap("Porta: 9 coins and 1 gate; the final total changes by +4, the best")
    screen.tap("Score Porta")
    assert screen.route == before
    screen.tap("Go on to Ben")
    assert screen.route == f"/table/{live.id}/score/1"
    of_ben = app.show(ScoreTab, live, 1)
    assert of_ben.says("Ben’s turn")
    app.run(live.undo())
    assert not screen.has("Go on to Ben")


def test_what_is_entered_out_of_turn_is_told(app: Headless) -> None:
    live, screen = shown(app, ScoreTab, base(player(), player("Ben"), player("Cleo")), 0)
    app.run(live.change("coins", transition(take_coins, 1)))
    assert screen.says("It is Cleo’s turn. What you enter now is for Nick.")


def test_a_marker_alone_is_laid_and_taken_back(app: Headless) -> None:
    live, screen = shown(app, ScoreTab, base(player(buildings="porta 3 pisa")), 0)
    screen.tap("Porta: 9 coins and 1 gate; the final total changes by +4, the best")
    screen.tap("Just place the marker: it is already paid")
    assert first(live).coins == 0
    assert screen.says("5 scoring markers left")
    screen.tap("Porta: Scored")
    screen.tap("Remove the marker")
    assert first(live).scored == ()


def test_what_is_not_allowed_says_every_reason(app: Headless) -> None:
    _, screen = shown(app, ScoreTab, expanded(player(buildings="villa 3 massa")), 0)
    screen.tap("Massa: 1 of 3 buildings.")
    assert screen.has("1 of 3 buildings.")
    assert not screen.has("Just place the marker: it is already paid")
    screen.tap("Close")
    assert screen.has("City buildings: Not built.")


def test_what_the_buildings_show_is_asked_once_and_kept(app: Headless, copies: MyCopy) -> None:
    live, screen = shown(app, ScoreTab, base(player(buildings="villa 3 massa")), 0)
    assert screen.has("Villa: 3 points and 1 coat of arms; the final total changes by +6, the best")
    screen.tap("What the buildings show")
    screen.tap("Villa: cup")
    screen.tap("Save")
    assert screen.has("Villa: 3 points and 1 cup; the final total changes by +6, the best")
    assert not screen.has("What the buildings show")
    shown_now = {Kind.CATHEDRALE: Object.COAT_OF_ARMS, Kind.CASTELLO: Object.FLAG, Kind.VILLA: Object.CUP}
    assert live.state.table.objects_of == shown_now
    assert kit.objects_known(copies) == shown_now
    assert laid_out(app).state.table.objects_of == shown_now
    assert live.problems == ()


def test_what_is_supposed_at_a_table_is_what_it_pays(app: Headless, copies: MyCopy) -> None:
    """My copy may know by now; a table that began before still asks, and proposes what my copy knows."""
    mine = {Kind.CATHEDRALE: Object.COAT_OF_ARMS, Kind.CASTELLO: Object.FLAG, Kind.VILLA: Object.CUP}
    app.run(kit.keep_objects(copies, mine))
    live, screen = shown(app, ScoreTab, base(player(buildings="villa 3 massa", scored="kind villa")), 0)
    assert screen.says("cathedrale: cup, castello: flag and villa: coat of arms")
    screen.tap("What the buildings show")
    assert screen.says("Objects taken before stay as they are.")
    screen.tap("Save")
    assert live.state.table.objects_of == mine
