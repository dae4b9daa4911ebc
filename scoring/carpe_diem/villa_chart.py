"""The villa chart: the points of a completed villa by its chimneys, as the resource board prints them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

KEY: Final = r"[1-9][0-9]{0,2}\+?"
"""The pattern of the key of an entry: chimneys from 1 to 999, with `+` where more chimneys count the same."""


class Chimneys(NamedTuple):
    """The chimneys of an entry of the chart: a number, or that number and more. Entries sort by them."""

    number: int
    and_more: bool = False

    @classmethod
    def read(cls, key: str) -> Chimneys:
        """Return the chimneys of a key.

        Raises:
            ValueError: The text is not the key of an entry.

        >>> Chimneys.read("3"), Chimneys.read("5+")
        (Chimneys(number=3, and_more=False), Chimneys(number=5, and_more=True))
        """
        if not re.fullmatch(KEY, key, re.ASCII):
            message = f"{key!r} is not the key of an entry of the villa chart"
            raise ValueError(message)
        return cls(int(key.removesuffix("+")), key.endswith("+"))

    @property
    def key(self) -> str:
        """The key of the entry: `"3"`, or `"5+"` for 5 and more."""
        return f"{self.number}+" if self.and_more else str(self.number)

    def cover(self, chimneys: int) -> bool:
        """Return whether the entry gives the points of a villa with so many chimneys."""
        return chimneys == self.number or (self.and_more and chimneys > self.number)


@dataclass(frozen=True, slots=True)
class VillaChart:
    """The entries of a villa chart, each with its points, in the order of their chimneys."""

    entries: tuple[tuple[Chimneys, int], ...]

    @classmethod
    def read(cls, printed: Mapping[str, int]) -> VillaChart:
        """Return the chart of a document, which maps keys to points.

        Raises:
            ValueError: A key is not the key of an entry.
        """
        return cls(tuple(sorted((Chimneys.read(key), points) for key, points in printed.items())))

    def points(self, chimneys: int) -> int | None:
        """Return the points of a completed villa, or `None` where the chart lacks them; without chimneys it is worth 0.

        >>> VillaChart.read({"3": 3, "5+": 7}).points(6)
        7
        """
        if not chimneys:
            return 0
        return next((points for covering, points in self.entries if covering.cover(chimneys)), None)

    @property
    def highest(self) -> int:
        """The highest number of chimneys in the chart, 0 where it has no entries."""
        return max((chimneys.number for chimneys, _ in self.entries), default=0)
