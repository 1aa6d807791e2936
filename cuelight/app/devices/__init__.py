"""Readers, lights and buttons of a running table: opened, watched and reported."""
