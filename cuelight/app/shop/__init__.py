"""The table of a game shop: demonstrations, opening hours and counts."""
