"""Host side of the link to the microcontroller that drives the reader mat.

It converts the firmware's messages into the observations of `companion.table`. It knows neither the rules nor the
pages.
"""
