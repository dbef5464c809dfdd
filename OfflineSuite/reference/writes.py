"""The outbox: stored writes, their order, their attempts and their endings."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from .changes import renamed, renamed_path
from .exchanges import Exchange, Request, Response
from .sending import TIMEOUT, Policy, Verdict
from .store import StoreError

if TYPE_CHECKING:
    from .core import Core

Write = dict[str, Any]
Document = dict[str, Any]


class Attempt:
    """An exchange of a write. After its timeout a late response still counts, once."""

    def __init__(self, key: str, started: float, was_open: bool) -> None:
        self.exchange: Exchange | None = None
        self.key = key
        self.started = started
        self.was_open = was_open
        self.timed_out = False


class Writes:
    """The writes of all accounts. Only those of the signed-in account are sent and listed."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.policy = Policy()
        self.attempts: dict[int, list[Attempt]] = {}
        #: The running time before which a write isn't sent, for delays that began in this process.
        self.due: dict[int, float] = {}
        self.rejected_token: str | None = None
        #: Endings that couldn't be stored yet.
        self.unsaved: list[tuple[int, Attempt, Verdict, Response | None]] = []

    # Enqueueing

    def enqueue(self, command: dict[str, Any]) -> None:
        """Stores a write and its changes in one transaction. Raises StoreError."""
        resources = self.core.resources
        account = self.core.account or ""
        with self.core.store.change() as document:
            document["sequence"] += 1
            ids = document["ids"]
            path = renamed_path(command["path"], ids)
            condition = command.get("ifMatch")
            if condition is True:
                entry = resources.entry(path)
                condition = entry["etag"] if entry is not None else None
            write: Write = {
                "id": command["id"], "sequence": document["sequence"], "account": account,
                "method": command["method"], "path": path, "body": renamed(command.get("body"), ids),
                "scope": command.get("scope"), "after": command.get("after", []), "repeat": command.get("repeat"),
                "key": self.new_key(), "condition": condition, "rule": command.get("onFailure", "continue"),
                "replaces": command.get("replaces"), "creates": command.get("creates"),
                "changes": [renamed_change(change, ids) for change in command.get("changes", [])],
                "state": "waiting", "arrival": "unsent", "firstSent": None, "attempts": 0, "notBefore": None,
                "wait": 0.0, "request": None, "status": None,
            }
            replaced = self.replaced(document, write)
            if replaced is None:
                document["writes"].append(write)
                document["log"] += self.log_entries(write)
            else:
                write["sequence"] = replaced["sequence"]
                document["writes"] = [write if other is replaced else other for other in document["writes"]]
                self.replace_log(document, replaced["id"], self.log_entries(write))
                self.report(document, replaced, "replaced")

    def new_key(self) -> str:
        """Returns a key that no other write has."""
        return os.urandom(16).hex()

    def replaced(self, document: Document, write: Write) -> Write | None:
        """Returns the unsent write that a new one replaces."""
        if write["replaces"] is None:
            return None
        other: Write
        for other in document["writes"]:
            is_same = all(other[name] == write[name] for name in ("replaces", "account", "scope"))
            if is_same and other["state"] == "waiting" and other["arrival"] == "unsent":
                return other
        return None

    def log_entries(self, write: Write) -> list[dict[str, Any]]:
        """Returns the changes of a write as entries of the log."""
        return [
            {"write": write["id"], "account": write["account"], "path": change["path"], "change": change,
             "state": "pending", "at": 0}
            for change in write["changes"]
        ]

    def replace_log(self, document: Document, identifier: str, entries: list[dict[str, Any]]) -> None:
        """Puts the changes of a new write in the place of those of the write that it replaces."""
        log = document["log"]
        place = next((i for i, entry in enumerate(log) if entry["write"] == identifier), len(log))
        rest = [entry for entry in log if entry["write"] != identifier]
        document["log"] = rest[:place] + entries + rest[place:]

    # Sending

    def pump(self) -> None:
        """Sends each write whose turn it is."""
        self.save_endings()
        if not self.core.may_send() or not self.core.online or self.is_signed_out():
            return
        blocked: set[str] = set()
        for write in list(self.core.store.document["writes"]):
            if not self.is_own(write) or (write["scope"] is not None and write["scope"] in blocked):
                continue
            if self.holds_scope(write) and write["scope"] is not None:
                blocked.add(write["scope"])
            if write["state"] == "waiting" and not self.is_in_progress(write) and self.is_due(write):
                if write["arrival"] == "open" and not self.policy.may_repeat(write, self.core.clock.wall):
                    self.doubt(write["sequence"], None)
                elif self.may_follow(write):
                    self.send(write)

    def is_own(self, write: Write) -> bool:
        """Whether a write belongs to the signed-in account."""
        return bool(write["account"] == (self.core.account or ""))

    def is_signed_out(self) -> bool:
        """Whether the server has rejected the token."""
        return self.core.token is not None and self.core.token == self.rejected_token

    def holds_scope(self, write: Write) -> bool:
        """Whether the later writes of its scope wait for a write."""
        if write["state"] == "failed":
            return bool(write["rule"] == "hold")
        if write["state"] == "in-doubt":
            return bool(write["rule"] != "continue")
        return True

    def is_in_progress(self, write: Write) -> bool:
        """Whether a request is on its way."""
        return any(not attempt.timed_out for attempt in self.attempts.get(write["sequence"], []))

    def remaining(self, write: Write) -> float:
        """Returns the seconds until the next attempt. A clock that was set back doesn't make it longer."""
        sequence = write["sequence"]
        if sequence not in self.due:
            if write["notBefore"] is None:
                return 0.0
            wait = min(write["wait"], max(0.0, write["notBefore"] - self.core.clock.wall))
            self.due[sequence] = self.core.clock.running + wait
        return float(max(0.0, self.due[sequence] - self.core.clock.running))

    def is_due(self, write: Write) -> bool:
        """Whether the delay before the next attempt is over."""
        return self.remaining(write) <= 0

    def may_follow(self, write: Write) -> bool:
        """Whether the writes that a write depends on have been applied: those it names, and those that make its ids."""
        document = self.core.store.document
        ended = document.setdefault("ended", {})
        if any(ended.get(identifier) != "done" for identifier in write["after"]):
            return False
        unknown = {
            other["creates"] for other in document["writes"]
            if other["creates"] is not None and other["sequence"] != write["sequence"]
        }
        return not unknown & self.mentioned(write)

    def mentioned(self, write: Write) -> set[str]:
        """Returns the strings of a request that may be ids."""
        found = set(write["path"].split("/"))
        stack = [write["body"]]
        while stack:
            value = stack.pop()
            if isinstance(value, str):
                found.add(value)
            elif isinstance(value, list):
                stack += value
            elif isinstance(value, dict):
                stack += value.values()
        return found

    def send(self, write: Write) -> None:
        """Stores that a write is sent, and with which bytes, and then sends it."""
        sequence = write["sequence"]
        was_open = write["arrival"] == "open"
        try:
            with self.core.store.change() as document:
                row = self.row(document, sequence)
                if row is None:
                    return
                self.mark_sent(row)
                write = row
        except StoreError:
            self.due[sequence] = self.core.clock.running + 1
            return
        self.due.pop(sequence, None)
        stored = write["request"]
        headers = {**stored["headers"], **self.core.credentials()}
        request = Request(stored["method"], stored["path"], headers, stored["body"])
        attempt = Attempt(write["key"], self.core.clock.running, was_open)

        def end(response: Response | None) -> None:
            self.ended(sequence, attempt, response)
            self.core.after_event()

        attempt.exchange = self.core.network.start(request, end)
        self.attempts.setdefault(sequence, []).append(attempt)

    def mark_sent(self, row: Write) -> None:
        """Notes in the store that a request is about to go out."""
        if row["request"] is None:
            row["request"] = self.request(row)
        row["arrival"] = "open"
        row["attempts"] += 1
        row["firstSent"] = row["firstSent"] if row["firstSent"] is not None else self.core.clock.wall

    def request(self, row: Write) -> dict[str, Any]:
        """Returns the request of a write, as each attempt under its key sends it."""
        headers = {}
        if row["repeat"] == "key":
            headers["Idempotency-Key"] = f'"{row["key"]}"'
        if row["condition"] is not None:
            headers["If-Match"] = row["condition"]
        body = None if row["body"] is None else json.dumps(row["body"])
        return {"method": row["method"], "path": row["path"], "headers": headers, "body": body}

    def row(self, document: Document, sequence: int) -> Write | None:
        """Returns a stored write."""
        return next((write for write in document["writes"] if write["sequence"] == sequence), None)

    # Endings

    def ended(self, sequence: int, attempt: Attempt, response: Response | None) -> None:
        """Takes the end of an exchange, unless its write has ended or has another key by now."""
        flights = self.attempts.get(sequence, [])
        if attempt in flights:
            flights.remove(attempt)
        row = self.row(self.core.store.document, sequence)
        if row is None or row["key"] != attempt.key:
            return
        wait = self.core.retry_after(response)
        verdict = self.policy.verdict(row, response, attempt.was_open, wait)
        if attempt.timed_out and verdict.kind != "done":
            return
        self.unsaved.append((sequence, attempt, verdict, response))
        self.save_endings()

    def save_endings(self) -> None:
        """Stores the endings. What can't be stored is tried again later."""
        waiting, self.unsaved = self.unsaved, []
        for ending in waiting:
            sequence, attempt, verdict, response = ending
            row = self.row(self.core.store.document, sequence)
            if row is None or row["key"] != attempt.key:
                continue
            try:
                self.apply(row, verdict, response)
            except StoreError:
                self.unsaved.append(ending)

    def apply(self, row: Write, verdict: Verdict, response: Response | None) -> None:
        """Stores what a verdict means. Raises StoreError."""
        endings, sequence = self.core.endings, row["sequence"]
        if verdict.kind == "done":
            endings.deliver(sequence, verdict.status, response)
        elif verdict.kind == "conflict":
            endings.conflict(sequence, verdict.status)
        elif verdict.kind == "failed":
            endings.fail(sequence, verdict.status)
        elif verdict.kind == "signed-out":
            self.rejected_token = self.core.token
            endings.postpone(sequence, verdict, 0.0)
        elif verdict.is_open and not self.policy.may_repeat(row, self.core.clock.wall):
            self.doubt(sequence, verdict.status)
        else:
            delay = self.policy.delay(verdict, row["attempts"])
            endings.postpone(sequence, verdict, delay)
            self.due[sequence] = self.core.clock.running + delay

    def doubt(self, sequence: int, status: int | None) -> None:
        """Leaves the decision about a write to the app."""
        self.core.endings.doubt(sequence, status)

    def report(self, document: Document, write: Write, result: str, status: int | None = None) -> None:
        """Stores the outcome of a write until the app has seen it."""
        document.setdefault("ended", {})[write["id"]] = result
        number = document["outcomeCount"] = document.get("outcomeCount", 0) + 1
        outcome = {"id": write["id"], "result": result, "status": status}
        document["outcomes"].append({"number": number, "account": write["account"], "outcome": outcome})

    # Time

    def reconnect(self) -> None:
        """Ends the delays after lost connections. Delays that the server asked for stay."""
        for write in self.core.store.document["writes"]:
            if write["status"] is None:
                self.due[write["sequence"]] = self.core.clock.running

    def deadlines(self) -> list[float]:
        """Returns the running times at which something is due."""
        times = []
        running = self.core.clock.running
        if not self.core.may_send() or not self.core.online:
            return []
        for write in self.core.store.document["writes"]:
            if not self.is_own(write) or write["state"] != "waiting":
                continue
            if not self.is_in_progress(write) and not self.is_due(write):
                times.append(running + self.remaining(write))
        for attempts in self.attempts.values():
            times += [attempt.started + TIMEOUT for attempt in attempts if not attempt.timed_out]
        return times

    def fire(self) -> None:
        """Counts what has waited too long as lost. Its connection stays open for a late response."""
        for sequence, attempts in list(self.attempts.items()):
            for attempt in attempts:
                if not attempt.timed_out and attempt.started + TIMEOUT <= self.core.clock.running:
                    attempt.timed_out = True
                    verdict = Verdict("lost", None, None, True)
                    self.unsaved.append((sequence, attempt, verdict, None))
        self.pump()


def renamed_change(change: dict[str, Any], ids: dict[str, str]) -> dict[str, Any]:
    """Returns a change with the server's ids in its path and members."""
    return {**renamed(change, ids), "path": renamed_path(change["path"], ids)}
