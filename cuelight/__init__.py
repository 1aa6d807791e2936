"""The command line: the one place that puts the companion, the hardware and the web pages together."""
