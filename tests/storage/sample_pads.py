"""Pads, and plays of them, as small as can be."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from scoring.score_pad.game import SCORE_PAD
from storage.documents import codec
from storage.repositories.games import PADS
from storage.repositories.play_content import Play, participants_of
from storage.repositories.values import PAD_PREFIX
from tests.storage.sample_plays import written
from tests.storage.stores import START

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

KINGDOMINO: Final[dict[str, Any]] = {
    "title": "Kingdomino",
    "bgg": 204583,
    "categories": [
        {"key": "regions", "title": "Regions", "kind": "points"},
        {"key": "crowns", "title": "Crowns", "kind": "count", "each": 1},
    ],
}

KEY: Final = f"{PAD_PREFIX}0f8f"
"""The key of the plays of that pad."""

OTHER_KEY: Final = f"{PAD_PREFIX}ad5b"


def document(pad: Mapping[str, Any], points: Mapping[str, int]) -> dict[str, Any]:
    """A table at which each player has points in the first category, and one thing in the second."""
    first, *others = (category["key"] for category in pad["categories"])
    entries = dict.fromkeys(others[:1], 1)
    players = [{"name": name, "entries": {first: number, **entries}} for name, number in points.items()]
    return {"game": "score-pad", "format": 1, "table": {"pad": dict(pad), "players": players}}


def scored(
    points: Mapping[str, int], key: str = KEY, pad: Mapping[str, Any] = KINGDOMINO, days: int = 0, **fields: Any
) -> Play:
    """What is kept of a play of a pad."""
    read = codec.read_table(document(pad, points))
    sheet = codec.score_result(read.game, read.game.score(read.table))
    same: dict[str, Any] = {
        "id": "",
        "game": key,
        "title": pad["title"],
        "document": codec.table_document(read.game, read.table),
        "extras": {"seats": [{"colour": "red", "shape": "circle"}] * len(points)},
        "sheet": sheet,
        "finished": START + timedelta(days=days),
        "players": participants_of(sheet),
    }
    return Play(**same | fields)


def played(store: Store, points: Mapping[str, int], *more: Any, **fields: Any) -> StoredPlay:
    """A play of a pad."""
    return written(store, scored(points, *more, **fields), source="")


def keep_pad(store: Store, pad: Mapping[str, Any] = KINGDOMINO, key: str = KEY) -> None:
    store.keep(SCORE_PAD.key, PADS, key.removeprefix(PAD_PREFIX), dict(pad))
