"""My copy of The Palaces of Carrara."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.palaces_of_carrara import kit
from companion.ui.editors.palaces_of_carrara.my_copy_screen import MyCopyScreen
from scoring.palaces_of_carrara.state import Kind, Location, Object, Value

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


def test_my_copy_begins_with_what_the_rulebook_prints(app: Headless) -> None:
    screen = app.show(MyCopyScreen)
    assert screen.value("Points, Lucca") == "3"
    assert screen.value("Coins, Lerici") == "1"
    assert screen.names.count("Rulebook of the expansion, Upgrade Tiles, example") == 2
    assert not screen.says("Remove")


def test_a_value_is_entered_and_removed(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    screen.tap("Points, Massa, +1")
    screen.tap("Points, Massa, +1")
    screen.tap("Coins, Massa, +1")
    assert kit.UPGRADES.values(copies)[Location.MASSA] == Value(points=2, coins=1)
    screen.tap("Remove Massa: 2 points + 1 coin")
    assert Location.MASSA not in kit.UPGRADES.values(copies)


def test_what_the_buildings_show_is_entered_in_my_copy(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    assert screen.has("Assumed: save what your tiles show.")
    screen.tap("Castello: coat of arms")
    screen.tap("Save")
    assert screen.has("Mine")
    assert kit.objects_known(copies)[Kind.VILLA] is Object.FLAG
