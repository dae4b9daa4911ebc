"""Codes read by the camera of a browser: Chromium's own, which shows a film that the test has made."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

import pytest
from PIL import Image, ImageFilter
from playwright.sync_api import expect

from companion.services.share_codes.outgoing import codes_of
from storage.codes import links
from tests.browser.conftest import OF_TESTS, WHOLE, needed_chromium
from tests.browser.screen import DESKTOP
from tests.browser.site import ON_SITE
from tests.companion.payloads import ADDRESS, large
from tests.storage.codes import samples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator

    from tests.browser.program import Program
    from tests.browser.screen import Screen

SIZE: Final = (640, 480)
TABLETOP: Final = 120
"""How light the table is on which the codes lie, 0 to 255."""

HELD: Final = 15
"""For how many pictures of the film a code is held before the camera: half a second."""


SCAN: Final = "Scan with the camera"

FAILING: Final = "name => { navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', name) } }"

WITH_EVERYTHING: Final = """() => {
    window.seen = [];
    window.lit = [];
    window.BarcodeDetector = class {
        static async getSupportedFormats() { return ["ean_13", "qr_code"]; }
        async detect() { return window.seen.map((rawValue) => ({ rawValue })); }
    };
    MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
    MediaStreamTrack.prototype.applyConstraints = async (wanted) => { window.lit.push(wanted.advanced[0].torch); };
    const devices = MediaDevices.prototype.enumerateDevices;
    MediaDevices.prototype.enumerateDevices = async function () {
        const [camera] = (await devices.call(this)).filter((device) => device.kind === "videoinput");
        return [camera, camera];
    };
}"""
"""A browser that finds codes itself, and a device with a light and two cameras."""


class Film:
    """What the camera sees from its next start on, over and over."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.show(Image.new("L", SIZE, TABLETOP))

    def show(self, *pictures: Image.Image) -> None:
        frames = []
        for picture in pictures:
            frame = io.BytesIO()
            picture.convert("RGB").save(frame, "JPEG", quality=85)
            frames += [frame.getvalue()] * HELD
        self.file.write_bytes(b"".join(frames))


def straight(link: str) -> Image.Image:
    return lying(code_of(link))


