"""The games in a journal: list, display, replay and export, for the pages and the command.

Everything is read from the file on the caller's thread; the running table is neither asked nor delayed.
"""
