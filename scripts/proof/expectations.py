"""Compares what a run has seen with what is expected: the cells that pass, and those that do not.

expectations.json lists the ids of the cells of each section, without the name of the section: those that pass, and those that are known not to. A
figure without a limit is expected nowhere.
"""

import functools
import json
import pathlib

FILE = pathlib.Path(__file__).resolve().parent / "expectations.json"
# Cells of the public suite, of the long form, of what was seen on a Mac, of Valgrind and of Thread Sanitizer are there only where somebody runs these.
OPTIONAL = ("cache.suite.", "cache.count.suite.", "hostile.soak", "state.sanitizer", "platforms.", "speed.decoding.",
            "speed.instructions.", "size.")


@functools.cache
def expected():
    """Returns the expectations by section."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def is_optional(cell):
    """Returns whether a run may leave a cell out."""
    return cell.startswith(OPTIONAL)


def problems(sections):
    """Returns what is worse than expected, and what is better."""
    found = []
    for section in sections:
        known = expected().get(section["id"], {})
        passing, failing = set(known.get("pass", [])), set(known.get("fail", []))
        seen = {cell["id"].partition(".")[2]: cell for cell in section["cells"]}
        for name, cell in seen.items():
            title = f"{cell['id']} ({cell['title']})"
            if cell["result"] == "fail" and name not in failing:
                found.append(f"{title} did not hold{': ' + cell['note'] if cell.get('note') else ''}")
            elif cell["result"] == "pass" and name in failing:
                found.append(f"{title} holds unexpectedly: raise the expectation with ./prove --expect")
            elif cell["result"] == "pass" and name not in passing:
                found.append(f"{title} is new: add it with ./prove --expect")
        for name in sorted((passing | failing) - set(seen)):
            if not is_optional(f"{section['id']}.{name}"):
                found.append(f"{section['id']}.{name} is missing")
    return found


def write(sections):
    """Writes the expectations as a run has seen them. Sections and optional cells that it left out stay as they are."""
    known = dict(expected())
    for section in sections:
        before = known.get(section["id"], {})
        seen = {cell["id"].partition(".")[2] for cell in section["cells"]}
        entry = {}
        for result in ("pass", "fail"):
            now = {cell["id"].partition(".")[2] for cell in section["cells"] if cell["result"] == result}
            kept = {name for name in before.get(result, []) if name not in seen and is_optional(f"{section['id']}.{name}")}
            entry[result] = sorted(now | kept)
        known[section["id"]] = entry
    FILE.write_text(json.dumps(known, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    expected.cache_clear()
