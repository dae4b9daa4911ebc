"""What goes and comes in tests: plays put into a store, copies of games, and what of them has come in."""

from __future__ import annotations

from datetime import date
from random import Random
from string import ascii_letters
from typing import TYPE_CHECKING, Any

from companion.services.code_import import offer_of
from companion.services.share_codes.incoming import Inbox, ReceivedLink, with_links
from companion.services.share_codes.outgoing import Shareable, codes_of, shareable_copy
from companion.tables.my_copy import MyCopy
from storage.codes import contents
from storage.repositories import plays
from storage.repositories.values import CopyEntry
from tests.companion.played import put_play
from tests.storage.codes import samples

if TYPE_CHECKING:
    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless

ADDRESS = "http://127.0.0.1:8423/"
DAY = date(2026, 3, 7)
GAME = "carpe-diem"


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
    (one,) = basket.arrived.values()
    return one


def offered(app: Headless, basket: Inbox) -> Any:
    one = only(basket)
    assert not isinstance(one, contents.TablePart)
    return app.run(offer_of(app.tables, one))


def large() -> Shareable:
    """A copy that takes a series of codes, as nothing in it is like anything else."""
    chance = Random(1)
    cards = {"".join(chance.choices(ascii_letters, k=40)): chance.randrange(1, 7) for _ in range(12)}
    return shareable_copy("little-town", copies("little-town", objective=cards))


def copies(game: str, **parts: dict[str, Any]) -> MyCopy:
    entries = [
        CopyEntry(part=part, key=key, value=value, at=samples.FINISHED)
        for part, values in parts.items()
        for key, value in values.items()
    ]
    return MyCopy(None, game, entries)  # type: ignore[arg-type]
