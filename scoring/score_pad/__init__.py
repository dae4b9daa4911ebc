"""Score pad: any game, as its pad says how it is scored."""
