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
from storage.codes import FOREIGN, DamagedCodeError, ForeignCodeError, NewerCodeError, OversizedCodeError
from storage.codes.contents import ContentKind, Contents, document, kind_of, read
from storage.documents import codec

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator


DEFLATE_DICTIONARY: Final = (
    b'{"game":"score-pad","format":1,"table":{"pad":{"title":"","winner":"fewest","winner":"most","players":[2,4],"bgg"'
    b':,"categories":[{"key":"rounds","title":"Rounds","kind":"rounds"},{"key":"","title":"","kind":"majority","values"'
    b':[5,2],"ties":"none","ties":"all","ties":"share","least":1},{"key":"","title":"","kind":"steps","values":[0,1,3,6'
    b',10],"beyond":"again","beyond":"last"},{"key":"","title":"","kind":"products"},{"key":"","title":"","kind":"tick"'
    b',"worth":10},{"key":"coins","title":"Coins","kind":"count","each":1,"per":1},{"key":"points","title":"Points","ki'
    b'nd":"points","low":-9999,"high":9999}],"tie_breaks":[{"category":"","wanted":"most","by":"entry","by":"points"}]}'
    b',"players":[{"name":"","entries":{}},{"name":"","entries":{}}]},"extras":{"seats":[{"colour":"red","shape":"circl'
    b'e"},{"colour":"green","shape":"square"},{"colour":"blue","shape":"triangle"},{"colour":"yellow","shape":"diamond"'
    b'}],"ticked":[],"checked":[],"only_end":false}{"game":"mayor","format":1,"table":{"players":[{"name":"","citizen":'
    b'0,"banker":25,"tiles":0}],"tile_lines":{}},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green"'
    b',"shape":"square"},{"colour":"blue","shape":"triangle"},{"colour":"yellow","shape":"diamond"}],"ticked":[],"check'
    b'ed":[],"only_end":true,"variants":["events","amenities"],"turn":0,"walked":false,"markers":["shop","bank",null,nu'
    b'll],"held":[[],[],[],[{"kind":"shop","icons":{"street":"red","area":"N","ring":"+"},"park":{}}]],"shown":{},"move'
    b's":[{"seat":0,"piece":"citizen","forwards":true}],"event":{"closed":[],"dearer":{},"name":"","note":""},"event_du'
    b'e":false,"closing":false,"still":[]}{"game":"palaces-of-carrara","format":1,"table":{"players":[{"name":"","score'
    b'":0,"coins":20,"blocks":{"black":1},"objects":{},"buildings":[],"scored":[],"upgrades":[]},{"name":"","score":0,"'
    b'coins":20,"blocks":{"blue":1},"objects":{},"buildings":[],"scored":[],"upgrades":[]}],"expansion":false,"upgrades'
    b'":{},"objects_of":{}},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"},{"'
    b'colour":"blue","shape":"triangle"},{"colour":"yellow","shape":"diamond"}],"ticked":[],"checked":[],"only_end":fal'
    b'se,"brown":"points","purple":"objects","gray":"land","green":"two-cities","gone":[],"sold":[],"secret":false,"tur'
    b'n":0}{"game":"little-town","format":1,"table":{"players":[{"name":"","score":0,"coins":3,"cubes":{}},{"name":"","'
    b'score":0,"coins":3,"cubes":{}}],"board":"side-2","board":"side-1","buildings":[{"tile":"","cell":"","owner":""}],'
    b'"workers":[{"cell":"","owner":""}],"round":1,"castle_counts":"own","cathedral_counts":"any","watchtower_workers_b'
    b'lock":true,"coins_feed":true},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"squ'
    b'are"},{"colour":"blue","shape":"triangle"},{"colour":"yellow","shape":"diamond"}],"ticked":[],"checked":[],"only_'
    b'end":false,"turn":0,"first":0,"site":[],"books":true,"market":[],"fed":[],"settled":false,"completed":[{"seat":0,'
    b'"card":"","points":4}],"answered":[]}{"game":"carpe-diem","format":1,"table":{"players":[{"name":"","victory_card'
    b's":0,"goods":{"grapes":1,"herbs":1,"chicken":1,"fish":1},"coins":0,"bread":0,"stored_tiles":0,"prestige":0,"stack'
    b'":0,"writs_left":0,"district":{"shovel":"C3","tiles":[{"cell":"A1","features":[{"kind":"craftsman","opens":"E","c'
    b'himneys":0},{"kind":"pond","opens":"W","chimneys":0}]},{"cell":"B2","features":[{"kind":"administration","opens":'
    b'"S","chimneys":0},{"kind":"vineyard","opens":"NE","chimneys":0}]},{"cell":"C3","features":[{"kind":"merchant","op'
    b'ens":"N","chimneys":0},{"kind":"villa","opens":"SW","chimneys":0}]},{"cell":"D4","features":[{"kind":"granary","o'
    b'pens":"W","chimneys":0},{"kind":"garden","opens":"ES","chimneys":0}]},{"cell":"E5","features":[{"kind":"farmyard"'
    b',"opens":"NS","chimneys":0},{"kind":"pond","opens":"EW","chimneys":0}]},{"cell":"F6","features":[{"kind":"garden"'
    b',"opens":"E","chimneys":0},{"kind":"vineyard","opens":"W","chimneys":0}]},{"cell":"D3","features":[{"kind":"marke'
    b't","opens":"","chimneys":0}]},{"cell":"C4","features":[{"kind":"bakery","opens":"","chimneys":0}]},{"cell":"E4","'
    b'features":[{"kind":"fountain","opens":"","chimneys":0}]}]},"frame":[{"kind":"pond","points":3,"line":"A"},{"kind"'
    b':"villa","points":4,"line":"6"}],"fountain_cards":[{"kind":"villa","points":2}]},{"name":"","victory_cards":8,"go'
    b'ods":{},"coins":0,"bread":0,"stored_tiles":0,"prestige":0,"stack":0,"writs_left":9,"district":{"tiles":[]},"frame'
    b'":[],"fountain_cards":[]},{"name":"","victory_cards":9,"goods":{},"coins":0,"bread":0,"stored_tiles":0,"prestige"'
    b':0,"stack":1,"writs_left":9,"district":{"tiles":[]},"frame":[],"fountain_cards":[]},{"name":"","victory_cards":10'
    b',"goods":{},"coins":0,"bread":0,"stored_tiles":0,"prestige":0,"stack":2,"writs_left":9,"district":{"tiles":[]},"f'
    b'rame":[],"fountain_cards":[]},{"name":"","victory_cards":11,"goods":{},"coins":0,"bread":0,"stored_tiles":0,"pres'
    b'tige":0,"stack":3,"writs_left":9,"district":{"tiles":[]},"frame":[],"fountain_cards":[]}],"edition":"first","vill'
    b'a_chart":{"1":1,"2":2,"3":3,"4":5,"5+":7},"prestige_end":20,"bread_sets":"unlimited"},"edition":"second","villa_c'
    b'hart":{},"prestige_end":20,"bread_sets":"unlimited"},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colou'
    b'r":"green","shape":"square"},{"colour":"blue","shape":"triangle"},{"colour":"yellow","shape":"diamond"}],"ticked"'
    b':[],"checked":[],"only_end":false,"phase":1,"order":[],"visits":[{"phase":1,"seat":0,"cells":["A1","B1"],"points"'
    b':0,"prestige":0}],"objective":"points","settled":["0 pond C3"],"writs":["0 C3"]},"phase":4,"order":[],"visits":[]'
    b',"objective":"points","settled":[],"writs":[]},"origin":{"table":"","base":""},"seat":0}'
    b'"aid_card":{"castle_counts":"own","cathedral_counts":"any","watchtower_workers_block":true,'
    b'"coins_feed":true},"objective":{"rondel":{"after_shop":"church_street":"tile_line":{"price":{"shop 7":5,'
    b'"bank 6":4,"church 5":3,"statue 4":2,"park 3":6},"upgrade":{"object_of":{"event":{"'
    b'"copy":{"villa_chart":{"1":1,"2":2,"3":3,"4":5,"5+":7},"frame_goal":{"villa 3":{"kind":"villa","points":3},'
    b'"pond 4":{"fountain_card":{"market":2,"forum_card":{"pay fish 3: points 7":{"pay":{"fish":3},'
    b'"reward":{"points":7,"coins":0,"bread":0,"prestige":0}},"own chimneys 2: points 4":{"own":{"chimneys":2},'
    b'"landscape":1,"dwelling":1,"reward":{"points":4'
    b'{"game":"mayor","format":1,"table":{"players":[{"name":"","citizen":20,"banker":10,"tiles":0},{"name":"",'
    b'"citizen":30,"banker":4,"tiles":1}],"tile_lines":{"shop":4,"bank":4,"church":4,"statue":4,"park":4}}}'
    b'"big-buildings","buildings","cities","coins","objects","three-pairs","two-triplets","quadruplet",'
    b'"pair-and-quadruplet","four-different","two-groups-of-three","pairs-multiplied","cost-total",'
    b'"two-in-three-cities","three-in-two-cities","four-in-one-city","cities-multiplied","land-city-pairs",'
    b'"two-cities","livorno-lerici","pisa-massa","lucca-viareggio","two-kinds","smallest-of-each-kind",'
    b'"region-majorities","city-majorities"'
    b'{"game":"palaces-of-carrara","format":1,"table":{"players":[{"name":"","score":30,"coins":10,'
    b'"blocks":{"white":1,"yellow":1,"red":1,"green":1,"blue":1,"black":1},"objects":{"book":1,"crown":1,"gate":1,'
    b'"cup":1,"flag":1,"coat_of_arms":1},"buildings":[{"kind":"biblioteca","cost":1,"city":"livorno"},'
    b'{"kind":"palazzo","cost":2,"city":"pisa"},{"kind":"porta","cost":3,"city":"lucca"},{"kind":"cathedrale",'
    b'"cost":4,"city":"viareggio"},{"kind":"castello","cost":5,"city":"massa"},{"kind":"villa","cost":8,'
    b'"city":"lerici"}],"scored":[{"what":"kind","name":"villa"},{"what":"category","name":"land"},{"what":"city",'
    b'"name":"massa"}],"upgrades":["city","land"]},{"name":"","score":20,"coins":1,"blocks":{},"objects":{},'
    b'"buildings":[],"scored":[],"upgrades":[]}],"expansion":true,"cards":{"brown":"points","purple":"objects",'
    b'"gray":"land","green":"city-majorities"},"upgrades":{"pisa":{"points":1,"coins":1},"lucca":{"points":2,'
    b'"coins":2}},"expansion":false,"upgrades":{},"objects_of":{}}}'
    b'{"game":"little-town","format":1,"table":{"players":[{"name":"","score":30,"coins":4,"cubes":{"wheat":1,'
    b'"fish":1,"wood":1,"stone":1}},{"name":"","score":3,"coins":0,"cubes":{}}],"board":"side-1",'
    b'"buildings":[{"tile":"wheat-field","cell":"A1","owner":""},{"tile":"tavern","cell":"B2","owner":""},'
    b'{"tile":"bookshop","cell":"C3","owner":""},{"tile":"gold-mine","cell":"D4","owner":""},{"tile":"pier",'
    b'"cell":"E5","owner":""},{"tile":"well","cell":"F6","owner":""},{"tile":"statue","cell":"G1","owner":""},'
    b'{"tile":"workshop","cell":"H2","owner":""},{"tile":"bakery","cell":"I3","owner":""},{"tile":"brewery",'
    b'"cell":"A1","owner":""},{"tile":"quarry","cell":"B2","owner":""},{"tile":"carpenter","cell":"C3",'
    b'"owner":""},{"tile":"grocery","cell":"D4","owner":""},{"tile":"warehouse","cell":"E5","owner":""},'
    b'{"tile":"chapel","cell":"F6","owner":""},{"tile":"fair","cell":"G1","owner":""},{"tile":"fountain",'
    b'"cell":"H2","owner":""},{"tile":"barn","cell":"I3","owner":""},{"tile":"fishmonger","cell":"A1","owner":""},'
    b'{"tile":"restaurant","cell":"B2","owner":""},{"tile":"shop","cell":"C3","owner":""},{"tile":"cathedral",'
    b'"cell":"D4","owner":""},{"tile":"residence","cell":"E5","owner":""},{"tile":"castle","cell":"F6",'
    b'"owner":""},{"tile":"watchtower","cell":"G1","owner":""}],"workers":[{"cell":"D3","owner":""},{"cell":"E4",'
    b'"owner":""}],"round":4,"castle_counts":"own","cathedral_counts":"any","watchtower_workers_block":true,'
    b'"coins_feed":true}}'
    b'{"game":"carpe-diem","format":1,"table":{"players":[{"name":"","victory_cards":30,"goods":{"grapes":1,'
    b'"herbs":1,"chicken":1,"fish":1},"coins":3,"bread":1,"stored_tiles":1,"prestige":12,"stack":1,"writs_left":2,'
    b'"district":{"shovel":"C3","tiles":[{"cell":"C3","features":[{"kind":"market","opens":"","chimneys":0}]},'
    b'{"cell":"D4","features":[{"kind":"bakery","opens":"","chimneys":0}]},{"cell":"D3",'
    b'"features":[{"kind":"fountain","opens":"","chimneys":0}]},{"cell":"C4","features":[{"kind":"villa",'
    b'"opens":"NESW","chimneys":1},{"kind":"villa","opens":"EW","chimneys":2}]},{"cell":"B3",'
    b'"features":[{"kind":"vineyard","opens":"N","chimneys":0},{"kind":"farmyard","opens":"E","chimneys":0},'
    b'{"kind":"merchant","opens":"S","chimneys":0},{"kind":"administration","opens":"W","chimneys":0},'
    b'{"kind":"craftsman","opens":"NE","chimneys":0},{"kind":"granary","opens":"ES","chimneys":0},{"kind":"pond",'
    b'"opens":"SW","chimneys":0},{"kind":"garden","opens":"NW","chimneys":0}]},{"cell":"E4",'
    b'"features":[{"kind":"granary","opens":"W","chimneys":0},{"kind":"pond","opens":"NE","chimneys":0}]},'
    b'{"cell":"'
    b'"chimneys":0}]}]},"frame":[{"kind":"granary","points":4,"line":"3"},{"kind":"villa","points":3,"line":"C"},'
    b'{"kind":"pond","points":5,"met":true},{"kind":"garden","points":4,"met":false}],'
    b'"fountain_cards":[{"kind":"market","points":2}]},{"name":"","victory_cards":0,"goods":{},"coins":0,'
    b'"bread":0,"stored_tiles":0,"prestige":0,"stack":0,"writs_left":0,"tally":{"counts":{"pond":1,"garden":1,'
    b'"vineyard":1,"farmyard":1,"merchant":1,"granary":1,"administration":1,"craftsman":1,"market":2,"bakery":1,'
    b'"fountain":1},"villas":[],"chimneys":0},"frame":[],"fountain_cards":[]}],"edition":"first",'
    b'"villa_chart":{"1":1,"2":2,"3":3,"4":5,"5+":7},"edition":"second","prestige_end":20,'
    b'"bread_sets":"one-per-visit","bread_sets":"unlimited","forum":{"cards":[[{"name":"","pay":{"fish":1},'
    b'"reward":{"points":3,"coins":0,"bread":0,"prestige":0}},{"own":{"pond":2},"reward":{"points":0,"coins":1,'
    b'"bread":0,"prestige":0}},null,null,null,null]],"markers":[["A1","B1"]]}}}'
    b',"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":"square"},{"colour":"blue",'
    b'"shape":"triangle"},{"colour":"yellow","shape":"diamond"}],"ticked":[],"checked":[]'
    b'{"game":"mayor","format":1,"result":{"rules":["citizen"],"points":"0'
    b'{"game":"palaces-of-carrara","format":1,"result":{"rules":["track","objects","buildings","coins","bonus"],'
    b'"points":"0'
    b'{"game":"little-town","format":1,"result":{"rules":["track","castle","watchtower","coins"],"points":"0'
    b'{"game":"carpe-diem","format":1,"result":{"rules":["victory_cards","items","prestige","frame","fountains",'
    b'"villas"],"points":"0'
    b'","decided_by":["","points","points"'
    b'","places":"1134","players":"","decided_by":["writs_left","prestige","stack","blocks","mayor","points",""],'
    b'"finished":"'
    b'","places":"1224","players":"","decided_by":["points","points","points",""],"finished":"2026-11-21T19:30Z"}}'
)
"""The dictionary for compressing payloads: what documents of the games consist of, known to sender and receiver.

A payload can only be read with the dictionary that it was made with, so this one never changes; a test holds its
checksum. Later games and fields compress less well until a new version of payloads brings a new dictionary. References
are cheaper the closer a text is to the end, so results, which must fit into one code, come last.
"""

