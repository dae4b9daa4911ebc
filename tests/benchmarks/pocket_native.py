"""The acts of the pocket in a process, on a connection that plays the client.

`python -m tests.benchmarks.pocket_native DATA TABLES` prints what each has cost, as JSON; TABLES are the arguments of
`Acting`, as JSON. The app may be of an older commit.
"""

from __future__ import annotations

import asyncio
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from companion.cli.app import _without_collection
from companion.system import paths

with _without_collection():  # as the program does
    from flet.controls.context import _context_page
    from flet.messaging.session import Session

    from companion.runtime import open_runtime
    from tests.benchmarks.pocket_acts import Acting
    from tests.companion.client import Client, registered


class Browser(Client):
    """A browser that goes where it is sent."""

    def _invoked(self, body: Any) -> None:
        super()._invoked(body)
        if body.name == "push_route":
            self.loop.call_soon(self._gone)

    def _gone(self) -> None:
        assert self.session is not None
        self.session.apply_page_patch({"route": self.route})
        going = self.session.dispatch_event(self.session.page._i, "route_change", {"route": self.route})
        self._going = self.loop.create_task(going)


async def acted(data: Path, *tables: Any) -> list[dict[str, Any]]:
    """Do all acts, and return what each has cost."""
    loop = asyncio.get_running_loop()
    runtime = await asyncio.to_thread(open_runtime, paths.database(data), data)
    with ThreadPoolExecutor(1) as executor:
        browser = Browser(loop, executor)
        browser.session = session = Session(browser)
        _context_page.set(session.page)
        session.apply_page_patch({"route": "/", "width": 390, "height": 844})
        browser.send_message(registered(session))
        acting = Acting(session.page, *tables)
        runtime.main(session.page)
        await acting.rest()
        costs = []
        for number, acts in enumerate(acting.acts()):
            for step in range(len(acts)):
                acting.ready(number, step)
                await acting.do()
                costs.append(acting.cost())
        assert not browser.failures, browser.failures
        session.close()  # type: ignore[no-untyped-call]
        runtime.close()
    return costs


if __name__ == "__main__":
    json.dump(asyncio.run(acted(Path(sys.argv[1]), *json.loads(sys.argv[2]))), sys.stdout)
