"""Codes: small enough, drawn as they should be, and read again from pictures as phones take them."""

from __future__ import annotations

import io
import random
import struct
import subprocess
import sys
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFilter

from scoring import GAMES
from storage.codes import contents, frames, links, payload, qr_codes
from storage.codes.errors import OversizedCodeError, PictureError, ShareCodeError
from tests.storage.codes.samples import BASE, LARGE, LINK, RESULTS, SMALL, result

if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[Image.Image], Image.Image]

PLACES = ("https://tessera.invalid/", "http://192.168.178.20:8550/", "https://play.example.org/tessera/")


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file)).convert("L")


def written(picture: Image.Image, form: str = "PNG", **options: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, form, **options)
    return file.getvalue()


def parcels_in(file: bytes) -> list[bytes]:
    return [links.parse_link(text).data for text in qr_codes.read(file)]


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("base", PLACES)
def test_the_result_of_every_game_fits_a_code_of_version_8(name: str, base: str) -> None:
    assert qr_codes.version(links.payload_link(payload.encode(result(name)), base)) <= 8


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "names", [("Cathy", "Hank", "Nick", "Sophie"), ("Anneliese", "Friedrich", "Max", "Wilhelmina")]
)
def test_four_players_with_seven_categories_fit_a_code_of_version_8(seed: int, names: tuple[str, ...]) -> None:
    chance = random.Random(seed)
    rules = (*GAMES["carpe-diem"].rules, "a_seventh")
    figures = contents.ResultFigures(
        points={rule: tuple(chance.randint(0, 60) for _ in names) for rule in rules},
        places=(1, 2, 2, 4),
        decided_by=("writs_left", "points", "points", ""),
        finished="2026-11-21T22:47Z",
        players=names,
    )
    game = replace(GAMES["carpe-diem"], rules=dict.fromkeys(rules, ""))
    packed = payload.encode(contents.PlayResult(game=game, figures=figures))
    assert qr_codes.version(links.payload_link(packed, BASE)) <= 8


def test_as_many_bytes_fit_as_the_standard_has_room_for() -> None:
    assert qr_codes.fits(links.payload_link(bytes(129), BASE), 8)
    assert not qr_codes.fits(links.payload_link(bytes(130), BASE), 8)


def test_what_no_code_holds_is_refused() -> None:
    link = links.payload_link(bytes(2400), BASE)
    assert not qr_codes.fits(link, 40)
    for draw in (qr_codes.version, qr_codes.matrix, qr_codes.png, qr_codes.svg):
        with pytest.raises(OversizedCodeError, match="series"):
            draw(link)


def test_nothing_about_pictures_is_loaded_before_it_is_needed() -> None:
    code = "import sys, storage.codes.frames; print({'PIL', 'qrcode', 'zxingcpp'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


def test_a_matrix_has_the_size_of_its_version_and_a_quiet_zone() -> None:
    rows = qr_codes.matrix(LINK)
    size = 17 + 4 * qr_codes.version(LINK) + 8
    assert len(rows) == size
    assert {len(row) for row in rows} == {size}
    edge = [*rows[:4], *rows[-4:], *(row[:4] + row[-4:] for row in rows)]
    assert not any(any(row) for row in edge)
    assert rows[4][4:11] == (True,) * 7


