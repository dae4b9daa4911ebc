"""Small documents that have no problems, and ways to change them."""

from __future__ import annotations

import copy
import re
from typing import Any, Final

from storage.documents import codec

ABSENT: Final = object()
"""Put in place of a value to take its field away."""


def feature(kind: str, opens: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "opens": opens, **more}


def tile(cell: str, *features: dict[str, Any]) -> dict[str, Any]:
    return {"cell": cell, "features": list(features)}


def fish_card() -> dict[str, Any]:
    return {"pay": {"fish": 1}, "reward": {"points": 3}}


def small_table() -> dict[str, Any]:
    """Cathy entered a tally, Nick a district of a pond on C3 and D3, on the shovel; four cards lie in the forum."""
    return {
        "edition": "second",
        "villa_chart": {"3": 3, "5+": 7},
        "prestige_end": 20,
        "bread_sets": "unlimited",
        "forum": {
            "cards": [
                [fish_card(), {"own": {"pond": 2}, "reward": {"coins": 1}}, None, None],
                [fish_card(), None, None, None],
                [None, None, None, fish_card()],
            ],
            "markers": [["A1", "B1"]],
        },
        "players": [
            {
                "name": "Cathy",
                "victory_cards": 12,
                "goods": {"grapes": 1, "fish": 2},
                "coins": 3,
                "bread": 4,
                "stored_tiles": 1,
                "prestige": 7,
                "stack": 0,
                "writs_left": 2,
                "tally": {"counts": {"pond": 1, "market": 2}, "villas": [3], "chimneys": 4},
                "frame": [{"kind": "pond", "points": 4, "met": True}, {"kind": "garden", "points": 5, "met": False}],
                "fountain_cards": [{"kind": "market", "points": 2}],
            },
            {
                "name": "Nick",
                "victory_cards": 9,
                "prestige": 5,
                "writs_left": 0,
                "district": {
                    "shovel": "C3",
                    "tiles": [tile("C3", feature("pond", "E")), tile("D3", feature("pond", "W"))],
                },
                "frame": [{"kind": "pond", "points": 4, "line": "C"}],
            },
        ],
    }


def table_document(table: Any = None) -> dict[str, Any]:
    return {"game": "carpe-diem", "format": 1, "table": small_table() if table is None else table}


def visit_document() -> dict[str, Any]:
    return table_document() | {
        "check": "forum_visit",
        "ask": {
            "player": "Cathy",
            "cards": [
                {"name": "Fish", "pay": {"fish": 1}, "reward": {"points": 4}},
                {"own": {"landscape": 1}, "reward": {"prestige": 2}},
            ],
            "objective": "points",
        },
    }


def order_document() -> dict[str, Any]:
    return table_document() | {"check": "forum_order"}


def forum_document() -> dict[str, Any]:
    return table_document() | {"check": "forum", "ask": {"player": "Nick", "objective": "final"}}


def steps(path: str) -> list[str | int]:
    """Return the keys on a path: `a[1].b` is a, 1, b."""
    return [int(key[1:-1]) if key.startswith("[") else key for key in re.findall(r"[^.\[\]]+|\[\d+\]", path)]


def changed(document: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return a copy with the values at some paths changed, counted from the document."""
    result = copy.deepcopy(document)
    for path, value in changes.items():
        *way, last = steps(path)
        place: Any = result
        for key in way:
            place = place[key]
        if value is ABSENT:
            del place[last]
        elif last == len(place) and isinstance(place, list):
            place.append(value)
        else:
            place[last] = value
    return result


def problems_of(document: Any) -> list[tuple[str, str]]:
    """Return path and message of all problems, of a check where the document has one, else of a table."""
    read = codec.read_check if isinstance(document, dict) and "check" in document else codec.read_table
    try:
        read(document)
    except codec.DocumentError as error:
        return [(problem.path, str(problem.message)) for problem in error.problems]
    return []


def paths_of(document: Any) -> list[str]:
    return sorted(path for path, _ in problems_of(document))
