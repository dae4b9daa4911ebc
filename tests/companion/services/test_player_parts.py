"""Parts of players: what belongs to a seat travels whole, for every game, and changes nothing else."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.games import KITS
from companion.games.score_pad.shelf import ready_pads
from companion.services.seating import rename_player
from companion.services.share_codes import player_parts
from companion.services.share_codes.outgoing import shareable_part
from companion.services.share_codes.player_parts import (
    add_parts,
    misfit,
    part_changes,
    part_of,
    received_part,
    seat_for,
    tables_for,
    tables_in_play,
    with_part,
)
from companion.services.table_import import older_parts
from companion.tables.my_copy import MyCopy
from companion.tables.state import STYLES, Extras, TableState, documents_of, styles, with_table
from scoring import GAMES
from scoring.carpe_diem.state import BookedVisit, Edition
from scoring.little_town.state import CompletedObjective
from scoring.palaces_of_carrara.state import Building, City, Kind, Location, Value
from storage.codes import contents, frames, links, payload
from storage.documents import codec
from storage.documents.codec import plain
from storage.repositories.values import StaleError
from tests.companion import carrara_tables, little_town_tables, pad_tables
from tests.companion.carpe_diem_tables import GAME, begun, player_with, table_state, tile
from tests.companion.headless import opened
from tests.companion.pads import KINGDOMINO
from tests.companion.played import in_play
from tests.companion.ui.editors.form.meadow import MEADOW, Bird, Nest, on_the_shelf
from tests.scoring.palaces_of_carrara.boards import player
from tests.storage.codes.samples import GOLDEN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.services.share_codes.player_parts import PartChange, ReceivedPart
    from companion.tables.live_table import LiveTable
    from scoring.score_pad.state import Table
    from tests.companion.headless import Headless

VILLA = Building(kind=Kind.VILLA, cost=3, city=City.PISA)


@pytest.fixture
def phones(tmp_path: Path) -> Iterator[tuple[Headless, Headless, Headless]]:
    """Three phones with a Tessera of their own each."""
    with ExitStack() as until_the_end:
        first, second, third = (until_the_end.enter_context(opened(tmp_path / f"phone{at}")) for at in range(3))
        yield first, second, third


@pytest.fixture
def receiver(phones: tuple[Headless, Headless, Headless]) -> Headless:
    return phones[0]


@pytest.fixture
def sender(phones: tuple[Headless, Headless, Headless]) -> Headless:
    return phones[1]


def sent(app: Headless, live: LiveTable, seat: int) -> ReceivedPart:
    """The part of a seat as it arrives elsewhere."""
    packed = shareable_part(live, seat, app.tables.copies[live.game.key]).payload
    read = payload.decode(packed)
    assert isinstance(read, contents.TablePart)
    return received_part(packed, read)


def change(app: Headless, live: LiveTable, *parts: ReceivedPart) -> tuple[PartChange, ...]:
    placed = [(part, seat_for(part, live)) for part in parts]
    return part_changes(live, placed, app.tables.copies[live.game.key])


def take(app: Headless, live: LiveTable, *changes: PartChange) -> None:
    app.run(live.change("Parts", lambda state: add_parts(live.game, state, changes, live.names)))


def words(messages: tuple[Any, ...]) -> list[str]:
    return [str(message) for message in messages]


def no_copy(game: str) -> MyCopy:
    nowhere: Any = None
    return MyCopy(nowhere, game, ())


def golden_state(name: str) -> TableState[Any]:
    """A golden sheet as the state of a table."""
    read = codec.read_table(GOLDEN[name])
    return in_play(read, no_copy(read.game.key))


@pytest.mark.parametrize("name", GOLDEN)
def test_the_parts_of_all_make_up_the_whole_table(name: str) -> None:
    whole, game = golden_state(name), GAMES[GOLDEN[name]["game"]]
    parts = []
    for seat in range(len(whole.table.players)):
        state = part_of(game.key, whole, seat, no_copy(game.key))
        table = contents.OpenTable(game=game.at(state.table), table=state.table, extras=documents_of(game, state)[1])
        read = payload.decode(payload.encode(contents.TablePart(whole=table, seat=seat)))
        assert isinstance(read, contents.TablePart)
        parts.append(received_part(b"", read))
    joined = replace(whole, table=replace(whole.table, players=parts[0].state.table.players))
    for seat, part in enumerate(parts):
        joined = with_part(game.key, joined, seat, part)
    assert joined.table == whole.table
    assert with_part(game.key, joined, 0, parts[0]) == joined


def test_a_part_is_put_in_once_to_be_looked_at(
    receiver: Headless, sender: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = begun(sender, table_state(player_with("Anna"), player_with("Ben", victory_cards=7, stack=1)))
    ours = begun(receiver, table_state(player_with("Anna"), player_with("Ben", stack=1)))
    part = sent(sender, theirs, 1)
    calls: list[TableState[Any]] = []

    def counted(game: str, state: TableState[Any], seat: int, received: ReceivedPart) -> TableState[Any]:
        calls.append(state)
        return with_part(game, state, seat, received)

    monkeypatch.setattr(player_parts, "with_part", counted)
    (part_change,) = change(receiver, ours, part)
    assert part_change.totals == (0, 7)
    assert [state is ours.state for state in calls].count(True) == 1


def test_a_part_of_carpe_diem_has_the_district_and_what_is_noted_of_it(receiver: Headless, sender: Headless) -> None:
    booked = BookedVisit(phase=1, seat=1, cells=("A1", "B1"), points=3, prestige=0)
    ben = player_with("Ben", tile("C3", "granary E"), tile("D3", "granary W"), coins=5, victory_cards=7)
    anna = player_with("Anna", tile("D4", "market"), coins=9)
    noted = {"visits": (booked, replace(booked, seat=0)), "settled": ("1 pond C3", "0 pond C4"), "order": (1, 0)}
    theirs = begun(sender, table_state(anna, ben, **noted))
    ours = begun(receiver, table_state(player_with("Anna", coins=2), player_with("ben", stack=1)))
    (part_change,) = change(receiver, ours, sent(sender, theirs, 1))
    assert (part_change.seat, part_change.totals, part_change.part.name) == (1, (0, 9), "Ben")
    assert words(part_change.lines) == [
        "Victory point cards 0 → 7",
        "Items on resource board 0 → 2",
        "coins 0 → 5",
        "markers beneath on that space 1 → 0",
        "also different: district and notes on the turns",
    ]
    assert part_change.is_ready
    take(receiver, ours, part_change)
    assert ours.state.table.players[1] == replace(ben, name="ben")
    assert ours.state.table.players[0].coins == 2
    table = ours.state.table
    assert (table.visits, table.settled, table.order) == ((booked,), ("1 pond C3",), ())
    assert ours.state.extras.seats == STYLES[:2]
    assert receiver.run(ours.undo())
    assert ours.state.table.players[1].coins == 0


def test_pieces_on_a_common_board_go_with_their_owner(receiver: Headless, sender: Headless) -> None:
    house, worker = little_town_tables.house, little_town_tables.worker
    done = CompletedObjective(seat=1, card="fish", points=4)
    elsewhere = little_town_tables.table_state(
        buildings=(house("barn", "A1"), house("pier", "D3", "Ben")),
        workers=(worker("B1", "Ben"),),
        site=(0, 2),
        completed=(done, replace(done, seat=0)),
    )
    theirs = little_town_tables.begun(sender, elsewhere)
    ours = little_town_tables.begun(receiver, little_town_tables.table_state(buildings=(house("well", "C3"),)))
    (part_change,) = change(receiver, ours, sent(sender, theirs, 1))
    take(receiver, ours, part_change)
    assert ours.state.table.buildings == (house("well", "C3"), house("pier", "D3", "Ben"))
    assert ours.state.table.workers == (worker("B1", "Ben"),)
    assert (ours.state.table.site, ours.state.table.completed) == ((0, 2), (done,))
    (again,) = change(receiver, ours, sent(sender, theirs, 1))
    assert not again.is_new


def test_a_part_that_holds_what_is_of_others_changes_nothing_of_theirs(receiver: Headless, sender: Headless) -> None:
    house, worker = little_town_tables.house, little_town_tables.worker
    well, pier = house("well", "C3", "Anna"), house("pier", "D4", "Ben")
    lying = little_town_tables.table_state(buildings=(well,), workers=(worker("B1", "Anna"),))
    ours = little_town_tables.begun(receiver, lying)
    part = sent(sender, little_town_tables.begun(sender, little_town_tables.table_state()), 1)
    forged = little_town_tables.table_state(
        buildings=(house("barn", "C3", "Anna"), house("barn", "A1"), pier),
        workers=(worker("B2", "Anna"), worker("B3", "Ben")),
        completed=(CompletedObjective(seat=0, card="fish", points=4),),
    )
    (part_change,) = change(receiver, ours, replace(part, state=forged))
    take(receiver, ours, part_change)
    assert ours.state.table.players[0] == lying.table.players[0]
    assert ours.state.table.buildings == (well, pier)
    assert ours.state.table.workers == (worker("B1", "Anna"), worker("B3", "Ben"))
    assert ours.state.table.completed == ()


def test_what_two_players_built_on_one_square_is_a_conflict_of_both(
    phones: tuple[Headless, Headless, Headless],
) -> None:
    receiver, annas, bens = phones
    ours = little_town_tables.begun(receiver, little_town_tables.table_state())
    parts = []
    for seat, (app, owner) in enumerate(((annas, "Anna"), (bens, "Ben"))):
        state = little_town_tables.table_state(buildings=(little_town_tables.house("barn", "C3", owner),))
        parts.append(sent(app, little_town_tables.begun(app, state), seat))
    both = change(receiver, ours, *parts)
    assert [part_change.is_ready for part_change in both] == [False, False]
    assert all(part_change.conflicts and part_change.can_be_taken for part_change in both)
    assert [part_change.against for part_change in both] == [("Ben",), ("Anna",)]
    (alone,) = change(receiver, ours, parts[0])
    assert alone.is_ready


def carrara(app: Headless, *players: Any, **table: Any) -> LiveTable:
    state = carrara_tables.base(*players)
    state = replace(state, table=replace(state.table, **table))
    return carrara_tables.begun(app, state)


def test_the_same_building_twice_is_named_with_who_has_it(receiver: Headless, sender: Headless) -> None:
    ours = carrara(receiver, player("Anna", buildings=(VILLA,)), player("Ben"))
    part = sent(sender, carrara(sender, player("Anna"), player("Ben", buildings=(VILLA,))), 1)
    (part_change,) = change(receiver, ours, part)
    assert words(part_change.conflicts) == ["the villa of cost 3 appears twice: Anna has built it already"]
    assert (part_change.against, part_change.is_ready) == ((), False)
    take(receiver, ours, part_change)
    assert ours.problems


def test_two_parts_for_one_player_are_told_and_neither_is_ready(phones: tuple[Headless, Headless, Headless]) -> None:
    receiver, sender, rival = phones
    ours = begun(receiver, table_state(player_with("Anna")))
    parts = [
        sent(app, begun(app, table_state(player_with("Anna", coins=coins))), 0)
        for app, coins in ((sender, 2), (rival, 4))
    ]
    both = change(receiver, ours, *parts)
    assert [(each.rivals, each.is_ready, each.totals[1]) for each in both] == [(1, False, 1), (1, False, 2)]


def test_a_rule_that_a_part_breaks_by_itself_is_no_conflict(receiver: Headless, sender: Headless) -> None:
    ours = begun(receiver, table_state(player_with("Anna")))
    (part_change,) = change(
        receiver, ours, sent(sender, begun(sender, table_state(player_with("Anna", prestige=99))), 0)
    )
    assert (words(part_change.doubts), part_change.conflicts) == (["space 99: the prestige bar ends at 20"], ())
    assert part_change.is_ready


def test_values_come_with_a_part_where_points_cannot_be_counted_without_them(
    receiver: Headless, sender: Headless
) -> None:
    value = Value(points=3, coins=1)
    ben = player("Ben", upgrades=(Location.PISA,), buildings=(VILLA,))
    upgrades = {Location.PISA: value, Location.LUCCA: value}
    theirs = carrara_tables.begun(
        sender, carrara_tables.expanded(player("Anna"), ben, upgrades=upgrades, green="two-cities")
    )
    ours = carrara_tables.begun(receiver, carrara_tables.expanded(player("Anna"), green="two-cities"))
    (part_change,) = change(receiver, ours, sent(sender, theirs, 1))
    assert words(part_change.lines)[-1] == "it brings values that are not entered here: upgrades"
    take(receiver, ours, part_change)
    assert ours.state.table.upgrades[Location.PISA] == value
    bare = replace(
        part_change.part,
        state=replace(part_change.part.state, table=replace(part_change.part.state.table, upgrades={})),
    )
    empty = carrara_tables.begun(receiver, carrara_tables.expanded(player("Anna"), green="two-cities"))
    (without,) = change(receiver, empty, bare)
    assert str(without.lacking) == "Pisa: enter in upgrades what is printed on this tile"
    assert not without.can_be_taken


def test_the_order_of_parts_makes_no_difference_and_values_that_differ_are_named(
    phones: tuple[Headless, Headless, Headless],
) -> None:
    receiver, annas, bens = phones
    received = []
    for seat, (app, points) in enumerate(((annas, 3), (bens, 5))):
        players = [player(name, upgrades=(Location.PISA,), buildings=(VILLA,)) for name in ("Anna", "Ben")]
        printed = {Location.PISA: Value(points=points, coins=1), Location.LUCCA: Value(points=1, coins=1)}
        state = carrara_tables.expanded(*players, upgrades=printed, green="two-cities")
        received.append(sent(app, carrara_tables.begun(app, state), seat))
    ours = carrara_tables.begun(receiver, carrara_tables.expanded(player("Anna"), player("Ben"), green="two-cities"))
    both = change(receiver, ours, *received)
    said = "the parts disagree about pisa in upgrades"
    assert [(said in words(each.conflicts), each.against) for each in both] == [(True, ("Ben",)), (True, ("Anna",))]
    first, second = (add_parts(ours.game, ours.state, parts, ours.names) for parts in (both, both[::-1]))
    assert first == second
    assert change(receiver, ours, received[0])[0].is_ready


def test_what_is_hidden_in_play_is_not_told(receiver: Headless, sender: Headless) -> None:
    ours = carrara_tables.begun(receiver, with_table(carrara_tables.base(player("Anna")), secret=True))
    (part_change,) = change(receiver, ours, sent(sender, carrara(sender, player("Anna", coins=40, score=3)), 0))
    assert (part_change.totals, part_change.is_new) == ((0, 3), True)
    assert words(part_change.lines) == ["also different: scoring track and coins"]


def test_a_part_of_another_table_says_why(receiver: Headless, sender: Headless) -> None:
    ours = begun(receiver, table_state(player_with("Anna")))
    three = begun(sender, table_state(*(player_with(name) for name in ("Anna", "Ben", "Cleo"))))
    first = begun(sender, table_state(player_with("Anna"), edition=Edition.FIRST))
    said = [misfit(sent(sender, live, 0), ours) for live in (three, first, ours)]
    assert [None if reason is None else str(reason) for reason in said] == [
        "it is from another table: 3 players there, 2 players here",
        "it is from another table: First edition there, Second edition here",
        None,
    ]
    pads = [
        pad_tables.begun(app, pad, "Anna", "Ben")
        for app, pad in ((receiver, pad_tables.OTTERS), (sender, pad_tables.HEARTS))
    ]
    shorter_pad = {**pad_tables.OTTERS, "categories": pad_tables.OTTERS["categories"][:2], "tie_breaks": []}
    changed = pad_tables.begun(sender, shorter_pad, "Anna", "Ben")
    assert [str(misfit(sent(sender, live, 0), pads[0])) for live in (pads[1], changed)] == [
        "it is from another table: Hearts there, Otters and Ferries here",
        "its pad Otters and Ferries has other categories than the one here",
    ]


def test_the_table_is_found_by_its_id_then_by_its_players(receiver: Headless, sender: Headless) -> None:
    others = begun(receiver, table_state(player_with("Cleo"), player_with("Dora")))
    alike = begun(receiver, table_state(player_with("Anna"), player_with("Ben")))
    lives = receiver.run(tables_in_play(receiver.tables, [GAME]))
    part = sent(sender, begun(sender, table_state(player_with("Anna"), player_with("Ben"))), 0)
    assert [live.id for live in tables_for(part, lives)] == [alike.id, others.id]
    assert [live.id for live in tables_for(replace(part, origin=others.id), lives)] == [others.id, alike.id]
    assert seat_for(part, others) is None
    assert seat_for(replace(part, origin=others.id), others) == 0
    receiver.run(others.change("Anna comes", lambda state: rename_player(GAME, state, 1, "Anna")))
    assert seat_for(part, others) == 1


def test_entries_of_a_pad_come_with_what_they_change_for_others(receiver: Headless, sender: Headless) -> None:
    ours = pad_tables.begun(receiver, pad_tables.OTTERS, "Anna", "Ben", entries=({"ferries": 2},))
    theirs = pad_tables.begun(sender, pad_tables.OTTERS, "Anna", "Ben", entries=({}, {"ferries": 3, "fish": 4}))
    (part_change,) = change(receiver, ours, sent(sender, theirs, 1))
    assert words(part_change.lines) == ["Fish 0 → 4", "Ferries 0 → 5"]
    assert words(part_change.others) == ["Anna 5 → 2"]


def test_what_only_breaks_ties_is_named_and_what_a_part_lacks_stays(receiver: Headless, sender: Headless) -> None:
    ours = pad_tables.begun(receiver, KINGDOMINO, "Anna", "Ben", entries=({}, {"crowns": 7, "middle": True}))
    theirs = pad_tables.begun(sender, KINGDOMINO, "Anna", "Ben", entries=({}, {"regions": [[3, 2]]}))
    (part_change,) = change(receiver, ours, sent(sender, theirs, 1))
    assert words(part_change.lines) == [
        "Regions 0 → 6",
        "not in this part, so it stays as it is here: Crowns and Castle in the middle",
    ]
    take(receiver, ours, part_change)
    assert pad_tables.entries_of(ours)[1] == {"crowns": 7, "middle": True, "regions": ((3, 2),)}
    without_crowns = pad_tables.begun(sender, KINGDOMINO, "Anna", "Ben", entries=({}, {"crowns": 0}))
    (part_change,) = change(receiver, ours, sent(sender, without_crowns, 1))
    assert words(part_change.lines)[0] == "Crowns 7 → 0"


def test_all_that_changes_for_a_player_is_named(receiver: Headless, sender: Headless) -> None:
    ours = begun(receiver, table_state(player_with("Anna"), player_with("Ben", writs_left=2, stack=1)))
    theirs = begun(sender, table_state(player_with("Anna"), player_with("Ben", tile("C3", "pond"), writs_left=9)))
    (part_change,) = change(receiver, ours, sent(sender, theirs, 1))
    assert "writs left 2 → 9" in words(part_change.lines)
    assert "also different: district" in words(part_change.lines)


def test_a_part_that_the_table_had_before_is_older_unless_that_was_undone(receiver: Headless, sender: Headless) -> None:
    ours = begun(receiver, table_state(player_with("Anna"), player_with("Ben")))
    parts = [
        sent(sender, begun(sender, table_state(player_with("Anna"), player_with("Ben", coins=coins))), 1)
        for coins in (3, 5)
    ]

    def older() -> list[bool]:
        placed = [(part, seat_for(part, ours)) for part in parts]
        payloads = receiver.worker.run_blocking(older_parts, ours.id, ours.game, placed)
        changes = part_changes(ours, placed, receiver.tables.copies[GAME], payloads)
        assert not any(part_change.is_ready for part_change in changes if part_change.is_older)
        return [part_change.is_older for part_change in changes]

    assert older() == [False, False]
    take(receiver, ours, *change(receiver, ours, parts[0]))
    assert older() == [False, False]
    take(receiver, ours, *change(receiver, ours, parts[1]))
    assert older() == [True, False]
    receiver.run(ours.undo())
    assert older() == [False, False]


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    on_the_shelf(monkeypatch)


@pytest.mark.usefixtures("shelf")
def test_pieces_of_a_game_without_a_kit_go_with_their_owner(receiver: Headless, sender: Headless) -> None:

    def meadow(app: Headless, eggs: int, *nests: Nest) -> LiveTable:
        state = KITS[MEADOW.key].begin(("Anna", "Ben"), STYLES[:2], "base", no_copy(MEADOW.key))
        players = (state.table.players[0], replace(state.table.players[1], eggs=eggs))
        state = replace(state, table=replace(state.table, players=players, nests=nests))
        return stored(app, MEADOW.key, state)

    robin, wren = (
        Nest(bird=bird, cell=cell, owner=owner)
        for bird, cell, owner in ((Bird.ROBIN, "A1", "Anna"), (Bird.WREN, "B1", "Ben"))
    )
    ours = meadow(receiver, 0, robin, replace(wren, cell="D4"))
    (part_change,) = change(receiver, ours, sent(sender, meadow(sender, 3, replace(robin, cell="C1"), wren), 1))
    take(receiver, ours, part_change)
    assert ours.state.table.nests == (robin, wren)
    assert ours.state.table.players[1].eggs == 3


def stored(app: Headless, key: str, state: TableState[Any]) -> LiveTable:
    return app.begin_table(key, state)


def test_a_player_who_is_gone_meanwhile_gets_nothing(receiver: Headless, sender: Headless) -> None:
    ours = begun(receiver, table_state(player_with("Anna")))
    (part_change,) = change(receiver, ours, sent(sender, begun(sender, table_state(player_with("Anna", coins=4))), 0))
    seated = ours.names
    receiver.run(ours.change("Ann", lambda state: rename_player(GAME, state, 0, "Ann")))
    with pytest.raises(StaleError):
        receiver.run(ours.change("Parts", lambda state: add_parts(ours.game, state, (part_change,), seated)))
    assert ours.state.table.players[0].coins == 0


FORTY = {
    "linden": 2, "oak": 3, "birch": 4, "beech": 4, "horse_chestnut": 3, "sapling": 1, "chaffinch": 2,
    "chaffinch.beech": 2, "tawny_owl": 1, "peacock_butterfly": 1, "purple_emperor": 1, "red_squirrel": 1,
    "red_squirrel.oak": 1, "hedgehog": 1, "common_toad": 2, "common_toad.two": 2, "fireflies": 2, "moss": 1,
    "european_hare": 4, "red_fox": 2, "fallow_deer": 1, "roe_deer_beech": 1, "roe_deer_beech.symbol": 3, "wolf": 1,
    "wild_boar": 1, "squeaker": 1,
}  # fmt: skip
"""A forest of forty cards, and what they ask."""


def forest(*entries: dict[str, Any]) -> Table:
    pad = plain(ready_pads()["forest-shuffle"].pad())
    players = ("Anna", "Ben", "Clara", "Dora")
    return pad_tables.table_of(pad, *players, entries=[{"forest": entry} for entry in entries])


def forest_of(app: Headless, *entries: dict[str, Any]) -> LiveTable:
    state = TableState(table=forest(*entries), extras=Extras(seats=styles(4)))
    return app.begin_table("score-pad:forest-shuffle", state)


def test_a_forest_of_forty_cards_fits_one_code_and_is_added_to_what_others_have(app: Headless, tmp_path: Path) -> None:
    assert sum(number for key, number in FORTY.items() if "." not in key) == 40
    live = forest_of(app, FORTY, {"oak": 1})
    packed = shareable_part(live, 0, app.tables.copies["score-pad"]).payload
    (link,) = frames.links(packed, "https://example.org/tessera/")
    assert links.version(link) <= frames.MAX_CODE_VERSION
    with opened(tmp_path / "second") as second:
        there = forest_of(second, {}, {"oak": 1})
        read = payload.decode(links.parse_link(link).data)
        assert isinstance(read, contents.TablePart)
        take(second, there, *change(second, there, received_part(packed, read)))
        assert pad_tables.entries_of(there)[:2] == [{"forest": FORTY}, {"forest": {"oak": 1}}]


@pytest.mark.parametrize("entry", [{}, 87, {"beech": 0}, {"wolf": 30, "cave": 99}])
def test_any_entry_of_cards_comes_out_of_a_code_as_it_went_in(app: Headless, entry: Any) -> None:
    live = forest_of(app, entry)
    read = payload.decode(shareable_part(live, 0, app.tables.copies["score-pad"]).payload)
    assert isinstance(read, contents.TablePart)
    assert read.whole.table == part_of("score-pad", live.state, 0, app.tables.copies["score-pad"]).table


def test_what_was_decided_for_a_card_comes_along() -> None:
    pad = plain(ready_pads()["fantasy-realms"].pad())
    entry = {"mirage": 1, "candle": 1, "mirage.rainstorm": 1}
    table = pad_tables.table_of(pad, "Anna", "Ben", entries=[{"hand": entry}])
    whole = contents.OpenTable(game=GAMES["score-pad"], table=table)
    read = payload.decode(payload.encode(whole))
    assert isinstance(read, contents.OpenTable)
    assert read.table == table
