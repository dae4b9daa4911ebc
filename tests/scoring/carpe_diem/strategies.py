"""Strategies of Carpe Diem: districts grown by legal placement, tallies, players, cards, tables and questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from scoring.carpe_diem import district as board
from scoring.carpe_diem import state
from scoring.carpe_diem.forum.answers import ForumAsk, VisitAsk
from scoring.carpe_diem.forum.visits import open_pairs
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.state import (
    DISTRICT_SQUARES,
    DWELLINGS,
    FRAME_LINES,
    LANDSCAPES,
    SHOVEL_SQUARES,
    SINGLE_TILES,
    Card,
    District,
    Feature,
    Forum,
    FountainCard,
    FrameGoal,
    Good,
    Kind,
    Objective,
    Player,
    Reward,
    Table,
    Tally,
    Thing,
    Tile,
)
from scoring.grid import SIDES
from scoring.problems import problems_in
from tests.strategies import amounts, few, names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypothesis.strategies import DrawFn, SearchStrategy

kinds = st.sampled_from(list(Kind))
points_printed = st.integers(1, 20)


@st.composite
def tiles_on(draw: DrawFn, cell: str, asked: Mapping[str, Kind | None]) -> Tile:
    """A tile that fits: sides towards other tiles and the frame as asked, free sides anything."""
    free = [side for side in SIDES if side not in asked]
    shown = {side: kind for side, kind in asked.items() if kind is not None}
    if not shown and draw(st.integers(0, 5)) == 0:
        return Tile(cell=cell, features=(Feature(kind=draw(st.sampled_from(SINGLE_TILES)), opens=""),))
    for side in free:
        open_kinds = st.sampled_from([*LANDSCAPES, *DWELLINGS, Kind.VILLA])
        kind = draw(st.one_of(st.none(), open_kinds))
        if kind is not None:
            shown[side] = kind
    features: list[Feature] = []
    for kind in dict.fromkeys(shown.values()):
        sides = [side for side in SIDES if shown.get(side) is kind]
        joined = kind not in DWELLINGS and draw(st.booleans())
        groups = ["".join(sides)] if joined else sides
        features += [
            Feature(kind=kind, opens=group, chimneys=draw(st.integers(0, 3)) if kind is Kind.VILLA else 0)
            for group in groups
        ]
    if not features:
        features = [Feature(kind=draw(st.sampled_from(SINGLE_TILES)), opens="")]
    return Tile(cell=cell, features=tuple(draw(st.permutations(features))))


@st.composite
def districts(draw: DrawFn, most: int = 12) -> District:
    """A district grown from the shovel by legal placement, its tiles in any order."""
    shovel = draw(st.sampled_from(SHOVEL_SQUARES))
    tiles: list[Tile] = []
    for _ in range(draw(st.integers(0, most))):
        lying = {tile.cell for tile in tiles}
        neighbours = [
            square
            for square in DISTRICT_SQUARES
            if square not in lying and lying.intersection(board.NEIGHBOURS[square].values())
        ]
        if tiles and not neighbours:
            break
        cell = draw(st.sampled_from(neighbours)) if tiles else shovel
        grown = District(shovel=shovel, tiles=tuple(tiles))
        tile = draw(tiles_on(cell, board.sides_asked(grown, cell)))
        longer = District(shovel=shovel, tiles=(*tiles, tile))
        if not list(board.landscapes_of_four_at_most(longer)):
            tiles.append(tile)
    shown = draw(st.one_of(st.none(), st.just(shovel)))
    return District(shovel=shown, tiles=tuple(draw(st.permutations(tiles))))


@st.composite
def tallies(draw: DrawFn) -> Tally:
    villas = tuple(draw(st.lists(st.integers(0, 9), max_size=4)))
    counted: dict[Kind, int] = draw(st.dictionaries(kinds.filter(lambda kind: kind is not Kind.VILLA), few))
    return Tally(counts=counted, villas=villas, chimneys=sum(villas) + draw(few))


@st.composite
def players(draw: DrawFn, name: str, prestige_end: int, stocks: SearchStrategy[int] = amounts) -> Player:
    entered: dict[str, Any] = {}
    if draw(st.booleans()):
        entered["district"] = draw(districts())
        lines = st.sampled_from(FRAME_LINES)
        goals = st.builds(FrameGoal, kind=kinds, points=points_printed, line=lines)
    else:
        tally = draw(tallies())
        entered["tally"] = tally
        built = [kind for kind in Kind if tally.counts.get(kind) or (kind is Kind.VILLA and tally.villas)]
        unmet = st.builds(FrameGoal, kind=kinds, points=points_printed, met=st.just(False))  # noqa: FBT003 - a value
        goals = unmet
        if built:
            met = st.builds(FrameGoal, kind=st.sampled_from(built), points=points_printed, met=st.booleans())
            goals = st.one_of(unmet, met)
    return Player(
        name=name,
        victory_cards=draw(st.integers(-99, 999)),
        goods=draw(st.dictionaries(st.sampled_from(list(Good)), stocks)),
        coins=draw(stocks),
        bread=draw(stocks),
        stored_tiles=draw(few),
        prestige=draw(st.integers(0, prestige_end)),
        stack=draw(st.integers(0, 3)),
        writs_left=draw(st.integers(0, 9)),
        frame=tuple(draw(st.lists(goals, max_size=8))),
        fountain_cards=tuple(draw(st.lists(st.builds(FountainCard, kind=kinds, points=points_printed), max_size=4))),
        **entered,
    )


rewards = st.builds(
    Reward, points=st.integers(0, 9), coins=st.integers(0, 3), bread=st.integers(0, 3), prestige=st.integers(0, 3)
).filter(lambda reward: reward != Reward())
sets = st.integers(1, 3)
single_things = [thing for thing in Thing if thing not in (Thing.LANDSCAPE, Thing.DWELLING)]
owned_things = st.one_of(
    st.dictionaries(st.sampled_from(single_things), sets, min_size=1, max_size=3),
    st.dictionaries(st.sampled_from([Thing.LANDSCAPE, Thing.DWELLING]), sets, min_size=1, max_size=1),
)
pay_cards = st.builds(Card, pay=st.dictionaries(st.sampled_from(list(Good)), sets, min_size=1), reward=rewards)
own_cards = st.builds(Card, own=owned_things, reward=rewards)
cards = st.one_of(pay_cards, own_cards)


@st.composite
def forums(draw: DrawFn) -> Forum:
    rows = tuple(tuple(draw(st.one_of(st.none(), cards)) for _ in range(4)) for _ in range(3))
    open_pairs = [cells for cells, _, _ in _pairs(rows)]
    markers = draw(st.lists(st.sampled_from(open_pairs), unique=True, max_size=4)) if open_pairs else []
    return Forum(cards=rows, markers=tuple(markers))


def _pairs(rows: tuple[tuple[Card | None, ...], ...]) -> Any:

    return open_pairs(Table(players=(), forum=Forum(cards=rows)))


@st.composite
def tables(draw: DrawFn, stocks: SearchStrategy[int] = amounts) -> Table:
    """A table without problems; its villa chart has every value."""
    end = draw(st.integers(5, 99))
    called = draw(st.lists(names, min_size=2, max_size=4, unique_by=str.casefold))
    chart = {str(chimneys): draw(st.integers(0, 20)) for chimneys in range(1, 4)} | {"4+": draw(st.integers(0, 20))}
    return Table(
        players=tuple(draw(players(name, end, stocks)) for name in called),
        edition=draw(st.sampled_from(state.Edition)),
        villa_chart=chart,
        prestige_end=end,
        bread_sets=draw(st.sampled_from(state.BreadSets)),
        forum=draw(st.one_of(st.none(), forums())),
    )


@st.composite
def visits(draw: DrawFn, stocks: SearchStrategy[int] = amounts) -> tuple[Table, VisitAsk]:
    table = draw(tables(stocks))
    player = draw(st.sampled_from(table.players))
    return table, VisitAsk(
        player=player.name, cards=(draw(cards), draw(cards)), objective=draw(st.sampled_from(Objective))
    )


@st.composite
def forum_questions(draw: DrawFn) -> tuple[Table, ForumAsk]:
    table = draw(tables(few).filter(lambda table: table.forum is not None))
    return table, ForumAsk(player=table.players[0].name, objective=draw(st.sampled_from(Objective)))


def no_problems(table: Table) -> bool:

    return not list(problems_in(table, LIMITS))
