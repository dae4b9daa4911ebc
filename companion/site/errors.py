"""What goes wrong when the site is built."""

from __future__ import annotations

from storage.database.errors import StoreError


class SiteError(StoreError):
    """The site cannot be built; what was there before is as it was."""


class FolderError(SiteError):
    """The folder that was named is no place for a site."""
