"""Seeded random material for the benchmarks: full districts grown by legal placement, visits to the forum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.district import NEIGHBOURS, landscapes_of_four_at_most, sides_asked
from scoring.carpe_diem.forum.model import CardModel, Holdings, VisitObjective
from scoring.carpe_diem.state import (
    DISTRICT_SQUARES,
    DWELLINGS,
    FRAME_LINES,
    LANDSCAPES,
    SINGLE_TILES,
    Card,
    District,
    Feature,
    Forum,
    FountainCard,
    FrameGoal,
    Good,
    Kind,
    Player,
    Reward,
    Table,
    Thing,
    Tile,
)
from scoring.grid import SIDES

if TYPE_CHECKING:
    from random import Random

FULL: Final = len(DISTRICT_SQUARES)

NAMES: Final = ("Cathy", "Hank", "Nick", "Sophie")


def full_district(chance: Random) -> District:
    """Grow a district over all 36 squares."""
    while True:
        district = _grown(chance)
        if district is not None:
            return district


def _grown(chance: Random) -> District | None:
    tiles: tuple[Tile, ...] = ()
    lying: set[str] = set()
    while len(tiles) < FULL:
        neighbours = [
            square
            for square in DISTRICT_SQUARES
            if square not in lying and lying.intersection(NEIGHBOURS[square].values())
        ]
        cell = chance.choice(neighbours) if neighbours else "C3"
        for _ in range(20):
            longer = (*tiles, _tile(chance, District(tiles=tiles), cell))
            if not list(landscapes_of_four_at_most(District(tiles=longer))):
                break
        else:
            return None
        tiles = longer
        lying.add(cell)
    return District(shovel="C3", tiles=tiles)


def _tile(chance: Random, district: District, cell: str) -> Tile:
    asked = sides_asked(district, cell)
    shown = {side: kind for side, kind in asked.items() if kind is not None}
    kinds = [*LANDSCAPES, *DWELLINGS, Kind.VILLA, Kind.VILLA]
    shown |= {side: chance.choice(kinds) for side in SIDES if side not in asked and chance.random() < 0.4}
    features = []
    for kind in dict.fromkeys(shown.values()):
        sides = [side for side in SIDES if shown.get(side) is kind]
        groups = sides if kind in DWELLINGS or chance.random() < 0.5 else ["".join(sides)]
        chimneys = chance.randint(0, 2) if kind is Kind.VILLA else 0
        features += [Feature(kind=kind, opens=group, chimneys=chimneys) for group in groups]
    return Tile(cell=cell, features=tuple(features) or (Feature(kind=chance.choice(SINGLE_TILES), opens=""),))


def table(chance: Random, districts: list[District]) -> Table:
    """Seat four players with full districts, eight frame goals and a forum of twelve cards."""
    players = tuple(
        Player(
            name=name,
            victory_cards=chance.randint(10, 70),
            goods={good: chance.randint(0, 6) for good in Good},
            coins=chance.randint(0, 6),
            bread=chance.randint(0, 9),
            stored_tiles=chance.randint(0, 3),
            prestige=chance.randint(0, 20),
            stack=seat,
            writs_left=chance.randint(0, 9),
            district=chance.choice(districts),
            frame=tuple(
                FrameGoal(kind=chance.choice(list(Kind)), points=chance.randint(2, 7), line=chance.choice(FRAME_LINES))
                for _ in range(8)
            ),
            fountain_cards=tuple(
                FountainCard(kind=chance.choice(list(Kind)), points=chance.randint(1, 3)) for _ in range(3)
            ),
        )
        for seat, name in enumerate(NAMES)
    )
    cards = tuple(tuple(card(chance) for _ in range(4)) for _ in range(3))
    return Table(players=players, villa_chart={"1": 1, "2": 2, "3+": 3}, forum=Forum(cards=cards))


def card(chance: Random) -> Card:
    """Draw a card like those that the rulebook shows: most give points, the others coins, bread or steps."""
    if chance.random() < 0.5:
        goods = chance.sample(list(Good), chance.randint(1, 4))
        return Card(pay={good: 1 if len(goods) > 1 else chance.randint(1, 3) for good in goods}, reward=_reward(chance))
    return Card(own={chance.choice((*Thing,)): chance.randint(1, 3)}, reward=_reward(chance))


def _reward(chance: Random) -> Reward:
    if chance.random() < 0.7:
        return Reward(points=chance.randint(3, 8))
    kinds = chance.sample(("coins", "bread", "prestige"), chance.randint(1, 3))
    return Reward(**dict.fromkeys(kinds, 1))


def visit(chance: Random) -> tuple[Holdings, CardModel, CardModel, VisitObjective]:
    """Draw a visit of two cards with stocks as they occur: the game has 5 of each good, 24 coins and 18 bread."""
    purse = Holdings(
        goods=tuple(chance.randint(0, 5) for _ in Good),
        coins=chance.randint(0, 6),
        bread=chance.randint(0, 6),
        other_items=chance.randint(0, 3),
    )
    stakes = VisitObjective(
        room=chance.randint(0, 20),
        overflow=chance.randint(0, 1),
        bread_once=chance.random() < 0.2,
        final=chance.random() < 0.5,
    )
    return purse, _offer(chance), _offer(chance), stakes


def _offer(chance: Random) -> CardModel:
    drawn = card(chance)
    pay = drawn.pay or {}
    return CardModel(
        price=tuple(pay.get(good, 0) for good in Good),
        owned=0 if pay else chance.randint(0, 4),
        points=drawn.reward.points,
        coins=drawn.reward.coins,
        bread=drawn.reward.bread,
        steps=drawn.reward.prestige,
    )
