"""The cases are complete, and the parts of the judge do what they say."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import unittest
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(FOLDER))

from reference.core import CAPABILITIES  # noqa: E402
from suite.cases import GROUPS, filled, load  # noqa: E402
from suite.expectations import CHECKS, mismatch  # noqa: E402
from suite.judge import STEPS  # noqa: E402
from suite.process import ClientFailure, Process  # noqa: E402
from suite.runner import run_all  # noqa: E402

CASES = load()


class CaseTests(unittest.TestCase):
    """The data."""

    def test_there_are_at_least_150_cases_in_eight_groups(self) -> None:
        self.assertGreaterEqual(len(CASES), 150)
        self.assertEqual({case["group"] for case in CASES}, set(GROUPS))

    def test_no_two_cases_do_the_same(self) -> None:
        seen: dict[str, str] = {}
        for case in CASES:
            text = repr((case["steps"], case["server"], case["needs"]))
            self.assertNotIn(text, seen, f"{case['id']} is the same as {seen.get(text)}")
            seen[text] = case["id"]

    def test_each_case_says_something_else(self) -> None:
        says = [case["says"] for case in CASES]
        self.assertEqual(sorted({text for text in says if says.count(text) > 1}), [])
        for case in CASES:
            self.assertTrue(case["says"].endswith("."), case["id"])
            self.assertNotIn("$", case["says"], case["id"])
            self.assertRegex(case["id"], r"^[a-z0-9-]+$")

    def test_each_reference_exists(self) -> None:
        reasons = (FOLDER / "REASONS.md").read_text(encoding="utf-8")
        headings = {re.sub(r"[^a-z0-9 -]", "", line[3:].lower()).replace(" ", "-")
                    for line in reasons.splitlines() if line.startswith("## ")}
        for case in CASES:
            reference = case["reference"]
            if reference.startswith("REASONS.md#"):
                self.assertIn(reference.removeprefix("REASONS.md#"), headings, case["id"])
            else:
                self.assertRegex(reference, r"^(RFC \d{4}|draft-[a-z-]+) §[\d.]+$|^RFC 9110 §15$", case["id"])

    def test_each_capability_is_in_the_protocol(self) -> None:
        protocol = (FOLDER / "PROTOCOL.md").read_text(encoding="utf-8")
        named = set(re.findall(r"^\| `([a-z-]+)` \| ", protocol.split("## Capabilities")[1], re.MULTILINE))
        self.assertEqual(named, set(CAPABILITIES))
        self.assertEqual({need for case in CASES for need in case["needs"]} - named, set())

    def test_each_step_and_comparison_is_known(self) -> None:
        for case in CASES:
            for step in case["steps"]:
                self.assertTrue(any(name in STEPS for name in step), step)
                for name in step.get("expect", {}):
                    self.assertIn(name, CHECKS, case["id"])

    def test_tables_fill_templates(self) -> None:
        template = {"a": "$x", "b": "is ${x}", "c": ["$...more", 3], "d": {"$...with": 0, "e": 1}}
        self.assertEqual(
            filled(template, {"x": 7, "more": [1, 2], "with": {"f": 2}}),
            {"a": 7, "b": "is 7", "c": [1, 2, 3], "d": {"f": 2, "e": 1}})


class ComparisonTests(unittest.TestCase):
    """States against what is wanted."""

    def test_mismatches(self) -> None:
        state = {"has": True, "value": [{"id": "1"}], "age": None, "error": {"kind": "status", "status": 503}, "stale": True}
        examples: list[tuple[dict[str, Any], bool]] = [
            ({"has": True}, True), ({"stale": False}, False), ({"ids": ["1"]}, True), ({"count": 0}, False),
            ({"age": [0, 9, None]}, True), ({"age": [0, 9]}, False), ({"error": 503}, True), ({"error": "network"}, False),
            ({"error": "any"}, True), ({"error": None}, False), ({"value": []}, False),
        ]
        for wanted, fits in examples:
            with self.subTest(wanted=wanted):
                self.assertEqual(mismatch(state, wanted) is None, fits)


class ProcessTests(unittest.TestCase):
    """Adapters that don't keep to the protocol."""

    def ask(self, program: str) -> str:
        """Starts a program as an adapter and returns the failure."""
        async def run() -> str:
            process = Process([sys.executable, "-S", "-c", program])
            try:
                await process.start()
            except ClientFailure as failure:
                return str(failure)
            finally:
                await process.kill()
            return ""
        return asyncio.run(run())

    def test_failures_say_what_was_seen(self) -> None:
        self.assertIn("boom", self.ask("import sys; input(); sys.exit('boom')"))
        self.assertIn("isn't JSON", self.ask("input(); print('hello', flush=True); input()"))
        self.assertIn("has no “ok”", self.ask("input(); print('[]', flush=True); input()"))

    def test_lacking_capabilities_are_not_applicable(self) -> None:
        program = "import json\nwhile True:\n input(); print(json.dumps({'ok': True, 'name': 'None', 'capabilities': []}), flush=True)"
        cases = [case for case in CASES if case["needs"]][:5]
        results = asyncio.run(run_all(lambda: Process([sys.executable, "-S", "-c", program]), cases))
        self.assertEqual({r["result"] for r in results["results"]}, {"n/a"})
        self.assertEqual(results["client"]["name"], "None")

    def test_the_reference_client_passes_as_a_command(self) -> None:
        names = {"cold-value", "keep-killed", "full-refused", "store-killed-while-sending", "keep-half-enqueued"}
        cases = [case for case in CASES if case["id"] in names]
        command = [sys.executable, "-S", os.fspath(FOLDER / "reference_client.py")]
        results = asyncio.run(run_all(lambda: Process(command), cases))
        self.assertEqual([r for r in results["results"] if r["result"] != "pass"], [])


if __name__ == "__main__":
    unittest.main()
