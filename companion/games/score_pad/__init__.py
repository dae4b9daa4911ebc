"""Any other game by its pad, apart from its rules."""
