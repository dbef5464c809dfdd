#!/usr/bin/env python3
"""Clients with one flaw each: `wrong_clients.py NAME` is the adapter of one. `wrong_clients.json` says what catches it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from reference.core import Core
from reference.endings import Endings
from reference.exchanges import Response
from reference.resources import Place, Resources
from reference.sending import Policy, Verdict
from reference.store import Store, StoreError
from reference.writes import Attempt, Writes

#: The clients by their names. The comment of each says what it does wrong.
FLAWS: dict[str, Callable[[], type[Core]]] = {}


def flaw(make: Callable[[], type[Core]]) -> Callable[[], type[Core]]:
    """Registers a flaw under the name of its function."""
    FLAWS[make.__name__.replace("_", "-")] = make
    return make


def with_policy(policy: type[Policy]) -> type[Core]:
    """Returns a client with other rules for attempts."""

    class Other(Writes):
        def __init__(self, core: Core) -> None:
            super().__init__(core)
            self.policy = policy()

    return with_parts(writes_type=Other)


def with_parts(**parts: Any) -> type[Core]:
    """Returns a client with other parts."""
    return type("Wrong", (Core,), parts)


# Reading

@flaw
def forgets_values() -> type[Core]:
    """Keeps what it read in memory only."""

    class Wrong(Resources):
        def take(self, path: str, stamp: int, response: Response) -> None:
            super().take(path, stamp, response)
            entry = self.entry(path)
            if entry is None:
                return
            self.volatile[self.owner(), path] = entry
            try:
                with self.core.store.change() as document:
                    document["entries"].clear()
            except StoreError:
                return

    return with_parts(resources_type=Wrong)


@flaw
def shows_stale_as_fresh() -> type[Core]:
    """Calls each value that it has fresh."""

    class Wrong(Resources):
        def is_stale(self, path: str) -> bool:
            entry = self.entry(path)
            return entry is None or entry["invalid"] > entry["asof"]

    return with_parts(resources_type=Wrong)


@flaw
def shows_empty_for_unread() -> type[Core]:
    """Shows an empty list for what was never read."""

    class Wrong(Resources):
        def state(self, path: str) -> dict[str, Any]:
            state = super().state(path)
            return state if state["has"] else {**state, "has": True, "value": []}

    return with_parts(resources_type=Wrong)


@flaw
def trusts_the_clock() -> type[Core]:
    """Takes a value from the clock's future as new."""

    class Wrong(Resources):
        def age(self, entry: dict[str, Any]) -> float | None:
            return max(0.0, self.core.clock.wall - float(entry["date"]))

    return with_parts(resources_type=Wrong)


@flaw
def counts_age_from_the_start() -> type[Core]:
    """Counts the age of a stored value from the start of the process."""

    class Wrong(Store):
        def __init__(self, folder: str) -> None:
            super().__init__(folder)
            for entries in self.document["entries"].values():
                for entry in entries.values():
                    entry["date"] = float("inf")

    class Young(Resources):
        def age(self, entry: dict[str, Any]) -> float | None:
            if entry["date"] == float("inf"):
                entry["date"] = self.core.clock.wall
            return super().age(entry)

    return with_parts(store_type=Wrong, resources_type=Young)


@flaw
def drops_value_on_error() -> type[Core]:
    """Removes a value when a refresh fails."""

    class Wrong(Resources):
        def failed(self, path: str, place: Place, response: Response | None) -> None:
            self.remove(path)
            super().failed(path, place, response)

    return with_parts(resources_type=Wrong)


@flaw
def fetches_offline() -> type[Core]:
    """Sends reads although there is no network."""

    class Wrong(Resources):
        def fetch(self, path: str) -> None:
            online, self.core.online = self.core.online, True
            super().fetch(path)
            self.core.online = online

    return with_parts(resources_type=Wrong)


@flaw
def ends_shared_fetches() -> type[Core]:
    """Ends a shared request when the first of its observers leaves."""

    class Wrong(Resources):
        def unobserve(self, path: str) -> None:
            place = self.places[self.path(path)]
            if place.fetch is not None:
                self.core.network.give_up(place.fetch)
                place.fetch = None
            super().unobserve(path)

    return with_parts(resources_type=Wrong)


@flaw
def ignores_retry_after() -> type[Core]:
    """Repeats at its own pace."""
    return type("Wrong", (Core,), {"retry_after": lambda self, response: None})


# Changes

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


# Writes

@flaw
def forgets_writes() -> type[Core]:
    """Keeps writes in memory only."""

    class Wrong(Store):
        def __init__(self, folder: str) -> None:
            super().__init__(folder)
            self.document["writes"] = []
            self.document["log"] = []
            if self.database is not None:
                with self.change() as document:
                    document["writes"] = []
                    document["log"] = []

    return with_parts(store_type=Wrong)


@flaw
def sends_twice() -> type[Core]:
    """Repeats each write whose response was lost."""

    class Wrong(Policy):
        def may_repeat(self, write: dict[str, Any], now: float) -> bool:
            return True

    return with_policy(Wrong)


@flaw
def makes_a_key_per_attempt() -> type[Core]:
    """Sends each attempt under a new key."""

    class Wrong(Writes):
        def mark_sent(self, row: dict[str, Any]) -> None:
            if row["attempts"] > 0:
                row["key"] = self.new_key()
                row["request"] = None
            super().mark_sent(row)

    return with_parts(writes_type=Wrong)


