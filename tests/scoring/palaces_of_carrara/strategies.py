"""The strategy for tables of The Palaces of Carrara."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from scoring.palaces_of_carrara import state as carrara
from tests.strategies import names

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn


@st.composite
def tables(draw: DrawFn, *, expansion: bool | None = None) -> carrara.Table:
    """A table of The Palaces of Carrara without problems; every upgrade tile held has its values."""
    called = draw(st.lists(names, min_size=2, max_size=4, unique_by=str.casefold))
    expanded = draw(st.booleans()) if expansion is None else expansion
    costs = (*carrara.SMALL_COSTS, carrara.GREAT_COST) if expanded else carrara.SMALL_COSTS
    tiles = iter(draw(st.permutations([(kind, cost) for kind in carrara.Kind for cost in costs])))
    cities = iter(draw(st.permutations(list(carrara.City))))
    places = iter(draw(st.permutations(list(carrara.Location))) if expanded else ())
    repeatable = [(carrara.What.KIND, kind.value) for kind in carrara.Kind]
    if expanded:
        repeatable += [(carrara.What.CATEGORY, category.value) for category in carrara.Category]
    blocks = dict.fromkeys(carrara.Color, carrara.BLOCKS_OF_A_COLOR)
    objects = dict.fromkeys(carrara.Object, 6)
    digits = st.integers(0, 9)
    players, valued = [], {}
    for name in called:
        held = {color: draw(st.integers(0, blocks[color])) for color in carrara.Color}
        kept = {kind: draw(st.integers(0, objects[kind])) for kind in carrara.Object}
        blocks = {color: blocks[color] - held[color] for color in blocks}
        objects = {kind: objects[kind] - kept[kind] for kind in objects}
        own = [(carrara.What.CITY, city.value) for city in islice(cities, draw(st.integers(0, 2)))]
        own += draw(st.lists(st.sampled_from(repeatable), unique=True, max_size=4))
        upgrades = tuple(islice(places, draw(st.integers(0, 2))))
        valued.update({place: carrara.Value(points=draw(digits), coins=draw(digits)) for place in upgrades})
        buildings = tuple(
            carrara.Building(kind=kind, cost=cost, city=draw(st.sampled_from(carrara.City)))
            for kind, cost in islice(tiles, draw(st.integers(0, 9)))
        )
        players.append(
            carrara.Player(
                name=name,
                score=draw(st.integers(0, 300)),
                coins=draw(st.integers(0, 60)),
                blocks=held,
                objects=kept,
                buildings=buildings,
                scored=tuple(carrara.Scored(what=what, name=name) for what, name in own),
                upgrades=upgrades,
            )
        )
    cards = st.builds(
        carrara.Cards,
        brown=st.sampled_from(carrara.TopCard),
        purple=st.sampled_from(carrara.ObjectCard),
        gray=st.sampled_from(carrara.BuildingCard),
        green=st.sampled_from(carrara.BonusCard),
    )
    belonging = draw(st.one_of(st.just([]), st.permutations(list(carrara.Object))))
    return carrara.Table(
        players=tuple(players),
        expansion=expanded,
        cards=draw(cards) if expanded else None,
        upgrades=valued,
        objects_of=dict(zip(carrara.Kind, belonging, strict=False)),
    )
