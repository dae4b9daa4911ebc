"""Payloads: whole they give back what went in, anything else is refused with its reason."""

from __future__ import annotations

import hashlib
import tracemalloc
import zlib
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import companion  # noqa: F401 - it opens the shelf of the decks that tables name
from scoring import GAMES
from storage.codes import (
    DamagedCodeError,
    ForeignCodeError,
    NewerCodeError,
    OversizedCodeError,
    ShareCodeError,
    contents,
    payload,
)
from storage.codes.payload import CARDS_DICTIONARY, DEFLATE_DICTIONARY
from storage.documents import codec
from tests.scoring.carpe_diem import strategies as carpe_diem
from tests.scoring.little_town import strategies as little_town
from tests.scoring.palaces_of_carrara import strategies as carrara
from tests.scoring.score_pad import strategies as score_pad
from tests.storage.codes.samples import FINISHED, GOLDEN, LARGE, SMALL, copy, result, table
from tests.strategies import examples, json_values

RESULT_HEAD, TABLE_HEAD, COPY_HEAD, CARDS_HEAD = 0b101, 0b110, 0b111, 0b1010


def sealed(head: int, inside: bytes) -> bytes:
    body = bytes([head]) + inside
    return body + payload.checksum(body)


def squeezed(written: bytes, dictionary: bytes = DEFLATE_DICTIONARY) -> bytes:
    work = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, dictionary)
    return work.compress(written) + work.flush()


def with_inside(head: int, document: Any) -> bytes:
    return sealed(
        head, squeezed(codec.to_json(document), CARDS_DICTIONARY if head == CARDS_HEAD else DEFLATE_DICTIONARY)
    )


@pytest.mark.parametrize("name", GOLDEN)
def test_results_and_tables_of_every_game_come_out_as_they_went_in(name: str) -> None:
    both: tuple[contents.Contents, ...] = (table(name), result(name))
    for sent in both:
        assert payload.decode(payload.encode(sent)) == sent


def test_a_copy_comes_out_as_it_went_in() -> None:
    assert payload.decode(payload.encode(copy())) == copy()


@examples(30)
@given(score_pad.tables())
def test_any_result_of_a_pad_comes_out_as_it_went_in(table: Any) -> None:
    game = GAMES["score-pad"].at(table)
    scored = codec.score_result(game, game.score(table))
    assume(all(abs(column["total"]) <= contents.MAX_POINTS for column in scored["columns"]))
    assume(all(abs(line["points"]) <= contents.MAX_POINTS for column in scored["columns"] for line in column["lines"]))
    sent = contents.play_result(scored, FINISHED, pad="4f2c", table=codec.plain(table))
    assert sent.table == table
    assert payload.decode(payload.encode(sent)) == sent


@examples(30)
@given(st.one_of(carpe_diem.tables(), little_town.towns(), carrara.tables()))
def test_any_table_and_its_result_come_out_as_they_went_in(drawn: Any) -> None:
    game = next(game for game in GAMES.values() if isinstance(drawn, game.table))
    sent = contents.OpenTable(game=game, table=drawn)
    assert payload.decode(payload.encode(sent)) == sent
    scored = contents.play_result(codec.score_result(game, game.score(drawn)))
    assert payload.decode(payload.encode(scored)) == scored


@pytest.mark.parametrize(
    "points", [(-14, 5, 0), (-16, 46, 44), (-17, 0, 1), (-9999, 9999, 0), (79, 80, 2000), (10_000, 55_300, 10**6)]
)
def test_points_of_any_size_come_out_as_they_went_in(points: tuple[int, ...]) -> None:
    figures = contents.ResultFigures(
        points={"citizen": points}, places=(1, 1, 1), decided_by=("", "", ""), players=("A", 'B"\\', "Ж")
    )
    sent = contents.PlayResult(game=GAMES["mayor"], figures=figures)
    assert payload.decode(payload.encode(sent)) == sent


