"""A screen of the app, used as people do: by role and name, as a screen reader says them."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from playwright.sync_api import Error, expect

from companion.formatting.text import with_minus_signs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import BrowserContext, ConsoleMessage, FloatRect, Locator, Request, WebSocket

    from tests.browser.program import Program

PATIENCE: Final = 60_000
"""Milliseconds that the client has to start, and Python with it where it runs in the page."""

STARTED: Final = "flt-semantics-host :is(h1, h2, h3, [role=heading], [role=button])"
"""What the first screen of the app has, and the client alone has not."""

ATTACHED: Final = 250
"""Milliseconds until a field that got the focus takes letters, where nothing shows it."""

TAKEN: Final = 100
"""Milliseconds after which a field that kept its letters until then keeps them."""

LEFT: Final = "field => { if (field !== document.activeElement) field.removeAttribute('autocorrect') }"
"""Takes away what the client gives a field in the moment from which on it takes letters."""

ANYTHING: Final = re.compile(".")

SETTLED: Final = 150
"""Milliseconds between two pictures that must be the same before one is kept."""

SILENT: Final = 0.3
"""Seconds for which client and server have said nothing to each other when a screen is at rest."""

OF_PICTURES: Final = "GPU stall due to ReadPixels"
"""What a graphics driver says where a picture is taken."""

TWO_FRAMES: Final = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
"""Waits until a busy machine has drawn what changed until now."""

AT_REST: Final = """
async (silent) => {
    const { tessera } = window;
    while (tessera?.shows && (performance.now() - tessera.drawn() < silent || !tessera.shows())) {
        await new Promise(requestAnimationFrame);
    }
}
"""
"""Waits until the page has shown no new frame for that many ms; one that is not the client's is at rest."""

SEEN: Final = """
one => new Promise(found => new IntersectionObserver(([seen]) => found(seen.intersectionRatio)).observe(one))
"""
"""How much of something is seen, 1 for all of it."""

GO: Final = """
async ([route, most]) => {
    const before = tessera.drawn(), end = performance.now() + most;
    history.pushState(history.state, "", route);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    while (tessera.drawn() === before && performance.now() < end) await new Promise(requestAnimationFrame);
}
"""
"""Goes to a screen, and waits until it shows, at most so many ms: it may be the one that shows already."""

SHOW_TIMEOUT_MS: Final = 1000
"""Milliseconds in which a screen begins to show."""

DRAWN: Final = "window.tessera?.shows?.() ?? true"
"""Whether the picture has followed what screen readers are told; so it has on a page that is not the client's."""

FOLLOWING: Final = 10.0
"""Seconds in which the picture follows, on a busy machine."""

BOXES: Final = "found => found.map(one => one.getBoundingClientRect().toJSON())"

