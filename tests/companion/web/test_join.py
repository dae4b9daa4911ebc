"""Joining: a secret becomes a cookie, guessing is slowed and leads nowhere, and no log has a secret."""

from __future__ import annotations

import asyncio
import html
import json
import logging
import re
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.formatting.languages import catalogue, languages, translated
from companion.formatting.text import sentence
from companion.system.limits import FIRST_WAIT_S, MAX_FAILURES, MAX_PHONES, MAX_WAIT_S, TokenBucket
from companion.system.network import Lan
from companion.web import join as joining
from companion.web import middleware
from companion.web.auth import AuthBackend
from companion.web.join import MAX_ADDRESSES, Throttle
from scoring.messages import reading, say
from storage.repositories import access
from tests.companion.asgi import ANOTHER, Answer, Caller, served
from tests.companion.phones import come

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import ASGIApp

    from companion.tables.live_table import LiveTable
    from storage.repositories.access import JoinCode
    from tests.companion.clock import Clock
    from tests.companion.headless import Headless


LAN: Final = "192.168.0.2:8423"
FOREIGN: Final = ["http://evil.example", "null", "", "http://192.168.0.2", f"http://{LAN}.evil.example"]


@pytest.fixture
def code(app: Headless, live: LiveTable) -> JoinCode:
    return app.run(app.tables.access.join_code(live.id))


@pytest.fixture
def asgi(app: Headless, tmp_path: Path) -> ASGIApp:
    network = Lan(8423, "https://tessera.example")
    network.is_open = True
    return served(tmp_path, lan=network, auth=AuthBackend(access=app.tables.access, worker=app.worker))


@pytest.fixture
def phone(asgi: ASGIApp) -> Caller:
    return Caller(asgi, ANOTHER)


def join(phone: Caller, secret: object, **headers: str) -> Answer:
    """Hand over a secret as the page does."""
    request = {"host": LAN, "origin": f"http://{LAN}", "content_type": "application/json", **headers}
    return phone.ask("/join", method="POST", body=json.dumps({"secret": secret}).encode(), **request)


def test_what_a_chat_puts_behind_a_join_link_is_no_part_of_it(phone: Caller, code: JoinCode) -> None:
    assert join(phone, f"{code.secret}).").status == 200


def said(answer: Answer) -> str:
    sentence: str = json.loads(answer.body)["sentence"]
    return sentence


def token_in(answer: Answer) -> str:
    (morsel,) = SimpleCookie(answer.headers["set-cookie"]).values()
    return morsel.value


def test_a_secret_leads_to_its_table(phone: Caller, live: LiveTable, code: JoinCode) -> None:
    answer = join(phone, code.secret)
    assert (answer.status, json.loads(answer.body)) == (200, {"go": f"/table/{live.id}"})
    assert answer.headers["cache-control"] == "no-store"
    cookie = f"tessera={token_in(answer)}"
    assert phone.ask("/", host=LAN).status == 403
    assert phone.ask("/", host=LAN, cookie=cookie).status == 200


def test_the_hosts_secret_leads_to_everything(app: Headless, phone: Caller) -> None:
    host = app.run(app.tables.access.join_code(access.HOST_CODE))
    answer = join(phone, host.secret)
    assert json.loads(answer.body) == {"go": "/"}
    visitor = app.run(app.tables.access.visitor(token_in(answer)))
    assert visitor is not None
    assert visitor.host


def test_whoever_becomes_the_host_gets_another_token(app: Headless, phone: Caller, live: LiveTable) -> None:
    planted = access.new_token()
    guest = come(app, live, planted)
    host = app.run(app.tables.access.join_code(access.HOST_CODE))
    answer = join(phone, host.secret, cookie=f"tessera={planted}")
    assert app.run(app.tables.access.visitor(planted)) is None
    visitor = app.run(app.tables.access.visitor(token_in(answer)))
    assert visitor is not None
    assert (visitor.key, visitor.host) == (guest.key, True)


def test_phones_without_end_are_told_that_the_table_is_full(
    app: Headless, phone: Caller, live: LiveTable, code: JoinCode
) -> None:
    for _ in range(MAX_PHONES):
        come(app, live)
    for _ in range(3):
        answer = join(phone, code.secret)
        full = "phones are at this table, which is the most: ask the host to remove one, then scan the code again."
        assert (answer.status, said(answer)) == (409, f"{MAX_PHONES} {full}")
        assert "set-cookie" not in answer.headers
    guests = app.run(app.tables.access.load(live.id)).all
    assert len(guests) == MAX_PHONES
    app.run(app.tables.access.remove_device(live.id, guests[0].device_id))
    assert join(phone, code.secret).status == 200


