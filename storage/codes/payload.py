"""Payloads: contents in few bytes with a version and a checksum, decoded with care.

A payload is one byte of version (at most 63) and kind, the compressed document, and the CRC-32 of both in four bytes.
The places of version and checksum are the same in all versions, so that damaged payloads and newer ones can be told
apart.

Deflate with a preset dictionary was chosen by measuring the golden sheets. Results of four players take 66 to 74 bytes
with it, 177 to 198 without the dictionary, 155 to 180 with Brotli (which takes no dictionary from Python), and 80 to 87
with Zstandard and the dictionary; tables of 0.9 to 1.4 kB take 169 to 222, 341 to 445, 312 to 398, and 168 to 224.
"""

from __future__ import annotations

import json
import zlib
from base64 import b85decode, b85encode
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from scoring.fields import DECKS, MAX_INTEGER
from storage.codes import (
    DAMAGED,
    FOREIGN,
    NEWER,
    TOO_LARGE,
    DamagedCodeError,
    ForeignCodeError,
    NewerCodeError,
    OversizedCodeError,
)
from storage.codes.contents import ContentKind, Contents, document, kind_of, read
from storage.codes.deflate_dictionary import CARDS_DICTIONARY, DEFLATE_DICTIONARY
from storage.documents import codec

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

VERSION, CARDS_VERSION = 1, 2
"""The version of payloads that is written, and the newest that is read: that of tables with a deck of the shelf."""

MAX_PAYLOAD_BYTES: Final = 64 * 1024
"""The size of the largest payload; a table of four full districts takes less than 2 KiB."""

CHECKSUM_BYTES: Final = 4
"""The size of the checksum at the end."""

_KINDS: Final = (ContentKind.PART, ContentKind.RESULT, ContentKind.TABLE, ContentKind.COPY)
"""The kinds by their numbers."""

_KIND_BITS: Final = 2
_KIND_MASK: Final = (1 << _KIND_BITS) - 1
_MIN_BYTES: Final = 1 + CHECKSUM_BYTES
_RAW_DEFLATE: Final = -15
_FULL_MEMORY: Final = 9
_STRATEGIES: Final = (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED, zlib.Z_FIXED)


def encode(contents: Contents) -> bytes:
    """Return the payload of some contents.

    Raises:
        OversizedCodeError: the document or the payload is larger than any that is read.

    """
    kind = kind_of(contents)
    long = document(contents)
    has_cards = any(_cards_in(long))
    written = codec.to_json(_with_cards_as_text(long) if has_cards else _short(kind, long))
    if len(written) > codec.MAX_DOCUMENT_BYTES:
        raise OversizedCodeError(TOO_LARGE)
    version = CARDS_VERSION if has_cards else VERSION
    shortest = min((_deflated(written, way, _DICTIONARIES[version]) for way in _STRATEGIES), key=len)
    body = bytes([version << _KIND_BITS | _KINDS.index(kind)]) + shortest
    if len(body) + CHECKSUM_BYTES > MAX_PAYLOAD_BYTES:
        raise OversizedCodeError(TOO_LARGE)
    return body + checksum(body)


def decode(payload: bytes) -> Contents:
    """Return the contents of a payload.

    Raises:
        ForeignCodeError: these bytes are no payload.
        DamagedCodeError: the checksum is wrong, or the content is incomplete.
        NewerCodeError: a newer version made it.
        OversizedCodeError: the payload or its content is too large.
        codec.DocumentError: the document has problems.

    """
    if len(payload) > MAX_PAYLOAD_BYTES:
        raise OversizedCodeError(FOREIGN)
    if len(payload) < _MIN_BYTES:
        raise ForeignCodeError(FOREIGN)
    body, ending = payload[:-CHECKSUM_BYTES], payload[-CHECKSUM_BYTES:]
    if checksum(body) != ending:
        raise DamagedCodeError(DAMAGED)
    version = body[0] >> _KIND_BITS
    kind = _KINDS[body[0] & _KIND_MASK]
    if version > CARDS_VERSION:
        raise NewerCodeError(NEWER)
    if version < VERSION:
        raise ForeignCodeError(FOREIGN)
    short = _parsed(_expanded(body[1:], version))
    return read(kind, _with_cards(short) if version == CARDS_VERSION else _long(kind, short))


def checksum(of: bytes) -> bytes:
    """Return the CRC-32 of some bytes, highest byte first."""
    return zlib.crc32(of).to_bytes(CHECKSUM_BYTES, "big")


_DICTIONARIES: Final = {VERSION: DEFLATE_DICTIONARY, CARDS_VERSION: CARDS_DICTIONARY}
"""The dictionary of each version."""


def _deflated(written: bytes, way: int, dictionary: bytes) -> bytes:
    work = zlib.compressobj(zlib.Z_BEST_COMPRESSION, zlib.DEFLATED, _RAW_DEFLATE, _FULL_MEMORY, way, dictionary)
    return work.compress(written) + work.flush()


def _expanded(body: bytes, version: int) -> bytes:
    """Return the decompressed bytes, without using more memory than the largest document needs."""
    work = zlib.decompressobj(_RAW_DEFLATE, zdict=_DICTIONARIES[version])
    try:
        written = work.decompress(body, codec.MAX_DOCUMENT_BYTES + 1)
    except zlib.error:
        raise DamagedCodeError(DAMAGED) from None
    if len(written) > codec.MAX_DOCUMENT_BYTES:
        raise OversizedCodeError(FOREIGN)
    if not work.eof or work.unused_data:
        raise DamagedCodeError(DAMAGED)
    return written


