"""Verdicts: whether an answer is allowed, with every reason against it."""
