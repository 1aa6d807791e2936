"""Texts and views of a game for people, limited to what each audience may see."""
