"""What is laid out before the first turn, and what is known of the material."""

from __future__ import annotations

import pytest

from scoring.mayor import data
from scoring.mayor.data import TILE_LIMIT
from scoring.mayor.game import LIMITS
from scoring.mayor.rules import Section, laid_out, setup
from scoring.mayor.state import Kind, Street, Variant
from scoring.problems import problems_in

NAMES = ("White", "Purple", "Black", "Hank")
NUMBERS = (2, 3, 4)


def told(players: int, *variants: Variant) -> dict[str, str]:
    return {item.key: str(item.message) for item in setup(players, variants)}


@pytest.mark.parametrize("players", NUMBERS)
@pytest.mark.parametrize("variants", [(), (Variant.EVENTS,), tuple(Variant)])
def test_the_list_is_in_order_and_every_key_is_there_once(players: int, variants: tuple[Variant, ...]) -> None:
    items = setup(players, variants)
    order = [*Section]
    assert [item.section for item in items] == sorted((item.section for item in items), key=order.index)
    assert len({item.key for item in items}) == len(items)


@pytest.mark.parametrize(("players", "neutral"), [(2, True), (3, True), (4, False)])
def test_neutral_pieces_stand_for_colours_that_nobody_plays(players: int, *, neutral: bool) -> None:
    assert ("neutral-markers" in told(players)) is neutral


def test_citizens_start_on_0_and_bankers_on_25() -> None:
    assert told(2)["citizen"].endswith("on space 0")
    assert told(2)["banker"].endswith("on space 25")


@pytest.mark.parametrize(
    ("variants", "there"),
    [
        ((), {"events-removed", "amenities-removed"}),
        ((Variant.EVENTS,), {"festival", "events", "amenities-removed"}),
        ((Variant.AMENITIES,), {"events-removed", "amenities"}),
        (tuple(Variant), {"festival", "events", "amenities"}),
    ],
)
def test_variant_tiles_that_are_not_used_are_removed(variants: tuple[Variant, ...], there: set[str]) -> None:
    keys = {item.key for item in setup(3, variants) if item.section is Section.VARIANTS}
    assert keys == there


def test_events_nine_lie_in_the_stack_beside_the_festival() -> None:
    assert told(3, Variant.EVENTS)["events"] == "the other 9 Events shuffled, in a stack beside it"


def test_what_the_rulebook_does_not_say_is_said() -> None:
    assert "does not say who begins" in told(4)["copy"]


@pytest.mark.parametrize("players", NUMBERS)
def test_the_table_at_the_start_has_no_problems(players: int) -> None:
    table = laid_out(NAMES[:players])
    assert problems_in(table, LIMITS) == []
    assert [(player.name, player.citizen, player.banker, player.tiles) for player in table.players] == [
        (name, 0, 25, 0) for name in NAMES[:players]
    ]
    assert table.tile_lines == {}


def test_game_play_with_two_players_the_tile_limit_is_four() -> None:
    assert TILE_LIMIT == {2: 4, 3: 3, 4: 3}


def test_what_is_known_of_the_rondel_contradicts_nothing() -> None:
    kinds = [space.kind for space in data.KNOWN_RONDEL_SPACES]
    streets = [space.street for space in data.KNOWN_RONDEL_SPACES]
    assert len(set(kinds)) == len(kinds) < len(Kind)
    assert len(set(streets)) == len(streets)
    assert Street.BLUE not in streets


def test_everything_known_says_where_it_is_printed() -> None:
    for printed in (*data.KNOWN_RONDEL_SPACES, *data.KNOWN_EVENTS, *data.KNOWN_PARKS):
        assert str(printed.source).startswith("Rulebook, ")
