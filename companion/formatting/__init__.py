"""TODO companion/formatting."""
