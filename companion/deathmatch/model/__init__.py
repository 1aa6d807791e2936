"""What a game of Deathmatch is made of: cards, a state, the events that change it, and answers."""
