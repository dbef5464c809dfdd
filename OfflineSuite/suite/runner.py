"""Runs cases on a client, several side by side, and collects the results."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

from .cases import Case
from .expectations import Failed
from .judge import Run
from .process import ClientFailure, Process
from .server import Server

Result = dict[str, Any]


async def run_case(server: Server, make: Callable[[], Process], spare: list[Process], reuse: bool, case: Case,
                   capabilities: set[str]) -> Result:
    """Runs one case and returns its result."""
    lacking = [need for need in case["needs"] if need not in capabilities]
    if lacking:
        return {"id": case["id"], "result": "n/a", "lacks": lacking}
    began = time.monotonic()
    result: Result = {"id": case["id"], "result": "pass"}
    try:
        await Run(server, make, spare, reuse).run(case)
    except Failed as failure:
        result.update(result="fail", saw=str(failure))
    except ClientFailure as failure:
        result.update(result="fail", saw=str(failure), broke=True)
    result["seconds"] = round(time.monotonic() - began, 3)
    return result


async def run_all(make: Callable[[], Process], cases: list[Case], jobs: int = 2, reuse: bool = False,
                  report: Callable[[Result], None] | None = None) -> dict[str, Any]:
    """Runs cases on a client, whose processes `make` makes. Returns the results, in the order of the cases."""
    first = make()
    try:
        await first.start()
        hello = first.hello
    finally:
        await first.end()
    capabilities = set(hello.get("capabilities", []))
    waiting = list(reversed(cases))
    results: dict[str, Result] = {}

    async def work() -> None:
        server = Server()
        await server.start()
        spare: list[Process] = []
        try:
            while waiting:
                case = waiting.pop()
                result = await run_case(server, make, spare, reuse, case, capabilities)
                results[case["id"]] = result
                if report is not None:
                    report(result)
        finally:
            for process in spare:
                await process.end()
            await server.stop()

    await asyncio.gather(*(work() for _ in range(jobs)))
    return {
        "suite": 1, "client": {"name": hello.get("name", "?"), "version": hello.get("version", "?")},
        "capabilities": sorted(capabilities),
        "results": [results[case["id"]] for case in cases],
    }


def dump(results: dict[str, Any]) -> str:
    """Returns results as JSON, one case per line."""
    lines = [json.dumps(result, ensure_ascii=False) for result in results["results"]]
    rest = {name: value for name, value in results.items() if name != "results"}
    head = json.dumps(rest, ensure_ascii=False, indent=2)[:-2]
    return head + ',\n  "results": [\n    ' + ",\n    ".join(lines) + "\n  ]\n}\n"
