"""The app as a browser's worker starts it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from companion.system import paths
from storage.repositories.tables import Store
from tests.storage.stores import Clock

if TYPE_CHECKING:
    from pathlib import Path

BEGIN = """
import asyncio, gc, sys
from pathlib import Path
from tests.companion.browser.in_worker import become_a_worker, shows
become_a_worker()
from companion.browser.app import start

def ignore(*_: object) -> None:
    "Do nothing, as a page without other phones."
"""

PLAYED = f"""{BEGIN}
from storage.repositories.tables import Store

async def played() -> None:
    runtime = start(Path(sys.argv[1]), "https://example.org/games/tessera/", str, ["xx", "en"], ignore, ignore)
    await shows("Statistics")
    worker = runtime.context.tables.worker
    found = await worker.run(Store.tables)
    print([table.content for table in found], runtime.context.links.get(runtime.context.links.add("what came")))
    if not found:
        await worker.run(Store.begin, "carpe-diem", {{"begun": "there"}})
    await runtime.context.tables.back_up()
    print(runtime.context.tables.unsaved, runtime.context.address)
    print(gc.get_freeze_count() > 100_000, gc.get_threshold())
    await runtime.leave()

asyncio.run(played())
"""

REFUSED = f"""{BEGIN}
async def refused() -> None:
    print(start(Path(sys.argv[1]), "https://example.org/", print, ["en"], ignore, ignore))
    await shows("belongs to another program")

asyncio.run(refused())
"""

GERMAN = f"""{BEGIN}
from companion.browser.app import KEEP
from companion.formatting.languages import catalogue
from scoring.messages import reading

async def refused() -> None:
    start(Path(sys.argv[1]), "https://example.org/", print, ["xx", "de-AT", "en"], ignore, ignore)
    with reading(catalogue("de")):
        words = str(KEEP)
    await shows(words)

asyncio.run(refused())
"""

TYPED = f"""{BEGIN}
import flet as ft
from companion.browser.connection import connect
from tests.companion.browser.in_worker import send

fields = []
heard = asyncio.Event()

def main(page: ft.Page) -> None:
    fields.append(ft.TextField(label="Name", on_change=lambda event: heard.set()))
    page.add(fields[0])

async def typed() -> None:
    connect(main)
    await shows("Name")
    field = fields[0]
    send(4, {{"id": field._i, "props": {{"value": "Ada"}}}})
    for _ in range(5):
        await asyncio.sleep(0)
    print(repr(field.value))
    send(3, {{"target": field._i, "name": "change", "data": "Ada"}})
    await asyncio.wait_for(heard.wait(), 20)
    print(repr(field.value))

asyncio.run(typed())
"""

GUESTS = f"""{BEGIN}
import flet as ft
import flet_js
import msgpack
from companion.browser import connection
from companion.formatting.languages import WANTED
from companion.tables.access import VISITOR, Visitor
from storage.repositories.access import Device

flet_js.documentUrl = "https://example.org/"
connection.TokenBucket = lambda *_: type("Endless", (), {{"take": lambda self, _: 0}})()
pages, sent, cut = [], [], []

def main(page: ft.Page) -> None:
    pages.append(page)
    page.on_close = lambda: print("closed", len(pages))
    page.on_route_change = lambda event: print("at", event.route)
    page.add(ft.Button(f"{{VISITOR.get().key}} {{WANTED.get()}}", on_click=lambda: print("tapped", VISITOR.get().key)))

def frame(action: int, **body: object) -> bytes:
    return bytes(1) + msgpack.packb([action, body])

async def said(*frames: bytes) -> None:
    for said in frames:
        guest.take(said)
    for _ in range(30):
        await asyncio.sleep(0)

async def guests() -> None:
    global guest
    visitor = Visitor(phone=Device(id="g7", host=False, settings={{}}))
    guest = connection.guest_connection(main, visitor, ("de",), sent.append, lambda: cut.append("cut"))
    register = frame(1, session_id=None, page_name="", page={{"route": "/"}})
    tap = frame(3, target=0, name="click", data=None)
    await said(b"", b"junk", tap, bytes(1) + b"junk", register)
    print(b"g7 ('de',)" in b"".join(sent), len(pages), pages[0].url)
    button = pages[0].controls[0]
    tap = frame(3, target=button._i, name="click", data=None)
    await said(tap, frame(4, id=button._i, props={{"_internals": 1}}), frame(9), b"x" * 300000)
    await said(frame(3, target=pages[0]._i, name="route_change", data={{"route": "table/7"}}))
    await said(register)
    print(len(pages), cut)
    for _ in range(connection.MAX_WAITING + 1):
        guest.take(b"flood")
    print(cut)
    guest.close()
    guest.take(register)
    await said()
    print(len(pages), VISITOR.get().host)

