"""The page of a browser that pairs with others, as Python hears it: played by a test, with no channel at all."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final

from companion.services.browser_page import CLIENT, Phones
from storage.codes import pairing
from storage.codes.pairing import Answer, Description, Offer

if TYPE_CHECKING:
    from tests.companion.headless import Headless

ADDRESS: Final = ["4f1e0c1c-6d0e-4d3a-9d0b-8f2a3a3b7c11.local", 51123]
PLAIN: Final[dict[str, Any]] = {
    "ufrag": "aB3/",
    "pwd": "dW5hK2rTtG8yZ0p1Qx7+Lm4n",
    "fingerprint": bytes(range(32)).hex(),
    "candidates": [ADDRESS],
}
DESCRIBED: Final = Description.from_json(PLAIN)


class Guest:
    """What a phone that is admitted is shown by; it sees nothing."""

    def take(self, frame: bytes) -> None:
        """Nothing is sent."""

    def close(self) -> None:
        """Nothing was shown."""


class FakePage:
    """A page: what it was asked, by name, and what a test lets it say; it fails with `trouble` where there is some.

    `end` is this end of a channel.
    """

    def __init__(self, app: Headless) -> None:
        self._app = app
        self.trouble = ""
        self.end = PLAIN
        self.asked: list[dict[str, Any]] = []
        self.phones = Phones(self._ask, lambda *_: None)
        self.phones.serve = lambda *_: Guest()

    def _ask(self, words: str) -> None:
        asked = json.loads(words)
        self.asked.append(asked)
        if "call" in asked:
            said = {"failed": self.trouble} if self.trouble else {"answer": self.end}
            asyncio.get_running_loop().call_soon(self.phones.hear, json.dumps({"call": asked["call"]} | said))

    def asked_to(self, what: str) -> list[dict[str, Any]]:
        """What it was asked of this kind, the first one first."""
        return [asked for asked in self.asked if asked["do"] == what]

    def says(self, channel: str, **words: object) -> None:
        """Let the page say something of a channel."""

        async def said() -> None:
            self.phones.hear(json.dumps({"channel": channel, **words}))

        self._app.run(said())

    def arrives(self, offer: Offer, proof: bytes | None = None) -> None:
        """Let the phone that answered an offer come, with the proof of its code unless another one is given."""
        channel = offer.tag.hex()
        self.says(channel, became="open")
        shown = offer.secret if proof is None else proof
        self.says(channel, hello=hello_with(shown))

    def handed_over(self) -> tuple[str, Offer]:
        """What a guest was handed over last: the fragment of the table, and the offer to come back by."""
        table, back = self.asked_to("keep")[-1]["text"].split("\n")
        offer = pairing.read(f"#{back}")
        assert isinstance(offer, Offer)
        return table, offer


def answer_to(offer: Offer) -> Answer:
    """The answer of some phone to an offer."""
    return Answer(tag=offer.tag, description=DESCRIBED)


def hello_with(proof: bytes, client: str = CLIENT) -> str:
    """What a page says first, with the proof of a code and the version of its client."""
    return json.dumps({"proof": proof.hex(), "client": client, "languages": ["de"]})
