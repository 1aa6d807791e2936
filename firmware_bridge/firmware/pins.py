"""Wiring of the Raspberry Pi Pico.

The build guide's tables and drawings are generated from this file.

Readers have the numbers of their sockets on the mat, from 0. They alternate between the two SPI buses, so that each bus
carries half of the wire for any number of seats.
"""

BUSES = (  # SPI number, clock, data to the readers, data from the readers
    (0, 18, 19, 16),
    (1, 10, 11, 12),
)
READERS = (  # bus, chip select
    (0, 17),
    (1, 2),
    (0, 20),
    (1, 3),
    (0, 21),
    (1, 4),
    (0, 22),
    (1, 5),
    (0, 26),
    (1, 6),
    (0, 27),
    (1, 7),
)
READER_RESET = 15  # one line to the RST of every reader and the RESET of the expander
STRIP = 28  # to the first lamp, through a level shifter
EXPANDER = (0, 1, 0)  # I2C number, clock, data
EXPANDER_ADDRESS = 0x20  # all three address pins at ground
BUTTONS = (  # each between its expander pin and ground: 0-7 are GPA0-7, 8-15 are GPB0-7
    (0, 1, 2, 3, 4, 5),  # the first one of each seat
    (8, 9, 10, 11, 12, 13),  # the second one
)
OUTPUTS_ONLY = (7, 15)  # an input that changes here during a read corrupts SDA (DS20001952 rev. D)
SPI_BAUD = 2000000  # until the host sets another
MOST_SPI_BAUD = 3000000  # limit with the resistor in MISO and the wires' capacitance
I2C_BAUD = 400000