asyncio.run(guests())
"""


HOSTILE = f"""{BEGIN}
from random import Random

import flet as ft
from companion.browser import connection
from companion.tables.access import Visitor
from storage.repositories.access import Device
from tests.malformed import ODD, broken, odd_frames

connection.TokenBucket = lambda *_: type("Endless", (), {{"take": lambda self, _: 0}})()
sys.modules["flet_js"].documentUrl = "https://example.org/"
chance, escaped, cut, tapped, pages = Random(37), [], [], [], []
NAMES = "value width opacity platform views controls theme_mode on_click page parent data".split()

def main(page: ft.Page) -> None:
    pages.append(page)
    page.add(ft.Button("Tap", on_click=lambda: tapped.append(page)), ft.TextField(on_change=ignore))

def registration(**page: object) -> dict[str, object]:
    return {{"session_id": None, "page_name": "", "page": {{"route": "/", **page}}}}

def guest() -> connection.GuestConnection:
    visitor = Visitor(phone=Device(id="g7", host=False, settings={{}}))
    came = connection.guest_connection(main, visitor, (), ignore, lambda: cut.append(came))
    came.take(frame(1, registration()))
    return came

def frame(action: int, body: dict[str, object]) -> bytes:
    return bytes(1) + connection.msgpack.packb([action, body], unicode_errors="surrogatepass")

def frames():
    control, name, value = chance.choice([*pages[-1].session.index]), chance.choice(NAMES), chance.choice(ODD)
    sound = [
        (1, registration(**{{name: value}})),
        (3, {{"target": control, "name": chance.choice(("click", "change", "close", "route_change")), "data": value}}),
        (4, {{"id": control, "props": {{name: value}}}}),
        (5, {{"control_id": control, "call_id": "x", "result": value, "error": None}}),
    ]
    yield from odd_frames(chance, sound, 3)
    yield from broken(chance, [frame(*chance.choice(sound))], 2)

async def rest() -> None:
    for _ in range(20):
        await asyncio.sleep(0)

async def hostile() -> None:
    asyncio.get_running_loop().set_exception_handler(lambda _, context: escaped.append(context))
    friend = guest()
    await rest()
    button = pages[0].controls[0]
    attacker = guest()
    await rest()
    for _ in range(1000):
        if attacker in cut:
            attacker.close()
            attacker = guest()
            await rest()
        for sent in frames():
            attacker.take(sent)
        await rest()
    friend.take(frame(3, {{"target": button._i, "name": "click", "data": None}}))
    await rest()
    print(escaped, friend in cut, len(cut) > 1, tapped[-1] is pages[0])

asyncio.run(hostile())
"""


def in_a_worker(program: str, data: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program, str(data)], check=False, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_what_is_begun_there_is_there_when_it_starts_again_and_on_a_desktop(tmp_path: Path) -> None:
    where = "None https://example.org/games/tessera/"
    searched = "True (2000, 50, 100)"  # for garbage, and so much is left out
    assert in_a_worker(PLAYED, tmp_path) == ["[] ('what came',)", where, searched]
    assert in_a_worker(PLAYED, tmp_path) == ["[{'begun': 'there'}] ('what came',)", where, searched]
    with closing(Store(paths.database(tmp_path), Clock())) as store:
        assert [table.content for table in store.tables()] == [{"begun": "there"}]


def test_a_file_that_cannot_be_opened_is_named_there_and_stays(tmp_path: Path) -> None:
    file = tmp_path / paths.DATABASE
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE notes (words)")
    before = file.read_bytes()
    assert in_a_worker(REFUSED, tmp_path) == ["None"]
    assert in_a_worker(GERMAN, tmp_path) == []
    assert file.read_bytes() == before


def test_what_is_typed_counts_when_its_handler_hears_of_it_and_not_before(tmp_path: Path) -> None:
    assert in_a_worker(TYPED, tmp_path) == ["''", "'Ada'"]


def test_a_guest_has_a_session_of_their_own_whatever_comes_over_the_channel(tmp_path: Path) -> None:
    assert in_a_worker(GUESTS, tmp_path) == [
        "True 1 https://example.org/",
        "tapped g7",
        "at table/7",
        "closed 1",
        "2 []",
        "['cut']",
        "closed 2",
        "2 True",
    ]


def test_of_5000_frames_that_no_page_of_ours_sends_none_reaches_beyond_its_channel(tmp_path: Path) -> None:
    assert in_a_worker(HOSTILE, tmp_path) == ["[] False True True"]
