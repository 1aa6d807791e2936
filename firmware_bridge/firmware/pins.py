"""What is wired to which pin of the Raspberry Pi Pico. The build guide's tables and drawings are made of this file.

Readers are numbered as their sockets on the mat are, from 0; those of the first SPI bus come first. Two buses
halve the wire that each carries.
"""

BUSES = (  # SPI number, clock, data to the readers, data from the readers
    (0, 18, 19, 16),
    (1, 10, 11, 12),
)
READERS = (  # bus, chip select
    (0, 17),
    (0, 20),
    (0, 21),
    (0, 22),
    (0, 26),
    (0, 27),
    (1, 2),
    (1, 3),
    (1, 4),
    (1, 5),
    (1, 6),
    (1, 7),
)
READER_RESET = 15  # one line to the RST of every reader
STRIP = 28  # to the first lamp, by way of a level shifter
EXPANDER = (0, 1, 0)  # I2C number, clock, data
EXPANDER_ADDRESS = 0x20  # all three address pins at ground
BUTTONS = 16  # each from its pin of the expander to ground: 0-7 are GPA0-7, 8-15 are GPB0-7
SPI_BAUD = 2000000  # until the host asks for another
I2C_BAUD = 400000
