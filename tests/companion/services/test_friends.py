"""Two phones at one table: the guest has the play, too, and they agree on the plays of both whenever they meet."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.services import friends, people
from companion.services.agreement import MAX_TEXT, PIECE_BYTES
from companion.services.devices import KnownDevice
from companion.services.friends import DECLINE, KEEP, SEAT
from companion.tables.state import with_extras
from storage.database.errors import StoreError
from storage.exchange import friends as messages
from storage.exchange.friends import MAX_MESSAGE_BYTES, lines_for_friend, number_in
from storage.exchange.past_imports import undo_import
from storage.repositories import play_rows, plays
from storage.repositories.access import DEVICES_SETTING, FRIENDS_SETTING
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.friends import Both, Device
from tests.companion.headless import opened
from tests.companion.paired import PLAIN, answer_to
from tests.storage.exchange.samples import jsonl, keep, line, plain, take_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from storage.exchange.past_imports import Import


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with ExitStack() as until_the_end:
        apps = [until_the_end.enter_context(opened(tmp_path / name)) for name in ("anna", "ben")]
        yield Both(*map(Device, apps))


@pytest.fixture
def friends_by_now(both: Both) -> Both:
    """After the first evening, of which both have said who they are."""
    both.evening()
    both.answer(both.anna, 0)
    both.answer(both.ben, 1)
    both.part()
    return both


def test_a_guest_has_the_play_of_the_table_and_says_once_who_it_is(both: Both) -> None:
    ended = both.evening()
    (play,) = both.ben.plays()
    assert (play.id, play.version) == (ended.id, ended.version)
    assert both.ben.app.tables.history.turn, "open screens show it"
    received = both.ben.friends.received
    assert received is not None
    assert (received.play_id, received.is_kept, received.remarks) == (play.id, True, ())
    assert number_in(play.source) == received.number
    both.answer(both.ben, 1)
    both.answer(both.anna, 0)
    assert not both.ben.friends.asks(play)
    assert not both.anna.friends.asks(ended)
    assert both.ben.app.run(both.ben.friends.name_of(received.number)) == play.players[0].name
    assert both.anna.app.run(both.anna.friends.name_of(received.number)) == ended.players[1].name
    both.part()
    both.evening()
    assert len(both.ben.plays()) == 2
    assert not any(both.ben.friends.asks(play) for play in both.ben.plays())


def test_a_guest_has_the_play_as_it_is_after_its_table_was_open_again(both: Both) -> None:
    ended = both.evening()
    tables = both.anna.app.tables
    both.anna.app.worker.run_blocking(plays.reopen, ended.id)
    live = both.anna.app.open_table(both.live.id)
    both.anna.app.run(live.change("undo", lambda state: with_extras(state, note="again")))
    again = both.anna.app.run(tables.finish(live))
    both.talk()
    (play,) = both.ben.plays()
    assert again.version != ended.version
    assert (play.id, play.version, play.note) == (ended.id, again.version, "")
    live = laid_out(both.anna.app)
    both.anna.app.run(tables.remove(live.id))
    both.talk()
    assert len(both.ben.plays()) == 1


def test_corrections_and_older_plays_come_when_they_meet_again(friends_by_now: Both) -> None:
    anna, ben = friends_by_now.anna, friends_by_now.ben
    version = anna.correct("3").version
    with_ben = replace(ben.plays()[0], id="f" * 32, source="", version="", follows="")

    def insert(store: Store) -> None:
        with store.writing() as session:
            play_rows.insert_play(session, store.now(), with_ben)

    ben.app.worker.run_blocking(insert)
    friends_by_now.meet()
    assert {play.id: play.version for play in ben.plays()} == {play.id: play.version for play in anna.plays()}
    assert version in {play.version for play in ben.plays()}
    assert ben.friends.received is None
    friends_by_now.part()
    friends_by_now.meet()
    assert all("plays" not in text for device in (anna, ben) for text in device.texts())


def test_what_both_wrote_goes_over_until_both_have_heard_it_and_no_more(friends_by_now: Both) -> None:
    anna, ben = friends_by_now.anna, friends_by_now.ben
    anna.correct("3")
    ben.correct("4")
    for _ in range(2):
        friends_by_now.meet()
        friends_by_now.part()
    friends_by_now.meet()
    assert (anna.edition(), ben.edition()) == ("3", "4")
    assert all("plays" not in text for device in (anna, ben) for text in device.texts())
    friends_by_now.part()
    anna.correct("5")
    friends_by_now.meet()
    assert [("plays" in text) for text in anna.texts()].count(True) == 1


def test_a_play_that_was_deleted_for_good_is_not_sent_again_and_again(friends_by_now: Both) -> None:
    ben, (play,) = friends_by_now.ben, friends_by_now.ben.plays()
    ben.app.worker.run_blocking(plays.remove, play.id)
    ben.app.worker.run_blocking(plays.delete_for_good, play.id)
    friends_by_now.meet()
    assert any("plays" in text for text in friends_by_now.anna.texts())
    friends_by_now.part()
    friends_by_now.meet()
    assert not any("plays" in text for text in friends_by_now.anna.texts())
    assert not ben.plays()


def test_an_import_that_is_undone_does_not_come_back_from_a_friend(friends_by_now: Both) -> None:
    anna, ben = friends_by_now.anna, friends_by_now.ben
    first, second, *_ = (player.name for player in anna.plays()[0].players)
    file = jsonl(line(plain({first: 3, second: 2}), "f" * 32))
    brought: Import = anna.app.worker.run_blocking(take_in, file)
    friends_by_now.meet()
    friends_by_now.part()
    assert len(ben.plays()) == 2
    anna.app.worker.run_blocking(undo_import, brought.id or "")
    friends_by_now.meet()
    assert (len(anna.plays()), len(ben.plays())) == (1, 2)


def test_of_a_play_that_is_too_large_with_its_versions_the_last_one_goes_over(
    friends_by_now: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = friends_by_now.anna, friends_by_now.ben
    version = [anna.correct(edition) for edition in "345"][-1].version
    play_id = anna.plays()[0].id
    (message,) = anna.app.worker.run_blocking(lambda store: [*lines_for_friend(store, [play_id])])
    monkeypatch.setattr(messages, "MAX_MESSAGE_BYTES", len(message) - 1)
    friends_by_now.meet()
    assert [play.version for play in ben.plays()] == [version]
    assert len(ben.app.worker.run_blocking(plays.revisions, ben.plays()[0].id)) == 1


def test_a_play_that_is_too_large_alone_comes_by_its_code(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MAX_MESSAGE_BYTES", 10)
    ended = both.evening()
    assert not both.ben.friends.received
    assert [play.players[0].name for play in both.ben.plays()] == [ended.players[0].name]


def test_many_plays_come_a_few_at_a_time(friends_by_now: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MAX_AT_ONCE", 2)
    anna, ben = friends_by_now.anna, friends_by_now.ben
    (first,) = anna.plays()

    def insert(store: Store) -> None:
        with store.writing() as session:
            for number in range(5):
                play = replace(first, id=f"{number:032}", version="", follows="")
                play_rows.insert_play(session, store.now(), play)

    anna.app.worker.run_blocking(insert)
    friends_by_now.meet()
    assert {play.id: play.version for play in ben.plays()} == {play.id: play.version for play in anna.plays()}
    assert len([said for said in anna.texts() if "more" in said]) == 2


def test_what_the_guest_wrote_stays_on_both_phones(friends_by_now: Both) -> None:
    anna, ben = friends_by_now.anna, friends_by_now.ben
    ben.correct("3")
    anna.correct("4")
    friends_by_now.meet()
    assert (anna.edition(), ben.edition()) == ("4", "3")


def test_a_play_that_is_not_mine_goes_and_does_not_come_back(both: Both) -> None:
    both.evening()
    both.answer(both.anna, 0)
    both.answer(both.ben, 1)
    both.ben.page.says(both.channel, way=DECLINE)
    received = both.ben.friends.received
    assert received is not None
    assert not received.is_kept
    assert not both.ben.plays()
    both.ben.page.says(both.channel, way=KEEP)
    assert len(both.ben.plays()) == 1
    both.ben.app.run(both.ben.friends.decline())
    both.anna.correct("7")
    both.part()
    both.meet()
    assert not both.ben.plays()
    assert both.anna.edition() == "7"
    (play,) = both.anna.plays()
    assert play.removed is None


def test_the_page_above_the_screens_of_the_host_takes_the_answer(both: Both) -> None:
    both.evening()
    both.ben.page.says("another", way=f"{SEAT}1")
    both.ben.page.says(both.channel, way="nonsense")
    assert "me" not in both.ben.record()
    both.ben.friends.say_on_page("Kept in your history, too.", ((DECLINE, "Not mine"),))
    note = both.ben.page.asked_to("note")[-1]
    assert (note["words"], note["ways"]) == ("Kept in your history, too.", [[DECLINE, "Not mine"]])
    both.ben.page.says(both.channel, way=f"{SEAT}1")
    (play,) = both.ben.plays()
    assert both.ben.record()["me"] == play.players[1].id
    both.ben.friends.dismiss()
    assert both.ben.friends.received is None
    assert both.ben.page.asked_to("note")[-1]["words"] == ""
    both.ben.page.says(both.channel, way=DECLINE)
    assert both.ben.plays()


def test_who_is_none_of_them_gets_the_play_of_each_table_and_no_other(both: Both) -> None:
    both.evening()
    both.answer(both.anna, 0)
    both.answer(both.ben, None)
    both.anna.correct("4")
    both.part()
    both.meet()
    assert both.ben.edition() == "4"
    both.finish()
    assert len(both.ben.plays()) == 2


def test_one_who_is_known_from_another_friend_is_not_asked_again(friends_by_now: Both, tmp_path: Path) -> None:
    ben = friends_by_now.ben
    with opened(tmp_path / "clara") as app:
        clara = Both(Device(app), ben)
        clara.evening()
        assert not any(ben.friends.asks(play) for play in ben.plays())
        (record,) = clara.anna.friends._known.all().values()
        assert record["they"] == clara.anna.plays()[0].players[1].id


def test_a_device_that_only_says_that_it_is_a_friend_is_a_stranger(friends_by_now: Both) -> None:
    anna, ben = friends_by_now.anna, friends_by_now.ben
    settings = ben.app.worker.run_blocking(Store.settings)[FRIENDS_SETTING]
    (number,) = settings
    ben.app.worker.run_blocking(Store.set, FRIENDS_SETTING, {number: settings[number] | {"key": "0" * 32}})
    ben.start()
    anna.correct("4")
    friends_by_now.meet()
    assert ben.edition() != "4"
    records = anna.app.worker.run_blocking(Store.settings)[FRIENDS_SETTING]
    assert len(records) == 2
    assert [("they" in record) for record in records.values()].count(True) == 1


def test_a_host_that_only_says_that_it_is_a_friend_hears_nothing(friends_by_now: Both) -> None:
    anna, ben = friends_by_now.anna, friends_by_now.ben
    device = ben.record()["device"]
    friends_by_now.meet()
    ben.start()
    assert ben.app.visit is not None
    ben.app.visit.channel, ben.app.visit.offer = "c", friends_by_now.offer
    ben.hears("c", {"device": device, "table": "t"})
    ben.hears("c", {"proof": "0" * 64})
    ben.hears("c", {"have": {}})
    assert [[*said] for said in ben.texts()] == [["device", "number", "proof"]]
    assert not ben.friends.has_met("c")
    assert anna.friends.has_met(friends_by_now.channel)


@pytest.mark.parametrize(
    "words",
    [
        [],
        {},
        {"device": 1},
        {"device": "x", "table": "y"},
        {"key": "x"},
        {"proof": 7},
        {"who": ["x", 1]},
        {"who": 3},
        {"have": []},
        {"plays": True},
        {"plays": True, "me": 1, "you": "b"},
        {"plays": True, "me": "a", "you": "b"},
    ],
)
def test_what_no_friend_says_changes_nothing(friends_by_now: Both, words: object) -> None:
    friends_by_now.meet()
    before = [(play.id, play.version) for play in friends_by_now.anna.plays()]
    for device in (friends_by_now.anna, friends_by_now.ben):
        device.hears(friends_by_now.channel, words)
        device.hears("unknown", words)
        for text in ("", "@", "@x", "@.!", "@.AAAA"):
            device.page.says(friends_by_now.channel, said=text)
        assert [(play.id, play.version) for play in device.plays()] == before


@pytest.mark.parametrize("device", ["", "x" * 65, "a name"])
def test_what_names_no_device_is_not_kept(both: Both, device: str) -> None:
    both.come()
    both.anna.hears(both.channel, {"device": device})
    both.ben.hears(both.channel, {"device": device, "table": "t"})
    both.ben.hears(both.channel, {"key": "0" * 32})
    assert both.anna.friends._known.all() == both.ben.friends._known.all() == {}


LARGE = [f"@+{b64encode(bytes(PIECE_BYTES)).decode()}"] * (MAX_MESSAGE_BYTES // PIECE_BYTES + 2)
BOMB = f"@.{b64encode(zlib.compress(b'{}' + bytes(2 * MAX_MESSAGE_BYTES))).decode()}"


@pytest.mark.parametrize(
    "texts", [["@.!"], ["@" + "+" * (MAX_TEXT + 1)], ["@+"] * (friends.MAX_WAITING + 1), LARGE, [BOMB]]
)
def test_who_sends_more_than_a_friend_does_is_cut_off_once(
    both: Both, texts: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    both.come()
    for device in (both.anna, both.ben):

        async def flood(device: Device = device) -> None:
            for text in [*texts, "@.!"]:
                device.page.phones.hear(json.dumps({"channel": both.channel, "said": text}))

        device.app.run(flood())
        device.hears(both.channel, {"device": "x", "table": "t"})
        assert [asked["channel"] for asked in device.page.asked_to("close")] == [both.channel]
        assert not device.friends._known.all()
        assert not device.friends.has_met(both.channel)
    assert len([record for record in caplog.records if record.name == friends.__name__]) == 2


def test_who_has_as_many_plays_as_may_be_is_not_cut_off(friends_by_now: Both) -> None:
    friends_by_now.meet()
    friends_by_now.ben.hears(
        friends_by_now.channel, {"have": {f"{number:064}": "0" * 32 for number in range(friends.MAX_SHARED)}}
    )
    assert not friends_by_now.ben.page.asked_to("close")
    assert friends_by_now.ben.friends.has_met(friends_by_now.channel)


def test_a_friend_who_goes_while_the_play_is_handed_over_is_no_fault(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    both.meet()
    heard: list[bool] = []
    anna = both.anna.friends
    anna.observers.subscribe(lambda: heard.append(True))
    keep_records = anna._known._keep

    async def go(records: dict[str, dict[str, Any]]) -> None:
        both.anna.page.phones.hear(json.dumps({"channel": both.channel, "became": "closed"}))
        await keep_records(records)

    monkeypatch.setattr(anna._known, "_keep", go)
    both.finish()
    assert heard
    assert not both.ben.plays()


@pytest.mark.parametrize(("error", "level"), [(StoreError(friends.BROUGHT), "WARNING"), (KeyError("x"), "ERROR")])
def test_what_nobody_waits_for_fails_into_the_log(
    both: Both, error: Exception, level: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    both.evening()

    def fail(*_: object) -> None:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(plays, "remove", fail)
        both.ben.page.says(both.channel, way=DECLINE)
    assert [record.levelname for record in caplog.records if record.name == friends.__name__] == [level]
    both.ben.page.says(both.channel, way=DECLINE)
    assert not both.ben.plays()


def test_of_all_that_stays_out_a_few_sentences_are_shown_and_one_is_logged(
    both: Both, caplog: pytest.LogCaptureFixture
) -> None:
    both.meet()
    numbers = [both.live.id, *(f"{number:032}" for number in range(friends.MAX_REMARKS + 4))]
    for number in numbers:
        both.anna.app.worker.run_blocking(keep, plain({"Zoe": 3, "Yan": 2}), number)
    lines = both.anna.app.worker.run_blocking(lambda store: b"".join(lines_for_friend(store, numbers)))
    both.ben.hears(both.channel, {"plays": True, "me": "a", "you": "b"}, lines)
    received = both.ben.friends.received
    assert received is not None
    assert (received.play_id, len(received.remarks)) == (both.live.id, friends.MAX_REMARKS)
    (record,) = [record for record in caplog.records if record.name == friends.__name__]
    assert f"{friends.MAX_REMARKS + 4} stayed out" in record.message


def test_a_guest_says_only_once_who_it_is_and_never_that_it_is_me(both: Both) -> None:
    ended = both.evening()
    both.answer(both.anna, 0)
    hears = both.anna.hears
    for wrong in (99, -1, "1"):
        hears(both.channel, {"who": [ended.id, wrong]})
        assert "they" not in both.anna.record()
    hears(both.channel, {"who": ["f" * 32, 1]})
    assert "they" not in both.anna.record()
    hears(both.channel, {"who": [ended.id, 0]})
    both.anna.unsaid()
    hears(both.channel, {"have": {ended.id: ended.version}})
    assert not both.anna.unsaid()
    hears(both.channel, {"who": [ended.id, 1]})
    assert both.anna.record()["they"] == ended.players[0].id


def test_what_stays_out_is_said(friends_by_now: Both) -> None:
    friends_by_now.meet()
    ben = friends_by_now.ben
    for _ in range(friends.MAX_REMARKS + 1):
        ben.hears(friends_by_now.channel, {"plays": True, "me": "a", "you": "b"}, b"no play")
    received = ben.friends.received
    assert received is not None
    assert (received.play_id, len(received.remarks)) == ("", friends.MAX_REMARKS)


def test_of_many_strangers_those_are_known_who_have_a_play(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MAX_FRIENDS", 2)
    both.evening()
    (first,) = both.anna.friends._known.all()
    for _ in range(3):
        both.part()
        both.ben.app.worker.run_blocking(Store.set, FRIENDS_SETTING, {})
        both.ben.start()
        both.meet()
    records = both.anna.friends._known.all()
    assert len(records) == 2
    assert first in records


def test_the_friend_whose_phone_it_was_is_named_in_the_versions_that_came(friends_by_now: Both) -> None:
    friends_by_now.anna.correct("4")
    friends_by_now.meet()
    ben = friends_by_now.ben
    (play,) = ben.plays()
    (former,) = ben.app.worker.run_blocking(plays.revisions, play.id)
    assert play.players[0].name in former.what


def test_a_device_of_mine_is_no_friend_and_has_all_of_the_play(both: Both) -> None:
    for device, there in ((both.anna, "laptop"), (both.ben, "phone")):
        of_mine = KnownDevice(id="1", device=there, name=there, key="ab" * 32)
        device.app.worker.run_blocking(Store.set, DEVICES_SETTING, {"1": of_mine.stored()})
        device.start()
    both.meet()
    both.anna.app.run(both.live.change("note", lambda state: with_extras(state, note="at the lake")))
    ended = both.finish()
    assert both.anna.devices.is_own(both.channel)
    assert both.ben.devices.is_own(both.channel)
    (play,) = both.ben.plays()
    assert (play.id, play.version, play.note, play.source) == (ended.id, ended.version, "at the lake", "")
    assert both.ben.friends.received is None
    assert not both.ben.friends.asks(play)
    assert not both.anna.friends.asks(ended)


def test_who_passes_on_what_a_friend_says_is_not_taken_for_that_friend(friends_by_now: Both) -> None:
    friends_by_now.meet()
    proof = next(said for said in friends_by_now.ben.texts() if "proof" in said)
    friends_by_now.part()
    anna = friends_by_now.anna
    anna.page.end = PLAIN | {"fingerprint": "00" * 32}
    pairing = anna.app.pairing
    assert pairing is not None
    offer = anna.app.run(pairing.offer(laid_out(anna.app).id, 1))
    anna.app.run(pairing.accept(answer_to(offer)))
    anna.page.arrives(offer)
    anna.hears(offer.tag.hex(), proof)
    assert [word for said in anna.texts() for word in said] == ["device", "table", "key", "have"]
