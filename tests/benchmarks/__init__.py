"""Speed, as ratios to something run beside it."""

Row = tuple[str, str, str, str]
"""What is measured, what runs beside it, the ratio, and the aim."""
