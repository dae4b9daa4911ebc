"""The limits of the network are what the page about security says."""

from __future__ import annotations

import re

from companion.system import limits
from tests.forks import ROOT

UNITS = {"": 1, "bytes": 1, "s": 1, "min": 60, "h": 60 * 60, "days": 24 * 60 * 60}
UNITS |= {"kB": 1000, "KiB": 1024, "MiB": 1024**2}

ROW = re.compile(r"^\| .+ \| (?P<number>[0-9]+) ?(?P<unit>\w*) \| `(?P<name>\w+)` \|$", re.MULTILINE)


def test_the_page_about_security_lists_every_limit() -> None:
    page = (ROOT / ".github" / "SECURITY.md").read_text(encoding="utf-8")
    said = {row["name"]: int(row["number"]) * UNITS[row["unit"]] for row in ROW.finditer(page)}
    assert said == {name: value for name, value in vars(limits).items() if name.isupper() and isinstance(value, int)}
