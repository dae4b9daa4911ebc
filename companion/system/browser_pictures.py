"""Pictures in a browser's worker: the browser reads and draws them, zxing in WebAssembly finds codes in them."""

from __future__ import annotations

import io
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import imagesize
import js
from pyodide.ffi import JsException, to_js

from companion.system import pictures

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyodide.ffi import JsProxy


_KNOWN: Final = (b"\xff\xd8\xff", b"\x89PNG", b"RIFF", b"GIF8", b"BM")
"""How the pictures begin that every browser reads; some read more."""

_loaded: Final[set[str]] = set()
"""The fonts that words asked for, and that came."""


async def small_jpeg(file: bytes, side: int, size: int) -> bytes:
    """Return a picture upright as a JPEG, with sides of at most `side` pixels, of at most `size` bytes.

    Raises:
        PictureError: it is no picture, damaged, or larger than any picture that is read.

    """
    canvas = await _opened(file, side)
    while True:
        for quality in pictures.QUALITIES:
            blob = await canvas.convertToBlob(_object({"type": "image/jpeg", "quality": quality / 100}))
            if blob.size <= size:
                return await _bytes_of(blob)
        canvas = _on_white(canvas, max(1, canvas.width // 2), max(1, canvas.height // 2))


async def texts_of_codes(file: bytes) -> tuple[str, ...]:
    """Return the texts of all QR codes in a picture, each once.

    Raises:
        PictureError: it is no picture, damaged, or larger than any picture that is read; or zxing cannot be loaded.

    """
    canvas = await _opened(file, pictures.MAX_CODES_SIDE)
    pixels = _pen(canvas).getImageData(0, 0, canvas.width, canvas.height)
    try:
        zxing = await js.importModule("./zxing.js")
        return tuple(await zxing.textsIn(pixels))
    except JsException:
        raise pictures.PictureError(pictures.NOT_SEARCHED) from None


async def lettering(fonts: Iterable[str], /) -> Lettering:
    """Return what measures words in these fonts; the browser replaces a font that is missing."""
    for font in set(fonts) - _loaded:
        with suppress(JsException):
            address = js.URL.new(f"../{font}", js.location.href).href  # the worker lies in a folder of scripts
            js.fonts.add(await js.FontFace.new(font, f"url({address})").load())
            _loaded.add(font)
    return Lettering()


async def drawn(drawing: pictures.Drawing) -> bytes:
    """Return a drawing as a PNG."""
    canvas = js.OffscreenCanvas.new(drawing.width, drawing.height)
    pen = _pen(canvas)
    pen.fillStyle = drawing.ground
    pen.fillRect(0, 0, drawing.width, drawing.height)
    for shape in drawing.shapes:
        if isinstance(shape, pictures.Box):
            _draw_box(pen, shape)
        else:
            _write(pen, shape)
    return await _bytes_of(await canvas.convertToBlob(_object({"type": "image/png"})))


class Lettering:
    """Measures words as the browser writes them."""

    def __init__(self) -> None:
        """Take a pen that draws nowhere."""
        self._pen = _pen(js.OffscreenCanvas.new(1, 1))

    def length(self, words: str, face: pictures.Face, /) -> float:
        """Return the width of words on one line, in pixels."""
        self._pen.font = _css(face)
        width: float = self._pen.measureText(words).width
        return width


def _draw_box(pen: JsProxy, box: pictures.Box) -> None:
    pen.fillStyle = box.fill
    pen.beginPath()
    pen.roundRect(box.left, box.top, box.width, box.height, box.radius)
    pen.fill()


def _write(pen: JsProxy, shape: pictures.Words) -> None:
    pen.font = _css(shape.face)
    pen.fillStyle = shape.ink
    pen.fillText(shape.words, shape.left, shape.base)


def _css(face: pictures.Face) -> str:
    return f'{face.size}px "{face.font}"'


async def _opened(file: bytes, side: int) -> JsProxy:
    """Return the pixels of a picture alone on a canvas, upright, with sides of at most `side` pixels."""
    width, height = imagesize.get(io.BytesIO(file), exif_rotation=False)
    if (
        len(file) > pictures.MAX_FILE_BYTES
        or width * height > pictures.MAX_UNPACKED_BYTES
        or height > pictures.MAX_LINES
    ):
        raise pictures.PictureError(pictures.TOO_LARGE)
    try:
        picture = await js.createImageBitmap(js.Blob.new(to_js([to_js(file)])))
    except JsException:
        raise pictures.PictureError(pictures.DAMAGED if file.startswith(_KNOWN) else pictures.FOREIGN) from None
    scale = min(1, side / max(picture.width, picture.height))
    canvas = _on_white(picture, max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    picture.close()
    return canvas


def _on_white(picture: JsProxy, width: int, height: int) -> JsProxy:
    """Return a picture on a white canvas of a size in pixels."""
    canvas = js.OffscreenCanvas.new(width, height)
    pen = _pen(canvas)
    pen.fillStyle = pictures.WHITE
    pen.fillRect(0, 0, width, height)
    pen.imageSmoothingQuality = "high"
    pen.drawImage(picture, 0, 0, width, height)
    return canvas


def _pen(canvas: JsProxy) -> JsProxy:
    return canvas.getContext("2d", _object({"alpha": False, "willReadFrequently": True}))


async def _bytes_of(blob: JsProxy) -> bytes:
    content: bytes = (await blob.arrayBuffer()).to_bytes()
    return content


def _object(values: dict[str, object]) -> JsProxy:
    """Return values as an object of JavaScript."""
    return to_js(values, dict_converter=js.Object.fromEntries)
