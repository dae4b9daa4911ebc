"""Phones at tables: who scans the code of a table, and what then is on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.app import App
from companion.ui.core.context import AppContext
from storage.repositories import access
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from companion.system.network import Lan
    from companion.tables.access import Visitor
    from companion.tables.live_table import LiveTable
    from storage.repositories.access import Guest
    from tests.companion.headless import Headless, Screen


def come(app: Headless, live: LiveTable, token: str = "") -> Visitor:
    """A phone that scans the code of a table, a new one where no token is given."""
    door = app.run(app.tables.access.join_code(live.id))
    _, visitor = app.run(app.tables.access.redeem(door.secret, token or access.new_token()))
    return visitor


def seated(app: Headless, live: LiveTable, seat: int) -> Visitor:
    """A phone that has come, and taken a seat."""
    visitor = come(app, live)
    app.run(app.tables.access.sit(live.id, visitor, seat))
    return visitor


def guest_of(app: Headless, live: LiveTable, visitor: Visitor) -> Guest | None:
    """A phone as the store has it at a table."""
    guests = app.worker.run_blocking(access.guests, live.id)
    return next((guest for guest in guests if guest.device_id == visitor.key), None)


def on_phone(app: Headless, visitor: Visitor, route: str = "/") -> Screen:
    """The whole app on a phone, at an address."""
    return app.show(App, context_of(app), visitor, route=route)


def of_host(app: Headless, route: str = "/", lan: Lan | None = None) -> Screen:
    """The whole app as the host has it, where a network can be let in if there is one."""
    return app.show(App, context_of(app, lan), route=route)


def context_of(app: Headless, lan: Lan | None = None) -> AppContext:
    settings = app.worker.run_blocking(Store.settings)
    return AppContext(
        tables=app.tables,
        settings=settings,
        links=app.links,
        lan=lan,
        browser=app.browser,
        pairing=app.pairing,
        visit=app.visit,
        devices=app.devices,
        friends=app.friends,
        sharing=app.sharing,
    )


def coins(live: LiveTable, seat: int = 0) -> int:
    amount: int = live.state.table.players[seat].coins
    return amount


def stock(live: LiveTable, seat: int = 0) -> str:
    return f"/table/{live.id}/stock/{seat}"