def lying(code: Image.Image) -> Image.Image:
    """A code on a table, as the camera sees it."""
    picture = Image.new("L", SIZE, TABLETOP)
    picture.paste(code, ((SIZE[0] - code.width) // 2, (SIZE[1] - code.height) // 2))
    return picture


def code_of(link: str, side: int = 360) -> Image.Image:
    code = Image.open(io.BytesIO(links.png(link))).convert("L")
    return code.resize((side, side), Image.Resampling.LANCZOS)


def turned(link: str) -> Image.Image:
    return lying(code_of(link, 320)).rotate(30, Image.Resampling.BICUBIC, fillcolor=TABLETOP)


def blurred(link: str) -> Image.Image:
    return lying(code_of(link)).filter(ImageFilter.GaussianBlur(2))


def small(link: str) -> Image.Image:
    return lying(code_of(link, 150))


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Film:
    return Film(tmp_path_factory.mktemp("camera") / "film.mjpeg")


@pytest.fixture(scope="module")
def chromium(chromium: Browser, film: Film) -> Iterator[Browser]:
    """A Chromium with a camera."""
    camera = ("--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film.file}")
    browser = chromium.browser_type.launch(executable_path=needed_chromium(WHOLE), args=[*OF_TESTS, *camera])
    yield browser
    browser.close()


@pytest.fixture
def screen(program: Program, open_screen: Callable[[str], Screen]) -> Screen:
    """The screen that takes codes in, in a browser that may use its camera."""
    screen = open_screen(program.address)
    screen.page.context.grant_permissions(["camera"])
    return screen.open("/take")


def says(screen: Screen, sentence: str) -> None:
    """Wait until the camera's dialog says something."""
    expect(screen.page.get_by_role("status")).to_contain_text(sentence)


def dialog(screen: Screen) -> Locator:
    return screen.page.get_by_role("dialog", name="Scan a code")


def test_a_code_is_read_however_it_is_held_and_again_where_it_did_not_arrive(screen: Screen, film: Film) -> None:
    began = len(screen.history())
    for seen in (straight, turned, blurred, small):
        film.show(seen(samples.LINK))
        screen.tap(SCAN)
        screen.sees("Hank wins")
        expect(dialog(screen)).to_have_count(0)
        assert len(screen.history()) == began + 1  # where the dialog was, after the one where the screen is
        screen.tap("Cancel")
        screen.sees_no("Hank wins")
    screen.page.evaluate("() => { window.arrive = tessera.arrive; tessera.arrive = () => Promise.reject(); }")
    screen.tap(SCAN)
    says(screen, "Tessera does not answer just now.")
    screen.page.evaluate("() => { tessera.arrive = window.arrive; }")
    screen.sees("Hank wins")


def test_a_series_is_collected_and_left_and_gone_on_with_and_what_is_no_code_of_ours_is_told(
    screen: Screen, film: Film
) -> None:
    links = codes_of(large(), ADDRESS).links
    film.show(*map(straight, links[:2]))
    screen.tap(SCAN)
    says(screen, "2 of 4 codes")
    expect(screen.page.get_by_role("progressbar", name="Codes of the series")).to_have_js_property("value", 2)
    screen.shot_as_it_is("camera-series")
    screen.press("Escape")
    screen.sees("2 of 4 codes; missing: 3 and 4")
    film.show(*map(straight, links[2:]))
    screen.tap(SCAN)
    screen.sees("My copy of Little Town")
    screen.sees_no("missing")
    film.show(straight("https://example.com/"))
    screen.tap(SCAN)
    says(screen, "This code does not come from Tessera.")
    screen.page.go_back()
    expect(dialog(screen)).to_be_hidden()
    expect(screen.button(SCAN)).to_be_focused()
    film.show(straight("http://192.168.0.2:8423/join#secret"), straight(samples.LINK))
    screen.press("Enter")
    says(screen, "This code leads phones to a table")
    screen.sees("Hank wins")


def test_why_there_is_no_camera_is_said_in_words(
    program: Program, open_screen: Callable[[str], Screen], film: Film
) -> None:
    film.show(straight(samples.LINK))
    screen = open_screen(program.address).open("/take")
    screen.tap(SCAN)
    says(screen, "The browser does not let Tessera use the camera.")
    screen.shot_as_it_is("camera-refused")
    for error, sentence in (
        ("NotFoundError", "No camera was found"),
        ("NotReadableError", "Another app may be using it"),
    ):
        screen.page.evaluate(FAILING, error)
        screen.tap("Try again")
        says(screen, sentence)
    screen.page.evaluate("delete navigator.mediaDevices.getUserMedia")
    screen.page.context.grant_permissions(["camera"])
    screen.tap("Try again")
    screen.sees("Hank wins")

    screen.page.evaluate("Object.defineProperty(window, 'isSecureContext', { value: false })")
    screen.tap(SCAN)
    says(screen, "Browsers allow the camera only on pages that come over https")
    dialog(screen).get_by_role("button", name="Cancel").click()
    expect(dialog(screen)).to_be_hidden()
    screen.can_tap("Choose pictures")


@ON_SITE
def test_what_cannot_be_loaded_is_told_and_asked_for_again_until_a_code_is_read(screen: Screen, film: Film) -> None:
    film.show(straight(samples.LINK))
    context = screen.page.context
    context.route("**/camera.js", lambda route: route.abort())
    screen.tap(SCAN)
    expect(screen.page.get_by_role("alertdialog")).to_contain_text("a part of Tessera cannot be loaded")
    screen.shot_as_it_is("camera-missing")
    screen.tap("Close")
    context.unroute_all()
    context.route("**/zxing_reader.wasm", lambda route: route.abort())
    screen.tap(SCAN)
    says(screen, "Tessera does not answer just now.")
    context.unroute_all()
    screen.sees("Hank wins")
    screen.errors.clear()  # the console has the files


@pytest.mark.parametrize("look", [DESKTOP], indirect=True, ids=str)
def test_a_browser_that_finds_codes_itself_does_so_with_light_and_the_other_camera(screen: Screen, film: Film) -> None:
    film.show(Image.new("L", SIZE, TABLETOP))
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.page.evaluate(WITH_EVERYTHING)
    screen.tap(SCAN)
    expect(dialog(screen).get_by_role("button")).to_have_text(["Cancel", "Torch", "Other camera"])
    screen.tap("Torch")
    expect(screen.button("Torch")).to_have_attribute("aria-pressed", "true")
    screen.shot_as_it_is("camera")
    screen.tap("Other camera")
    expect(screen.button("Torch")).to_have_attribute("aria-pressed", "false")
    assert screen.page.evaluate("window.lit") == [True]
    screen.page.evaluate("link => { window.seen = [link] }", samples.LINK)
    screen.sees("Hank wins")
    assert not [url for url in asked if "/scans" in url]
