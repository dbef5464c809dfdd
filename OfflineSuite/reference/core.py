"""The client: its parts, and the commands of the protocol."""

from __future__ import annotations

from typing import Any

from .dates import retry_after
from .endings import Endings
from .exchanges import Network, Response
from .resources import Resources
from .sending import Clock
from .store import Document, Store, StoreError
from .writes import Writes

CAPABILITIES = [
    "store", "stale", "age", "frames", "no-store", "revalidate", "writes", "optimistic", "pending", "durable", "keys",
    "in-doubt", "retry", "timeouts", "scopes", "rules", "after", "replaces", "ids", "validators", "conflicts",
    "accounts", "shared", "faults",
]
#: The seconds between two looks at a shared store.
POLL = 0.5


class Core:
    """A client on a store, from `open` to `close`."""

    # The types of the parts, so that a test can replace one.
    store_type = Store
    resources_type = Resources
    endings_type = Endings
    writes_type = Writes

    def __init__(self, network: Network, command: dict[str, Any]) -> None:
        host, _, port = command["server"].removeprefix("http://").partition(":")
        network.reset((host, int(port or 80)), command.get("headers", {}))
        self.network = network
        self.clock = Clock()
        self.clock.wall = float(command["now"])
        self.online: bool = command["online"]
        self.account: str | None = command.get("account")
        self.token: str | None = command.get("token")
        self.shared: bool = command.get("shared", False)
        self.poll = POLL
        self.memory_stamp = 0
        #: The number of the last outcome that this process reported, per account.
        self.reported: dict[str, int] = {}
        self.store = self.store_type(command["store"])
        self.resources = self.resources_type(self)
        self.endings = self.endings_type(self)
        self.writes = self.writes_type(self)
        self.after_event()

    # What the parts share

    def credentials(self) -> dict[str, str]:
        """Returns the field with the token, if somebody is signed in."""
        return {"Authorization": f"Bearer {self.token}"} if self.token is not None else {}

    def retry_after(self, response: Response | None) -> float | None:
        """Returns the delay that a response asks for."""
        return retry_after(response.headers.get("retry-after"), self.clock.wall) if response is not None else None

    def may_send(self) -> bool:
        """Whether this process is the one that sends writes."""
        return self.store.database is not None and self.store.become_sender()

    def next_stamp(self) -> int:
        """Returns the next number in the order of fetches and endings of writes."""
        try:
            with self.store.change() as document:
                return self.stamp_in(document)
        except StoreError:
            self.memory_stamp += 1
            return int(self.store.document["stamp"]) + self.memory_stamp

    def stamp_in(self, document: Document) -> int:
        """Returns the next number, within a transaction."""
        document["stamp"] += 1 + self.memory_stamp
        self.memory_stamp = 0
        return int(document["stamp"])

    def after_event(self) -> None:
        """Does what follows from an event: sends, fetches what a write has changed, delivers states."""
        self.writes.pump()
        for path, place in list(self.resources.places.items()):
            entry = self.resources.entry(path)
            if entry is not None and entry["invalid"] > entry["asof"] and place.hold is None:
                self.resources.fetch(path)
        self.resources.publish()

    # Time

    def deadline(self) -> float | None:
        """Returns the running time at which something is due, without looking at a shared store."""
        return min(self.resources.deadlines() + self.writes.deadlines(), default=None)

    def advance(self, seconds: float) -> None:
        """Moves the time, from one deadline to the next."""
        end = self.clock.running + seconds
        while True:
            due = self.deadline()
            steps = [end] + ([due] if due is not None else []) + ([self.poll] if self.shared else [])
            step = max(min(steps), self.clock.running)
            self.clock.move(step - self.clock.running)
            if self.shared and self.poll <= self.clock.running:
                self.poll = self.clock.running + POLL
                if self.store.reload():
                    self.resources.renamed()
            self.resources.fire()
            self.writes.fire()
            self.after_event()
            if step >= end:
                return

    # Commands

    def do(self, command: dict[str, Any]) -> dict[str, Any]:
        """Carries out a command and returns the reply."""
        method = getattr(self, "do_" + str(command["do"]), None)
        if method is None:
            return {"ok": False, "error": "unknown command"}
        try:
            reply = method(command)
        except StoreError as error:
            return {"ok": False, "error": f"store: {error}"}
        except KeyError as error:
            return {"ok": False, "error": f"unknown: {error}"}
        return {"ok": True, **(reply or {})}

    def do_close(self, _: dict[str, Any]) -> None:
        """Ends the client."""
        self.network.reset(("127.0.0.1", 0), {})
        self.store.close()

    def do_settle(self, command: dict[str, Any]) -> dict[str, Any]:
        """Waits for the ends of exchanges that the judge knows of."""
        while self.network.ended < command["ended"] or self.network.is_sending():
            self.network.poll(None)
        due = self.deadline()
        wait = None if due is None else max(0.0, due - self.clock.running)
        return {"started": self.network.started, "ended": self.network.ended, "next": wait}

    def do_observe(self, command: dict[str, Any]) -> None:
        """Begins to show a path."""
        self.resources.observe(command["path"])
        self.after_event()

    def do_unobserve(self, command: dict[str, Any]) -> None:
        """Ends to show a path."""
        self.resources.unobserve(command["path"])

    def do_refresh(self, command: dict[str, Any]) -> None:
        """Fetches a path because the user asks for it."""
        self.resources.fetch(self.resources.path(command["path"]))
        self.after_event()

    def do_state(self, command: dict[str, Any]) -> dict[str, Any]:
        """Returns what is shown."""
        path = self.resources.path(command["path"])
        frames = self.resources.places[path].frames
        self.resources.places[path].frames = []
        return {"state": self.resources.state(path), "frames": frames}

    def do_write(self, command: dict[str, Any]) -> None:
        """Enqueues a write."""
        self.writes.enqueue(command)
        self.resources.publish()
        self.after_event()

    def do_writes(self, _: dict[str, Any]) -> dict[str, Any]:
        """Returns the writes of the account, and the outcomes that weren't reported yet."""
        account = self.account or ""
        document = self.store.document
        writes = [
            {"id": write["id"], "state": "sending" if self.writes.is_in_progress(write) else write["state"],
             "status": write["status"]}
            for write in document["writes"] if write["account"] == account
        ]
        return {"writes": writes, "outcomes": self.outcomes(account)}

    def outcomes(self, account: str) -> list[dict[str, Any]]:
        """Returns and acknowledges outcomes. Another process on the store reports them for itself."""
        seen = self.store.document.get("seen", {}).get(account, 0)
        first = max(self.reported.get(account, 0), 0 if self.shared else seen)
        new = [o for o in self.store.document["outcomes"] if o["account"] == account and o["number"] > first]
        if new:
            self.reported[account] = new[-1]["number"]
            try:
                with self.store.change() as document:
                    document.setdefault("seen", {})[account] = new[-1]["number"]
            except StoreError:
                pass
        return [outcome["outcome"] for outcome in new]

    def do_resolve(self, command: dict[str, Any]) -> None:
        """Carries out a decision about a write."""
        self.endings.resolve(command)
        self.after_event()

    def do_online(self, command: dict[str, Any]) -> None:
        """Takes the system's report about the network."""
        came_back = command["value"] and not self.online
        self.online = command["value"]
        if came_back:
            self.writes.reconnect()
            self.resources.reconnect()
        self.after_event()

    def do_clock(self, command: dict[str, Any]) -> None:
        """Sets the wall clock."""
        self.clock.wall = float(command["now"])
        self.after_event()

    def do_advance(self, command: dict[str, Any]) -> None:
        """Lets time pass."""
        self.advance(float(command["seconds"]))

    def do_signIn(self, command: dict[str, Any]) -> None:
        """Signs an account in, or brings its new token."""
        changed = command["account"] != self.account
        self.account = command["account"]
        self.token = command["token"]
        if changed:
            self.resources.account_changed()
        else:
            self.resources.reconnect()
        self.after_event()

    def do_signOut(self, command: dict[str, Any]) -> None:
        """Signs the account out."""
        if command.get("writes") == "discard" and self.account is not None:
            self.endings.discard_all(self.account)
        self.account = None
        self.token = None
        self.resources.account_changed()
        self.after_event()
