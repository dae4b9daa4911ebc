"""What the tabs of Little Town let players enter."""

from __future__ import annotations

from companion.ui.editors.little_town.editor import LITTLE_TOWN
from scoring import GAMES


def test_every_field_and_rule_is_entered_somewhere() -> None:
    entered = frozenset().union(*(tab.enters for tab in LITTLE_TOWN.tabs))
    assert entered >= set(GAMES["little-town"].rules) | {"score", "coins", "cubes", "buildings", "workers", "board"}
