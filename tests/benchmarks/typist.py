"""The taps of a table, alone and beside another table's guest who types without a pause.

The guest puts a long text of scores that nobody can understand into *Type or paste scores*, another one 25 times a
second, as often as a phone may send messages. What is measured is as with `phones`.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import ExitStack
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from companion.games.score_pad.kinds.bids import WIZARD
from companion.system import paths
from companion.tables.state import Extras, TableState, stored_of, styles
from companion.ui.components.said_scores import SAY
from scoring.score_pad.state import Pad, Player, Table
from storage.repositories import access
from storage.repositories.tables import Store
from tests.benchmarks import Row, phones
from tests.benchmarks.phones import MORE, ROUND, ROUNDS, Route, Side
from tests.benchmarks.phones_client import Action
from tests.benchmarks.tap import Tapping
from tests.browser.program import tessera

if TYPE_CHECKING:
    from collections.abc import Iterator

    from storage.database.connections import DatabaseUrl

PLAYERS: Final = ("Anna", "Ben", "Clara", "Dora", "Emil")
CHARACTERS: Final = 2000
A_SECOND: Final = 25


def rows() -> Iterator[Row]:
    """Let the phones of a table tap alone, and those of another one beside the guest, in turn."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as until_the_end:
        (Path(folder) / "data").mkdir()
        database = paths.database(Path(folder) / "data")
        tables = phones.begun(database, 2)
        guest = typing_at(database)
        program = phones.served(tessera, Path(folder), until_the_end)
        alone, beside = sides = [Side([program], MORE, list(phones.joined(database, [table]))) for table in tables]
        asyncio.run(taps(alone, beside, f"{program.address.replace('http', 'ws', 1)}ws", guest))
        until_the_end.close()
        for table, side in zip(tables, sides, strict=True):
            phones.kept(database, [table], side)
    ratios = (median(beside.taken) / median(alone.taken), phones.p95(beside.taken) / phones.p95(alone.taken))
    what = f"a tap beside another table's guest who types {CHARACTERS} characters {A_SECOND} times a second"
    yield Row(what, phones.spread(beside.taken), "without", phones.spread(alone.taken), ratios, "1.5 times")


async def taps(alone: Side, beside: Side, address: str, guest: Route) -> None:
    """Have both tables tap in turn, the second one while the guest types."""
    phone = await Tapping.open(address, guest.path, lambda *_: None, phones.headers_of(guest.token))
    listening = asyncio.create_task(phone.listen())
    await phone.until_there(str(SAY))
    await phone.tap(str(SAY))
    await phone.until_there("Names and points")
    await alone.open()
    await beside.open()
    for _ in range(ROUNDS):
        await alone.play(ROUND)
        typing = asyncio.create_task(type_into(phone))
        await beside.play(ROUND)
        typing.cancel()
    await alone.close()
    await beside.close()
    await phone.close()
    await listening


async def type_into(phone: Tapping) -> None:
    """Put one text after the other into the field, until it is cancelled."""
    for number in count():
        event = {"target": phone.screen.taking("on_change"), "name": "change", "data": text(number)}
        await phone.send(Action.EVENT, event)
        await asyncio.sleep(1 / A_SECOND)


def text(number: int) -> str:
    """Return a text of names that nobody has, which differs from the one before."""
    return ",".join(f"x{chr(97 + name % 26)}{chr(97 + name // 26 % 26)} {number}" for name in range(CHARACTERS))[
        :CHARACTERS
    ]


def typing_at(database: DatabaseUrl) -> Route:
    """Begin a table of a pad, and let a phone into its first seat."""
    players = tuple(Player(name=name) for name in PLAYERS)
    pad = Pad(title=WIZARD.title, categories=(WIZARD,))
    state = TableState(table=Table(pad=pad, players=players), extras=Extras(seats=styles(len(PLAYERS))))
    store = Store(database, lambda: datetime.now(UTC))
    try:
        table = store.begin("score-pad", stored_of(state)).id
        token = access.new_token()
        _, phone = access.redeem(store, access.join_code(store, table).secret, token)
        access.take_seat(store, table, phone.id, 0)
    finally:
        store.close()
    return Route(f"/table/{table}/sheet/0", token)
