"""Tables that came in as codes: read, compared with those here, and taken in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.services.share_codes.incoming import Inbox, ReceivedLink, read_table, with_links
from companion.services.share_codes.outgoing import shareable_table
from companion.services.table_import import Relation, TableOffer, keep_table
from companion.tables.state import styles
from scoring import GAMES
from scoring.carpe_diem.state import Table
from scoring.game import Game
from storage.codes import contents, links, payload
from storage.documents import codec
from storage.documents.records import RecordField
from tests.companion.carpe_diem_tables import begun, laid_out, player_with, table_state
from tests.companion.payloads import ADDRESS, GAME, came, offered
from tests.storage.codes import samples

if TYPE_CHECKING:
    from tests.companion.headless import Headless


def test_a_table_goes_on_elsewhere_as_it_stands(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    new: TableOffer = offered(app, came(shareable_table(live)))
    assert (new.relation, new.id_here) == (Relation.SAME, live.id)
    assert [column.player for column in new.columns] == ["Anna", "Ben"]
    copied = app.begin_table(new.game.key, new.state)
    assert copied.id != live.id
    assert copied.state == live.state


@pytest.mark.parametrize("prestige", [3, 99], ids=["within the rules", "breaks a rule"])
def test_a_table_that_comes_in_is_read_and_scored_once(
    app: Headless, monkeypatch: pytest.MonkeyPatch, prestige: int
) -> None:
    live = begun(app, table_state(player_with("Anna", prestige=prestige)))
    sent, state = shareable_table(live), live.state
    app.run(app.tables.remove(live.id))
    read, scored = count(monkeypatch, RecordField, "read"), count(monkeypatch, Game, "columns")
    offer: TableOffer = offered(app, came(sent))
    taken_in = app.open_table(app.run(keep_table(app.tables, offer)))
    assert taken_in.state.table == state.table
    assert [column.player for column in taken_in.columns] == ["Anna", "Ben"]
    assert taken_in.problems == live.problems
    assert [type(value) for value in read].count(Table) == 1
    assert len(scored) == 1


def count(monkeypatch: pytest.MonkeyPatch, of: type, method: str) -> list[Any]:
    """What a method of a class returns from now on."""
    returned: list[Any] = []
    called = getattr(of, method)

    def noting(*args: Any) -> Any:
        returned.append(called(*args))
        return returned[-1]

    monkeypatch.setattr(of, method, noting)
    return returned


def test_a_table_that_breaks_a_rule_goes_too_and_says_so(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna", prestige=99)))
    new: TableOffer = offered(app, came(shareable_table(live)))
    assert new.state == live.state
    assert new.problems


@pytest.mark.parametrize(
    ("extras", "why"),
    [
        ({}, "extras"),
        ({"seats": []}, "extras: what is noted there does not fit a table of 2"),
        ({"order": [0, 2]}, "extras: what is noted there does not fit a table of 2"),
        ({"visits": [{"phase": 1, "seat": 7, "cells": [], "points": 0, "prestige": 0}]}, "does not fit a table of 2"),
        ({"settled": 4}, "settled"),
    ],
)
def test_what_is_noted_beside_a_table_must_fit_it(app: Headless, extras: dict[str, Any], why: str) -> None:
    state = laid_out(app, "Anna", "Ben").state
    noted = {"seats": codec.plain(styles(2))} | extras if extras else {}
    table = contents.OpenTable(game=GAMES[GAME], table=state.table, extras=noted)
    basket = with_links(Inbox(), [ReceivedLink(link=links.payload_link(payload.encode(table), ADDRESS))])
    assert basket.arrived == {}
    assert why in basket.refused[0]


def test_a_table_that_lacks_what_its_totals_are_counted_from_is_refused() -> None:
    whole = samples.table("palaces-of-carrara/bonus-two-kinds")
    lacking = replace(whole, table=replace(whole.table, upgrades={}), extras={"seats": codec.plain(styles(4))})
    basket = with_links(Inbox(), [ReceivedLink(link=links.payload_link(payload.encode(lacking), ADDRESS))])
    assert basket.arrived == {}
    assert "upgrades" in basket.refused[0]


@pytest.mark.parametrize("name", [name for name in samples.GOLDEN if name.startswith(("little", "mayor"))])
def test_tables_of_all_games_are_taken_in(name: str) -> None:
    table = samples.table(name)
    seats = {"seats": codec.plain(styles(len(table.table.players)))}
    held = {"held": [[] for _ in table.table.players], "markers": [None] * 4} if table.game.key == "mayor" else {}
    assert codec.plain(read_table(replace(table, extras=seats | held)).now.state.table) == codec.plain(table.table)
