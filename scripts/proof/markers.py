"""Figures in documents: each stands between two markers, and comes from proof.json.

    Freshet makes <!-- proof: speed.async.1 -->1.6<!-- /proof --> times the calls.

A marker names a cell, and shows its value without the unit; `<!-- proof: ID note -->` shows the note, and `<!-- proof: ID date -->` the date of its run. `<!-- proof-table: ID -->`
on a line of its own, and `<!-- /proof -->` on another, enclose a table.
"""

import pathlib
import re
import subprocess

import page

ROOT = pathlib.Path(__file__).resolve().parents[2]
INLINE = re.compile(r"(<!-- proof: (\S+?)(?: (\w+))? -->)(.*?)(<!-- /proof -->)", re.DOTALL)
TABLE = re.compile(r"(<!-- proof-table: (\S+) -->\n)(.*?)(<!-- /proof -->)", re.DOTALL)


def documents():
    """Returns the documents of the repository that have markers."""
    files = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    for file in files:
        path = ROOT / file
        if path.exists() and path != ROOT / "scripts" / "proof" / "README.md" and "<!-- proof" in path.read_text(encoding="utf-8"):
            yield path


class Markers:
    """What the markers show for one proof."""

    def __init__(self, proof):
        self.pages = page.Pages(proof)
        self.tables = {table["id"]: table for section in proof["sections"] for table in section.get("tables", [])}
        self.missing = []

    def filled(self, text):
        """Returns the text of a document with what its markers show."""
        text = INLINE.sub(self.cell, text)
        return TABLE.sub(self.table, text)

    def cell(self, match):
        cell = self.pages.cells.get(match[2])
        if cell is None:
            self.missing.append(match[2])
            return match[0]
        part = match[3] or "value"
        if part == "value":
            shown = self.pages.value({**cell, "unit": ""})
        else:
            shown = self.pages.runs[cell["run"]]["date"] if part == "date" else str(cell.get(part, ""))
        return f"{match[1]}{shown}{match[5]}"

    def table(self, match):
        table = self.tables.get(match[2])
        if table is None:
            self.missing.append(match[2])
            return match[0]
        lines = [f"| {table.get('corner', '')} | " + " | ".join(table["columns"]) + " |", "| --- |" + " ---: |" * len(table["columns"])]
        for row in table["rows"]:
            lines.append(f"| {row['title']} | " + " | ".join(self.plain(entry) for entry in row["cells"]) + " |")
        return match[1] + "\n".join(lines) + "\n" + match[4]

    def plain(self, entry):
        """Returns a cell of a table as a text alone."""
        if entry.startswith("="):
            return entry[1:]
        cell = self.pages.cells.get(entry)
        return self.pages.value({**cell, "unit": ""}) if cell else "–"


def fill(proof):
    """Fills the markers of all documents."""
    markers = Markers(proof)
    for document in documents():
        text = document.read_text(encoding="utf-8")
        if (filled := markers.filled(text)) != text:
            document.write_text(filled, encoding="utf-8")
    return markers.missing


def differences(proof):
    """Returns the documents whose markers show something else than the proof, and markers of what it does not have."""
    markers = Markers(proof)
    for document in documents():
        text = document.read_text(encoding="utf-8")
        if markers.filled(text) != text:
            yield f"{document.relative_to(ROOT)} shows other figures than proof.json: ./prove --fill"
    for name in markers.missing:
        yield f"proof.json has no {name}"
