"""The site, built once for all tests of a run."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

import pytest
from filelock import FileLock

from companion.site import SiteError
from companion.site.build import LISTING, build

UNDER: Final = "games/tessera"
"""Where the site lies on its server."""


def built(shared: Path) -> Path:
    """Return a folder with the site in it under `UNDER`; who asks first builds it."""
    root, failed = make(shared)
    if failed.exists():
        reason = failed.read_text(encoding="utf-8")
        if os.environ.get("TESSERA_REQUIRE_SITE") or "package registry" not in reason:
            pytest.fail(reason)
        pytest.skip(reason)
    return root


def make(shared: Path) -> tuple[Path, Path]:
    """Build the site unless it is there, and return its folder, and the file that says why there is none.

    `TESSERA_TEST_SITE` may name a site that is built already, in a folder of that name.
    """
    named = os.environ.get("TESSERA_TEST_SITE")
    root = Path(named) if named else shared / "site"
    site, failed = root / UNDER, shared / "site-failed.txt"
    with FileLock(f"{shared}/site.lock"):
        if not failed.exists() and not (site / LISTING).is_file():
            try:
                build(site, lambda _: None)
            except SiteError as error:
                failed.write_text(str(error), encoding="utf-8")
    return root, failed


if __name__ == "__main__":
    make(Path(sys.argv[1]))
