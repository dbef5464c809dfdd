"""What becomes of writes and their changes: delivery, failure, conflict, doubt, and the app's decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .changes import renamed, renamed_path
from .exchanges import Response
from .sending import Verdict
from .writes import renamed_change

if TYPE_CHECKING:
    from .core import Core

Document = dict[str, Any]


class Endings:
    """The transactions that end or change writes. Each is atomic, and raises StoreError if it isn't committed."""

    def __init__(self, core: Core) -> None:
        self.core = core

    # Results of attempts

    def deliver(self, sequence: int, status: int | None, response: Response | None) -> None:
        """Ends a write that was applied. Its changes stay until a later response contains them."""
        with self.core.store.change() as document:
            write = self.remove(document, sequence)
            stamp = self.core.stamp_in(document)
            if write["creates"] is not None:
                self.learn(document, write["creates"], response)
            self.end_changes(document, write, "done", stamp)
            self.invalidate(document, write, stamp)
            self.core.writes.report(document, write, "done", status)
        self.core.resources.renamed()

    def learn(self, document: Document, own: str, response: Response | None) -> None:
        """Replaces an id of the client by the server's everywhere."""
        try:
            body = response.json() if response is not None else None
        except ValueError:
            return
        if not isinstance(body, dict) or not isinstance(body.get("id"), str):
            return
        document["ids"][own] = body["id"]
        ids = {own: body["id"]}
        for write in document["writes"]:
            if write["arrival"] != "open":
                write["path"] = renamed_path(write["path"], ids)
                write["body"] = renamed(write["body"], ids)
                write["request"] = None
            write["changes"] = [renamed_change(change, ids) for change in write["changes"]]
        for entry in document["log"]:
            entry["path"] = renamed_path(entry["path"], ids)
            entry["change"] = renamed_change(entry["change"], ids)

    def postpone(self, sequence: int, verdict: Verdict, delay: float) -> None:
        """Keeps a write for its next attempt."""
        with self.core.store.change() as document:
            write = self.existing(document, sequence)
            write["arrival"] = "open" if verdict.is_open else "refused"
            write["status"] = verdict.status
            write["wait"] = delay
            write["notBefore"] = self.core.clock.wall + delay if delay else None

    def conflict(self, sequence: int, status: int | None) -> None:
        """Leaves a conflict to the app. The change stays shown until it has decided."""
        with self.core.store.change() as document:
            write = self.existing(document, sequence)
            write.update(state="conflict", status=status, arrival="refused")
            self.invalidate(document, write, self.core.stamp_in(document))

    def doubt(self, sequence: int, status: int | None) -> None:
        """Leaves a write of unknown outcome to the app. A later response of the server shows what is so."""
        with self.core.store.change() as document:
            write = self.existing(document, sequence)
            write.update(state="in-doubt", status=status)
            stamp = self.core.stamp_in(document)
            self.end_changes(document, write, "unknown", stamp)
            self.invalidate(document, write, stamp)

    def fail(self, sequence: int, status: int | None) -> None:
        """Ends a write that can't succeed. It is kept for the app; its changes are removed."""
        with self.core.store.change() as document:
            write = self.existing(document, sequence)
            write.update(state="failed", status=status, arrival="refused")
            self.drop_changes(document, write)
            self.invalidate(document, write, self.core.stamp_in(document))
            self.core.writes.report(document, write, "failed", status)
            self.cancel_following(document, write)

    def cancel_following(self, document: Document, failed: dict[str, Any]) -> None:
        """Cancels the writes that can't be sent any more because another failed."""
        for write in list(document["writes"]):
            if write["sequence"] <= failed["sequence"] or write["state"] != "waiting":
                continue
            follows = failed["scope"] is not None and write["scope"] == failed["scope"]
            depends = failed["id"] in write["after"] and failed["rule"] != "hold"
            if write["account"] == failed["account"] and (depends or (follows and failed["rule"] == "cancel")):
                self.remove(document, write["sequence"])
                self.drop_changes(document, write)
                self.core.writes.report(document, write, "cancelled")
                self.cancel_following(document, {**write, "rule": "continue", "scope": None})

    # The app's decisions

    def resolve(self, command: dict[str, Any]) -> None:
        """Carries out a decision of the app."""
        how = command["how"]
        with self.core.store.change() as document:
            account = self.core.account or ""
            found = [w for w in document["writes"] if w["id"] == command["id"] and w["account"] == account]
            if not found:
                raise KeyError(command["id"])
            write = found[0]
            if how == "again":
                self.renew(document, write, command)
                return
            self.remove(document, write["sequence"])
            stamp = self.core.stamp_in(document)
            if how == "done":
                self.end_changes(document, write, "done", stamp)
            else:
                self.drop_changes(document, write)
                self.cancel_following(document, {**write, "rule": "continue", "scope": None})
            self.invalidate(document, write, stamp)
            self.core.writes.report(document, write, "done" if how == "done" else "discarded")

    def renew(self, document: Document, write: dict[str, Any], command: dict[str, Any]) -> None:
        """Makes a write wait again. Unless it may have been applied unchanged, it gets a new key."""
        if write["state"] != "in-doubt" or "body" in command:
            write["key"] = self.core.writes.new_key()
            write["request"] = None
            write["condition"] = command.get("ifMatch")
            write["body"] = renamed(command.get("body", write["body"]), document["ids"])
            write["changes"] = command.get("changes", write["changes"])
        write.update(state="waiting", arrival="unsent", attempts=0, notBefore=None, wait=0.0, firstSent=None)
        self.core.writes.due.pop(write["sequence"], None)
        self.core.writes.replace_log(document, write["id"], self.core.writes.log_entries(write))

    def discard_all(self, account: str) -> None:
        """Removes the writes of an account."""
        with self.core.store.change() as document:
            document["writes"] = [write for write in document["writes"] if write["account"] != account]
            document["log"] = [entry for entry in document["log"] if entry["account"] != account]
            document["outcomes"] = [o for o in document["outcomes"] if o["account"] != account]

    # Parts

    def existing(self, document: Document, sequence: int) -> dict[str, Any]:
        """Returns a write that hasn't ended."""
        write = self.core.writes.row(document, sequence)
        if write is None:
            raise KeyError(sequence)
        return write

    def remove(self, document: Document, sequence: int) -> dict[str, Any]:
        """Removes a write and returns it."""
        write = self.existing(document, sequence)
        document["writes"] = [other for other in document["writes"] if other is not write]
        return write

    def end_changes(self, document: Document, write: dict[str, Any], state: str, stamp: int) -> None:
        """Notes at which stamp a write ended, for its changes."""
        for entry in document["log"]:
            if entry["write"] == write["id"] and entry["account"] == write["account"]:
                entry.update(state=state, at=stamp)

    def drop_changes(self, document: Document, write: dict[str, Any]) -> None:
        """Removes the changes of a write, and of no other."""
        document["log"] = [
            entry for entry in document["log"]
            if entry["write"] != write["id"] or entry["account"] != write["account"]
        ]

    def invalidate(self, document: Document, write: dict[str, Any], stamp: int) -> None:
        """Marks what a write changed as stale."""
        paths = {write["path"]} | {change["path"] for change in write["changes"]}
        self.core.resources.invalidate(document, write["account"], paths, stamp)