def test_the_cookie_is_for_this_server_alone_and_for_no_script(phone: Caller, code: JoinCode) -> None:
    parts = join(phone, code.secret).headers["set-cookie"].split("; ")
    assert re.fullmatch(r"tessera=[\w-]{43}", parts[0])
    assert sorted(parts[1:]) == ["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=lax"]


def test_over_https_the_cookie_stays_with_this_very_host(asgi: ASGIApp, code: JoinCode) -> None:
    phone = Caller(asgi, ANOTHER, scheme="https")
    answer = join(phone, code.secret, host="tessera.example", origin="https://tessera.example")
    parts = answer.headers["set-cookie"].split("; ")
    assert re.fullmatch(r"__Host-tessera=[\w-]{43}", parts[0])
    assert sorted(parts[1:]) == ["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=lax", "Secure"]


def test_a_phone_that_is_known_keeps_its_token(app: Headless, phone: Caller, live: LiveTable, code: JoinCode) -> None:
    token = access.new_token()
    come(app, live, token)
    assert token_in(join(phone, code.secret, cookie=f"tessera={token}")) == token


def test_nobody_is_known_by_a_token_that_they_chose(phone: Caller, code: JoinCode) -> None:
    chosen = access.new_token()
    assert token_in(join(phone, code.secret, cookie=f"tessera={chosen}")) != chosen


def test_two_phones_have_two_tokens(phone: Caller, code: JoinCode) -> None:
    assert token_in(join(phone, code.secret)) != token_in(join(phone, code.secret))


@pytest.mark.parametrize(
    "secret", ["", "abc", "0" * 24, "é", "../..", "' OR 1=1 --", None, 7, [], {}, "\ud800", "\x00"]
)
def test_a_wrong_secret_leads_nowhere(phone: Caller, code: JoinCode, secret: object) -> None:
    answer = join(phone, secret)
    assert answer.status in (400, 403)
    assert "set-cookie" not in answer.headers
    assert code.secret not in answer.body.decode()


def test_an_old_secret_says_what_helps(app: Headless, phone: Caller, live: LiveTable, code: JoinCode) -> None:
    app.run(app.tables.access.rotate_secret(live.id))
    answer = join(phone, code.secret)
    assert (answer.status, said(answer)) == (403, sentence(access.WRONG))


def test_a_locked_table_says_so_and_is_no_guess(app: Headless, phone: Caller, live: LiveTable, code: JoinCode) -> None:
    app.run(app.tables.access.lock(live.id, locked=True))
    for _ in range(MAX_FAILURES + 1):
        answer = join(phone, code.secret)
        assert (answer.status, said(answer)) == (423, sentence(access.LOCKED))
    app.run(app.tables.access.lock(live.id, locked=False))
    assert join(phone, code.secret).status == 200


@pytest.mark.parametrize("origin", FOREIGN)
def test_other_pages_hand_over_nothing(phone: Caller, code: JoinCode, origin: str) -> None:
    answer = join(phone, code.secret, origin=origin)
    assert answer.status == 403
    assert "set-cookie" not in answer.headers


def test_what_says_no_origin_hands_over_nothing(phone: Caller, code: JoinCode) -> None:
    body = json.dumps({"secret": code.secret}).encode()
    answer = phone.ask("/join", method="POST", body=body, host=LAN, content_type="application/json")
    assert (answer.status, said(answer)) == (403, str(joining.NOT_OURS))


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_of_another_page_hands_over_nothing(phone: Caller, code: JoinCode, kind: str) -> None:
    assert join(phone, code.secret, content_type=kind).status == 415


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"7", b"\xff\xfe", b"[" * 900, b'{"secret": "' + b"x" * 1000 + b'"}']
)
def test_what_is_not_what_the_page_sends_is_refused(phone: Caller, body: bytes) -> None:
    request = {"host": LAN, "origin": f"http://{LAN}", "content_type": "application/json"}
    answer = phone.ask("/join", method="POST", body=body, **request)
    assert (answer.status, said(answer)) == (400, str(joining.NOT_OURS))


