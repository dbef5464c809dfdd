"""What the collectors in scripts/proof/sections share: a section with its tables and cells, and the way it is written."""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Section:
    """A section of the proof. README.md beside this file has the meaning of its members."""

    def __init__(self, identifier, title, text="", command=""):
        self.id = identifier
        self.title = title
        self.text = text
        self.command = command
        self.tables = []
        self.cells = []
        self.raw = {}

    def cell(self, name, title, result, value=None, unit=None, evidence=None, note=None):
        """Adds a cell and returns its id."""
        identifier = f"{self.id}.{name}"
        cell = {"id": identifier, "title": title, "result": result}
        for key, entry in (("value", value), ("unit", unit), ("evidence", evidence), ("note", note)):
            if entry is not None and entry != "":
                cell[key] = entry
        self.cells.append(cell)
        return identifier

    def table(self, identifier, title, columns, rows, text="", page=""):
        """Adds a table. A row is its title and its cells: ids, or texts that begin with "=".

        A table with the name of a page is shown on that page, and the others on the main one.
        """
        table = {"id": f"{self.id}.{identifier}", "title": title, "columns": columns}
        if text:
            table["text"] = text
        if page:
            table["page"] = page
        table["rows"] = [{"title": row, "cells": cells} for row, cells in rows]
        self.tables.append(table)


def run(collect):
    """Runs a collector as the command line says: [--short] OUTPUT."""
    arguments = sys.argv[1:]
    short = "--short" in arguments
    names = [argument for argument in arguments if not argument.startswith("--")]
    if len(names) != 1:
        sys.exit(f"usage: {sys.argv[0]} [--short] OUTPUT")
    section = collect(short)
    text = {key: entry for key, entry in vars(section).items() if entry or key in ("tables", "cells")}
    pathlib.Path(names[0]).write_text(json.dumps(text, ensure_ascii=False, indent=1), encoding="utf-8")
