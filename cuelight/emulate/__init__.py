"""A desk with emulated parts: readers and a mat to lay cards on, press, unplug and break, by a page of its own.

For trying Cuelight without parts, and for whoever changes it. No table uses it.
"""

from companion.core.places import SEATS, SLOTS
from hardware.table_file.layout import full_mat

MOST_READERS = len(full_mat(SEATS[-1]).zones) + len(SLOTS)
"""One for each seat, the stage, and each slot of a rack."""
