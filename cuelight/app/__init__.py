"""A table while it runs, whatever its hardware: rounds, devices, bots, voice, keys and the thread that owns them."""
