"""The upgrade tiles of the expansion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.palaces_of_carrara import copy_values
from companion.ui.editors.palaces_of_carrara.board import BoardTab
from scoring.palaces_of_carrara.state import Location, Value
from tests.companion.carrara_tables import expanded, first, laid_out, shown
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


def test_an_upgrade_tile_that_is_known_is_taken_by_a_tap(app: Headless) -> None:
    live, screen = shown(app, BoardTab, expanded(player(buildings="villa 8 pisa")), 0)
    screen.tap("Take the upgrade tile Lucca: 3 points + 1 coin")
    assert first(live).upgrades == (Location.LUCCA,)
    assert live.state.table.upgrades[Location.LUCCA] == Value(points=3, coins=1)


def test_what_an_unknown_tile_prints_is_asked_once_and_kept(app: Headless, copies: MyCopy) -> None:
    live, screen = shown(app, BoardTab, expanded(player(buildings="villa 8 pisa, porta 8 pisa")), 0)
    screen.tap("Take the upgrade tile Land buildings: not known yet")
    assert not screen.has("Take the upgrade tile Lucca: 3 points + 1 coin")
    screen.tap("Cancel")
    assert screen.has("Take the upgrade tile Lucca: 3 points + 1 coin")
    screen.tap("Take the upgrade tile Land buildings: not known yet")
    screen.tap("Points, +1")
    screen.tap("Coins, +1")
    screen.tap("Save")
    assert first(live).upgrades == (Location.LAND,)
    assert copy_values.UPGRADES.values(copies)[Location.LAND] == Value(points=2, coins=1)
    next_table = laid_out(app, "expansion")
    assert next_table.state.table.upgrades[Location.LAND] == Value(points=2, coins=1)


def test_an_upgrade_tile_is_corrected_and_removed(app: Headless, copies: MyCopy) -> None:
    nick = player(buildings="villa 8 pisa", upgrades=(Location.MASSA,))
    live, screen = shown(app, BoardTab, expanded(nick, upgrades={Location.MASSA: Value(points=2, coins=0)}), 0)
    screen.tap("Edit: Upgrade tile Massa")
    screen.tap("Coins, +1")
    screen.tap("Save")
    assert live.state.table.upgrades[Location.MASSA] == Value(points=2, coins=1)
    assert Location.MASSA in copies.part(copy_values.UPGRADES.name)
    screen.tap("Remove: Upgrade tile Massa")
    assert first(live).upgrades == ()
    app.run(live.undo())
    assert first(live).upgrades == (Location.MASSA,)


def test_without_a_building_of_cost_8_no_tile_is_offered(app: Headless) -> None:
    _, screen = shown(app, BoardTab, expanded(player()), 0)
    assert screen.says("None yet: a building of cost 8 brings one.")
