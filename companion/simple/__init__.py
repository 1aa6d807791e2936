"""A base for small games: rules, notation, table and bots follow from one state and a few functions."""
