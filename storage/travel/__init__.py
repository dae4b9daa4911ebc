"""Results, running tables and copies of games on their way from one device to another, without a network."""
