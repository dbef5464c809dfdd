"""The reference client and the wrong clients as forks of the judge, which start in a few milliseconds."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

from reference.adapter import main
from reference.core import Core
from suite.faults import obey_modes
from suite.process import Process


class Fork(Process):
    """A client in a process of its own, without a new interpreter."""

    def __init__(self, core_type: type[Core]) -> None:
        super().__init__([])
        self.core_type = core_type
        self.pid = 0
        self.output: asyncio.StreamReader | None = None
        self.pipes: list[Any] = []

    async def start(self) -> None:
        """Forks the client and asks for its capabilities."""
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        commands, to_client = os.pipe()
        replies, from_client = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            self.run(commands, from_client)
        os.close(commands)
        os.close(from_client)
        loop = asyncio.get_running_loop()
        output = self.output = asyncio.StreamReader(limit=1 << 24)
        reading, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(output), os.fdopen(replies, "rb", buffering=0))
        self.pipes = [os.fdopen(to_client, "wb", buffering=0), reading]
        self.hello = await self.ask({"do": "hello", "protocol": 1})

    def run(self, commands: int, replies: int) -> None:
        """Runs the client in the child, and never returns."""
        try:
            os.dup2(commands, 0)
            os.dup2(replies, 1)
            os.closerange(3, 1024)
            if self.obeys_modes:
                obey_modes()
            main(self.core_type)
        finally:
            os._exit(0)

    @property
    def system_id(self) -> int | None:
        """The process id."""
        return self.pid or None

    def write(self, data: bytes) -> None:
        """Writes to the standard input of the client."""
        try:
            self.pipes[0].write(data)
        except BrokenPipeError:
            # The missing reply says that the client has ended.
            return

    def reading(self) -> asyncio.StreamReader:
        """Returns the standard output of the client."""
        assert self.output is not None
        return self.output

    async def end(self) -> None:
        """Closes standard input, at whose end the client exits."""
        if self.pid:
            self.pipes[0].close()
            await self.finish()

    async def finish(self) -> None:
        """Waits for the end of the process."""
        if not self.pid:
            return
        os.waitpid(self.pid, 0)
        self.pid = 0
        for pipe in self.pipes:
            pipe.close()
