"""HTTP/1.1 exchanges over non-blocking sockets, one connection each."""

from __future__ import annotations

import json
import selectors
import socket
from collections.abc import Callable
from typing import Any


class Response:
    """A response. `complete` is false if the connection was closed within the body."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes, complete: bool) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.complete = complete

    def json(self) -> Any:
        """Returns the decoded body, or raises ValueError."""
        return json.loads(self.body)


class Request:
    """A request as it is sent."""

    def __init__(self, method: str, path: str, headers: dict[str, str], body: str | None = None) -> None:
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body

    def encoded(self, host: str) -> bytes:
        """Returns the bytes of the request."""
        lines = [f"{self.method} {self.path} HTTP/1.1", f"Host: {host}", "Connection: close"]
        body = b"" if self.body is None else self.body.encode()
        if self.body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Exchange:
    """A request on its way. `on_end` gets the response, or None if there is none."""

    def __init__(self, address: tuple[str, int], request: Request, on_end: Callable[[Response | None], None]) -> None:
        self.request = request
        self.on_end = on_end
        self.unsent = request.encoded(f"{address[0]}:{address[1]}")
        self.received = b""
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.connect_ex(address)

    def response(self) -> Response | None:
        """Parses what was received before the connection was closed."""
        head, separator, body = self.received.partition(b"\r\n\r\n")
        if not separator:
            return None
        first, *lines = head.decode("latin-1").split("\r\n")
        parts = first.split(" ", 2)
        if len(parts) < 2 or not parts[1].isdigit():
            return None
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        length = headers.get("content-length")
        complete = length is None or len(body) >= int(length)
        return Response(int(parts[1]), headers, body, complete)


class Network:
    """The exchanges of a client, and their counts for `settle`."""

    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        self.reset(("127.0.0.1", 0), {})

    def reset(self, address: tuple[str, int], headers: dict[str, str]) -> None:
        """Forgets all exchanges, for the next life of the client."""
        for key in list(self.selector.get_map().values()):
            if isinstance(key.data, Exchange):
                self._close(key.data)
        self.address = address
        self.headers = headers
        self.started = 0
        self.ended = 0

    def start(self, request: Request, on_end: Callable[[Response | None], None]) -> Exchange:
        """Begins an exchange."""
        request.headers = {**request.headers, **self.headers}
        exchange = Exchange(self.address, request, on_end)
        self.started += 1
        self.selector.register(exchange.socket, selectors.EVENT_WRITE, exchange)
        return exchange

    def give_up(self, exchange: Exchange) -> None:
        """Closes an exchange that hasn't ended, without a call of `on_end`."""
        if exchange.socket.fileno() >= 0:
            self._close(exchange)
            self.started -= bool(exchange.unsent)

    def is_sending(self) -> bool:
        """Whether a request isn't sent completely."""
        return any(isinstance(k.data, Exchange) and k.data.unsent for k in self.selector.get_map().values())

    def poll(self, timeout: float | None) -> bool:
        """Waits for the sockets. Returns whether standard input is readable."""
        input_is_ready = False
        for key, _ in self.selector.select(timeout):
            if not isinstance(key.data, Exchange):
                input_is_ready = True
            elif key.data.socket.fileno() >= 0:
                self._advance(key.data)
        return input_is_ready

    def _advance(self, exchange: Exchange) -> None:
        try:
            if exchange.unsent:
                sent = exchange.socket.send(exchange.unsent)
                exchange.unsent = exchange.unsent[sent:]
                if not exchange.unsent:
                    self.selector.modify(exchange.socket, selectors.EVENT_READ, exchange)
                return
            data = exchange.socket.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
            exchange.unsent = b""
        if data:
            exchange.received += data
            return
        self._close(exchange)
        self.ended += 1
        exchange.on_end(exchange.response())

    def _close(self, exchange: Exchange) -> None:
        self.selector.unregister(exchange.socket)
        exchange.socket.close()
