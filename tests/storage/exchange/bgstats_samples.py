"""Files of BG Stats, as the app writes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.storage.exchange.samples import read

if TYPE_CHECKING:
    from storage.repositories.play_content import Play

SAMPLE: Final = Path(__file__).with_name("bgstats-sheets.bgsplay").read_bytes()

WHOLE: Final = json.loads(SAMPLE)

SMALL: Final = json.dumps(WHOLE | {"plays": [*WHOLE["plays"][5:13], WHOLE["plays"][19]]}).encode()
"""Eight of its plays with sheets, and the one whose rows are empty."""

NAMES: Final = ("Anna", "Ben", "Cleo")


def row(*entries: str | None, template: str = "huts", **facts: Any) -> dict[str, Any]:
    """A row with the entry of each player, `None` for one who has none."""
    scores = {f"U{seat}": entry for seat, entry in enumerate(entries) if entry is not None}
    label = facts.pop("label", template.capitalize())
    return {"templateId": template, "label": label, "repetition": 1, "negative": False, "scores": scores} | facts


def group(*rows: object, template: str = "1", **facts: Any) -> dict[str, Any]:
    return {"templateId": template, "repetition": 1, "rows": list(rows)} | facts


def sheet(*groups: object, kind: str = "groups") -> str:
    return json.dumps({"version": 1, "langCode": "en", kind: list(groups)})


def file_of(*plays: dict[str, Any], game: dict[str, Any] | None = None) -> bytes:
    """A file of the app with plays of a game, whose players stand by U0, U1 … in the sheets."""
    entry = {"id": 7, "name": "Huts", "bggId": 4711, "highestWins": True, "cooperative": False} | (game or {})
    players = [{"id": seat, "uuid": f"P{seat}", "name": name} for seat, name in enumerate(NAMES)]
    return json.dumps({"players": players, "games": [entry], "plays": list(plays)}).encode()


def play_of(*scores: str, sheet: object, number: int = 1, winner: int = 0, **facts: Any) -> dict[str, Any]:
    return {
        "uuid": f"play {number}",
        "playDate": f"2024-01-{number:02} 20:00:00",
        "gameRefId": 7,
        "scoresheet": sheet,
        "playerScores": [
            {"playerRefId": seat, "score": score, "winner": seat == winner, "metaData": f'{{"scoreUuid":"U{seat}"}}'}
            for seat, score in enumerate(scores)
        ],
    } | facts


def lines(play: Play) -> list[dict[str, int]]:
    return [{line["rule"]: line["points"] for line in column["lines"]} for column in play.sheet["columns"]]


def only(data: bytes) -> Play:
    (record,) = read(data).records
    return record.play


def remarks(data: bytes) -> list[str]:
    return [str(remark) for remark in read(data).remarks]


def theirs() -> dict[str, Any]:
    """A file as the app writes it."""
    return {
        "about": "…",
        "players": [
            {"uuid": "0f8fad5b-d9cb-469f-a165-70867728950e", "id": 4, "name": "Anna", "isAnonymous": False},
            {"uuid": "X", "id": 9, "name": "Anonymous player", "isAnonymous": True},
        ],
        "locations": [{"uuid": "…", "id": 2, "name": "Club"}],
        "games": [{"uuid": "…", "id": 7, "name": "CARPE DIEM", "bggId": 0, "highestWins": True, "noPoints": False}],
        "plays": [
            {
                "uuid": "1B4E28BA-2FA1-11D2-883F-0016D3CCA427",
                "playDate": "2023-12-31 23:15:00",
                "durationMin": 75,
                "ignored": False,
                "gameRefId": 7,
                "locationRefId": 2,
                "comments": "Close",
                "playerScores": [
                    {"playerRefId": 4, "score": "40+7", "winner": True, "rank": 0, "seatOrder": 0, "startPlayer": True},
                    {"playerRefId": 9, "score": "", "winner": True, "rank": 0, "seatOrder": 0, "startPlayer": False},
                    {"playerRefId": 9, "score": "46ish", "winner": False},
                ],
            }
        ],
        "userInfo": {"meRefId": 4},
    }
