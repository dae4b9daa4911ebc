"""Two phones at one table: the guest has the play, too, and they agree on the plays of both whenever they meet."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.services import friends
from companion.services.friends import CLOSE, DECLINE, FRIENDS_SETTING, KEEP, SEAT, Friends
from companion.services.pairing import Pairing
from companion.services.visit import Visit
from storage.exchange.friends import number_in
from storage.repositories import history, plays
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.headless import Headless, opened
from tests.companion.paired import FakePage, answer_to

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from storage.codes.pairing import Offer
    from storage.repositories.play_content import StoredPlay


class Device:
    """A phone with its page, and what it has said to the other one."""

    def __init__(self, app: Headless) -> None:
        self.app = app
        self.start()

    def start(self) -> None:
        """Load the page, as for the first time."""
        app = self.app
        self.page = FakePage(app)
        settings = app.worker.run_blocking(Store.settings)
        self.friends = app.friends = Friends(app.worker, settings, self.page.phones)
        app.pairing = Pairing(app.tables, self.page.phones, friends=self.friends)
        app.visit = Visit(app.worker, settings, self.page.phones, self.friends)
        self.said = 0

    def unsaid(self) -> list[str]:
        """What it says to the other device, which does not know it yet."""
        asked = self.page.asked_to("friend")
        said, self.said = asked[self.said :], len(asked)
        return [words["text"] for words in said]

    def plays(self) -> list[StoredPlay]:
        return self.app.worker.run_blocking(lambda store: [*history.stream(store, history.Filter())])

    def record(self) -> dict[str, Any]:
        (record,) = self.app.worker.run_blocking(Store.settings)[FRIENDS_SETTING].values()
        found: dict[str, Any] = record
        return found

    def correct(self, edition: str) -> StoredPlay:
        """Say which edition was played."""
        play = self.plays()[-1]
        return self.app.worker.run_blocking(plays.correct, play.id, replace(play, edition=edition), "Edition")

    def edition(self) -> str:
        return self.plays()[-1].edition


class Both:
    """The phone of Anna, who has the table, and the one of a guest."""

    def __init__(self, anna: Device, ben: Device) -> None:
        self.anna, self.ben = anna, ben
        self.channel = ""

    def meet(self) -> None:
        """Let the guest come to a new table, and let both say all that they have to say."""
        self.live = laid_out(self.anna.app)
        pairing = self.anna.app.pairing
        assert pairing is not None
        offer = self.anna.app.run(pairing.offer(self.live.id, 1))
        assert self.ben.app.visit is not None
        self.ben.app.run(self.ben.app.visit.answer(offer))
        self.anna.app.run(pairing.accept(answer_to(offer)))
        self.offer: Offer = offer
        self.channel = offer.tag.hex()
        self.anna.page.arrives(offer)
        self.talk()

    def talk(self) -> None:
        """Bring what each says to the other one, until nobody says anything."""
        while (from_anna := self.anna.unsaid()) + (from_ben := self.ben.unsaid()):
            for text in from_anna:
                self.ben.page.says(self.channel, friend=text)
            for text in from_ben:
                self.anna.page.says(self.channel, friend=text)

    def finish(self) -> StoredPlay:
        play = self.anna.app.run(self.anna.app.tables.finish(self.live))
        for asked in self.anna.page.asked_to("keep")[-1:]:
            self.ben.page.says(self.channel, keep=asked["text"])
        self.talk()
        return play

    def part(self) -> None:
        for device in (self.anna, self.ben):
            device.page.says(self.channel, became="closed")
            device.start()

    def answer(self, device: Device, seat: int | None) -> None:
        """Let somebody say who of the play has a device."""
        (play,) = device.plays()
        number = device.friends.asks(play)
        assert number
        device.app.run(device.friends.answer(number, play, seat))
        self.talk()


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with ExitStack() as until_the_end:
        apps = [until_the_end.enter_context(opened(tmp_path / name)) for name in ("anna", "ben")]
        yield Both(*map(Device, apps))


@pytest.fixture
def friends_by_now(both: Both) -> Both:
    """After the first evening, of which both have said who they are."""
    both.meet()
    both.finish()
    both.answer(both.anna, 0)
    both.answer(both.ben, 1)
    both.part()
    return both


def test_a_guest_has_the_play_of_the_table_and_says_once_who_it_is(both: Both) -> None:
    both.meet()
    ended = both.finish()
    (play,) = both.ben.plays()
    assert (play.id, play.version) == (ended.id, ended.version)
    evening = both.ben.friends.evening
    assert evening is not None
    assert (evening.play_id, evening.is_kept, evening.remarks) == (play.id, True, ())
    assert number_in(play.source) == evening.number
    both.answer(both.ben, 1)
    both.answer(both.anna, 0)
    assert not both.ben.friends.asks(play)
    assert not both.anna.friends.asks(ended)
    assert both.ben.friends.whose(evening.number) == play.players[0].id
    assert both.anna.friends.whose(evening.number) == ended.players[1].id
    both.part()
    both.meet()
    both.finish()
    assert len(both.ben.plays()) == 2
    assert not any(both.ben.friends.asks(play) for play in both.ben.plays())


def test_corrections_and_older_plays_come_when_they_meet_again(friends_by_now: Both) -> None:
    anna, ben = friends_by_now.anna, friends_by_now.ben
    version = anna.correct("3").version
    with_ben = replace(ben.plays()[0], id="f" * 32, source="", version="", follows="")

    def insert(store: Store) -> None:
        with store.writing() as session:
            plays.insert_play(session, store.now(), with_ben)

    ben.app.worker.run_blocking(insert)
    friends_by_now.meet()
    assert {play.id: play.version for play in ben.plays()} == {play.id: play.version for play in anna.plays()}
    assert version in {play.version for play in ben.plays()}
    assert ben.friends.evening is None
    friends_by_now.part()
    friends_by_now.meet()
    assert all("lines" not in text for device in (anna, ben) for text in _texts(device))


def _texts(device: Device) -> list[dict[str, Any]]:
    return [json.loads(asked["text"]) for asked in device.page.asked_to("friend")]


def test_what_the_guest_wrote_stays_on_both_phones(friends_by_now: Both) -> None:
    anna, ben = friends_by_now.anna, friends_by_now.ben
    ben.correct("3")
    anna.correct("4")
    friends_by_now.meet()
    assert (anna.edition(), ben.edition()) == ("4", "3")


def test_a_play_that_is_not_mine_goes_and_does_not_come_back(both: Both) -> None:
    both.meet()
    both.finish()
    both.answer(both.anna, 0)
    both.answer(both.ben, 1)
    both.ben.page.says(both.channel, way=DECLINE)
    evening = both.ben.friends.evening
    assert evening is not None
    assert not evening.is_kept
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
    both.meet()
    both.finish()
    both.ben.page.says("another", way=f"{SEAT}1")
    both.ben.page.says(both.channel, way="nonsense")
    assert "me" not in both.ben.record()
    both.ben.friends.say_on_page("Kept in your history, too.", ((DECLINE, "Not mine"),))
    note = both.ben.page.asked_to("note")[-1]
    assert (note["words"], note["ways"]) == ("Kept in your history, too.", [[DECLINE, "Not mine"]])
    both.ben.page.says(both.channel, way=f"{SEAT}1")
    (play,) = both.ben.plays()
    assert both.ben.record()["me"] == play.players[1].id
    both.ben.page.says(both.channel, way=CLOSE)
    assert both.ben.friends.evening is None
    assert both.ben.page.asked_to("note")[-1]["words"] == ""
    both.ben.page.says(both.channel, way=DECLINE)
    assert both.ben.plays()


def test_who_is_none_of_them_gets_the_play_of_each_table_and_no_other(both: Both) -> None:
    both.meet()
    both.finish()
    both.answer(both.anna, 0)
    both.answer(both.ben, None)
    both.anna.correct("4")
    both.part()
    both.meet()
    assert both.ben.edition() != "4"
    both.finish()
    assert len(both.ben.plays()) == 2


def test_one_who_is_known_from_another_friend_is_not_asked_again(friends_by_now: Both, tmp_path: Path) -> None:
    ben = friends_by_now.ben
    with opened(tmp_path / "clara") as app:
        clara = Both(Device(app), ben)
        clara.meet()
        clara.finish()
        assert not any(ben.friends.asks(play) for play in ben.plays())
        (record,) = [entry for entry in clara.anna.friends._records().values()]
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
    offer_meeting = friends_by_now
    offer_meeting.meet()
    ben.start()
    ben.friends.visit("c", bytes(16))
    ben.page.says("c", friend=json.dumps({"device": device, "table": "t"}))
    ben.page.says("c", friend=json.dumps({"proof": "0" * 64}))
    ben.page.says("c", friend=json.dumps({"have": {}}))
    assert [[*said] for said in _texts(ben)] == [["device", "number", "proof"]]
    assert not ben.friends.has_met("c")
    assert anna.friends.has_met(friends_by_now.channel)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"device": 1}',
        '{"key": "x"}',
        '{"proof": 7}',
        '{"who": ["x", 1]}',
        '{"who": 3}',
        '{"have": []}',
        '{"lines": "x"}',
        '{"lines": "\\ud800", "me": "a", "you": "b"}',
    ],
)
def test_what_no_friend_says_changes_nothing(friends_by_now: Both, text: str) -> None:
    friends_by_now.meet()
    before = [(play.id, play.version) for play in friends_by_now.anna.plays()]
    for device in (friends_by_now.anna, friends_by_now.ben):
        device.page.says(friends_by_now.channel, friend=text)
        device.page.says("unknown", friend=text)
        assert [(play.id, play.version) for play in device.plays()] == before


def test_a_guest_says_only_once_who_it_is_and_never_that_it_is_me(both: Both) -> None:
    both.meet()
    ended = both.finish()
    both.answer(both.anna, 0)
    says = both.anna.page.says
    for wrong in (99, -1, "1"):
        says(both.channel, friend=json.dumps({"who": [ended.id, wrong]}))
        assert "they" not in both.anna.record()
    says(both.channel, friend=json.dumps({"who": ["f" * 32, 1]}))
    assert "they" not in both.anna.record()
    says(both.channel, friend=json.dumps({"who": [ended.id, 0]}))
    both.anna.unsaid()
    says(both.channel, friend=json.dumps({"have": {}}))
    assert not both.anna.unsaid()
    says(both.channel, friend=json.dumps({"who": [ended.id, 1]}))
    assert both.anna.record()["they"] == ended.players[0].id


def test_what_stays_out_is_said(friends_by_now: Both) -> None:
    friends_by_now.meet()
    ben = friends_by_now.ben
    lines = json.dumps({"lines": '{"tessera":"play"}', "me": "a", "you": "b"})
    for _ in range(friends.MAX_REMARKS + 1):
        ben.page.says(friends_by_now.channel, friend=lines)
    evening = ben.friends.evening
    assert evening is not None
    assert (evening.play_id, len(evening.remarks)) == ("", friends.MAX_REMARKS)


def test_of_many_strangers_those_are_known_who_have_a_play(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MAX_FRIENDS", 2)
    both.meet()
    both.finish()
    (first,) = both.anna.friends._records()
    for _ in range(3):
        both.part()
        both.ben.app.worker.run_blocking(Store.set, FRIENDS_SETTING, {})
        both.ben.start()
        both.meet()
    records = both.anna.friends._records()
    assert len(records) == 2
    assert first in records


def test_the_friend_whose_phone_it_was_is_named_in_the_versions_that_came(friends_by_now: Both) -> None:
    friends_by_now.anna.correct("4")
    friends_by_now.meet()
    ben = friends_by_now.ben
    (play,) = ben.plays()
    (former,) = ben.app.worker.run_blocking(plays.revisions, play.id)
    assert play.players[0].name in former.what
