"""The client's store: one JSON document in an SQLite file, changed in transactions."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

Document = dict[str, Any]


class StoreError(Exception):
    """The store can't be read or written."""


def empty() -> Document:
    """Returns the document of a new store."""
    return {"sequence": 0, "stamp": 0, "entries": {}, "writes": [], "log": [], "ids": {}, "outcomes": []}


class Store:
    """A document that several processes may share. After a failed change it is as before."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.path = os.path.join(folder, "store.sqlite")
        self.document = empty()
        self.damaged = False
        self.database: sqlite3.Connection | None = None
        self.version = -1
        self.sender: int | None = None
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                self._close_database()
                return
            self._set_aside()
        except ValueError:
            self._set_aside()

    def _open(self) -> None:
        self.database = sqlite3.connect(self.path, timeout=0.2, isolation_level=None)
        self.database.execute("PRAGMA synchronous = OFF")
        mode = self.database.execute("PRAGMA integrity_check").fetchone()[0]
        if mode != "ok":
            raise ValueError(mode)
        try:
            self.database.execute("CREATE TABLE IF NOT EXISTS document (id INTEGER PRIMARY KEY, json TEXT)")
        except sqlite3.OperationalError:
            # The file may be locked or not writable; what it holds can perhaps be read.
            pass
        self.reload()

    def _set_aside(self) -> None:
        self._close_database()
        self.damaged = True
        for suffix in ("", "-journal"):
            try:
                os.replace(self.path + suffix, self.path + ".damaged" + suffix)
            except OSError:
                continue
        self.document = empty()
        try:
            self._open()
        except (sqlite3.Error, ValueError):
            self._close_database()

    def reload(self) -> bool:
        """Reads the document if another process has changed it. Returns whether it has."""
        if self.database is None:
            return False
        version = self.database.execute("PRAGMA data_version").fetchone()[0]
        if version == self.version:
            return False
        row = self.database.execute("SELECT json FROM document WHERE id = 1").fetchone()
        self.document = json.loads(row[0]) if row else empty()
        self.version = version
        return True

    @contextmanager
    def change(self) -> Iterator[Document]:
        """A transaction. It raises StoreError and changes nothing if it can't be committed."""
        if self.database is None:
            raise StoreError("the store can't be opened")
        before = json.dumps(self.document)
        try:
            self.database.execute("BEGIN IMMEDIATE")
            self.reload()
            before = json.dumps(self.document)
            yield self.document
            self.database.execute("INSERT OR REPLACE INTO document VALUES (1, ?)", (json.dumps(self.document),))
            self.database.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back(before)
            raise StoreError(str(error)) from error
        except BaseException:
            self._roll_back(before)
            raise

    def _roll_back(self, before: str) -> None:
        self.document = json.loads(before)
        if self.database is not None and self.database.in_transaction:
            self.database.execute("ROLLBACK")

    def become_sender(self) -> bool:
        """Takes the advisory lock of the one process that sends. The system releases it with the process."""
        if self.sender is not None:
            return True
        try:
            descriptor = os.open(os.path.join(self.folder, "sender"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return False
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return False
        self.sender = descriptor
        return True

    def close(self) -> None:
        """Closes the file and releases the lock."""
        if self.sender is not None:
            os.close(self.sender)
            self.sender = None
        self._close_database()

    def _close_database(self) -> None:
        if self.database is not None:
            self.database.close()
            self.database = None
