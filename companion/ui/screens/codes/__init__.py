"""TODO companion/ui/screens/codes."""
