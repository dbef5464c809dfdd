"""What is shown: values from the server with their ages, and pending changes on top."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .changes import renamed, renamed_path, replay
from .dates import date
from .exchanges import Exchange, Request, Response
from .store import StoreError

if TYPE_CHECKING:
    from .core import Core

#: After as many failures in a row, a fetch isn't repeated unless the server names a time.
ATTEMPTS = 3
#: The seconds after which a request without a response is given up.
TIMEOUT = 30.0


class Place:
    """An observed path: its fetch, its last error, and the states that were delivered."""

    def __init__(self) -> None:
        self.observers = 1
        self.fetch: Exchange | None = None
        self.started = 0.0
        self.error: dict[str, Any] | None = None
        self.failures = 0
        #: The running time before which nothing is fetched without a request by the user.
        self.hold: float | None = None
        self.hold_by_server = False
        #: The stamp of the last change by a write.
        self.invalid = 0
        self.frames: list[dict[str, Any]] = []
        self.last: dict[str, Any] | None = None


class Resources:
    """The resources of a client. Values with their dates are in the store, per account."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.places: dict[str, Place] = {}
        #: Entries that may not or can't be stored.
        self.volatile: dict[tuple[str, str], dict[str, Any]] = {}

    # Values

    def path(self, path: str) -> str:
        """Returns the path with the server's ids."""
        return renamed_path(path, self.core.store.document["ids"])

    def owner(self) -> str:
        """Returns the account to which values belong; empty for none."""
        return self.core.account or ""

    def entry(self, path: str) -> dict[str, Any] | None:
        """Returns the newest response for a path, if there is one."""
        key = (self.owner(), path)
        return self.volatile.get(key) or self.core.store.document["entries"].get(key[0], {}).get(path)

    def changes(self, path: str) -> list[dict[str, Any]]:
        """Returns the log of a path: the changes which no response contains for certain."""
        account = self.core.account or ""
        log = self.core.store.document["log"]
        return [entry for entry in log if entry["path"] == path and entry["account"] == account]

    def age(self, entry: dict[str, Any]) -> float | None:
        """Returns the age of a response in seconds. It is unknown if the clock was set back since then."""
        age = self.core.clock.wall - entry["date"]
        return age if age >= 0 else None

    def is_stale(self, path: str) -> bool:
        """Whether a value is missing, was invalidated or is older than its lifetime (RFC 9111 §4.2)."""
        entry = self.entry(path)
        if entry is None or entry["invalid"] > entry["asof"]:
            return True
        age = self.age(entry)
        return age is None or age >= entry["life"]

    def state(self, path: str) -> dict[str, Any]:
        """Returns the state that is shown."""
        place = self.places[path]
        entry = self.entry(path)
        state: dict[str, Any] = {
            "has": entry is not None, "stale": self.is_stale(path), "age": None,
            "fetching": place.fetch is not None, "error": place.error, "pending": 0,
        }
        if entry is not None:
            log = self.changes(path)
            state["value"] = self.shown_value(entry, log)
            state["age"] = self.age(entry)
            state["pending"] = self.pending_count(log)
        return state

    def shown_value(self, entry: dict[str, Any], log: list[dict[str, Any]]) -> Any:
        """Returns the server's value with the changes of the log in their order."""
        return replay(entry["value"], [change["change"] for change in log])

    def pending_count(self, log: list[dict[str, Any]]) -> int:
        """Returns the number of changes that the server hasn't confirmed."""
        return sum(1 for change in log if change["state"] != "done")

    def publish(self) -> None:
        """Delivers the state of each observed path, if it has changed."""
        for path, place in self.places.items():
            state = self.state(path)
            known = {**state, "age": None}
            if place.last != known:
                place.last = known
                place.frames.append(state)

    # Observers

    def observe(self, path: str) -> None:
        """Begins to show a path."""
        path = self.path(path)
        if path in self.places:
            self.places[path].observers += 1
        else:
            self.places[path] = Place()
        self.publish()
        self.appear(path)

    def unobserve(self, path: str) -> None:
        """Ends to show a path. A fetch in progress goes on, for its value is stored."""
        path = self.path(path)
        place = self.places.get(path)
        if place is None:
            return
        place.observers -= 1
        if place.observers <= 0:
            del self.places[path]
            if place.fetch is not None:
                self.core.network.give_up(place.fetch)

    def appear(self, path: str) -> None:
        """Fetches what is missing or stale, unless the last failure asks for a delay."""
        place = self.places[path]
        if self.is_stale(path) and place.hold is None:
            self.fetch(path)

    def reconnect(self) -> None:
        """Fetches again what is stale. Delays that the server asked for stay."""
        for path, place in list(self.places.items()):
            if not place.hold_by_server:
                place.hold = None
                place.failures = 0
            self.appear(path)

    # Fetching

    def fetch(self, path: str) -> None:
        """Sends a request for a path, or joins the one in progress."""
        place = self.places[path]
        if not self.core.online or place.fetch is not None:
            return
        place.hold = None
        stamp = self.core.next_stamp()
        account = self.core.account
        headers = self.core.credentials()
        entry = self.entry(path)
        if entry is not None and entry["etag"]:
            headers["If-None-Match"] = entry["etag"]

        def end(response: Response | None) -> None:
            if self.places.get(path) is place and place.fetch is exchange and self.core.account == account:
                place.fetch = None
                self.ended(path, place, stamp, response)
                self.core.after_event()

        exchange = self.core.network.start(Request("GET", path, headers), end)
        place.fetch = exchange
        place.started = self.core.clock.running

    def ended(self, path: str, place: Place, stamp: int, response: Response | None) -> None:
        """Takes the result of a fetch."""
        error = self.error(response)
        if error is None and response is not None:
            try:
                self.take(path, stamp, response)
                place.error = None
                place.failures = 0
            except ValueError:
                error = {"kind": "body"}
        if error is not None:
            place.error = error
            self.failed(path, place, response)
            return
        if place.invalid > stamp:
            self.fetch(path)

    def error(self, response: Response | None) -> dict[str, Any] | None:
        """Returns why a response isn't a value."""
        if response is None or not response.complete:
            return {"kind": "network"}
        if 200 <= response.status < 300 or response.status == 304:
            return None
        return {"kind": "status", "status": response.status}

    def failed(self, path: str, place: Place, response: Response | None) -> None:
        """Plans the repetition of a fetch, and removes a value that is gone (RFC 9110 §15.5.5 and §15.5.11)."""
        status = response.status if response is not None else 0
        if status in (404, 410):
            self.remove(path)
            return
        if status and status < 500 and status not in (408, 429):
            return
        wait = self.core.retry_after(response)
        place.hold_by_server = wait is not None
        place.failures += 1
        if wait is None and place.failures > ATTEMPTS:
            return
        delay = wait if wait is not None else float(2 ** (place.failures - 1))
        place.hold = self.core.clock.running + delay

    def take(self, path: str, stamp: int, response: Response) -> None:
        """Makes a response the value of the path, unless a newer one was taken. Raises ValueError."""
        old = self.entry(path)
        if old is not None and old["asof"] > stamp:
            return
        control = response.headers.get("cache-control", "")
        if response.status == 304:
            if old is None:
                raise ValueError("304 without a stored response")
            value, etag = old["value"], old["etag"]
        else:
            value, etag = response.json(), response.headers.get("etag")
        value = renamed(value, self.core.store.document["ids"])
        age = float(response.headers.get("age", "0") or 0)
        wall = self.core.clock.wall
        entry = {
            "value": value, "etag": etag, "date": wall - age,
            "life": lifetime(control, response.headers.get("expires"), wall),
            "asof": stamp, "invalid": max(old["invalid"] if old is not None else 0, self.places[path].invalid),
        }
        account = self.owner()
        try:
            with self.core.store.change() as document:
                self.settle_log(document, account, path, stamp)
                stored = document["entries"].setdefault(account, {})
                if "no-store" in control:
                    stored.pop(path, None)
                    self.volatile[account, path] = entry
                else:
                    stored[path] = entry
                    self.volatile.pop((account, path), None)
        except StoreError:
            self.volatile[account, path] = entry

    def settle_log(self, document: dict[str, Any], account: str, path: str, stamp: int) -> None:
        """Removes the changes that ended before the response was asked for: it contains them, or never will."""
        document["log"] = [
            change for change in document["log"]
            if change["path"] != path or change["account"] != account or not self.is_contained(change, stamp)
        ]

    def is_contained(self, change: dict[str, Any], stamp: int) -> bool:
        """Whether a response that was asked for at a stamp shows the effect of a change."""
        return bool(change["state"] != "pending" and change["at"] < stamp)

    def remove(self, path: str) -> None:
        """Removes the value of a path."""
        account = self.owner()
        self.volatile.pop((account, path), None)
        try:
            with self.core.store.change() as document:
                document["entries"].get(account, {}).pop(path, None)
        except StoreError:
            return

    def invalidate(self, document: dict[str, Any], account: str, paths: set[str], stamp: int) -> None:
        """Marks values as changed on the server, within a transaction."""
        for path in paths:
            for entry in (document["entries"].get(account, {}).get(path), self.volatile.get((account, path))):
                if entry is not None:
                    entry["invalid"] = stamp
            if path in self.places and account == (self.core.account or ""):
                self.places[path].invalid = stamp

    # Time and accounts

    def deadlines(self) -> list[float]:
        """Returns the times at which fetches are repeated or given up."""
        holds = [place.hold for place in self.places.values() if place.hold is not None and self.core.online]
        return holds + [place.started + TIMEOUT for place in self.places.values() if place.fetch is not None]

    def fire(self) -> None:
        """Does what is due."""
        for path, place in list(self.places.items()):
            if place.fetch is not None and place.started + TIMEOUT <= self.core.clock.running:
                self.core.network.give_up(place.fetch)
                place.fetch = None
                self.ended(path, place, 0, None)
            if place.hold is not None and place.hold <= self.core.clock.running and self.core.online:
                place.hold = None
                self.fetch(path)

    def account_changed(self) -> None:
        """Shows the values of another account, and ends the fetches of the former one."""
        for place in self.places.values():
            if place.fetch is not None:
                self.core.network.give_up(place.fetch)
            place.fetch = None
            place.error = None
            place.failures = 0
            place.hold = None
            place.hold_by_server = False
        self.volatile.clear()
        self.publish()
        for path in list(self.places):
            self.appear(path)

    def renamed(self) -> None:
        """Follows a new id of the server in the observed paths."""
        for path in list(self.places):
            new = self.path(path)
            if new != path:
                self.places[new] = self.places.pop(path)


def lifetime(control: str, expires: str | None, wall: float) -> float:
    """Returns the seconds for which a response is fresh; zero if it doesn't say (RFC 9111 §4.2.1)."""
    directives = [part.strip().lower() for part in control.split(",")]
    if "no-cache" in directives:
        return 0.0
    for directive in directives:
        name, _, value = directive.partition("=")
        if name == "max-age" and value.isdigit():
            return float(value)
    return (date(expires) or wall) - wall
