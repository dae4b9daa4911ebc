"""The checks: which questions are impossible, what their answers say, and which rulings these rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.game import Check, Report
from scoring.little_town.actions import Activation, Gathering, Price, build, gather, resources_around
from scoring.little_town.board import built, houses_left, standing, terrain, tiles_left, workers_left
from scoring.little_town.data import HOUSES, TILES, WORKERS, Stock, cubes_listed, listed
from scoring.little_town.game import CATHEDRAL_ANY, CATHEDRAL_OWN, COINS_DO_NOT_FEED, COINS_FEED, RESIDENCE, SUBSTITUTES
from scoring.little_town.limits import no_house_left, no_worker_left, taken_by
from scoring.little_town.rules import RoundEnd, round_end
from scoring.little_town.state import BuildAsk, GatherAsk, RoundEndAsk, Table, Terrain, Tile, Whose
from scoring.messages import Message, counted, points_text, say, say_in
from scoring.players import asked_player_sits_here
from scoring.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator


def square_is_empty_grass(table: Table, ask: GatherAsk | BuildAsk) -> Iterator[Problem]:
    """Workers are put on empty grass, and so are buildings. Rulebook, Gather and Activate, Build a Building."""
    land = terrain(table).get(ask.cell, Terrain.GRASS)
    piece = standing(table).get(ask.cell)
    if land is not Terrain.GRASS:
        message = say("{cell}: {land}, but empty grass is needed", cell=ask.cell, land=land.noun.name)
        yield Problem(path="ask.cell", message=message, cells=(ask.cell,))
    elif piece is not None:
        yield Problem(path="ask.cell", message=taken_by(piece), cells=(ask.cell,))


def a_worker_is_left(table: Table, ask: GatherAsk) -> Iterator[Problem]:
    """An unused worker is put on the board. Rulebook, Gather and Activate."""
    if len(table.players) in WORKERS and workers_left(table, ask.player) < 1:
        yield Problem(path="ask.player", message=no_worker_left(table, ask.player))


def the_tile_is_left(table: Table, ask: BuildAsk) -> Iterator[Problem]:
    """A tile that is on the board cannot be built again. Rulebook, Build a Building."""
    if tiles_left(table, ask.tile) < 1:
        cells = tuple(building.cell for building in table.buildings if building.tile is ask.tile)
        message = say("no {tile} is left: built on {cells}", tile=ask.tile.noun.name, cells=cells)
        yield Problem(path="ask.tile", message=message)


def a_house_is_left(table: Table, ask: BuildAsk) -> Iterator[Problem]:
    """Without a house nobody can build. Rulebook, Build a Building."""
    if len(table.players) in HOUSES and houses_left(table, ask.player) < 1:
        yield Problem(path="ask.player", message=no_house_left(table, ask.player))


def _gather_report(table: Table, ask: GatherAsk, answer: Gathering) -> Report:
    gathered = cubes_listed(answer.resources)
    sentences = [say("{name} gathers {gathered} on {cell}.", name=ask.player, gathered=gathered, cell=ask.cell)]
    around = resources_around(table, ask.cell)
    scarce = tuple(cube.noun.name for cube, number in answer.resources.items() if number < around[cube])
    if scarce:
        sentences.append(say("The reserve has no more {scarce}.", scarce=scarce))
    if not answer.buildings:
        return Report(sentences=(*sentences, say("No building to activate.")))
    rows = tuple(_activation_row(building) for building in answer.buildings)
    heading = (say("building"), say_in("column", "on"), say("owner"), say("fee"), say("takes"), say("gives"))
    return Report(sentences=tuple(sentences), heading=heading, rows=rows)


def _activation_row(activation: Activation) -> tuple[object, ...]:
    printed = TILES[activation.tile]
    return (
        activation.tile.noun.name,
        activation.cell,
        activation.owner,
        activation.fee,
        listed(printed.takes),
        listed(printed.gives),
    )


def _round_end_report(_table: Table, _ask: RoundEndAsk, answer: RoundEnd) -> Report:
    rows = tuple(
        (player.name, player.special_points, player.food, player.coins_spent, player.unfed, f"{player.points:+}")
        for player in answer.players
    )
    return Report(
        heading=(say("player"), say("cathedral"), say("food"), say("coins"), say("unfed"), say("points")), rows=rows
    )


def _round_end_rulings(table: Table, _ask: RoundEndAsk, answer: RoundEnd) -> tuple[Message, ...]:
    every = table.cathedral_counts is Whose.ANY
    coins = COINS_FEED if table.coins_feed else COINS_DO_NOT_FEED
    applies = (
        (CATHEDRAL_ANY if every else CATHEDRAL_OWN, built(table, Tile.CATHEDRAL)),
        (coins, any(player.coins_spent or player.unfed for player in answer.players)),
        (RESIDENCE, built(table, Tile.RESIDENCE)),
    )
    return tuple(ruling for ruling, rests_on_it in applies if rests_on_it)


def _build_report(_table: Table, ask: BuildAsk, answer: Price) -> Report:
    paid = listed(Stock(cubes=answer.cubes, coins=answer.coins))
    points = points_text(answer.points)
    values = {"name": ask.player, "paid": paid, "tile": ask.tile.noun.name, "cell": ask.cell, "points": points}
    sentence = say("{name} pays {paid} for the {tile} on {cell} and scores {points}.", **values)
    if not answer.affordable:
        sentence = counted(
            answer.short,
            "{name} cannot pay {paid} for the {tile} on {cell} ({points}): {number} coin is missing.",
            "{name} cannot pay {paid} for the {tile} on {cell} ({points}): {number} coins are missing.",
            **values,
        )
    return Report(sentences=(sentence,))


CHECKS: Final = (
    Check(
        key="gather",
        title=say("what a worker on a square would gather and may activate"),
        ask=GatherAsk,
        limits=(asked_player_sits_here, square_is_empty_grass, a_worker_is_left),
        answer=gather,
        report=_gather_report,
    ),
    Check(
        key="round_end",
        title=say("who feeds how many workers, and what the cathedral gives"),
        ask=RoundEndAsk,
        answer=round_end,
        report=_round_end_report,
        rulings=_round_end_rulings,
    ),
    Check(
        key="build",
        title=say("what a building would cost and bring"),
        ask=BuildAsk,
        limits=(asked_player_sits_here, the_tile_is_left, square_is_empty_grass, a_house_is_left),
        answer=build,
        report=_build_report,
        rulings=lambda _table, ask, answer: (SUBSTITUTES,) if answer.coins > TILES[ask.tile].cost.coins else (),
    ),
)
