"""The data of a Deathmatch game: cards, a state, the events that change it, and answers."""
