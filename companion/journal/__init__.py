"""The journal: everything that happened at the table, in order, in one SQLite file.

Records are only ever added; a correction is a further record. `Journal` is the entry point. The journal does not
interpret records: to it, a record is a kind, a JSON value and a time.

`append` returns once the record would survive a power cut. Each record has a checksum that covers the previous one, so
that a changed or lost record is detected when the file is opened. A damaged file is set aside, never overwritten, and a
new one continues with the records before the damage.
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
from companion.journal.times import BUILT, local_time, said_time, utc_time

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
    "said_time",
    "utc_time",
]
