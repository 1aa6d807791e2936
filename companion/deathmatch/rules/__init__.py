"""The rules of Deathmatch: open decisions, legality, effects of answers, and automatic consequences."""
