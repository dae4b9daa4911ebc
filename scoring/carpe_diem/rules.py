"""The scoring of Carpe Diem: one function for each heading of the rulebook's end of the game, and its tie-breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.carpe_diem.data import ITEMS_FOR_A_POINT
from scoring.carpe_diem.district import Built, built_by, on_line, structures
from scoring.carpe_diem.state import ITEMS_ON_BOARD, NUMBERS, Edition, FrameGoal, Kind, Player, Table, Thing
from scoring.carpe_diem.wording import GOODS, line_name
from scoring.grid import by_rows
from scoring.messages import Message, as_typed, counted, say, wordless
from scoring.sheet import Better, Column, Criterion, Line, by_number, most_points

if TYPE_CHECKING:
    from scoring.carpe_diem.villa_chart import VillaChart


def columns(table: Table) -> tuple[Column, ...]:
    """Score all players."""
    return tuple(column(player, table.chart) for player in table.players)


def column(player: Player, chart: VillaChart) -> Column:
    """Score one player; nobody's points depend on the others."""
    built = built_by(player)
    lines = (
        victory_point_cards(player),
        items_on_resource_board(player),
        prestige_bar(player),
        frame_achievements(player, built),
        fountain_cards(player, built),
        villas(built, chart),
    )
    return Column(player=player.name, lines=lines)


def victory_point_cards(player: Player) -> Line:
    """The victory point cards count their points, which may be a debt (a ruling). Rulebook, Forum Phase."""
    points = player.victory_cards or 0
    because = counted(points, "{number} point on the cards", "{number} points on the cards")
    if points < 0:
        because = counted(-points, "a debt of {number} point", "a debt of {number} points")
    return Line(rule="victory_cards", points=points, because=because, ref=say("Rulebook, Forum Phase"))


def item_count(player: Player) -> int:
    """The number of items on a resource board: goods, and what lies beside them."""
    return sum(player.goods.values()) + sum(item.of(player) for item in ITEMS_ON_BOARD)


def items_on_resource_board(player: Player) -> Line:
    """Each two items left are a point. Rulebook, Scoring Victory Points."""
    held = item_count(player)
    parts = ((sum(player.goods.values()), GOODS), *((item.of(player), item.forms) for item in ITEMS_ON_BOARD))
    listed = tuple(counted(number, *words) for number, words in parts if number)
    because = counted(
        held,
        "{parts}: {number} item, halved and rounded down",
        "{parts}: {number} items, halved and rounded down",
        parts=listed,
    )
    if not held:
        because = say("nothing left")
    return Line(
        rule="items",
        points=held // ITEMS_FOR_A_POINT,
        because=because,
        ref=say("Rulebook, End of the Game, Scoring Victory Points: Items"),
    )


def prestige_bar(player: Player) -> Line:
    """The space of the marker is worth its number. Rulebook, Scoring Victory Points."""
    because = say("on space {space}", space=player.prestige)
    return Line(
        rule="prestige",
        points=player.prestige,
        because=because,
        ref=say("Rulebook, End of the Game, Scoring Victory Points: Prestige bar"),
    )


def frame_achievements(player: Player, built: Built) -> Line:
    """A goal counts where its line meets a completed structure of its kind. Rulebook, Scoring Victory Points."""
    points = 0
    cells: list[str] = []
    met: list[Message] = []
    missed: list[Message] = []
    for goal in player.frame:
        on = tuple(
            square
            for structure in built.structures
            if goal.line is not None and structure.kind is goal.kind
            for square in structure.cells
            if on_line(goal.line, square)
        )
        where = _pointed(goal)
        if on or goal.met:
            points += goal.points
            cells += on
            met.append(say("{points} for {what}", points=goal.points, what=where))
        else:
            missed.append(_missed(goal, player, where))
    because = say("no frame goals")
    if met:
        because = wordless("{goals}", goals=tuple(met))
    if missed:
        because = say("{met}; not met: {missed}", met=tuple(met), missed=tuple(missed))
    return Line(
        rule="frame",
        points=points,
        because=because,
        cells=by_rows(cells),
        ref=say("Rulebook, End of the Game, Scoring Victory Points: Frame achievements"),
    )


