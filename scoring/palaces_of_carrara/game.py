"""The Palaces of Carrara as one record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.palaces_of_carrara.board import buildings_named, standing_in
from scoring.palaces_of_carrara.bonus import bonus
from scoring.palaces_of_carrara.checks import CHECKS
from scoring.palaces_of_carrara.data import MAJORITIES, OBJECTS_UNSURE, TWO_CITIES_OF, UPGRADES_KNOWN
from scoring.palaces_of_carrara.decided import (
    BEST_CHOICE,
    BEST_SETS,
    BONUS_COINS,
    DEAREST_PAIRS,
    DECIDED,
    KIND_UNDIVIDED,
    MAJORITY_OF_NOTHING,
    NO_MINIMUM,
    OBJECTS_SUPPOSED,
    objects_as_shown,
    upgrade_as_printed,
)
from scoring.palaces_of_carrara.limits import LIMITS
from scoring.palaces_of_carrara.picture import boards
from scoring.palaces_of_carrara.rules import RULES, columns, ties
from scoring.palaces_of_carrara.state import BonusCard, BuildingCard, City, ObjectCard, Table, What
from scoring.sheet import Game, Message, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.palaces_of_carrara.state import Kind, Object, Player


def rulings(table: Table, _sheet: Sheet) -> tuple[Message, ...]:
    """Return the decisions that the score of this table rests on, and what only this copy of the game tells."""
    return (*_of_the_cards(table), *_of_the_copy(table))


def _of_the_cards(table: Table) -> tuple[Message, ...]:
    if table.cards is None:
        return ()
    purple, gray, green = table.cards.purple, table.cards.gray, table.cards.green
    choice = green in (BonusCard.TWO_CITIES, BonusCard.TWO_KINDS)
    applies = (
        (BEST_SETS, purple is ObjectCard.FOUR_DIFFERENT),
        (KIND_UNDIVIDED, purple is ObjectCard.PAIRS_MULTIPLIED),
        (DEAREST_PAIRS, gray is BuildingCard.LAND_CITY_PAIRS),
        (BEST_CHOICE, choice),
        (NO_MINIMUM, choice or green in TWO_CITIES_OF),
        (BONUS_COINS, any(bonus(table, player).coins for player in table.players)),
        (MAJORITY_OF_NOTHING, any(_nobody_built_in(table, cities) for cities, _ in MAJORITIES.get(green, ()))),
    )
    return tuple(ruling for ruling, rests_on_it in applies if rests_on_it)


def _of_the_copy(table: Table) -> tuple[Message, ...]:
    """Return what the tiles of this copy print, as far as no text at hand tells it and somebody has scored with it."""
    held = {place for player in table.players for place in player.upgrades}
    upgrades = tuple(
        upgrade_as_printed(place, value)
        for place, value in table.upgrades.items()
        if place in held and value != UPGRADES_KNOWN.get(place)
    )
    scored = {kind for player in table.players for kind in _kinds_scored(player)}
    unsure = [kind for kind in OBJECTS_UNSURE if kind in scored]
    told: dict[Kind, Object] = {kind: table.objects_of[kind] for kind in unsure if kind in table.objects_of}
    shown = (objects_as_shown(told),) if told else ()
    supposed = (OBJECTS_SUPPOSED,) if len(told) < len(unsure) else ()
    return (*upgrades, *shown, *supposed)


def _kinds_scored(player: Player) -> Iterator[Kind]:
    """Return the kinds of the buildings that brought a player objects; categories bring none."""
    for one in player.scored:
        if one.what is not What.CATEGORY:
            yield from (building.kind for building in buildings_named(player, one.what, one.name))


def _nobody_built_in(table: Table, cities: tuple[City, ...]) -> bool:
    return not any(standing_in(player, *cities) for player in table.players)


PALACES_OF_CARRARA: Final[Game[Table]] = Game(
    key="palaces-of-carrara",
    title="The Palaces of Carrara",
    bgg_id=129948,
    editions=("first (2012), with or without the expansion in its envelope",),
    players=(2, 4),
    source="rulebook of 2012 with that of the expansion (a scan)",
    table=Table,
    rules=RULES,
    variant=lambda table: "with the expansion" if table.expansion else "base game",
    columns=columns,
    criteria=ties,
    limits=LIMITS,
    unscorable=lambda _table: (),
    checks=CHECKS,
    rulings=rulings,
    decided=DECIDED,
    boards=boards,
)
