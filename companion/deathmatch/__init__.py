"""Shakespeare Deathmatch: its model, its rules, its positions and its words. Nothing here knows a table."""
