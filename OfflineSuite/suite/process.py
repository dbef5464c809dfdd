"""A process under test: lines of JSON in both directions."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
from typing import Any

from .faults import obey_modes

#: The seconds of real time for a reply.
TIMEOUT = 20.0


class ClientFailure(Exception):
    """The client didn't reply, replied with something else, or ended."""


class Process:
    """A running adapter."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        #: Whether the modes of files hold for the adapter although it runs as root.
        self.obeys_modes = False
        self.process: asyncio.subprocess.Process | None = None
        self.hello: dict[str, Any] = {}
        self.log = b""
        self.reader: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Starts the adapter and asks for its capabilities."""
        # With this signal ignored, a write past the limit on file sizes is an error: the disk is full.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE, limit=1 << 24, restore_signals=False,
            preexec_fn=obey_modes if self.obeys_modes else None,
        )
        self.reader = asyncio.ensure_future(self.read_log())
        self.hello = await self.ask({"do": "hello", "protocol": 1})

    async def read_log(self) -> None:
        """Keeps the last lines of standard error."""
        assert self.process is not None and self.process.stderr is not None
        while data := await self.process.stderr.read(4096):
            self.log = (self.log + data)[-4000:]

    async def ask(self, command: dict[str, Any]) -> dict[str, Any]:
        """Sends a command and returns the reply."""
        self.send(command)
        return await self.reply(command)

    def send(self, command: dict[str, Any]) -> None:
        """Sends a command without waiting for the reply."""
        self.write(json.dumps(command).encode() + b"\n")

    def write(self, data: bytes) -> None:
        """Writes to the standard input of the client."""
        assert self.process is not None and self.process.stdin is not None
        self.process.stdin.write(data)

    def reading(self) -> asyncio.StreamReader:
        """Returns the standard output of the client."""
        assert self.process is not None and self.process.stdout is not None
        return self.process.stdout

    @property
    def system_id(self) -> int | None:
        """The process id while the client runs."""
        if self.process is None or self.process.returncode is not None:
            return None
        return self.process.pid

    async def reply(self, command: dict[str, Any]) -> dict[str, Any]:
        """Reads the reply to a command."""
        try:
            line = await asyncio.wait_for(self.reading().readline(), TIMEOUT)
        except TimeoutError:
            raise ClientFailure(f"no reply to {json.dumps(command)} within {TIMEOUT:.0f} s{self.last_words()}") from None
        if not line.endswith(b"\n"):
            if self.reader is not None:
                await self.reader
            raise ClientFailure(f"the client ended at {json.dumps(command)}{self.last_words()}")
        try:
            reply = json.loads(line)
        except ValueError:
            raise ClientFailure(f"the reply isn't JSON: {line[:200]!r}") from None
        if not isinstance(reply, dict) or not isinstance(reply.get("ok"), bool):
            raise ClientFailure(f"the reply has no “ok”: {line[:200]!r}")
        return reply

    def last_words(self) -> str:
        """Returns the end of standard error for a message."""
        text = self.log.decode(errors="replace").strip()
        return f"; standard error ends with: {text[-600:]}" if text else ""

    def limit_file_size(self, limit: int | None) -> None:
        """Lets each write past a size fail, as on a full disk; None ends it."""
        pid = self.system_id
        assert pid is not None
        soft = resource.RLIM_INFINITY if limit is None else limit
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, resource.RLIM_INFINITY))

    async def kill(self) -> None:
        """Ends the process at once (SIGKILL)."""
        pid = self.system_id
        if pid is not None:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        await self.finish()

    async def end(self) -> None:
        """Closes standard input and waits for the process to exit."""
        if self.process is None:
            return
        assert self.process.stdin is not None
        self.process.stdin.close()
        try:
            await asyncio.wait_for(self.process.wait(), TIMEOUT)
        except TimeoutError:
            await self.kill()
            return
        await self.finish()

    async def finish(self) -> None:
        """Waits for the end of the process and of its output."""
        if self.process is None:
            return
        await self.process.wait()
        if self.reader is not None:
            await self.reader
        # The transport closes the pipes; otherwise they stay open until the garbage collector finds them.
        self.process._transport.close()  # type: ignore[attr-defined]
        self.process = None
