"""TODO companion/services."""
