"""The record of the score pad."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.game import Game
from scoring.messages import as_typed, say
from scoring.score_pad.gaps import remarks
from scoring.score_pad.kinds.category import MAX_PLAYERS
from scoring.score_pad.limits import LIMITS, LIMITS_AT_TABLE, outcome_is_missing
from scoring.score_pad.rules import columns, compares_players, criteria, places
from scoring.score_pad.state import Table, headings_of, titles_of


def _of_pad(game: Game[Table], table: Table) -> Game[Table]:
    """Return the game that a pad describes, under its own title and with its own lines."""
    pad = table.pad
    return replace(
        game,
        title=pad.title,
        name=as_typed(pad.title),
        rules=titles_of(pad),
        headings=headings_of(pad),
        bgg_id=pad.bgg,
        players=game.players if pad.players is None else (min(pad.players), max(pad.players)),
    )


SCORE_PAD: Final[Game[Table]] = Game(
    key="score-pad",
    title="Score pad",
    name=say("Score pad"),
    source=say("the pad: whoever made it says how the game is scored"),
    table=Table,
    players=(1, MAX_PLAYERS),
    rules={},
    work_out=columns,
    compares=compares_players,
    criteria=criteria,
    places=places,
    limits=LIMITS,
    more_limits_at_table=LIMITS_AT_TABLE,
    unscorable=outcome_is_missing,
    of_table=_of_pad,
    rulings=lambda table, _sheet: remarks(table),
)
