"""Changes of values by pending writes, and the replacement of the client's ids."""

from __future__ import annotations

from typing import Any


def applied(value: Any, change: dict[str, Any]) -> Any:
    """Returns the value with the change. Applied twice, a change gives the same as once."""
    if "set" in change:
        return {**value, **change["set"]} if isinstance(value, dict) else value
    if not isinstance(value, list):
        return value
    items = list(value)
    if "put" in change:
        item = change["put"]
        place = position(items, item["id"])
        if place is not None:
            items[place] = item
        elif change.get("first"):
            items.insert(0, item)
        else:
            items.append(item)
    elif "remove" in change:
        items = [item for item in items if item["id"] != change["remove"]]
    elif "move" in change:
        place = position(items, change["move"])
        if place is not None and change.get("before") != change["move"]:
            item = items.pop(place)
            target = position(items, change.get("before"))
            items.insert(len(items) if target is None else target, item)
    return items


def position(items: list[Any], identifier: str | None) -> int | None:
    """Returns the index of the item with an id."""
    return next((index for index, item in enumerate(items) if item.get("id") == identifier), None)


def replay(base: Any, changes: list[dict[str, Any]]) -> Any:
    """Returns the base with the changes in their order."""
    for change in changes:
        base = applied(base, change)
    return base


def renamed(value: Any, ids: dict[str, str]) -> Any:
    """Returns the value with each string that is one of the client's ids replaced by the server's id."""
    if isinstance(value, str):
        return ids.get(value, value)
    if isinstance(value, list):
        return [renamed(item, ids) for item in value]
    if isinstance(value, dict):
        return {name: renamed(member, ids) for name, member in value.items()}
    return value


def renamed_path(path: str, ids: dict[str, str]) -> str:
    """Returns the path with the client's ids among its segments replaced."""
    return "/".join(ids.get(segment, segment) for segment in path.split("/"))
