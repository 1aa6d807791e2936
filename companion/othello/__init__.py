"""The Tragedy of Othello: its cards, rule sets, state, rules and scoring.

Rule ids are those of docs/rules.md.
"""
