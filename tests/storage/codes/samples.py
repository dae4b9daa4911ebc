"""What travels in tests: the golden sheets as results and as tables, and a copy."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from scoring import GAMES
from storage.codes import contents, links, payload
from storage.documents import codec

BASE: Final = "https://tessera.invalid/"
FINISHED: Final = datetime(2026, 11, 21, 22, 47, tzinfo=UTC)


def _golden() -> dict[str, dict[str, Any]]:
    folder = Path(__file__).parents[2] / "golden"
    sizes = {
        f"{path.parent.name}/{path.stem}": json.loads(path.read_text()) for path in sorted(folder.glob("*/*.json"))
    }
    return {name: document for name, document in sizes.items() if "check" not in document}


GOLDEN: Final = _golden()
"""The golden sheets that can be scored, as documents."""

RESULTS: Final = tuple(name for name, document in GOLDEN.items() if GAMES[document["game"]].rules)
"""Those whose result is figures alone: of games with the same lines at all tables."""


def result(name: str) -> contents.PlayResult:
    """The result of a golden sheet."""
    read = codec.read_table(GOLDEN[name])
    of_pad = {} if name in RESULTS else {"pad": "4f2c", "table": GOLDEN[name]["table"]}
    return contents.play_result(codec.score_result(read.game, read.game.score(read.table)), FINISHED, **of_pad)


def table(name: str) -> contents.OpenTable:
    """A golden sheet as a running table."""
    read = codec.read_table(GOLDEN[name])
    return contents.OpenTable(
        game=read.game, table=read.table, extras={"seats": [{"colour": "red"}], "ticked": ["writs"]}
    )


def copy() -> contents.OwnCopy:
    """A copy of Carpe Diem."""
    parts: dict[str, dict[str, Any]] = {
        "villa_chart": {"1": 1, "5+": 7},
        "forum_card": {"pay fish 3: points 7": {"pay": {"fish": 3}, "reward": {"points": 7}}},
        "frame_goal": {"villa 3": {"kind": "villa", "points": 3}},
    }
    return contents.OwnCopy(game=GAMES["carpe-diem"], parts=parts)


SMALL: Final = payload.encode(result("carpe-diem/nick-villas"))
"""A payload that one code holds."""

LARGE: Final = payload.encode(table("palaces-of-carrara/final-scoring-four-players"))
"""A payload that becomes a series."""

LINK: Final = links.payload_link(SMALL, BASE)
"""The link of the small payload."""
