"""The checker finds all points in the reference server, and each one that a server breaks."""

from __future__ import annotations

import contextlib
import io
import sys
import threading
import unittest
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(FOLDER))

import check_server  # noqa: E402
from reference_server import Answer, Handler, make  # noqa: E402


def check(handler: type[Handler], **members: Any) -> dict[int, dict[str, Any]]:
    """Starts a server and returns the results of the checker."""
    server = make(type("Made", (handler,), members))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        address = f"http://127.0.0.1:{server.server_address[1]}"
        results = check_server.check(check_server.options([address, "--burst", "150"]))
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    return {result["point"]: result for result in results}


class NoValidators(Handler):
    """Answers 200 to each read."""

    def read(self, value: Any) -> Answer:
        status, headers, body = super().read(value)
        return (200, headers, value) if status == 304 else (status, headers, body)


class NoLifetimes(Handler):
    """Says nothing about freshness."""

    def read(self, value: Any) -> Answer:
        status, headers, body = super().read(value)
        headers.pop("Cache-Control", None)
        return status, headers, body


class NoConditions(Handler):
    """Ignores If-Match."""

    def answer(self, body: bytes) -> Answer:
        del self.headers["If-Match"]
        return super().answer(body)


class NoKeys(Handler):
    """Returns something else than the first response to a repetition."""

    once: set[str]

    def keyed(self, body: bytes) -> Answer:
        answer = super().keyed(body)
        key = self.headers.get("Idempotency-Key", "")
        if key and answer[0] == 201 and key in self.once:
            return 200, {}, {"detail": "it was already made"}
        self.once.add(key)
        return answer


class AnyBody(Handler):
    """Returns the first response to another body under the key."""

    def keyed(self, body: bytes) -> Answer:
        known = self.server.keys.get(self.headers.get("Idempotency-Key", ""))
        return known[1] if known is not None and known[1] is not None else super().keyed(body)


class NoLock(Handler):
    """Processes two requests with one key at the same time: those with the third key that the checker uses."""

    order: list[str]
    barrier: threading.Barrier

    def keyed(self, body: bytes) -> Answer:
        key = self.headers.get("Idempotency-Key")
        with self.server.lock:
            if key is not None and key not in self.order:
                self.order.append(key)
        if key is None or self.order.index(key) != 2:
            return super().keyed(body)
        self.barrier.wait(timeout=10)
        return self.answer(body)


class PlainErrors(Handler):
    """Sends errors without a problem."""

    def problem(self, status: int, detail: str, headers: dict[str, str] | None = None) -> Answer:
        return status, {"Content-Type": "text/html", **(headers or {})}, detail


class NoDelays(Handler):
    """Limits without Retry-After."""

    def limited(self) -> Answer | None:
        answer = super().limited()
        if answer is not None:
            answer[1].pop("Retry-After")
        return answer


class NoRateFields(Handler):
    """Doesn't say how many requests are left."""

    def rate_fields(self) -> dict[str, str]:
        return {}


class NoPlaces(Handler):
    """Makes items with status 200 and no Location."""

    def answer(self, body: bytes) -> Answer:
        status, headers, value = super().answer(body)
        headers.pop("Location", None)
        return (200 if status == 201 else status), headers, value


class ServerTests(unittest.TestCase):
    """The checker on servers."""

    def test_the_reference_server_keeps_all_points_in_a_hundred_lines(self) -> None:
        results = check(Handler)
        self.assertEqual([results[point]["result"] for point in range(1, 11)], ["kept"] * 10, results)
        lines = (FOLDER / "reference_server.py").read_text(encoding="utf-8").splitlines()
        self.assertLessEqual(len(lines), 100)

    def test_each_broken_point_is_found_and_no_other(self) -> None:
        members: dict[int, dict[str, Any]] = {4: {"once": set()}, 6: {"order": [], "barrier": threading.Barrier(2)}}
        for point, handler in [
            (1, NoValidators), (2, NoLifetimes), (3, NoConditions), (4, NoKeys), (5, AnyBody), (6, NoLock),
            (7, PlainErrors), (8, NoDelays), (9, NoRateFields), (10, NoPlaces),
        ]:
            with self.subTest(point=point):
                results = check(handler, **members.get(point, {}))
                broken = [number for number, result in results.items() if result["result"] != "kept"]
                self.assertEqual(broken, [point], results)

    def test_a_server_that_cannot_be_reached_is_no_success(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()) as output:
            self.assertEqual(check_server.main(["http://127.0.0.1:9", "--burst", "1"]), 2)
        self.assertEqual(output.getvalue().count("unknown"), 10)

    def test_the_points_are_those_of_the_page(self) -> None:
        page = (FOLDER / "SERVER.md").read_text(encoding="utf-8")
        for number in range(1, 11):
            self.assertIn(f"\n## {number}. ", page)
        self.assertNotIn("\n## 11. ", page)


if __name__ == "__main__":
    unittest.main()
