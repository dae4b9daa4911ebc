"""The screens behind addresses: those that are loaded late are found, and a start does without them."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from companion.games import OWN_KITS
from companion.ui import routes
from companion.ui.editors import OWN_EDITORS
from tests.companion.command import ROOT

LATE: Final = re.findall(r'lazily\("([\w.]+)", "(\w+)"\)', Path(routes.__file__).read_text())

LARGE: Final = {"PIL", "defusedxml", "flet_charts", "qrcode", "zxingcpp"}
"""Libraries that only some screens need."""


@pytest.mark.parametrize(("module", "name"), LATE)
def test_a_screen_that_is_loaded_late_is_found(module: str, name: str) -> None:
    assert callable(getattr(import_module(module), name))


def test_a_start_loads_neither_these_screens_nor_what_they_need() -> None:
    program = "import sys, companion.runtime; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True)
    assert "companion.ui.screens.home" in loaded.stdout.split()
    games = {place.partition(":")[0] for place in (*OWN_KITS.values(), *OWN_EDITORS.values())}
    assert LARGE.union(games, (module for module, _ in LATE)).intersection(loaded.stdout.split()) == set()
