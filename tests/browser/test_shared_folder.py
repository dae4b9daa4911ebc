"""A program that agrees by a folder which somebody chooses on its page, with a device that writes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.services.shared_folder import SharedFolder
from tests.browser.screen import DESKTOP_DARK, NARROW, PHONE
from tests.browser.site import EACH_WEEK
from tests.storage.exchange.samples import keep, number, plain
from tests.storage.stores import Clock, opened

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.screen import Screen


@EACH_WEEK
def test_an_open_page_follows_the_folder_that_was_chosen_on_it(screen: Screen, tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    with opened(tmp_path / "laptop.db", Clock()) as laptop:
        keep(laptop, plain({"Anna": 71, "Ben": 64}), number(1))
        SharedFolder(folder).agree(laptop)
        screen.go("/exchange")
        screen.reach(screen.textbox("Where the folder is on this device"))
        screen.shot("shared-folder-to-choose")
        screen.enter("Where the folder is on this device", str(folder))
        screen.tap("Use this folder")
        screen.reach(screen.button("Stop sharing"))
        for _ in screen.sizes(NARROW, DESKTOP_DARK, PHONE):
            screen.reach(screen.button("Stop sharing"))
            screen.shot("shared-folder")
        screen.go("/history")
        screen.sees("Azul")
        keep(laptop, plain({"Anna": 1, "Ben": 2}, title="Calico", game="bgg-283155"), number(2))
        SharedFolder(folder).agree(laptop)
        screen.sees("Calico", timeout=40_000)
