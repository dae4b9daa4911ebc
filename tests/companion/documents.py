"""Small documents of Carpe Diem."""

from __future__ import annotations

import json
from typing import Any

LIMIT = 256 * 1024


def player(name: str, **fields: Any) -> dict[str, Any]:
    """A player worth 3 points: 1 on the cards and 2 on the prestige bar."""
    counted = {"tally": {"counts": {}, "villas": [], "chimneys": 0}} if "district" not in fields else {}
    return {"name": name, "victory_cards": 1, "prestige": 2, "writs_left": 0, **counted, **fields}


def table(*players: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"game": "carpe-diem", "format": 1, "table": {"players": list(players), **fields}}


def ann_wins() -> dict[str, Any]:
    """Ann has 6 points, Ben 3."""
    return table(player("Ann", goods={"fish": 4}, coins=2), player("Ben"))


def problem_at_ben() -> dict[str, Any]:
    return table(player("Ann"), player("Ben", coins=-1))


def tie() -> dict[str, Any]:
    """Ann and Ben have 3 points, Ann has more writs."""
    return table(player("Ben", writs_left=1), player("Ann", writs_left=2))


def question(check: str, **ask: Any) -> dict[str, Any]:
    """Ann has four fish and a coin; two cards lie in the forum: one takes fish for points, one asks for a pond."""
    takes_fish = {"pay": {"fish": 1}, "reward": {"points": 2}}
    asks_pond = {"own": {"pond": 1}, "reward": {"coins": 1}}
    asked = {"player": "Ann", "objective": "points", **ask}
    if check == "forum_visit":
        asked = {"cards": [takes_fish, asks_pond], **asked}
    cards = [[takes_fish, asks_pond, None, None], [None] * 4, [None] * 4]
    lying = {"forum": {"cards": cards}} if check == "forum" else {}
    document = table(player("Ann", prestige=3, goods={"fish": 4}, coins=1), player("Ben"), **lying)
    return {**document, "check": check, **({} if check == "forum_order" else {"ask": asked})}


def district() -> dict[str, Any]:
    """A completed pond on C4 and D4, an open villa on D4, a market on C3."""
    return {
        "shovel": "C4",
        "tiles": [
            {"cell": "C4", "features": [{"kind": "pond", "opens": "E"}]},
            {
                "cell": "D4",
                "features": [{"kind": "pond", "opens": "W"}, {"kind": "villa", "opens": "N", "chimneys": 1}],
            },
            {"cell": "C3", "features": [{"kind": "market", "opens": ""}]},
        ],
    }


def raw(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def padded(document: Any, size: int) -> bytes:
    """A document, filled with blanks up to a size in bytes."""
    return raw(document).ljust(size)
