"""Reads the cases: JSON files, one per group, with tables that stand for several cases each."""

from __future__ import annotations

import json
import os
from typing import Any

GROUPS = ("cold-start", "staleness", "sharing", "optimistic", "durable", "order", "conflicts", "accounts")
FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "cases")

Case = dict[str, Any]


def load(folder: str = FOLDER) -> list[Case]:
    """Returns all cases in their order. Raises ValueError if one is wrong."""
    cases: list[Case] = []
    for group in GROUPS:
        with open(os.path.join(folder, group + ".json"), encoding="utf-8") as file:
            content = json.load(file)
        for template in content["cases"]:
            cases += [checked(merged(content.get("defaults", {}), case), group) for case in expanded(template)]
    identifiers = [case["id"] for case in cases]
    doubles = {identifier for identifier in identifiers if identifiers.count(identifier) > 1}
    if doubles:
        raise ValueError(f"used twice: {', '.join(sorted(doubles))}")
    return cases


def merged(defaults: Case, case: Case) -> Case:
    """Returns a case with the defaults of its group: their needs and settings of the server are added to its own."""
    return {
        **defaults, **case,
        "needs": list(dict.fromkeys(defaults.get("needs", []) + case.get("needs", []))),
        "server": {**defaults.get("server", {}), **case.get("server", {})},
    }


def expanded(template: Case) -> list[Case]:
    """Returns a case for each row of the template's table, or the template itself."""
    rows = template.get("table")
    if rows is None:
        return [template]
    rest = {name: value for name, value in template.items() if name != "table"}
    return [filled(rest, row) for row in rows]


def filled(value: Any, row: dict[str, Any]) -> Any:
    """Returns a value in which `$name` is replaced by a member of the row, and `${name}` within a text.

    `$...name` in a list or among the members of an object stands for the parts of a member, perhaps none.
    """
    if isinstance(value, str):
        if value.startswith("$") and value[1:] in row:
            return row[value[1:]]
        for name, member in row.items():
            value = value.replace("${" + name + "}", str(member))
        return value
    if isinstance(value, list):
        items: list[Any] = []
        for item in value:
            if isinstance(item, str) and item.startswith("$..."):
                items += row.get(item[4:], [])
            else:
                items.append(filled(item, row))
        return items
    if isinstance(value, dict):
        members: dict[str, Any] = {}
        for name, member in value.items():
            if name.startswith("$..."):
                members.update(row.get(name[4:], {}))
            else:
                members[filled(name, row)] = filled(member, row)
        return members
    return value


def checked(case: Case, group: str) -> Case:
    """Returns a case with its group, after looking for missing members."""
    for member in ("id", "says", "level", "reference", "steps"):
        if member not in case:
            raise ValueError(f"{case.get('id', group)}: no “{member}”")
    if case["level"] not in ("must", "should", "info"):
        raise ValueError(f"{case['id']}: level {case['level']}")
    return {**case, "group": group}
