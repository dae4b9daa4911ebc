"""Results, tables and copies of games as links and QR codes, from one device to another without a network."""
