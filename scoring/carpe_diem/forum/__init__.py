"""The forum phase: the model of a visit, the search for the best one, and what is answered about it."""
