"""Pictures in a browser's worker, without Pillow: photos become small and bare, and a sheet looks the same."""

from __future__ import annotations

import base64
import io
import pickle
import threading
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import flet_web
import imagesize
import pytest
from PIL import Image, ImageChops, ImageStat

import scoring
from companion.services.results import result_of_play
from companion.system import native_pictures
from companion.system.paths import PACKAGE, assets, database
from companion.system.pictures import NOT_SEARCHED, PictureError, Words
from companion.ui.components import sheet_image
from companion.ui.components.pictures import MAX_SIDE
from companion.ui.core.theme import DARK
from storage.repositories import plays
from storage.repositories.photos import MAX_PHOTO_BYTES
from storage.repositories.tables import Store
from tests.companion.payloads import DAY
from tests.companion.photographs import TURNED_RIGHT, noise, photo
from tests.companion.played import LONG, put_play
from tests.companion.ui.components.test_pictures import NO_PHOTOS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    Ask = Callable[..., Any]

PAGE: Final = '<!doctype html><script>new Worker("scripts/worker.js", { type: "module" });</script>'

WORKER: Final = """
import { loadPyodide } from "../pyodide/pyodide.mjs";

const start = async () => {
  self.pyodide = await loadPyodide({ indexURL: new URL("../pyodide/", self.location).href });
  pyodide.unpackArchive(await (await fetch("../app.zip")).arrayBuffer(), "zip", { extractDir: "/app" });
};
self.ready = start();
self.importModule = (path) => import(path);
"""

ASK: Final = """
import base64, pickle, sys

if "/app" not in sys.path:
    sys.path.insert(0, "/app")

from companion.system import browser_pictures
from companion.system.pictures import PictureError

async def lengths(words):
    lettering = await browser_pictures.lettering({face.font for _, face in words})
    return [lettering.length(*one) for one in words]

async def answer(name, args):
    try:
        return await (lengths if name == "lengths" else getattr(browser_pictures, name))(*args)
    except PictureError as error:
        return error

base64.b64encode(pickle.dumps(await answer(*pickle.loads(base64.b64decode(asked))))).decode()
"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing about it."""

    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def ask(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Have a function of `browser_pictures` called in a worker, and return what it returns."""
    site = tmp_path_factory.mktemp("site")
    (site / "pyodide").symlink_to(Path(flet_web.__file__).parent / "web/pyodide")
    (site / "fonts").symlink_to(assets() / "fonts")
    with zipfile.ZipFile(assets() / "fallback.zip") as slices:
        slices.extractall(site / "fallback")
    (site / "index.html").write_text(PAGE)
    (site / "scripts").mkdir()
    (site / "scripts/worker.js").write_text(WORKER)
    with zipfile.ZipFile(site / "app.zip", "w") as app:
        for package in (Path(imagesize.__file__).parent, Path(scoring.__file__).parent):
            for file in package.rglob("*.py"):
                app.write(file, file.relative_to(package.parent))
        for name in ("__init__", "system/__init__", "system/browser_pictures", "system/pictures"):
            app.write(PACKAGE / f"{name}.py", f"companion/{name}.py")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with chromium.new_page() as page:
            with page.expect_worker() as begun:
                page.goto(f"http://127.0.0.1:{server.server_port}/")
            worker = begun.value
            worker.evaluate("ready")

            def call(name: str, *args: object) -> Any:
                asked = base64.b64encode(pickle.dumps((name, args))).decode()
                program = "([code, asked]) => (pyodide.globals.set('asked', asked), pyodide.runPythonAsync(code))"
                return pickle.loads(base64.b64decode(worker.evaluate(program, [ASK, asked])))  # noqa: S301 - our own

            yield call
        server.shutdown()


def picture(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file))


def test_a_photo_is_upright_and_says_nothing_but_its_pixels(ask: Ask) -> None:
    file = ask("small_jpeg", photo(640, 480, orientation=TURNED_RIGHT), MAX_SIDE, MAX_PHOTO_BYTES)
    kept = picture(file)
    assert (kept.format, kept.size) == ("JPEG", (480, 640))
    red, green, blue = kept.convert("RGB").getpixel((240, 100))  # type: ignore[misc]
    assert (red > 200, green < 50, blue < 50) == (True, True, True)
    assert not kept.getexif()
    assert b"Anna" not in file


def test_large_photos_become_small_and_those_of_noise_alone_too(ask: Ask) -> None:
    large = ask("small_jpeg", photo(4000, 3000), MAX_SIDE, MAX_PHOTO_BYTES)
    assert picture(large).size == (MAX_SIDE, MAX_SIDE * 3 // 4)
    file = noise(1600, 1000)
    assert max(len(large), len(ask("small_jpeg", file, MAX_SIDE, MAX_PHOTO_BYTES))) <= MAX_PHOTO_BYTES < len(file)


@pytest.mark.parametrize("form", native_pictures.FORMATS)
def test_the_usual_formats_are_read_and_what_is_seen_through_becomes_white(ask: Ask, form: str) -> None:
    written = io.BytesIO()
    Image.new("RGBA" if form == "PNG" else "RGB", (8, 8), (0, 0, 0, 0) if form == "PNG" else "#FFF").save(written, form)
    kept = picture(ask("small_jpeg", written.getvalue(), MAX_SIDE, MAX_PHOTO_BYTES))
    assert kept.getpixel((4, 4)) == (255, 255, 255)


@pytest.mark.parametrize(("file", "words"), NO_PHOTOS.values(), ids=NO_PHOTOS)
def test_what_is_no_photo_gets_the_same_sentence(ask: Ask, file: bytes, words: str) -> None:
    refused = ask("small_jpeg", file, MAX_SIDE, MAX_PHOTO_BYTES)
    assert isinstance(refused, PictureError)
    assert str(refused.message).startswith(words)


def test_where_zxing_cannot_be_loaded_that_is_said(ask: Ask) -> None:
    refused = ask("texts_of_codes", photo())
    assert isinstance(refused, PictureError)
    assert refused.message == NOT_SEARCHED


def test_a_sheet_looks_as_it_does_when_pillow_draws_it(ask: Ask, tmp_path: Path) -> None:
    names = ("Anna", LONG, "שרה כהן", "李明 🎲")
    with closing(Store(database(tmp_path), lambda: datetime.now(UTC))) as store:
        play = plays.play(store, put_play(store, DAY, {name: (99 - seat, -12) for seat, name in enumerate(names)}))
    assert play is not None
    own = native_pictures.Lettering()
    drawing = sheet_image._drawing(play, result_of_play(play), DARK, own)
    words = [(shape.words, shape.face) for shape in drawing.shapes if isinstance(shape, Words)]
    assert ask("lengths", words) == [pytest.approx(own.length(*text), rel=0.03, abs=2) for text in words]
    theirs, ours = picture(ask("drawn", drawing)).convert("RGB"), picture(native_pictures._painted(drawing))
    assert theirs.size == ours.size
    assert max(ImageStat.Stat(ImageChops.difference(theirs, ours)).mean) < 2  # of 255: the edges of letters
