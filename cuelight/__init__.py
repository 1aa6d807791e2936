"""The program: its commands, and the running table, which puts the companion, the hardware and the pages together."""
