"""The reference client passes all cases, and each wrong client fails exactly the cases that are named for it."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(FOLDER))

from reference.core import Core  # noqa: E402
from suite.cases import load  # noqa: E402
from suite.runner import run_all  # noqa: E402
from tests.forked import Fork  # noqa: E402
from wrong import FLAWS  # noqa: E402

REFERENCE = ""
EXPECTED = json.loads((FOLDER / "wrong_clients.json").read_text(encoding="utf-8"))


def failures(name: str) -> tuple[str, dict[str, str]]:
    """Runs the suite on a client and returns what failed, with what was seen."""
    # Thousands of small stores are made and removed. The disk isn't what is tested.
    if os.access("/dev/shm", os.W_OK):
        tempfile.tempdir = "/dev/shm"
    core = FLAWS[name]() if name else Core
    # What a wrong client does when it is killed at a moment of real time isn't the same in each run.
    cases = [case for case in load() if not name or case.get("timing") != "real"]
    results = asyncio.run(run_all(lambda: Fork(core), cases, jobs=2, reuse=True))
    return name, {r["id"]: r["saw"] for r in results["results"] if r["result"] == "fail"}


class ClientTests(unittest.TestCase):
    """One run of the suite per client, in two processes."""

    seen: dict[str, dict[str, str]] = {}

    @classmethod
    def setUpClass(cls) -> None:
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            cls.seen = dict(pool.imap_unordered(failures, [REFERENCE, *FLAWS]))

    def test_the_reference_client_passes_all_cases(self) -> None:
        self.assertEqual(self.seen[REFERENCE], {})

    def test_each_wrong_client_is_named(self) -> None:
        self.assertEqual(sorted(EXPECTED), sorted(FLAWS))
        self.assertGreaterEqual(len(EXPECTED), 20)
        for name, make in FLAWS.items():
            self.assertEqual(EXPECTED[name]["does"], make.__doc__)
            self.assertTrue(EXPECTED[name]["fails"], name)

    def test_each_wrong_client_fails_its_cases_and_no_others(self) -> None:
        for name, expected in EXPECTED.items():
            with self.subTest(client=name):
                seen = self.seen[name]
                wanted = set(expected["fails"])
                self.assertEqual(wanted - set(seen), set(), "these cases didn't catch it")
                others: dict[str, Any] = {case: text for case, text in seen.items() if case not in wanted}
                self.assertEqual(others, {}, "these cases failed as well")


if __name__ == "__main__":
    unittest.main()
