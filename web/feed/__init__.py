"""Server-sent events: snapshots, and deltas between them."""
