"""What decided a game of The Palaces of Carrara, and by how little; a change is one thing more or fewer at the end."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from scoring.fields import MAX_INTEGER
from scoring.messages import Message, counted, say
from scoring.palaces_of_carrara.board import held_by_nobody
from scoring.palaces_of_carrara.game import PALACES_OF_CARRARA
from scoring.palaces_of_carrara.moves import unbuilt
from scoring.palaces_of_carrara.rules import blocks_held, blocks_left, cards, coins_for_a_point
from scoring.palaces_of_carrara.state import Building, City, Color, Object, ObjectCard, Table
from scoring.palaces_of_carrara.wording import OBJECT_CARDS, building_in_city
from scoring.players import with_player
from scoring.sheet import Change, Share, Sheet, first_effect, of_close_seats, outcome, share, smallest_first, up_to

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


POINTS_NEAR, OBJECTS_NEAR, BLOCKS_NEAR = 3, 3, 5
"""The most points of coins, objects and blocks that make a small difference."""


def margins(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about those who were close; `sheet` is that of the table."""
    return of_close_seats(sheet, lambda seat: statements(table, sheet, seat))


def statements(table: Table, sheet: Sheet, seat: int) -> tuple[Message, ...]:
    """Return up to three statements about a player, the smallest difference first.

    A sole winner reads what would have cost the win, everybody else what would have won the game or shared the win.
    """
    name = sheet.columns[seat].player
    had = share(sheet.winners, name)

    def meaning(_table: Table, after: Sheet) -> Message | None:
        has = share(after.winners, name)
        better = has < had if had is Share.SOLE else has > had
        return outcome(after.winners, name, had) if better else None

    series = _losses(table, seat) if had is Share.SOLE else _gains(table, seat)
    effects = (first_effect(sheet, seat, changes, PALACES_OF_CARRARA.score, meaning) for changes in series)
    return smallest_first(name, effects)


def _gains(table: Table, seat: int) -> tuple[Iterable[Change[Table]], ...]:
    """Return the series of changes for the better, each from the smallest on."""
    return _more_coins(table, seat), _more_objects(table, seat), _more_buildings(table, seat), _more_blocks(table, seat)


def _losses(table: Table, seat: int) -> tuple[Iterable[Change[Table]], ...]:
    """Return the series of changes for the worse, each from the smallest on."""
    return (
        _fewer_coins(table, seat),
        _fewer_objects(table, seat),
        _fewer_buildings(table, seat),
        _fewer_blocks(table, seat),
    )


def _more_coins(table: Table, seat: int) -> Iterator[Change[Table]]:
    held = table.players[seat].coins
    return up_to(
        min(POINTS_NEAR * coins_for_a_point(table), MAX_INTEGER - held),
        "{number} more coin",
        "{number} more coins",
        lambda number: with_player(table, seat, coins=held + number),
    )


def _fewer_coins(table: Table, seat: int) -> Iterator[Change[Table]]:
    held = table.players[seat].coins
    return up_to(
        min(POINTS_NEAR * coins_for_a_point(table), held),
        "{number} fewer coin",
        "{number} fewer coins",
        lambda number: with_player(table, seat, coins=held - number),
    )


def _more_objects(table: Table, seat: int) -> Iterator[Change[Table]]:
    """Yield more objects of one type while the supply lasts."""
    left = held_by_nobody(table)
    for number in range(1, OBJECTS_NEAR + 1):
        for wooden in (wooden for wooden in Object if left[wooden] >= number):
            what = say("{objects} more", objects=_objects_named(table, wooden, number))
            yield Change(what=what, table=_with_objects(table, seat, wooden, number))


def _fewer_objects(table: Table, seat: int) -> Iterator[Change[Table]]:
    held = table.players[seat].objects
    for number in range(1, OBJECTS_NEAR + 1):
        for wooden in (wooden for wooden in Object if held.get(wooden, 0) >= number):
            what = say("{objects} fewer", objects=_objects_named(table, wooden, number))
            yield Change(what=what, table=_with_objects(table, seat, wooden, -number))


def _objects_named(table: Table, wooden: Object, number: int) -> Message:
    """Return objects of a type in words; the type is not named where all count alike."""
    _, card, _ = cards(table)
    objects = OBJECT_CARDS[card] if card is ObjectCard.OBJECTS else wooden.noun.forms
    return counted(number, *objects)


def _more_buildings(table: Table, seat: int) -> Iterator[Change[Table]]:
    """Yield the cheapest unbuilt building of each kind in each city; in the base game only its cost matters."""
    cheapest = [next(tiles) for _, tiles in groupby(unbuilt(table), key=lambda tile: tile.kind)]
    for tile in sorted(cheapest, key=lambda tile: tile.cost):
        for city in City:
            building = Building(kind=tile.kind, cost=tile.cost, city=city)
            what = say("another building of cost {cost}", cost=tile.cost)
            if table.cards is not None:
                what = say("one more building, {building},", building=building_in_city(building))
            yield Change(
                what=what, table=with_player(table, seat, buildings=(*table.players[seat].buildings, building))
            )


def _fewer_buildings(table: Table, seat: int) -> Iterator[Change[Table]]:
    buildings = table.players[seat].buildings
    for building in sorted(buildings, key=lambda dearest: dearest.cost):
        left = tuple(kept for kept in buildings if kept is not building)
        what = say("being without the {building}", building=building_in_city(building))
        yield Change(what=what, table=with_player(table, seat, buildings=left))


def _more_blocks(table: Table, seat: int) -> Iterator[Change[Table]]:
    """Yield more blocks of the colors left; in a tie all colors count alike."""
    for number in range(1, BLOCKS_NEAR + 1):
        color = next((color for color in Color if blocks_left(table, color)), None)
        if color is None:
            return
        table = _with_block(table, seat, color, 1)
        yield Change(what=counted(number, "{number} more block", "{number} more blocks"), table=table)


def _fewer_blocks(table: Table, seat: int) -> Iterator[Change[Table]]:
    for number in range(1, min(BLOCKS_NEAR, blocks_held(table.players[seat])) + 1):
        color = next(color for color in Color if table.players[seat].blocks.get(color, 0))
        table = _with_block(table, seat, color, -1)
        yield Change(what=counted(number, "{number} block fewer", "{number} blocks fewer"), table=table)


def _with_block(table: Table, seat: int, color: Color, more: int) -> Table:
    held = table.players[seat].blocks
    return with_player(table, seat, blocks={**held, color: held.get(color, 0) + more})


def _with_objects(table: Table, seat: int, wooden: Object, more: int) -> Table:
    held = table.players[seat].objects
    return with_player(table, seat, objects={**held, wooden: held.get(wooden, 0) + more})
