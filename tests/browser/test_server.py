"""What the server gives a browser, and what it does not."""

from __future__ import annotations

import io
import re
import selectors
import socket
import threading
import time
from collections import deque
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import stopped_at_the_end
from tests.browser.program import Program, cold, counter, tessera
from tests.browser.screen import DESKTOP_DARK, PHONE, PHONE_DARK, Screen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, FloatRect

GROUNDS: Final = {"light": "rgb(242, 236, 224)", "dark": "rgb(23, 20, 17)"}

HEAR_THE_GROUND: Final = """
addEventListener("DOMContentLoaded", () => {
    const ground = (element) => getComputedStyle(element).backgroundColor;
    window.grounds = [ground(document.body), ground(document.getElementById("loading"))];
});
"""

WAITING: Final = """
addEventListener("DOMContentLoaded", () => {
    const { documentElement } = document;
    window.waiting = [documentElement.lang, getComputedStyle(documentElement).getPropertyValue("--starting")];
});
"""

GERMAN: Final = "Object.defineProperty(navigator, 'languages', { get: () => ['xx', 'de-CH', 'en'] });"

KNOCK: Final = """
(address) => new Promise((answered) => {
    const socket = new WebSocket(address);
    socket.onopen = () => answered("let in");
    socket.onerror = () => answered("refused");
})
"""

SENT: Final = """
performance.getEntriesByType("resource")
    .filter((entry) => entry.name.includes("/client/") && entry.encodedBodySize < 4000000)
    .map((entry) => entry.transferSize)
"""
"""Bytes that were sent for each file of the client, but for those that are too large to be kept without a disk."""


class Wire:
    """A wire to a server that can be cut, and is whole again at once; what goes through it, both ways, is `late`."""

    def __init__(self, port: int, late: float = 0) -> None:
        self._to = port
        self._late = late
        self._ends: list[socket.socket] = []
        self._unheard: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._accept)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}/"

    def cut(self) -> None:
        _shut(self._ends)

    def lose(self) -> None:
        """Cut it where the browser is; the server does not hear of it, as of a phone that is out of reach."""
        with suppress(OSError):  # some have ended before
            self._unheard += [end.dup() for end in self._ends[1::2] if end.fileno() >= 0]
        _shut(self._ends[::2])

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listening.close()
        for end in self._unheard:
            end.close()

    def _accept(self) -> None:
        joined: list[threading.Thread] = []
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                break
            try:
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:  # nobody answers there now
                near.close()
                continue
            self._ends += [near, far]
            joined.append(threading.Thread(target=_join, args=(near, far, self._late)))
            joined[-1].start()
        self.cut()
        for thread in joined:
            thread.join()


def _shut(ends: Iterable[socket.socket]) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def _join(near: socket.socket, far: socket.socket, late: float) -> None:
    """Carry bytes both ways, so many seconds late, until one end is gone."""
    under_way: deque[tuple[float, socket.socket, bytes]] = deque()
    with near, far, selectors.DefaultSelector() as selector, suppress(OSError):
        selector.register(near, selectors.EVENT_READ, far)
        selector.register(far, selectors.EVENT_READ, near)
        while True:
            for key, _ in selector.select(under_way[0][0] - time.monotonic() if under_way else None):
                chunk = key.fileobj.recv(65536)  # type: ignore[union-attr]
                if not chunk:
                    return
                under_way.append((time.monotonic() + late, key.data, chunk))
            while under_way and under_way[0][0] <= time.monotonic():
                _, end, arriving = under_way.popleft()
                end.sendall(arriving)


@contextmanager
def wire(port: int, late: float = 0) -> Iterator[Wire]:
    between = Wire(port, late)
    try:
        yield between
    finally:
        between.close()


def add(screen: Screen, count: int) -> None:
    screen.tap("Add")
    screen.sees(f"Count {count} at")


def test_a_page_is_read_and_used_at_once_and_goes_on_where_it_was(counting_screen: Screen) -> None:
    """Loaded anew, out of the memory of the browser, and again, for which the client is not sent once more."""
    page = counting_screen.page
    expect(page).to_have_title("Counter")
    expect(page.locator("html")).to_have_attribute("lang", re.compile("^en"))
    expect(counting_screen.button("Add")).to_be_visible()
    add(counting_screen, 1)
    counting_screen.reload().sees("Count 1 at")
    add(counting_screen, 2)
    with page.expect_event("load"):
        page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    counting_screen.ready().sees("Count 2 at")
    counting_screen.open()
    sent = page.evaluate(SENT)
    assert len(sent) > 3
    assert sum(sent) < 1000


def test_nothing_is_asked_of_another_host_and_nothing_is_complained_about(counting_screen: Screen) -> None:
    for count, look in enumerate(counting_screen.sizes(PHONE, DESKTOP_DARK), start=1):
        add(counting_screen if look is PHONE else counting_screen.reload(), count)
        assert len(counting_screen.picture()) > 1000  # by then nothing moves, and nothing is asked
        assert counting_screen.foreign == []
        assert counting_screen.errors == []


def test_a_page_whose_server_was_killed_comes_back_with_it(
    counting: Program, open_screen: Callable[[str], Screen]
) -> None:
    screen = open_screen(counting.address).open("/tables/7?span=year")
    screen.sees("Count 0 at /tables/7?span=year", exact=True)
    add(screen, 1)
    counting.kill()
    words = screen.page.get_by_role("alert").filter(has_text="Tessera does not answer")
    expect(words).to_be_visible()
    screen.shot_as_it_is("away")
    (box,) = screen.boxes(words)
    clip: FloatRect = {"x": 0, "y": 0, "width": screen.look.width, "height": box["y"]}
    shades = Image.open(io.BytesIO(screen.page.screenshot(clip=clip))).convert("L").histogram()
    assert sum(count > 0 for count in shades) > 20  # what was shown is still there
    with screen.page.expect_event("load"):
        counting.start()
    screen.ready().sees("Count 0 at /tables/7?span=year", exact=True)
    add(screen, 1)
    screen.errors.clear()  # the lost connection is one


