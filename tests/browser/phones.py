"""Phones that come to a table by its code, each a browser of its own, and what they do there at the same moment."""

from __future__ import annotations

import re
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect

from companion.system.machine import join_link
from companion.tables.state import STYLES, Extras, TableState
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.moves import laid_out
from storage.repositories import access
from tests.browser.kept import begun, only_table, opened
from tests.browser.program import tessera
from tests.browser.screen import DESKTOP, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.program import Program
    from tests.browser.screen import Look, Screen

NAMES: Final = ("Anna", "Bela", "<b>Cleo</b>", "Dora")
"""Those who play; one of them has a name that looks like markup."""

AT_ONCE: Final = 6_000
"""Milliseconds in which a change is on every screen, also where one machine draws all of them."""

AHEAD: Final = 400
"""Milliseconds in which every browser hears of the moment at which it taps."""

TAP_THEN: Final = """
(element, [moment, times, pause]) => {
    for (let nth = 0; nth < times; nth++) setTimeout(() => element.click(), moment - Date.now() + nth * pause);
}
"""
"""Taps at a moment of the clock, and again after each pause."""


def in_the_network(port: int, data: Path) -> list[str]:
    """The command that starts the app for this machine and the network that it is in."""
    return [*tessera(port, data), "--lan"]


def public(port: int, data: Path) -> list[str]:
    """The command that starts the app as one behind a proxy: everybody comes by a link, also the host."""
    return [*tessera(port, data), "--address", f"http://127.0.0.1:{port}"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A table in play, and those who come to it at an address."""

    program: Program
    id: str
    address: str
    open_screen: Callable[[str], Screen]

    @property
    def secret(self) -> str:
        """What the code of the table holds now."""
        return self.secret_of(self.id)

    def secret_of(self, door: str) -> str:
        with opened(self.program) as store:
            return access.join_code(store, door).secret

    def device(self, look: Look = PHONE, address: str | None = None) -> Screen:
        """A device that is nowhere yet."""
        return self.open_screen(address or self.address).resize(look)

    def come(self, look: Look = PHONE, address: str | None = None) -> Screen:
        """A phone that has scanned the code."""
        return scan(self.device(look, address), self.secret)

    def seated(self, name: str, look: Look = PHONE, address: str | None = None) -> Screen:
        """A phone that has scanned the code, and taken a seat."""
        screen = self.come(look, address)
        sit(screen, name)
        return screen

    def host(self, route: str, look: Look = DESKTOP) -> Screen:
        """The host's own screen, which came by the link for it."""
        screen = scan(self.device(look), self.secret_of(access.HOST_CODE))
        return screen.open(route)

    def document(self) -> dict[str, Any]:
        """What is kept of the table."""
        table: dict[str, Any] = only_table(self.program)["table"]
        return table


def round_of(
    names: tuple[str, ...], program: Program, open_screen: Callable[[str], Screen], name: str = "127.0.0.1"
) -> Round:
    """A table before the first turn, of a program that phones find by a name."""
    state = TableState(table=laid_out(names), extras=Extras(seats=STYLES[: len(names)]))
    table_id = begun(program, CARPE_DIEM, state).rpartition("/")[2]
    return Round(program=program, id=table_id, address=f"http://{name}:{program.port}", open_screen=open_screen)


def scan(screen: Screen, secret: str) -> Screen:
    """Open what a code holds, as the camera of a phone does."""
    screen.page.goto(join_link(screen.address.rstrip("/"), secret))
    return screen.ready()


def sit(screen: Screen, name: str) -> None:
    screen.tap(f"I am {name}")
    expect(chip(screen, name, "this phone")).to_be_visible()


def chip(screen: Screen, name: str, held: str = "", points: int | None = None) -> Locator:
    """A player in the bar of the players: with these points, and their seat held so."""
    total = r"−?[0-9]+ points?" if points is None else f"{points} points?"
    words = f"{re.escape(name)}, {total}{f'.*, {held}' if held else ''}"
    return screen.button(re.compile(f"^{words}".replace("/", ".")))  # a slash would end what Playwright makes of it


def go_to(screen: Screen, place: str) -> None:
    screen.tap(place)
    expect(screen.button(place)).to_have_attribute("aria-current", "true")


def together(*taps: Locator, times: int = 1, pause: float = 150) -> None:
    """Tap on all of these screens in the same moment, and again after each pause."""
    for tap in taps:
        expect(tap).to_be_visible()
    moment = time.time() * 1000 + AHEAD
    for tap in taps:
        tap.evaluate(TAP_THEN, [moment, times, pause])
    taps[0].page.wait_for_timeout(max(0, moment - time.time() * 1000) + times * pause)


def restarted(program: Program, *screens: Screen) -> None:
    """Kill the program and start it again, while all look at it; their pages come back by themselves."""
    program.kill()
    with ExitStack() as loads:
        for screen in screens:
            loads.enter_context(screen.page.expect_event("load"))
        program.start()
    for screen in screens:
        screen.ready().errors.clear()  # the lost connection is one


@contextmanager
def asleep(screen: Screen, cut: Callable[[], None]) -> Iterator[None]:
    """A phone whose wire is cut, and that has no network; when it has one again its page comes back by itself."""
    screen.page.context.set_offline(True)
    cut()
    yield
    with screen.page.expect_event("load"):
        screen.page.context.set_offline(False)
    screen.ready().errors.clear()  # the lost connection is one
