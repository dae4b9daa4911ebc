"""Speed, as ratios to something run beside it."""

from __future__ import annotations

from dataclasses import dataclass
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

TOO_SLOW: Final = 2
"""So many times its recorded value a ratio may not be."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured, called the same in each run, and what ran beside it, each with its figures in words.

    `ratios` has how many times as long ours took, once or at the median and the 95th percentile. The guard lets them be
    `allowed` times what they were when they were recorded: less than `TOO_SLOW` where no machine changes them.
    """

    what: str
    ours: str
    baseline: str
    theirs: str
    ratios: tuple[float, ...]
    aim: str = "none"
    allowed: float = TOO_SLOW

    @property
    def ratio(self) -> str:
        """The ratios in words, turned round where the aim is to be faster."""
        if self.aim.endswith("faster"):
            return " and ".join(f"{1 / ratio:.0f}" for ratio in self.ratios) + " times faster"
        return " and ".join(f"{ratio:.2f}" for ratio in self.ratios) + " times"


def seconds_of_a_core(work: Callable[[], object]) -> float:
    """Run something once and return what it and its processes took of the processor, whatever else ran meanwhile."""
    start = _spent()
    work()
    return _spent() - start


def _spent() -> float:
    children = getrusage(RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def slower_than_recorded(rows: Iterable[Row], recorded: Mapping[str, Sequence[float]]) -> Iterator[str]:
    """Say which ratios are more than is allowed by what was recorded, and what was recorded or measured alone."""
    measured = {row.what: row for row in rows}
    for what in sorted(measured.keys() ^ recorded.keys()):
        yield f"{what}: not {'recorded' if what in measured else 'measured'}, see the benchmarks' README"
    for what in sorted(measured.keys() & recorded.keys()):
        for now, before in zip(measured[what].ratios, recorded[what], strict=True):
            if now > measured[what].allowed * before:
                yield f"{what}: {now:.4g} times what runs beside it, and {before:g} times was recorded"
