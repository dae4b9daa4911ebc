"""Codes: small enough, drawn as they should be, and read again from pictures as phones take them."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from scoring import GAMES
from scoring.messages import say
from storage.codes import OversizedCodeError, contents, links, payload, qr_codes
from tests.storage.codes.samples import BASE, LINK, RESULTS, result

if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[Image.Image], Image.Image]

PLACES = ("https://tessera.invalid/", "http://192.168.178.20:8550/", "https://play.example.org/tessera/")


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file)).convert("L")


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
    game = replace(GAMES["carpe-diem"], rules=dict.fromkeys(rules, say("Rule")))
    packed = payload.encode(contents.PlayResult(game=game, figures=figures))
    assert qr_codes.version(links.payload_link(packed, BASE)) <= 8


def test_as_many_bytes_fit_as_the_standard_has_room_for() -> None:
    assert qr_codes.fits(links.payload_link(bytes(129), BASE), 8)
    assert not qr_codes.fits(links.payload_link(bytes(130), BASE), 8)


def test_what_no_code_holds_is_refused() -> None:
    link = links.payload_link(bytes(2400), BASE)
    assert not qr_codes.fits(link, 40)
    for draw in (qr_codes.version, qr_codes.matrix, qr_codes.side, qr_codes.png):
        with pytest.raises(OversizedCodeError, match="too large"):
            draw(link)


def test_nothing_about_pictures_is_loaded_before_it_is_needed() -> None:
    code = "import sys, storage.codes.frames; print({'PIL', 'qrcode', 'zxingcpp'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


def test_a_matrix_has_the_size_of_its_version_and_a_quiet_zone() -> None:
    rows = qr_codes.matrix(LINK)
    size = 17 + 4 * qr_codes.version(LINK) + 8
    assert len(rows) == size == qr_codes.side(LINK)
    assert {len(row) for row in rows} == {size}
    edge = [*rows[:4], *rows[-4:], *(row[:4] + row[-4:] for row in rows)]
    assert not any(any(row) for row in edge)
    assert rows[4][4:11] == (True,) * 7


def test_a_png_draws_the_matrix() -> None:
    rows = qr_codes.matrix(LINK)
    picture = opened(qr_codes.png(LINK, 1))
    assert tuple(tuple(picture.getpixel((x, y)) == 0 for x in range(len(rows))) for y in range(len(rows))) == rows
    assert opened(qr_codes.png(LINK, 5)).size == (5 * len(rows), 5 * len(rows))
