"""The table as a service: watchdog, control socket, updates and journal maintenance."""
