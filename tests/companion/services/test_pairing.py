"""Who comes in by a pairing code: whoever it was shown to, once, within ten minutes, and as the device of the seat."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.services import pairing
from companion.services.pairing import GRACE_S, MAX_GUESTS, SHOWN_S, SPARES_SETTING, Pairing, PairingError, Stage
from companion.services.share_codes.incoming import Inbox, ReceivedLink, with_links
from storage.codes.contents import PlayResult
from storage.repositories import access
from storage.repositories.tables import Store
from tests.companion.paired import PLAIN, FakePage, answer_to, hello_with

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from companion.tables.state import TableState
    from storage.codes.pairing import Offer
    from tests.companion.clock import Clock
    from tests.companion.headless import Headless

SPARE: Final = PLAIN | {"ufrag": "BBBB"}


@pytest.fixture
def page(app: Headless, clock: Clock) -> FakePage:
    made = FakePage(app)
    app.pairing = Pairing(app.tables, made.phones, clock)
    return made


def pairing_of(app: Headless) -> Pairing:
    assert app.pairing is not None
    return app.pairing


def offered(app: Headless, live: LiveTable, seat: int | None = 0) -> Offer:
    return app.run(pairing_of(app).offer(live.id, seat))


def come(app: Headless, page: FakePage, live: LiveTable, seat: int | None = 0) -> Offer:
    """Let a phone come on a seat."""
    offer = offered(app, live, seat)
    app.run(pairing_of(app).accept(answer_to(offer)))
    page.arrives(offer)
    return offer


def guests(app: Headless, live: LiveTable) -> list[tuple[str, int | None]]:
    """The devices at the table, with their seats."""
    return [(guest.device_id, guest.seat) for guest in app.worker.run_blocking(access.guests, live.id)]


def with_coins(coins: int, state: TableState[Any]) -> TableState[Any]:
    """A table whose first player has so many coins."""
    first, *others = state.table.players
    return replace(state, table=replace(state.table, players=(replace(first, coins=coins), *others)))


def stage_of(app: Headless, offer: Offer) -> Stage | None:
    invitation = pairing_of(app).invitation(offer.tag)
    return None if invitation is None else invitation.stage


def test_a_phone_comes_by_the_code_of_a_seat_and_sits_there(app: Headless, live: LiveTable, page: FakePage) -> None:
    offer = offered(app, live, 1)
    assert offered(app, live, 1) == offer
    assert offered(app, live, None) != offer
    app.run(pairing_of(app).accept(answer_to(offer)))
    assert stage_of(app, offer) is Stage.ANSWERED
    page.arrives(offer)
    ((device_id, seat),) = guests(app, live)
    assert seat == 1
    assert stage_of(app, offer) is Stage.HERE
    assert pairing_of(app).is_here(device_id)
    assert [asked["channel"] for asked in page.asked_to("admit")] == [offer.tag.hex()]


@pytest.mark.parametrize(("seat", "place"), [(1, "table"), (None, "watch")])
def test_the_code_to_watch_leads_to_the_board_and_that_of_a_seat_to_the_table(
    app: Headless, live: LiveTable, page: FakePage, seat: int | None, place: str
) -> None:
    offer = offered(app, live, seat)
    app.run(pairing_of(app).accept(answer_to(offer)))
    page.arrives(offer)
    assert [asked["address"] for asked in page.asked_to("admit")] == [f"/{place}/{live.id}"]


def test_whoever_lacks_the_secret_of_the_code_does_not_come_in_and_has_spent_it(
    app: Headless, live: LiveTable, page: FakePage
) -> None:
    offer = offered(app, live)
    app.run(pairing_of(app).accept(answer_to(offer)))
    page.arrives(offer, bytes(16))
    assert not guests(app, live)
    assert page.asked_to("close")[-1]["channel"] == offer.tag.hex()
    with pytest.raises(PairingError):
        app.run(pairing_of(app).accept(answer_to(offer)))
    page.arrives(offer)
    assert not guests(app, live)
    assert not page.asked_to("admit")


def test_a_phone_of_another_version_does_not_come_in_and_is_known_as_such(
    app: Headless, live: LiveTable, page: FakePage, clock: Clock
) -> None:
    offer = offered(app, live)
    app.run(pairing_of(app).accept(answer_to(offer)))
    page.says(offer.tag.hex(), hello=hello_with(offer.secret, "0.9"))
    page.says(offer.tag.hex(), became="closed")
    assert not guests(app, live)
    assert page.asked_to("close")[-1]["channel"] == offer.tag.hex()
    assert stage_of(app, offer) is Stage.ANOTHER_VERSION
    clock.now += SHOWN_S + GRACE_S + 1
    assert offered(app, live) != offer
    assert stage_of(app, offer) is None


def test_a_code_that_nobody_has_answered_lets_nobody_in(app: Headless, live: LiveTable, page: FakePage) -> None:
    page.arrives(offered(app, live))
    assert not guests(app, live)


def test_a_code_is_answered_once(app: Headless, live: LiveTable, page: FakePage) -> None:
    offer = come(app, page, live)
    with pytest.raises(PairingError):
        app.run(pairing_of(app).accept(answer_to(offer)))
    assert stage_of(app, offer) is Stage.HERE
    assert offered(app, live, 0) != offer


@pytest.mark.parametrize("answered", [False, True])
def test_a_code_counts_for_ten_minutes_and_a_little_more(
    app: Headless, live: LiveTable, page: FakePage, clock: Clock, *, answered: bool
) -> None:
    offer = offered(app, live)
    if answered:
        app.run(pairing_of(app).accept(answer_to(offer)))
    clock.now += SHOWN_S + GRACE_S + 1
    if not answered:
        with pytest.raises(PairingError):
            app.run(pairing_of(app).accept(answer_to(offer)))
        assert offered(app, live) != offer
        old = pairing_of(app).old_invitation(offer.tag)
        assert old is not None
        assert (old.table_id, old.offer) == (live.id, offer)
    page.arrives(offer)
    assert not guests(app, live)


def test_a_code_that_was_scanned_at_the_last_moment_is_taken_although_another_one_is_shown(
    app: Headless, live: LiveTable, page: FakePage, clock: Clock
) -> None:
    offer = offered(app, live)
    clock.now += SHOWN_S
    assert offered(app, live) != offer
    clock.now += GRACE_S
    app.run(pairing_of(app).accept(answer_to(offer)))
    page.arrives(offer)
    assert len(guests(app, live)) == 1


def test_of_the_codes_that_are_over_the_latest_are_known(
    app: Headless, live: LiveTable, page: FakePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "MAX_OVER", 2)
    old = [offered(app, live, seat) for seat in (0, 1, None)]
    for offer in old:
        pairing_of(app).drop(offer.tag.hex())
    invitations = [pairing_of(app).old_invitation(offer.tag) for offer in old]
    assert [invitation is not None for invitation in invitations] == [False, True, True]
    assert page.asked_to("close") != []


def test_a_phone_comes_back_as_the_device_that_it_was(app: Headless, live: LiveTable, page: FakePage) -> None:
    first = come(app, page, live, 1)
    before = guests(app, live)
    _, back = page.handed_over()
    page.says(first.tag.hex(), became="closed")
    assert not pairing_of(app).is_here(before[0][0])
    app.run(pairing_of(app).accept(answer_to(back)))
    page.arrives(back)
    assert guests(app, live) == before
    assert pairing_of(app).is_here(before[0][0])
    third = come(app, page, live, 1)
    assert guests(app, live) == before
    assert stage_of(app, back) is None
    assert stage_of(app, third) is Stage.HERE
    assert back.tag.hex() in {asked["channel"] for asked in page.asked_to("close")}


def test_a_phone_comes_back_by_one_code_after_this_one_has_begun_anew(
    app: Headless, live: LiveTable, page: FakePage, clock: Clock
) -> None:
    come(app, page, live, 1)
    come(app, page, live, None)
    before = guests(app, live)
    for asked in page.asked_to("admit"):
        page.says(asked["channel"], spare=SPARE)
    anew = FakePage(app)
    app.pairing = Pairing(app.tables, anew.phones, clock)
    offer = offered(app, live, 1)
    assert anew.asked_to("expect") == [{"do": "expect", "channel": offer.tag.hex(), "description": SPARE}]
    anew.arrives(offer)
    assert guests(app, live) == before
    assert stage_of(app, offer) is Stage.HERE
    offered(app, live, 1)
    offered(app, live, None)
    assert len(anew.asked_to("expect")) == 1


def test_a_phone_that_is_expected_still_shows_the_secret_of_the_code(
    app: Headless, live: LiveTable, page: FakePage
) -> None:
    first = come(app, page, live)
    page.says(first.tag.hex(), spare=SPARE)
    page.says(first.tag.hex(), became="closed")
    offer = offered(app, live)
    page.arrives(offer, first.secret)
    assert stage_of(app, offer) is None
    assert len(page.asked_to("admit")) == 1


def test_of_the_ends_that_guests_hold_in_reserve_the_newest_are_kept_and_none_that_is_damaged_is_used(
    app: Headless, live: LiveTable, page: FakePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "MAX_SPARES", 1)
    page.says("a channel that is not known", spare=SPARE)
    for seat in (0, 1, 1):
        page.says(come(app, page, live, seat).tag.hex(), spare=SPARE)
    devices = {seat: device_id for device_id, seat in guests(app, live)}
    assert app.worker.run_blocking(Store.settings)[SPARES_SETTING] == {devices[1]: SPARE}
    app.worker.run_blocking(Store.set, SPARES_SETTING, {devices[0]: {"ufrag": "?"}})
    app.pairing = Pairing(app.tables, page.phones)
    offered(app, live, 0)
    assert not page.asked_to("expect")


def test_a_phone_that_leaves_while_it_is_let_in_is_not_here(app: Headless, live: LiveTable, page: FakePage) -> None:
    offer = offered(app, live)
    app.run(pairing_of(app).accept(answer_to(offer)))
    channel = offer.tag.hex()

    async def come_and_go() -> None:
        page.phones.hear(json.dumps({"channel": channel, "hello": hello_with(offer.secret)}))
        await asyncio.sleep(0)
        page.phones.hear(json.dumps({"channel": channel, "became": "closed"}))

    app.run(come_and_go())
    assert stage_of(app, offer) is None
    assert not page.asked_to("admit")
    come(app, page, live)
    assert len(guests(app, live)) == 1


def test_the_answer_to_the_code_of_another_table_or_of_one_that_has_ended_opens_nothing(
    app: Headless, live: LiveTable, page: FakePage
) -> None:
    offer = offered(app, live)
    with pytest.raises(PairingError):
        app.run(pairing_of(app).accept(answer_to(replace(offer, secret=bytes(16)))))
    app.run(pairing_of(app).accept(answer_to(offer)))
    app.run(app.tables.remove(live.id))
    page.arrives(offer)
    assert stage_of(app, offer) is None
    assert not page.asked_to("admit")


def test_a_phone_that_does_not_answer_is_away_until_it_does(app: Headless, live: LiveTable, page: FakePage) -> None:
    offer = come(app, page, live)
    ((device_id, _),) = guests(app, live)
    stages = []
    for became in ("away", "open", "away"):
        page.says(offer.tag.hex(), became=became)
        stages.append((stage_of(app, offer), pairing_of(app).is_here(device_id)))
    assert stages == [(Stage.AWAY, False), (Stage.HERE, True), (Stage.AWAY, False)]


def test_a_phone_that_is_removed_is_cut_off(app: Headless, live: LiveTable, page: FakePage) -> None:
    offer = come(app, page, live)
    _, back = page.handed_over()
    ((device_id, _),) = guests(app, live)
    app.run(app.tables.access.remove_device(live.id, device_id))
    assert {asked["channel"] for asked in page.asked_to("close")} == {offer.tag.hex(), back.tag.hex()}
    with pytest.raises(PairingError):
        app.run(pairing_of(app).accept(answer_to(back)))


def test_a_guest_is_handed_the_table_with_each_change_and_nothing_once_it_was_removed(
    app: Headless, live: LiveTable, page: FakePage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "HAND_OVER_AFTER_S", 0)
    come(app, page, live)
    tables = [page.handed_over()[0]]
    for coins in (5, 6):
        app.run(live.change("Coins", partial(with_coins, coins)))
        tables.append(page.handed_over()[0])
    assert len(set(tables)) == 3
    app.run(app.tables.remove(live.id))
    table, back, play = page.asked_to("keep")[-1]["text"].split("\n")
    assert (table, play) == ("", "")
    assert back


def test_a_guest_is_handed_the_play_of_a_table_that_has_ended(app: Headless, live: LiveTable, page: FakePage) -> None:
    come(app, page, live)
    ended = app.run(app.tables.finish(live))
    table, _, play = page.asked_to("keep")[-1]["text"].split("\n")
    assert table == ""
    (arrived,) = with_links(Inbox(), [ReceivedLink(link=f"#{play}")]).arrived.values()
    assert isinstance(arrived, PlayResult)
    totals = [player.total for player in ended.players]
    assert [column["total"] for column in arrived.sheet()["columns"]] == totals


def test_five_phones_are_the_most_and_the_page_says_why_it_has_no_channel(
    app: Headless, live: LiveTable, page: FakePage
) -> None:
    early = offered(app, live, 1)
    for _ in range(MAX_GUESTS):
        come(app, page, live, None)
    with pytest.raises(PairingError, match="5 phones"):
        offered(app, live)
    with pytest.raises(PairingError, match="5 phones"):
        app.run(pairing_of(app).accept(answer_to(early)))
    page.says(page.asked_to("admit")[0]["channel"], became="closed")
    page.trouble = "alone"
    with pytest.raises(PairingError, match="in no network"):
        offered(app, live)
