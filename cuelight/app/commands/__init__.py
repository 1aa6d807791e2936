"""What pages command: a module for each subject, the table of them all, and the dispatcher that carries them out."""
