"""The adapter of the reference client: reads commands and writes replies."""

from __future__ import annotations

import json
import os
import selectors

from .core import CAPABILITIES, Core
from .exchanges import Network


def main(core_type: type[Core] = Core) -> None:
    """Reads commands until the input ends."""
    network = Network()
    network.selector.register(0, selectors.EVENT_READ)
    core: Core | None = None
    unread = b""
    while True:
        while b"\n" not in unread:
            if network.poll(None):
                data = os.read(0, 65536)
                if not data:
                    return
                unread += data
        line, _, unread = unread.partition(b"\n")
        command = json.loads(line)
        if command["do"] == "hello":
            reply = {"ok": True, "name": "Reference", "version": "1.0", "capabilities": CAPABILITIES}
        elif command["do"] == "open":
            core = core_type(network, command)
            reply = {"ok": True, "damaged": core.store.damaged}
        elif core is None:
            reply = {"ok": False, "error": "not open"}
        else:
            reply = core.do(command)
        os.write(1, json.dumps(reply).encode() + b"\n")
