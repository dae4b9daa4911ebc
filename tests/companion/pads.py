"""Pads for the tests of the app, as the JSON that is kept of them."""

from __future__ import annotations

from typing import Any, Final

KINGDOMINO: Final[dict[str, Any]] = {
    "title": "Kingdomino",
    "winner": "most",
    "players": [2, 4],
    "bgg": 204583,
    "categories": [
        {"key": "regions", "title": "Regions", "kind": "products"},
        {"key": "crowns", "title": "Crowns", "kind": "count", "each": 0, "per": 1},
        {"key": "middle", "title": "Castle in the middle", "kind": "tick", "worth": 10},
    ],
    "tie_breaks": [{"category": "crowns", "wanted": "most", "by": "entry"}],
}
