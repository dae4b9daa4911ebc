"""The record of Carpe Diem, with its rulings and the drawing of a district."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.district import Structure, structures
from scoring.carpe_diem.limits import LIMITS, villa_chart_lacks
from scoring.carpe_diem.rules import columns, end_of_the_game
from scoring.carpe_diem.state import RULES, BreadSets, Card, District, Edition, Kind, Table, Tile
from scoring.carpe_diem.wording import CHIMNEYS
from scoring.game import Board, Game
from scoring.grid import draw_board
from scoring.messages import Message, counted, say, with_commas, wordless

if TYPE_CHECKING:
    from scoring.carpe_diem.forum.answers import CardVisit
    from scoring.sheet import Sheet


LETTERS: Final = {
    Kind.POND: "po",
    Kind.GARDEN: "ga",
    Kind.VINEYARD: "vy",
    Kind.FARMYARD: "fa",
    Kind.MERCHANT: "me",
    Kind.GRANARY: "gr",
    Kind.ADMINISTRATION: "ad",
    Kind.CRAFTSMAN: "cr",
    Kind.VILLA: "vi",
    Kind.MARKET: "mk",
    Kind.BAKERY: "ba",
    Kind.FOUNTAIN: "fo",
}
"""The letters of each kind in a drawing."""

LABEL, MIDDLE = 4, 3
"""The widths of a label at a side of a tile, and of the middle between two labels."""


def boards(table: Table) -> tuple[Board, ...]:
    """Return a drawing of each district at the table, in seat order; players with a tally have none."""
    return tuple(
        Board(
            title=player.name, drawing=(*draw(player.district), legend(player.district)), short=listed(player.district)
        )
        for player in table.players
        if player.district is not None
    )


def draw(district: District) -> tuple[str, ...]:
    """Return the lines of a drawing of the squares that are built on.

    A second feature of a kind on a tile has a prime; a villa has the number of its chimneys.
    """
    completed = {part for structure in structures(district) if structure.completed for part in structure.parts}
    pictures = {tile.cell: _picture(tile, completed) for tile in district.tiles}
    return draw_board(pictures)


def _picture(tile: Tile, completed: set[tuple[str, int]]) -> tuple[str, str, str]:
    sides = dict.fromkeys("NESW", "")
    middle = ""
    primes: dict[Kind, int] = {}
    for number, feature in enumerate(tile.features):
        letters = LETTERS[feature.kind]
        if (tile.cell, number) in completed:
            letters = letters.upper()
        label = letters + (str(feature.chimneys) if feature.chimneys else "") + "'" * primes.get(feature.kind, 0)
        primes[feature.kind] = 1
        for side in feature.opens:
            sides[side] = label
        if not feature.opens:
            middle = label
    width = 2 * LABEL + MIDDLE
    return (
        sides["N"].center(width),
        sides["W"].ljust(LABEL) + middle.center(MIDDLE) + sides["E"].rjust(LABEL),
        sides["S"].center(width),
    )


def legend(district: District) -> Message:
    """Return what the letters of this drawing mean."""
    shown = dict.fromkeys(feature.kind for tile in district.tiles for feature in tile.features)
    meaning = [
        wordless("{letters} {kind}", letters=LETTERS[kind], kind=kind.noun.name) for kind in Kind if kind in shown
    ]
    if not meaning:
        return say("no tiles")
    return say("{letters}, CAPITALS: completed", letters=with_commas(meaning))


def listed(district: District) -> tuple[Message, ...]:
    """Return the structures as lines of text, for screens too narrow for the drawing."""
    return tuple(_said(structure) for structure in structures(district))


def _said(structure: Structure) -> Message:
    name = wordless("{kind} {cells}", kind=structure.kind.noun.name, cells=" ".join(structure.cells))
    if structure.chimneys:
        name = with_commas((name, counted(structure.chimneys, *CHIMNEYS)))
    if structure.completed:
        return say("{name}: completed", name=name)
    return say("{name}: open at {sides}", name=name, sides=", ".join(structure.waiting))


MUST_MEET: Final = say(
    "A forum card that can be met must be met. You choose how many payments to make; owned sets count by themselves."
)


BREAD_UNLIMITED: Final = say("Three bread may meet forum cards any number of times in a visit.")


BREAD_ONCE: Final = say("At this table three bread may meet a forum card once in a visit.")


DEBT: Final = say("Victory point cards may go below 0 (a debt).")


ORDER_FIXED: Final = say("The order in the forum is fixed when the phase begins.")


SHARED: Final = say("Players who are level on all criteria share the win.")


LARGE_LANDSCAPE: Final = say("A closed landscape of more than four tiles is not legal.")


PAST_THE_END: Final = say(
    "Steps past the end of the prestige bar give 1 point each, even when a forum card grants them."
)


FIRST_EDITION_TIE: Final = say(
    "First edition: of the players last on the prestige bar, on one space, the lower marker wins a tie."
)


FIRST_EDITION_PAST_THE_END: Final = say("First edition: steps past the end of the prestige bar give nothing.")


RULINGS: Final = (
    MUST_MEET,
    BREAD_UNLIMITED,
    DEBT,
    ORDER_FIXED,
    SHARED,
    LARGE_LANDSCAPE,
    PAST_THE_END,
    FIRST_EDITION_TIE,
    FIRST_EDITION_PAST_THE_END,
)
"""The rulings of the game, by default."""


def visit_rulings(table: Table, cards: tuple[Card, ...], visits: tuple[CardVisit, ...]) -> tuple[Message, ...]:
    """Return the rulings that these visits rest on."""
    applied = [MUST_MEET]
    if table.bread_sets is BreadSets.ONE_PER_VISIT:
        applied.append(BREAD_ONCE)
    elif sum(visit.bread_sets for visit in visits) > 1:
        applied.append(BREAD_UNLIMITED)
    if any(
        card.reward.prestige * visit.sets > visit.gained.prestige for card, visit in zip(cards, visits, strict=True)
    ):
        applied.append(FIRST_EDITION_PAST_THE_END if table.edition is Edition.FIRST else PAST_THE_END)
    return tuple(applied)


def score_rulings(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the rulings that the score of this table rests on."""
    applies = (
        (
            DEBT,
            any(line.rule == "victory_cards" and line.points < 0 for column in sheet.columns for line in column.lines),
        ),
        (FIRST_EDITION_TIE, table.edition is Edition.FIRST),
        (SHARED, len(sheet.winners) > 1),
    )
    return tuple(ruling for ruling, rests_on_it in applies if rests_on_it)


CARPE_DIEM: Final[Game[Table]] = Game(
    key="carpe-diem",
    title="Carpe Diem",
    name=say("Carpe Diem"),
    bgg_id=245934,
    editions=tuple(Edition),
    edition_hint=say(
        "If your copy has banderoles but you move in a circle, take the edition whose tie-break its rulebook has: most "
        "banderoles left in the second, last on the bar in the first."
    ),
    source=say("rulebook of the second edition (two scans), and what that of the first has otherwise"),
    table=Table,
    rules=RULES,
    variant=lambda table: table.edition.noun.name,
    work_out=columns,
    compares=lambda _table: False,
    criteria=end_of_the_game,
    limits=LIMITS,
    unscorable=villa_chart_lacks,
    checks_at="scoring.carpe_diem.checks:CHECKS",
    rulings=score_rulings,
    all_rulings=RULINGS,
    boards=boards,
)
