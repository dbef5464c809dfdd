"""Flaws in reading and in what is shown."""

from __future__ import annotations

from typing import Any

from reference.core import Core
from reference.exchanges import Response
from reference.resources import Place, Resources
from reference.store import Store, StoreError

from . import flaw, with_parts


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
def takes_reads_as_they_arrive() -> type[Core]:
    """Takes the response that arrives last as the newest, also if it was asked for earlier."""

    class Wrong(Resources):
        def unobserve(self, path: str) -> None:
            place = self.places[path]
            fetch = place.fetch if place.observers == 1 else None
            if fetch is not None:
                place.fetch = None
                fetch.on_end = lambda response: self.late(path, response)
            super().unobserve(path)

        def late(self, path: str, response: Response | None) -> None:
            if response is not None and path in self.places:
                self.take(path, self.core.next_stamp(), response)
                self.core.after_event()

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