def _parsed(written: bytes) -> object:
    """Return the JSON of a document; refuse halves of surrogate pairs, which only escapes can make."""
    parsed = codec.parse(written)
    if b"\\u" in written:
        try:
            json.dumps(parsed, ensure_ascii=False, default=repr).encode()
        except UnicodeEncodeError:
            raise DamagedCodeError(DAMAGED) from None
    return parsed


def _short(kind: ContentKind, long: dict[str, Any]) -> dict[str, Any]:
    """Return a document with the lists of a result packed, which makes its payload a third smaller.

    The list of rules is in the dictionary as a whole; all points become one text, a character for each.
    """
    if kind is not ContentKind.RESULT:
        return long
    result = long["result"]
    points = [number for row in result["points"].values() for number in row]
    drawn = {"rules": list(result["points"]), "points": _text(points), "places": _text(result["places"])}
    return long | {"result": drawn | {"players": _NAME_SEPARATOR.join(result["players"])} | _others(result, drawn)}


def _long(kind: ContentKind, short: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return the document before `_short`; anything else stays as it is for the reader to refuse."""
    if kind is not ContentKind.RESULT or not isinstance(short, dict) or not isinstance(short.get("result"), dict):
        return short
    drawn = short["result"]
    points = _by_rule(drawn.get("rules"), _numbers(drawn.get("points")))
    players = drawn.get("players")
    names = players.split(_NAME_SEPARATOR) if isinstance(players, str) else players
    result = {"points": points, "places": _numbers(drawn.get("places")), "players": names}
    return short | {"result": result | _others(drawn, {"rules", *result})}


def _with_cards_as_text(long: dict[str, Any]) -> dict[str, Any]:
    """Return a table with the cards of a deck of the shelf as one text, a tenth as long, and a shorter id.

    A card is a character by its place in the deck, as often as it lies there; so is a number that it asks. What a
    player decided for a card has no such place: then the cards stay as they are.
    """
    for key, names, entries in _cards_in(long):
        places = {name: place for place, name in enumerate(names)}
        for entry in entries:
            cards = entry.get(key)
            if isinstance(cards, dict) and cards and places.keys() >= cards.keys() and all(cards.values()):
                order = sorted(cards, key=lambda name: places[name])
                entry[key] = "".join(chr(_ZERO + places[name]) * cards[name] for name in order)
    for origin in _dicts(long, "origin"):
        origin["table"] = b85encode(bytes.fromhex(origin["table"])).decode()
    return long


def _with_cards(short: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return the document before `_with_cards_as_text`; anything else stays as it is for the reader to refuse."""
    for key, names, entries in _cards_in(short):
        for entry in entries:
            cards = entry.get(key)
            if isinstance(cards, str) and all(0 <= ord(card) - _ZERO < len(names) for card in cards):
                entry[key] = {names[ord(card) - _ZERO]: number for card, number in Counter(cards).items()}
    for origin in _dicts(short, "origin"):
        with suppress(KeyError, TypeError, ValueError):
            origin["table"] = b85decode(origin["table"]).hex()
    return short


def _cards_in(held: Any) -> Iterator[tuple[str, list[str], list[dict[str, Any]]]]:  # noqa: ANN401 - any JSON
    """Yield the categories of a table with a deck of the shelf: key, what can be entered, and the entries of all."""
    match held:
        case {"table": {"pad": {"categories": [*categories]}, "players": [*players]}}:
            entries = [entry for player in players for entry in _dicts(player, "entries")]
        case _:
            return
    for category in categories:
        match category:
            case {"key": str(key), "deck": str(name)} if (deck := DECKS.find(name)) is not None:
                parts = category.get("parts")
                yield key, _names_in(deck, parts if isinstance(parts, list) else []), entries


def _names_in(deck: Any, parts: Collection[str]) -> list[str]:  # noqa: ANN401 - a deck of any game
    """Return the cards of a deck with some parts, and behind them what these ask, as an entry has them."""
    cards = [card for card in deck.cards if card.part is None or card.part in parts]
    return [*(card.key for card in cards), *(f"{card.key}.{ask.key}" for card in cards for ask in card.asks)]


def _dicts(fields: object, name: str) -> Iterator[dict[str, Any]]:
    """Yield the field of this name where it has fields itself."""
    value = fields.get(name) if isinstance(fields, dict) else None
    if isinstance(value, dict):
        yield value


def _by_rule(rules: Any, points: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return points by rule; `None` if they do not divide evenly, or a rule occurs twice."""
    if not isinstance(rules, list) or not isinstance(points, list) or not all(isinstance(rule, str) for rule in rules):
        return None
    if not rules or len(set(rules)) != len(rules) or len(points) % len(rules):
        return None
    seats = len(points) // len(rules)
    return {rule: points[row * seats : (row + 1) * seats] for row, rule in enumerate(rules)}


def _others(fields: dict[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in names}


_NAME_SEPARATOR: Final = "\x7f"
"""The separator of names; no name contains it: a control character that JSON writes as one byte."""

_ZERO: Final = ord("0")
_AS_CHARACTERS: Final = range(ord(" ") - _ZERO, MAX_INTEGER + 1)


def _text(numbers: list[int]) -> str | list[int]:
    """Return numbers as characters counted from "0"; the list itself if a number is far below 0 or very large.

    >>> _text([3, 9, 17, 0])
    '39A0'
    """
    if not all(number in _AS_CHARACTERS for number in numbers):
        return numbers
    return "".join(chr(_ZERO + number) for number in numbers)


def _numbers(row: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return the numbers of a text, and anything else as it is."""
    return [ord(character) - _ZERO for character in row] if isinstance(row, str) else row
