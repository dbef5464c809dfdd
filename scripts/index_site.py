"""Makes the search of the site that scripts/documentation has built: index_site.py SITE CATALOGUE [BASE]

DocC's pages are drawn by a script and have no text of their own, so Pagefind gets a record for each, made from the data of the
page. A guide's record also has the entries of "How do I …?" that lead to it: these have the words people search for. Then the
page search/index.html is written, whose script shows guides first and symbols after, below the header that all pages have. BASE is
the path of the site on its host, such as /freshet.
"""

import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
ENTRY = re.compile(r"^### (.*)\n([^#]*)", re.MULTILINE)
LINK = re.compile(r"<doc:(\w+)>")
CODE = re.compile(r"```.*?```", re.DOTALL)
# Tables of rules and cases, which have nearly every word of the field.
TABLES = re.compile(r"/(proof|hostileservers|httpcacheconformance)")
# What scripts/stage-pages adds to each guide.
SOURCE = "Source of this page"
SKIPPED = re.compile(r"/indexof\w+$")


def text(content, references):
    """Returns inline content as text."""
    words = []
    for part in content:
        if part["type"] == "text":
            words.append(part["text"])
        elif part["type"] == "codeVoice":
            words.append(part["code"])
        elif part["type"] == "reference":
            words.append(part.get("overridingTitle") or references.get(part["identifier"], {}).get("title", ""))
        else:
            words.append(text(part.get("inlineContent", []), references))
    return "".join(words)


def blocks(content, references):
    """Returns the blocks of a page as HTML, with the anchors of its headings."""
    for block in content:
        kind = block.get("type")
        if kind == "heading":
            level = min(block["level"], 6)
            yield f'<h{level} id="{html.escape(block["anchor"])}">{html.escape(block["text"])}</h{level}>'
        elif kind == "paragraph":
            words = text(block["inlineContent"], references)
            if words != SOURCE:
                yield f"<p>{html.escape(words)}</p>"
        elif kind == "codeListing":
            yield f'<pre data-pagefind-weight="0.5">{html.escape(chr(10).join(block["code"]))}</pre>'
        elif kind == "table":
            for cell in (cell for row in block["rows"] for cell in row):
                yield from blocks(cell, references)
        elif kind in ("unorderedList", "orderedList"):
            for item in block["items"]:
                yield from blocks(item["content"], references)
        else:
            yield from blocks(block.get("content", []), references)


def sections(page):
    """Returns the content of a page, and of a tutorial the text of its steps."""
    for section in page.get("primaryContentSections", []):
        yield section.get("content", [])
    for section in page.get("sections", []):
        yield section.get("content", [])
        for task in section.get("tasks", []):
            yield [{"type": "heading", "level": 2, "anchor": task["anchor"], "text": task["title"]}]
            for part in [*task["contentSection"], *task["stepsSection"]]:
                yield part.get("content", [])


def tasks(catalogue):
    """Returns the entries of "How do I …?" as text, by the names of the guides that they lead to."""
    page = CODE.sub("", (catalogue / "Freshet" / "HowDoI.md").read_text(encoding="utf-8"))
    found = {}
    for heading, entry in ENTRY.findall(page):
        for name in LINK.findall(entry):
            words = re.sub(r"[`<>]|doc:\w+", " ", entry)
            found.setdefault(name.lower(), []).append(f"{heading}. {words}")
    return found


def title_of(page):
    """Returns the title of a page; a member's has its type."""
    path = page["identifier"]["url"].split("/documentation/")[-1].split("/")
    title = page["metadata"]["title"]
    is_member = page["kind"] == "symbol" and len(path) > 2
    return f"{path[-2]}.{title}" if is_member and not title.startswith(path[-2]) else title


def record(place, page, tasks):
    """Returns a page as Pagefind reads it."""
    references = page.get("references", {})
    is_symbol = page["kind"] == "symbol"
    metadata = page["metadata"]
    kind = metadata.get("roleHeading", "") if is_symbol else "Tutorial" if "/tutorials/" in f"/{place}/" else "Guide"
    body = "\n".join(block for content in sections(page) for block in blocks(content, references))
    declaration = "".join(part["text"] for part in metadata.get("fragments", []))
    abstract = text(page.get("abstract", []), references)
    weight = 0.2 if TABLES.search(place) else 1
    meta = {
        "title": title_of(page),
        "kind": kind,
        "module": metadata["modules"][-1]["name"] if metadata.get("modules") else "",
        "abstract": abstract,
        "tasks": " ".join(tasks.get(place.rpartition("/")[2], [])) if not is_symbol else "",
    }
    group = "symbols" if is_symbol else "guides"
    marks = "".join(
        f'<meta data-pagefind-meta="{name}[content]" content="{html.escape(value)}">' for name, value in meta.items() if value)
    return (
        f'<html lang="en"><head>{marks}<meta data-pagefind-filter="group[content]" content="{group}"></head><body>'
        f'<h1>{html.escape(metadata["title"])}</h1><p data-pagefind-weight="2">{html.escape(abstract)}</p>'
        f'<p>{html.escape(declaration)}</p><div data-pagefind-weight="{weight}">{body}</div></body></html>')


def index(site, catalogue):
    """Writes the index of a site, and returns how many pages it has."""
    data = site / "data"
    entries = tasks(catalogue)
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in sorted(data.rglob("*.json")):
            place = file.relative_to(data).with_suffix("").as_posix()
            if not SKIPPED.search(place):
                copy = pathlib.Path(folder) / place / "index.html"
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_text(record(place, json.loads(file.read_text(encoding="utf-8")), entries), encoding="utf-8")
                count += 1
        subprocess.run(
            [sys.executable, "-m", "pagefind", "--quiet", "--site", folder, "--output-path", site / "pagefind"], check=True)
    return count


def main():
    site, catalogue = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    base = sys.argv[3] if len(sys.argv) > 3 else ""
    count = index(site, catalogue)
    page = (ROOT / "scripts" / "site" / "search.html").read_text(encoding="utf-8").replace("{{BASE}}", base)
    header = (catalogue / "header.html").read_text(encoding="utf-8")
    (site / "search").mkdir(exist_ok=True)
    (site / "search" / "index.html").write_text(page.replace("{{HEADER}}", header), encoding="utf-8")
    print(f"The search has {count} pages.")


main()
