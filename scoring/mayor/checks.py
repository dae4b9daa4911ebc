"""The checks: which questions are impossible, what their answers say, and which rulings these rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.game import Check, Report
from scoring.mayor.actions import buy_a_tile, move, payments, place_a_park, place_a_tile
from scoring.mayor.data import EMPTY_LINES, MAYOR_SPACE, REWARDS
from scoring.mayor.limits import active_player_can_pay, those_beside_sit_here
from scoring.mayor.rules import empty_lines, game_end
from scoring.mayor.rulings import AS_ENTERED, BESIDE_ALONE, LINES_ENTERED, NET_GOLD, NOT_MOVED_ON
from scoring.mayor.state import PLURALS, EndAsk, Kind, ParkAsk, PlaceAsk, PriceAsk, RondelAsk, Table
from scoring.mayor.wording import gold, what_matches, which_buildings, why
from scoring.messages import Message, counted, say
from scoring.players import asked_player_sits_here

if TYPE_CHECKING:
    from scoring.mayor.actions import Placement, Price
    from scoring.mayor.rules import GameEnd
    from scoring.mayor.state import Placing


def _price_report(_table: Table, ask: PriceAsk, price: Price) -> Report:
    others = counted(ask.others, "{number} other piece", "{number} other pieces")
    sentence = say(
        "The tile costs {price}: {shown} shown, {others} on the space, {event} by the Event.",
        price=gold(price.gold),
        shown=ask.shown,
        others=others,
        event=ask.event,
    )
    return Report(sentences=(sentence,))


def _rondel_report(table: Table, ask: RondelAsk, price: Price) -> Report:
    extra = counted(ask.extra, "{number} extra step", "{number} extra steps")
    lead = say("{extra} on the rondel: {price}.", extra=extra, price=gold(price.gold))
    short = tuple(player.name for player in table.players if player.banker < price.gold)
    notes = (say("Not enough gold for that: {short}.", short=short),) if short else ()
    return Report(sentences=(lead,), notes=notes)


def _place_report(table: Table, ask: PlaceAsk, answer: Placement) -> Report:
    return _placement_report(what_matches(ask), table, ask, answer)


def _park_report(table: Table, ask: ParkAsk, answer: Placement) -> Report:
    return _placement_report(which_buildings(ask), table, ask, answer)


def _placement_report(lead: Message, table: Table, ask: Placing, answer: Placement) -> Report:
    rows = tuple(
        (one.name, one.points, one.gold, why(player, ask))
        for player, one in zip(table.players, answer.players, strict=True)
    )
    return Report(sentences=(lead,), heading=(say("player"), say("points"), say("gold"), say("because")), rows=rows)


def _end_report(table: Table, _ask: EndAsk, answer: GameEnd) -> Report:
    if answer.mayor is not None:
        sentence = say("The game is over: {because}. {mayor} is mayor.", because=answer.because, mayor=answer.mayor)
        if len(answer.mayor) > 1:
            sentence = say(
                "The game is over: {because}. {mayor} share the job of mayor.",
                because=answer.because,
                mayor=answer.mayor,
            )
        return Report(sentences=(sentence,))
    empty = tuple(PLURALS[kind].name for kind in empty_lines(table))
    lead = counted(
        len(empty),
        "The game goes on: nobody is on {most} or more, and {number} tile line is empty.",
        "The game goes on: nobody is on {most} or more, and {number} tile lines are empty.",
        most=MAYOR_SPACE,
    )
    notes = (say("Empty: {empty}; {lines} end the game.", empty=empty, lines=EMPTY_LINES),) if empty else ()
    return Report(sentences=(lead,), notes=notes)


def _place_rulings(_table: Table, ask: PlaceAsk, answer: Placement) -> tuple[Message, ...]:
    alone = (BESIDE_ALONE,) if ask.beside and not answer.matches else ()
    return (AS_ENTERED, *alone, NOT_MOVED_ON)


def _park_rulings(_table: Table, ask: ParkAsk, _answer: Placement) -> tuple[Message, ...]:
    paid = payments(ask, ask.player)
    costs = any(REWARDS[building].gold < 0 for building in paid)
    brings = any(REWARDS[building].gold > 0 for building in paid)
    return (AS_ENTERED, *((NET_GOLD,) if costs and brings else ()), NOT_MOVED_ON)


def _end_rulings(table: Table, _ask: EndAsk, answer: GameEnd) -> tuple[Message, ...]:
    unknown = len(table.tile_lines) < len(Kind)
    return (LINES_ENTERED,) if unknown and not answer.over else ()


CHECKS: Final = (
    Check(
        key="price",
        title=say("what a tile costs"),
        ask=PriceAsk,
        answer=buy_a_tile,
        report=_price_report,
    ),
    Check(
        key="rondel",
        title=say("what extra steps on the rondel cost"),
        ask=RondelAsk,
        answer=move,
        report=_rondel_report,
    ),
    Check(
        key="place",
        title=say("what a building brings to everybody when it is placed"),
        ask=PlaceAsk,
        limits=(asked_player_sits_here, those_beside_sit_here, active_player_can_pay),
        answer=place_a_tile,
        report=_place_report,
        rulings=_place_rulings,
    ),
    Check(
        key="place_park",
        title=say("what a park brings when it is placed"),
        ask=ParkAsk,
        limits=(asked_player_sits_here, active_player_can_pay),
        answer=place_a_park,
        report=_park_report,
        rulings=_park_rulings,
    ),
    Check(
        key="end",
        title=say("whether the game is over, and who is mayor"),
        ask=EndAsk,
        answer=game_end,
        report=_end_report,
        rulings=_end_rulings,
    ),
)
