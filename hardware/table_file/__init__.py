"""The table file: its TOML, layout and mat."""
