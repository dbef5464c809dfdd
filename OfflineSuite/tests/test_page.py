"""The page of results is self-contained and shows what was seen."""

from __future__ import annotations

import sys
import unittest
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(FOLDER))

from suite.cases import load  # noqa: E402
from suite.page import page, reference  # noqa: E402
from suite.runner import dump  # noqa: E402


class Elements(HTMLParser):
    """Collects the elements and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def results(name: str, **kinds: dict[str, Any]) -> dict[str, Any]:
    """Returns the results of a client that passes all cases but some."""
    found = [{"id": case["id"], "result": "pass", **kinds.get(case["id"].replace("-", "_"), {})} for case in load()]
    return {"client": {"name": name, "version": "1"}, "capabilities": [], "results": found}


class PageTests(unittest.TestCase):
    """One page of two clients."""

    def setUp(self) -> None:
        self.elements = Elements()
        self.elements.feed(page([
            results("Good"),
            results("Bad", cold_value={"result": "fail", "saw": "saw <null> & more"},
                    cold_no_store={"result": "n/a", "lacks": ["no-store"]}),
        ]))

    def test_nothing_is_loaded(self) -> None:
        for tag, attributes in self.elements.found:
            self.assertNotIn(tag, {"link", "img", "iframe"})
            self.assertNotIn("src", attributes)

    def test_each_case_has_a_row_with_both_clients(self) -> None:
        rows = [attributes for tag, attributes in self.elements.found if tag == "tr" and "data-results" in attributes]
        self.assertEqual(len(rows), len(load()))
        self.assertEqual({len(str(row["data-results"]).split()) for row in rows}, {2})
        self.assertEqual(next(row for row in rows if row["data-results"] == "pass fail")["data-group"], "cold-start")

    def test_failures_say_what_was_seen(self) -> None:
        self.assertIn("saw <null> & more", self.elements.text)

    def test_references_are_links(self) -> None:
        self.assertIn("rfc9111.html#section-4.2.3", reference("RFC 9111 §4.2.3"))
        self.assertIn('href="REASONS.md#in-doubt"', reference("REASONS.md#in-doubt"))
        self.assertIn('href="https://x.test/why#in-doubt"', reference("REASONS.md#in-doubt", "https://x.test/why"))
        self.assertIn("key-header#section-2.6", reference("draft-ietf-httpapi-idempotency-key-header §2.6"))

    def test_filtered_rows_are_hidden_on_narrow_screens_as_well(self) -> None:
        # There a row is a block, which counts for more than the attribute alone.
        self.assertIn("[hidden] { display: none !important; }", page([results("Good")]))

    def test_results_are_one_case_per_line(self) -> None:
        import json

        content = results("Good")
        text = dump(content)
        self.assertEqual(json.loads(text), content)
        self.assertEqual(sum(line.startswith('    {"id"') for line in text.splitlines()), len(load()))


if __name__ == "__main__":
    unittest.main()
