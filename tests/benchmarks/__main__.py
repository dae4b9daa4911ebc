"""Measure speed as ratios to something run beside it: `python3 -m tests.benchmarks`, or the parts that are named.

A size stands behind a part: `history=20000` is a history of so many plays, `phones=20` the phones of so many tables.
`tap` also prints where the time of a tap goes, `pocket` what each act costs, with `--beside` also in an older checkout.

Each figure is the best of several rounds, both sides measured in turn, so that a busy machine troubles both alike.
"""

from __future__ import annotations

import json
import sys
from collections import ChainMap
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.table import Table as Grid

from tests.benchmarks import (
    Row,
    app,
    bgstats,
    bids,
    cards,
    commits,
    hand,
    history,
    paired,
    phones,
    pocket,
    processes,
    restore,
    rules,
    sheet,
    shelf,
    site,
    slower_than_recorded,
    start,
    tap,
    typist,
    visit,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RECORDED: Final = Path(__file__).parent
"""Where the ratios of `short` and `pocket` lie, as they were on two quiet cores."""


def short() -> Iterator[Row]:
    """Measure a little of what takes no browser and is much the same in each run, in a minute."""
    yield rules.jsonl(300, rules.ECHO_IN_PYTHON)
    yield rules.forum()
    yield from cards.counted()
    yield from history.short()
    yield from start.rows()
    yield from tap.rows(20)
    yield from pocket.short()


PARTS: Final[dict[str, Callable[..., Iterator[Row]]]] = {
    "rules": rules.rows,
    "app": app.rows,
    "bgstats": bgstats.rows,
    "bids": bids.rows,
    "cards": cards.rows,
    "commits": commits.rows,
    "slow": app.slow_phone,
    "hand": hand.rows,
    "history": history.rows,
    "paired": paired.rows,
    "phones": phones.rows,
    "pocket": pocket.rows,
    "processes": processes.rows,
    "restore": restore.rows,
    "sheet": sheet.rows,
    "shelf": shelf.rows,
    "short": short,
    "site": site.rows,
    "start": start.rows,
    "tap": tap.profile,
    "typist": typist.rows,
    "visit": visit.rows,
}


def main(
    parts: Annotated[list[str] | None, typer.Argument(help=f"{', '.join(PARTS)}; without any, all of them.")] = None,
    *,
    write: Annotated[Path | None, typer.Option("--json", help="A file to write the ratios to.")] = None,
    guard: Annotated[
        bool, typer.Option("--guard", help="Fail where short or pocket is above what was recorded.")
    ] = False,
    beside: Annotated[Path | None, typer.Option(help="A checkout of an older commit, for pocket.")] = None,
) -> None:
    """Measure, print the table, and keep or compare the ratios."""
    PARTS["pocket"] = partial(pocket.rows, beside=beside)
    parts = parts or [name for name in PARTS if name != "short"]
    measured = [row for part in parts for row in rows_of(part)]
    grid = Grid("what", "beside", "ratio", "aim")
    for row in measured:
        grid.add_row(f"{row.what}: {row.ours}", f"{row.baseline}: {row.theirs}", row.ratio, row.aim)
    Console().print(grid)
    ratios = {row.what: [round(ratio, 4) for ratio in row.ratios] for row in measured}
    if write is not None:
        write.write_text(json.dumps(ratios, indent=1) + "\n", encoding="utf-8")
    if guard:
        files = [RECORDED / f"{part.partition('=')[0]}.json" for part in parts]
        recorded = [json.loads(file.read_text(encoding="utf-8")) for file in files]
        sys.exit("\n".join(slower_than_recorded(measured, ChainMap(*recorded))) or None)


def rows_of(part: str) -> Iterator[Row]:
    """Measure a part, of a size where one stands behind its name."""
    name, _, size = part.partition("=")
    if name not in PARTS:
        sys.exit(f"There is no part {name!r}, only {', '.join(PARTS)}.")
    return PARTS[name](int(size)) if size else PARTS[name]()


if __name__ == "__main__":
    typer.run(main)
