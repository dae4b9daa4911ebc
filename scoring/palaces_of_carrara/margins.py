"""What decided a game and by how little: short true statements, each found by scoring the table that it speaks of.

Only the table is looked at. A change is one thing more or fewer at the end, all else as it is.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from scoring.fields import MAX_INTEGER
from scoring.margins import Change, Effect, Margin, Share, of_each, outcome, share, smallest_first
from scoring.messages import Message, counted, say
from scoring.palaces_of_carrara.board import supply
from scoring.palaces_of_carrara.game import PALACES_OF_CARRARA
from scoring.palaces_of_carrara.objectives import cards, coins_for_a_point
from scoring.palaces_of_carrara.preview import unbuilt
from scoring.palaces_of_carrara.rules import blocks_held
from scoring.palaces_of_carrara.state import BLOCKS_OF_A_COLOR, Building, City, Color, Object, ObjectCard, Table
from scoring.palaces_of_carrara.wording import CITIES, OBJECTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.sheet import Sheet


POINTS_NEAR, OBJECTS_NEAR, BLOCKS_NEAR = 3, 3, 5
"""Up to how many points of coins, objects and blocks a difference is called small."""


def margins(table: Table, sheet: Sheet) -> tuple[Margin, ...]:
    """Return up to three statements for each player, in seat order, the smallest difference first.

    `sheet` is that of the table. Who did not win alone hears what would have made them win or share, a sole winner what
    would have cost the win.
    """
    return of_each(len(table.players), lambda seat: _statements(table, sheet, seat))


def _statements(table: Table, sheet: Sheet, seat: int) -> tuple[Message, ...]:
    name, lead = sheet.columns[seat].player, _lead(table, sheet, seat)
    worse = share(sheet.winners, name) is Share.SOLE
    series = _losses(table, seat) if worse else _gains(table, seat)
    found = (_first_effect(sheet, changes, seat) for changes in series)
    return smallest_first(lead, name, (effect for effect in found if effect is not None))


def _first_effect(sheet: Sheet, changes: Iterable[Change[Table]], seat: int) -> Effect | None:
    """Score the changed tables, and return the first change that alters the player's share of the win as it should."""
    before = sheet.columns[seat]
    had = share(sheet.winners, before.player)
    for change in changes:
        after = PALACES_OF_CARRARA.score(change.table)
        now = after.winners
        has = share(now, before.player)
        if has < had if had is Share.SOLE else has > had:
            size = abs(after.columns[seat].total - before.total)
            said = outcome(now, before.player, had)
            return Effect(size=size, message=say("{what} {outcome}", what=change.what, outcome=said))
    return None


def _lead(table: Table, sheet: Sheet, seat: int) -> Message:
    """Return how far a player is behind the winners, or ahead of who comes next."""
    name, won = sheet.columns[seat].player, sheet.winners
    others = tuple(winner for winner in won if winner != name)
    if name in won and others:
        return say("{name} shares the win with {others}", name=name, others=others)
    rivals = others or (sheet.standings[1].player,)
    rival = next(number for number, column in enumerate(sheet.columns) if column.player in rivals)
    gap = sheet.columns[seat].total - sheet.columns[rival].total
    if gap:
        points = counted(abs(gap), "point", "points")
        sentence = "{name} is {points} ahead of {rivals}" if gap > 0 else "{name} is {points} behind {rivals}"
        return say(sentence, name=name, points=points, rivals=rivals)
    mine, theirs = (blocks_held(table.players[one]) for one in (seat, rival))
    sentence = "{name} is level on points with {rivals}, and blocks decided, {mine} to {theirs}"
    return say(sentence, name=name, rivals=rivals, mine=mine, theirs=theirs)


# -- what could have been otherwise


def _gains(table: Table, seat: int) -> tuple[Iterable[Change[Table]], ...]:
    """Return what could have been better for a player; of each series the smallest change is sought."""
    return _more_coins(table, seat), _more_objects(table, seat), _more_buildings(table, seat), _more_blocks(table, seat)


def _losses(table: Table, seat: int) -> tuple[Iterable[Change[Table]], ...]:
    """Return what could have been worse for a player; of each series the smallest change is sought."""
    return (
        _fewer_coins(table, seat),
        _fewer_objects(table, seat),
        _fewer_buildings(table, seat),
        _fewer_blocks(table, seat),
    )


