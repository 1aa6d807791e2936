"""The staging cards, one module each; `rules/effects.py` collects them."""
