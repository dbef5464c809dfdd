"""Random sign-ins and sign-outs: nothing of one account is shown, sent or counted under another."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from .expectations import Failed, text

if TYPE_CHECKING:
    from .judge import Run

NAMES = ("anna", "ben", "cleo")


async def accounts(run: Run, seed: int) -> None:
    """Three accounts with values at the same address."""
    dice = random.Random(seed)
    slot = run.slot({})
    if slot.is_open:
        await run.step({"do": "close"})
    run.new_store()
    slot.account = slot.token = None
    private = {name: {"/me": {"by": name, "n": 0}} for name in NAMES}
    run.world.change({
        "tokens": {f"t-{name}": name for name in NAMES}, "private": private, "cache": "max-age=5",
        "rules": [{"on": "PATCH *", "hold": "write"}, {"on": "GET *", "hold": "read", "skip": 3, "times": 4}],
    })
    run.world.answers.clear()
    run.world.effects.clear()
    await run.step({"do": "open", "online": True})
    await run.step({"do": "observe", "path": "/me"})
    online = True
    for number in range(1, 31):
        action = dice.choice(["in", "in", "out", "write", "write", "network", "release", "cut", "refresh", "time", "restart", "kill"])
        await look(run, number, action)
        if action == "in":
            await change_account(run, dice.choice(NAMES))
        elif action == "out" and slot.account is not None:
            await run.step({"do": "signOut", "writes": dice.choice(["keep", "keep", "discard"])})
        elif action == "write" and slot.account is not None:
            await run.step({
                "do": "write", "id": f"{slot.account}-{seed}-{number}", "method": "PATCH", "path": "/me", "repeat": "key",
                "body": {"by": slot.account, "n": number}, "scope": "me",
                "changes": [{"path": "/me", "set": {"by": slot.account, "n": number}}],
            })
        elif action == "network":
            online = not online
            await run.step({"do": "online", "value": online})
        elif action in ("release", "cut"):
            held = [name for name in ("write", "read") if run.server.held.get(name)]
            if held:
                await run.step({action: dice.choice(held)})
        elif action == "refresh":
            await run.step({"do": "refresh", "path": "/me"})
        elif action == "time":
            await run.step({"advance": dice.choice([1, 10, 100])})
        elif action in ("restart", "kill"):
            await run.step({action: {}})
            await run.step({"do": "observe", "path": "/me"})
        await look(run, number, action)
    run.world.change({"rules": []})
    await run.step({"do": "online", "value": True})
    for name in NAMES:
        await change_account(run, name)
        await run.step({"drain": True})
        # A write that was discarded while it was being sent may have changed a value that is still fresh.
        await run.step({"do": "refresh", "path": "/me"})
        await look(run, 31, "end")
        await run.step({"expect": {"count": 0, "converged": ["/me"]}})
    await run.step({"do": "unobserve", "path": "/me"})


async def change_account(run: Run, name: str) -> None:
    """Signs the present account out, if it is another, and an account in."""
    slot = run.slot({})
    await look(run, 0, "change")
    if slot.account not in (None, name):
        await run.step({"do": "signOut", "writes": "keep"})
        await look(run, 0, "sign-out")
    await run.step({"do": "signIn", "account": name, "token": f"t-{name}"})


async def look(run: Run, number: int, action: str) -> None:
    """Compares all that the client shows, lists and has sent with the account."""
    slot = run.slot({})
    where = f"action {number} ({action}), account {slot.account}"
    state = await run.look(slot, "/me")
    frames = slot.frames.pop("/me", [])
    for frame in [state, *frames]:
        if frame["has"] and (slot.account is None or frame["value"].get("by") != slot.account):
            raise Failed(f"{where}: shown was {text(frame['value'])}")
    before = len(slot.outcomes)
    listed = await run.look_at_writes(slot)
    for entry in [*listed, *slot.outcomes[before:]]:
        if slot.account is None or not entry["id"].startswith(slot.account + "-"):
            raise Failed(f"{where}: reported was {text(entry)}")
    if state.get("pending", 0) > len(listed):
        raise Failed(f"{where}: {state['pending']} changes are pending, {len(listed)} writes are stored")
    await run.step({"expect": {"accounts": True}})
