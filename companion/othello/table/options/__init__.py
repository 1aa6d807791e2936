"""Options of a new game, decks, and the forms for both."""
