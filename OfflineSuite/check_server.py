#!/usr/bin/env python3
"""Tells the author of a backend which of the ten points of SERVER.md it keeps: `check_server.py ADDRESS`.

It makes, changes and deletes items in one collection, by default `/notes`.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import threading
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin, urlsplit

#: An old validator, which no server gives.
OLD = '"offline-suite-old"'


class Broken(Exception):
    """The server doesn't keep a point. The text says what was seen."""


class Unknown(Exception):
    """A point couldn't be checked."""


class Response:
    """A response with its body decoded, if it is JSON."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    def json(self) -> Any:
        """Returns the decoded body, or None."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


class Server:
    """The backend under test."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.address = options.address.rstrip("/")
        self.collection = options.collection
        self.headers = dict(line.split(": ", 1) for line in options.header)
        self.item = json.loads(options.body)
        self.wrong = options.wrong
        self.burst = options.burst
        self.marker = 0

    def send(self, method: str, path: str, body: Any = None, raw: bytes | None = None, **fields: Any) -> Response:
        """Sends a request. `if_match="…"` sends `If-Match`."""
        parts = urlsplit(urljoin(self.address + "/", path))
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.netloc, timeout=30)
        headers = {**self.headers, **{name.replace("_", "-"): value for name, value in fields.items()}}
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, parts.path + (f"?{parts.query}" if parts.query else ""), data, headers)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Response(response.status, found, response.read())
        finally:
            connection.close()

    def new_item(self) -> Any:
        """Returns a body that no other item has."""
        self.marker += 1
        return {name: f"{value} {self.marker}" if isinstance(value, str) else value for name, value in self.item.items()}

    def make(self) -> tuple[Response, str]:
        """Makes an item and returns the response and its address."""
        response = self.send("POST", self.collection, self.new_item())
        return response, self.place(response)

    def place(self, response: Response) -> str:
        """Returns the address of a made item: its Location, or the collection with its id."""
        body = response.json()
        if "location" in response.headers:
            return str(urljoin(self.address + self.collection, response.headers["location"]))
        if isinstance(body, dict) and "id" in body:
            return f"{self.collection}/{body['id']}"
        raise Unknown(f"POST {self.collection} gave {response.status} without Location and id")

    def count(self) -> int:
        """Returns the number of items: of an array, or of the first array among the members of an object."""
        value = self.send("GET", self.collection).json()
        arrays = [value] if isinstance(value, list) else [m for m in (value or {}).values() if isinstance(m, list)]
        if not arrays:
            raise Unknown(f"GET {self.collection} doesn't give a list")
        return len(arrays[0])


def demand(holds: bool, text: str) -> None:
    """Raises Broken with a text unless something holds."""
    if not holds:
        raise Broken(text)


# The points

def validators(server: Server) -> None:
    """1. Each value has a validator, and a request with it gets a 304."""
    place = server.make()[1]
    tag = server.send("GET", place).headers.get("etag")
    demand(tag is not None, "GET has no ETag")
    status = server.send("GET", place, If_None_Match=str(tag)).status
    demand(status == 304, f"GET with If-None-Match and the newest validator gave {status}")
    status = server.send("GET", place, If_None_Match=OLD).status
    demand(status == 200, f"GET with If-None-Match and an old validator gave {status}")


def freshness(server: Server) -> None:
    """2. Each value says with Cache-Control for how long it is fresh."""
    control = server.send("GET", server.collection).headers.get("cache-control", "")
    names = {part.strip().split("=")[0].lower() for part in control.split(",")}
    demand(bool(names & {"max-age", "no-cache", "no-store"}), f"GET has Cache-Control: {control or 'nothing'}")


def conditions(server: Server) -> None:
    """3. A write with If-Match and an old validator gets a 412 and has no effect; with the newest it succeeds."""
    response, place = server.make()
    before = server.send("GET", place)
    status = server.send("PUT", place, server.new_item(), If_Match=OLD).status
    demand(status == 412, f"PUT with an old validator gave {status}")
    demand(server.send("GET", place).body == before.body, "PUT with an old validator had an effect")
    tag = before.headers.get("etag", response.headers.get("etag"))
    if tag is None:
        raise Unknown("there is no validator")
    status = server.send("PUT", place, server.new_item(), If_Match=tag).status
    demand(status in (200, 201, 204), f"PUT with the newest validator gave {status}")


def keys_once(server: Server) -> None:
    """4. A repeated request with its Idempotency-Key has one effect and the same response."""
    key, body, before = f'"{uuid.uuid4()}"', server.new_item(), server.count()
    first = server.send("POST", server.collection, body, Idempotency_Key=key)
    second = server.send("POST", server.collection, body, Idempotency_Key=key)
    effects = server.count() - before
    demand(effects == 1, f"two requests with one key had {effects} effects")
    demand(second.status == first.status and second.json() == first.json(),
           f"the repetition gave {second.status}, the first request {first.status}")


def keys_reused(server: Server) -> None:
    """5. A key that is used again with another body gets a 422 and has no effect."""
    key = f'"{uuid.uuid4()}"'
    server.send("POST", server.collection, server.new_item(), Idempotency_Key=key)
    before = server.count()
    status = server.send("POST", server.collection, server.new_item(), Idempotency_Key=key).status
    demand(status == 422, f"the second body gave {status}")
    demand(server.count() == before, "the second body had an effect")


def keys_side_by_side(server: Server) -> None:
    """6. Two requests with one key at the same time have one effect: the second gets a 409, or the first one's response."""
    key, body, before = f'"{uuid.uuid4()}"', server.new_item(), server.count()
    found: list[Response] = []

    def send() -> None:
        found.append(server.send("POST", server.collection, body, Idempotency_Key=key))

    threads = [threading.Thread(target=send) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    effects = server.count() - before
    demand(effects == 1, f"two requests at the same time had {effects} effects")
    statuses = sorted(response.status for response in found)
    demand(statuses[0] < 300 and (statuses[1] == 409 or statuses[1] < 300), f"the statuses were {statuses}")


def errors(server: Server) -> None:
    """7. What the server can't process gets a 4xx with a problem (RFC 9457), and has no effect."""
    before = server.count()
    raw = server.wrong.encode()
    response = server.send("POST", server.collection, raw=raw)
    demand(400 <= response.status < 500, f"the body {server.wrong} gave {response.status}")
    demand(server.count() == before, f"the body {server.wrong} had an effect")
    kind = response.headers.get("content-type", "")
    demand(kind.startswith("application/problem+json"), f"the error has the type {kind or 'nothing'}")
    status = server.send("GET", f"{server.collection}/{uuid.uuid4().hex}").status
    demand(status in (404, 410), f"GET of a missing item gave {status}")


def rate_fields(server: Server) -> None:
    """9. Responses say with RateLimit fields how many requests are left."""
    headers = server.send("GET", server.collection).headers
    demand("ratelimit" in headers, "GET has no RateLimit field")
    demand("r=" in headers["ratelimit"], f"the field says {headers['ratelimit']}")


def repeatable(server: Server) -> None:
    """10. A made item has status 201, Location and id; PUT and DELETE may be repeated."""
    response, place = server.make()
    demand(response.status == 201, f"POST gave {response.status}")
    demand("location" in response.headers, "POST has no Location")
    body = response.json()
    demand(isinstance(body, dict) and isinstance(body.get("id"), (str, int)), "the response to POST has no id")
    status = server.send("GET", place).status
    demand(status == 200, f"GET of the Location gave {status}")
    item, before = server.new_item(), server.count()
    statuses = [server.send("PUT", place, item).status for _ in range(2)]
    demand(all(status in (200, 201, 204) for status in statuses), f"two equal PUT gave {statuses}")
    demand(server.count() == before, "two equal PUT changed the number of items")
    statuses = [server.send("DELETE", place).status for _ in range(2)]
    demand(statuses[0] in (200, 202, 204), f"DELETE gave {statuses[0]}")
    demand(statuses[1] in (200, 202, 204, 404, 410), f"the second DELETE gave {statuses[1]}")


def delays(server: Server) -> None:
    """8. A 429 or 503 says with Retry-After when to come back."""
    for _ in range(server.burst):
        response = server.send("GET", server.collection)
        if response.status in (429, 503):
            demand("retry-after" in response.headers, f"the status {response.status} came without Retry-After")
            return
    raise Unknown(f"no 429 or 503 among {server.burst} requests (--burst N sends more)")


#: In the order of checking: the burst comes last, for it may use up the limit.
POINTS: list[Callable[[Server], None]] = [
    validators, freshness, conditions, keys_once, keys_reused, keys_side_by_side, errors, rate_fields, repeatable, delays,
]


def check(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Checks all points and returns the results, by their numbers."""
    server = Server(options)
    results = []
    for point in POINTS:
        number, _, says = str(point.__doc__).partition(". ")
        result: dict[str, Any] = {"point": int(number), "says": says, "result": "kept"}
        try:
            point(server)
        except Broken as broken:
            result.update(result="broken", saw=str(broken))
        except (Unknown, OSError, http.client.HTTPException) as problem:
            result.update(result="unknown", saw=str(problem))
        results.append(result)
    return sorted(results, key=lambda result: int(result["point"]))


def options(words: list[str]) -> argparse.Namespace:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description="Tells which of the ten points of SERVER.md a backend keeps.")
    parser.add_argument("address", help="the base address, such as https://api.example.com/v1")
    parser.add_argument("--collection", default="/notes", help="a collection with POST, and items with PUT and DELETE (/notes)")
    parser.add_argument("--body", default='{"text": "Milk"}', help="the JSON of a new item; its texts are numbered")
    parser.add_argument("--wrong", default='{"text": 7}', help="a body that the server can't process")
    parser.add_argument("--header", action="append", default=[], metavar="NAME: VALUE", help="a field of each request")
    parser.add_argument("--burst", type=int, default=20, metavar="N", help="the requests with which to look for a limit (20)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    """Runs the command. Returns 1 if a point is broken, and 2 if nothing could be checked."""
    chosen = options(words)
    results = check(chosen)
    if chosen.json:
        print(json.dumps(results, indent=2, ensure_ascii=False))
    else:
        for result in results:
            print(f"{result['result']:<8} {result['point']:>2}. {result['says']}")
            if "saw" in result:
                print(f"{'':<13}{result['saw']}")
    kinds = {result["result"] for result in results}
    return 1 if "broken" in kinds else 2 if kinds == {"unknown"} else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
