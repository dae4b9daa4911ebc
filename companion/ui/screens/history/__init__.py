"""TODO companion/ui/screens/history."""
