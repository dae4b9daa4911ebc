"""The Board tab: building, improving, moving and removing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.games.palaces_of_carrara import kit
from companion.ui.core.context import Viewport
from companion.ui.core.theme import DARK, LIGHT, Palette, contrast
from companion.ui.editors.palaces_of_carrara.board import BoardTab
from companion.ui.editors.palaces_of_carrara.drawings import BLOCK_INKS
from scoring.palaces_of_carrara.state import Color, Location, Value
from tests.companion.carrara_tables import base, begun, expanded, first, laid_out, shown
from tests.companion.phones import of_host
from tests.companion.spoken import name_of
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless, Screen


def test_a_city_says_what_it_is_worth_and_which_blocks_it_accepts(app: Headless) -> None:
    screen = app.show(BoardTab, laid_out(app), 0)
    assert screen.has("3 points, white", group="Livorno")
    assert screen.has("2 points, white to red", group="Lucca")
    assert not screen.says("Villa")


def test_an_empty_board_is_told_in_few_words(app: Headless) -> None:
    screen = app.show(BoardTab, laid_out(app), 0)
    assert len(" ".join(screen.names).split()) <= 70


def test_a_building_is_built_in_three_taps_and_paid(app: Headless) -> None:
    live, screen = shown(app, BoardTab, base(player(blocks={Color.RED: 2, Color.YELLOW: 3, Color.BLACK: 5})), 0)
    screen.tap("Build", group="Lucca")
    screen.tap("villa 3")
    assert screen.value("Red") == "2"
    assert screen.value("Yellow") == "1"
    assert not screen.has("Black")
    screen.tap("Build villa 3 in Lucca")
    assert screen.has("villa 3", group="Lucca")
    assert screen.has("Nick builds villa 3 in Lucca.")
    assert first(live).blocks[Color.YELLOW] == 2
    assert str(live.undo_state.undo) == "Build villa 3 in Lucca"
    assert not screen.has("porta 5")
    screen.tap("Build", group="Pisa")
    assert screen.has("villa 3, built by Nick")


def test_what_was_built_stays_in_sight_and_another_tab_goes_on_with_the_next_player(app: Headless) -> None:
    blocks = {Color.RED: 2, Color.YELLOW: 3}
    live = begun(app, base(player(blocks=blocks, buildings="porta 3 pisa"), player("Ben")))
    screen = of_host(app, f"/table/{live.id}/board/0")
    opened = screen.route
    screen.tap("Build", group="Lucca")
    screen.tap("villa 3")
    screen.tap("Build villa 3 in Lucca")
    assert screen.route == opened
    assert framed_tiles(screen) == ["villa 3"]
    assert screen.has("Go on to Ben")
    screen.tap("Wheel")
    assert screen.route == f"/table/{live.id}/wheel/1"
    of_nick = of_host(app, f"/table/{live.id}/board/0")
    assert framed_tiles(of_nick) == []
    of_nick.tap("Back to Ben")
    assert of_nick.route == f"/table/{live.id}/board/1"
    asked = of_host(app, f"/table/{live.id}/board/0")
    asked.tap("Wheel")
    assert asked.route == f"/table/{live.id}/wheel/0", "whoever was asked for out of turn stays"


def framed_tiles(screen: Screen) -> list[str]:
    """The tiles that are marked as just built."""
    marked = ft.Border.all(2, ft.Colors.SECONDARY)
    boxes = screen.controls(unsaid=True)
    return [name_of(around[-1]) for box, around in boxes if getattr(box, "border", None) == marked]


def test_a_building_is_not_built_after_another_was_tapped(app: Headless) -> None:
    live, screen = shown(app, BoardTab, base(player(blocks={Color.RED: 2, Color.YELLOW: 3})), 0)
    screen.tap("Build", group="Lucca")
    screen.tap("villa 3")
    screen.tap_both("villa 2", "Build villa 3 in Lucca")
    assert not first(live).buildings
    assert screen.has("Build villa 2 in Lucca")


def test_other_blocks_may_be_paid_as_many_as_it_costs(app: Headless) -> None:
    live, screen = shown(app, BoardTab, base(player(blocks={Color.RED: 2, Color.YELLOW: 3})), 0)
    screen.tap("Build", group="Lucca")
    screen.tap("villa 2")
    screen.tap("Red, −1")
    assert screen.says("2 blocks that Lucca accepts are needed: 1 here.")
    assert not screen.enabled("Build villa 2 in Lucca")
    screen.tap("Yellow, +1")
    screen.tap("Build villa 2 in Lucca")
    assert first(live).blocks[Color.YELLOW] == 2
    assert first(live).blocks[Color.RED] == 1


def test_what_a_tap_opens_is_scrolled_into_sight(app: Headless) -> None:
    _, screen = shown(app, BoardTab, base(player(buildings="villa 3 massa")), 0)
    assert screen.called == []
    for tapped, city in (("Build", "Lerici"), ("villa 3", "Massa")):
        screen.tap(tapped, group=city)
        name, asked = screen.called[-1]
        assert (name, asked["scroll_key"]) == ("scroll_to", city.lower())
    calls = len(screen.called)
    screen.tap("villa 3", group="Massa")
    assert len(screen.called) == calls


def test_the_tile_to_build_brings_its_payment_into_sight(app: Headless) -> None:
    _, screen = shown(app, BoardTab, base(player()), 0)
    screen.tap("Build", group="Lerici")
    calls = len(screen.called)
    screen.tap("villa 1")
    assert [asked["scroll_key"] for _, asked in screen.called[calls:]] == ["lerici"]


def test_whoever_begins_reads_so_on_the_empty_board(app: Headless) -> None:
    live, screen = shown(app, BoardTab, base(player(), player("Ben")), 0)
    assert screen.says(f"{live.names[0]}’s turn")
    assert screen.says("Buy blocks, build or score.")
    assert not app.show(BoardTab, live, 1).says("’s turn")


def test_the_colors_of_the_tiles_are_named_where_categories_are_scored(app: Headless) -> None:
    for table in (base(player()), expanded(player())):
        _, screen = shown(app, BoardTab, table, 0)
        screen.tap("Build", group="Pisa")
        assert screen.says("City buildings") == screen.says("Land buildings") == table.table.expansion


def test_a_single_block_that_is_needed_is_one(app: Headless) -> None:
    _, screen = shown(app, BoardTab, base(player()), 0)
    screen.tap("Build", group="Pisa")
    screen.tap("villa 1")
    assert screen.says("1 block that Pisa accepts is needed: 0 here.")


def test_where_blocks_are_not_counted_it_is_built_without(app: Headless) -> None:
    live, screen = shown(app, BoardTab, base(player(blocks={Color.RED: 2})), 0)
    screen.tap("Build", group="Pisa")
    screen.tap("porta 5")
    assert screen.says("5 blocks that Pisa accepts are needed: 0 here.")
    screen.tap("Build without paying here")
    assert len(first(live).buildings) == 1
    assert first(live).blocks[Color.RED] == 2
    live, screen = shown(app, BoardTab, base(player()), 0)
    screen.tap("Build", group="Pisa")
    screen.tap("porta 5")
    screen.tap("Build porta 5 in Pisa")
    assert len(first(live).buildings) == 1, "who has no blocks keeps no count of them"


def test_enough_blocks_may_stay_behind_the_screen(app: Headless) -> None:
    live, screen = shown(app, BoardTab, base(player(blocks={Color.WHITE: 2})), 0)
    screen.tap("Build", group="Livorno")
    screen.tap("porta 1")
    screen.tap("Build without paying here")
    assert first(live).blocks[Color.WHITE] == 2


def test_a_building_is_moved_and_removed(app: Headless) -> None:
    live, screen = shown(app, BoardTab, base(player(buildings="villa 3 lucca")), 0)
    screen.tap("villa 3", group="Lucca")
    assert not screen.says("Improve")
    screen.tap("Move villa 3 to Massa")
    screen.tap("villa 3", group="Massa")
    screen.tap("Remove")
    assert first(live).buildings == ()
    assert str(live.undo_state.undo) == "Remove: villa 3 in Massa"
    app.run(live.undo())
    assert screen.has("villa 3", group="Massa")


def test_with_the_expansion_a_building_is_improved_for_the_difference(app: Headless) -> None:
    live, screen = shown(app, BoardTab, expanded(player(buildings="villa 3 lucca", blocks={Color.RED: 2})), 0)
    screen.tap("villa 3", group="Lucca")
    assert screen.has("porta 2, costs no more")
    screen.tap("castello 5")
    screen.tap("Improve to castello 5")
    assert screen.has("castello 5", group="Lucca")
    assert first(live).blocks[Color.RED] == 0
    screen.tap("Build", group="Pisa")
    assert screen.has("villa 3, out of the game")


def test_what_is_tapped_twice_is_left_alone(app: Headless) -> None:
    _, screen = shown(app, BoardTab, base(player()), 0)
    screen.tap("Build", group="Pisa")
    screen.tap("porta 5")
    screen.tap("porta 5")
    assert not screen.has("Build porta 5 in Pisa")
    screen.tap("Close")
    assert not screen.has("porta 5")


def test_who_scored_a_city_and_an_upgrade_tile_are_said(app: Headless) -> None:
    nick = player(upgrades=(Location.LUCCA,), buildings="villa 3 lucca, villa 8 massa")
    ben = player("Ben", scored="city pisa")
    state = expanded(nick, ben, upgrades={Location.LUCCA: Value(points=3, coins=1)})
    _, screen = shown(app, BoardTab, state, 0)
    assert screen.has("3 points + 1 coin, white to red, with an upgrade tile", group="Lucca")
    assert screen.has("3 coins, white to yellow, Scored: Ben", group="Pisa")
    assert screen.has("Land buildings: 11")


def test_a_board_that_cannot_be_is_marked_with_the_reason(app: Headless) -> None:
    state = base(player(buildings="villa 3 lucca"), player("Ben", buildings="villa 3 pisa"))
    _, screen = shown(app, BoardTab, state, 1)
    assert screen.says("The villa of cost 3 appears twice: Nick has built it already.")
    assert screen.has("villa 3, cannot stand here", group="Pisa")


def test_the_stock_stands_beside_the_board_where_there_is_room(app: Headless) -> None:
    _, screen = shown(app, BoardTab, base(player()), 0, viewport=Viewport(width=1280))
    assert screen.has("Coins")
    _, narrow = shown(app, BoardTab, base(player()), 0)
    assert not narrow.has("Coins")


def test_large_text_puts_the_name_above_the_buildings(app: Headless) -> None:
    _, screen = shown(
        app, BoardTab, base(player(buildings="villa 3 lucca")), 0, viewport=Viewport(width=320, scale=2.0)
    )
    screen.tap("Build", group="Pisa")
    assert screen.has("porta 5")


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
    assert kit.UPGRADES.values(copies)[Location.LAND] == Value(points=2, coins=1)
    next_table = laid_out(app, "expansion")
    assert next_table.state.table.upgrades[Location.LAND] == Value(points=2, coins=1)


def test_an_upgrade_tile_is_corrected_and_removed(app: Headless, copies: MyCopy) -> None:
    nick = player(buildings="villa 8 pisa", upgrades=(Location.MASSA,))
    live, screen = shown(app, BoardTab, expanded(nick, upgrades={Location.MASSA: Value(points=2, coins=0)}), 0)
    screen.tap("Edit: Upgrade tile Massa")
    screen.tap("Coins, +1")
    screen.tap("Save")
    assert live.state.table.upgrades[Location.MASSA] == Value(points=2, coins=1)
    assert Location.MASSA in copies.part(kit.UPGRADES.name)
    screen.tap("Remove: Upgrade tile Massa")
    assert first(live).upgrades == ()
    app.run(live.undo())
    assert first(live).upgrades == (Location.MASSA,)


def test_without_a_building_of_cost_8_no_tile_is_offered(app: Headless) -> None:
    _, screen = shown(app, BoardTab, expanded(player()), 0)
    assert screen.says("None yet: a building of cost 8 brings one.")


READ, SEEN = 4.5, 3
"""The contrast at which a text is read, and a drawing is seen. Web Content Accessibility Guidelines 2."""


@pytest.mark.parametrize("color", Color)
def test_a_number_is_read_on_every_building_block(color: Color) -> None:
    fill, ink = BLOCK_INKS[color]
    assert contrast(ink, fill) >= READ


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("color", Color)
def test_every_building_block_stands_out_from_paper(palette: Palette, color: Color) -> None:
    fill, _ = BLOCK_INKS[color]
    assert max(contrast(edge, palette.surface) for edge in (fill, palette.muted)) >= SEEN
