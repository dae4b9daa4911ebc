"""The hand of a player who enters a district: it taps pictures by what a screen reader says of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from scoring.carpe_diem.district import sides_asked
from scoring.carpe_diem.placement import turned
from scoring.carpe_diem.state import District, Kind, Tile
from scoring.carpe_diem.wording import label
from scoring.grid import DIRECTIONS
from tests.browser.evenings import OPTIONS, STARTS, choose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from playwright.sync_api import Locator

    from scoring.carpe_diem.state import FrameGoal
    from tests.browser.screen import Screen

LAY: Final = "Lay "
FILTER: Final = "Only with"

NAMES: Final = "found => found.map(one => one.getAttribute('aria-label') || one.textContent)"

CHIMNEYS: Final = ", [0-9]+ chimneys?"


def begin(screen: Screen, names: tuple[str, str], edition: str = "Second") -> None:
    """Begin a table of two as anybody would, and go to the district of the first."""
    screen.tap("New table")
    choose(screen, "Carpe Diem")
    screen.enter("Starting player", names[0])
    screen.enter("Player 2", names[1])
    screen.tap(OPTIONS)
    screen.tap(f"{edition} edition")
    screen.tap(STARTS)
    screen.tap("Go to the table")
    expect(screen.button("C3")).to_be_visible()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long a hand takes for a tap, and its owner to look for a picture, in ms."""

    tap: float = 0
    look: float = 0


def lying(cell: str = "[A-F][1-6]") -> re.Pattern[str]:
    """Return the names of a square while a tile lies there, or of all that have one."""
    return re.compile(f"^{cell}, (?!shovel space$)")


def free(cell: str) -> re.Pattern[str]:
    """Return the names of a square on which no tile lies."""
    return re.compile(f"^{cell}(, shovel space)?$")


