"""The data that the acts of the pocket need: years of plays, and a table in play of each game."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from companion.games.carpe_diem import forum
from companion.system import paths
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.moves import laid_out
from scoring.carpe_diem.state import Good
from tests.benchmarks import evenings
from tests.companion import carpe_diem_tables, carrara_tables, little_town_tables, mayor_tables, pad_tables
from tests.companion.headless import opened
from tests.scoring.carpe_diem.test_placement import grown
from tests.scoring.mayor.tables import tile
from tests.scoring.palaces_of_carrara import boards

if TYPE_CHECKING:
    from pathlib import Path

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless

PLAYS: Final = 2000
SEED: Final = 3
LYING: Final = 20
"""Tiles in each district."""

FOUR: Final = ("Anna", "Ben", "Clara", "Dora")
FIVE: Final = (*FOUR, "Emil")

CARDS_LIE_ON: Final = ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2", "B3", "C3")
LINES: Final = 12
PAD: Final[dict[str, Any]] = {
    "title": "Twelve lines",
    "categories": [
        {"key": f"k{line}", "title": f"Line {line}"}
        | ({"kind": "count", "each": 2} if line % 2 else {"kind": "points"})
        for line in range(LINES)
    ],
}


def fill(folder: Path, ends: int) -> tuple[dict[str, str], list[str]]:
    """Fill a data folder; return where the tables lie, by their games, and where those that end, of a pad."""
    folder.mkdir(parents=True)
    database = folder / paths.DATABASE
    evenings.fill(database, PLAYS)
    with opened(folder) as app:
        mayor_tables.know_the_rondel(app)
        tables = {
            "carpe-diem": carpe_diem(app),
            "little-town": little_town(app),
            "mayor": mayor(app),
            "palaces-of-carrara": palaces_of_carrara(app),
            "pad": pad(app, 2),
        }
        ending = [pad(app, 1) for _ in range(ends)]
    with closing(sqlite3.connect(database)) as plain:  # a browser gets this file alone
        plain.execute("PRAGMA journal_mode=DELETE")
    return {key: at(live) for key, live in tables.items()}, [at(live) for live in ending]


def at(live: LiveTable) -> str:
    return f"/table/{live.id}"


def carpe_diem(app: Headless) -> LiveTable:
    chance = Random(SEED)
    stock = {Good.HERBS: 4, Good.FISH: 5}
    players = [
        replace(carpe_diem_tables.player_with(name, goods=stock, prestige=place), district=grown(chance, LYING))
        for place, name in enumerate(FOUR, 1)
    ]
    state = carpe_diem_tables.table_state(*players, forum=laid_out(FOUR).forum)
    for square, card in zip(CARDS_LIE_ON, (known_card.card for known_card in KNOWN_FORUM_CARDS), strict=False):
        state = forum.with_card(state, square, card)
    return carpe_diem_tables.begun(app, state)


def little_town(app: Headless) -> LiveTable:
    buildings = (little_town_tables.house("pier", "B4", "Ben"),)
    workers = (little_town_tables.worker("B5"), little_town_tables.worker("G1", "Ben"))
    players = map(little_town_tables.player, FOUR)
    return little_town_tables.begun(app, little_town_tables.table_state(*players, buildings=buildings, workers=workers))


def mayor(app: Headless) -> LiveTable:
    tiles = tile("bank", "yellow N o"), tile("shop", "blue N o")
    return mayor_tables.begun(app, mayor_tables.holding(mayor_tables.three_apart(walked=True), 0, *tiles))


def palaces_of_carrara(app: Headless) -> LiveTable:
    has: dict[str, Any] = {"coins": 30, "buildings": "villa 3 lucca, porta 5 pisa", "objects": "3 flag, 2 book"}
    return carrara_tables.begun(app, carrara_tables.base(*(boards.player(name, **has) for name in FOUR)))


def pad(app: Headless, missing: int) -> LiveTable:
    """Return a table of twelve lines and five players, with so many entries of the last one missing."""
    entries = [{f"k{line}": (7 * seat + 3 * line) % 20 for line in range(LINES)} for seat in range(len(FIVE))]
    for line in range(LINES - missing, LINES):
        del entries[-1][f"k{line}"]
    return pad_tables.begun(app, PAD, *FIVE, entries=entries)
