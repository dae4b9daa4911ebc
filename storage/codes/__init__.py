"""Results, running tables and copies of games as QR codes and links, from one device to another without a network."""
