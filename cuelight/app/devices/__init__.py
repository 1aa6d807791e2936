"""Readers, lights and buttons of a running table: opening, monitoring and reports."""
