"""What travels: packed as codes, and collected from links and pictures in any order."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.services.share_codes import incoming
from companion.services.share_codes.outgoing import OF_PAD, Shareable, codes_of, shareable_part, shareable_play
from companion.system.machine import join_link
from storage.codes import ShareCodeError, contents, frames, links, payload
from storage.repositories import plays
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.pad_tables import HEARTS, NAMES, begun, too_large
from tests.companion.payloads import ADDRESS, DAY, GAME, came, large, only, played
from tests.companion.played import put_result
from tests.storage.codes import samples
from tests.strategies import examples

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from tests.companion.clock import Clock
    from tests.companion.headless import Headless


SERIES: Final = codes_of(large(), ADDRESS).links
"""The codes of a copy."""


def test_a_result_goes_and_comes_as_it_was(app: Headless) -> None:
    play = played(app)
    read = only(came(shareable_play(play)))
    assert isinstance(read, contents.PlayResult)
    assert read.figures.players == ("Anna", "Ben")
    assert [column["total"] for column in read.sheet()["columns"]] == [30, 11]
    assert read.figures.finished == "2026-03-07T13:20Z"


def test_a_result_is_one_code(app: Headless) -> None:
    names = {f"{name} Maria": tuple(range(6)) for name in ("Anna", "Beatrix", "Cathy", "Dorothea")}
    assert len(codes_of(shareable_play(played(app, **names)), ADDRESS).links) == 1


def test_a_play_without_points_by_rules_does_not_go(app: Headless) -> None:
    azul = app.worker.run_blocking(plays.play, app.worker.run_blocking(put_result, DAY, {"Anna": 70}))
    plain = app.worker.run_blocking(plays.play, app.worker.run_blocking(put_result, DAY, {"Anna": 70}, GAME))
    assert azul is not None
    assert plain is not None
    for play in (azul, plain):
        with pytest.raises(ShareCodeError, match="only a result"):
            shareable_play(play)


def test_a_play_of_a_pad_goes_only_with_its_table(app: Headless) -> None:
    play = app.run(app.tables.finish(begun(app, HEARTS, *NAMES[:4])))
    item = shareable_play(play)
    assert (item.title, item.words[2]) == ("Result of Hearts", str(OF_PAD))
    with pytest.raises(ShareCodeError, match="only a result"):
        shareable_play(replace(play, document=None))


def test_a_play_of_a_pad_that_is_too_large_says_so(app: Headless) -> None:
    play = too_large(app)
    with pytest.raises(ShareCodeError) as caught:
        shareable_play(play)
    assert str(caught.value.message) == "too large for codes and links"


def test_a_rule_that_stands_on_two_lines_does_not_go_with_half_its_points(app: Headless) -> None:
    play = played(app)
    twice = [{**column, "lines": [column["lines"][0], *column["lines"]]} for column in play.sheet["columns"]]
    with pytest.raises(ShareCodeError, match="only a result"):
        shareable_play(replace(play, sheet={**play.sheet, "columns": twice}))


def test_a_series_is_collected_in_any_order() -> None:
    these = [incoming.ReceivedLink(link=link) for link in codes_of(large(), ADDRESS).links]
    assert len(these) > 2
    some = incoming.with_links(incoming.Inbox(), [these[2], these[0], these[0]])
    assert some.arrived == {}
    (series,) = some.unfinished
    assert series.missing == tuple(sorted({*range(1, len(these) + 1)} - {1, 3}))
    assert some.refused == ()
    assert incoming.without_series(some, series).is_empty
    whole = incoming.with_links(some, these)
    assert (len(whole.arrived), whole.unfinished) == (1, ())
    assert incoming.without_payload(whole, next(iter(whole.arrived))).series == ()


def test_codes_of_several_series_are_collected_side_by_side() -> None:
    mixed = [codes_of(large(), ADDRESS).links, _series_of_other()]
    basket = incoming.with_links(incoming.Inbox(), [incoming.ReceivedLink(link=these[0]) for these in mixed])
    assert [len(series.parts) for series in basket.unfinished] == [1, 1]
    more = incoming.with_links(basket, [incoming.ReceivedLink(link=link) for link in mixed[0]])
    assert len(more.arrived) == 1
    assert more.refused == ()


def test_a_forged_series_is_refused_and_begins_anew() -> None:
    forged = []
    for link in codes_of(large(), ADDRESS).links:
        frame = frames.read(link)
        assert isinstance(frame, frames.Frame)
        data = frames._written(replace(frame, checksum=b"else"))
        forged.append(
            incoming.ReceivedLink(link=links.link_of(links.LinkData(kind=links.LinkKind.FRAME, data=data), ADDRESS))
        )
    basket = incoming.with_links(incoming.Inbox(), forged)
    assert basket.refused == ("These codes do not fit together: start again with the first.",)
    assert basket.is_empty


def _other() -> bytes:
    return payload.encode(samples.table("palaces-of-carrara/final-scoring-four-players"))


def test_other_links_of_the_series_that_were_opened_belong_to_it() -> None:
    these = codes_of(large(), ADDRESS).links
    basket = incoming.with_links(incoming.Inbox(), [incoming.ReceivedLink(link=these[1])])
    fragments = [link.partition("#")[2] for link in (*these, samples.LINK, *_series_of_other())]
    assert [received.link for received in incoming.links_that_belong_to(basket, [*fragments, "t9", "?"])] == [
        f"#{link.partition('#')[2]}" for link in these
    ]
    assert incoming.links_that_belong_to(incoming.Inbox(), fragments) == ()


def _series_of_other() -> tuple[str, ...]:
    return codes_of(Shareable(title="", words=(), payload=_other()), ADDRESS).links


def test_parts_that_were_opened_before_come_together(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    parts = [codes_of(shareable_part(live, seat, app.tables.copies[GAME]), ADDRESS).link for seat in (0, 1)]
    fragments = [link.partition("#")[2] for link in (*parts, samples.LINK)]
    basket = incoming.with_links(incoming.Inbox(), [incoming.ReceivedLink(link=parts[0])])
    assert [received.link for received in incoming.links_that_belong_to(basket, fragments)] == [
        f"#{fragment}" for fragment in fragments[:2]
    ]
    assert incoming.fragments_of(next(iter(basket.arrived)), fragments) == (fragments[0],)


def test_the_same_parcel_counts_once_and_can_be_left() -> None:
    basket = incoming.with_links(
        incoming.Inbox(), [incoming.ReceivedLink(link=samples.LINK), incoming.ReceivedLink(link=samples.LINK)]
    )
    assert len(basket.arrived) == 1
    assert incoming.without_payload(basket, samples.SMALL).arrived == {}


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("http://example.com/", "This does not come from Tessera."),
        (join_link("http://192.168.1.7:8423", "5gHyZJoUvps49DjcuuGF"), incoming.JOIN_CODE_REFUSED),
        (samples.LINK[:-1], "This is damaged"),
        (samples.LINK[:-3] + "000", "This is damaged"),
        ("x" * (links.MAX_LINK_LENGTH + 1), "This does not come from Tessera."),
    ],
)
def test_what_cannot_be_taken_says_why(link: str, why: str) -> None:
    basket = incoming.with_links(incoming.Inbox(), [incoming.ReceivedLink(link=link)])
    assert basket.arrived == {}
    assert basket.refused[0].startswith(str(why))


def test_a_newer_version_is_told_from_damage() -> None:
    body = bytes([samples.SMALL[0] + (payload.CARDS_VERSION << 2)]) + samples.SMALL[1:-4]
    newer = links.payload_link(body + payload.checksum(body), ADDRESS)
    assert "newer version" in incoming.with_links(incoming.Inbox(), [incoming.ReceivedLink(link=newer)]).refused[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#t065", ["#t065"]),
        ("HTTP://A.EXAMPLE/#T065", ["HTTP://A.EXAMPLE/#T065"]),
        ("one http://a/#t0\n65\nhttp://b/#t066 two", ["http://a/#t065", "http://b/#t066"]),
        ("(http://a/#t065).", ["(http://a/#t065"]),
        ("http://a/#t06x5", ["http://a/#t06x5"]),
        ("nothing\n\n here ", ["nothing", "here"]),
        ("", []),
    ],
)
def test_links_are_found_in_what_is_pasted(text: str, expected: list[str]) -> None:
    assert [received.link for received in incoming.links_in_text(text)] == expected


def test_a_long_text_without_a_link_takes_no_time() -> None:
    assert len(incoming.links_in_text("x" * 1_000_000)) == 1


def test_a_picture_gives_its_link_or_says_why_not() -> None:
    assert found_in("a.png", links.png(samples.LINK)) == (
        incoming.ReceivedLink(
            where="a.png", link=samples.LINK.replace("https://tessera.invalid", "HTTPS://TESSERA.INVALID")
        ),
    )
    assert found_in("b.png", _blank()) == (incoming.ReceivedLink(where="b.png", refused=incoming.NO_CODE),)
    (text,) = found_in("c.txt", b"hello")
    assert str(text.refused).startswith("This is not a picture")


def found_in(name: str, picture: bytes) -> tuple[incoming.ReceivedLink, ...]:
    return asyncio.run(incoming.links_in_picture(name, picture))


def _blank() -> bytes:
    import io  # noqa: PLC0415

    from PIL import Image  # noqa: PLC0415

    written = io.BytesIO()
    Image.new("L", (200, 200), 255).save(written, "PNG")
    return written.getvalue()


def test_what_is_too_large_for_codes_still_has_a_link() -> None:
    codes = codes_of(Shareable(title="", words=(), payload=bytes(60_000)), ADDRESS)
    assert (codes.links, codes.sizes) == ((), ())
    assert links.parse_link(codes.link).data == bytes(60_000)


@st.composite
def broken(draw: DrawFn) -> str:
    """A good link, or a code of a series, in which something was left out, changed, doubled or taken from another."""
    link = draw(st.sampled_from([samples.LINK, *SERIES]))
    for _ in range(draw(st.integers(1, 3))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(link))] * 2)))
        second_link = draw(st.sampled_from([samples.LINK, *SERIES]))
        middle = draw(
            st.sampled_from(["", link[start:end] * 2, second_link[start:end], link[start:end][::-1], "0", " ", "#"])
        )
        link = link[:start] + middle + link[end:]
    return link


@examples(50)
@given(st.lists(st.one_of(broken(), st.sampled_from(SERIES)), min_size=1, max_size=8))
def test_broken_codes_among_good_ones_are_refused_and_bring_nothing_wrong(codes: list[str]) -> None:
    (copy,) = incoming.with_links(incoming.Inbox(), [incoming.ReceivedLink(link=code) for code in SERIES]).arrived
    basket = incoming.Inbox()
    for code in codes:
        basket = incoming.with_links(basket, incoming.links_in_text(code))
        assert all(why.strip() and why.splitlines() == [why] for why in basket.refused)
    assert set(basket.arrived) <= {samples.SMALL, copy}
    whole = incoming.with_links(basket, [incoming.ReceivedLink(link=code) for code in SERIES])
    assert copy in whole.arrived


@pytest.fixture
def inbox(clock: Clock) -> incoming.LinkInbox:
    return incoming.LinkInbox(clock)


def test_the_oldest_goes_where_there_are_too_many(inbox: incoming.LinkInbox) -> None:
    ids = [inbox.add(f"t{number}") for number in range(incoming.MAX_LINKS + 1)]
    assert inbox.get(ids[0]) == ()
    assert inbox.get(ids[1]) == ("t1",)
    assert len(inbox.all()) == incoming.MAX_LINKS


def test_each_is_kept_for_a_while_only(inbox: incoming.LinkInbox, clock: Clock) -> None:
    first = inbox.add("t1")
    clock.now += incoming.LINK_LIFETIME_S - 1
    second = inbox.add("t2")
    assert inbox.get(first) == ("t1",)
    clock.now += 1
    assert inbox.get(first) == ()
    assert inbox.get(second) == ("t2",)


def test_ids_differ_and_are_not_guessed(inbox: incoming.LinkInbox) -> None:
    ids = {inbox.add("t065") for _ in range(10)}
    assert len(ids) == 10
    assert all(len(link_id) >= 22 for link_id in ids)
    assert inbox.get("0") == ()
