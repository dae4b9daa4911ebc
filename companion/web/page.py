"""The additions to Flet's page: what our folders add to its head, with the scripts in it, and which scripts may run."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

SCRIPT: Final = re.compile(r'<script src="\{client\}(.+?)"></script>')
"""A script of ours in an addition."""

INLINE: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
"""A script that stands in a page."""


def head(assets: Path, names: Iterable[str]) -> str:
    """Return what some files add to the head of the page, one after the other.

    The scripts that they name stand in it: a page whose scripts came one by one would begin later, or with a part of
    them.
    """
    text = "".join((assets / name).read_text(encoding="utf-8") for name in names)
    return SCRIPT.sub(lambda script: f"<script>\n{(assets / script[1]).read_text(encoding='utf-8')}</script>", text)


def with_additions(page: str, head: str, body: str) -> str:
    """Return Flet's page with what is added to its head, and at the beginning of its body.

    Its script for Python in a browser has no use here, and would be waited for at each start.
    """
    return (
        page.replace("<html>", '<html lang="en">', 1)
        .replace('<script src="python.js"></script>', "", 1)
        .replace("</head>", f"{head}</head>", 1)
        .replace("<body>", f"<body>\n{body}", 1)
    )


def digests(page: str) -> str:
    """Return the digests of the scripts that stand in a page, as a policy names those that may run."""
    hashes = (hashlib.sha256(script.encode()).digest() for script in INLINE.findall(page))
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in hashes)