CARDS_DICTIONARY: Final = DEFLATE_DICTIONARY + (
    b'"deck":"everdell@","Prosperity","parts":["alpine","woodland_edge","exploration"]}],"tie_breaks":[],"titles":{}},'
    b'{"game":"score-pad","format":1,"table":{"pad":{"title":"Fantastische Reiche","winner":"most","players":[2,6],"bg'
    b'g":223040,"categories":[{"key":"hand","title":"Handkarten","kind":"cards","deck":"fantasy-realms@'
    b'{"game":"score-pad","format":1,"table":{"pad":{"title":"Fantasy Realms","winner":"most","players":[2,6],"bgg"'
    b':223040,"categories":[{"key":"hand","title":"Hand","kind":"cards","deck":"fantasy-realms@'
    b'{"game":"score-pad","format":1,"table":{"pad":{"title":"Mischwald","winner":"most","players":[2,5],"bgg":391163,'
    b'"categories":[{"key":"forest","title":"Wald","kind":"cards","deck":"forest-shuffle@'
    b'{"game":"score-pad","format":1,"table":{"pad":{"title":"Forest Shuffle","winner":"most","players":[2,5],"bgg"'
    b':391163,"categories":[{"key":"forest","title":"Forest","kind":"cards","deck":"forest-shuffle@'
    b'"}],"tie_breaks":[]},"players":[{"name":"","entries":{"hand":"","entries":{"forest":"","entries":{}},{"name":"'
    b'"}},{"name":"","entries":{}}]},"extras":{"seats":[{"colour":"red","shape":"circle"},{"colour":"green","shape":'
    b'"square"},{"colour":"blue","shape":"triangle"},{"colour":"yellow","shape":"diamond"}],"ticked":[],"checked":[],'
    b'"only_end":false,"bids":[]},"origin":{"table":"","base":""},"seat":0}'
)


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
        raise OversizedCodeError
    version = CARDS_VERSION if has_cards else VERSION
    shortest = min((_deflated(written, way, _DICTIONARIES[version]) for way in _STRATEGIES), key=len)
    body = bytes([version << _KIND_BITS | _KINDS.index(kind)]) + shortest
    if len(body) + CHECKSUM_BYTES > MAX_PAYLOAD_BYTES:
        raise OversizedCodeError
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
        raise ForeignCodeError
    body, ending = payload[:-CHECKSUM_BYTES], payload[-CHECKSUM_BYTES:]
    if checksum(body) != ending:
        raise DamagedCodeError
    version = body[0] >> _KIND_BITS
    kind = _KINDS[body[0] & _KIND_MASK]
    if version > CARDS_VERSION:
        raise NewerCodeError
    if version < VERSION:
        raise ForeignCodeError
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
        raise DamagedCodeError from None
    if len(written) > codec.MAX_DOCUMENT_BYTES:
        raise OversizedCodeError(FOREIGN)
    if not work.eof or work.unused_data:
        raise DamagedCodeError
    return written


def _parsed(written: bytes) -> object:
    """Return the JSON of a document; refuse halves of surrogate pairs, which only escapes can make."""
    parsed = codec.parse(written)
    if b"\\u" in written:
        try:
            json.dumps(parsed, ensure_ascii=False, default=repr).encode()
        except UnicodeEncodeError:
            raise DamagedCodeError from None
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
