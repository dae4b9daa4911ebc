"""Words, days and times as people type and read them."""