def test_the_words_of_a_version_never_change() -> None:
    assert hashlib.sha256(DEFLATE_DICTIONARY).hexdigest() == (
        "b9e79b3f54edb9f394e190506a6e515b4531fcfe91f73bac4bccab448996a3e3"
    )
    assert hashlib.sha256(CARDS_DICTIONARY).hexdigest() == (
        "767f47b771908e3487ce499d80c1c1f97b5125bf04b114c341fa584996de2a93"
    )


@pytest.mark.parametrize("packed", [SMALL, LARGE], ids=["small", "large"])
def test_every_byte_changed_is_noticed(packed: bytes) -> None:
    for at in range(len(packed)):
        for change in (1, 0x80, 0xFF):
            flipped = bytearray(packed)
            flipped[at] ^= change
            with pytest.raises(DamagedCodeError, match="damaged"):
                payload.decode(bytes(flipped))


def test_every_shorter_payload_is_noticed() -> None:
    for end in range(5, len(SMALL)):
        with pytest.raises(DamagedCodeError):
            payload.decode(SMALL[:end])
    for end in range(5):
        with pytest.raises(ForeignCodeError):
            payload.decode(SMALL[:end])


def test_a_longer_payload_is_noticed() -> None:
    with pytest.raises(DamagedCodeError):
        payload.decode(SMALL + b"\0")


@pytest.mark.parametrize("version", [3, 4, 63])
def test_a_later_version_is_told_apart_whatever_it_holds(version: int) -> None:
    with pytest.raises(NewerCodeError, match="newer"):
        payload.decode(sealed(version << 2 | 1, b"\xff\xff"))


ORIGIN: Final = contents.TableOrigin(table="00112233445566778899aabbccddeeff", base="0123456789ab")
SEATED: Final = replace(table("mayor/fifty-points"), origin=ORIGIN)


@pytest.mark.parametrize(
    ("kept", "sent"),
    [
        (
            "051bd85888c83480024703645f1b19a22cf157f283ac45f7008d9ec7628938a4a0c7e96523232b1373909701685f4e14",
            result("carpe-diem/nick-villas"),
        ),
        (
            (
                "05ab26b0481f4b2400cbe2fc6cf05828b0c04ec94c4e2c4009591b2b3d03641f1819a22cd75772cccb03a55d274852c78803"
                "6433b1bbddc8c8cac43c0ab280152465926694ac847b3b811b780b8102c2d5989b0bb0ee1a40688099140c17c1b56f00ee78"
                "84260f8410f6d5edc666b0b5ed06f817b623198e75813b8135edd070472c5f87fbd02ada44c754c7381629f0ad748d90c7a0"
                "9cc0a5280ead263a46b1a0a5f0b5005a458176"
            ),
            result("score-pad/fewest"),
        ),
        (
            (
                "062377d43c1c3c1c8934166e628e34748e3c188ea88f0220c341489a4c91970a631d6e77ca81262bf898bb059216841e23f2"
                "5617a3645fe86417f6a92e030343605c181b9b98989a9a99999b5b58585a262626252527a7a4a4a6a6a521a6c20c0c8d8c4d"
                "4ccdcc2d2c139380210c00c56e52ee"
            ),
            SEATED,
        ),
        (
            (
                "042377d43c1c3c1c8934166e628e34748e3c188ea88f0220c341489a4c91970a631d6e77ca81262bf898bb059216841e23f2"
                "5617a3645fe86417f6a92e030343605c181b9b98989a9a99999b5b58585a262626252527a7a4a4a6a6a521a6c20c0c8d8c4d"
                "4ccdcc2d2c139310d36286b5003bfe3df1"
            ),
            contents.TablePart(whole=SEATED, seat=1),
        ),
        ("0723180b78672de07314549b4900e77ad2a73c8000002b2e33a0", copy()),
    ],
)
def test_a_payload_of_version_1_is_read_for_ever(kept: str, sent: contents.Contents) -> None:
    assert payload.decode(bytes.fromhex(kept)) == sent


