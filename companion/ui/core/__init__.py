"""TODO companion/ui/core."""
