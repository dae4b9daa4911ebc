"""Series of codes: collected in any order, doubled, mixed, damaged, incomplete."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.codes import (
    DamagedCodeError,
    ForeignCodeError,
    NewerCodeError,
    OversizedCodeError,
    ShareCodeError,
    frames,
    links,
    payload,
)
from storage.codes.frames import CollectedFrames, Frame
from storage.codes.links import LinkData, LinkKind
from tests.storage.codes.samples import BASE, LARGE, LINK, SMALL, table
from tests.strategies import examples

LINKS = frames.links(LARGE, BASE, 5)
"""A series of small codes, so that it is long."""


def frame(link: str) -> Frame:
    read = frames.read(link)
    assert isinstance(read, Frame)
    return read


FRAMES = tuple(map(frame, LINKS))


def collected(*ones: Frame) -> CollectedFrames:
    series: tuple[CollectedFrames, ...] = ()
    for code in ones:
        series = frames.collect(code, series)
    (only,) = series
    return only


def test_what_one_code_holds_is_no_series() -> None:
    assert frames.links(SMALL, BASE) == (LINK,)
    assert frames.read(LINK) == SMALL


def test_a_series_says_number_and_how_many_and_which_payload() -> None:
    assert [frame.number for frame in FRAMES] == list(range(1, len(FRAMES) + 1))
    assert {frame.of for frame in FRAMES} == {len(FRAMES)}
    assert {frame.checksum for frame in FRAMES} == {LARGE[-4:]}
    assert len(FRAMES) > 3


@pytest.mark.parametrize("largest", [4, 5, 8, 10, 15])
@pytest.mark.parametrize("base", [BASE, "http://192.168.178.20:8550/", "https://play.example.org/tessera/"])
def test_no_code_of_a_series_is_larger_than_asked_and_none_could_be_left_out(largest: int, base: str) -> None:
    made = frames.links(LARGE, base, largest)
    assert all(links.fits(code, largest) for code in made)
    if len(made) > 1:
        fewer = -(-len(LARGE) // (len(made) - 1))
        assert not links.fits(links.link_of(LinkData(kind=LinkKind.FRAME, data=bytes(fewer + 11)), base), largest)


@examples(50)
@given(st.permutations([*FRAMES, *FRAMES[:3]]))
def test_any_order_with_doubled_frames_gives_the_payload(ones: list[Frame]) -> None:
    whole = collected(*ones)
    assert whole.is_whole
    assert whole.payload() == LARGE
    assert str(whole.progress()) == f"all {len(FRAMES)} codes are here"


def test_a_doubled_frame_changes_nothing() -> None:
    once = collected(FRAMES[1])
    assert frames.collect(FRAMES[1], (once,)) == (once,)


def test_missing_frames_are_named() -> None:
    some = collected(*FRAMES[1:2], *FRAMES[3:])
    assert some.missing == (1, 3)
    assert not some.is_whole
    assert str(some.progress()) == f"{len(FRAMES) - 2} of {len(FRAMES)} codes; missing: 1 and 3"
    with pytest.raises(DamagedCodeError, match="missing: 1 and 3"):
        some.payload()


def test_frames_of_several_series_are_collected_side_by_side() -> None:
    town = payload.encode(table("little-town/castle-watchtower-and-a-shared-win"))
    others = [frame(link) for link in frames.links(town, BASE, 5)]
    series: tuple[CollectedFrames, ...] = ()
    for code in (*FRAMES[:2], *others[1:], *FRAMES[2:], others[0]):
        series = frames.collect(code, series)
    assert [frame.payload() for frame in series] == [LARGE, town]


def test_the_same_payload_cut_otherwise_is_another_series() -> None:
    both = frames.collect(frame(frames.links(LARGE, BASE, 6)[0]), (collected(FRAMES[0]),))
    assert [frame.missing[0] for frame in both] == [2, 2]


def test_of_too_many_series_the_oldest_goes() -> None:
    series: tuple[CollectedFrames, ...] = ()
    for number in range(frames.MAX_SERIES + 1):
        series = frames.collect(replace(FRAMES[0], checksum=number.to_bytes(4, "big")), series)
    assert len(series) == frames.MAX_SERIES
    assert series[0].checksum == b"\0\0\0\1"


def test_a_number_with_something_else_in_it_is_refused() -> None:
    with pytest.raises(DamagedCodeError, match="do not fit together"):
        frames.collect(replace(FRAMES[0], part=b"x"), (collected(FRAMES[0]),))


def test_frames_that_do_not_make_up_the_payload_are_refused() -> None:
    forged = replace(FRAMES[-1], part=b"other")
    with pytest.raises(DamagedCodeError, match="do not fit together"):
        collected(*FRAMES[:-1], forged).payload()


def test_every_byte_of_a_frame_changed_is_noticed() -> None:
    data = links.parse_link(LINKS[0]).data
    for at in range(len(data)):
        flipped = bytearray(data)
        flipped[at] ^= 0xFF
        with pytest.raises(DamagedCodeError):
            frames.read(links.link_of(LinkData(kind=LinkKind.FRAME, data=bytes(flipped)), BASE))


def test_every_shorter_frame_is_noticed() -> None:
    data = links.parse_link(LINKS[0]).data
    for end in range(1, len(data)):
        with pytest.raises(DamagedCodeError):
            frames.read(links.link_of(LinkData(kind=LinkKind.FRAME, data=data[:end]), BASE))


def made_up(head: bytes) -> str:
    body = head + b"part"
    return links.link_of(LinkData(kind=LinkKind.FRAME, data=body + payload.checksum(body)), BASE)


@pytest.mark.parametrize("head", [b"\0sum!\1\2", b"\1sum!\0\2", b"\1sum!\3\2", b"\1sum!\1\0"])
def test_a_frame_that_cannot_be_is_not_ours(head: bytes) -> None:
    with pytest.raises(ForeignCodeError):
        frames.read(made_up(head))


def test_a_frame_of_a_later_version_is_told_apart() -> None:
    with pytest.raises(NewerCodeError):
        frames.read(made_up(b"\2sum!\1\2"))


@pytest.mark.parametrize("base", [BASE, f"https://a.org/{'way' * 60}/"])
def test_what_would_need_too_many_codes_is_refused(base: str) -> None:
    with pytest.raises(OversizedCodeError, match="link"):
        frames.links(bytes(40_000), base)


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_as_a_frame_are_refused(data: bytes) -> None:
    body = b"\1" + data
    for link_data in (data, body + payload.checksum(body)):
        try:
            read = frames.read(links.link_of(LinkData(kind=LinkKind.FRAME, data=link_data), BASE))
        except ShareCodeError:
            continue
        assert isinstance(read, Frame)
        assert 1 <= read.number <= read.of
