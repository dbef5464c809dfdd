"""The decisions about a write: what a response means, whether it may be repeated, and when."""

from __future__ import annotations

from typing import Any

from .exchanges import Response

#: The seconds for which a server remembers an idempotency key.
KEY_LIFETIME = 86_400
#: The longest delay between two attempts.
LONGEST_DELAY = 300.0
#: The seconds after which a request without a response is given up.
TIMEOUT = 30.0
#: Statuses with which a server rejects a request that may succeed later.
LATER = (408, 425, 429)


class Verdict:
    """The meaning of a response: `done`, `again`, `conflict`, `failed`, `signed-out` or `lost`."""

    def __init__(self, kind: str, status: int | None = None, wait: float | None = None, is_open: bool = False) -> None:
        self.kind = kind
        self.status = status
        #: The seconds that the server asks for.
        self.wait = wait
        #: Whether the request may have been applied.
        self.is_open = is_open


class Policy:
    """The rules for attempts. The methods are small, so that a test can replace one."""

    def verdict(self, write: dict[str, Any], response: Response | None, was_open: bool, wait: float | None) -> Verdict:
        """Returns what the end of an exchange means for its write.

        `was_open` says whether an earlier attempt under the same key may have been applied.
        """
        if response is None or (not response.complete and response.status < 300):
            return Verdict("lost", None, None, True)
        status = response.status
        is_repetition = was_open and write["repeat"] == "key"
        if 200 <= status < 300:
            return Verdict("done", status)
        if status == 401:
            return Verdict("signed-out", status, None, was_open)
        if status == 409 and is_repetition:
            return Verdict("again", status, wait, True)
        if status in (409, 412):
            return Verdict("conflict", status)
        if self.is_temporary(status, wait):
            return Verdict("again", status, wait, was_open or status >= 500)
        return Verdict("failed", status)

    def is_temporary(self, status: int, wait: float | None) -> bool:
        """Whether the same request may succeed later."""
        if status == 413:
            return wait is not None
        return status in LATER or (status >= 500 and status not in (501, 505))

    def may_repeat(self, write: dict[str, Any], now: float) -> bool:
        """Whether a write that may have been applied may be sent again."""
        if write["repeat"] == "key":
            first = write["firstSent"]
            return first is None or abs(now - first) < KEY_LIFETIME
        if write["repeat"] == "never":
            return False
        return write["method"] in ("PUT", "DELETE")

    def delay(self, verdict: Verdict, attempts: int) -> float:
        """Returns the seconds until the next attempt."""
        if verdict.wait is not None:
            return verdict.wait
        return min(LONGEST_DELAY, float(2 ** (attempts - 1)))


class Clock:
    """The wall clock and the running time. Both are set by the judge."""

    def __init__(self) -> None:
        self.wall = 0.0
        self.running = 0.0

    def move(self, seconds: float) -> None:
        """Moves both."""
        self.wall += seconds
        self.running += seconds