def _missed(goal: FrameGoal, player: Player, where: Message) -> Message:
    """Return a goal with why it is not met; with a tally the reason is unknown."""
    if goal.line is None or player.district is None:
        return where
    of_the_kind = [structure for structure in structures(player.district) if structure.kind is goal.kind]
    if any(on_line(goal.line, square) for structure in of_the_kind for square in structure.cells):
        return say("{goal} (not completed)", goal=where)
    return say("{goal} (not on that line)", goal=where) if of_the_kind else say("{goal} (none built)", goal=where)


def _pointed(goal: FrameGoal) -> Message:
    if goal.line is None:
        return goal.kind.noun.name
    return say("{kind} along {line}", kind=goal.kind.noun.name, line=line_name(goal.line))


def fountain_cards(player: Player, built: Built) -> Line:
    """Each card gives its points for every completed structure of its kind. Rulebook, Scoring Victory Points."""
    points = 0
    parts: list[Message] = []
    for card in player.fountain_cards:
        number = built.counts.get(card.kind, 0)
        points += card.points * number
        built_of_it = counted(number, *Thing(card.kind).noun.forms)
        parts.append(wordless("{points} × {built}", points=card.points, built=built_of_it))
    named = {card.kind for card in player.fountain_cards}
    cells = (square for structure in built.structures if structure.kind in named for square in structure.cells)
    because = wordless("{cards}", cards=tuple(parts)) if parts else say("no fountain cards")
    return Line(
        rule="fountains",
        points=points,
        because=because,
        cells=by_rows(cells),
        ref=say("Rulebook, End of the Game, Scoring Victory Points: Fountain cards"),
    )


def villas(built: Built, chart: VillaChart) -> Line:
    """Each completed villa is worth what the chart gives for its chimneys. Rulebook, Scoring Victory Points."""
    values = [(chimneys, chart.points(chimneys)) for chimneys in built.villas]
    parts = tuple(
        counted(
            chimneys,
            "{points} for {number} chimney",
            "{points} for {number} chimneys",
            points=as_typed("?") if value is None else value,
        )
        for chimneys, value in values
    )
    scoring = (
        structure for structure in built.structures if structure.kind is Kind.VILLA and chart.points(structure.chimneys)
    )
    because = wordless("{villas}", villas=parts) if parts else say("no completed villa")
    return Line(
        rule="villas",
        points=sum(value or 0 for _, value in values),
        because=because,
        lacks=any(value is None for _, value in values),
        cells=by_rows(square for structure in scoring for square in structure.cells),
        ref=say("Rulebook, End of the Game, Scoring Victory Points: Villas"),
    )


_POINTS: Final[Criterion[Table]] = most_points(say("Rulebook, End of the Game"))

_LOWEST_ON_THE_BAR: Final[Criterion[Table]] = by_number(
    NUMBERS["prestige"], Better.FEWEST, say("Rulebook, End of the Game")
)


def end_of_the_game(table: Table) -> tuple[Criterion[Table], ...]:
    """Return what decides the game. Rulebook, End of the Game.

    Second edition: most points, then most writs left, then lowest on the prestige bar. First edition: most points, then
    last on the prestige bar, as its rulebook has it, then lowest in the pile on that space (a ruling).
    """
    if table.edition is Edition.FIRST:
        lowest_in_pile = say("First edition, last on the prestige bar")
        beneath: Criterion[Table] = by_number(NUMBERS["stack"], Better.FEWEST, lowest_in_pile)
        return _POINTS, _LOWEST_ON_THE_BAR, beneath
    writs: Criterion[Table] = by_number(NUMBERS["writs_left"], Better.MOST, say("Rulebook, End of the Game"))
    return _POINTS, writs, _LOWEST_ON_THE_BAR
