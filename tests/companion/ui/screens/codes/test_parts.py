"""My part as a code: whose it is, and what takes the parts of all in at one table."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, cast

import flet as ft
import pytest

from companion.services.seating import remove_player
from companion.services.share_codes.outgoing import codes_of, shareable_part
from companion.tables.attempt import Version
from companion.tables.state import with_player
from companion.ui.components.layout import NOT_IN_PLAY
from companion.ui.screens.codes.received import ALL_KNOWN, DOUBTS
from companion.ui.screens.codes.received_parts import CONFLICT_HERE, OLDER
from companion.ui.screens.guest import NOT_THEIR_SEAT, SCANS_NOTHING
from scoring.palaces_of_carrara.state import Building, City, Kind
from storage.codes import contents, links, payload
from storage.repositories.tables import Store
from tests.companion import carrara_tables
from tests.companion.carpe_diem_tables import begun, laid_out, player_with, table_state
from tests.companion.headless import opened
from tests.companion.payloads import ADDRESS
from tests.companion.phones import of_host, on_phone, seated
from tests.scoring.palaces_of_carrara.boards import player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen

NAMES = ("Anna", "Ben", "Cleo", "Dora")
VILLA = Building(kind=Kind.VILLA, cost=3, city=City.PISA)


@pytest.fixture
def phones(tmp_path: Path) -> Iterator[tuple[Headless, ...]]:
    """Phones with a Tessera of their own each."""
    with ExitStack() as until_the_end:
        yield tuple(until_the_end.enter_context(opened(tmp_path / f"phone{at}")) for at in range(3))


def part(app: Headless, live: LiveTable, seat: int) -> str:
    return codes_of(shareable_part(live, seat, app.tables.copies[live.game.key]), ADDRESS).link


def with_coins(app: Headless, seat: int, coins: int, *names: str) -> str:
    """The link of a part of a phone on which a player of a table with these names has some coins."""
    live = laid_out(app, *names or NAMES[:2])
    app.run(live.change("Coins", lambda state: with_player(state, seat, coins=coins)))
    return part(app, live, seat)


def pasted(app: Headless, *share_links: str) -> Screen:
    screen = of_host(app, "/take")
    assert cast("ft.TextField", screen.find("Link", ft.TextField)).multiline
    screen.type_into("Link", "\n".join(share_links))
    screen.tap("Next")
    return screen


def coins(live: LiveTable) -> list[int]:
    return [person.coins for person in live.state.table.players]


def running(app: Headless) -> list[str]:
    return [table.id for table in app.worker.run_blocking(Store.tables)]


def test_the_parts_of_all_are_taken_in_as_one_step(app: Headless, phones: tuple[Headless, ...]) -> None:
    live = laid_out(app, *NAMES)
    share_links = [with_coins(phone, seat, 2 * seat, *NAMES) for seat, phone in enumerate(phones, 1)]
    screen = pasted(app, *share_links)
    assert screen.has("Parts for Carpe Diem")
    for words in ("9 → 10", "10 → 12", "11 → 14", "Items on resource board 0 → 3."):
        assert screen.has(words)
    screen.tap("Add 3 parts")
    assert (coins(live), screen.route) == ([0, 2, 4, 6], f"/table/{live.id}")
    assert screen.has("Ben, Cleo and Dora’s part added.")
    screen.tap("Undo")
    assert coins(live) == [0, 0, 0, 0]


def test_each_part_is_taken_in_or_left_by_itself(app: Headless, phones: tuple[Headless, ...]) -> None:
    live = laid_out(app, *NAMES[:3])
    screen = pasted(app, *(with_coins(phone, seat, 4, *NAMES[:3]) for seat, phone in enumerate(phones)))
    screen.tap("Add Ben’s part")
    assert (coins(live), screen.route) == ([0, 4, 0], "/")
    screen.tap("Remove Anna")
    assert not screen.has("Add 2 parts")
    screen.tap("Add Cleo’s part")
    assert (coins(live), screen.route) == ([0, 4, 4], f"/table/{live.id}")


def test_a_part_that_is_at_the_table_already_needs_nothing(app: Headless) -> None:
    live = laid_out(app, *NAMES[:2])
    screen = pasted(app, part(app, live, 0))
    assert screen.has(ALL_KNOWN)
    assert not screen.has("Add Anna’s part")
    app.run(live.change("Coins", lambda state: with_player(state, 0, coins=2)))
    assert screen.has("9 → 8")
    assert screen.has(OLDER)


def test_a_player_who_leaves_before_the_parts_listen_makes_them_parts_of_another_table(
    app: Headless, phones: tuple[Headless, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    live = laid_out(app, *NAMES[:3])
    left = remove_player(live.game.key, live.state, "Cleo", app.tables.copies[live.game.key])
    shared, subscribe = live._shared, live.observers.subscribe

    def subscribe_late(on_change: Callable[[], None]) -> Callable[[], None]:
        if len(live.names) == 3:
            shared.now = Version(live.game, left, shared.now)
            shared.revision += 1
        return subscribe(on_change)

    monkeypatch.setattr(live.observers, "subscribe", subscribe_late)
    screen = pasted(app, with_coins(phones[0], 2, 4, *NAMES[:3]))
    assert screen.has("Anna, Ben: it is from another table: 3 players there, 2 players here.")
    assert not screen.has("Add Cleo’s part")


def test_a_conflict_is_named_and_kept_out_of_what_is_taken_together(
    app: Headless, phones: tuple[Headless, ...]
) -> None:
    names = ("Anna", "Ben", "Cleo")
    carrara_tables.begun(app, carrara_tables.base(player("Anna", buildings=(VILLA,)), player("Ben"), player("Cleo")))
    share_links = []
    for seat, phone in ((1, phones[0]), (2, phones[1])):
        built = (VILLA,) if seat == 1 else ()
        players = [player(name, buildings=built if at == seat else ()) for at, name in enumerate(names)]
        live = carrara_tables.begun(phone, carrara_tables.base(*players))
        phone.run(live.change("Coins", partial(with_player, seat=seat, coins=5)))
        share_links.append(part(phone, live, seat))
    screen = pasted(app, *share_links)
    assert screen.has(f"{CONFLICT_HERE} The villa of cost 3 appears twice: Anna has built it already.")
    assert not screen.has("Add 2 parts")
    screen.tap("Add Ben’s part")
    assert screen.has("Ben’s part added.")


def test_two_parts_for_one_player_are_named(app: Headless, phones: tuple[Headless, ...]) -> None:
    live = laid_out(app)
    screen = pasted(app, with_coins(phones[0], 0, 2), with_coins(phones[1], 0, 4))
    said = "There is another part for Anna: add one of them."
    assert screen.names.count(said) == 2
    screen.tap("Remove Anna")
    assert not screen.has(said)
    screen.tap("Add Anna’s part")
    assert coins(live) == [4, 0]


def test_a_player_who_is_not_at_the_table_is_given_a_seat(app: Headless, phones: tuple[Headless, ...]) -> None:
    live = laid_out(app)
    screen = pasted(app, with_coins(phones[0], 0, 4, "Annabel", "Ben"))
    assert screen.has("Nobody here is called Annabel. Whose part is it?")
    assert not screen.has("Add Anna’s part")
    screen.tap("Anna")
    assert screen.has("Anna (Annabel)")
    screen.tap("Add Anna’s part")
    assert (coins(live), live.names) == ([4, 0], ("Anna", "Ben"))


def test_a_part_that_fits_no_table_says_why_and_may_begin_one(app: Headless, phones: tuple[Headless, ...]) -> None:
    live = laid_out(app)
    link = with_coins(phones[0], 0, 4, *NAMES[:3])
    screen = pasted(app, link)
    assert screen.has("Anna, Ben: it is from another table: 3 players there, 2 players here.")
    app.run(app.tables.remove(live.id))
    screen = pasted(app, link)
    assert screen.says("No table of Carpe Diem is in play here")
    screen.tap("Start a table")
    (table,) = running(app)
    begun_here = app.run(app.tables.open(table))
    assert begun_here is not None
    assert (coins(begun_here), begun_here.names) == ([4, 0, 0], NAMES[:3])
    assert table in running(phones[0])
    screen.tap("Undo")
    assert running(app) == []


def test_a_part_may_be_of_another_table(app: Headless, phones: tuple[Headless, ...]) -> None:
    cleos_table, likely = laid_out(app, "Cleo", "Ben"), laid_out(app)
    screen = pasted(app, with_coins(phones[0], 1, 4))
    screen.tap("It belongs to the table of Cleo, Ben")
    screen.tap("Add Ben’s part")
    assert (coins(cleos_table), coins(likely)) == ([0, 4], [0, 0])


def test_a_table_that_ends_meanwhile_gets_no_parts(app: Headless, phones: tuple[Headless, ...]) -> None:
    live = laid_out(app)
    screen = pasted(app, with_coins(phones[0], 1, 4))
    app.run(app.tables.remove(live.id))
    assert screen.says("No table of Carpe Diem is in play here")


def test_a_player_who_leaves_meanwhile_makes_the_part_one_of_another_table(
    app: Headless, phones: tuple[Headless, ...]
) -> None:
    live = laid_out(app, *NAMES[:3])
    screen = pasted(app, with_coins(phones[0], 2, 4, *NAMES[:3]))
    assert screen.has("Add Cleo’s part")
    app.run(
        live.change(
            "Cleo goes", lambda state: remove_player(live.game.key, state, "Cleo", app.tables.copies[live.game.key])
        )
    )
    assert screen.has("Anna, Ben: it is from another table: 3 players there, 2 players here.")
    assert not screen.has("Add Cleo’s part")


def test_what_a_part_breaks_and_changes_for_others_is_told(app: Headless, phones: tuple[Headless, ...]) -> None:
    begun(app, table_state(player_with("Anna")))
    there = begun(phones[0], table_state(player_with("Anna", prestige=99)))
    screen = pasted(app, part(phones[0], there, 0))
    assert screen.says(DOUBTS)
    assert screen.says("Space 99: the prestige bar ends at 20.")


def test_whose_part_is_asked_and_remembered(app: Headless) -> None:
    live = laid_out(app)
    screen = of_host(app, f"/phones/{live.id}")
    screen.tap("My part as a code")
    screen.follow()
    screen.tap("Ben’s part")
    assert screen.route == f"/code/part/{live.id}/1"
    screen.follow()
    assert screen.has("QR code: Ben’s part of Carpe Diem")
    assert screen.has("Ben: 9 points.")
    read = payload.decode(links.parse_link(screen.value("Link")).data)
    assert isinstance(read, contents.TablePart)
    assert (read.seat, read.whole.origin) == (1, contents.TableOrigin(table=live.id))
    again = of_host(app, f"/part/{live.id}")
    assert again.names.index("Ben’s part") < again.names.index("Anna’s part")


@pytest.mark.parametrize("route", ["/code/part/none/0", "/code/part/{}/7"])
def test_a_part_of_nobody_says_so(app: Headless, route: str) -> None:
    screen = of_host(app, route.format(laid_out(app).id))
    assert screen.says(NOT_IN_PLAY)
    assert of_host(app, "/part/none").says("no longer in play")


def test_a_phone_with_a_seat_shows_its_own_part(app: Headless) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 1)
    seats = on_phone(app, visitor, f"/seat/{live.id}")
    seats.tap("My part as a code")
    assert seats.route == f"/code/part/{live.id}/1"
    seats.follow()
    assert seats.has("QR code: Ben’s part of Carpe Diem")
    assert on_phone(app, visitor, f"/code/part/{live.id}/0").has(NOT_THEIR_SEAT)


def test_a_guest_is_told_who_takes_in_codes(app: Headless) -> None:
    live = laid_out(app)
    visitor = seated(app, live, 1)
    assert on_phone(app, visitor, "/take/x").has(SCANS_NOTHING)


def test_parts_whose_links_were_opened_come_together_and_once(app: Headless, phones: tuple[Headless, ...]) -> None:
    live = laid_out(app)
    share_links = [with_coins(phone, seat, 4) for seat, phone in enumerate(phones[:2])]
    ids = [app.links.add(link.partition("#")[2]) for link in share_links]
    screen = of_host(app, f"/take/{ids[1]}")
    screen.tap("Add 2 parts")
    assert coins(live) == [4, 4]
    assert app.links.all() == ()
