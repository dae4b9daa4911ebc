"""TODO companion/ui."""
