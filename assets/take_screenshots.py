"""Take the pictures of the README with the real app, light and dark: `python3 assets/take_screenshots.py`.

It needs a Chromium, and what `.[dev]` installs.
"""  # noqa: INP001 - a script beside what it makes

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from PIL import Image
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.tables.state import STYLES, Extras, TableState
from scoring.carpe_diem.game import CARPE_DIEM
from storage.documents.codec import read_table
from tests.browser.conftest import ARGUMENTS, needed_chromium, stopped_at_the_end
from tests.browser.kept import begun, only_play
from tests.browser.program import Program, cold, tessera
from tests.browser.screen import PHONE, PHONE_DARK, Screen
from tests.scoring.carpe_diem.test_placement import grown

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE: Final = Path(__file__).parent
COLORS: Final = 128
"""As many as keep the edges of letters smooth, at a third of the size."""

SEED, TILES = 21, 14
"""The district in the picture."""

GOLDEN: Final = HERE.parent / "tests" / "golden" / "carpe-diem"


def pictures(browser: Browser, address: str, routes: dict[str, str]) -> None:
    """Take a picture of each route in either look."""
    for look, name in ((PHONE, "light"), (PHONE_DARK, "dark")):
        context = browser.new_context(
            viewport={"width": look.width, "height": look.height},
            device_scale_factor=2,
            color_scheme=look.scheme,
            reduced_motion="reduce",
            locale="en-GB",
        )
        screen = Screen(context, address, look, None)
        for route, picture in routes.items():
            screen.open(route)
            shown = Image.open(BytesIO(screen.picture())).convert("RGB").quantize(COLORS)
            shown.save(HERE / "screenshots" / f"{picture}-{name}.png", optimize=True)
        context.close()


def main() -> None:
    """Put a district and a finished play into an app of its own, and take their pictures."""
    table = read_table(json.loads((GOLDEN / "cathy-frame.json").read_bytes())).table
    cathy, *others = table.players
    cathy = replace(cathy, district=grown(Random(SEED), TILES))  # noqa: S311 - nothing secret
    table = replace(table, players=(cathy, *others))
    state = TableState(table=table, extras=Extras(seats=STYLES[: len(table.players)]))
    with TemporaryDirectory() as folder, stopped_at_the_end(Program(tessera, Path(folder), cold)) as program:
        add = [sys.executable, "-m", "companion", "add", GOLDEN / "only-the-end.json", "--yes", "--data", program.data]
        subprocess.run(add, check=True)  # noqa: S603 - this program
        play = only_play(program).id
        address = begun(program, CARPE_DIEM, state)
        program.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=needed_chromium(), args=ARGUMENTS)
            pictures(browser, program.address, {f"{address}/district/0": "district", f"/play/{play}": "sheet"})
            browser.close()


if __name__ == "__main__":
    main()
