"""The rules: which answers are allowed, and their consequences.

The entry point is `submit`.
"""
