"""The web server: board, on-screen mat, host's desk, their commands and the live feed, all on one port.

This package reads snapshots and passes commands on through `web.api.table_port.Table`. It knows neither the rules nor
the hardware.
"""
