"""Pairing codes: small enough to be read across a table, and read to the letter or not at all."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import IPv4Address, IPv6Address
from random import Random
from typing import Any, Final
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.codes import (
    DamagedCodeError,
    ForeignCodeError,
    NewerCodeError,
    OversizedCodeError,
    ShareCodeError,
    links,
    pairing,
    payload,
)
from storage.codes.links import LinkData, LinkKind
from storage.codes.pairing import Answer, Candidate, Description, Offer
from tests.malformed import broken
from tests.storage.codes.samples import LINK
from tests.strategies import examples

BASE: Final = "https://example.org/games/tessera/"
NAME: Final = UUID("4f1e0c1c-6d0e-4d3a-9d0b-8f2a3a3b7c11")
CHROMIUM: Final = Description(
    ufrag="aB3/",
    pwd="dW5hK2rTtG8yZ0p1Qx7+Lm4n",  # noqa: S106 - what a browser drew once
    fingerprint=bytes(range(32)),
    candidates=(Candidate(address=NAME, port=51123),),
)
FIREFOX: Final = Description(
    ufrag="9c1f03ab",
    pwd="00112233445566778899aabbccddeeff",  # noqa: S106 - likewise
    fingerprint=bytes(32),
    candidates=(
        Candidate(address=IPv4Address("192.168.178.23"), port=40000),
        Candidate(address=IPv6Address("fd00::7"), port=40001),
    ),
)
OFFER: Final = Offer(secret=bytes(range(16)), seat=2, description=CHROMIUM)
ANSWER: Final = Answer(tag=OFFER.tag, description=FIREFOX)

ice = st.characters(codec="ascii", categories=["Lu", "Ll", "Nd"], include_characters="+/")
ports = st.integers(1, 65535)
addresses = st.one_of(st.uuids(), st.ip_addresses(v=4), st.ip_addresses(v=6)).filter(
    lambda address: (
        isinstance(address, UUID) or not (address.is_loopback or address.is_multicast or address.is_unspecified)
    )
)
descriptions = st.builds(
    Description,
    ufrag=st.text(ice, min_size=4, max_size=8),
    pwd=st.text(ice, min_size=22, max_size=32),
    fingerprint=st.binary(min_size=32, max_size=32),
    candidates=st.lists(st.builds(Candidate, address=addresses, port=ports), min_size=1, max_size=4).map(tuple),
)
codes = st.one_of(
    st.builds(
        Offer,
        secret=st.binary(min_size=16, max_size=16),
        seat=st.one_of(st.none(), st.integers(0, 11)),
        description=descriptions,
    ),
    st.builds(
        Offer,
        secret=st.binary(min_size=16, max_size=16),
        seat=st.none(),
        description=descriptions,
        is_for_device=st.sampled_from([True]),
    ),
    st.builds(Answer, tag=st.binary(min_size=8, max_size=8), description=descriptions),
)


def sealed(body: bytes) -> bytes:
    return body + payload.checksum(body)


@examples(50)
@given(codes)
def test_a_code_is_read_as_it_was_written_within_200_bytes(code: Offer | Answer) -> None:
    written = pairing.encode(code)
    assert len(written) <= pairing.MAX_BYTES
    assert pairing.decode(written) == code
    description = code.description
    assert Description.from_json(description.as_json()) == description


@pytest.mark.parametrize("code", [OFFER, ANSWER])
def test_each_byte_counts(code: Offer | Answer) -> None:
    written = pairing.encode(code)
    for at in range(len(written)):
        changed = written[:at] + bytes([written[at] ^ 1]) + written[at + 1 :]
        for damaged in (changed, written[:at]):
            with pytest.raises((DamagedCodeError, ForeignCodeError)):
                pairing.decode(damaged)


@examples(50)
@given(st.binary(max_size=220).map(lambda body: sealed(b"\x02" + body)))
def test_whatever_is_read_is_written_alike(written: bytes) -> None:
    try:
        code = pairing.decode(written)
    except ShareCodeError:
        return
    assert pairing.encode(code) == written


def test_a_code_whose_maker_does_not_keep_to_it_is_damaged_or_read_to_the_letter() -> None:
    sound = [pairing.encode(code)[:-4] for code in (OFFER, ANSWER)]
    refused = 0
    for body in broken(Random(37), sound, 2000):
        written = sealed(body)
        try:
            code = pairing.decode(written)
        except ShareCodeError:
            refused += 1
        else:
            assert pairing.encode(code) == written
    assert 0 < refused < 2000


PLACE: Final = b"\x01\xc0\xa8\x01\x05\x9c\x40"
BEFORE: Final = pairing.encode(OFFER)[: -4 - 19]


@pytest.mark.parametrize(
    "body",
    [
        BEFORE,
        BEFORE + b"\x03" + PLACE[1:],
        BEFORE + PLACE[:-2] + b"\0\0",
        BEFORE + PLACE[:-1],
        BEFORE + PLACE * 9,
        BEFORE + b"\x01\x7f\0\0\x01\x9c\x40",
        BEFORE + b"\x01\xe0\0\0\xfb\x9c\x40",
        BEFORE + b"\x01\0\0\0\0\x9c\x40",
        BEFORE + b"\x02" + IPv6Address("ff02::1").packed + b"\x9c\x40",
        BEFORE[:18] + b"\x03" + BEFORE[19:] + PLACE,
        BEFORE[:18] + b"\xff" + BEFORE[19:] + PLACE,
    ],
)
def test_what_no_browser_writes_is_damaged(body: bytes) -> None:
    assert pairing.decode(sealed(BEFORE + PLACE)) != OFFER
    with pytest.raises(DamagedCodeError):
        pairing.decode(sealed(body))


def test_of_two_ways_to_write_a_text_one_is_read() -> None:
    five = pairing.encode(replace(OFFER, description=replace(CHROMIUM, ufrag="abcde")))
    assert five[18] == 5
    with pytest.raises(DamagedCodeError):
        pairing.decode(sealed(five[:22] + bytes([five[22] | 1]) + five[23:-4]))


def test_other_versions_and_other_links_say_what_they_are() -> None:
    body = pairing.encode(OFFER)[1:-4]
    with pytest.raises(NewerCodeError):
        pairing.decode(sealed(b"\x06" + body))
    for head in (b"\0", b"\x05"):
        with pytest.raises(ForeignCodeError):
            pairing.decode(sealed(head + body))
    with pytest.raises(OversizedCodeError):
        pairing.decode(bytes(201))
    with pytest.raises(ForeignCodeError):
        pairing.read(LINK)


def test_tessera_1_0_takes_an_offer_to_a_device_for_one_of_a_newer_version() -> None:
    offer = replace(OFFER, seat=None, is_for_device=True)
    assert pairing.encode(offer)[0] >> 1 == pairing.DEVICE_VERSION > pairing.VERSION == pairing.encode(OFFER)[0] >> 1
    assert pairing.read(pairing.link(offer, BASE)) == offer


@pytest.mark.parametrize("base", [BASE, "https://tessera.invalid/", "http://127.0.0.1:8423/"])
def test_a_link_has_the_first_addresses_that_a_code_of_version_10_has_room_for(base: str) -> None:
    many = tuple(Candidate(address=UUID(int=number), port=number) for number in range(1, 12))
    whole = replace(OFFER, description=replace(FIREFOX, candidates=many))
    link = pairing.link(whole, base)
    assert links.version(link) <= 10
    shorter = pairing.read(link)
    number = len(shorter.description.candidates)
    assert 3 <= number < 8
    assert shorter.description.candidates == many[:number]
    assert links.version(pairing.link(OFFER, base)) <= 8


def test_an_address_that_leaves_no_room_is_said() -> None:
    with pytest.raises(OversizedCodeError):
        pairing.link(OFFER, f"https://example.org/{'far/' * 60}")


def test_an_answer_names_its_offer_and_not_its_secret() -> None:
    assert ANSWER.tag == OFFER.tag != replace(OFFER, secret=bytes(16)).tag
    assert OFFER.tag not in pairing.encode(OFFER)
    link = links.link_of(LinkData(kind=LinkKind.PAIRING, data=pairing.encode(ANSWER)), BASE)
    assert pairing.read(link) == ANSWER


PLAIN: Final[dict[str, Any]] = FIREFOX.as_json()


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        {},
        PLAIN | {"ufrag": "a b c"},
        PLAIN | {"ufrag": 7},
        PLAIN | {"pwd": "short"},
        PLAIN | {"fingerprint": "00"},
        PLAIN | {"fingerprint": "x" * 64},
        PLAIN | {"candidates": []},
        PLAIN | {"candidates": [["192.168.1.5"]]},
        PLAIN | {"candidates": [["192.168.1.5", 0]]},
        PLAIN | {"candidates": [["192.168.1.5", 70000]]},
        PLAIN | {"candidates": [["printer.local", 40000]]},
        PLAIN | {"candidates": [["127.0.0.1", 40000]]},
        PLAIN | {"candidates": [["example.org", 40000]]},
    ],
)
def test_a_page_that_says_something_else_is_not_believed(wrong: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        Description.from_json(wrong)
