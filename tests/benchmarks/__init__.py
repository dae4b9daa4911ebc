"""Speed, as ratios to something run beside it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured, called the same in each run, and what ran beside it, each with its figures in words.

    `ratios` has how many times as long ours took, once or at the median and the 95th percentile.
    """

    what: str
    ours: str
    beside: str
    theirs: str
    ratios: tuple[float, ...]
    aim: str = "none"

    @property
    def ratio(self) -> str:
        """The ratios in words, turned round where the aim is to be faster."""
        if self.aim.endswith("faster"):
            return " and ".join(f"{1 / one:.0f}" for one in self.ratios) + " times faster"
        return " and ".join(f"{one:.2f}" for one in self.ratios) + " times"
