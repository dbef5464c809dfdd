"""Flaws with accounts and processes."""

from __future__ import annotations

from typing import Any

from reference.core import Core
from reference.resources import Resources
from reference.writes import Writes

from . import flaw, with_parts


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
