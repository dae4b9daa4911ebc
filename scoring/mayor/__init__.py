"""The game of Citizens and Bankers, here called Mayor: the title is not known. Placements, prices and who is mayor."""
