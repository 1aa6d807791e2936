"""The command line and the running table, which connects the companion, the hardware and the pages."""
