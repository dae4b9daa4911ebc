"""The words of Mayor: nouns, and what is said of a placement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.mayor.actions import matching, matching_buildings, net_gold, payments, rainbow_points
from scoring.mayor.data import REWARDS
from scoring.mayor.state import Kind, ParkAsk, Street
from scoring.messages import Message, counted, points_text, say

if TYPE_CHECKING:
    from scoring.mayor.data import Reward
    from scoring.mayor.state import Area, Building, PlaceAsk, Placing, Player, Ring


STREETS: Final = {
    Street.RED: say("red"),
    Street.YELLOW: say("yellow"),
    Street.GREEN: say("green"),
    Street.BLUE: say("blue"),
}
"""The colours of the streets."""


def gold(number: int) -> Message:
    """Return a number of gold in words."""
    return counted(number, "{number} gold", "{number} gold")


def reward(given: Reward) -> Message:
    """Return what a reward pays, and what it costs, in words.

    >>> from scoring.mayor.data import REWARDS
    >>> from scoring.mayor.state import Building
    >>> print(reward(REWARDS[Building.BANK]), "|", reward(REWARDS[Building.STATUE]))
    1 point and 2 gold | 3 points and -1 gold
    """
    parts = (points_text(given.points),) * bool(given.points) + (gold(given.gold),) * bool(given.gold)
    return say("{text}", text=parts)


def what_matches(ask: PlaceAsk) -> Message:
    """Return which icons of a building match the square, and which do not."""
    match = matching(ask)
    icons = (ask.icons.street, ask.icons.area, ask.icons.ring)
    matched = tuple(_icon(icon) for icon in icons if icon in match)
    others = tuple(_icon(icon) for icon in icons if icon not in match)
    if not matched:
        return say("No icon matches: {others}.", others=others)
    if not others:
        return say("All icons match: {match}.", match=matched)
    return say("Matching: {match}; not matching: {others}.", match=matched, others=others)


def _icon(icon: Street | Area | Ring) -> Message | str:
    """Return an icon of a building in words: the colour of a street, else the letter or sign that the tile shows."""
    return STREETS[icon] if isinstance(icon, Street) else icon.value


def which_buildings(ask: ParkAsk) -> Message:
    """Return which buildings of the block match the icons of a park, and which icons match none."""
    found = matching_buildings(ask)
    if not found:
        return say("No icon of the park matches a building in the block.")
    icons = tuple(_icons_for(building, ask) for building in found)
    missed = tuple(building.noun.name for building in ask.icons if building not in found)
    if missed:
        return say("{icons}; not in the block: {missed}.", icons=icons, missed=missed)
    return say("{text}.", text=icons)


def _icons_for(building: Building, ask: ParkAsk) -> Message:
    kind = Kind(building)
    return say(
        "{icons} of a {building} for {buildings}",
        icons=counted(ask.icons[building], "{number} icon", "{number} icons"),
        building=kind.noun.name,
        buildings=counted(ask.block.count(building), *kind.noun.forms),
    )


def why(player: Player, ask: Placing) -> Message:
    """Return why a player earns what a placement brings them."""
    paid = payments(ask, player.name)
    parts = [_payment(building, times, player, ask) for building, times in paid.items() if times]
    if not parts:
        parts.append(_nothing(player, ask))
    if -net_gold(paid) > player.banker:
        held, cost = gold(player.banker), gold(-net_gold(paid))
        parts.append(say("has {held} of the {cost} to pay", held=held, cost=cost))
    if rainbow_points(player, ask):
        parts.append(say("{points} for the Rainbow", points=points_text(-rainbow_points(player, ask))))
    elif ask.rainbow and player.name == ask.player:
        parts.append(say("the Rainbow is free on space 0"))
    return say("{text}", text=tuple(parts))


def _payment(building: Building, times: int, player: Player, ask: Placing) -> Message:
    given = reward(REWARDS[building])
    if isinstance(ask, ParkAsk):
        return say("{times} × {given} ({why})", times=times, given=given, why=building.noun.name)
    icons = len(matching(ask)) if player.name == ask.player else 0
    causes = (counted(icons, "{number} icon", "{number} icons"),) * bool(icons) + (say("a piece beside it"),) * (
        player.name in ask.beside
    )
    return say("{times} × {given} ({why})", times=times, given=given, why=causes)


def _nothing(player: Player, ask: Placing) -> Message:
    if player.name == ask.player:
        return say("nothing matches")
    if isinstance(ask, ParkAsk):
        return say("a park pays only the active player")
    return say("no piece beside it")
