"""The command `run`."""

from __future__ import annotations

import argparse
import asyncio
import copy
import sys
from typing import Any

from . import random_kills
from .cases import GROUPS, Case, load
from .process import Process
from .runner import Result, dump, run_all

MARKS = {"pass": "ok  ", "fail": "FAIL", "n/a": "n/a "}


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the arguments."""
    arguments = argparse.ArgumentParser(
        prog="run", description="Runs the conformance suite for offline-capable clients on an adapter.",
        epilog="Put “--” in front of the command if it has options of its own.")
    arguments.add_argument("command", nargs="*", help="the command that starts the adapter")
    arguments.add_argument("--only", action="append", metavar="ID", help="run one case; may be repeated")
    arguments.add_argument("--group", action="append", choices=GROUPS, help="run one group; may be repeated")
    arguments.add_argument("--out", metavar="FILE", help="write the results as JSON")
    arguments.add_argument("--jobs", type=int, default=2, metavar="N", help="run N cases at the same time (2)")
    arguments.add_argument("--reuse", action="store_true", help="open the next case in the same process")
    arguments.add_argument("--seeds", type=int, metavar="N", help="run the random changes with N seeds")
    arguments.add_argument("--kills", type=int, metavar="N", help="run the random kills with at least N kills")
    arguments.add_argument("--accounts", type=int, metavar="N", help="run the random accounts with N seeds")
    arguments.add_argument("--list", action="store_true", help="list the cases and end")
    arguments.add_argument("--quiet", action="store_true", help="print only failures and the sum")
    return arguments


def selected(cases: list[Case], options: argparse.Namespace) -> list[Case]:
    """Returns the chosen cases, with the chosen numbers of seeds."""
    cases = copy.deepcopy(cases)
    seeds = {"values": options.seeds, "lists": options.seeds, "accounts": options.accounts}
    if options.kills is not None:
        # Half of the kills with each kind of server.
        count = -(-options.kills // (2 * random_kills.KILLS))
        seeds.update(kills_honoured=count, kills_ignored=count)
    asked = {name for name, count in seeds.items() if count is not None}
    for case in cases:
        for step in case["steps"]:
            count = seeds.get(step.get("random", ""))
            if count is not None:
                step["seeds"] = [1, count]
    unknown = set(options.only or []) - {case["id"] for case in cases}
    if unknown:
        raise SystemExit(f"run: no case is called {', '.join(sorted(unknown))}")
    if options.only or options.group:
        return [c for c in cases if c["id"] in (options.only or []) or c["group"] in (options.group or [])]
    if asked:
        return [c for c in cases if any(step.get("random") in asked for step in c["steps"])]
    return cases


def main(words: list[str]) -> int:
    """Runs the command. Returns 1 if a case of the level “must” failed."""
    cut = words.index("--") if "--" in words else len(words)
    options = parser().parse_intermixed_args(words[:cut])
    options.command += words[cut + 1:]
    cases = selected(load(), options)
    if options.list:
        for case in cases:
            print(f"{case['id']:<32} {case['level']:<7} {case['says']}")
        return 0
    if not options.command:
        parser().error("the command of an adapter is missing")
    by_id = {case["id"]: case for case in cases}

    def report(result: Result) -> None:
        if options.quiet and result["result"] != "fail":
            return
        line = f"{MARKS[result['result']]} {result['id']}"
        if result["result"] == "fail":
            line += f" ({by_id[result['id']]['level']}): {by_id[result['id']]['says']}\n     {result['saw']}"
        print(line, flush=True)

    results = asyncio.run(run_all(lambda: Process(options.command), cases, max(1, options.jobs), options.reuse, report))
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write(dump(results))
    return summary(results, by_id)


def summary(results: dict[str, Any], by_id: dict[str, Case]) -> int:
    """Prints the sums and returns the exit status."""
    counts = {"pass": 0, "fail": 0, "n/a": 0}
    for result in results["results"]:
        counts[result["result"]] += 1
    client = results["client"]
    print(f"{client['name']} {client['version']}: {counts['pass']} passed, {counts['fail']} failed, "
          f"{counts['n/a']} not applicable", file=sys.stderr)
    failures = [r for r in results["results"] if r["result"] == "fail" and by_id[r["id"]]["level"] == "must"]
    return 1 if failures else 0
