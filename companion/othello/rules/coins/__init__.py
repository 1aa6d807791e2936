"""The coins, a file each, and the improv; `rules/effects.py` lists them."""