@pytest.mark.parametrize("head", [0, 1, 2, 3])
def test_what_never_was_a_payload_is_told_apart(head: int) -> None:
    with pytest.raises(ForeignCodeError):
        payload.decode(sealed(head, squeezed(b"{}")))


@pytest.mark.parametrize(
    "inside", [b"", b"\xff\xff\xff", squeezed(b"{}")[:-1], squeezed(b"{}") + b"x", squeezed(b"{}" * 90)[:-2]]
)
def test_an_inside_that_is_not_whole_is_damaged(inside: bytes) -> None:
    with pytest.raises(DamagedCodeError, match="damaged"):
        payload.decode(sealed(RESULT_HEAD, inside))


@pytest.mark.parametrize("held", [{"\ud800": {}}, {"objective": {"\ud800": 3}}, {"objective": {"words": "\udfff"}}])
def test_half_of_a_pair_of_surrogates_is_damaged_wherever_it_stands(held: Any) -> None:
    document = {"game": "little-town", "format": codec.FORMAT, "copy": held}
    with pytest.raises(DamagedCodeError):
        payload.decode(with_inside(COPY_HEAD, document))


def test_a_number_of_thousands_of_digits_is_refused_as_any_that_is_too_large() -> None:
    written = b'{"game":"little-town","format":1,"copy":{"objective":{"\\u0041":' + b"1" * 9_000 + b"}}}"
    with pytest.raises(codec.DocumentError):
        payload.decode(sealed(COPY_HEAD, squeezed(written)))


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = sealed(RESULT_HEAD, squeezed(b" " * 30_000_000))
    assert len(bomb) < payload.MAX_PAYLOAD_BYTES
    tracemalloc.start()
    with pytest.raises(OversizedCodeError, match="does not come from Tessera"):
        payload.decode(bomb)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * codec.MAX_DOCUMENT_BYTES


def test_one_byte_too_many_is_too_much() -> None:
    payload_at_the_limit = sealed(RESULT_HEAD, squeezed(b" " * (codec.MAX_DOCUMENT_BYTES - 2) + b"{}"))
    with pytest.raises(codec.DocumentError):
        payload.decode(payload_at_the_limit)
    with pytest.raises(OversizedCodeError):
        payload.decode(sealed(RESULT_HEAD, squeezed(b" " * (codec.MAX_DOCUMENT_BYTES - 1) + b"{}")))


def test_a_payload_beyond_the_limit_is_not_looked_at() -> None:
    with pytest.raises(OversizedCodeError):
        payload.decode(bytes(payload.MAX_PAYLOAD_BYTES + 1))


def test_what_could_not_be_read_is_not_packed() -> None:
    big = contents.OwnCopy(game=GAMES["mayor"], parts={"park": {str(key): "x" * 300 for key in range(1000)}})
    with pytest.raises(OversizedCodeError):
        payload.encode(big)


def test_what_would_be_too_large_a_payload_is_not_encoded() -> None:
    noise = {str(key): hashlib.sha256(str(key).encode()).hexdigest() for key in range(3000)}
    with pytest.raises(OversizedCodeError):
        payload.encode(contents.OwnCopy(game=GAMES["mayor"], parts={"park": noise}))


SHORT: dict[str, Any] = {
    "rules": ["citizen"],
    "points": "OO",
    "places": "12",
    "players": "A\x7fB",
    "decided_by": ["points", ""],
}


def test_the_short_form_of_a_result_is_what_is_said_of_it() -> None:
    read = payload.decode(with_inside(RESULT_HEAD, {"game": "mayor", "format": 1, "result": SHORT}))
    assert isinstance(read, contents.PlayResult)
    assert read.figures.points == {"citizen": (31, 31)}
    assert read.figures.players == ("A", "B")


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": []}, {"rules": ["citizen"] * 2, "points": "OOOO"}, {"rules": [1]}, {"rules": [[]]}, {"rules": {}},
        {"rules": None}, {"points": ""}, {"points": "OOO"}, {"points": {}}, {"points": [1, None]}, {"points": 3},
        {"points": [31, 2_000_000_001]}, {"points": {"citizen": [1, 2]}}, {"places": "11 "}, {"places": {}},
        {"places": "aa"}, {"players": "A"}, {"players": [[], {}]}, {"players": {"A": 1}}, {"decided_by": "points"},
        {"finished": 5}, {"more": 1},
    ],
)  # fmt: skip
def test_a_made_up_result_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(codec.DocumentError):
        payload.decode(with_inside(RESULT_HEAD, {"game": "mayor", "format": 1, "result": SHORT | wrong}))


