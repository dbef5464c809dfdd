"""Flaws in the changes of pending writes."""

from __future__ import annotations

from typing import Any

from reference.core import Core
from reference.endings import Endings
from reference.resources import Resources
from reference.store import StoreError
from reference.writes import Writes

from . import flaw, with_parts


@flaw
def shows_acknowledged_as_pending() -> type[Core]:
    """Counts a delivered change as pending until it has read the value again."""

    class Wrong(Resources):
        def pending_count(self, log: list[dict[str, Any]]) -> int:
            return len(log)

    return with_parts(resources_type=Wrong)


@flaw
def drops_delivered_changes() -> type[Core]:
    """Removes a change as soon as its write is delivered, before it has read the value again."""

    class Wrong(Endings):
        def end_changes(self, document: dict[str, Any], write: dict[str, Any], state: str, stamp: int) -> None:
            self.drop_changes(document, write)

    return with_parts(endings_type=Wrong)


@flaw
def takes_earlier_responses() -> type[Core]:
    """Takes each response as one that contains the delivered changes, also if it was asked for before."""

    class Wrong(Resources):
        def is_contained(self, change: dict[str, Any], stamp: int) -> bool:
            return bool(change["state"] != "pending")

    return with_parts(resources_type=Wrong)


@flaw
def restores_a_snapshot() -> type[Core]:
    """Removes all pending changes when one write fails."""

    class Wrong(Endings):
        def drop_changes(self, document: dict[str, Any], write: dict[str, Any]) -> None:
            document["log"] = [entry for entry in document["log"] if entry["account"] != write["account"]]

    return with_parts(endings_type=Wrong)


@flaw
def shows_before_storing() -> type[Core]:
    """Shows and accepts a write that it couldn't store."""

    class Wrong(Writes):
        def enqueue(self, command: dict[str, Any]) -> None:
            try:
                super().enqueue(command)
            except StoreError:
                for change in command.get("changes", []):
                    self.core.store.document["log"].append({
                        "write": command["id"], "account": self.core.account or "", "path": change["path"],
                        "change": change, "state": "pending", "at": 0,
                    })

    return with_parts(writes_type=Wrong)
