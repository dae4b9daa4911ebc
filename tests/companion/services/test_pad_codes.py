"""Pads on their way to another device: as codes, with a table, and in files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games import KITS
from companion.games.score_pad.copy_values import pads
from companion.services.code_import import CopyOffer, TableOffer, copy_offer, keep_copy, keep_table
from companion.services.import_export import plan_summary, read_file
from companion.services.share_codes.outgoing import shareable_pad, shareable_table
from companion.tables.state import STYLES, shareable_state
from scoring import GAMES
from storage.codes import contents
from storage.codes.errors import ShareCodeError
from storage.exchange import planning
from storage.exchange.tessera_jsonl.writer import export_jsonl
from storage.repositories.history import Filter
from tests.companion.headless import opened
from tests.companion.pads import KINGDOMINO
from tests.companion.payloads import came, copies, offered

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.headless import Headless

GAME = "score-pad"
SAYS = (
    "Kingdomino: The most points win. For 2 to 4 players. Regions: pairs of numbers, multiplied and added up. "
    "Crowns: a number that is worth nothing, for ties. Castle in the middle: 10 points for whoever has it. "
    "Ties: the most Crowns. Number 204583 at BoardGameGeek."
)


def changed(**values: object) -> dict[str, Any]:
    return dict(KINGDOMINO) | values


def test_a_pad_goes_alone_and_is_shown_before_it_is_kept(app: Headless) -> None:
    sent = shareable_pad("4f2c", copies(GAME, pads={"4f2c": KINGDOMINO, "77aa": changed(title="Other")}))
    assert sent.title == "Pad of Kingdomino"
    offer = offered(app, came(sent))
    assert isinstance(offer, CopyOffer)
    assert [str(value.printed).replace("\n", ". ") for value in offer.new] == [SAYS.removesuffix(".")]
    app.run(keep_copy(app.tables, offer, offer.new))
    assert app.tables.copies[GAME].part("pads") == {"4f2c": KINGDOMINO}


def test_a_pad_that_was_changed_there_differs_from_the_one_here() -> None:
    there = contents.OwnCopy(game=GAMES[GAME], parts={"pads": {"4f2c": changed(winner="fewest")}})
    offer = copy_offer(there, copies(GAME, pads={"4f2c": KINGDOMINO}))
    assert (len(offer.other), offer.new) == (1, ())


@pytest.mark.parametrize(
    "value",
    [
        None,
        changed(title=""),
        changed(categories=[]),
        changed(categories=KINGDOMINO["categories"] * 14),
        changed(players=[4, 2]),
        changed(tie_breaks=[{"category": "sheep"}]),
        changed(surprise=True),
    ],
)
def test_what_is_no_pad_is_left_out(value: object) -> None:
    offer = copy_offer(contents.OwnCopy(game=GAMES[GAME], parts={"pads": {"4f2c": value}}), copies(GAME))
    assert (offer.values, offer.unread) == ((), 1)


def test_a_pad_that_is_not_here_does_not_go() -> None:
    with pytest.raises(ShareCodeError, match="not here any more"):
        shareable_pad("4f2c", copies(GAME))


def test_a_table_brings_its_pad_along_once(app: Headless, tmp_path: Path) -> None:
    state = KITS[GAME].begin(("Anna", "Ben"), STYLES[:2], "4f2c", copies(GAME, pads={"4f2c": KINGDOMINO}))
    with opened(tmp_path / "elsewhere") as other:
        live = other.run(other.tables.open(other.run(other.tables.begin("score-pad:4f2c", state))))
        assert live is not None
        came_in = came(shareable_table(live))
    for _ in range(2):
        offer = offered(app, came_in)
        assert isinstance(offer, TableOffer)
        kept = app.run(app.tables.open(app.run(keep_table(app.tables, offer))))
        assert kept is not None
        assert (kept.game.title, shareable_state(kept.state)) == ("Kingdomino", state)
    assert [pad.title for pad in pads(app.tables.copies[GAME]).values()] == ["Kingdomino"]


def test_a_file_takes_pads_along_and_says_which(app: Headless, tmp_path: Path) -> None:
    app.run(app.tables.copies[GAME].keep("pads", "4f2c", KINGDOMINO))
    written: list[bytes] = []
    app.worker.run_blocking(export_jsonl, Filter(), written.append)
    with opened(tmp_path / "elsewhere") as other:
        plan = other.worker.run_blocking(planning.plan, read_file(b"".join(written), "tessera.jsonl"))
    assert plan_summary(plan, overwrite_edited=False) == ("1 value of your copies would be added.", SAYS)
