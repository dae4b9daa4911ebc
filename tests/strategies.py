"""Every Hypothesis strategy: districts grown by legal placement, tallies, players, tables, cards, questions, JSON."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from scoring.carpe_diem import district as board
from scoring.carpe_diem import state
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
    ForumAsk,
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
    VisitAsk,
)
from scoring.grid import SIDES
from scoring.little_town import state as little_town
from scoring.little_town.data import HOUSES, TILES, WORKERS
from scoring.mayor import state as mayor
from scoring.palaces_of_carrara import state as carrara
from scoring.problems import problems_in
from scoring.score_pad import state as score_pad
from scoring.sheet import Better

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypothesis.strategies import DrawFn, SearchStrategy

kinds = st.sampled_from(list(Kind))
points_printed = st.integers(1, 20)
few = st.integers(0, 9)
amounts = st.one_of(few, st.integers(0, 9999))
names = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=40).map(str.strip).filter(bool)


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
        beside = [
            square
            for square in DISTRICT_SQUARES
            if square not in lying and lying.intersection(board.NEIGHBOURS[square].values())
        ]
        if tiles and not beside:
            break
        cell = draw(st.sampled_from(beside)) if tiles else shovel
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
    from scoring.carpe_diem.forum.visits import open_pairs  # noqa: PLC0415 - only this strategy looks at pairs

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


json_values: SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(st.characters(exclude_categories=["Cs"])),
    ),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)),
    max_leaves=20,
)


def no_problems(table: Table) -> bool:
    from scoring.carpe_diem.limits import LIMITS  # noqa: PLC0415 - the strategies stand below the limits

    return not list(problems_in(table, LIMITS))


@st.composite
def mayor_tables(draw: DrawFn) -> mayor.Table:
    """A table without problems: one Citizen on 50 or more at most."""
    called = draw(st.lists(names, min_size=2, max_size=4, unique_by=str.casefold))
    citizens = draw(st.lists(st.integers(0, 49), min_size=len(called), max_size=len(called)))
    if draw(st.booleans()):
        citizens[draw(st.integers(0, len(called) - 1))] = draw(st.integers(50, mayor.CITIZEN_RANGE.high))
    seated = tuple(
        mayor.Player(
            name=name,
            citizen=citizen,
            banker=draw(st.one_of(st.integers(0, 4), st.integers(0, mayor.BANKER_RANGE.high))),
            tiles=draw(st.integers(0, mayor.TILES_RANGE.high)),
        )
        for name, citizen in zip(called, citizens, strict=True)
    )
    lines = draw(st.dictionaries(st.sampled_from(mayor.Kind), st.integers(0, 2)))
    return mayor.Table(players=seated, tile_lines=lines)


@st.composite
def mayor_placings(draw: DrawFn) -> tuple[mayor.Table, mayor.PlaceAsk]:
    """A building placed on any square, whether or not the active player has the gold."""
    table = draw(mayor_tables())
    at_the_table = st.sampled_from([player.name for player in table.players])
    areas, rings, streets = (st.sampled_from(kind) for kind in (mayor.Area, mayor.Ring, mayor.Street))
    square = mayor.Square(
        streets=tuple(draw(st.lists(streets, min_size=1, max_size=2, unique=True))), area=draw(areas), ring=draw(rings)
    )
    return table, mayor.PlaceAsk(
        player=draw(at_the_table),
        kind=draw(st.sampled_from(mayor.Building)),
        icons=mayor.Icons(street=draw(streets), area=draw(areas), ring=draw(rings)),
        square=square,
        beside=tuple(draw(st.lists(at_the_table, unique=True))),
        rainbow=draw(st.booleans()),
    )


@st.composite
def mayor_parks(draw: DrawFn) -> tuple[mayor.Table, mayor.ParkAsk]:
    """A park placed in any block, whether or not the active player has the gold."""
    table = draw(mayor_tables())
    buildings = st.sampled_from(mayor.Building)
    return table, mayor.ParkAsk(
        player=draw(st.sampled_from([player.name for player in table.players])),
        icons=draw(st.dictionaries(buildings, st.integers(1, 3))),
        block=tuple(draw(st.lists(buildings, max_size=3))),
        rainbow=draw(st.booleans()),
    )


pad_numbers = st.one_of(st.integers(0, 6), st.integers(0, 9999))
pad_values = st.integers(-999, 999)
pad_ranges = st.tuples(st.integers(-9999, 9999), st.integers(-9999, 9999)).map(sorted)


def pad_points(low: int, high: int, **named: SearchStrategy[str]) -> SearchStrategy[score_pad.Points]:
    """A category of points in a range."""
    return st.builds(score_pad.Points, low=st.just(low), high=st.just(high), **named)


def pad_steps(**named: SearchStrategy[str]) -> SearchStrategy[score_pad.Steps]:
    """A category of steps; those that begin again begin with nothing."""
    worth = st.lists(pad_values, min_size=1, max_size=40)
    again = st.builds(
        score_pad.Steps,
        values=worth.map(lambda values: (0, *values)),
        beyond=st.just(score_pad.Beyond.AGAIN),
        **named,
    )
    last = st.builds(
        score_pad.Steps, values=st.tuples(pad_values, worth).map(lambda both: (both[0], *both[1])), **named
    )
    return st.one_of(again, last)


def pad_categories(key: str, kind: score_pad.Kind) -> SearchStrategy[score_pad.AnyCategory]:
    """A category of a kind."""
    named = {"key": st.just(key), "title": st.just(f"Title of {key}")}
    made: dict[score_pad.Kind, SearchStrategy[score_pad.AnyCategory]] = {
        score_pad.Kind.POINTS: pad_ranges.flatmap(lambda ends: pad_points(ends[0], ends[1], **named)),
        score_pad.Kind.COUNT: st.builds(score_pad.Count, each=pad_values, per=st.integers(1, 99), **named),
        score_pad.Kind.TICK: st.builds(score_pad.Tick, worth=pad_values, **named),
        score_pad.Kind.STEPS: pad_steps(**named),
        score_pad.Kind.ROUNDS: st.builds(score_pad.Rounds, **named),
        score_pad.Kind.PRODUCTS: st.builds(score_pad.Products, **named),
        score_pad.Kind.MAJORITY: st.builds(
            score_pad.Majority,
            values=st.lists(st.integers(0, 999), min_size=1, max_size=6).map(tuple),
            ties=st.sampled_from(score_pad.Ties),
            least=st.one_of(st.just(1), st.integers(1, 99)),
            **named,
        ),
    }
    return made[kind]


def pad_entries(category: score_pad.AnyCategory) -> SearchStrategy[score_pad.Entry]:
    """An entry that fits a category."""
    match category:
        case score_pad.Points():
            return st.integers(category.low, category.high)
        case score_pad.Tick():
            return st.booleans()
        case score_pad.Rounds():
            return st.lists(st.integers(-9999, 9999), max_size=9).map(tuple)
        case score_pad.Products():
            return st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=5).map(tuple)
    return pad_numbers


@st.composite
def pad_tie_breaks(draw: DrawFn, categories: tuple[score_pad.AnyCategory, ...]) -> score_pad.TieBreak:
    """A tie-break by a category; by its entry only where that is one number."""
    category = draw(st.sampled_from(categories))
    by_points = isinstance(category, (score_pad.Rounds, score_pad.Products))
    return score_pad.TieBreak(
        category=category.key,
        wanted=draw(st.sampled_from(Better)),
        by=score_pad.By.POINTS if by_points else draw(st.sampled_from(score_pad.By)),
    )


@st.composite
def pad_tables(draw: DrawFn, *kinds: score_pad.Kind) -> score_pad.Table:
    """A table of a score pad without problems, with a category of each kind given, or of any kinds."""
    drawn = kinds or tuple(draw(st.lists(st.sampled_from(score_pad.Kind), min_size=1, max_size=5)))
    categories = tuple(draw(pad_categories(f"key_{number}", kind)) for number, kind in enumerate(drawn))
    called = [f"Player {number}" for number in range(draw(st.one_of(st.integers(1, 4), st.integers(1, 12))))]
    players = []
    for name in called:
        absent = draw(st.sampled_from([None, None, *range(len(categories))]))
        entries = {one.key: draw(pad_entries(one)) for at, one in enumerate(categories) if at != absent}
        players.append(score_pad.Player(name=name, entries=entries))
    tie_breaks = st.lists(pad_tie_breaks(categories), max_size=6).map(tuple)
    pad = score_pad.Pad(
        title=draw(names),
        winner=draw(st.sampled_from(Better)),
        players=draw(st.sampled_from([None, (1, 12), (len(called), len(called))])),
        bgg=draw(st.one_of(st.none(), st.integers(1, 9_999_999))),
        categories=categories,
        tie_breaks=draw(tie_breaks),
    )
    return score_pad.Table(pad=pad, players=tuple(players))


@st.composite
def town_boards(draw: DrawFn) -> Any:
    """A side of the board, or rows with as much grass as on one of them."""
    row = st.text("....FML", min_size=little_town.BOARD_COLUMNS, max_size=little_town.BOARD_COLUMNS)
    rows = st.lists(row, min_size=little_town.BOARD_ROWS, max_size=little_town.BOARD_ROWS).map(tuple)
    return draw(st.one_of(st.sampled_from(little_town.Side), rows))


@st.composite
def towns(draw: DrawFn) -> little_town.Table:
    """A table of Little Town without problems."""
    from scoring.little_town.board import terrain  # noqa: PLC0415 - only this strategy looks at the board

    called = draw(st.lists(names, min_size=2, max_size=4, unique_by=str.casefold))
    board = draw(town_boards())
    land = terrain(little_town.Table(players=(), board=board))
    grass = draw(st.permutations([cell for cell, shown in land.items() if shown is little_town.Terrain.GRASS]))
    market = draw(st.permutations([tile for tile, printed in TILES.items() for _ in range(printed.number)]))
    houses = draw(st.permutations([name for name in called for _ in range(HOUSES[len(called)])]))
    workers = draw(st.permutations([name for name in called for _ in range(WORKERS[len(called)])]))
    number = min(draw(st.integers(0, len(houses))), len(grass))
    placed = draw(st.integers(0, len(workers)))
    left = dict.fromkeys(little_town.Cube, little_town.CUBES_OF_A_KIND)
    players = []
    for name in called:
        cubes = {cube: draw(st.integers(0, left[cube])) for cube in little_town.Cube}
        left = {cube: left[cube] - cubes[cube] for cube in little_town.Cube}
        score, coins = draw(st.integers(-99, 300)), draw(st.integers(0, 40))
        players.append(little_town.Player(name=name, score=score, coins=coins, cubes=cubes))
    return little_town.Table(
        players=tuple(players),
        board=board,
        buildings=tuple(
            little_town.Building(tile=tile, cell=cell, owner=owner)
            for tile, cell, owner in zip(market, grass[:number], houses, strict=False)
        ),
        workers=tuple(
            little_town.Worker(cell=cell, owner=owner)
            for cell, owner in zip(grass[number:], workers[:placed], strict=False)
        ),
        round=draw(st.integers(1, little_town.LAST_ROUND)),
        castle_counts=draw(st.sampled_from(little_town.Whose)),
        cathedral_counts=draw(st.sampled_from(little_town.Whose)),
        watchtower_workers_block=draw(st.booleans()),
        coins_feed=draw(st.booleans()),
    )


@st.composite
def carrara_tables(draw: DrawFn, *, expansion: bool | None = None) -> carrara.Table:
    """A table of The Palaces of Carrara without problems; every upgrade tile held has its values."""
    called = draw(st.lists(names, min_size=2, max_size=4, unique_by=str.casefold))
    expanded = draw(st.booleans()) if expansion is None else expansion
    costs = (*carrara.SMALL_COSTS, carrara.GREAT_COST) if expanded else carrara.SMALL_COSTS
    tiles = iter(draw(st.permutations([(kind, cost) for kind in carrara.Kind for cost in costs])))
    cities = iter(draw(st.permutations(list(carrara.City))))
    places = iter(draw(st.permutations(list(carrara.Location))) if expanded else ())
    repeatable = [(carrara.What.KIND, kind.value) for kind in carrara.Kind]
    if expanded:
        repeatable += [(carrara.What.CATEGORY, one.value) for one in carrara.Category]
    blocks = dict.fromkeys(carrara.Color, carrara.BLOCKS_OF_A_COLOR)
    objects = dict.fromkeys(carrara.Object, 6)
    digits = st.integers(0, 9)
    players, valued = [], {}
    for name in called:
        held = {color: draw(st.integers(0, blocks[color])) for color in carrara.Color}
        kept = {one: draw(st.integers(0, objects[one])) for one in carrara.Object}
        blocks = {color: blocks[color] - held[color] for color in blocks}
        objects = {one: objects[one] - kept[one] for one in objects}
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
                scored=tuple(carrara.Scored(what=what, name=one) for what, one in own),
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
