"""The comparisons of a step `expect`. Each says what was expected and what was seen."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .faults import files
from .world import Received

if TYPE_CHECKING:
    from .judge import Run, Slot


class Failed(Exception):
    """What was seen isn't what was expected."""


def text(value: Any) -> str:
    """Returns a short form of a value for a message."""
    line = json.dumps(value, ensure_ascii=False)
    return line if len(line) <= 300 else line[:297] + "…"


async def expect(run: Run, slot: Slot, wanted: dict[str, Any]) -> None:
    """Compares what a client shows, stores and has sent with what is wanted."""
    for name, value in wanted.items():
        await CHECKS[name](run, slot, value)


# Shown values

def mismatch(state: dict[str, Any], wanted: dict[str, Any]) -> str | None:
    """Returns the first difference between a state and what is wanted."""
    for name, value in wanted.items():
        seen = state.get(name)
        if name == "age":
            if not (seen is None and None in value) and not (
                isinstance(seen, (int, float)) and value[0] <= seen <= value[1]
            ):
                return f"age: expected {value[0]} to {value[1]} s, saw {text(seen)}"
        elif name == "ids":
            shown = state.get("value")
            found = [item.get("id") for item in shown] if isinstance(shown, list) else None
            if found != value:
                return f"ids: expected {text(value)}, saw {text(found)}"
        elif name == "count":
            shown = state.get("value")
            found_count = len(shown) if isinstance(shown, list) else None
            if found_count != value:
                return f"number of items: expected {value}, saw {text(shown)}"
        elif name == "error" and value in ("any", "network"):
            if seen is None or (value == "network" and seen.get("kind") != "network"):
                return f"error: expected {value}, saw {text(seen)}"
        elif name == "error" and isinstance(value, int):
            if seen is None or seen.get("status") != value:
                return f"error: expected status {value}, saw {text(seen)}"
        elif seen != value or (isinstance(value, bool) and not isinstance(seen, bool)):
            return f"{name}: expected {text(value)}, saw {text(seen)}"
    return None


async def check_state(run: Run, slot: Slot, wanted: dict[str, Any]) -> None:
    """The states of observed paths."""
    for path, matcher in wanted.items():
        difference = mismatch(await run.look(slot, path), matcher)
        if difference is not None:
            raise Failed(f"{path}: {difference}")


async def check_never(run: Run, slot: Slot, wanted: dict[str, Any]) -> None:
    """States that no delivered frame may match."""
    for path, matcher in wanted.items():
        await run.look(slot, path)
        for number, frame in enumerate(slot.frames[path], 1):
            if mismatch(frame, matcher) is None:
                raise Failed(f"{path}: frame {number} of {len(slot.frames[path])} was {text(frame)}")


async def check_always(run: Run, slot: Slot, wanted: dict[str, Any]) -> None:
    """States that each delivered frame must match."""
    for path, matcher in wanted.items():
        await run.look(slot, path)
        for number, frame in enumerate(slot.frames[path], 1):
            difference = mismatch(frame, matcher)
            if difference is not None:
                raise Failed(f"{path}: frame {number} of {len(slot.frames[path])}: {difference}")


async def check_first(run: Run, slot: Slot, wanted: dict[str, Any]) -> None:
    """The first delivered frame."""
    for path, matcher in wanted.items():
        await run.look(slot, path)
        if not slot.frames[path]:
            raise Failed(f"{path}: no state was delivered")
        difference = mismatch(slot.frames[path][0], matcher)
        if difference is not None:
            raise Failed(f"{path}: the first state: {difference}")


async def check_converged(run: Run, slot: Slot, paths: list[str]) -> None:
    """The shown value is the server's, with nothing pending."""
    for path in paths:
        state = await run.look(slot, path)
        value = run.world.value(path, run.world.tokens.get(slot.token or "") if run.world.tokens else None)
        if state.get("value") != value:
            raise Failed(f"{path}: the server has {text(value)}, shown is {text(state.get('value'))}")


async def check_newest(run: Run, slot: Slot, paths: list[str]) -> None:
    """The shown value is that of the response to the last request, without regard to which response came last."""
    for path in paths:
        state = await run.look(slot, path)
        value = run.world.last_read.get(path)
        if state.get("value") != value:
            raise Failed(f"{path}: the last request got {text(value)}, shown is {text(state.get('value'))}")


# Writes

async def check_writes(run: Run, slot: Slot, wanted: dict[str, Any]) -> None:
    """The states of writes: as listed, or as reported. `gone` is neither listed nor reported."""
    listed = {write["id"]: write["state"] for write in await run.look_at_writes(slot)}
    for identifier, states in wanted.items():
        allowed = states if isinstance(states, list) else [states]
        reported = [outcome["result"] for outcome in slot.outcomes if outcome["id"] == identifier]
        seen = {listed[identifier]} if identifier in listed else set(reported) or {"gone"}
        if not seen & set(allowed):
            raise Failed(f"write {identifier}: expected {' or '.join(allowed)}, saw {', '.join(sorted(seen))}")


async def check_outcomes(run: Run, slot: Slot, wanted: dict[str, int]) -> None:
    """How often outcomes were reported in the current life of the client."""
    await run.look_at_writes(slot)
    counts = Counter(outcome["id"] for outcome in slot.outcomes_of_life)
    for identifier, count in wanted.items():
        if counts[identifier] != count:
            raise Failed(f"write {identifier}: expected {count} reports of its outcome, saw {counts[identifier]}")


async def check_count(run: Run, slot: Slot, count: int) -> None:
    """The number of listed writes."""
    writes = await run.look_at_writes(slot)
    if len(writes) != count:
        raise Failed(f"expected {count} stored writes, saw {text(writes)}")


# Requests and effects