@flaw
def stores_sent_too_late() -> type[Core]:
    """Doesn't store that a write is being sent, so that it looks unsent after a kill."""

    class Wrong(Writes):
        def mark_sent(self, row: dict[str, Any]) -> None:
            before = row["arrival"], row["firstSent"]
            super().mark_sent(row)
            row["arrival"], row["firstSent"] = before

    return with_parts(writes_type=Wrong)


@flaw
def drops_order() -> type[Core]:
    """Sends the writes of a scope side by side."""

    class Wrong(Writes):
        def holds_scope(self, write: dict[str, Any]) -> bool:
            return False

    return with_parts(writes_type=Wrong)


@flaw
def ignores_after() -> type[Core]:
    """Doesn't wait for the writes of other scopes that a write comes after."""

    class Wrong(Writes):
        def may_follow(self, write: dict[str, Any]) -> bool:
            return super().may_follow({**write, "after": []})

    return with_parts(writes_type=Wrong)


@flaw
def loses_mapping() -> type[Core]:
    """Doesn't replace the client's ids in stored writes."""

    class Wrong(Endings):
        def learn(self, document: dict[str, Any], own: str, response: Response | None) -> None:
            before = [(write, write["path"], write["body"]) for write in document["writes"]]
            super().learn(document, own, response)
            for write, path, body in before:
                write["path"], write["body"] = path, body

    return with_parts(endings_type=Wrong)


@flaw
def counts_late_responses_twice() -> type[Core]:
    """Reports a write again when the late response of an earlier attempt arrives."""

    class Wrong(Writes):
        def ended(self, sequence: int, attempt: Attempt, response: Response | None) -> None:
            known = self.row(self.core.store.document, sequence)
            if known is None and attempt.timed_out and response is not None:
                with self.core.store.change() as document:
                    last = document["outcomes"][-1]["outcome"]
                    self.report(document, {"id": last["id"], "account": self.core.account or ""}, "done")
            super().ended(sequence, attempt, response)

    return with_parts(writes_type=Wrong)


@flaw
def retries_422() -> type[Core]:
    """Repeats a write that the server can't process."""

    class Wrong(Policy):
        def is_temporary(self, status: int, wait: float | None) -> bool:
            return status == 422 or super().is_temporary(status, wait)

    return with_policy(Wrong)


@flaw
def gives_up_on_503() -> type[Core]:
    """Takes a 503 as permanent."""

    class Wrong(Policy):
        def is_temporary(self, status: int, wait: float | None) -> bool:
            return status != 503 and super().is_temporary(status, wait)

    return with_policy(Wrong)


@flaw
def trusts_error_bodies() -> type[Core]:
    """Takes a 500 whose body says “done” as a success."""

    class Wrong(Policy):
        def verdict(self, write: dict[str, Any], response: Response | None, was_open: bool, wait: float | None) -> Verdict:
            if response is not None and b'"done"' in response.body:
                return Verdict("done", response.status)
            return super().verdict(write, response, was_open, wait)

    return with_policy(Wrong)


@flaw
def drops_doubtful_writes() -> type[Core]:
    """Removes a write of unknown outcome."""

    class Wrong(Endings):
        def doubt(self, sequence: int, status: int | None) -> None:
            with self.core.store.change() as document:
                write = self.remove(document, sequence)
                self.drop_changes(document, write)

    return with_parts(endings_type=Wrong)


@flaw
def overwrites_conflicts() -> type[Core]:
    """Sends conditional writes without their condition."""

    class Wrong(Writes):
        def request(self, row: dict[str, Any]) -> dict[str, Any]:
            return super().request({**row, "condition": None})

    return with_parts(writes_type=Wrong)


@flaw
def replaces_sent_writes() -> type[Core]:
    """Replaces a write that is being sent."""

    class Wrong(Writes):
        def replaced(self, document: dict[str, Any], write: dict[str, Any]) -> dict[str, Any] | None:
            if write["replaces"] is None:
                return None
            return next((other for other in document["writes"] if other["replaces"] == write["replaces"]), None)

    return with_parts(writes_type=Wrong)


@flaw
def hides_damage() -> type[Core]:
    """Starts with an empty store in the place of a damaged one, and doesn't say so."""

    class Wrong(Store):
        def __init__(self, folder: str) -> None:
            super().__init__(folder)
            self.damaged = False

    return with_parts(store_type=Wrong)


# Accounts and processes

@flaw
def leaks_values() -> type[Core]:
    """Stores the values of all accounts together."""

    class Wrong(Resources):
        def owner(self) -> str:
            return ""

    return with_parts(resources_type=Wrong)


@flaw
def sends_under_another_account() -> type[Core]:
    """Sends the writes of all accounts with the token of the one that is signed in."""

    class Wrong(Writes):
        def is_own(self, write: dict[str, Any]) -> bool:
            return True

    return with_parts(writes_type=Wrong)


@flaw
def stores_tokens() -> type[Core]:
    """Stores the token with the request."""

    class Wrong(Writes):
        def request(self, row: dict[str, Any]) -> dict[str, Any]:
            request = super().request(row)
            return {**request, "headers": {**request["headers"], **self.core.credentials()}}

    return with_parts(writes_type=Wrong)


@flaw
def sends_from_two_processes() -> type[Core]:
    """Sends from each process that has the store open."""
    return type("Wrong", (Core,), {"may_send": lambda self: self.store.database is not None})


if __name__ == "__main__":
    from reference.adapter import main

    main(FLAWS[sys.argv[1]]())
