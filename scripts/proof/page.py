"""Makes the pages of the proof from proof.json: docs/Proof.md, and a page for each long list."""

import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
MADE = "<!-- Made by ./prove from proof.json. -->"
# The least and the greatest of a figure, which stand behind it.
SPREAD = re.compile(r"^(\S+ to \S+) in (?:the|\d+) rounds$")
SIGNS = {"pass": "✓", "fail": "✗", "skipped": "skipped"}
PAGES = {
    "ProofOfCaching": (
        "Proof: each case of the HTTP cache",
        "Every case that concerns a private cache, by its id in the public suite of HTTP caches, with what was seen in memory and in SQLite. Each "
        "sign leads to the case. [Proof](Proof.md) has the counts, those of others, and the reasons of what does not hold."),
    "ProofOfRFCs": (
        "Proof: the specifications",
        "Each requirement of a specification that concerns a client, what Freshet does, and the tests that show it. What speaks of servers and "
        "shared caches is left out. [Proof](Proof.md) has the counts."),
    "ProofOfHostileServers": (
        "Proof: each misbehaviour of a server",
        "Each misbehaviour, in each interface, as it was seen. [Hostile servers](HostileServers.md) says what each of them is, and what a call "
        "ends with."),
}


class Pages:
    """The pages of one proof."""

    def __init__(self, proof):
        self.proof = proof
        self.runs = {run["id"]: run for run in proof["runs"]}
        self.newest = proof["runs"][-1]["id"]
        # What was seen of the same sources as the newest run counts as seen now.
        sources = proof["runs"][-1].get("sources")
        self.current = {run["id"] for run in proof["runs"] if sources and run.get("sources") == sources}
        self.cells = {cell["id"]: cell for section in proof["sections"] for cell in section["cells"]}
        # Figures that are shown on other pages have their own day there.
        used = {cell["run"] for section in proof["sections"] if section["id"] != "measured" for cell in section["cells"]}
        self.shown_runs = [run for run in proof["runs"] if run["id"] in used | {self.newest}]
        self.marks = {run["id"]: f"[{number}]" for number, run in enumerate(self.shown_runs, 1)}

    def texts(self):
        """Returns the texts of all pages by their names."""
        return {"Proof": self.main(), **{name: self.detail(name, title, text) for name, (title, text) in PAGES.items()}}

    def write(self):
        """Writes all pages."""
        for name, text in self.texts().items():
            (DOCS / f"{name}.md").write_text(text, encoding="utf-8")

    # MARK: - Cells

    def evidence(self, cell):
        """Returns the address of the evidence of a cell, as a page in docs/ writes it."""
        path, _, line = cell.get("evidence", "").partition(":")
        if not path:
            return ""
        return f"../{path}#L{line}" if line else f"../{path}"

    def shown(self, entry):
        """Returns how a cell of a table is shown: a text, a cell by its id, its value ("@") or its note ("#") alone."""
        if entry.startswith("="):
            return entry[1:]
        if entry[0] in "@#":
            cell = self.cells.get(entry[1:])
            return str(cell.get("value" if entry[0] == "@" else "note", "")) if cell else ""
        cell = self.cells.get(entry)
        if cell is None:
            return "not run"
        parts = [self.sign(cell), self.value(cell)]
        text = " ".join(part for part in (parts if cell["run"] in self.current else reversed(parts)) if part)
        address = self.evidence(cell)
        spread = SPREAD.match(cell.get("note", ""))
        return (f"[{text}]({address})" if address else text) + (f" ({spread[1]})" if spread else "")

    def value(self, cell):
        """Returns the value of a cell with its unit."""
        if "value" not in cell:
            return ""
        value = cell["value"]
        text = f"{value:,}" if isinstance(value, int) else str(value)
        unit = cell.get("unit", "")
        if not unit or unit in ("seeds", "kills", "tests"):
            return text
        return f"{text}{unit}" if unit in ("×", "%") else f"{text} {unit}"

    def sign(self, cell):
        """Returns the sign of a result. What was not seen of these sources has the number of its run instead of a sign."""
        if cell["run"] not in self.current:
            word = {"pass": "held", "fail": "did not hold", "figure": ""}.get(cell["result"], cell["result"])
            return f"{word} {self.marks[cell['run']]}".strip()
        if cell["result"] in ("pass", "fail") and cell.get("value") in ("yes", "no"):
            return "" if cell["result"] == "pass" else "✗"
        return SIGNS.get(cell["result"], "")

    # MARK: - Tables

    def table(self, table, level="###"):
        """Returns the lines of a table."""
        lines = [f"{level} {table['title']}", ""]
        if table.get("text"):
            lines += [table["text"], ""]
        if not table["rows"]:
            return lines + ["None.", ""]
        lines += ["| | " + " | ".join(table["columns"]) + " |", "| --- |" + " --- |" * len(table["columns"])]
        for row in table["rows"]:
            lines.append(f"| {row['title']} | " + " | ".join(self.shown(entry) for entry in row["cells"]) + " |")
        return lines + [""]

    def plain(self, section):
        """Returns the cells of a section without tables as one table."""
        rows = [{"title": cell["title"], "cells": [cell["id"], "#" + cell["id"]]} for cell in section["cells"]]
        return self.table({"title": "Figures", "columns": ["", "note"], "rows": rows})

    # MARK: - Pages

    def main(self):
        """Returns the main page."""
        lines = [
            "# Proof", "", MADE, "",
            "What Freshet claims, and what was seen of it. `./prove` makes this page, from one run of the tests, the measurements and the public "
            "suites on one commit. It fails where something is worse than the committed expectations, and where something passes that was not "
            "expected to: then the expectation is raised.", "",
            "```console",
            "$ ./prove --short                # for every change, within three minutes",
            "$ ./prove                        # everything, within an hour",
            "$ ./prove --cache-tests FOLDER   # the public suite of HTTP caches, too",
            "```", "",
            "A sign is what was seen of the newest run's sources: ✓ held, ✗ did not. It leads to its evidence, the source of the test or of the "
            "case. What was not run since they changed has the number of the run that it comes from, as [1], without a sign.", "",
        ]
        lines += self.summary()
        for section in self.proof["sections"]:
            lines += [f"## {section['title']}", ""]
            if section.get("text"):
                lines += [section["text"], ""]
            tables = [table for table in section.get("tables", []) if not table.get("page")]
            if section.get("tables"):
                for table in tables:
                    lines += self.table(table)
            else:
                lines += self.plain(section)
            for page in dict.fromkeys(table["page"] for table in section.get("tables", []) if table.get("page") in PAGES):
                lines += [f"[{PAGES[page][0]}]({page}.md) has every cell.", ""]
        lines += self.provenance()
        return "\n".join(lines).rstrip() + "\n"

    def summary(self):
        """Returns the counts of each section."""
        lines = ["| | held | did not hold | figures | from an earlier run |", "| --- | ---: | ---: | ---: | ---: |"]
        for section in self.proof["sections"]:
            counts = collections.Counter(
                "earlier" if cell["run"] not in self.current else cell["result"] for cell in section["cells"])
            lines.append(f"| [{section['title']}](#{anchor(section['title'])}) | {counts['pass']:,} | {counts['fail']:,} | {counts['figure']:,} | "
                         f"{counts['earlier']:,} |")
        return lines + [""]

    def provenance(self):
        """Returns the section about the runs."""
        lines = ["## Provenance", "", "Where the figures come from. The last line is the newest run. [proof.json](../proof.json) has every cell, and "
                 "the folder [proof](../proof) the rounds of the measurements and the verdicts of the public suite. The seeds of random tests are "
                 "fixed: they count from 0 or 1 to the numbers above.", "",
                 "| | commit | date | command | machine | compiler |", "| --- | --- | --- | --- | --- | --- |"]
        for run in self.shown_runs:
            commit = run["commit"][:12] + (" and changes" if run.get("changed") else "") if run.get("commit") else "–"
            command = f"`{run['command']}`" if run["command"].startswith("./") else run["command"]
            lines.append(f"| {self.marks[run['id']]} | {commit} | {run['date']} | {command} | {run['machine']} | {run['compiler']} |")
        return lines + [""]

    def detail(self, name, title, text):
        """Returns the page with the long tables of a name."""
        lines = [f"# {title}", "", MADE, "", text, ""]
        for section in self.proof["sections"]:
            for table in section.get("tables", []):
                if table.get("page") == name:
                    lines += self.table(table, "##")
        return "\n".join(lines).rstrip() + "\n"


def anchor(title):
    """Returns the anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
