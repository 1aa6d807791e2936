"""The data of a game: cards, decks, rule sets, the state, the events that change it, and the players' answers."""
