"""The static site: Tessera as files that any web server can hand out, for browsers that run Python themselves."""

from __future__ import annotations


class SiteError(Exception):
    """The site cannot be built; what was there before is as it was. The text is a sentence."""


class FolderError(SiteError):
    """The folder that was named is no place for a site."""
