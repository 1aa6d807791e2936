"""Vocabulary shared by all games, such as errors and verdicts.

Nothing here knows a particular game.
"""
