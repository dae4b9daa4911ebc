"""What goes wrong when the site is built."""

from __future__ import annotations


class SiteError(Exception):
    """The site cannot be built; what was there before is as it was. The text is a sentence."""


class FolderError(SiteError):
    """The folder that was named is no place for a site."""
