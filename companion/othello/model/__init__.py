"""What a game is made of: cards, decks, rule sets, the state, the events that change it, and what players answer."""
