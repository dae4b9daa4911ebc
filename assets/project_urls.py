"""The addresses of the project that its wheel names, made when that is built.

The owner stands in one place: the link in the README that opens Tessera in the browser.
"""  # noqa: INP001 - a script beside what it is about

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK: Final = re.compile(r"^\[browser\]: https://(?P<owner>[\w-]+)\.github\.io/(?P<name>[\w.-]+)/$", re.MULTILINE)
NOBODY: Final = "OWNER"


class ProjectUrls(MetadataHookInterface):
    """Adds the addresses, none where the README names nobody yet."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add them."""
        metadata["urls"] = urls((Path(self.root) / "README.md").read_text(encoding="utf-8"))


def urls(readme: str) -> dict[str, str]:
    """Return the addresses that follow from the link in the README."""
    link = LINK.search(readme)
    if link is None or link["owner"] == NOBODY:
        return {}
    source = f"https://github.com/{link['owner']}/{link['name']}"
    return {
        "Homepage": f"https://{link['owner']}.github.io/{link['name']}/",
        "Source": source,
        "Issues": f"{source}/issues",
        "Changelog": f"{source}/blob/main/.github/CHANGELOG.md",
    }
