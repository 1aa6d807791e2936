"""The journal: everything that happened at the table, in the order it happened, in one SQLite file.

Records are only ever added; what is corrected is corrected by a further record. `Journal` is the way in.
What a record means is for whoever wrote it: here it is a kind, a JSON value and a time.

`append` returns when the record would survive a power cut. Each record has a checksum that covers the one
before, so a record that was changed or lost is noticed when the file is opened; the file is then set
aside, never overwritten, and a new one goes on with the records before the damage.
"""

from companion.journal.backup import Copied, back_up, copy_table, put_back, read_copy
from companion.journal.digests import Digests
from companion.journal.errors import JournalError
from companion.journal.files import open_private
from companion.journal.last_backup import LastBackup, last_backup, note_failed, note_made
from companion.journal.log import RESERVE, Journal
from companion.journal.nightly import NoRoom, copies_in, next_copy
from companion.journal.record import GameInfo, Kind, Record
from companion.journal.recovery.repair import finish_beside
from companion.journal.times import BUILT, local_time, utc_time

__all__ = [
    "BUILT",
    "RESERVE",
    "Copied",
    "Digests",
    "GameInfo",
    "Journal",
    "JournalError",
    "Kind",
    "LastBackup",
    "NoRoom",
    "Record",
    "back_up",
    "copies_in",
    "copy_table",
    "finish_beside",
    "last_backup",
    "local_time",
    "next_copy",
    "note_failed",
    "note_made",
    "open_private",
    "put_back",
    "read_copy",
    "utc_time",
]
