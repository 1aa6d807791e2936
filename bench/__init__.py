"""Measurements, and proofs that take longer than tests may."""