def test_who_guesses_has_to_wait_and_who_has_the_right_one_does_not(phone: Caller, code: JoinCode) -> None:
    for _ in range(MAX_FAILURES):
        assert join(phone, "abc").status == 403
    answer = join(phone, "abc")
    assert answer.status == 429
    assert int(answer.headers["retry-after"]) == FIRST_WAIT_S
    assert f"in {FIRST_WAIT_S} seconds" in said(answer)
    assert join(phone, code.secret).status == 200
    assert join(phone, "abc").status == 429


def test_a_guest_who_guesses_between_right_ones_has_to_wait_and_nobody_else_does(
    phone: Caller, asgi: ASGIApp, code: JoinCode
) -> None:
    statuses = [join(phone, secret).status for secret in (*["abc"] * (MAX_FAILURES - 1), code.secret) * 3]
    assert (statuses.count(403), statuses.count(200)) == (MAX_FAILURES, 3)
    for number in range(60):
        join(Caller(asgi, (f"192.168.1.{number}", 1)), "abc")
    newcomer = Caller(asgi, ("192.168.0.8", 1))
    assert [join(newcomer, secret).status for secret in ("abc", code.secret)] == [403, 200]


def test_who_guesses_many_at_once_is_slowed_as_well(app: Headless, asgi: ASGIApp) -> None:
    async def guess() -> int:
        statuses: list[int] = []

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        async def receive() -> Any:
            await asyncio.sleep(0)
            return {"type": "http.request", "body": b'{"secret": "abc"}'}

        headers = {"host": LAN, "origin": f"http://{LAN}", "content-type": "application/json"}
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/join",
            "scheme": "http",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ANOTHER,
        }
        await asgi(scope, receive, send)
        return statuses[0]

    async def all_at_once() -> list[int]:
        return await asyncio.gather(*(guess() for _ in range(20)))

    statuses = app.run(all_at_once())
    assert (statuses.count(403), statuses.count(429)) == (MAX_FAILURES, 20 - MAX_FAILURES)


def test_without_doors_nobody_joins(tmp_path: Path) -> None:
    network = Lan(8423)
    network.is_open = True
    answer = join(Caller(served(tmp_path, lan=network), ANOTHER), "abc")
    assert (answer.status, said(answer)) == (403, str(joining.NOBODY))


