"""The checks: which questions are impossible, what their answers say, and which rulings these rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.game import Check, Report
from scoring.mayor import actions
from scoring.mayor.data import EMPTY_LINES, MAYOR_SPACE, REWARDS, Reward
from scoring.mayor.game import AS_ENTERED, BESIDE_ALONE, LINES_ENTERED, NET_GOLD, NOT_MOVED_ON
from scoring.mayor.rules import GameEnd, empty_lines, game_end
from scoring.mayor.state import (
    PLURALS,
    STREETS,
    EndAsk,
    Kind,
    ParkAsk,
    PlaceAsk,
    PriceAsk,
    RondelAsk,
    Street,
    Table,
    gold,
)
from scoring.messages import Message, counted, points_text, printable, say
from scoring.players import asked_player_sits_here
from scoring.problems import Problem, for_each

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.mayor.state import Area, Building, Placing, Player, Ring


def _price_report(_table: Table, ask: PriceAsk, price: actions.Price) -> Report:
    others = counted(ask.others, "{number} other piece", "{number} other pieces")
    sentence = say(
        "The tile costs {price}: {shown} shown, {others} on the space, {event} by the Event.",
        price=gold(price.gold),
        shown=ask.shown,
        others=others,
        event=ask.event,
    )
    return Report(sentences=(sentence,))


def _rondel_report(table: Table, ask: RondelAsk, price: actions.Price) -> Report:
    extra = counted(ask.extra, "{number} extra step", "{number} extra steps")
    lead = say("{extra} on the rondel: {price}.", extra=extra, price=gold(price.gold))
    short = tuple(player.name for player in table.players if player.banker < price.gold)
    notes = (say("Not enough gold for that: {short}.", short=short),) if short else ()
    return Report(sentences=(lead,), notes=notes)


def _placement_report(lead: Message, table: Table, ask: Placing, answer: actions.Placement) -> Report:
    rows = tuple(
        (gains.name, gains.points, gains.gold, why(player, ask))
        for player, gains in zip(table.players, answer.players, strict=True)
    )
    return Report(sentences=(lead,), heading=(say("player"), say("points"), say("gold"), say("because")), rows=rows)


def end_report(table: Table, _ask: EndAsk, answer: GameEnd) -> Report:
    """Return who is mayor and why, or what the game still lacks."""
    if answer.mayor is not None:
        sentence = say("The game is over: {because}. {mayor} is mayor.", because=answer.because, mayor=answer.mayor)
        if len(answer.mayor) > 1:
            sentence = say(
                "The game is over: {because}. {mayor} are mayor together.", because=answer.because, mayor=answer.mayor
            )
        return Report(sentences=(sentence,))
    empty = tuple(PLURALS[kind] for kind in empty_lines(table))
    lead = counted(
        len(empty),
        "The game goes on: nobody is on {most} or more, and {number} tile line is empty.",
        "The game goes on: nobody is on {most} or more, and {number} tile lines are empty.",
        most=MAYOR_SPACE,
    )
    notes = (say("Empty: {empty}; {lines} end the game.", empty=empty, lines=EMPTY_LINES),) if empty else ()
    return Report(sentences=(lead,), notes=notes)


def _place_rulings(_table: Table, ask: PlaceAsk, answer: actions.Placement) -> tuple[Message, ...]:
    alone = (BESIDE_ALONE,) if ask.beside and not answer.matches else ()
    return (AS_ENTERED, *alone, NOT_MOVED_ON)


def _park_rulings(_table: Table, ask: ParkAsk, _answer: actions.Placement) -> tuple[Message, ...]:
    paid = actions.payments(ask, ask.player)
    costs = any(REWARDS[building].gold < 0 for building in paid)
    brings = any(REWARDS[building].gold > 0 for building in paid)
    return (AS_ENTERED, *((NET_GOLD,) if costs and brings else ()), NOT_MOVED_ON)


def _end_rulings(table: Table, _ask: EndAsk, answer: GameEnd) -> tuple[Message, ...]:
    unknown = len(table.tile_lines) < len(Kind)
    return (LINES_ENTERED,) if unknown and not answer.over else ()


def reward(paid: Reward) -> Message:
    """Return what a reward pays, and what it costs, in words.

    >>> from scoring.mayor.data import REWARDS
    >>> from scoring.mayor.state import Building
    >>> print(reward(REWARDS[Building.BANK]), "|", reward(REWARDS[Building.STATUE]))
    1 point and 2 gold | 3 points and -1 gold
    """
    parts = (points_text(paid.points),) * bool(paid.points) + (gold(paid.gold),) * bool(paid.gold)
    return say("{text}", text=parts)


def what_matches(ask: PlaceAsk) -> Message:
    """Return which icons of a building match the square, and which do not."""
    match = actions.matching(ask)
    icons = (ask.icons.street, ask.icons.area, ask.icons.ring)
    matched = tuple(_icon(icon) for icon in icons if icon in match)
    others = tuple(_icon(icon) for icon in icons if icon not in match)
    if not matched:
        return say("No icon matches: {others}.", others=others)
    if not others:
        return say("All icons match: {match}.", match=matched)
    return say("Matching: {match}; not matching: {others}.", match=matched, others=others)


def _icon(icon: Street | Area | Ring) -> Message | str:
    """Return an icon of a building in words: the color of a street, else the letter or sign that the tile shows."""
    return STREETS[icon] if isinstance(icon, Street) else icon.value


def which_buildings(ask: ParkAsk) -> Message:
    """Return which buildings of the block match the icons of a park, and which icons match none."""
    matched = actions.matching_buildings(ask)
    if not matched:
        return say("No icon of the park matches a building in the block.")
    icons = tuple(_icons_for(building, ask) for building in matched)
    missed = tuple(building.noun.name for building in ask.icons if building not in matched)
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
    paid = actions.payments(ask, player.name)
    parts = [_payment(building, times, player, ask) for building, times in paid.items() if times]
    if not parts:
        parts.append(_nothing(player, ask))
    if -actions.net_gold(paid) > player.banker:
        held, cost = gold(player.banker), gold(-actions.net_gold(paid))
        parts.append(say("has {held} of the {cost} to pay", held=held, cost=cost))
    if actions.rainbow_points(player, ask):
        parts.append(say("{points} for the Rainbow", points=points_text(-actions.rainbow_points(player, ask))))
    elif ask.rainbow and player.name == ask.player:
        parts.append(say("the Rainbow is free on space 0"))
    return say("{text}", text=tuple(parts))


def _payment(building: Building, times: int, player: Player, ask: Placing) -> Message:
    payment = reward(REWARDS[building])
    if isinstance(ask, ParkAsk):
        return say("{times} × {given} ({why})", times=times, given=payment, why=building.noun.name)
    icons = len(actions.matching(ask)) if player.name == ask.player else 0
    causes = (counted(icons, "{number} icon", "{number} icons"),) * bool(icons) + (say("a piece beside it"),) * (
        player.name in ask.beside
    )
    return say("{times} × {given} ({why})", times=times, given=payment, why=causes)


def _nothing(player: Player, ask: Placing) -> Message:
    if player.name == ask.player:
        return say("nothing matches")
    if isinstance(ask, ParkAsk):
        return say("a park pays only the active player")
    return say("no piece beside it")


def those_beside_sit_here(table: Table, ask: PlaceAsk) -> Iterator[Problem]:
    """The owners of pieces beside the square sit at the table."""
    names = tuple(player.name for player in table.players)

    def sits_here(index: int, name: str) -> Iterator[Problem]:
        if names and name not in names:
            message = say('"{name}" is not at this table: the players are {names}', name=printable(name), names=names)
            yield Problem(path=f"ask.beside[{index}]", message=message)

    yield from for_each(ask.beside, sits_here)


def active_player_can_pay(table: Table, ask: Placing) -> Iterator[Problem]:
    """The active player can pay for the placement. Rulebook, Game Introduction: Banker."""

    def can_pay(_index: int, player: Player) -> Iterator[Problem]:
        cost = -actions.net_gold(actions.payments(ask, player.name))
        if player.name == ask.player and cost > player.banker:
            message = say(
                "{name} has {held}, and this placement costs {cost}",
                name=player.name,
                held=gold(player.banker),
                cost=gold(cost),
            )
            yield Problem(path="ask.player", message=message)

    yield from for_each(table.players, can_pay)


CHECKS: Final = (
    Check(key="price", title=say("what a tile costs"), ask=PriceAsk, answer=actions.buy_a_tile, report=_price_report),
    Check(
        key="rondel",
        title=say("what extra steps on the rondel cost"),
        ask=RondelAsk,
        answer=actions.move,
        report=_rondel_report,
    ),
    Check(
        key="place",
        title=say("what a building brings to everybody when it is placed"),
        ask=PlaceAsk,
        limits=(asked_player_sits_here, those_beside_sit_here, active_player_can_pay),
        answer=actions.place_a_tile,
        report=lambda table, ask, answer: _placement_report(what_matches(ask), table, ask, answer),
        rulings=_place_rulings,
    ),
    Check(
        key="place_park",
        title=say("what a park brings when it is placed"),
        ask=ParkAsk,
        limits=(asked_player_sits_here, active_player_can_pay),
        answer=actions.place_a_park,
        report=lambda table, ask, answer: _placement_report(which_buildings(ask), table, ask, answer),
        rulings=_park_rulings,
    ),
    Check(
        key="end",
        title=say("whether the game is over, and who is mayor"),
        ask=EndAsk,
        answer=game_end,
        report=end_report,
        rulings=_end_rulings,
    ),
)
