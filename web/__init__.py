"""The scoreboard, the virtual mat and the host's desk: Flask pages, their commands and the live feed, on one port.

This package reads snapshots and hands on commands through `web.api.table_port.Table`. It knows neither the rules
nor the hardware.
"""
