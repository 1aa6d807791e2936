"""The coins, one module each; `rules/effects.py` collects them."""
