"""Random schedules of changes: what is shown is the server's newest value with the pending changes on it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from .expectations import Failed, text

if TYPE_CHECKING:
    from .judge import Run


async def begin(run: Run, docs: dict[str, Any], path: str) -> None:
    """Opens a client on an empty store and observes a path."""
    if run.slot({}).is_open:
        await run.step({"do": "close"})
    run.new_store()
    run.world.change({"docs": docs, "rules": []})
    run.world.answers.clear()
    await run.step({"do": "open", "online": True})
    await run.step({"do": "observe", "path": path})


async def values(run: Run, seed: int) -> None:
    """Three members that only the client writes, one that only others write, failures and lost responses."""
    dice = random.Random(seed)
    await begin(run, {"/doc": {"a": 0, "b": 0, "c": 0, "others": 0}}, "/doc")
    held = {"on": "PATCH *", "hold": "write"}
    rejected = {"on": "PATCH /rejected", "hold": "write", "status": 422}
    run.world.change({"rules": [rejected, held]})
    written: dict[str, list[tuple[int, bool]]] = {"a": [], "b": [], "c": []}
    online = True
    for number in range(1, 26):
        action = dice.choice(["write", "write", "reject", "release", "release", "cut", "others", "refresh", "network", "time"])
        if action in ("write", "reject"):
            name = dice.choice("abc")
            fails = action == "reject"
            written[name].append((number, fails))
            await run.step({
                "do": "write", "id": f"w{seed}-{number}", "method": "PATCH", "path": "/rejected" if fails else "/doc",
                "body": {name: number}, "repeat": "key", "scope": name,
                "changes": [{"path": "/doc", "set": {name: number}}],
            })
        elif action in ("release", "cut") and run.server.held.get("write"):
            request = run.server.held["write"][0].request
            await run.step({action: "write"})
            if request.path == "/rejected" and action == "release":
                forget(written, request.body)
        elif action == "others":
            run.world.docs["/doc"]["others"] = number
        elif action == "refresh":
            await run.step({"do": "refresh", "path": "/doc"})
        elif action == "network":
            online = not online
            await run.step({"do": "online", "value": online})
        elif action == "time":
            await run.step({"advance": dice.choice([0.5, 2, 5])})
        await compare_values(run, number, action, written)
    run.world.change({"rules": [{"on": "PATCH /rejected", "status": 422}]})
    while run.server.held.get("write"):
        request = run.server.held["write"][0].request
        await run.step({"release": "write"})
        if request.path == "/rejected":
            forget(written, request.body)
    await run.step({"do": "online", "value": True})
    await run.step({"drain": True})
    await run.step({"do": "refresh", "path": "/doc"})
    for changes in written.values():
        changes[:] = [change for change in changes if not change[1]]
    await compare_values(run, 26, "end", written)
    await run.step({"expect": {"converged": ["/doc"], "count": len(await failed(run))}})
    await run.step({"do": "unobserve", "path": "/doc"})


def forget(written: dict[str, list[tuple[int, bool]]], body: dict[str, int]) -> None:
    """Removes a rejected change from what is expected."""
    for name, number in body.items():
        written[name] = [change for change in written[name] if change[0] != number]


async def failed(run: Run) -> list[dict[str, Any]]:
    """Returns the listed writes that failed: a client may keep them for the app."""
    return [write for write in await run.look_at_writes(run.slot({})) if write["state"] == "failed"]


async def compare_values(run: Run, number: int, action: str, written: dict[str, list[tuple[int, bool]]]) -> None:
    """Compares the shown value with the model."""
    state = await run.look(run.slot({}), "/doc")
    wanted = {name: (changes[-1][0] if changes else 0) for name, changes in written.items()}
    wanted["others"] = run.world.last_read["/doc"]["others"]
    if state.get("value") != wanted:
        raise Failed(f"after action {number} ({action}): expected {text(wanted)}, saw {text(state.get('value'))}")


async def lists(run: Run, seed: int) -> None:
    """A list whose items are made, edited, moved and deleted, with and without a network."""
    dice = random.Random(seed)
    model = [{"id": f"i{seed}-{index}", "n": 0} for index in range(3)]
    await begin(run, {"/list": [dict(item) for item in model]}, "/list")
    run.world.change({"rules": [{"on": "PUT *", "hold": "write"}, {"on": "DELETE *", "hold": "write"}]})
    online = True
    for number in range(1, 21):
        action = dice.choice(["make", "edit", "move", "delete", "release", "cut", "refresh", "network", "time"])
        if action in ("make", "edit", "move", "delete") and (model or action == "make"):
            await run.step({**list_change(dice, model, action, seed, number), "scope": "list"})
        elif action in ("release", "cut") and run.server.held.get("write"):
            await run.step({action: "write"})
        elif action == "refresh":
            await run.step({"do": "refresh", "path": "/list"})
        elif action == "network":
            online = not online
            await run.step({"do": "online", "value": online})
        elif action == "time":
            await run.step({"advance": dice.choice([0.5, 2, 5])})
        shown = (await run.look(run.slot({}), "/list")).get("value")
        if shown != model:
            raise Failed(f"after action {number} ({action}): expected {text(model)}, saw {text(shown)}")
    run.world.change({"rules": []})
    while run.server.held.get("write"):
        await run.step({"release": "write"})
    await run.step({"do": "online", "value": True})
    await run.step({"drain": True})
    await run.step({"do": "refresh", "path": "/list"})
    await run.step({"expect": {"documents": {"/list": model}, "converged": ["/list"], "count": 0}})
    await run.step({"do": "unobserve", "path": "/list"})


def list_change(dice: random.Random, model: list[dict[str, Any]], action: str, seed: int, number: int) -> dict[str, Any]:
    """Changes the model, and returns the command for the same change."""
    command: dict[str, Any] = {"do": "write", "id": f"w{seed}-{number}", "method": "PUT"}
    if action == "make":
        item = {"id": f"i{seed}-{number + 10}", "n": number}
        model.append(item)
        return {**command, "path": f"/list/{item['id']}", "body": item, "changes": [{"path": "/list", "put": dict(item)}]}
    item = dice.choice(model)
    if action == "edit":
        item["n"] = number
        return {**command, "path": f"/list/{item['id']}", "body": dict(item), "changes": [{"path": "/list", "put": dict(item)}]}
    model.remove(item)
    if action == "delete":
        path = f"/list/{item['id']}"
        return {**command, "method": "DELETE", "path": path, "changes": [{"path": "/list", "remove": item["id"]}]}
    place = dice.randint(0, len(model))
    before = model[place]["id"] if place < len(model) else None
    model.insert(place, item)
    order = [other["id"] for other in model]
    change = {"path": "/list", "move": item["id"], "before": before}
    return {**command, "path": "/list/order", "body": {"order": order}, "changes": [change]}
