"""Faults of the store that need no help from the client: locked files, damaged files."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable

#: Where SQLite locks a database file with a rollback journal (pending, reserved and shared bytes), and the byte of
#: the file `-shm` with which it locks a write-ahead log for writing.
DATABASE_LOCK, DATABASE_LOCK_LENGTH, LOG_LOCK = 0x40000000, 512, 120


def files(folder: str) -> list[str]:
    """Returns the paths of all files in a folder, in their order."""
    if not os.path.isdir(folder):
        return []
    return sorted(os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names)


def damage(folder: str, keep: int) -> None:
    """Overwrites the contents of all files from an offset on."""
    for path in files(folder):
        size = os.path.getsize(path)
        if size > keep:
            with open(path, "r+b") as file:
                file.seek(keep)
                file.write(b"\xa5" * (size - keep))


def lock(folder: str) -> Callable[[], None]:
    """Locks all files as another program would; returns what ends it.

    SQLite itself isn't used: its memory of locks would be inherited by clients that are forked from the judge.
    """
    descriptors: list[int] = []
    for path in files(folder):
        descriptor = os.open(path, os.O_RDWR)
        descriptors.append(descriptor)
        try:
            if path.endswith("-shm"):
                fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, LOG_LOCK)
            elif os.pread(descriptor, 15, 0) == b"SQLite format 3":
                fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, DATABASE_LOCK_LENGTH, DATABASE_LOCK)
            elif not path.endswith(("-wal", "-journal")):
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            # The client itself holds this lock, such as a database with a write-ahead log.
            continue

    def unlock() -> None:
        for descriptor in descriptors:
            os.close(descriptor)

    return unlock
