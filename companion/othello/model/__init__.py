"""The data of a game: cards, decks, rule sets, states, events and answers."""
