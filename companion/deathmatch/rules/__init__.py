"""The rules of Deathmatch: what is open, what is allowed, what happens, and what follows by itself."""
