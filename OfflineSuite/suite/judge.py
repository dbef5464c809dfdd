"""Runs one case: carries out its steps and looks at what the client shows, sends and stores."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from typing import Any

from .expectations import Failed, expect
from .faults import damage, lock, set_writable
from .process import ClientFailure, Process
from .server import Server
from .world import World

#: The virtual time at which each case begins: 14 November 2023, 22:13:20 UTC.
BEGIN = 1_700_000_000
#: The most steps of `drain`, and the most virtual seconds.
ROUNDS, LONGEST = 60, 86_400.0

_tags = iter(range(1, 1 << 60))


class Slot:
    """One client in a case: a process on the store, through all its lives."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.process: Process | None = None
        self.is_open = False
        self.tag = ""
        self.next: float | None = None
        self.reply: dict[str, Any] = {}
        self.account: str | None = None
        self.token: str | None = None
        self.online = True
        self.clock = float(BEGIN)
        #: Whether the client reported damage when it was opened.
        self.damaged = False
        self.observed: list[str] = []
        self.frames: dict[str, list[dict[str, Any]]] = {}
        #: All outcomes, and those of the current life.
        self.outcomes: list[dict[str, Any]] = []
        self.outcomes_of_life: list[dict[str, Any]] = []


class Run:
    """One case on one client."""

    def __init__(self, server: Server, make: Callable[[], Process], spare: list[Process], reuse: bool) -> None:
        self.server = server
        self.make = make
        self.spare = spare
        self.reuse = reuse
        self.slots: dict[str, Slot] = {}
        self.folder = ""
        self.store = ""
        self.mark = 0
        self.unlock: Callable[[], None] | None = None
        #: Whether the case is about files that may only be read, which mean nothing to root.
        self.obeys_modes = False

    @property
    def world(self) -> World:
        """What the server knows."""
        return self.server.world

    async def run(self, case: dict[str, Any]) -> None:
        """Runs the case. Raises Failed or ClientFailure."""
        self.folder = tempfile.mkdtemp(prefix="offline-suite-")
        self.store = os.path.join(self.folder, "store")
        os.mkdir(self.store)
        self.obeys_modes = any(step.get("fault") == "read-only" for step in case["steps"])
        self.server.reset(World(case.get("server", {}), BEGIN))
        failed = True
        try:
            for number, step in enumerate(case["steps"], 1):
                try:
                    await self.step(step)
                except Failed as failure:
                    raise Failed(f"step {number}: {failure}") from None
                except ClientFailure as failure:
                    raise ClientFailure(f"step {number}: {failure}") from None
            failed = False
        finally:
            await self.clean_up(failed)

    async def clean_up(self, failed: bool) -> None:
        """Ends the processes, or keeps them for the next case, and removes the store."""
        if self.unlock is not None:
            self.unlock()
        for slot in self.slots.values():
            try:
                if failed or not self.reuse or self.obeys_modes:
                    await self.kill(slot)
                elif slot.process is not None:
                    slot.process.limit_file_size(None)
                    await self.close(slot)
            except ClientFailure:
                await self.kill(slot)
            if slot.process is not None:
                self.spare.append(slot.process)
        self.server.drop_all()
        set_writable(self.store, True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_store(self) -> None:
        """Begins a further schedule within the case: with an empty store."""
        self.server.drop_all()
        shutil.rmtree(self.store, ignore_errors=True)
        os.mkdir(self.store)

    # Steps

    async def step(self, step: dict[str, Any]) -> None:
        """Carries out one step."""
        kind = next(name for name in STEPS if name in step)
        await STEPS[kind](self, step, step[kind])

    def slot(self, step: dict[str, Any]) -> Slot:
        """Returns the client of a step: `a` by default."""
        name = step.get("client", "a")
        if name not in self.slots:
            self.slots[name] = Slot(name)
        return self.slots[name]

    async def do(self, step: dict[str, Any], name: str) -> None:
        """Sends a command."""
        slot = self.slot(step)
        if name == "open":
            await self.open(slot, step)
        elif name == "close":
            await self.close(slot)
        else:
            command = {key: value for key, value in step.items() if key not in ("client", "ok", "unsettled")}
            for member, value in (("signIn", command.get("account")), ("signOut", None)):
                if name == member:
                    slot.account, slot.token = value, command.get("token")
            if name == "online":
                slot.online = command["value"]
            if name == "clock":
                slot.clock = self.world.now + command.pop("by")
                command["now"] = slot.clock
            if name == "observe":
                slot.observed.append(command["path"])
            if name == "unobserve":
                slot.observed.remove(command["path"])
            slot.reply = await self.ask(slot, command)
            self.check_reply(step, slot)
        if not step.get("unsettled"):
            await self.settle()

    def check_reply(self, step: dict[str, Any], slot: Slot) -> None:
        """Compares the member `ok` of a reply."""
        wanted = step.get("ok", True)
        if wanted != "any" and slot.reply["ok"] != wanted:
            verb = "accepted" if slot.reply["ok"] else f"refused ({slot.reply.get('error')})"
            raise Failed(f"{step['do']} {step.get('id', step.get('path', ''))} was {verb}")

    async def ask(self, slot: Slot, command: dict[str, Any]) -> dict[str, Any]:
        """Sends a command to an open client."""
        if slot.process is None or not slot.is_open:
            raise AssertionError(f"client {slot.name} isn't open")
        return await slot.process.ask(command)

    async def open(self, slot: Slot, members: dict[str, Any]) -> None:
        """Opens a client on the store, in a new process unless one may be used again."""
        if slot.process is None:
            if self.spare and self.reuse and not self.obeys_modes:
                slot.process = self.spare.pop()
            else:
                slot.process = self.make()
                slot.process.obeys_modes = self.obeys_modes
                await slot.process.start()
        for name in ("account", "token", "online"):
            if name in members:
                setattr(slot, name, members[name])
        if "by" in members:
            slot.clock = self.world.now + members["by"]
        slot.tag = f"{slot.name}{next(_tags)}"
        slot.observed, slot.frames, slot.outcomes_of_life = [], {}, []
        slot.reply = await slot.process.ask({
            "do": "open", "store": self.store, "server": self.server.address, "now": slot.clock,
            "online": slot.online, "account": slot.account, "token": slot.token,
            "headers": {"Suite-Client": slot.tag}, "shared": members.get("shared", False),
        })
        slot.is_open = slot.reply["ok"]
        slot.damaged = bool(slot.reply.get("damaged"))
        if not slot.is_open:
            raise Failed(f"the client didn't open: {slot.reply.get('error')}")

    async def close(self, slot: Slot) -> None:
        """Closes a client in good order."""
        if slot.process is None:
            return
        if slot.is_open:
            await slot.process.ask({"do": "close"})
        slot.is_open = False
        if not self.reuse:
            await slot.process.end()
            slot.process = None

    async def kill(self, slot: Slot) -> None:
        """Kills the process of a client."""
        slot.is_open = False
        if slot.process is not None:
            await slot.process.kill()
            slot.process = None

    async def restart(self, step: dict[str, Any], members: dict[str, Any]) -> None:
        """Closes a client and opens it again."""
        slot = self.slot(step)
        await self.close(slot)
        await self.open(slot, members)
        await self.settle()

    async def kill_and_open(self, step: dict[str, Any], members: dict[str, Any] | None) -> None:
        """Kills a client and opens it again, unless the members are null."""
        slot = self.slot(step)
        if "while" in step:
            assert slot.process is not None
            slot.process.send(step["while"])
        await self.kill(slot)
        if members is not None:
            await self.open(slot, members)
        await self.settle()

    async def settle(self) -> None:
        """Waits until nothing more happens without time passing or a held response."""
        for _ in range(1000):
            is_quiet = True
            for slot in self.slots.values():
                if not slot.is_open:
                    continue
                ended = self.server.ended[slot.tag]
                reply = await self.ask(slot, {"do": "settle", "ended": ended})
                if not reply["ok"]:
                    raise ClientFailure(f"settle: {reply.get('error')}")
                slot.next = reply.get("next")
                await self.server.wait(slot.tag, reply["started"])
                if self.server.ended[slot.tag] != ended:
                    is_quiet = False
            if is_quiet:
                return
        raise Failed("the client sends one request after another without an end")

    async def advance(self, step: dict[str, Any], seconds: float) -> None:
        """Lets time pass on all sides."""
        self.world.now += seconds
        for slot in self.slots.values():
            slot.clock += seconds
            if slot.is_open:
                await self.ask(slot, {"do": "advance", "seconds": seconds})
        await self.settle()

    async def drain(self, step: dict[str, Any], _: Any) -> None:
        """Lets time pass until the clients would do nothing more on their own."""
        passed = 0.0
        for _ in range(ROUNDS):
            waits = [slot.next for slot in self.slots.values() if slot.is_open and slot.next is not None]
            if not waits or passed >= LONGEST:
                return
            seconds = max(0.001, min(waits))
            passed += seconds
            await self.advance(step, seconds)

    async def release(self, step: dict[str, Any], name: str) -> None:
        """Sends a held response."""
        await self.server.release(name)
        await self.settle()

    async def cut(self, step: dict[str, Any], name: str) -> None:
        """Cuts the connection of a held response: before its head, unless the step says where."""
        await self.server.release(name, step.get("at", "before-head"))
        await self.settle()

    async def change_server(self, step: dict[str, Any], setup: dict[str, Any]) -> None:
        """Changes the server's settings and documents."""
        self.world.change(setup)

    async def set_mark(self, step: dict[str, Any], _: Any) -> None:
        """Counts requests and frames from now on."""
        self.mark = len(self.world.received)
        for slot in self.slots.values():
            for path in sorted(set(slot.observed)) if slot.is_open else ():
                await self.look(slot, path)
            slot.frames = {}

    async def look(self, slot: Slot, path: str) -> dict[str, Any]:
        """Asks for the state of a path, and keeps its frames."""
        reply = await self.ask(slot, {"do": "state", "path": path})
        if not reply["ok"] or not isinstance(reply.get("state"), dict):
            raise ClientFailure(f"state of {path}: {reply}")
        slot.frames.setdefault(path, []).extend(reply.get("frames", []))
        return dict(reply["state"])

    async def look_at_writes(self, slot: Slot) -> list[dict[str, Any]]:
        """Asks for the writes, and keeps the outcomes."""
        reply = await self.ask(slot, {"do": "writes"})
        if not reply["ok"]:
            raise ClientFailure(f"writes: {reply}")
        slot.outcomes += reply.get("outcomes", [])
        slot.outcomes_of_life += reply.get("outcomes", [])
        return list(reply["writes"])

    async def check(self, step: dict[str, Any], wanted: dict[str, Any]) -> None:
        """Compares what is with what is wanted."""
        await expect(self, self.slot(step), wanted)

    async def random(self, step: dict[str, Any], name: str) -> None:
        """Runs a random schedule, for each seed of the step."""
        from . import schedules

        schedule = getattr(schedules, name)
        first, last = step["seeds"]
        for seed in range(first, last + 1):
            try:
                await schedule(self, seed)
            except Failed as failure:
                raise Failed(f"seed {seed}: {failure}") from None

    # Faults of the store

    async def fault(self, step: dict[str, Any], kind: str | None) -> None:
        """Makes the store fail in a way, or ends the fault with null."""
        slot = self.slot(step)
        if kind == "full" or kind is None:
            if slot.process is not None:
                slot.process.limit_file_size(None if kind is None else 0)
            if self.unlock is not None:
                self.unlock()
                self.unlock = None
            if kind is None:
                set_writable(self.store, True)
        elif kind == "read-only":
            set_writable(self.store, False)
        elif kind == "unusable":
            shutil.rmtree(self.store)
            with open(self.store, "w", encoding="utf-8") as file:
                file.write("not a folder")
        elif kind == "locked":
            self.unlock = lock(self.store)
        elif kind == "damaged":
            damage(self.store, step.get("keep", 0))
        else:
            raise AssertionError(f"unknown fault {kind}")


STEPS: dict[str, Callable[..., Any]] = {
    "do": Run.do, "restart": Run.restart, "kill": Run.kill_and_open, "advance": Run.advance, "drain": Run.drain,
    "release": Run.release, "cut": Run.cut, "server": Run.change_server, "mark": Run.set_mark, "expect": Run.check,
    "random": Run.random, "fault": Run.fault,
}
