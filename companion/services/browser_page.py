"""The page around an app without a server: what it says of the browser, and what can be asked of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.tables.observers import Observers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.services.phones import Phones


@dataclass(frozen=True, slots=True, kw_only=True)
class PageState:
    """What the page says: whether the app starts without a network, and whether a new version is `ready`.

    `offline` is `None` until that is known; it is `possible` where browsers keep sites at all. `trouble` says why the
    newest version could not be kept: "room", "mixed" (its files are of several versions) or "broken". `installed` is
    an app on the home screen; where the browser itself offers that, it is `installable`.

    What is entered `lasts` longer than the page; the browser has `promised` to clear nothing of it by itself, `None`
    until that is known, and the player was `asked` for that. It is `remembered` that something was entered here before,
    also where the browser has cleared it. What was `cleared` while the page was open is "kept", stored anew, or "lost":
    nothing that is entered now is saved.

    `search` is the last search of the history in this tab. `files` are those that other apps handed over, each with
    its name and content.
    """

    offline: bool | None = None
    possible: bool = True
    ready: bool = False
    trouble: str | None = None
    installed: bool = False
    installable: bool = False
    lasts: bool = True
    promised: bool | None = None
    asked: bool = False
    remembered: bool = False
    cleared: str | None = None
    search: Mapping[str, Any] | None = None
    files: tuple[tuple[str, bytes], ...] = ()


class BrowserPage:
    """The page of this browser; `observers` hear all that it says."""

    def __init__(self, ask: Callable[[str], object], phones: Phones | None = None) -> None:
        """Know nothing yet; `ask` hands the page a wish such as "update", `phones` are its channels to other phones.

        Something was `entered` if there was anything in the data when they were opened.
        """
        self.ask = ask
        self.phones = phones
        self.entered = False
        self.state = PageState()
        self.observers: Observers[[]] = Observers()

    def hear(self, changes: str) -> None:
        """Take up what has changed, as JSON with the fields of `PageState`."""
        self.state = replace(self.state, **json.loads(changes))
        self.observers.notify()

    def hand_over(self, name: str, content: bytes) -> None:
        """Take a file that another app opened with this one, or shared to it."""
        self.state = replace(self.state, files=(*self.state.files, (name, content)))
        self.observers.notify()

    def next_file(self) -> tuple[str, bytes] | None:
        """Return the name and the content of the file to be imported next, which is then no longer here."""
        file, *others = self.state.files or (None,)
        self.state = replace(self.state, files=tuple(others))
        return file

    def remember_search(self, search: Mapping[str, Any]) -> None:
        """Let the page remember a search of the history for as long as its tab is open."""
        self.ask(f"search {json.dumps(search)}")
