"""What the formats of other programs and of spreadsheets share: they tell plain results, in texts."""

from __future__ import annotations
