"""Measure speed as ratios to something run beside it: `python3 -m tests.benchmarks`, or `… rules`, `… app`, `… slow`,
`… phones`, `… hand`, `… sheet`, `… commits`, `… site`, `… tap`, which prints where the time of a tap goes.

`… history=20000` measures a history of so many plays, `… history` one of 100,000; `… phones=20` measures the phones of
so many tables, `… phones` those of 50.

Each figure is the best of several rounds, both sides measured in turn, so that a busy machine troubles both alike.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table as Grid

from scoring import GAMES
from scoring.carpe_diem.forum.search import best_plan
from scoring.carpe_diem.forum.visits import whole_forum
from scoring.carpe_diem.state import ForumAsk, Objective
from storage.documents import codec
from tests.benchmarks import app, commits, hand, history, material, phones, sheet, site, tap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scoring.carpe_diem.state import District
    from tests.benchmarks import Row

SEED: Final = 245934
VISITS: Final = 1_000
TABLES: Final = 2_000
ROUNDS: Final = 3
SCORED: Final = 20

ECHO: Final = """
import json, sys
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":")).encode() + b"\\n")
    sys.stdout.buffer.flush()
"""
"""Reading and writing the same JSON, and nothing else."""


def main() -> None:
    """Measure what is named, or everything, and print the table."""
    grid = Grid("what", "beside", "ratio", "aim")
    for part in sys.argv[1:] or PARTS:
        name, _, size = part.partition("=")
        for row in PARTS[name](int(size)) if size else PARTS[name]():
            grid.add_row(*row)
    Console().print(grid)


def rules() -> Iterator[Row]:
    """Measure what is computed of the rules."""
    yield from forum_visits()
    yield jsonl()
    yield forum()


PARTS: Final[dict[str, Callable[..., Iterator[Row]]]] = {
    "rules": rules,
    "app": app.rows,
    "commits": commits.rows,
    "slow": app.slow_phone,
    "hand": hand.rows,
    "history": history.rows,
    "phones": phones.rows,
    "sheet": sheet.rows,
    "site": site.rows,
    "tap": tap.rows,
}


def seconds(work: Callable[[], object]) -> float:
    """Run something once and return how long it took."""
    start = perf_counter()
    work()
    return perf_counter() - start


def forum_visits() -> tuple[Row, Row]:
    """Weigh random visits in both orders, and let CP-SAT do the same in two ways; all must agree."""
    try:
        from tests.benchmarks import cpsat  # noqa: PLC0415 - in an extra of its own
    except ModuleNotFoundError as missing:
        sys.exit(f"{missing.name} is missing: python3 -m pip install '.[dev,bench]'")
    chance = Random(SEED)
    asked = [material.visit(chance) for _ in range(VISITS)]
    asked += [(purse, second, first, stakes) for purse, first, second, stakes in asked]
    ours = min(seconds(lambda: [best_plan(*one) for one in asked]) for _ in range(ROUNDS))
    rows = []
    for solve, how in ((cpsat.level_by_level, "level by level"), (cpsat.in_one_solve, "weights, one solve")):
        theirs = 0.0
        for one in asked:
            start = perf_counter()
            worth = solve(*one)
            theirs += perf_counter() - start
            if worth != best_plan(*one).worth:
                message = f"CP-SAT finds {worth}, not {best_plan(*one).worth}: {one}"
                raise RuntimeError(message)
        ratio = f"{theirs / ours:.0f} times faster"
        rows.append((f"{VISITS} forum visits", f"CP-SAT, {how}", ratio, "200 times faster"))
    return rows[0], rows[1]


def jsonl() -> Row:
    """Score full districts as a stream, and read and write the same JSON as a stream."""
    chance = Random(SEED)
    game = GAMES["carpe-diem"]
    lines = b"".join(
        codec.to_json(codec.table_document(game, material.table(chance, _districts(chance)))) + b"\n"
        for _ in range(TABLES)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.jsonl"
        path.write_bytes(lines)
        score = [sys.executable, "-m", "companion", "score", "--jsonl"]
        echo = [sys.executable, "-c", ECHO]
        pairs = [(seconds(lambda: _stream(score, path)), seconds(lambda: _stream(echo, path))) for _ in range(ROUNDS)]
    ratio = min(one for one, _ in pairs) / min(other for _, other in pairs)
    return (
        f"score --jsonl, {TABLES} full tables of four",
        "reading and writing the JSON",
        f"{ratio:.1f} times",
        "8 times",
    )


def _districts(chance: Random) -> list[District]:
    return [material.full_district(chance) for _ in range(4)]


def _stream(command: list[str], path: Path) -> None:
    with path.open("rb") as source:
        done = subprocess.run(command, stdin=source, stdout=subprocess.PIPE, check=True)
    results = done.stdout.splitlines()
    if len(results) != TABLES or "problems" in json.loads(results[-1]):
        message = f"{command} gave {len(results)} lines, the last {results[-1]!r}"
        raise RuntimeError(message)


def forum() -> Row:
    """Weigh all 17 pairs of a full forum, and score one table twenty times."""
    chance = Random(SEED)
    game = GAMES["carpe-diem"]
    table = material.table(chance, _districts(chance))
    raw = codec.to_json(codec.table_document(game, table))
    ask = ForumAsk(player=table.players[0].name, objective=Objective.FINAL)

    def score() -> None:
        for _ in range(SCORED):
            read = codec.read_table(codec.parse(raw))
            codec.to_json(codec.score_result(game, game.score(read.table)))

    pairs = [(seconds(lambda: whole_forum(table, ask)), seconds(score)) for _ in range(10 * ROUNDS)]
    ratio = min(one for one, _ in pairs) / min(other for _, other in pairs)
    return "a forum of twelve cards, 17 pairs", f"one table scored {SCORED} times", f"{ratio:.2f} times", "below 1"


if __name__ == "__main__":
    main()
