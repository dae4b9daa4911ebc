"""A player board is drawn with its buildings above the cities."""

from __future__ import annotations

from scoring.palaces_of_carrara.game import boards
from scoring.palaces_of_carrara.state import Location, Value
from tests.scoring.palaces_of_carrara.boards import player, table, with_cards


def test_the_buildings_of_each_city_stand_above_it_the_dearest_on_top() -> None:
    builder = player(buildings="villa 1 lucca, porta 4 lucca, villa 3 pisa", scored="kind villa, city lucca")
    drawn, _ = boards(table(builder))
    assert drawn.title == "Nick"
    assert drawn.drawing == (
        "                   porta 4",
        "          VILLA 3  VILLA 1",
        "───────────────────────────────────────────────────────",
        "Livorno   Pisa     LUCCA     Viareggio  Massa    Lerici",
        "3 points  3 coins  2 points  2 coins    1 point  1 coin",
        "",
        "CAPITALS: scored by this player, *: upgrade tile",
    )


def test_an_upgrade_tile_shows_its_values() -> None:
    builder = player(buildings="villa 1 lucca", upgrades=(Location.LUCCA, Location.PISA))
    values = {Location.LUCCA: Value(points=3, coins=1), Location.PISA: Value(points=0, coins=0)}
    drawn, _ = boards(with_cards(builder, upgrades=values))
    *_, names, first, second, _ = map(str, drawn.drawing)
    assert names.split() == ["Livorno", "Pisa*", "Lucca*", "Viareggio", "Massa", "Lerici"]
    assert (first[:8], second.strip()) == ("3 points", "1 coin")
    assert drawn.short[1:3] == ("Pisa*, nothing: nothing built", "Lucca*, 3 points + 1 coin: villa 1")


def test_for_narrow_screens_the_cities_are_listed() -> None:
    _, empty = boards(table(player()))
    assert empty.title == "Somebody"
    assert empty.short[0] == "Livorno, 3 points: nothing built"
    assert len(empty.short) == 7
