"""The command `page`: one self-contained HTML page of the results of several clients."""

from __future__ import annotations

import argparse
import json
import re
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from .cases import GROUPS, Case, load

FOLDER = Path(__file__).resolve().parent
WORDS = {"pass": "passed", "fail": "failed", "n/a": "n/a"}
CLASSES = {"pass": "pass", "fail": "fail", "n/a": "none"}


def title(group: str) -> str:
    """Returns the name of a group for people."""
    return {"cold-start": "cold start", "optimistic": "optimistic changes", "durable": "durable writes"}.get(group, group)


def reference(text: str, reasons: str = "REASONS.md") -> str:
    """Returns a reference as a link. `reasons` is the address of the page of reasons."""
    rfc = re.match(r"RFC (\d+)(?: §([\d.]+))?$", text)
    if rfc:
        section = f"#section-{rfc[2]}" if rfc[2] else ""
        address = f"https://www.rfc-editor.org/rfc/rfc{rfc[1]}.html{section}"
    elif text.startswith("draft-"):
        name, _, section = text.partition(" §")
        address = f"https://datatracker.ietf.org/doc/html/{name}#section-{section}"
        text = f"Idempotency-Key draft §{section}"
    else:
        address = text.replace("REASONS.md", reasons)
        text = "Reasons: " + text.partition("#")[2].replace("-", " ").replace("isnt", "isn’t")
    return f'<a href="{escape(address)}">{escape(text)}</a>'


def cell(name: str, result: dict[str, Any] | None) -> str:
    """Returns the cell of a case and a client."""
    if result is None:
        return f'<td data-client="{escape(name)}"><span class="none">not run</span></td>'
    kind = result["result"]
    mark = f'<span class="{CLASSES[kind]}">{WORDS[kind]}</span>'
    if kind == "fail":
        mark = f"<details><summary>{mark}</summary><p>{escape(result['saw'])}</p></details>"
    elif kind == "n/a":
        mark = f'<span class="none" title="lacks: {escape(", ".join(result["lacks"]))}">n/a</span>'
    return f'<td data-client="{escape(name)}">{mark}</td>'


def sums(clients: list[tuple[str, dict[str, dict[str, Any]]]], cases: list[Case]) -> str:
    """Returns the table of sums, per client and group."""
    head = "".join(f"<th scope=col>{escape(title(group))}</th>" for group in GROUPS)
    lines = []
    for name, results in clients:
        cells = []
        for group in (None, *GROUPS):
            found = [results[c["id"]]["result"] for c in cases if c["id"] in results and group in (None, c["group"])]
            passed, failed = found.count("pass"), found.count("fail")
            kind = "none" if passed + failed == 0 else "fail" if failed else "pass"
            text = "–" if kind == "none" else f"{passed} of {passed + failed}"
            cells.append(f'<td><span class="{kind}">{text}</span></td>')
        lines.append(f"<tr><th scope=row>{escape(name)}</th>{''.join(cells)}</tr>")
    return (f'<table class="sums"><thead><tr><th scope=col>Client</th><th scope=col>all</th>{head}</tr></thead>'
            f"<tbody>{''.join(lines)}</tbody></table>")


def table(clients: list[tuple[str, dict[str, dict[str, Any]]]], cases: list[Case], reasons: str) -> str:
    """Returns the table of cases."""
    head = "".join(f"<th scope=col>{escape(name)}</th>" for name, _ in clients)
    lines = []
    for case in cases:
        found = [results.get(case["id"]) for _, results in clients]
        kinds = " ".join(result["result"] if result else "none" for result in found)
        cells = "".join(cell(name, result) for (name, _), result in zip(clients, found, strict=True))
        lines.append(
            f'<tr data-group="{case["group"]}" data-level="{case["level"]}" data-results="{kinds}">'
            f'<th scope=row>{escape(case["says"])}<br><span class="id">{case["id"]}</span></th>'
            f'<td class="level">{case["level"]}</td><td class="ref">{reference(case["reference"], reasons)}</td>{cells}</tr>')
    return (f'<table class="cases"><thead><tr><th scope=col>Case</th><th scope=col>Level</th>'
            f"<th scope=col>Reference</th>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>")


def page(files: list[dict[str, Any]], reasons: str = "REASONS.md") -> str:
    """Returns the page for the results of several clients."""
    cases = load()
    clients = []
    for content in files:
        name = f"{content['client']['name']} {content['client']['version']}"
        clients.append((name, {result["id"]: result for result in content["results"]}))
    groups = "".join(f'<option value="{group}">{title(group)}</option>' for group in GROUPS)
    template = Template((FOLDER / "page.html").read_text(encoding="utf-8").replace("${", "$${"))
    return template.substitute(
        count=len(cases), sums=sums(clients, cases), groups=groups, cases=table(clients, cases, reasons))


def main(words: list[str]) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="page", description="Makes one HTML page of the results of several clients.")
    parser.add_argument("results", nargs="+", help="files that “run --out” has written")
    parser.add_argument("--out", required=True, metavar="FILE", help="the page")
    parser.add_argument("--reasons", default="REASONS.md", metavar="ADDRESS", help="the address of the page of reasons")
    options = parser.parse_args(words)
    files = [json.loads(Path(name).read_text(encoding="utf-8")) for name in options.results]
    Path(options.out).write_text(page(files, options.reasons), encoding="utf-8")
    return 0
