"""The flaws, and the making of a client with one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reference.core import Core
from reference.sending import Policy
from reference.writes import Writes

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


# The modules register their flaws with what is defined above.
from . import accounts, changes, reading, writes  # noqa: E402

__all__ = ["FLAWS", "accounts", "changes", "flaw", "reading", "with_parts", "with_policy", "writes"]
