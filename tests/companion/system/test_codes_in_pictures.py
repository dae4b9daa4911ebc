"""Codes are read from pictures as phones take them, and what is no picture gets a sentence."""

from __future__ import annotations

import asyncio
import io
import struct
import subprocess
import sys
import zlib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFilter

from companion.system import native_pictures, pictures
from companion.system.native_pictures import codes_in
from companion.system.pictures import PictureError
from storage.codes import frames, links
from tests.storage.codes.samples import BASE, LARGE, LINK, SMALL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Change = Callable[[Image.Image], Image.Image]

PLACES = ("https://tessera.invalid/", "http://192.168.178.20:8550/", "https://play.example.org/tessera/")


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file)).convert("L")


def written(picture: Image.Image, form: str = "PNG", **options: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, form, **options)
    return file.getvalue()


def parcels_in(file: bytes) -> list[bytes]:
    return [links.parse_link(text).data for text in codes_in(file)]


@pytest.mark.parametrize("base", [*PLACES, "tessera:", "http://[fe80::1]:8550/"])
def test_a_code_says_the_link_where_capitals_of_the_host_are_nothing(base: str) -> None:
    link = links.payload_link(SMALL, base)
    (text,) = codes_in(links.png(link, 4))
    assert text.lower() == link.lower()
    assert text == link or base in PLACES[:2]
    assert links.parse_link(text).data == SMALL


def turned(degrees: float) -> Change:
    return lambda picture: picture.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=255)


def blurred(radius: float) -> Change:
    return lambda picture: picture.filter(ImageFilter.GaussianBlur(radius))


def seen(pixels: int) -> Change:
    return lambda picture: picture.resize((pixels, pixels), Image.Resampling.BILINEAR)


def aslant(picture: Image.Image) -> Image.Image:
    size = picture.width
    corners = (-0.04 * size, -0.1 * size, 0.02 * size, 1.05 * size, 1.06 * size, 1.02 * size, 1.02 * size, -0.03 * size)
    return picture.transform(picture.size, Image.Transform.QUAD, corners, Image.Resampling.BICUBIC, fillcolor=255)


def dim(picture: Image.Image) -> Image.Image:
    shade = Image.linear_gradient("L").resize(picture.size)
    return Image.blend(picture, shade, 0.45)


def spotted(picture: Image.Image) -> Image.Image:
    marred = picture.copy()
    size = picture.width
    ImageDraw.Draw(marred).ellipse((0.55 * size, 0.55 * size, 0.64 * size, 0.64 * size), fill=128)
    return marred


VIEWS: dict[str, tuple[Change, ...]] = {
    "as it is": (),
    "small on a screen": (seen(160),),
    "as wide as a phone": (seen(360),),
    "large": (seen(1080),),
    "blurred": (seen(360), blurred(1.5)),
    "blurred and turned": (seen(400), turned(17), blurred(1.2)),
    "on its side": (turned(90),),
    "upside down": (seen(300), turned(183)),
    "aslant": (seen(500), aslant),
    "in the shade": (seen(400), dim),
    "stained": (spotted,),
    "all at once": (seen(600), spotted, turned(-31), dim, blurred(1)),
}


@pytest.mark.parametrize("view", VIEWS)
def test_a_code_is_read_however_a_phone_sees_it(view: str) -> None:
    picture = opened(links.png(LINK))
    for change in VIEWS[view]:
        picture = change(picture)
    assert parcels_in(written(picture, "JPEG", quality=60)) == [SMALL]


@pytest.mark.parametrize("pixels", [220, 360])
def test_the_codes_of_a_series_are_read_from_a_screen(pixels: int) -> None:
    series: tuple[frames.CollectedFrames, ...] = ()
    for link in frames.links(LARGE, BASE):
        picture = blurred(0.8)(turned(8)(seen(pixels)(opened(links.png(link)))))
        (text,) = codes_in(written(picture, "JPEG", quality=70))
        frame = frames.read(text)
        assert isinstance(frame, frames.Frame)
        series = frames.collect(frame, series)
    assert [collection.payload() for collection in series] == [LARGE]


