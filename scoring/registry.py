"""What is loaded only where it is needed, such as the games."""

from __future__ import annotations

from collections import UserDict
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

V = TypeVar("V")


class Registry(UserDict[str, V]):
    """Values by their keys, each of which is loaded when it is first asked for: few programs need all."""

    def __init__(self, keys: Iterable[str], load: Callable[[str], V]) -> None:
        """Begin with nothing but the keys; `load` takes one of them."""
        unloaded: dict[str, Any] = dict.fromkeys(keys)
        super().__init__(unloaded)
        self._load = load

    def __getitem__(self, key: str) -> V:
        if self.data[key] is None:
            self.data[key] = self._load(key)
        return self.data[key]
