"""Phones at one table without a host: two browsers with the site, and a channel between them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect, sync_playwright

from companion.tables.state import STYLES, Extras, TableState, stored_of
from scoring.score_pad.game import SCORE_PAD
from tests.browser.conftest import NOT_KEPT, OF_TESTS, needed_chromium
from tests.browser.own_network import in_own_network
from tests.browser.screen import PHONE, Screen
from tests.browser.site import Site
from tests.companion.pad_tables import table_of
from tests.companion.pads import KINGDOMINO

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, FrameLocator, Page

FRAME: Final = "#phone iframe"

SCRIPT: Final = "import(new URL(`${tesseraSite.scripts}phones.js`, document.baseURI))"

OFFER: Final = f"async (id) => {{ await {SCRIPT}; return tesseraPhones.offer(id); }}"
ANSWER: Final = f"async (offer) => {{ await {SCRIPT}; return tesseraPhones.answer('host', offer, '00ff'); }}"
ACCEPT: Final = "([id, answer]) => tesseraPhones.accept(id, answer)"

BEGIN: Final = """
import gc, json
from companion.browser.app import RunningApp
from storage.repositories.tables import Store

running = next(thing for thing in gc.get_objects() if type(thing) is RunningApp)
tables = running.context.tables
row = await tables.worker.run(Store.begin, game, json.loads(state))

async def come(channel):
    code = await tables.access.join_code(row.id)
    _, visitor = await tables.access.redeem(code.secret, "the token of a phone")
    await tables.access.sit(row.id, visitor, 1)
    running.phones.admit(channel, visitor)

coming = []
running.phones.arrivals.subscribe(lambda channel, hello: coming.append(running.context.tables and __import__("asyncio").ensure_future(come(channel))))
row.id
"""