@pytest.mark.parametrize("inside", [b"", b"nul", b"[" * 100_000, b'{"a":1,"a":2}', b"\xff", b"NaN"])
def test_an_inside_that_is_no_json_is_refused(inside: bytes) -> None:
    with pytest.raises(codec.DocumentError):
        payload.decode(sealed(TABLE_HEAD, squeezed(inside)))


CARDS: Final = {"key": "one", "title": "One", "kind": "cards", "deck": "forest-shuffle"}
PLAYERS: Final = [{"name": "Anna", "entries": {"one": "00"}}]


@examples(100)
@given(st.sampled_from(["table", "pad", "categories", "parts", "players", "entries", "origin"]), json_values)
@example("origin", {})
@example("origin", {"table": "é"})
@example("parts", [{}])
def test_any_json_in_a_table_with_cards_is_read_or_refused(field: str, value: Any) -> None:
    drawn = {field: value}
    pad = {"title": "A game", "categories": drawn.get("categories", [{**CARDS, "parts": drawn.get("parts", [])}])}
    players = drawn.get("players", [{**PLAYERS[0], "entries": drawn.get("entries", PLAYERS[0]["entries"])}])
    inside = {
        "game": "score-pad",
        "format": 1,
        "table": drawn.get("table", {"pad": drawn.get("pad", pad), "players": players}),
        "origin": drawn.get("origin", {"table": 5}),
    }
    with pytest.raises((codec.DocumentError, ShareCodeError)):
        payload.decode(with_inside(CARDS_HEAD, inside))


@examples(100)
@given(st.sampled_from([RESULT_HEAD, TABLE_HEAD, COPY_HEAD, CARDS_HEAD]), json_values)
def test_any_json_inside_is_read_or_refused(head: int, value: Any) -> None:
    for inside in (value, {"game": "mayor", "format": 1, "result": value, "table": value, "copy": value}):
        with pytest.raises((codec.DocumentError, ShareCodeError)):
            payload.decode(with_inside(head, inside))


@examples(60)
@given(st.dictionaries(st.sampled_from([*SHORT, "finished"]), json_values, min_size=1))
@example({"points": "0" * 20})
def test_any_json_in_a_result_is_read_or_refused(wrong: dict[str, Any]) -> None:
    packed = with_inside(RESULT_HEAD, {"game": "mayor", "format": 1, "result": SHORT | wrong})
    try:
        read = payload.decode(packed)
    except (codec.DocumentError, ShareCodeError):
        return
    assert payload.decode(payload.encode(read)) == read


@examples(100)
@given(st.sampled_from(["pad", "table", "result", "game", "format", "more"]), json_values)
def test_any_json_in_a_result_of_a_pad_is_read_or_refused(field: str, value: Any) -> None:
    short = payload._short(contents.ContentKind.RESULT, contents.document(result("score-pad/fewest")))
    packed = with_inside(RESULT_HEAD, short | {field: value})
    try:
        read = payload.decode(packed)
    except (codec.DocumentError, ShareCodeError):
        return
    assert payload.decode(payload.encode(read)) == read


@examples(150)
@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_refused_or_read(data: bytes, is_sealed: bool) -> None:  # noqa: FBT001 - drawn
    with pytest.raises((codec.DocumentError, ShareCodeError)) as caught:
        payload.decode(sealed(RESULT_HEAD, data) if is_sealed else data)
    assert str(caught.value)
