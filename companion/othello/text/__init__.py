"""Texts for people, and the views that each audience may see."""