def _more_coins(table: Table, seat: int) -> Iterator[Change[Table]]:
    held = table.players[seat].coins
    for number in range(1, min(POINTS_NEAR * coins_for_a_point(table), MAX_INTEGER - held) + 1):
        yield Change(what=counted(number, "more coin", "more coins"), table=_with(table, seat, coins=held + number))


def _fewer_coins(table: Table, seat: int) -> Iterator[Change[Table]]:
    held = table.players[seat].coins
    for number in range(1, min(POINTS_NEAR * coins_for_a_point(table), held) + 1):
        yield Change(what=counted(number, "coin fewer", "coins fewer"), table=_with(table, seat, coins=held - number))


def _more_objects(table: Table, seat: int) -> Iterator[Change[Table]]:
    """Objects of one type, as far as there are any; where all count alike, the type is not named."""
    left = supply(table)
    for number in range(1, OBJECTS_NEAR + 1):
        for one in (one for one in Object if left[one] >= number):
            nouns = [f"more {noun}" for noun in _nouns(table, one)]
            yield Change(what=counted(number, *nouns), table=_with_objects(table, seat, one, number))


def _fewer_objects(table: Table, seat: int) -> Iterator[Change[Table]]:
    held = table.players[seat].objects
    for number in range(1, OBJECTS_NEAR + 1):
        for one in (one for one in Object if held.get(one, 0) >= number):
            nouns = [f"{noun} fewer" for noun in _nouns(table, one)]
            yield Change(what=counted(number, *nouns), table=_with_objects(table, seat, one, -number))


def _nouns(table: Table, one: Object) -> tuple[str, str]:
    _, card, _ = cards(table)
    return ("object", "objects") if card is ObjectCard.OBJECTS else OBJECTS[one]


def _more_buildings(table: Table, seat: int) -> Iterator[Change[Table]]:
    """The cheapest building of each kind that nobody has, in each city; in the base game only its cost matters."""
    cheapest = [next(tiles) for _, tiles in groupby(unbuilt(table), key=lambda tile: tile.kind)]
    for tile in sorted(cheapest, key=lambda tile: tile.cost):
        for city in City:
            building = Building(kind=tile.kind, cost=tile.cost, city=city)
            what = say("a building of cost {cost} more", cost=tile.cost)
            if table.cards is not None:
                what = say("a {building} more", building=_named(building))
            yield Change(what=what, table=_with(table, seat, buildings=(*table.players[seat].buildings, building)))


def _fewer_buildings(table: Table, seat: int) -> Iterator[Change[Table]]:
    buildings = table.players[seat].buildings
    for building in sorted(buildings, key=lambda one: one.cost):
        left = tuple(one for one in buildings if one is not building)
        what = say("being without the {building}", building=_named(building))
        yield Change(what=what, table=_with(table, seat, buildings=left))


def _named(building: Building) -> Message:
    return say("{kind} {cost} in {city}", kind=building.kind.value, cost=building.cost, city=CITIES[building.city])


def _more_blocks(table: Table, seat: int) -> Iterator[Change[Table]]:
    """Blocks of whatever colors are left: in a tie they all count alike."""
    for number in range(1, BLOCKS_NEAR + 1):
        color = next((one for one in Color if _blocks_left(table, one)), None)
        if color is None:
            return
        table = _with_block(table, seat, color, 1)
        yield Change(what=counted(number, "more block", "more blocks"), table=table)


def _fewer_blocks(table: Table, seat: int) -> Iterator[Change[Table]]:
    for number in range(1, min(BLOCKS_NEAR, blocks_held(table.players[seat])) + 1):
        color = next(one for one in Color if table.players[seat].blocks.get(one, 0))
        table = _with_block(table, seat, color, -1)
        yield Change(what=counted(number, "block fewer", "blocks fewer"), table=table)


def _blocks_left(table: Table, color: Color) -> int:
    return BLOCKS_OF_A_COLOR - sum(player.blocks.get(color, 0) for player in table.players)


def _with_block(table: Table, seat: int, color: Color, more: int) -> Table:
    held = table.players[seat].blocks
    return _with(table, seat, blocks={**held, color: held.get(color, 0) + more})


def _with_objects(table: Table, seat: int, one: Object, more: int) -> Table:
    held = table.players[seat].objects
    return _with(table, seat, objects={**held, one: held.get(one, 0) + more})


def _with(table: Table, seat: int, **changed: Any) -> Table:  # noqa: ANN401 - any field of a player
    players = (*table.players[:seat], replace(table.players[seat], **changed), *table.players[seat + 1 :])
    return replace(table, players=players)