def test_no_log_has_a_secret(
    app: Headless, phone: Caller, code: JoinCode, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise access.SeatTakenError(say("the database does not take {secret}", secret=code.secret))

    caplog.set_level(logging.DEBUG)
    token = token_in(join(phone, code.secret))
    join(phone, "wrong-secret")
    monkeypatch.setattr(type(app.tables.access), "redeem", broken)
    answer = join(phone, code.secret, cookie=f"tessera={token}")
    assert (answer.status, said(answer)) == (503, str(joining.NOT_NOW))
    assert "could not be let in: SeatTakenError" in caplog.text
    for secret in (code.secret, token, "wrong-secret"):
        assert secret not in caplog.text
        assert secret not in answer.body.decode()


def test_the_page_may_do_no_more_than_it_does(phone: Caller) -> None:
    answer = phone.ask("/join", host=LAN)
    policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "<noscript>" in answer.page
    assert "style=" not in answer.page
    assert re.findall("<script[^>]*>", answer.page) == [
        '<script src="/join/words.js" defer>',
        '<script src="/join/join.js" defer>',
    ]
    assert "{" not in answer.page


@pytest.mark.parametrize("code", [code for code in languages() if code not in translated()])
def test_strangers_are_answered_in_the_language_of_their_browser(phone: Caller, code: str) -> None:
    accepted = f"{code}-XX,{code};q=0.9,en;q=0.1"
    answer = phone.ask("/join", host=LAN, accept_language=accepted)
    refused = join(phone, "abc", accept_language=accepted)
    elsewhere = phone.ask("/", host=LAN, cookie="tessera=gone", accept_language=accepted)
    unknown = phone.ask("/", host="evil.example", accept_language=accepted)
    with reading(catalogue(code)):
        assert f'<html lang="{code}">' in answer.page
        for message in (joining.SCAN, joining.NO_SCRIPTS, joining.AGAIN):
            assert f">{html.escape(str(message), quote=False)}<" in answer.page
        assert f'data-code="{html.escape(str(joining.CODE))}"' in answer.page
        assert said(refused) == sentence(access.WRONG)
        assert html.escape(str(joining.OUT), quote=False) in elsewhere.page
        assert unknown.body.decode() == f"{middleware.UNKNOWN_NAME}\n"


@pytest.fixture
def throttle(clock: Clock) -> Throttle:
    return Throttle(clock)


def guess(throttle: Throttle, address: str, times: int = MAX_FAILURES) -> None:
    for _ in range(times):
        throttle.record_failure(address)


def test_a_few_wrong_ones_are_forgiven(throttle: Throttle) -> None:
    guess(throttle, "192.168.0.7", MAX_FAILURES - 1)
    assert throttle.seconds_to_wait("192.168.0.7") == 0


def test_after_too_many_one_waits_and_others_do_not(throttle: Throttle, clock: Clock) -> None:
    guess(throttle, "192.168.0.7")
    assert throttle.seconds_to_wait("192.168.0.7") == FIRST_WAIT_S
    assert throttle.seconds_to_wait("192.168.0.8") == 0
    clock.now += FIRST_WAIT_S
    assert throttle.seconds_to_wait("192.168.0.7") == 0


def test_each_further_one_doubles_the_wait_up_to_a_limit(throttle: Throttle, clock: Clock) -> None:
    guess(throttle, "192.168.0.7")
    waits = []
    for _ in range(7):
        waits.append(throttle.seconds_to_wait("192.168.0.7"))
        clock.now += waits[-1]
        throttle.record_failure("192.168.0.7")
    assert waits == [10, 20, 40, 80, 160, 300, 300]


def test_slow_ones_are_never_too_many(throttle: Throttle, clock: Clock) -> None:
    for _ in range(20):
        throttle.record_failure("192.168.0.7")
        assert throttle.seconds_to_wait("192.168.0.7") == 0
        clock.now += 16


def test_the_past_is_forgotten_after_a_while(throttle: Throttle, clock: Clock) -> None:
    guess(throttle, "192.168.0.7")
    clock.now += FIRST_WAIT_S + MAX_WAIT_S + 1
    throttle.record_failure("192.168.0.7")
    assert throttle.seconds_to_wait("192.168.0.7") == 0


def test_nobody_waits_for_the_wrong_ones_of_many_others(throttle: Throttle) -> None:
    for number in range(200):
        throttle.record_failure(f"10.0.0.{number}")
    assert throttle.seconds_to_wait("10.9.9.9") == 0
    throttle.record_failure("10.9.9.9")
    assert throttle.seconds_to_wait("10.9.9.9") == 0


def test_an_old_address_that_is_written_as_a_new_one_is_the_same(throttle: Throttle) -> None:
    guess(throttle, "::ffff:192.168.0.7")
    assert throttle.seconds_to_wait("192.168.0.7") == FIRST_WAIT_S
    assert throttle.seconds_to_wait("::ffff:192.168.0.8") == 0


def test_half_of_an_address_of_the_new_kind_stands_for_all_of_it(throttle: Throttle) -> None:
    for number in range(MAX_FAILURES):
        throttle.record_failure(f"2001:db8::{number}")
    assert throttle.seconds_to_wait("2001:db8::ffff") == FIRST_WAIT_S
    assert throttle.seconds_to_wait("2001:db8:0:1::1") == 0


def test_what_is_no_address_is_slowed_as_well(throttle: Throttle) -> None:
    guess(throttle, "")
    assert throttle.seconds_to_wait("") == FIRST_WAIT_S


def test_no_more_than_a_few_addresses_are_remembered(throttle: Throttle, clock: Clock) -> None:
    for number in range(MAX_ADDRESSES + 100):
        throttle.record_failure(f"10.0.{number // 250}.{number % 250}")
        clock.now += 10
    assert len(throttle._by_network) == MAX_ADDRESSES


def test_so_much_at_once_and_then_so_much_in_a_second(clock: Clock) -> None:
    bucket = TokenBucket(2, 3, clock)
    assert [bucket.take() for _ in range(5)] == [0, 0, 0, 0.5, 1]
    clock.now += 1
    assert not bucket.take_if_there()
    clock.now += 0.5
    assert bucket.take_if_there()
    clock.now += 100
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]
