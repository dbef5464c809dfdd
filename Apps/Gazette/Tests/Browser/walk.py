"""Goes through Gazette by keys alone, and reads what a screen reader is given; writes both into the file that is named."""

import pathlib
import re
import sys

from conftest import Site, chromium
from playwright.sync_api import expect, sync_playwright

# Where the walk begins, the keys of each step, and what they do.
WALKS = [
    ("/", [
        (["Tab"], "the first link"), (["Enter", "Tab"], "past the masthead"), (["j"], "the lead story"),
        (["j"], "the next headline"), (["k"], "back"), (["o"], "opens it"), (["h"], "back, at the same headline"),
    ]),
    ("/", [(["g", "n"], "goes to the news"), (["j", "j"], "the second article"), (["s"], "saves it"), (["m"], "marks it as read, and goes to the next"),
           (["l"], "loads more articles"), (["d"], "makes the list dense"), (["d"], "makes it airy again")]),
    ("/news", [(["g", "s"], "goes to the sources"), (["j"], "the first source"), (["Enter"], "its articles")]),
    ("/sources", [(["g", "h"], "goes to Hacker News"), (["j", "j"], "the second story"), (["c"], "its comments")]),
    ("/hn/item/42229632", [(["j", "j"], "the first comment, after the story"), (["J"], "the next comment at its depth"), (["K"], "back"), (["j"], "a reply"),
                           (["u"], "what it replies to"), (["x"], "folds it"), (["x"], "unfolds it")]),
    ("/hn", [(["g", "m"], "goes to the movies"), (["j"], "the first movie"), (["o"], "opens it"), (["h"], "back, at the same movie"),
             (["/"], "goes to the search"), (["Escape"], "leaves the field")]),
    ("/movies", [(["g", "k"], "goes to the meals"), (["j"], "the first meal"), (["o"], "opens it")]),
    ("/meals", [(["g", "l"], "goes to the lab"), (["j"], "the first experiment's button"), (["Enter"], "runs it; the focus stays"), (["j"], "the next experiment")]),
    ("/lab", [(["g", "p"], "goes to the people"), (["/"], "goes to the filter"), (["a", "n", "t"], "filters while you type"), (["Escape"], "leaves the field"),
              (["j"], "the first person"), (["o"], "opens the page")]),
    ("/people", [(["g", "b"], "goes to the saved items"), (["j"], "the first saved item"), (["Tab", "Tab"], "its button"), (["Enter"], "removes it")]),
    ("/saved", [(["g", "t"], "goes to today"), (["?"], "the list of keys"), (["Escape"], "closes it")]),
]
PLACES = ["/", "/news", "/sources", "/hn", "/hn/item/42229632", "/movies", "/movies/12321", "/meals", "/meals/52764", "/lab", "/people", "/people/3",
          "/people/sign-up", "/saved", "/account", "/settings", "/search?q=rice"]
INTRODUCTION = """# Keyboard and screen reader

How to use Gazette's pages without a mouse, and what a screen reader announces. `walk.py` in [Tests/Browser](Tests/Browser) writes this page
from a run in Chromium on the emulator. The browser tests check the same behaviour on every change.

## The keys

`?` lists them. They do nothing while a field has the focus, while Ctrl, Alt or Meta is held, or while the list of keys is open. *Settings* turns
them off. Everything can also be reached with Tab and Enter.
"""
ANNOUNCED = """## What is announced when something changes

| What happens | What is announced, and how |
| --- | --- |
| A list or a page is loading | `status`, polite: "Loading…", with a *Stop* button after a second |
| It has loaded | `status`, polite: the count, such as "20 of 27 movies in 11 ms" |
| It couldn't be loaded | `alert`: what failed, in words; *Try again* and *Dismiss* follow |
| A list is filtered while you type | `status`, polite: the new count, or that nothing matches; the field keeps the focus |
| *Show more* is pressed with a key | the focus moves to the first new element |
| New stories on Hacker News | a button "2 new"; when it is pressed with a key, the focus moves to the first of them |
| Something is saved | the button is pressed (`aria-pressed`); if the server doesn't accept the change, the button is released, and `status` says so |
| Something is marked as read | the button says what it does next: "Mark as unread"; if the server doesn't accept the change, it says "Mark as read" again |
| All are marked as read | `status`: "All items are marked as read.", with *Undo* |
| A comment is folded | its link is collapsed (`aria-expanded`) and says how many comments it hides |
| A saved item is removed | the focus moves to the item that takes its place |
| The connection is lost | `status`: "Connection lost."; after three attempts, with a *Reload* link |
"""


def step(page, keys, meaning):
    before = page.url
    for key in keys:
        page.keyboard.press(key)
    # Other keys change the address in place, or not at all.
    if keys[0] in ["g", "o", "c", "h"] or meaning == "its articles":
        page.wait_for_url(lambda url: url != before)
    page.wait_for_timeout(700)
    if page.url != before:
        expect(page.locator("html.scripted")).to_be_attached()
        page.wait_for_timeout(700)
    focus = page.locator(":focus")
    if not focus.count():
        return "the page", page.url
    # While a list grows, there is no name yet.
    while not (name := focus.aria_snapshot()):
        page.wait_for_timeout(100)
    name = name.split("\n")[0].removeprefix("- ").rstrip(":").strip("'")
    return name, page.url


def main(target):
    site = Site()
    lines = [INTRODUCTION]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(site.address + "/settings")
        lines.append("| Keys | What they do |\n| --- | --- |")
        for row in page.locator("main .keys tr").all():
            keys = " ".join(f"`{key}`" for key in row.locator("kbd").all_inner_texts())
            lines.append(f"| {keys} | {row.locator('td').inner_text()} |")
        lines.append("\n## A walk through all sections\n\nEach table starts at the address above it. The last column is the element that has the focus after the keys, "
                     "as it is announced.\n")
        for path, steps in WALKS:
            page.goto(site.address + path)
            expect(page.locator("html.scripted")).to_be_attached()
            lines.append(f"From `{path}`:\n\n| Keys | What happens | Address | Focus |\n| --- | --- | --- | --- |")
            for keys, meaning in steps:
                name, url = step(page, keys, meaning)
                shown = url.removeprefix(site.address)
                shown = shown if len(shown) < 30 else shown[:27] + "…"
                lines.append(f"| {' '.join(f'`{key}`' for key in keys)} | {meaning} | `{shown}` | {name.replace('|', '/')} |")
            lines.append("")
        lines.append(ANNOUNCED)
        lines.append("## How each page begins\n\nThe beginning of each page's accessibility tree, below the masthead. The masthead is the same everywhere: "
                     "skip link, `banner` with the name, the\nsearch over everything, Settings and the navigation *Sections*.\n")
        for path in PLACES:
            page.goto(site.address + path)
            page.wait_for_timeout(700)
            # How long a call took, and how many points there are, differs from run to run.
            tree = [re.sub(r" in \d+ ms$", " in 3 ms", re.sub(r"\d+ points", "229 points", line)) for line in page.get_by_role("main").aria_snapshot().split("\n") if "/url:" not in line and "- option" not in line]
            lines.append(f"`{path}`:\n\n```yaml")
            lines += [line if len(line) < 140 else line[:139] + "…" for line in tree[:18]] + (["  …"] if len(tree) > 18 else []) + ["```\n"]
        browser.close()
    pathlib.Path(target).write_text("\n".join(lines).rstrip() + "\n")
    return site.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
