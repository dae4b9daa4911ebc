"""TODO companion/ui/screens/statistics."""
