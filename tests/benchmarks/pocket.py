"""What acts cost the app, natively and in the pocket: processor time of the thread with Python, and what is sent.

Beside it stands an older commit, where its checkout is named: the acts are the same there, on the same data.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from statistics import median
from typing import TYPE_CHECKING, Final

from tests.benchmarks import Row, pocket_data
from tests.benchmarks.pocket_acts import Cost
from tests.forks import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROUNDS: Final = 5
"""Rounds of all acts; of the first, in which screens are loaded, the time does not count."""

MOST_CONTROLS: Final = 400
MOST_KB: Final = 64
"""What an act should send at most."""

LONGEST_SEARCH_MS: Final = 10
"""What the longest search for garbage should take."""

ALLOWED: Final = 1.05
"""What is sent may be so many times what was recorded: some words are of today."""


class Given:
    """The data on which all sides act: where they lie, and the tables in them, as `Acting` takes them."""

    def __init__(self, folder: Path) -> None:
        """Fill a folder."""
        self.folder = folder
        self.data = folder / "data"
        self.tables = json.dumps(pocket_data.fill(self.data, ROUNDS))


@dataclass(frozen=True, slots=True)
class Act:
    """What an act costs: ms at the median, and the most bytes and controls that it sends."""

    ms: float
    bytes: int
    controls: int

    @property
    def sent(self) -> str:
        return f"{self.controls} controls, {self.bytes / 1000:.0f} kB"


def short() -> Iterator[Row]:
    """Compare what each act sends with the most that it should, natively, and the longest search with its limit."""
    with tempfile.TemporaryDirectory() as name:
        costs = native(Given(Path(name) / "given"), ROOT)
    most = f"{MOST_CONTROLS} controls, {MOST_KB} kB"
    for name, act in acts_of(costs).items():
        ratios = (act.controls / MOST_CONTROLS, act.bytes / 1000 / MOST_KB)
        yield Row(f"{name}: sent", act.sent, "at most", most, ratios, "1 time", ALLOWED)
    yield longest_search(costs, "natively")


def longest_search(costs: Iterable[Cost], where: str) -> Row:
    """Compare the longest search for garbage with its limit."""
    costs = [*costs]
    searches = [search for cost in costs for search in cost.searches]
    longest = max(searches, default=0.0)
    ours = f"{longest:.1f} ms, of {len(searches)} in {len(costs)} acts"
    limit = LONGEST_SEARCH_MS
    return Row(f"the longest search for garbage {where}", ours, "at most", f"{limit} ms", (longest / limit,), "1 time")


def native(given: Given, checkout: Path) -> list[Cost]:
    """Do all acts with the app of a checkout, in a process of its own."""
    with tempfile.TemporaryDirectory(dir=given.folder) as name:
        folder = Path(name)
        copytree(given.data, folder / "data")
        (folder / "tests").symlink_to(ROOT / "tests")  # the app is that of the checkout, the acts are these
        command = [sys.executable, "-m", "tests.benchmarks.pocket_native", str(folder / "data"), given.tables]
        path = os.environ | {"PYTHONPATH": str(checkout)}
        done = subprocess.run(command, cwd=folder, env=path, stdout=subprocess.PIPE, check=True)
    return [Cost(**cost) for cost in json.loads(done.stdout)]


def acts_of(costs: Iterable[Cost]) -> dict[str, Act]:
    """Return what each act costs, by its name."""
    by_act: dict[str, list[Cost]] = {}
    for cost in costs:
        by_act.setdefault(cost.act, []).append(cost)
    by_act.pop("", None)
    return {
        name: Act(
            median(cost.ms for cost in costs[1:] or costs),
            max(cost.bytes for cost in costs),
            max(cost.controls for cost in costs),
        )
        for name, costs in by_act.items()
    }


def rows(turns: int = 1, beside: Path | None = None) -> Iterator[Row]:
    """Do the acts."""
    yield from short()
