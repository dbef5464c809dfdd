#!/usr/bin/env python3
"""A server that keeps the ten points of SERVER.md, with a list of notes in memory: `reference_server.py [PORT]`."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, dict[str, str], Any]


class Handler(BaseHTTPRequestHandler):
    """Serves `/notes` and `/notes/ID`. The state belongs to the server."""

    server: Any
    limit, window = 100, 10

    def handle_any(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        status, headers, value = self.limited() or self.keyed(body)
        data = b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        length = {} if status in (204, 304) else {"Content-Length": str(len(data))}
        for name, field in {"Content-Type": "application/json", **self.rate_fields(), **headers, **length}.items():
            self.send_header(name, field)
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_DELETE = handle_any

    def limited(self) -> Answer | None:  # Points 8 and 9
        now = time.monotonic()
        self.server.recent[:] = [moment for moment in self.server.recent if moment > now - self.window] + [now]
        is_over = len(self.server.recent) > self.limit
        return self.problem(429, "too many requests", {"Retry-After": str(self.window)}) if is_over else None

    def rate_fields(self) -> dict[str, str]:  # Point 9
        left, end = max(0, self.limit - len(self.server.recent)), self.window
        return {"RateLimit-Policy": f'"all";q={self.limit};w={end}', "RateLimit": f'"all";r={left};t={end}'}

    def keyed(self, body: bytes) -> Answer:  # Points 4, 5 and 6
        key = self.headers.get("Idempotency-Key")
        if key is None or self.command == "GET":
            return self.answer(body)
        print_ = hashlib.sha256(f"{self.command} {self.path} ".encode() + body).hexdigest()
        with self.server.lock:
            is_new, known = key not in self.server.keys, self.server.keys.setdefault(key, [print_, None])
        if known[0] != print_:
            return self.problem(422, "the key was used with another request")
        if is_new:
            known[1] = self.answer(body)
        return known[1] or self.problem(409, "the first request is still being processed")

    def answer(self, body: bytes) -> Answer:
        notes, identifier = self.server.notes, self.path.removeprefix("/notes").strip("/")
        note = notes.get(identifier)
        if self.command == "GET":
            return self.read(list(notes.values()) if self.path == "/notes" else note)
        if self.command == "DELETE":
            return self.problem(404, "nothing is here") if notes.pop(identifier, None) is None else (204, {}, None)
        try:
            text = json.loads(body)["text"] + ""
        except (ValueError, KeyError, TypeError):  # Point 7
            return self.problem(422, "a note has a text")
        if self.headers.get("If-Match") not in (None, self.tag(note)):
            return self.problem(412, "the note was changed", {"ETag": self.tag(note)})  # Point 3
        new = {"id": identifier or uuid.uuid4().hex, "text": text}
        notes[new["id"]] = new
        return (201 if note is None else 200), {"ETag": self.tag(new), "Location": f"/notes/{new['id']}"}, new  # Point 10

    def read(self, value: Any) -> Answer:  # Points 1 and 2
        if value is None:
            return self.problem(404, "nothing is here")
        headers = {"ETag": self.tag(value), "Cache-Control": "private, max-age=5"}
        return (304, headers, None) if self.headers.get("If-None-Match") == headers["ETag"] else (200, headers, value)

    def tag(self, value: Any) -> str:
        return '"' + hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16] + '"'

    def problem(self, status: int, detail: str, headers: dict[str, str] | None = None) -> Answer:
        return status, {"Content-Type": "application/problem+json", **(headers or {})}, {"status": status, "detail": detail}

    def log_message(self, *_: Any) -> None: ...


def make(handler: type[Handler] = Handler, port: int = 0) -> Any:
    server: Any = ThreadingHTTPServer(("127.0.0.1", port), handler)
    server.daemon_threads = True
    server.notes, server.keys, server.recent, server.lock = {}, {}, [], threading.Lock()
    return server


if __name__ == "__main__":
    make(port=int(sys.argv[1]) if len(sys.argv) > 1 else 8080).serve_forever()
