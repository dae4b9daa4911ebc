"""The Objectives board of The Palaces of Carrara on the table screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.state import with_table
from companion.ui.core.context import Viewport
from companion.ui.editors.palaces_of_carrara.board import BoardTab
from companion.ui.editors.palaces_of_carrara.objectives import ObjectivesTab
from companion.ui.editors.palaces_of_carrara.wheel import WheelTab
from companion.ui.screens.final_scoring import FinalScoring
from scoring.palaces_of_carrara.state import Color, Kind
from tests.companion.carrara_tables import base, begun, expanded, first, shown, without_cards
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless


def test_the_objectives_of_the_base_game_and_who_may_announce(app: Headless) -> None:
    kinds = "kind villa, kind porta, kind palazzo, kind castello"
    nick = player(scored=kinds, objects="8 book", buildings="villa 5 pisa")
    live, screen = shown(app, ObjectivesTab, base(nick))
    assert screen.has("4 scorings")
    assert screen.has("Nick: 4 of 4, met")
    assert screen.has("Nick: 5 of 30")
    assert screen.has("Ben: 0 of 8")
    assert not screen.says("Nick announces the end")
    assert not screen.has("Edit: Top card (brown)")
    assert live.state.table.announced is None


def test_of_two_phones_that_announce_the_end_at_once_the_second_is_told(app: Headless) -> None:
    kinds = "kind villa, kind porta, kind palazzo, kind castello"
    costs = "villa 5 pisa, porta 5 pisa, palazzo 5 pisa, castello 5 pisa, cathedrale 5 pisa, biblioteca 5 pisa"
    both = (player(name, scored=kinds, objects="4 book, 4 cup", buildings=costs) for name in ("Nick", "Ben"))
    live = begun(app, base(*both))
    nick, ben = (app.show(ObjectivesTab, live) for _ in range(2))
    app.tap_at_once((nick, "Nick announces the end"), (ben, "Ben announces the end"))
    assert [person.score for person in live.state.table.players] == [5, 0]
    assert ben.has("Nick has announced the end.")
    assert not ben.says("Ben announces the end")


def test_the_end_is_announced_for_five_points(app: Headless) -> None:
    kinds = "kind villa, kind porta, kind palazzo, kind castello"
    costs = "villa 5 pisa, porta 5 pisa, palazzo 5 pisa, castello 5 pisa, cathedrale 5 pisa, biblioteca 5 pisa"
    nick = player(scored=kinds, objects="4 book, 4 cup", buildings=costs)
    live, screen = shown(app, ObjectivesTab, base(nick))
    screen.tap("Nick announces the end")
    assert first(live).score == 5
    assert screen.says("Nick has announced the end.")
    assert screen.says("One more turn each: Ben. Then the game is over.")
    assert not screen.has("Nick announces the end")
    screen.tap("Remove the announcement")
    assert screen.has("Nick announces the end")
    assert first(live).score == 0
    assert live.state.table.announced is None
    assert str(live.undo_state.undo) == "Remove the announcement"


def test_who_plays_last_is_said_when_all_is_built(app: Headless) -> None:
    every = ", ".join(f"{kind} {cost} pisa" for kind in Kind for cost in range(1, 6))
    _, screen = shown(app, ObjectivesTab, base(player(buildings=every)))
    assert screen.says("All buildings are built: this is the last round, and Ben ends it.")


def test_nobody_plays_after_who_ends_the_round(app: Headless) -> None:
    state = base(player())
    _, screen = shown(app, ObjectivesTab, with_table(state, announced=1))
    assert screen.says("The round is over, and so is the game.")


def test_how_many_buildings_are_left_is_said(app: Headless) -> None:
    _, screen = shown(app, ObjectivesTab, base(player(buildings="villa 5 pisa")))
    assert screen.says("29 buildings of cost 1 to 5 are left; the last one ends the game, too.")
    _, screen = shown(app, ObjectivesTab, expanded(player(buildings="villa 8 pisa")))
    assert screen.says("30 buildings of cost 1 to 5 are left")


def cards_count(live: LiveTable) -> bool:
    return live.state.table.cards is not None


def test_the_cards_are_picked_one_after_the_other(app: Headless) -> None:
    live, screen = shown(app, ObjectivesTab, without_cards(player()))
    assert screen.says("Pick the four cards. Until then the base game counts.")
    assert not screen.has("Announcing the end")
    screen.tap("8 buildings, nothing at the end")
    screen.tap("3 pairs, at the end 5 points each, other objects 1")
    screen.tap("4 land buildings, at the end 6 points each")
    assert not cards_count(live)
    screen.tap("Pisa and Massa, at the end each is scored once more")
    assert cards_count(live)
    assert screen.has("Nick: 0 of 8")
    screen.tap("Edit: Top card (brown)")
    screen.tap("30 coins, at the end a point for every 2 coins")
    assert screen.has("Nick: 0 of 30")
    assert str(live.undo_state.undo) == "Top card (brown): 30 coins"


def test_the_cards_of_a_first_game_are_laid_by_one_tap(app: Headless) -> None:
    live, screen = shown(app, ObjectivesTab, without_cards(player()))
    assert screen.says("Compare them with yours.")
    screen.tap("First game: the four cards numbered 2")
    cards = live.state.table.cards
    assert (cards.brown, cards.purple) == ("big-buildings", "three-pairs")
    assert (cards.gray, cards.green) == ("two-in-three-cities", "two-cities")
    assert screen.has("Nick: 0 of 4")
    screen.tap("Edit: Top card (brown)")
    screen.tap("8 buildings, nothing at the end")
    assert live.state.table.cards.brown == "buildings"
    assert str(live.undo_state.undo) == "Top card (brown): 8 buildings"


def test_until_the_cards_are_picked_the_board_and_the_end_say_so(app: Headless) -> None:
    live, screen = shown(app, BoardTab, without_cards(player()), 0)
    screen.tap("Pick the cards")
    assert screen.route == f"/table/{live.id}/goals/0"
    end = app.show(FinalScoring, live)
    assert end.says("with the expansion a card of each color lies on the Objectives board")
    end.tap("Go to “Goals”")
    assert end.route == f"/table/{live.id}/goals/0"


def test_large_text_and_wide_screens_show_the_same(app: Headless) -> None:
    state = expanded(player())
    for viewport in (Viewport(width=320, scale=2.0), Viewport(width=1280)):
        _, screen = shown(app, ObjectivesTab, state, viewport=viewport)
        assert screen.has("Nick: 0 of 4")
        assert screen.has("Edit: Top card (brown)")
        live = begun(app, state)
        wheel = app.show(WheelTab, live, 0, viewport=viewport)
        wheel.tap(f"{Color.BLACK}: 0", group="Section 2")
        assert wheel.has(f"{Color.BLACK}: 0, 1 black block", group="Section 2")
