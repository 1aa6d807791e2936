"""The host's side of the line to a microcontroller that drives the reader mat.

It turns what the firmware reports into the observations of `companion.table`, and knows neither the rules nor the
pages.
"""
