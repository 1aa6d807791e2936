"""The commands that a person types, one file each, with what several of them share."""
