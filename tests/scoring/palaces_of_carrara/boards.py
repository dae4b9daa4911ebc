"""Tables for tests: buildings and objects read from short lines of text."""

from __future__ import annotations

from typing import Any

from scoring.palaces_of_carrara.state import (
    BonusCard,
    Building,
    BuildingCard,
    Cards,
    City,
    Kind,
    Object,
    ObjectCard,
    Player,
    Scored,
    Table,
    TopCard,
    What,
)


def built(text: str) -> tuple[Building, ...]:
    """Read buildings from `villa 3 lucca, porta 5 pisa`."""
    entries = [entry.split() for entry in text.split(",") if entry.strip()]
    return tuple(Building(kind=Kind(kind), cost=int(cost), city=City(city)) for kind, cost, city in entries)


def held(text: str) -> dict[Object, int]:
    """Read objects from `3 flag, 2 book`."""
    entries = [entry.split() for entry in text.split(",") if entry.strip()]
    return {Object(name): int(number) for number, name in entries}


def scored(text: str) -> tuple[Scored, ...]:
    """Read scorings from `kind villa, city pisa`."""
    entries = [entry.split() for entry in text.split(",") if entry.strip()]
    return tuple(Scored(what=What(what), name=name) for what, name in entries)


def player(name: str = "Nick", **fields: Any) -> Player:
    """A player with nothing but what is given; buildings, objects and scorings may be text."""
    for field, read in (("buildings", built), ("objects", held), ("scored", scored)):
        if isinstance(fields.get(field), str):
            fields[field] = read(fields[field])
    return Player(**{"name": name, "score": 0, "coins": 0, **fields})


def table(*players: Player, **fields: Any) -> Table:
    """A table of these players, with somebody beside one who is alone."""
    seated = players if len(players) > 1 else (*players, player("Somebody"))
    return Table(players=seated, **fields)


def with_cards(*players: Player, upgrades: Any = None, **named: str) -> Table:
    """A table with the expansion and these cards; those not named are the base game's, with majorities in cities."""
    cards = Cards(
        brown=TopCard(named.get("brown", "score-4")),
        purple=ObjectCard(named.get("purple", "objects")),
        gray=BuildingCard(named.get("gray", "cost-total")),
        green=BonusCard(named.get("green", "city-majorities")),
    )
    return table(*players, expansion=True, cards=cards, upgrades=upgrades or {})
