"""TODO companion/web."""
