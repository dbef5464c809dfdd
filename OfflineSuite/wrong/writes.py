"""Flaws in storing and sending writes."""

from __future__ import annotations

from typing import Any

from reference.core import Core
from reference.endings import Endings
from reference.exchanges import Response
from reference.sending import Policy, Verdict
from reference.store import Store, StoreError
from reference.writes import Attempt, Writes

from . import flaw, with_parts, with_policy


@flaw
def forgets_writes() -> type[Core]:
    """Keeps writes in memory only."""

    class Wrong(Store):
        def __init__(self, folder: str) -> None:
            super().__init__(folder)
            try:
                with self.change() as document:
                    document["writes"] = []
                    document["log"] = []
            except StoreError:
                self.document = {**self.document, "writes": [], "log": []}

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
