"""The rules: the forum's search against a solver, and scoring against reading and writing the same JSON."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Final

from scoring import GAMES
from scoring.carpe_diem.forum.answers import ForumAsk
from scoring.carpe_diem.forum.search import best_plan
from scoring.carpe_diem.forum.visits import whole_forum
from scoring.carpe_diem.state import Objective
from storage.documents import codec
from tests.benchmarks import Row, material, seconds_of_a_core

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.carpe_diem.state import District

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

ECHO_IN_PYTHON: Final = """
import json.encoder, json.scanner, sys
json.encoder.c_make_encoder = None
read, write = json.JSONDecoder(), json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
read.scan_once = json.scanner.py_make_scanner(read)
for line in sys.stdin.buffer:
    sys.stdout.buffer.write("".join(write.iterencode(read.decode(line.decode()))).encode() + b"\\n")
    sys.stdout.buffer.flush()
"""
"""The same without the parts of the library that are machine code, which other machines run at another pace."""


def rows() -> Iterator[Row]:
    """Measure what is computed of the rules."""
    yield from forum_visits()
    yield jsonl()
    yield forum()


def forum_visits() -> tuple[Row, Row]:
    """Weigh random visits in both orders, and let CP-SAT do the same in two ways; all must agree."""
    try:
        from tests.benchmarks import cpsat  # noqa: PLC0415 - in an extra of its own
    except ModuleNotFoundError as missing:
        sys.exit(f"{missing.name} is missing: python3 -m pip install '.[dev,bench]'")
    chance = Random(SEED)
    asked = [material.visit(chance) for _ in range(VISITS)]
    asked += [(purse, second, first, stakes) for purse, first, second, stakes in asked]
    ours = min(seconds_of_a_core(lambda: [best_plan(*question) for question in asked]) for _ in range(ROUNDS))
    rows = []
    for solve, how in ((cpsat.level_by_level, "level by level"), (cpsat.in_one_solve, "weights, one solve")):
        theirs = 0.0
        for question in asked:
            start = process_time()
            worth = solve(*question)
            theirs += process_time() - start
            if worth != best_plan(*question).worth:
                message = f"CP-SAT finds {worth}, not {best_plan(*question).worth}: {question}"
                raise RuntimeError(message)
        what = f"{VISITS} forum visits beside CP-SAT, {how}"
        rows.append(Row(what, f"{ours:.2f} s", "CP-SAT", f"{theirs:.2f} s", (ours / theirs,), "200 times faster"))
    return rows[0], rows[1]


def jsonl(tables: int = TABLES, echo: str = ECHO) -> Row:
    """Score full districts as a stream, and read and write the same JSON as a stream."""
    chance = Random(SEED)
    game = GAMES["carpe-diem"]
    lines = b"".join(
        codec.to_json(codec.table_document(game, material.table(chance, _districts(chance)))) + b"\n"
        for _ in range(tables)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.jsonl"
        path.write_bytes(lines)
        score = [sys.executable, "-m", "companion", "score", "--jsonl"]
        bare = [sys.executable, "-c", echo]
        sides = [lambda: _stream(score, path, tables), lambda: _stream(bare, path, tables)]
        pairs = [[seconds_of_a_core(side) for side in sides] for _ in range(ROUNDS)]
    ours, theirs = map(min, zip(*pairs, strict=True))
    what, baseline = f"score --jsonl, {tables} full tables of four", "reading and writing the JSON"
    return Row(what, f"{ours:.2f} s", baseline, f"{theirs:.2f} s", (ours / theirs,), "8 times")


def _districts(chance: Random) -> list[District]:
    return [material.full_district(chance) for _ in range(4)]


def _stream(command: list[str], path: Path, tables: int) -> None:
    with path.open("rb") as source:
        done = subprocess.run(command, stdin=source, stdout=subprocess.PIPE, check=True)
    results = done.stdout.splitlines()
    if len(results) != tables or "problems" in json.loads(results[-1]):
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

    sides = [lambda: whole_forum(table, ask), score]
    pairs = [[seconds_of_a_core(side) for side in sides] for _ in range(10 * ROUNDS)]
    ours, theirs = (min(side) * 1000 for side in zip(*pairs, strict=True))
    baseline = f"one table scored {SCORED} times"
    what = "a forum of twelve cards, 17 pairs"
    return Row(what, f"{ours:.0f} ms", baseline, f"{theirs:.0f} ms", (ours / theirs,), "below 1 time")
