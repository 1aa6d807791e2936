"""The commands of pages: a module for each subject, the table of them all, and the dispatcher."""
