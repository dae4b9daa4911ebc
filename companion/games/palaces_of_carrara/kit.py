"""What The Palaces of Carrara adds to the app apart from its rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.kit import GameKit, HelpPage
from companion.games.palaces_of_carrara.copy_values import COPY_PARTS, GAME, UPGRADES, objects_known
from companion.tables.state import Extras, TableState, with_table
from scoring.messages import say, titled
from scoring.palaces_of_carrara.margins import margins
from scoring.palaces_of_carrara.moves import COLORS_OF_CARDS, laid_out, setup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.palaces_of_carrara.actions import CarraraTable
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle
    from scoring.sheet import Column


HELP: Final = HelpPage(
    enter=(say("Wheel: tap blocks to buy. Board: tap a city to build."),),
    rules=(
        say("Each turn: buy, build or score."),
        say("Buy: turn the wheel, fill it to eleven, take blocks of one section."),
        say(
            "Score at most six times: each kind once, or a city nobody has scored. A building pays its cost times its "
            "city’s value, and an object."
        ),
        say("With all three objectives met you may announce the end: 5 points."),
    ),
)


BASE, EXPANSION = "base", "expansion"


BEHIND_A_SCREEN: Final = frozenset({"objects", "coins"})
"""The rules of the sheet that count what is behind the screen of a player."""


def open_points(state: CarraraTable, column: Column) -> int:
    """Return the points of a player that lie open; all of them where nothing is hidden."""
    hidden = BEHIND_A_SCREEN if state.table.secret else frozenset()
    return sum(line.points for line in column.lines if line.rule not in hidden)


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> CarraraTable:
    """Return the table before the first turn; the cards of the expansion are picked at the table."""
    table = replace(laid_out(names, objects_of=objects_known(copies)), sold=())
    if variant == EXPANSION:
        table = replace(table, expansion=True, upgrades=UPGRADES.values(copies))
    return TableState(table=table, extras=Extras(seats=tuple(seats)))


def with_variant(state: CarraraTable, variant: str, copies: MyCopy) -> CarraraTable:
    """Return a table with or without the expansion; without it nothing is left of its cards."""
    if variant == EXPANSION:
        return with_table(state, expansion=True, upgrades=UPGRADES.values(copies))
    return with_table(state, expansion=False, upgrades={}, cards=None, **dict.fromkeys(COLORS_OF_CARDS))


PALACES_OF_CARRARA: Final = GameKit(
    game=GAME,
    mark="palazzo",
    variants={BASE: titled(say("base game")), EXPANSION: titled(say("with the expansion"))},
    begin=begin,
    help_page=HELP,
    variant_of=lambda state: EXPANSION if state.table.expansion else BASE,
    with_variant=with_variant,
    setup=lambda state: setup(len(state.table.players), expansion=state.table.expansion),
    copy_parts=COPY_PARTS,
    margins=margins,
    fields={"track": "score", "blocks": "blocks"},
    open_points=open_points,
    unused=lambda state: frozenset() if state.table.expansion else frozenset({"bonus"}),
    blank={"coins": 0, "blocks": {}},
)
