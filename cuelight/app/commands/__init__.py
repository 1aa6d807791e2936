"""What pages command: a module for each subject, and `dispatcher.py`, which checks and carries out a command."""
