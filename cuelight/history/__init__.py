"""The games that a journal holds: listed, shown, replayed and exported; the base of the pages and of the command.

Everything is read from the file, on whatever thread asks; the running table is not asked and not held up.
"""
