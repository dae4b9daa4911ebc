"""What the page reads of the descriptions that browsers write of themselves, and writes for them, run by Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.site.build import find_node
from companion.system.paths import assets

if TYPE_CHECKING:
    from pathlib import Path

RUN: Final = """
const { checked, factsOf, sdpOf } = await import(`file://${process.cwd()}/sdp.js`);
const act = { facts: factsOf, again: (facts) => factsOf(sdpOf(checked(facts), "active")) };
const answers = JSON.parse(process.argv[1]).map(([what, given]) => {
  try {
    return act[what](given);
  } catch (error) {
    return error.name;
  }
});
console.log(JSON.stringify(answers));
"""

FINGERPRINT: Final = "20:30:A4:45:B5:17:FF:CC:7A:EC:9E:F2:15:A0:C8:78:BC:C8:C8:F6:57:E1:B0:6A:6A:3D:9D:D3:7D:92:C6:93"
NAME: Final = "9f8e7d6c-5b4a-4938-8271-605f4e3d2c1b.local"

CHROMIUM: Final = f"""\
v=0
o=- 4611731400430051336 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
a=extmap-allow-mixed
a=msid-semantic: WMS
m=application 56006 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:1966762133 1 udp 2113937151 {NAME} 56006 typ host generation 0 network-cost 999
a=ice-ufrag:FUjU
a=ice-pwd:SSyRVVrRgzhTg210FUZRIf+3
a=ice-options:trickle
a=fingerprint:sha-256 {FINGERPRINT}
a=setup:actpass
a=mid:0
a=sctp-port:5000
a=max-message-size:262144
"""

FIREFOX: Final = f"""\
v=0
o=mozilla...THIS_IS_SDPARTA-99.0 2886086851862478232 0 IN IP4 0.0.0.0
s=-
t=0 0
a=sendrecv
a=fingerprint:sha-256 {FINGERPRINT}
a=group:BUNDLE 0
a=ice-options:trickle
a=msid-semantic:WMS *
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:0 1 UDP 2122252543 {NAME} 35872 typ host
a=candidate:1 1 TCP 2105524479 {NAME} 9 typ host tcptype active
a=sendrecv
a=end-of-candidates
a=ice-pwd:74e37594032d6b7133352d9f40810f6d
a=ice-ufrag:3cafb24c
a=mid:0
a=setup:actpass
a=sctp-port:5000
a=max-message-size:1073741823
"""
"""As Firefox 153 writes it: its fingerprint stands before the section that it is for, and TCP as well as UDP."""

SAFARI: Final = f"""\
v=0
o=- 8148572839875102105 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
a=msid-semantic: WMS
m=application 61015 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 82.64.133.208
a=candidate:3317362580 1 udp 2113937151 192.168.0.87 61015 typ host generation 0 network-cost 999
a=candidate:3103151263 1 udp 2113939711 2a01:e0a:151:dc10:a8cb:5e93:9627:557c 61016 typ host generation 0
a=candidate:842163049 1 udp 1677729535 82.64.133.208 61015 typ srflx raddr 192.168.0.87 rport 61015 generation 0
a=ice-ufrag:XSmV
a=ice-pwd:Ss5xY4RMFEJASRvK5TIPgLN9
a=ice-options:trickle
a=fingerprint:sha-256 {FINGERPRINT}
a=setup:actpass
a=mid:0
a=sctp-port:5000
a=max-message-size:65536
"""
"""With the rights to the camera it names addresses, and one of the internet, which is none of this network."""

DESCRIPTIONS: Final = {
    CHROMIUM: ("FUjU", "SSyRVVrRgzhTg210FUZRIf+3", [[NAME, 56006]]),
    FIREFOX: ("3cafb24c", "74e37594032d6b7133352d9f40810f6d", [[NAME, 35872]]),
    SAFARI: (
        "XSmV",
        "Ss5xY4RMFEJASRvK5TIPgLN9",
        [["2a01:e0a:151:dc10:a8cb:5e93:9627:557c", 61016], ["192.168.0.87", 61015]],
    ),
}

GOOD: Final = {
    "ufrag": "FUjU",
    "pwd": "SSyRVVrRgzhTg210FUZRIf+3",
    "fingerprint": FINGERPRINT.replace(":", "").lower(),
    "candidates": [[NAME, 56006], ["fe80::1", 5], ["10.0.0.3", 65535]],
}

WRONG: Final[tuple[dict[str, Any], ...]] = (
    {"ufrag": "FUj"},
    {"ufrag": "FUjU\r\na=x"},
    {"pwd": "short"},
    {"fingerprint": "00"},
    {"candidates": []},
    {"candidates": [["example.org", 1]]},
    {"candidates": [["10.0.0.3 1 typ host", 1]]},
    {"candidates": [["10.0.0.3", 0]]},
    {"candidates": [["10.0.0.3", "1"]]},
    {"candidates": [["10.0.0.3", 1]] * 17},
)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What is made of the descriptions, of good facts, and of wrong ones."""
    folder: Path = tmp_path_factory.mktemp("sdp")
    shutil.copy(assets() / "site/sdp.js", folder)
    (folder / "package.json").write_text('{"type": "module"}')
    asked: list[list[Any]] = [["facts", sdp.replace("\n", "\r\n")] for sdp in DESCRIPTIONS]
    asked += [["again", GOOD], *(["again", {**GOOD, **change}] for change in WRONG)]
    command = [str(find_node()), "--input-type=module", "-e", RUN, json.dumps(asked)]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=60)
    read: list[Any] = json.loads(done.stdout)
    return read


def test_the_descriptions_of_all_browsers_are_read(answers: list[Any]) -> None:
    read = answers[: len(DESCRIPTIONS)]
    fingerprint = GOOD["fingerprint"]
    assert read == [
        {"ufrag": ufrag, "pwd": pwd, "fingerprint": fingerprint, "candidates": candidates}
        for ufrag, pwd, candidates in DESCRIPTIONS.values()
    ]


def test_what_is_written_is_read_again(answers: list[Any]) -> None:
    assert answers[len(DESCRIPTIONS)] == GOOD


def test_facts_that_no_browser_writes_are_refused(answers: list[Any]) -> None:
    assert answers[len(DESCRIPTIONS) + 1 :] == ["DataError"] * len(WRONG)
