"""Steps that are programs: small helpers of single cases, and random schedules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .expectations import Failed, text
from .random_accounts import accounts
from .random_changes import lists, values
from .random_kills import kills_honoured, kills_ignored

if TYPE_CHECKING:
    from .judge import Run

__all__ = [
    "accounts", "both_or_neither", "kills_honoured", "kills_ignored", "lists", "quoted_key", "ten_writes",
    "until_second_attempt", "values",
]


async def ten_writes(run: Run, _: int) -> None:
    """Enqueues ten writes."""
    for number in range(1, 11):
        await run.step({
            "do": "write", "id": f"w{number}", "method": "POST", "path": "/log", "body": {"n": number}, "repeat": "key",
        })


async def both_or_neither(run: Run, _: int) -> None:
    """The write w1 is stored if and only if its change is shown."""
    slot = run.slot({})
    listed = any(write["id"] == "w1" for write in await run.look_at_writes(slot))
    value = (await run.look(slot, "/me")).get("value")
    if (value == {"name": "Ann"}) != listed:
        raise Failed(f"the write is {'' if listed else 'not '}stored, and {text(value)} is shown")


async def quoted_key(run: Run, _: int) -> None:
    """The key of the last write is a string of structured fields."""
    value = run.world.received[-1].headers.get("idempotency-key", "")
    if len(value) < 3 or value[0] != '"' or value[-1] != '"':
        raise Failed(f"the field Idempotency-Key was {value}")


async def until_second_attempt(run: Run, _: int) -> None:
    """Lets time pass until the server has seen a second attempt."""
    slot = run.slot({})
    for _round in range(30):
        if len(run.world.received) > 1:
            return
        if slot.next is None:
            break
        await run.step({"advance": max(0.001, slot.next)})
    raise Failed("there was no second attempt")
