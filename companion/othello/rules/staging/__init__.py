"""The staging cards, a file each; `rules/effects.py` lists them."""