def test_all_codes_of_a_picture_are_read_once() -> None:
    sheet = Image.new("L", (1400, 900), 235)
    shown = frames.links(LARGE, BASE, 6)
    for at, link in enumerate((*shown, shown[0])):
        sheet.paste(turned(3 * at)(seen(300)(opened(links.png(link)))), (20 + 330 * (at % 4), 20 + 400 * (at // 4)))
    parts = [frames.read(text) for text in codes_in(written(sheet, "WEBP", quality=80))]
    assert len(parts) == len(shown)
    series: tuple[frames.CollectedFrames, ...] = ()
    for frame in parts:
        assert isinstance(frame, frames.Frame)
        series = frames.collect(frame, series)
    assert [collection.payload() for collection in series] == [LARGE]


@pytest.mark.parametrize("form", ["BMP", "GIF", "JPEG", "PNG", "WEBP", "MPO"])
def test_pictures_of_the_usual_formats_are_read(form: str) -> None:
    assert parcels_in(written(opened(links.png(LINK)), form)) == [SMALL]


def test_light_on_dark_and_see_through_are_read() -> None:
    picture = opened(links.png(LINK))
    assert parcels_in(written(picture.point(lambda shade: 255 - shade))) == [SMALL]
    clear = Image.new("RGBA", picture.size)
    clear.putalpha(picture.point(lambda shade: 255 - shade))
    assert parcels_in(written(clear)) == [SMALL]


def test_a_picture_without_a_code_has_none() -> None:
    assert codes_in(written(Image.new("RGB", (300, 200), "white"))) == ()


def test_a_large_photo_is_read() -> None:
    photo = Image.new("L", (6000, 4000), 200)
    photo.paste(seen(1500)(opened(links.png(LINK))), (2000, 1200))
    assert parcels_in(written(photo, "JPEG")) == [SMALL]


@pytest.mark.parametrize("file", [b"", b"no picture", LINK.encode(), b"%PDF-1.4", b"<svg/>", b"\x89PNG\r\n\x1a\n"])
def test_what_is_no_picture_is_refused(file: bytes) -> None:
    with pytest.raises(PictureError, match="picture"):
        codes_in(file)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_a_picture_that_is_cut_is_refused(form: str) -> None:
    file = written(opened(links.png(LINK)), form)
    with pytest.raises(PictureError, match=r"damaged|no picture"):
        codes_in(file[: len(file) // 2])


def empty_png(width: int, height: int) -> bytes:
    """A PNG that says it is so large, and is next to nothing as a file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(8_001, 8_001), (12_000, 9_000), (60_000, 60_000), (64_000_001, 1), (1, 65_536)])
def test_a_picture_bomb_is_refused_before_it_is_unpacked(size: tuple[int, int]) -> None:
    with pytest.raises(PictureError, match="too large"):
        codes_in(empty_png(*size))


def test_a_picture_of_colours_that_it_does_not_name_is_refused() -> None:
    named_nowhere = written(Image.new("P", (20, 20))).replace(b"PLTE", b"nONE")
    chunk = named_nowhere.index(b"nONE")
    length = int.from_bytes(named_nowhere[chunk - 4 : chunk])
    checked = zlib.crc32(named_nowhere[chunk : chunk + 4 + length]).to_bytes(4)
    end = chunk + 4 + length
    with pytest.raises(PictureError, match="damaged"):
        codes_in(named_nowhere[:end] + checked + named_nowhere[end + 4 :])


def test_colours_count_as_what_they_take() -> None:
    file = written(Image.new("RGBA", (4_200, 4_000)), compress_level=1)
    with pytest.raises(PictureError):
        codes_in(file)
    assert codes_in(written(Image.new("RGB", (4_200, 4_000)), compress_level=1)) == ()


@pytest.mark.parametrize("form", ["PNG", "GIF"])
@pytest.mark.parametrize("mode", ["L", "P"])
def test_a_shade_that_shows_through_counts_as_the_colours_it_becomes(form: str, mode: str) -> None:
    with pytest.raises(PictureError, match="too large"):
        codes_in(written(Image.new(mode, (1_000, 300)), form, transparency=0), 1_000_000)


_MEMORY = """
import asyncio, re, sys
from pathlib import Path
from companion.system.native_pictures import codes_in, small_jpeg

def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])

file = Path(sys.argv[1]).read_bytes()
codes_in(Path(sys.argv[2]).read_bytes())
before = peak()
asyncio.run(small_jpeg(file, 1600, 300_000))
print((peak() - before) / 1000)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads what the kernel of Linux counts")
@pytest.mark.parametrize(("mode", "size"), [("RGBA", (4_000, 4_000)), ("L", (8_000, 8_000))])
def test_a_picture_takes_little_more_memory_than_it_is_counted_with(
    tmp_path: Path, mode: str, size: tuple[int, int]
) -> None:
    large, small = tmp_path / "large.png", tmp_path / "small.png"
    large.write_bytes(written(Image.new(mode, size), compress_level=1))
    small.write_bytes(links.png(LINK))
    command = [sys.executable, "-c", _MEMORY, str(large), str(small)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert float(done.stdout) < 2 * pictures.MAX_UNPACKED_BYTES / 1_000_000


def test_a_file_beyond_the_limit_is_not_looked_at() -> None:
    with pytest.raises(PictureError):
        codes_in(bytes(pictures.MAX_FILE_BYTES + 1))


def test_where_no_codes_can_be_read_that_is_said_and_photos_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zxingcpp", None)
    file = links.png(LINK)
    with pytest.raises(PictureError, match="paste the link"):
        codes_in(file)
    assert opened(asyncio.run(native_pictures.small_jpeg(file, 100, 10_000))).size == (100, 100)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.integers(0, 255), st.integers(0, 10_000))
def test_a_file_with_a_byte_changed_is_read_or_refused(at: int, byte: int, end: int) -> None:
    for form in ("PNG", "JPEG"):
        file = bytearray(SMALL_FILES[form])
        file[at % len(file)] = byte
        try:
            texts = codes_in(bytes(file[: end or None]))
        except PictureError:
            continue
        assert set(texts) <= {codes_in(SMALL_FILES[form])[0]}


SMALL_FILES = {form: written(opened(links.png(LINK, 3)), form) for form in ("PNG", "JPEG")}
