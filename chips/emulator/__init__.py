"""Models of the chip and of tags in its field, for tests, proofs and measurements. No real table uses them."""