def matching(found: list[Received], name: str) -> list[Received]:
    """Returns the requests that a name such as `GET /notes`, `POST` or `*` stands for."""
    method, _, path = name.partition(" ")
    return [r for r in found if method in ("*", r.method) and path in ("", "*", r.path)]


def check_range(name: str, what: str, number: int, wanted: Any) -> None:
    """Compares a count with a number or with a pair of bounds."""
    low, high = wanted if isinstance(wanted, list) else (wanted, wanted)
    if not low <= number <= (high if high is not None else number):
        bounds = f"{low}" if low == high else f"{low} to {high}" if high is not None else f"at least {low}"
        noun = what.removesuffix("s") if bounds == "1" else what
        raise Failed(f"{name}: expected {bounds} {noun}, saw {number}")


async def check_requests(run: Run, slot: Slot, wanted: dict[str, Any]) -> None:
    """The numbers of requests since the mark."""
    for name, number in wanted.items():
        check_range(name, "requests", len(matching(run.world.received[run.mark:], name)), number)


async def check_effects(run: Run, slot: Slot, wanted: dict[str, Any]) -> None:
    """The numbers of effects on the server since the beginning."""
    for name, number in wanted.items():
        check_range(name, "effects", len(matching(run.world.effects, name)), number)


async def check_sequence(run: Run, slot: Slot, wanted: list[Any]) -> None:
    """The members `n` of the bodies that had an effect, in their order."""
    seen = [r.body["n"] for r in run.world.effects if isinstance(r.body, dict) and "n" in r.body]
    if seen != wanted:
        raise Failed(f"effects in the order {text(wanted)} expected, saw {text(seen)}")


async def check_sent(run: Run, slot: Slot, wanted: dict[str, Any]) -> None:
    """A request: the last one of a name, or the one at an index."""
    found = matching(run.world.received[run.mark:], wanted["of"])
    index = wanted.get("index", -1)
    if not found or (index >= 0 and index >= len(found)):
        raise Failed(f"{wanted['of']}: expected a request, saw {len(found)}")
    request = found[index]
    for name, value in wanted.get("headers", {}).items():
        seen = request.headers.get(name)
        if seen != value and not (value == "any" and seen is not None):
            raise Failed(f"{wanted['of']}: expected {name}: {text(value)}, saw {text(seen)}")
    if "body" in wanted and request.body != wanted["body"]:
        raise Failed(f"{wanted['of']}: expected the body {text(wanted['body'])}, saw {text(request.body)}")


async def check_keys(run: Run, slot: Slot, wanted: dict[str, Any]) -> None:
    """The number of different keys of requests, and whether each request of a key has the same body."""
    for name, number in wanted.items():
        found = matching(run.world.received[run.mark:], name)
        if any(request.key is None for request in found):
            raise Failed(f"{name}: a request has no Idempotency-Key")
        check_range(name, "different keys", len({request.key for request in found}), number)
        for key in {request.key for request in found}:
            bodies = {text(request.body) for request in found if request.key == key}
            if len(bodies) > 1:
                raise Failed(f"{name}: one key with different bodies: {', '.join(sorted(bodies))}")


async def check_gap(run: Run, slot: Slot, wanted: dict[str, Any]) -> None:
    """The virtual time between the last two requests of a name."""
    found = matching(run.world.received, wanted["of"])
    if len(found) < 2:
        raise Failed(f"{wanted['of']}: expected two requests, saw {len(found)}")
    gap = found[-1].at - found[-2].at
    if gap < wanted["least"]:
        raise Failed(f"{wanted['of']}: repeated after {gap:g} s, expected at least {wanted['least']} s")


async def check_documents(run: Run, slot: Slot, wanted: dict[str, Any]) -> None:
    """The server's documents."""
    for path, value in wanted.items():
        seen = run.world.value(path, None)
        if seen != value:
            raise Failed(f"{path} on the server: expected {text(value)}, saw {text(seen)}")


async def check_accounts(run: Run, slot: Slot, _: Any) -> None:
    """Each effect has the account that its body names in the member `by`."""
    for request in run.world.effects:
        if isinstance(request.body, dict) and request.body.get("by") != request.account:
            raise Failed(f"{request.account} sent a write of {request.body.get('by')}: {text(request.body)}")


# The store and the reply

async def check_files(run: Run, slot: Slot, wanted: list[str]) -> None:
    """Texts that no file of the store may contain."""
    for path in files(run.store):
        with open(path, "rb") as file:
            data = file.read()
        for secret in wanted:
            if secret.encode() in data:
                raise Failed(f"the store contains “{secret}”")


async def check_idle(run: Run, slot: Slot, wanted: bool) -> None:
    """Whether the client would do nothing more on its own."""
    if (slot.next is None) != wanted:
        raise Failed(f"expected {'no' if wanted else 'a'} further attempt, saw {text(slot.next)} s")


async def check_kept(run: Run, slot: Slot, identifiers: list[str]) -> None:
    """Writes that are still there, unless the client reported at `open` that its store is damaged."""
    listed = {write["id"] for write in await run.look_at_writes(slot)}
    if slot.damaged:
        return
    for identifier in identifiers:
        if identifier not in listed:
            raise Failed(f"write {identifier} vanished, and the damage wasn't reported")


CHECKS: dict[str, Callable[..., Any]] = {
    "state": check_state, "never": check_never, "always": check_always, "first": check_first,
    "converged": check_converged, "newest": check_newest, "writes": check_writes, "outcomes": check_outcomes, "count": check_count,
    "requests": check_requests, "effects": check_effects, "sequence": check_sequence, "sent": check_sent,
    "keys": check_keys, "gap": check_gap, "documents": check_documents, "accounts": check_accounts,
    "files": check_files, "idle": check_idle, "kept": check_kept,
}
