"""TODO companion/tables."""
