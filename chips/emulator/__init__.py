"""Models of the chip and of tags in its field, for tests, proofs and measurements; nothing here is used at a table."""