expect.set_options(timeout=10_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The size of a screen, and whether the system is light or dark."""

    width: int
    height: int
    scheme: Literal["light", "dark"] = "light"

    def __str__(self) -> str:
        return f"{self.width}x{self.height}-{self.scheme}"


PHONE: Final = Look(width=390, height=844)
PHONE_DARK: Final = Look(width=390, height=844, scheme="dark")
DESKTOP: Final = Look(width=1280, height=800)
DESKTOP_DARK: Final = Look(width=1280, height=800, scheme="dark")
NARROW: Final = Look(width=320, height=700)
LANDSCAPE: Final = Look(width=844, height=390)


def _shown(words: object) -> str | re.Pattern[str]:
    """Return words as screens show them, with real minus signs."""
    return words if isinstance(words, re.Pattern) else with_minus_signs(str(words))


class Screen:
    """One tab; `foreign` are the requests to other hosts, `errors` what the browser complained about."""

    def __init__(self, context: BrowserContext, address: str, look: Look, shots: Path | None) -> None:
        self.page = context.new_page()
        self.address = address
        self._base = address.partition("#")[0]  # routes of the site are fragments
        self._origin = "/".join(address.split("/")[:3])
        self.look = look
        self.foreign: list[str] = []
        self.errors: list[str] = []
        self._shots = shots
        self._talked = 0.0
        self.page.on("request", self._asked)
        self.page.on("websocket", self._listen)
        self.page.on("console", self._logged)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self, route: str = "/") -> Screen:
        """Open a route of the app, and wait until it can be used."""
        self.page.goto(self.address.rstrip("/") + route)
        return self.ready()

    def go(self, route: str) -> Screen:
        """Go to a route of the app, without loading the page anew, and wait until it begins to show."""
        self.page.evaluate(GO, [self.address[len(self._base) :] + route, SHOW_TIMEOUT_MS])
        return self

    def resize(self, look: Look) -> Screen:
        """Make it the screen of another device, and wait until a page that is open is drawn so."""
        self.look = look
        self.page.emulate_media(color_scheme=look.scheme)
        self.page.set_viewport_size({"width": look.width, "height": look.height})
        if self.page.url != "about:blank":
            self.page.evaluate(TWO_FRAMES)
            self.rest()
        return self

    def sizes(self, *looks: Look) -> Iterator[Look]:
        """Make it the screen of one device after the other, with the page that is open."""
        for look in looks:
            self.resize(look)
            yield look

    def reload(self) -> Screen:
        self.page.reload()
        return self.ready()

    def history(self) -> list[str]:
        """The addresses that the tab could go back to, and the one where it is."""
        kept = self.page.context.new_cdp_session(self.page).send("Page.getNavigationHistory")
        return [entry["url"] for entry in kept["entries"]]

    def ready(self) -> Screen:
        """Wait until what screen readers read is there."""
        self.page.locator(STARTED).first.wait_for(state="attached", timeout=PATIENCE)
        return self

    def restarted(self, program: Program) -> Screen:
        """Kill the program, start it again, and wait until the page is back."""
        program.restart_under(self.page)
        self.ready()
        self.errors.clear()  # the lost connection is one
        return self

    def button(self, name: str | re.Pattern[str], *, exact: bool = True, group: str = "") -> Locator:
        """Return the buttons of a name, where a group is named those in it."""
        place = self.page.get_by_role("group", name=group, exact=True) if group else self.page
        return place.get_by_role("button", name=_shown(name), exact=exact)

    def text(self, text: object, *, exact: bool = False) -> Locator:
        return self.page.get_by_text(_shown(text), exact=exact)

    def textbox(self, name: str | re.Pattern[str], *, exact: bool = True) -> Locator:
        return self.page.get_by_role("textbox", name=name, exact=exact)

    def tap(self, name: str | re.Pattern[str], *, exact: bool = True) -> None:
        self.button(name, exact=exact).click()

    def tap_until(self, target: str | Locator, shown: Locator) -> None:
        """Tap until something is shown: what moves may not get the tap. A step that is late is not tapped again."""
        for _ in range(3):
            with suppress(Error):  # the tap before was late, and what it was for has gone
                (self.button(target) if isinstance(target, str) else target).click(timeout=5_000)
            try:
                expect(shown).to_be_visible()
            except AssertionError:
                continue
            return
        expect(shown).to_be_visible()

    def can_tap(self, name: str | re.Pattern[str], *, exact: bool = True) -> None:
        """See that a tap would reach a button: it can be brought into sight, and nothing lies over it."""
        button = self.button(name, exact=exact)
        try:
            button.click(trial=True, timeout=5_000)
        except Error:
            self.reach(button).click(trial=True)

    def reach(self, target: Locator) -> Locator:
        """Turn the wheel until something is seen whole; where the browser scrolls, the picture may not follow."""
        middle = self.look.height / 2
        for _ in range(5):
            if target.evaluate(SEEN) == 1:
                return target
            box = target.bounding_box()
            assert box is not None
            self.page.mouse.move(box["x"] + box["width"] / 2, middle)
            self.page.mouse.wheel(0, box["y"] + box["height"] / 2 - middle)
            self.page.evaluate(TWO_FRAMES)
            self.rest()
        message = "the wheel does not bring it into sight"
        raise AssertionError(message)

    def press(self, keys: str) -> None:
        """Press keys such as `Control+z`."""
        self.page.keyboard.press(keys)

    def enter(self, name: str, value: str, *, submit: bool = False) -> None:
        """Type into the field of a name once it takes letters; on a busy machine that takes its time."""
        field = self.textbox(name)
        for patience in (1_000, 2_000, 4_000):
            try:
                self._type(field, value, patience)
            except AssertionError:
                field.blur()  # the client may believe that another one has the focus
                continue
            break
        expect(field).to_have_value(value)
        if submit:
            field.press("Enter")

    def _type(self, field: Locator, value: str, patience: float) -> None:
        field.evaluate(LEFT)
        field.click()
        expect(field).to_have_attribute("autocorrect", ANYTHING, timeout=patience)
        field.fill(value)
        for _ in range(2):
            self.wait(TAKEN)
            expect(field).to_have_value(value, timeout=patience)

    def sees(self, text: object, *, exact: bool = False, timeout: float | None = None) -> None:
        """Wait until a text is on the screen; `timeout` in ms, where it may take longer than usual."""
        expect(self._text_or_label(text, exact=exact).first).to_be_visible(timeout=timeout)

    def sees_no(self, text: object, *, exact: bool = False) -> None:
        """Wait until a text is not on the screen."""
        expect(self._text_or_label(text, exact=exact)).to_have_count(0)

    def _text_or_label(self, text: object, *, exact: bool) -> Locator:
        """Find a text, or what a group is called: a snack bar is a text only for 300 ms, as it is announced."""
        return self.text(text, exact=exact).or_(self.page.get_by_label(_shown(text), exact=exact))

    def boxes(self, locator: Locator) -> list[FloatRect]:
        """Return where all that a locator finds lies on the screen."""
        boxes: list[FloatRect] = locator.evaluate_all(BOXES)
        return boxes

    def wait(self, milliseconds: float) -> None:
        self.page.wait_for_timeout(milliseconds)

    def rest(self) -> None:
        """Wait until nothing moves any more, and nothing is said, also by a server that is too busy to answer."""
        answered = False
        while not answered:
            self.page.evaluate(AT_REST, SETTLED)
            while not self._is_silent():
                self.wait(SETTLED)
            talked = self._talked
            if talked:
                with suppress(Error):  # a server that is gone says nothing more
                    self.page.request.get(f"{self._origin}/healthz")
                self.wait(0)
            answered = self._talked == talked

    def picture(self, most: float = 6_000) -> bytes:
        """Return a picture of the screen once nothing moves any more."""
        expect(self.page.locator("#starting")).to_have_count(0, timeout=PATIENCE)
        before = self.page.screenshot()
        for _ in range(int(most / SETTLED)):
            self.wait(SETTLED)
            self.page.evaluate(TWO_FRAMES)
            now = self.page.screenshot()
            if now == before and self._is_silent():
                return now
            before = now
        message = "the screen does not come to rest"
        raise AssertionError(message)

    def is_drawn(self) -> bool:
        """Whether the picture shows all that screen readers are told, now or in a moment; a page that is gone does."""
        end = time.monotonic() + FOLLOWING
        while time.monotonic() < end:
            with suppress(Error):  # it is just loaded
                if self.page.is_closed() or self.page.evaluate(DRAWN):
                    return True
            time.sleep(SETTLED / 1000)
        return False

    def shot(self, name: str, *looks: Look) -> None:
        """Keep a picture of the screen where pictures are asked for, or one on each of these devices."""
        if self._shots is not None:
            for look in self.sizes(*looks or (self.look,)):
                (self._shots / f"{name}-{look}.png").write_bytes(self.picture())

    def shot_as_it_is(self, name: str, folder: Path | None = None) -> None:
        """Keep a picture of a screen about which nothing is sure: in a folder, or where pictures are asked for."""
        folder = folder or self._shots
        if folder is not None:
            try:
                self.page.screenshot(path=folder / f"{name}-{self.look}.png")
            except Error as error:
                self.errors.append(f"no picture: {error}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self._talk)
        socket.on("framereceived", self._talk)

    def _talk(self, _: object) -> None:
        self._talked = time.monotonic()

    def _is_silent(self) -> bool:
        return time.monotonic() - self._talked > SILENT

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self._base, f"blob:{self._origin}", "data:")):
            self.foreign.append(request.url)

    def _logged(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and OF_PICTURES not in message.text:
            self.errors.append(message.text)
