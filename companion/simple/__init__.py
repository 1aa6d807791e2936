"""Base for small games: derive rules, notation, table and bots from one state and a few functions."""
