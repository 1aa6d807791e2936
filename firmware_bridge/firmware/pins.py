"""What is wired to which pin of the Raspberry Pi Pico. The build guide's tables and drawings are made of this file.

Readers are numbered as their sockets on the mat are, from 0, on the two SPI buses by turns: so each bus carries half
of the wire, however many seats there are.
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
READER_RESET = 15  # one line to the RST of every reader
STRIP = 28  # to the first lamp, by way of a level shifter
EXPANDER = (0, 1, 0)  # I2C number, clock, data
EXPANDER_ADDRESS = 0x20  # all three address pins at ground
BUTTONS = (  # each from its pin of the expander to ground: 0-7 are GPA0-7, 8-15 are GPB0-7
    (0, 1, 2, 3, 4, 5),  # the first one of each seat
    (8, 9, 10, 11, 12, 13),  # the second one
)
OUTPUTS_ONLY = (7, 15)  # an input that changes there while it is read spoils SDA (DS20001952 rev. D)
SPI_BAUD = 2000000  # until the host asks for another
MOST_SPI_BAUD = 3000000  # what the resistor in MISO and the wires' capacitance let through
I2C_BAUD = 400000
