"""What goes and comes in tests: plays put into a store, copies of games, and what of them has come in."""

from __future__ import annotations

from datetime import date
from random import Random
from string import ascii_letters
from typing import TYPE_CHECKING, Any

from companion.games import KITS
from companion.services.code_import import offer_of
from companion.services.share_codes.incoming import Inbox, ReceivedLink, with_links
from companion.services.share_codes.outgoing import Shareable, codes_of, shareable_copy
from companion.tables.my_copy import MyCopy
from storage.codes import contents
from storage.repositories import plays
from storage.repositories.values import CopyEntry
from tests.companion.pads import KINGDOMINO
from tests.companion.played import put_play
from tests.storage.codes import samples

if TYPE_CHECKING:
    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless

ADDRESS = "http://127.0.0.1:8423/"
DAY = date(2026, 3, 7)
GAME = "carpe-diem"

KEPT: dict[str, dict[str, dict[str, Any]]] = {
    "carpe-diem": {
        "villa_chart": {"1": 1, "6+": 12},
        "forum_card": {
            "pay fish 2: points 4": {"pay": {"fish": 2}, "reward": {"points": 4, "coins": 0, "bread": 0, "prestige": 0}}
        },
        "fountain_card": {"pond": 3},
        "frame_goal": {"pond 4": {"kind": "pond", "points": 4}},
    },
    "little-town": {
        "aid_card": {"castle_counts": "any", "coins_feed": False, "cathedral_counts": "unsaid"},
        "objective": {"Build {3} houses": 2},
    },
    "mayor": {
        "rondel": {"after_shop": "church", "church_street": "red"},
        "tile_line": {"shop": 7},
        "price": {"shop 7": 5},
        "park": {"church 1": {"kind": "park", "park": {"church": 1}}},
        "event": {"red; park 1; Strike; ": {"closed": ["red"], "dearer": {"park": 1}, "name": "Strike", "note": ""}},
    },
    "score-pad": {"pads": {"4f2c": KINGDOMINO}, "shelf": {"skyjo": "Yes"}},
    "palaces-of-carrara": {
        "upgrade": {"pisa": {"points": 2, "coins": 1}},
        "object_of": {"cathedrale": "flag", "castello": "cup", "villa": "coat_of_arms"},
    },
}
"""Entries of each part of a copy, as they are stored."""


def played(app: Headless, **points: tuple[int, ...]) -> StoredPlay:
    play = app.worker.run_blocking(
        plays.play, app.worker.run_blocking(put_play, DAY, points or {"Anna": (10, 20), "Ben": (5, 6)})
    )
    assert play is not None
    return play


def came(packed: Shareable) -> Inbox:
    """What has come in once all codes of something were taken in."""
    return with_links(Inbox(), [ReceivedLink(link=link) for link in codes_of(packed, ADDRESS).links])


def only(basket: Inbox) -> contents.Contents:
    assert basket.refused == ()
    (content,) = basket.arrived.values()
    return content


def offered(app: Headless, basket: Inbox) -> Any:
    content = only(basket)
    assert not isinstance(content, contents.TablePart)
    return app.run(offer_of(app.tables, content))


def large() -> Shareable:
    """A copy that takes a series of codes, as nothing in it is like anything else."""
    chance = Random(1)
    cards = {"".join(chance.choices(ascii_letters, k=40)): chance.randrange(1, 7) for _ in range(12)}
    return shareable_copy("little-town", copies("little-town", objective=cards))


async def enter(game: str, copies: MyCopy) -> None:
    """Enter all of a copy by its parts, as the screens do."""
    for name, entries in KEPT[game].items():
        part = KITS[game].copy_parts[name]
        for key, value in entries.items():
            entry = part.read(key, value)
            assert entry is not None
            await part.keep(copies, entry.key if part.key_of is None else part.key_of(entry.value), entry.value)


def copies(game: str, **parts: dict[str, Any]) -> MyCopy:
    entries = [
        CopyEntry(part=part, key=key, value=value, at=samples.FINISHED)
        for part, values in parts.items()
        for key, value in values.items()
    ]
    return MyCopy(None, game, entries)  # type: ignore[arg-type]
