"""Emulated parts: readers and a mat on a desk, with a page for laying cards, pressing, unplugging and breaking.

It is for trying Cuelight without hardware and for its development. No table uses it.
"""

from companion.core.places import SEATS, SLOTS
from hardware.table_file.layout import full_mat

MOST_READERS = len(full_mat(SEATS[-1]).zones) + len(SLOTS)
"""One for each seat, the stage, and each slot of a rack."""