class Hand:
    """One player's hand on a screen; `taps` counts what it does."""

    def __init__(self, screen: Screen, pace: Pace | None = None) -> None:
        self.screen = screen
        self.taps = 0
        self._pace = pace or Pace()
        self._last: tuple[str, int, Locator] | None = None

    def tap(self, name: str | re.Pattern[str], group: str = "") -> None:
        self.screen.wait(self._pace.tap)
        self.screen.button(name, group=group).click()
        self.taps += 1
        self._last = None  # the next field may be another player's

    def lay(self, tile: Tile, others: Iterable[Tile]) -> None:
        """Lay a tile beside the others that lie, by the first picture of it that comes into sight."""
        self.tap(free(tile.cell))
        self.sees_tray(tile.cell)
        for narrow in self._narrowings(tile, District(tiles=tuple(others))):
            narrow()
            if self._take(tile):
                break
        else:
            message = f"nowhere is {label(tile)} offered on {tile.cell}"
            raise AssertionError(message)
        expect(self.screen.button(lying(tile.cell))).to_be_visible()
        expect(self.screen.button("Remove")).to_be_visible()
        self._count_chimneys(tile, str(self._said_of(_shown_without_chimneys(str(label(tile)))).text_content()))

    def sees_tray(self, title: str) -> None:
        expect(self.screen.page.get_by_role("heading", name=title, exact=True)).to_be_visible()

    def _narrowings(self, tile: Tile, lying: District) -> Iterator[Callable[[], None]]:
        """Ask for one kind after the other, and then for more tiles."""
        asked = sides_asked(lying, tile.cell)
        free = {part.kind for part in tile.features if not part.opens or set(part.opens) - set(asked)}
        yield lambda: None
        for kind in (kind for kind in Kind if kind in free and self._can_ask_for(kind)):
            yield partial(self._ask_for, kind)
        while self.screen.button("More tiles").count():
            yield self._more

    def _can_ask_for(self, kind: Kind) -> bool:
        return self._asking_for(kind).count() > 0

    def _ask_for(self, kind: Kind) -> None:
        self.tap(kind.value, FILTER)
        expect(self._asking_for(kind)).to_have_attribute("aria-current", "true")

    def _asking_for(self, kind: Kind) -> Locator:
        return self.screen.button(kind.value, group=FILTER)

    def _more(self) -> None:
        before = self._offers().count()
        self.tap("More tiles")
        expect(self._offers()).not_to_have_count(before)

    def _take(self, tile: Tile) -> bool:
        """Lay the tile where its picture is among the offered, with any chimneys, and turn it until it lies right."""
        self.screen.wait(self._pace.look)
        around = [label(replace(tile, features=turned(tile.features, quarters))) for quarters in range(4)]
        names = [_shown_without_chimneys(str(text)) for text in around]
        offered = {_shown_without_chimneys(name): name for name in self._offered()}
        lies = next((words for words in names if words in offered), None)
        if lies is None:
            return False
        self.tap(offered[lies])
        expect(self._said_of(lies)).to_be_visible()
        for _ in around:
            if lies == names[0]:
                return True
            self.tap("Turn")
            expect(self._said_of(lies)).to_have_count(0)
            lies = next(words for words in names if self._said_of(words).count())
        return False

    def _said_of(self, parts: Iterable[str]) -> Locator:
        """Return the line about the tile that is open, where it shows these parts, with any chimneys."""
        every = "".join(f"(?=(.*; )?{re.escape(part)}({CHIMNEYS})?(;|$))" for part in parts)
        no_button = self.screen.page.locator(":not([role=button])")  # kinds to draw are called the same
        return self.screen.text(re.compile(f"^{every}")).and_(no_button)

    def _offers(self) -> Locator:
        return self.screen.button(re.compile(f"^{LAY}"))

    def _offered(self) -> list[str]:
        return [str(name) for name in self._offers().evaluate_all(NAMES)]

    def _count_chimneys(self, tile: Tile, said: str) -> None:
        """Put right the chimneys of a tile that was laid with others, by what its square says."""
        villas = [part for part in tile.features if part.kind is Kind.VILLA]
        for villa in villas:
            sides = " and ".join(str(DIRECTIONS[side]) for side in villa.opens)
            if f"{label(replace(tile, features=(villa,)))}" in said:
                continue
            name = f"Chimneys{f': {sides}' if len(villas) > 1 else ''}: {villa.chimneys}"
            self.tap(name)
            expect(self.screen.button(name)).to_have_attribute("aria-current", "true")

    def goal(self, goal: FrameGoal) -> None:
        """Enter a goal of the frame at its column or row."""
        kind, line = goal.kind.value, goal.line or ""
        where = f"{'row' if line.isdigit() else 'column'} {line}"
        name = f"{where[0].upper()}{where[1:]}"
        self.tap(re.compile(f"^{name}(, |$)"))
        self.sees_tray(f"Frame goals: {where}")
        self.tap(kind, "Add frame goal")
        self.tap(re.compile(f"^frame goal {kind}: {goal.points}$"))
        expect(self.screen.button(re.compile(f"^{name}, .*{kind} {goal.points}, "))).to_be_visible()
        self.tap("Close")

    def count(self, name: str, number: int) -> None:
        """Type a number that is another one than before."""
        self.number(name, number, self._step(f"{name}: {number}"))

    def number(self, name: str, number: int, entered: Locator) -> None:
        """Type a number until it is entered; on a busy machine the client takes letters late, and loses some."""
        self.taps += 1
        for _ in range(4):
            self.screen.wait(self._pace.tap)
            try:
                self.screen.enter(name, str(number))
                expect(entered).to_be_visible(timeout=3_000)
            except AssertionError:
                continue
            self._last = self._last_as_it_was(name, number, entered)
            return
        expect(entered).to_be_visible()

    def _last_as_it_was(self, name: str, number: int, entered: Locator) -> tuple[str, int, Locator] | None:
        """See that letters which came late did not fall into the field before, and put that right."""
        last, self._last = self._last, None
        if last is not None and last[0] != name:
            field = self.screen.textbox(last[0])
            if field.count() == 1 and field.input_value() != str(last[1]):
                self.number(*last)
        return name, number, entered

    def _step(self, label: str) -> Locator:
        return self.screen.button(f"Undo: {label}")


def _shown_without_chimneys(name: str) -> frozenset[str]:
    """Return what a picture shows, in any order."""
    return frozenset(re.sub(CHIMNEYS, "", name.removeprefix(LAY)).split("; "))
