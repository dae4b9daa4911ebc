"""Pads on their way to another device: as codes, with a table, and in files."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from companion.games import KITS
from companion.games.score_pad.copy_values import pads
from companion.services.code_import import (
    NO_REASON,
    CopyOffer,
    ResultOffer,
    copy_offer,
    keep_copy,
    keep_result,
    offer_of,
)
from companion.services.import_export import plan_summary, read_file
from companion.services.results import result_of_play
from companion.services.share_codes.outgoing import shareable_pad, shareable_play, shareable_table
from companion.services.table_import import TableOffer, keep_table
from companion.tables.state import STYLES, Extras, TableState, shareable_state, styles
from scoring import GAMES
from storage.codes import ShareCodeError, contents
from storage.documents import codec
from storage.exchange import planning
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories import plays
from storage.repositories.games import pad_in
from storage.repositories.history import Filter
from tests.companion.headless import opened
from tests.companion.pad_tables import NAMES, begun, pad_of_forty, table_of
from tests.companion.pads import KINGDOMINO
from tests.companion.payloads import came, copies, offered
from tests.storage.codes import samples

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless

GAME = "score-pad"
SAYS = (
    "Kingdomino: The most points win. For 2 to 4 players. Regions: pairs of numbers, such as 5 × 2 + 3 × 1. "
    "Crowns: a number that is worth nothing, for ties. Castle in the middle: 10 points. "
    "Ties: the most Crowns. BoardGameGeek number: 204583."
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
    with opened(tmp_path / "elsewhere") as sender:
        live = sender.begin_table("score-pad:4f2c", state)
        came_in = came(shareable_table(live))
    for _ in range(2):
        offer = offered(app, came_in)
        assert isinstance(offer, TableOffer)
        kept = app.open_table(app.run(keep_table(app.tables, offer)))
        assert (kept.game.title, shareable_state(kept.state)) == ("Kingdomino", state)
    assert [pad.title for pad in pads(app.tables.copies[GAME]).values()] == ["Kingdomino"]


def ten_of_six(app: Headless) -> StoredPlay:
    """A play of six with a pad of ten categories."""
    pad = pad_of_forty()
    pad["categories"] = pad["categories"][:10]
    return app.run(app.tables.finish(begun(app, pad, *NAMES[:6], entries=[{"key_0": 7, "key_3": 2}, {"key_1": 9}])))


def golden(name: str) -> Callable[[Headless], StoredPlay]:
    def finished(app: Headless) -> StoredPlay:
        table = samples.GOLDEN[f"score-pad/{name}"]["table"]
        names = [player["name"] for player in table["players"]]
        entries = [player.get("entries", {}) for player in table["players"]]
        return app.run(app.tables.finish(begun(app, table["pad"], *names, entries=entries)))

    return finished


@pytest.mark.parametrize(
    "finished",
    [*map(golden, ("cards-forest", "cards-hand", "cards-own-deck", "farm", "fewest", "regions", "rounds")), ten_of_six],
)
def test_a_play_of_a_pad_comes_with_its_places_and_reasons_once(
    app: Headless, tmp_path: Path, finished: Callable[[Headless], StoredPlay]
) -> None:
    with opened(tmp_path / "elsewhere") as sender:
        sent = finished(sender)
        came_in = came(shareable_play(sent))
        assert offered(sender, came_in).play_here.id == sent.id
    offer = offered(app, came_in)
    assert isinstance(offer, ResultOffer)
    assert (offer.play_here, offer.undated, offer.result.title) == (None, False, sent.title)
    app.run(keep_result(app.tables, offer))
    kept = play_of(app, offer.play.id)
    assert (kept.game, kept.title, kept.document, kept.sheet) == (sent.game, sent.title, sent.document, sent.sheet)
    assert [(seat.name, seat.total, seat.place, seat.won) for seat in kept.players] == [
        (seat.name, seat.total, seat.place, seat.won) for seat in sent.players
    ]
    assert not result_of_play(kept).differs
    again = offered(app, came_in)
    assert again.play_here is not None
    assert (again.play_here.id, app.run(keep_result(app.tables, again))) == (kept.id, None)


def test_a_play_leaves_its_pad_outside_mine_and_a_table_that_comes_later_is_of_the_same_game(
    app: Headless, tmp_path: Path
) -> None:
    with opened(tmp_path / "elsewhere") as sender:
        sent = golden("farm")(sender)
        play = came(shareable_play(sent))
        state = TableState(
            table=table_of(codec.plain(pad_in(sent.document)), "Anna", "Ben"), extras=Extras(seats=styles(2))
        )
        live = sender.begin_table(sent.game, state)
        table = came(shareable_table(live))
    app.run(keep_result(app.tables, offered(app, play)))
    assert pads(app.tables.copies[GAME]) == {}
    app.run(keep_table(app.tables, offered(app, table)))
    assert list(pads(app.tables.copies[GAME])) == ["4f2c"]


def test_a_play_of_a_pad_that_is_here_under_another_id_is_of_that_game(app: Headless, tmp_path: Path) -> None:
    with opened(tmp_path / "elsewhere") as sender:
        sent = golden("farm")(sender)
    app.run(app.tables.copies[GAME].keep("pads", "77aa", codec.plain(pad_in(sent.document))))
    assert offered(app, came(shareable_play(sent))).play.game == "score-pad:77aa"


def test_a_pad_that_was_changed_since_its_play_is_still_of_its_game(app: Headless) -> None:
    sent = golden("farm")(app)
    app.run(app.tables.copies[GAME].keep("pads", "4f2c", KINGDOMINO))
    play_here = offered(app, came(shareable_play(sent))).play_here
    assert play_here is not None
    assert play_here.id == sent.id


def test_a_play_of_a_pad_that_was_corrected_there_is_another_one(app: Headless, tmp_path: Path) -> None:
    with opened(tmp_path / "elsewhere") as sender:
        sent = golden("farm")(sender)
        before = came(shareable_play(sent))
        note = replace(sent, note="in the barn")
        later = replace(sent, finished=sent.finished - timedelta(days=1))
        noted, moved = (
            came(shareable_play(sender.worker.run_blocking(plays.correct, sent.id, content, "")))
            for content in (note, later)
        )
    app.run(keep_result(app.tables, offered(app, before)))
    assert offered(app, noted).play_here is not None
    assert offered(app, moved).play_here is None


def test_figures_that_the_table_does_not_give_are_kept_without_reasons(app: Headless) -> None:
    farm = samples.result("score-pad/farm")
    fields = tuple(points + 1 for points in farm.figures.points["fields"])
    figures = replace(farm.figures, points={**farm.figures.points, "fields": fields})
    offer = app.run(offer_of(app.tables, replace(farm, figures=figures)))
    assert isinstance(offer, ResultOffer)
    app.run(keep_result(app.tables, offer))
    kept = play_of(app, offer.play.id)
    assert result_of_play(kept).differs
    assert kept.sheet["columns"][0]["lines"][0]["because"] == NO_REASON.english


def play_of(app: Headless, number: str | None) -> StoredPlay:
    play = app.worker.run_blocking(plays.play, number or "")
    assert play is not None
    return play


def test_a_file_takes_pads_along_and_says_which(app: Headless, tmp_path: Path) -> None:
    app.run(app.tables.copies[GAME].keep("pads", "4f2c", KINGDOMINO))
    written: list[bytes] = []
    app.worker.run_blocking(export_jsonl, Filter(), written.append)
    with opened(tmp_path / "elsewhere") as receiver:
        plan = receiver.worker.run_blocking(planning.plan, read_file(b"".join(written), "tessera.jsonl"))
    assert plan_summary(plan) == ("To be added: 1 value of your copies.", SAYS)
