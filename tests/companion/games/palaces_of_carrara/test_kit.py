"""The objects on the buildings of my copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.palaces_of_carrara import kit
from scoring.palaces_of_carrara.state import Kind, Object

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


def test_the_objects_are_known_once_all_are_entered(app: Headless, copies: MyCopy) -> None:
    app.run(kit.OBJECTS.keep(copies, Kind.VILLA, Object.CUP))
    assert kit.objects_known(copies) == {}
