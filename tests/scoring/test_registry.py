from __future__ import annotations

import pytest

from scoring.registry import Registry


def test_a_value_is_loaded_once_when_it_is_first_asked_for() -> None:
    loaded: list[str] = []

    def load(key: str) -> str:
        loaded.append(key)
        return key.upper()

    registry = Registry(("one", "two"), load)
    assert (list(registry), len(registry), "two" in registry, loaded) == (["one", "two"], 2, True, [])
    assert (registry["two"], registry.get("two"), loaded) == ("TWO", "TWO", ["two"])
    assert (dict(registry.items()), loaded) == ({"one": "ONE", "two": "TWO"}, ["two", "one"])


def test_what_is_not_there_is_not_loaded() -> None:
    registry = Registry(("one",), str.upper)
    assert registry.get("two") is None
    with pytest.raises(KeyError, match="two"):
        registry["two"]
