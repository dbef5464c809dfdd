"""Faults of the store that need no help from the client: locked, damaged and read-only files."""

from __future__ import annotations

import ctypes
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


def set_writable(folder: str, writable: bool) -> None:
    """Changes the modes of a folder and its files."""
    for path in [*files(folder), folder]:
        if os.path.isdir(path):
            os.chmod(path, 0o755 if writable else 0o555)
        else:
            os.chmod(path, 0o644 if writable else 0o444)


#: The capabilities to write and to read whatever the modes of files say: CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH.
IGNORING_MODES = (1, 2)
#: The operation of prctl that removes a capability for programs that are executed later, and the version of capset.
DROP_FROM_BOUNDING_SET, CAPABILITY_VERSION = 24, 0x20080522


def obey_modes() -> None:
    """Makes the modes of files hold for this process and its later programs, even if it runs as root."""
    if os.geteuid() != 0:
        return
    library = ctypes.CDLL(None, use_errno=True)
    for capability in IGNORING_MODES:
        library.prctl(DROP_FROM_BOUNDING_SET, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    # For each half of the bits: the effective, permitted and inheritable ones.
    sets = (ctypes.c_uint32 * 6)()
    library.capget(header, sets)
    for index in range(3):
        for capability in IGNORING_MODES:
            sets[index] &= ~(1 << capability)
    library.capset(header, sets)
