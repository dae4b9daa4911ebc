"""Links: what they carry comes out again, and what is no link of ours is told from a damaged one."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scoring import GAMES
from scoring.messages import say
from storage.codes import (
    DamagedCodeError,
    ForeignCodeError,
    OversizedCodeError,
    ShareCodeError,
    contents,
    links,
    payload,
)
from storage.codes.links import LinkData, LinkKind
from tests.storage.codes.samples import BASE, LINK, RESULTS, SMALL, result

if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[Image.Image], Image.Image]


@given(st.binary(max_size=300))
def test_bytes_become_digits_and_bytes_again(data: bytes) -> None:
    digits = links.digits(data)
    assert digits == "" or digits.isdecimal()
    assert links.data(digits) == data


def test_no_two_lengths_take_as_many_digits() -> None:
    lengths = [len(links.digits(bytes(size))) for size in range(200)]
    assert lengths == sorted(set(lengths))


def test_digits_take_less_room_than_other_alphabets() -> None:
    bits = len(links.digits(bytes(110))) * 10 / 3
    assert bits < 110 * 8 * 1.004
    base45_bits = 110 / 2 * 3 * 5.5
    assert bits < base45_bits


@pytest.mark.parametrize("base", [BASE, "http://192.168.178.20:8550/", "HTTPS://A.ORG/Path/?q=1", "tessera:"])
@pytest.mark.parametrize("mark", LinkKind)
def test_a_link_carries_bytes_behind_any_address(base: str, mark: LinkKind) -> None:
    carried = LinkData(kind=mark, data=SMALL)
    link = links.link_of(carried, base)
    assert link.startswith(f"{base}#")
    assert links.parse_link(link) == carried


def test_an_address_with_a_fragment_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="fragment"):
        links.payload_link(SMALL, "https://tessera.invalid/#there")


def test_a_link_that_was_pasted_in_lines_is_read() -> None:
    pasted = f"  {LINK[:40]}\r\n {LINK[40:90]}\n\t{LINK[90:]} \n"
    assert links.parse_link(pasted).data == SMALL
    assert payload.decode(links.parse_link(pasted).data) == result("carpe-diem/nick-villas")


@pytest.mark.parametrize("behind", [".", ")", ").", "!", "”", "> "])
def test_what_a_text_puts_behind_a_link_is_no_part_of_it(behind: str) -> None:
    assert links.parse_link(LINK + behind).data == SMALL


@pytest.mark.parametrize(
    "text", ["", "#", BASE, "https://example.org/#top", "https://example.org/#table", "12345", "t12345", f"{BASE}#x123",
             f"{BASE}#T123", f"{BASE}#123", "https://example.org/?t=065", "\0#"]
)  # fmt: skip
def test_other_links_are_not_ours(text: str) -> None:
    with pytest.raises(ForeignCodeError):
        links.parse_link(text)


@pytest.mark.parametrize("tail", ["", "0", "06", "065x", "065&utm=1", "0651", "999", "065%20", "0٣5", "9" * 53])
def test_links_that_are_cut_or_changed_are_damaged(tail: str) -> None:
    with pytest.raises(DamagedCodeError):
        links.parse_link(f"{BASE}#t{tail}")


def test_every_digit_changed_or_missing_is_noticed() -> None:
    start = LINK.index("#") + 2
    for at in range(start, len(LINK)):
        another_digit = str((int(LINK[at]) + 1 + at % 9) % 10)
        for changed in (LINK[:at] + another_digit + LINK[at + 1 :], LINK[:at] + LINK[at + 1 :], LINK[:at]):
            if changed == LINK:
                continue
            with pytest.raises((DamagedCodeError, ForeignCodeError)):
                payload.decode(links.parse_link(changed).data)


def test_a_text_without_end_is_not_looked_at() -> None:
    with pytest.raises(OversizedCodeError):
        links.parse_link(f"{BASE}#t" + "0" * links.MAX_LINK_LENGTH)


def test_the_largest_payload_has_a_link() -> None:
    data = b"\xff" * payload.MAX_PAYLOAD_BYTES
    assert links.parse_link(links.payload_link(data, BASE)).data == data


@given(st.one_of(st.text(), st.text("0123456789 ts#", max_size=80).map(lambda text: f"a#t{text}")))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        carried = links.parse_link(text)
    except ShareCodeError:
        return
    assert links.parse_link(links.link_of(carried, BASE)) == carried


PLACES = ("https://tessera.invalid/", "http://192.168.178.20:8550/", "https://play.example.org/tessera/")


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file)).convert("L")


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("base", PLACES)
def test_the_result_of_every_game_fits_a_code_of_version_8(name: str, base: str) -> None:
    assert links.version(links.payload_link(payload.encode(result(name)), base)) <= 8


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
    assert links.version(links.payload_link(packed, BASE)) <= 8


def test_as_many_bytes_fit_as_the_standard_has_room_for() -> None:
    assert links.fits(links.payload_link(bytes(129), BASE), 8)
    assert not links.fits(links.payload_link(bytes(130), BASE), 8)


def test_what_no_code_holds_is_refused() -> None:
    link = links.payload_link(bytes(2400), BASE)
    assert not links.fits(link, 40)
    for draw in (links.version, links.matrix, links.side, links.png):
        with pytest.raises(OversizedCodeError, match="too large"):
            draw(link)


def test_nothing_about_pictures_is_loaded_before_it_is_needed() -> None:
    code = "import sys, storage.codes.frames; print({'PIL', 'qrcode', 'zxingcpp'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


def test_a_matrix_has_the_size_of_its_version_and_a_quiet_zone() -> None:
    rows = links.matrix(LINK)
    size = 17 + 4 * links.version(LINK) + 8
    assert len(rows) == size == links.side(LINK)
    assert {len(row) for row in rows} == {size}
    edge = [*rows[:4], *rows[-4:], *(row[:4] + row[-4:] for row in rows)]
    assert not any(any(row) for row in edge)
    assert rows[4][4:11] == (True,) * 7


def test_a_png_draws_the_matrix() -> None:
    rows = links.matrix(LINK)
    picture = opened(links.png(LINK, 1))
    assert tuple(tuple(picture.getpixel((x, y)) == 0 for x in range(len(rows))) for y in range(len(rows))) == rows
    assert opened(links.png(LINK, 5)).size == (5 * len(rows), 5 * len(rows))
