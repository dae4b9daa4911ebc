"""The words of Mayor: nouns, and what is said of a placement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.mayor.actions import matching, matching_buildings, net_gold, payments, rainbow_points
from scoring.mayor.data import REWARDS
from scoring.mayor.state import Building, Kind, ParkAsk
from scoring.messages import Message, counted, say

if TYPE_CHECKING:
    from scoring.mayor.data import Reward
    from scoring.mayor.state import PlaceAsk, Placing, Player


NOUNS: Final = {
    Kind.SHOP: ("shop", "shops"),
    Kind.BANK: ("bank", "banks"),
    Kind.CHURCH: ("church", "churches"),
    Kind.STATUE: ("statue", "statues"),
    Kind.PARK: ("park", "parks"),
}


def one_of(building: Building) -> str:
    """Return the word for one building.

    >>> one_of(Building.SHOP)
    'shop'
    """
    return NOUNS[Kind(building)][0]


def points(number: int) -> Message:
    """Return a number of points in words."""
    return counted(number, "point", "points")


def gold(number: int) -> Message:
    """Return a number of gold in words."""
    return counted(number, "gold", "gold")


def reward(given: Reward) -> Message:
    """Return what a reward pays, and what it costs, in words.

    >>> from scoring.mayor.data import REWARDS
    >>> print(reward(REWARDS[Building.BANK]), "|", reward(REWARDS[Building.STATUE]))
    1 point and 2 gold | 3 points and -1 gold
    """
    parts = (points(given.points),) * bool(given.points) + (gold(given.gold),) * bool(given.gold)
    return say("{parts}", parts=parts)


def what_matches(ask: PlaceAsk) -> Message:
    """Return which icons of a building match the square, and which do not."""
    match = matching(ask)
    others = tuple(icon.value for icon in (ask.icons.street, ask.icons.area, ask.icons.ring) if icon.value not in match)
    if not match:
        return say("No icon matches: {others}.", others=others)
    if not others:
        return say("All icons match: {match}.", match=match)
    return say("Matching: {match}; not matching: {others}.", match=match, others=others)


def which_buildings(ask: ParkAsk) -> Message:
    """Return which buildings of the block match the icons of a park, and which icons match none."""
    found = matching_buildings(ask)
    if not found:
        return say("No icon of the park finds a building in the block.")
    icons = tuple(_icons_for(building, ask) for building in found)
    missed = tuple(one_of(building) for building in ask.icons if building not in found)
    if missed:
        return say("{icons}; no {missed} in the block.", icons=icons, missed=missed)
    return say("{icons}.", icons=icons)


def _icons_for(building: Building, ask: ParkAsk) -> Message:
    one, many = NOUNS[Kind(building)]
    return say(
        "{icons} of a {building} for {buildings}",
        icons=counted(ask.icons[building], "icon", "icons"),
        building=one,
        buildings=counted(ask.block.count(building), one, many),
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
        parts.append(say("{points} for the Rainbow", points=points(-rainbow_points(player, ask))))
    elif ask.rainbow and player.name == ask.player:
        parts.append(say("the Rainbow is free on space 0"))
    return say("{parts}", parts=tuple(parts))


def _payment(building: Building, times: int, player: Player, ask: Placing) -> Message:
    given = reward(REWARDS[building])
    if isinstance(ask, ParkAsk):
        return say("{times} × {given} ({building})", times=times, given=given, building=one_of(building))
    icons = len(matching(ask)) if player.name == ask.player else 0
    causes = (counted(icons, "icon", "icons"),) * bool(icons) + (say("a piece beside"),) * (player.name in ask.beside)
    return say("{times} × {given} ({causes})", times=times, given=given, causes=causes)


def _nothing(player: Player, ask: Placing) -> Message:
    if player.name == ask.player:
        return say("nothing matches")
    if isinstance(ask, ParkAsk):
        return say("a park pays the active player alone")
    return say("no piece beside")
