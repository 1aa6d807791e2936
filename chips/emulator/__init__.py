"""Models of the chip and of tags in its field.

They serve tests, proofs and measurements. No real table uses them.
"""
