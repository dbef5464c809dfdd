"""The data behind the misbehaving server: documents, accounts, validators, idempotency keys and effects."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any


@dataclass
class Received:
    """A request, with what became of it."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any
    tag: str
    account: str | None = None
    at: float = 0.0

    @property
    def key(self) -> str | None:
        """The idempotency key, without its quotation marks."""
        value = self.headers.get("idempotency-key")
        return value.strip('"') if value is not None else None


@dataclass
class Answer:
    """A response before it is sent."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    def encoded(self) -> tuple[bytes, bytes]:
        """Returns the bytes of the head and of the body."""
        lines = [f"HTTP/1.1 {self.status} Status"]
        headers = {"Content-Length": str(len(self.body)), "Connection": "close", **self.headers}
        if self.status in (204, 304):
            headers.pop("Content-Length")
        lines += [f"{name}: {value}" for name, value in headers.items() if value is not None]
        return "\r\n".join(lines).encode() + b"\r\n\r\n", self.body


def etag(value: Any) -> str:
    """Returns the validator of a value."""
    return f'"{zlib.crc32(json.dumps(value, sort_keys=True).encode()):08x}"'


class World:
    """What the server knows. `setup` is the member `server` of a case."""

    def __init__(self, setup: dict[str, Any], now: float) -> None:
        self.now = now
        self.docs: dict[str, Any] = {}
        self.private: dict[str, dict[str, Any]] = {}
        self.tokens: dict[str, str] | None = None
        self.keys = "honour"
        self.cache: str | None = "max-age=60"
        self.etags = True
        self.needs_condition = False
        self.ids = "server"
        self.rules: list[dict[str, Any]] = []
        #: Returns the rule for a request in a random schedule.
        self.chaos: Callable[[Received], dict[str, Any]] | None = None
        #: The value in the last response to a read, per path.
        self.last_read: dict[str, Any] = {}
        self.received: list[Received] = []
        self.effects: list[Received] = []
        self.answers: dict[str, tuple[str, Answer | None]] = {}
        self.made = 0
        self.change(setup)

    def change(self, setup: dict[str, Any]) -> None:
        """Takes new settings and documents. Rules replace the former rules."""
        setup = json.loads(json.dumps(setup))
        self.docs.update(setup.pop("docs", {}))
        for account, docs in setup.pop("private", {}).items():
            self.private.setdefault(account, {}).update(docs)
        for path in setup.pop("without", []):
            self.docs.pop(path, None)
        for name, value in setup.items():
            if not hasattr(self, name):
                raise ValueError(f"unknown setting of the server: {name}")
            setattr(self, name, value)

    # Documents

    def space(self, account: str | None, path: str) -> dict[str, Any]:
        """Returns the documents in which a path lies: the account's own, or the public ones."""
        own = self.private.get(account or "", {})
        parent = path.rsplit("/", 1)[0]
        return own if path in own or parent in own else self.docs

    def value(self, path: str, account: str | None = None) -> Any:
        """Returns the value at a path, or None: a document, or an item of a list."""
        space = self.space(account, path)
        if path in space:
            return space[path]
        parent, _, identifier = path.rpartition("/")
        items = space.get(parent)
        if isinstance(items, list):
            return next((item for item in items if item.get("id") == identifier), None)
        return None

    def store(self, path: str, account: str | None, value: Any) -> None:
        """Stores a value, as a document and in its list."""
        space = self.space(account, path)
        parent, _, identifier = path.rpartition("/")
        items = space.get(parent)
        if not isinstance(items, list):
            space[path] = value
            return
        if path in space and value is not None:
            space[path] = value
        elif value is None:
            space.pop(path, None)
        place = next((i for i, item in enumerate(items) if item.get("id") == identifier), None)
        if value is None:
            items[:] = [item for item in items if item.get("id") != identifier]
        elif place is None:
            items.append({**value, "id": identifier})
        else:
            items[place] = {**value, "id": identifier}

    # Requests

    def answer(self, request: Received, is_held: bool = False) -> Answer:
        """Carries out a request and returns the response of a server without faults."""
        if self.tokens is not None:
            token = request.headers.get("authorization", "").removeprefix("Bearer ")
            request.account = self.tokens.get(token)
            if request.account is None:
                return self.problem(401, "the token isn't valid", {"WWW-Authenticate": "Bearer"})
        if request.method in ("GET", "HEAD"):
            return self.read(request)
        key = request.key if self.keys == "honour" else None
        if key is None:
            return self.write(request)
        print_ = json.dumps([request.method, request.path, request.body, request.account])
        known = self.answers.get(key)
        if known is not None:
            if known[0] != print_:
                return self.problem(422, "the key was used with another request")
            return known[1] or self.problem(409, "the first request is still being processed")
        answer = self.write(request)
        if answer.status < 400:
            self.answers[key] = (print_, None if is_held else answer)
        return answer

    def finish(self, request: Received, answer: Answer) -> None:
        """Notes that the processing of a held request has ended."""
        known = self.answers.get(request.key or "")
        if known is not None and known[1] is None:
            self.answers[request.key or ""] = (known[0], answer)

    def read(self, request: Received) -> Answer:
        """Answers GET."""
        value = self.value(request.path, request.account)
        if value is None:
            return self.problem(404, "nothing is here")
        self.last_read[request.path] = json.loads(json.dumps(value))
        headers = {"Date": formatdate(self.now, usegmt=True), "Content-Type": "application/json"}
        if self.cache is not None:
            headers["Cache-Control"] = self.cache
        if self.etags:
            headers["ETag"] = etag(value)
            if request.headers.get("if-none-match") == headers["ETag"]:
                return Answer(304, headers)
        return Answer(200, headers, json.dumps(value).encode())

    def write(self, request: Received) -> Answer:
        """Carries out an unsafe request."""
        value = self.value(request.path, request.account)
        condition = request.headers.get("if-match")
        if condition is None and self.needs_condition:
            return self.problem(428, "If-Match is required")
        if condition is not None and condition != "*" and (value is None or condition != etag(value)):
            headers = {"Content-Type": "application/json"}
            if value is not None:
                headers["ETag"] = etag(value)
            return Answer(412, headers, json.dumps(value).encode())
        self.effects.append(request)
        return self.carry_out(request, value)

    def carry_out(self, request: Received, value: Any) -> Answer:
        """Applies the effect of a request."""
        body, path = request.body, request.path
        headers = {"Content-Type": "application/json"}
        if request.method == "POST":
            self.made += 1
            identifier = f"s{self.made}"
            if self.ids == "client" and isinstance(body, dict) and "id" in body:
                identifier = body["id"]
            item = {**(body if isinstance(body, dict) else {}), "id": identifier}
            if isinstance(value, list):
                value.append(item)
            return Answer(201, {**headers, "Location": f"{path}/{identifier}"}, json.dumps(item).encode())
        if request.method == "DELETE":
            self.store(path, request.account, None)
            return Answer(204)
        if path.endswith("/order") and isinstance(body, dict):
            items = self.value(path.removesuffix("/order"), request.account)
            if isinstance(items, list):
                order = body["order"]
                items.sort(key=lambda item: order.index(item["id"]) if item["id"] in order else len(order))
                return Answer(204)
        new = {**value, **body} if request.method == "PATCH" and isinstance(value, dict) else body
        self.store(path, request.account, new)
        new = self.value(path, request.account)
        return Answer(200, {**headers, "ETag": etag(new)}, json.dumps(new).encode())

    def problem(self, status: int, detail: str, headers: dict[str, str] | None = None) -> Answer:
        """Returns an error with a body of RFC 9457."""
        body = json.dumps({"status": status, "detail": detail}).encode()
        return Answer(status, {"Content-Type": "application/problem+json", **(headers or {})}, body)
