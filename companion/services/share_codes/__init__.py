"""Share codes: a play, a table or a copy in links and QR codes, without a network."""
