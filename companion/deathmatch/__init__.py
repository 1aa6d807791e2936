"""Shakespeare Deathmatch: model, rules, notation, texts, decks, bots, and the game at a table."""
