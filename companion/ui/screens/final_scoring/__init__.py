"""The final scoring: the walk through its steps, and what each step shows."""
