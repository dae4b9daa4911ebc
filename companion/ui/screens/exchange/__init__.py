"""TODO companion/ui/screens/exchange."""
