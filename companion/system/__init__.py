"""TODO companion/system."""
