"""Random schedules of kills and cuts, with five writers."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from .expectations import Failed
from .world import Received

if TYPE_CHECKING:
    from .judge import Run

#: The number of kills in one schedule.
KILLS = 4
CUTS = ("before-head", "in-head", "after-head", "in-body")


async def kills_honoured(run: Run, seed: int) -> None:
    """The server honours keys: each write has one effect, in the order of its scope."""
    await schedule(run, seed, "honour", "key")
    effects = per_scope(run)
    for scope, numbers in effects.items():
        if numbers != list(range(1, 5)):
            raise Failed(f"scope {scope}: expected the effects 1, 2, 3, 4, saw {numbers}")
    if len(effects) < 5:
        raise Failed(f"expected effects in 5 scopes, saw {len(effects)}")
    await run.step({"expect": {"count": 0}})


async def kills_ignored(run: Run, seed: int) -> None:
    """The server ignores keys: no write has two effects, and each is delivered or in doubt."""
    accepted = await schedule(run, seed, "ignore", "never")
    effects = per_scope(run)
    for scope, numbers in effects.items():
        if numbers != sorted(set(numbers)):
            raise Failed(f"scope {scope}: an effect came twice or out of order: {numbers}")
    slot = run.slot({})
    listed = {write["id"]: write["state"] for write in await run.look_at_writes(slot)}
    done = {outcome["id"] for outcome in slot.outcomes if outcome["result"] == "done"}
    applied = {f"w{seed}-{scope}-{number}" for scope, numbers in effects.items() for number in numbers}
    for identifier in accepted:
        if identifier in done:
            if identifier not in applied:
                raise Failed(f"{identifier} is reported as done, but had no effect")
        elif listed.get(identifier) not in ("in-doubt", "failed"):
            raise Failed(f"{identifier} is neither delivered nor in doubt: {listed.get(identifier, 'gone')}")


def per_scope(run: Run) -> dict[int, list[int]]:
    """Returns the numbers of the effects of each scope, in their order."""
    found: dict[int, list[int]] = defaultdict(list)
    for request in run.world.effects:
        found[request.body["scope"]].append(request.body["number"])
    return found


async def schedule(run: Run, seed: int, keys: str, repeat: str) -> list[str]:
    """Runs a schedule until the client has nothing more to do. Returns the ids of the accepted writes."""
    dice = random.Random(seed)
    slot = run.slot({})
    if slot.is_open:
        await run.step({"do": "close"})
    run.new_store()
    run.world.change({"keys": keys})
    run.world.answers.clear()
    run.world.effects.clear()
    slot.outcomes.clear()

    def chaos(_: Received) -> dict[str, Any]:
        fate = dice.random()
        if fate < 0.3:
            return {}
        if fate < 0.55:
            return {"cut": dice.choice(CUTS)}
        if fate < 0.7:
            return {"cut": "before-head", "effect": False}
        return {"hold": "write"} if dice.random() < 0.5 else {"hold": "write", "cut": "before-head", "effect": False}

    run.world.chaos = chaos
    await run.step({"do": "open", "online": True})
    waiting = {scope: [1, 2, 3, 4] for scope in range(5)}
    accepted: list[str] = []
    kills = 0
    while kills < KILLS or any(waiting.values()):
        if dice.random() < 0.25 and kills < KILLS:
            kills += 1
            await run.look_at_writes(slot)
            await run.step({"kill": {}})
            continue
        writers = [scope for scope, numbers in waiting.items() if numbers]
        if not writers:
            await run.step({"advance": 5})
            continue
        scope = dice.choice(writers)
        number = waiting[scope].pop(0)
        identifier = f"w{seed}-{scope}-{number}"
        accepted.append(identifier)
        is_killed = dice.random() < 0.15 and kills < KILLS
        await run.step({
            "do": "write", "id": identifier, "method": "POST", "path": "/log", "repeat": repeat, "scope": f"s{scope}",
            "body": {"scope": scope, "number": number}, "unsettled": is_killed,
        })
        if is_killed:
            kills += 1
            await run.step({"kill": {}})
        elif dice.random() < 0.5 and run.server.held.get("write"):
            await run.step({dice.choice(["release", "cut"]): "write"})
    run.world.chaos = None
    while run.server.held.get("write"):
        await run.step({"cut": "write"})
    await run.step({"drain": True})
    await run.look_at_writes(slot)
    return accepted
