"""A server that misbehaves on command: it holds responses, cuts connections and answers with any status."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass
from typing import Any

from .world import Answer, Received, World


@dataclass
class Held:
    """A response that waits for the judge."""

    answer: Answer
    request: Received
    rule: dict[str, Any]
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


class Server:
    """The server of one worker. Each case sets its world."""

    def __init__(self) -> None:
        self.world = World({}, 0)
        self.seen: Counter[str] = Counter()
        self.ended: Counter[str] = Counter()
        self.held: dict[str, list[Held]] = {}
        self.active = 0
        self.changed = asyncio.Event()
        self.address = ""
        self.listener: asyncio.Server | None = None

    async def start(self) -> None:
        """Begins to listen on a free port of this machine."""
        self.listener = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        port = self.listener.sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"

    async def stop(self) -> None:
        """Ends."""
        self.drop_all()
        if self.listener is not None:
            self.listener.close()
            await self.listener.wait_closed()

    def reset(self, world: World) -> None:
        """Begins a case."""
        self.drop_all()
        self.world = world
        self.seen.clear()
        self.ended.clear()

    def drop_all(self) -> None:
        """Closes all held connections."""
        for held in [held for group in self.held.values() for held in group]:
            held.writer.close()
        self.held.clear()

    # What the judge waits for

    async def wait(self, tag: str, started: int) -> None:
        """Waits until the server has seen as many requests of a process, and has dealt with them."""
        while self.seen[tag] < started or self.active:
            self.changed.clear()
            await self.changed.wait()

    async def release(self, name: str, cut: str | None = None) -> None:
        """Sends the oldest response that is held under a name, or cuts its connection."""
        group = self.held.get(name, [])
        if not group:
            raise AssertionError(f"no request is held as “{name}”")
        held = group.pop(0)
        # The end of a connection that the client gave up is noticed within a turn of the loop.
        for _ in range(3):
            await asyncio.sleep(0)
        self.world.finish(held.request, held.answer)
        if held.reader.at_eof():
            held.writer.close()
            return
        await self.send(held.request.tag, held.writer, held.answer, cut or held.rule.get("cut"))

    # Connections

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves one connection: one request."""
        try:
            request = await self.receive(reader)
            self.active += 1
            try:
                await self.treat(request, reader, writer)
            finally:
                self.active -= 1
                self.changed.set()
        except (ConnectionError, asyncio.IncompleteReadError, ValueError):
            writer.close()

    async def receive(self, reader: asyncio.StreamReader) -> Received:
        """Reads a request."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.strip().split("\r\n")
        method, path, _ = first.split(" ")
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        data = b""
        if "content-length" in headers:
            data = await reader.readexactly(int(headers["content-length"]))
        elif headers.get("transfer-encoding", "").lower() == "chunked":
            data = await self.chunks(reader)
        body = json.loads(data) if data else None
        tag = headers.get("suite-client", "")
        return Received(method, path, headers, body, tag, None, self.world.now)

    async def chunks(self, reader: asyncio.StreamReader) -> bytes:
        """Reads a body in chunks (RFC 9112 §7.1)."""
        data = b""
        while size := int((await reader.readline()).split(b";")[0], 16):
            data += await reader.readexactly(size)
            await reader.readline()
        while (await reader.readline()).strip():
            continue
        return data

    async def treat(self, request: Received, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers a request as the rules say."""
        rule = self.rule(request)
        self.world.received.append(request)
        answer = self.answer(request, rule)
        self.seen[request.tag] += 1
        if "hold" in rule:
            self.held.setdefault(rule["hold"], []).append(Held(answer, request, rule, reader, writer))
            return
        await self.send(request.tag, writer, answer, rule.get("cut"))

    def rule(self, request: Received) -> dict[str, Any]:
        """Returns the rule for a request, and counts its use."""
        if self.world.chaos is not None:
            return self.world.chaos(request)
        for rule in self.world.rules:
            method, _, path = rule["on"].partition(" ")
            if method not in ("*", request.method) or path not in ("", "*", request.path):
                continue
            if rule.get("skip", 0) > 0:
                rule["skip"] -= 1
                continue
            if "times" in rule:
                if rule["times"] == 0:
                    continue
                rule["times"] -= 1
            return dict(rule)
        return {}

    def answer(self, request: Received, rule: dict[str, Any]) -> Answer:
        """Returns the response to a request under a rule. The effect happens now, also if the response is held."""
        has_effect = rule.get("effect", "status" not in rule)
        answer = self.world.answer(request, rule.get("progress", False)) if has_effect else Answer(200)
        if "status" in rule:
            answer = Answer(rule["status"], {})
            if "text" in rule:
                answer.headers["Content-Type"] = rule.get("type", "text/html")
                answer.body = rule["text"].encode()
            elif "body" in rule:
                answer.headers["Content-Type"] = "application/json"
                answer.body = json.dumps(rule["body"]).encode()
        if answer.status < 400 and request.method == "GET" and "text" in rule:
            answer.body = rule["text"].encode()
        answer.headers.update(rule.get("headers", {}))
        return answer

    async def send(self, tag: str, writer: asyncio.StreamWriter, answer: Answer, cut: str | None) -> None:
        """Sends a response, or a part of it, and closes the connection."""
        self.active += 1
        head, body = answer.encoded()
        if cut == "before-head":
            data = b""
        elif cut == "in-head":
            data = head[: len(head) // 2]
        elif cut == "after-head":
            data = head
        elif cut == "in-body":
            data = head + body[: len(body) // 2]
        else:
            data = head + body
        try:
            writer.write(data)
            await writer.drain()
            writer.close()
            await writer.wait_closed()
        except ConnectionError:
            pass
        self.ended[tag] += 1
        self.active -= 1
        self.changed.set()
