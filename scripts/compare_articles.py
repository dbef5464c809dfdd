"""Compares articles with those that are expected of their pages. Called by compare-articles."""

import collections
import html
import json
import pathlib
import re
import subprocess
import sys

INLINE = "a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|tt|u|var|wbr"


def words(text):
    """The words of HTML, with how often each occurs."""
    text = re.sub(r"(?s)<!--.*?-->|<(script|style|title)\b.*?</\1>", " ", text or "")
    text = re.sub(rf"</?(?:{INLINE})\b[^<>]*>", "", text)
    return collections.Counter(re.findall(r"\w+", html.unescape(re.sub(r"<[^<>]*>", " ", text)).lower()))


def score(found, expected):
    """The harmonic mean of how many found words are expected, and how many expected ones are found."""
    total = found.total() + expected.total()
    return 2 * (found & expected).total() / total if total else 1.0


def main():
    reader, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    pages = sorted(file.parent for file in folder.glob("*/source.html"))
    command = [reader, "--articles"] + [str(page / "source.html") for page in pages]
    lines = subprocess.run(command, capture_output=True, check=True, timeout=600).stdout.splitlines()
    articles = [json.loads(line) for line in lines]
    scores = sorted(
        (score(words(article), words((page / "expected.html").read_text())), page.name)
        for page, article in zip(pages, articles, strict=True)
    )
    values = [value for value, _ in scores]
    print(f"{len(pages)} pages, mean F1 of words {sum(values) / len(values):.3f}, {sum(v < 0.5 for v in values)} below 0.5, ", end="")
    print(f"{articles.count(None)} without an article. The worst:")
    for value, name in scores[:10]:
        print(f"{value:6.3f} {name}")


main()
