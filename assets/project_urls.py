"""The addresses of the project that its wheel names, and the README with whole links, made when that is built.

The owner stands in one place: the link in the README that opens Tessera in the browser.
"""  # noqa: INP001 - a script beside what it is about

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK: Final = re.compile(r"^\[browser\]: https://(?P<owner>[\w-]+)\.github\.io/(?P<name>[\w.-]+)/$", re.MULTILINE)
NOBODY: Final = "OWNER"

IN_PROJECT: Final = re.compile(r'(?P<picture>\bsrc(?:set)?=")|\]\((?=[\w.]+/)')
"""What stands before the path of a file of the project: of a picture, or of one that is linked."""


class ProjectUrls(MetadataHookInterface):
    """Adds the addresses, none where the README names nobody yet."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add them."""
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["urls"] = urls(readme)
        text = elsewhere(readme, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


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


def elsewhere(readme: str, version: str) -> str:
    """Return the README for a page that has none of its files, such as that of PyPI: its links lead to this version."""
    source = urls(readme).get("Source")
    if source is None:
        return readme
    ways = {True: f"{source}/raw/v{version}/", False: f"{source}/blob/v{version}/"}
    return IN_PROJECT.sub(lambda before: before[0] + ways[before["picture"] is not None], readme)