def test_a_page_whose_connections_are_refused_is_not_loaded_over_and_over(
    counting: Program, open_screen: Callable[[str], Screen]
) -> None:
    screen = open_screen(counting.address)
    screen.page.route_web_socket("**/ws", lambda socket: socket.close())
    loaded: list[str] = []
    screen.page.on("load", lambda page: loaded.append(page.url))
    screen.page.goto(screen.address)
    said = screen.page.get_by_role("alert").filter(has_text="Tessera does not answer")
    expect(said).to_be_visible(timeout=30_000)  # said when the server has answered again, and nothing came of it
    assert len(loaded) == 2
    screen.errors.clear()  # the lost connection is one


def test_a_page_of_which_a_part_did_not_come_is_loaded_anew(
    counting: Program, open_screen: Callable[[str], Screen]
) -> None:
    """As where the server is killed while a page is loaded."""
    part = "main.dart.mjs"
    screen = open_screen(counting.address)
    screen.page.route(f"**/{part}", lambda route: route.abort(), times=1)
    with screen.page.expect_response(lambda answer: answer.url.endswith(part)):  # the second time that it is asked for
        screen.page.goto(counting.address, wait_until="commit")
    screen.ready().errors.clear()  # the console has the file


def test_the_ground_has_its_colour_before_the_client_has_started(
    counting: Program, open_screen: Callable[[str], Screen]
) -> None:
    screen = open_screen(counting.address)
    screen.page.add_init_script(HEAR_THE_GROUND)
    for look in screen.sizes(PHONE, PHONE_DARK):
        screen.open()
        assert screen.page.evaluate("window.grounds") == [GROUNDS[look.scheme]] * 2


def remembers(screen: Screen, value: str, what: str = "theme") -> None:
    """Wait until the browser remembers a theme, or a language."""
    for _ in range(100):
        if screen.page.evaluate(f"localStorage.getItem('flutter.{what}')") == f'"{value}"':
            return
        screen.wait(100)
    message = f"the browser does not remember {value}"
    raise AssertionError(message)


def test_a_page_waits_in_the_theme_and_the_language_that_were_chosen_until_the_app_has_its_own_colours(
    program: Program, open_screen: Callable[[str], Screen]
) -> None:
    screen = open_screen(program.address)
    for script in (HEAR_THE_GROUND, WAITING, GERMAN):
        screen.page.add_init_script(script)
    screen.open("/settings")
    assert screen.page.evaluate("window.waiting") == ["de", '"Tessera startet …"']
    screen.tap("English")
    remembers(screen, "en", what="language")
    assert screen.page.evaluate("document.documentElement.lang") == "en"
    screen.tap("Dark")
    remembers(screen, "dark")
    screen.reload()
    assert screen.page.evaluate("window.waiting") == ["en", '"Tessera is starting …"']
    assert screen.page.evaluate("window.grounds") == [GROUNDS["dark"]] * 2
    screen.button("Automatic").nth(1).click()  # the theme
    remembers(screen, "system")
    screen.reload()
    assert screen.page.evaluate("window.grounds") == [GROUNDS["light"]] * 2
    expect(screen.page.locator("#starting")).to_have_count(0)
    ground = Image.open(io.BytesIO(screen.page.screenshot())).convert("RGB").getpixel((4, 300))
    assert f"rgb{ground}" == GROUNDS["light"]


def test_a_server_that_ends_does_not_wait_for_open_pages(tmp_path: Path, open_screen: Callable[[str], Screen]) -> None:
    program = Program(counter, tmp_path).start()
    screen = open_screen(program.address).open()
    add(screen, 1)
    begun = time.monotonic()
    assert program.stop() == 0
    assert time.monotonic() - begun < 5
    assert program.said().splitlines()[2:] == ["shut"]
    screen.page.close()
    screen.errors.clear()  # the lost connection is one


def test_the_command_opens_the_app(tmp_path: Path, open_screen: Callable[[str], Screen]) -> None:
    """As people start it: in a process that has imported nothing yet."""
    with stopped_at_the_end(Program(tessera, tmp_path, cold)) as program:
        screen = open_screen(program.start().address).open()
        for _ in screen.sizes(PHONE, DESKTOP_DARK):
            expect(screen.page).to_have_title("Tessera")
            screen.can_tap("New table")
        screen.page.goto("about:blank")
    assert (program.data / "tessera.sqlite3").exists()
    assert program.said() == f"Tessera is running at {program.address} (Ctrl+C ends it)\n"


def test_without_javascript_the_page_says_what_it_needs(counting: Program, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(counting.address)
    expect(page.locator("noscript p")).to_be_in_viewport()
    expect(page.get_by_role("status")).to_be_hidden()
    context.close()


def test_a_page_from_elsewhere_cannot_talk_to_the_app(counting: Program, chromium: Browser) -> None:
    context = chromium.new_context()
    page = context.new_page()
    socket_address = f"ws://127.0.0.1:{counting.port}/ws"
    page.goto(f"{counting.address}healthz")
    assert page.evaluate(KNOCK, socket_address) == "let in"
    page.goto("about:blank")
    assert page.evaluate(KNOCK, socket_address) == "refused"
    asked = page.evaluate("(address) => fetch(address).then(() => 'let in', () => 'refused')", counting.address)
    assert asked == "refused"
    context.close()
