"""A filter that turns noisy polls of a reader into tags that arrive and leave."""