def test_png_and_svg_draw_the_matrix() -> None:
    rows = qr_codes.matrix(LINK)
    picture = opened(qr_codes.png(LINK, 1))
    assert tuple(tuple(picture.getpixel((x, y)) == 0 for x in range(len(rows))) for y in range(len(rows))) == rows
    assert opened(qr_codes.png(LINK, 5)).size == (5 * len(rows), 5 * len(rows))
    dark = ET.fromstring(qr_codes.svg(LINK))[1].attrib["d"]  # noqa: S314 - drawn right here
    drawn = set()
    for run in dark.split("z")[:-1]:
        start, rest = run.removeprefix("M").split("h", 1)
        x, y = map(int, start.split())
        drawn |= {(x + step, y) for step in range(int(rest.partition("v")[0]))}
    assert drawn == {(x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark}


@pytest.mark.parametrize("base", [*PLACES, "tessera:", "http://[fe80::1]:8550/"])
def test_a_code_says_the_link_where_capitals_of_the_host_are_nothing(base: str) -> None:
    link = links.payload_link(SMALL, base)
    (text,) = qr_codes.read(qr_codes.png(link, 4))
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
    picture = opened(qr_codes.png(LINK))
    for change in VIEWS[view]:
        picture = change(picture)
    assert parcels_in(written(picture, "JPEG", quality=60)) == [SMALL]


@pytest.mark.parametrize("pixels", [220, 360])
def test_the_codes_of_a_series_are_read_from_a_screen(pixels: int) -> None:
    series: tuple[frames.CollectedFrames, ...] = ()
    for link in frames.links(LARGE, BASE):
        picture = blurred(0.8)(turned(8)(seen(pixels)(opened(qr_codes.png(link)))))
        (text,) = qr_codes.read(written(picture, "JPEG", quality=70))
        frame = frames.read(text)
        assert isinstance(frame, frames.Frame)
        series = frames.collect(frame, series)
    assert [one.payload() for one in series] == [LARGE]


def test_all_codes_of_a_picture_are_read_once() -> None:
    sheet = Image.new("L", (1400, 900), 235)
    shown = frames.links(LARGE, BASE, 6)
    for at, link in enumerate((*shown, shown[0])):
        sheet.paste(turned(3 * at)(seen(300)(opened(qr_codes.png(link)))), (20 + 330 * (at % 4), 20 + 400 * (at // 4)))
    parts = [frames.read(text) for text in qr_codes.read(written(sheet, "WEBP", quality=80))]
    assert len(parts) == len(shown)
    series: tuple[frames.CollectedFrames, ...] = ()
    for frame in parts:
        assert isinstance(frame, frames.Frame)
        series = frames.collect(frame, series)
    assert [one.payload() for one in series] == [LARGE]


@pytest.mark.parametrize("form", ["BMP", "GIF", "JPEG", "PNG", "WEBP", "MPO"])
def test_pictures_of_the_usual_formats_are_read(form: str) -> None:
    assert parcels_in(written(opened(qr_codes.png(LINK)), form)) == [SMALL]


def test_light_on_dark_and_see_through_are_read() -> None:
    picture = opened(qr_codes.png(LINK))
    assert parcels_in(written(picture.point(lambda shade: 255 - shade))) == [SMALL]
    clear = Image.new("RGBA", picture.size)
    clear.putalpha(picture.point(lambda shade: 255 - shade))
    assert parcels_in(written(clear)) == [SMALL]


def test_a_picture_without_a_code_has_none() -> None:
    assert qr_codes.read(written(Image.new("RGB", (300, 200), "white"))) == ()


def test_a_large_photo_is_read() -> None:
    photo = Image.new("L", (6000, 4000), 200)
    photo.paste(seen(1500)(opened(qr_codes.png(LINK))), (2000, 1200))
    assert parcels_in(written(photo, "JPEG")) == [SMALL]


@pytest.mark.parametrize("file", [b"", b"no picture", LINK.encode(), b"%PDF-1.4", b"<svg/>", b"\x89PNG\r\n\x1a\n"])
def test_what_is_no_picture_is_refused(file: bytes) -> None:
    with pytest.raises(PictureError, match="picture"):
        qr_codes.read(file)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_a_picture_that_is_cut_is_refused(form: str) -> None:
    file = written(opened(qr_codes.png(LINK)), form)
    with pytest.raises(PictureError, match=r"damaged|no picture"):
        qr_codes.read(file[: len(file) // 2])


def empty_png(width: int, height: int) -> bytes:
    """A PNG that says it is so large, and is next to nothing as a file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(8_001, 8_001), (12_000, 9_000), (60_000, 60_000), (64_000_001, 1), (1, 65_536)])
def test_a_picture_bomb_is_refused_before_it_is_unpacked(size: tuple[int, int]) -> None:
    with pytest.raises(OversizedCodeError, match="too large"):
        qr_codes.read(empty_png(*size))


def test_a_picture_of_colours_that_it_does_not_name_is_refused() -> None:
    named_nowhere = written(Image.new("P", (20, 20))).replace(b"PLTE", b"nONE")
    chunk = named_nowhere.index(b"nONE")
    length = int.from_bytes(named_nowhere[chunk - 4 : chunk])
    checked = zlib.crc32(named_nowhere[chunk : chunk + 4 + length]).to_bytes(4)
    end = chunk + 4 + length
    with pytest.raises(PictureError, match="damaged"):
        qr_codes.read(named_nowhere[:end] + checked + named_nowhere[end + 4 :])


def test_colours_count_as_what_they_take() -> None:
    file = written(Image.new("RGBA", (4_200, 4_000)), compress_level=1)
    with pytest.raises(OversizedCodeError):
        qr_codes.read(file)
    assert qr_codes.read(written(Image.new("RGB", (4_200, 4_000)), compress_level=1)) == ()


def test_a_file_beyond_the_limit_is_not_looked_at() -> None:
    with pytest.raises(OversizedCodeError):
        qr_codes.read(bytes(qr_codes.MAX_FILE_BYTES + 1))


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.integers(0, 255), st.integers(0, 10_000))
def test_a_file_with_a_byte_changed_is_read_or_refused(at: int, byte: int, end: int) -> None:
    for form in ("PNG", "JPEG"):
        file = bytearray(SMALL_FILES[form])
        file[at % len(file)] = byte
        try:
            texts = qr_codes.read(bytes(file[: end or None]))
        except ShareCodeError:
            continue
        assert set(texts) <= {qr_codes.read(SMALL_FILES[form])[0]}


SMALL_FILES = {form: written(opened(qr_codes.png(LINK, 3)), form) for form in ("PNG", "JPEG")}
