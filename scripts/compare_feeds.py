"""Compares the results of two parsers of feeds, file by file. Called by compare-feeds."""

import html
import json
import pathlib
import re
import subprocess
import sys
import warnings

import feedparser

warnings.simplefilter("ignore")
ADDRESS = "https://feeds.example/news/feed.xml"


def ours(reader, file, content_type):
    command = [reader, str(file)] + (["--type", content_type] if content_type else [])
    reading = json.loads(subprocess.run(command, capture_output=True, check=True, timeout=60).stdout)
    feed = reading.get("feed")
    if feed is None:
        return {"items": None}
    return {
        "title": feed.get("title"),
        "homePage": feed.get("homePage"),
        "language": feed.get("language"),
        "items": [
            {
                "title": item.get("title"),
                "link": item.get("link"),
                "date": item.get("published") or item.get("updated"),
                "authors": [author.get("name") or author.get("email") for author in item["authors"]],
                "categories": item["categories"],
                "enclosures": [enclosure["url"] for enclosure in item["enclosures"]],
                "text": text((item.get("content") or item.get("summary") or {}).get("html")),
            }
            for item in feed["items"]
        ],
    }


def theirs(file, content_type):
    headers = {"content-location": ADDRESS}
    if content_type:
        headers["content-type"] = content_type
    feed = feedparser.parse(file.read_bytes(), response_headers=headers, sanitize_html=False)
    if not feed.get("version") and not feed.entries:
        return {"items": None}
    return {
        "title": plain(feed.feed.get("title")),
        "homePage": feed.feed.get("link"),
        "language": feed.feed.get("language"),
        "items": [item(entry) for entry in feed.entries],
    }


def item(entry):
    content = entry.get("content")
    return {
        "title": plain(entry.get("title")),
        "link": entry.get("link"),
        # dc:date is the date of a change for feedparser, and that of publication for us.
        "date": date(dict.get(entry, "published_parsed") or dict.get(entry, "updated_parsed")),
        "authors": [author.get("name") or author.get("email") for author in entry.get("authors", []) if author],
        "categories": [tag.get("label") or tag["term"] for tag in entry.get("tags", []) if tag.get("term")],
        "enclosures": [file["href"] for file in entry.get("enclosures", []) if file.get("href")],
        "text": text(content[0]["value"] if content else entry.get("summary")),
    }


def date(parts):
    if parts is None:
        return None
    year, month, day, hour, minute, second = parts[:6]
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"


def plain(value):
    return " ".join(html.unescape(re.sub(r"<[^<>]*>", " ", value or "")).split()) or None


def text(value):
    return "".join(html.unescape(re.sub(r"<[^<>]*>", "", value or "")).split())


def differences(first, second):
    if (first["items"] is None) != (second["items"] is None):
        yield "feed"
    if first["items"] is None or second["items"] is None:
        return
    for key in ["title", "homePage", "language"]:
        if (first[key] or None) != (second[key] or None):
            yield f"{key}: {first[key]!r} | {second[key]!r}"
    if len(first["items"]) != len(second["items"]):
        yield f"items: {len(first['items'])} | {len(second['items'])}"
        return
    for number, (one, other) in enumerate(zip(first["items"], second["items"])):
        for key in one:
            if (one[key] or None) != (other[key] or None):
                yield f"item {number} {key}: {one[key]!r} | {other[key]!r}"


def main():
    reader, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    types = json.loads((folder / "content-types.json").read_text())
    explained = set(re.findall(r"^\| `([^`]+)` \|", (folder / "Differences.md").read_text(), re.M))
    differing, failed, count = set(), False, 0
    for file in sorted(folder.iterdir()):
        if not file.is_file() or file.suffix == ".md" or file.name == "content-types.json" or "json" in file.name:
            continue
        count += 1
        found = list(differences(ours(reader, file, types.get(file.name)), theirs(file, types.get(file.name))))
        if not found:
            continue
        differing.add(file.name)
        if file.name not in explained:
            failed = True
        print(file.name + (" (explained)" if file.name in explained else ""))
        for line in found:
            print("   ", line)
    for name in sorted(explained - differing):
        print(f"{name} is listed as explained, but doesn't differ.")
        failed = True
    print(f"{count} files, {len(differing)} differ, {len(differing & explained)} of them explained.")
    sys.exit(1 if failed else 0)


main()
