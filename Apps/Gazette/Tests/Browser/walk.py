"""Walks through Gazette by keys alone, and reads what a screen reader is given; writes both down in the page that is named."""

import pathlib
import sys

from conftest import Site, chromium
from playwright.sync_api import expect, sync_playwright

# Where the walk begins, the keys of each step, and what they do.
WALKS = [
    ("/", [
        (["Tab"], "the first thing there is"), (["Enter", "Tab"], "over the masthead, into the page"), (["j"], "the lead story"),
        (["j"], "the next headline"), (["k"], "back"), (["o"], "reads it"), (["h"], "back, at the same headline"),
    ]),
    ("/", [(["g", "n"], "to the news"), (["j", "j"], "the second article"), (["s"], "saves it"), (["m"], "marks it as read, and goes on"),
           (["l"], "further articles"), (["d"], "dense"), (["d"], "airy again")]),
    ("/news", [(["g", "s"], "to the sources"), (["j"], "the first source"), (["Enter"], "its articles")]),
    ("/sources", [(["g", "h"], "to Hacker News"), (["j", "j"], "the second story"), (["c"], "its comments")]),
    ("/hn/item/42229632", [(["j", "j"], "past the story, to the first comment"), (["J"], "the next at its depth"), (["K"], "back"), (["j"], "a reply"),
                           (["u"], "what it replies to"), (["x"], "folds it"), (["x"], "unfolds it")]),
    ("/hn", [(["g", "m"], "to the movies"), (["j"], "the first movie"), (["o"], "opens it"), (["h"], "back, at the same movie"),
             (["/"], "to the search"), (["Escape"], "out of the field")]),
    ("/movies", [(["g", "k"], "to the meals"), (["j"], "the first meal"), (["o"], "opens it")]),
    ("/meals", [(["g", "l"], "to the lab"), (["j"], "the button of the first call"), (["Enter"], "fetches; the focus stays"), (["j"], "the next call")]),
    ("/lab", [(["g", "p"], "to the people"), (["/"], "to the filter"), (["a", "n", "t"], "filters as one types"), (["Escape"], "out of the field"),
              (["j"], "the first person"), (["o"], "opens it")]),
    ("/people", [(["g", "b"], "to what is saved"), (["j"], "the first of it"), (["Tab", "Tab"], "its button"), (["Enter"], "removes it")]),
    ("/saved", [(["g", "t"], "to today"), (["?"], "the list of keys"), (["Escape"], "closes it")]),
]
PLACES = ["/", "/news", "/sources", "/hn", "/hn/item/42229632", "/movies", "/movies/12321", "/meals", "/meals/52764", "/lab", "/people", "/people/3",
          "/people/sign-up", "/saved", "/account", "/settings", "/search?q=rice"]
INTRODUCTION = """# By keys, and by ear

How Gazette's pages are used without a mouse and without a screen. `walk.py` in [Tests/Browser](Tests/Browser) has written this page down from a
run in Chromium, on the emulator; its tests check the same things on every change.

## The keys

`?` shows them. They rest in fields, with Ctrl, Alt or Meta held, and behind the list of keys; *Settings* turns them off. Nothing needs them: all of
it is reached by Tab and Enter, too.
"""
ANNOUNCED = """## What is announced when something changes

| What happens | What is announced, and how |
| --- | --- |
| A list or a page is loading | `status`, polite: "Loading…", with a button *Stop* after a second |
| It has come | `status`, polite: how many there are, such as "20 of 27 movies in 11 ms" |
| It could not be loaded | `alert`: what failed, in words; *Try again* and *Dismiss* follow |
| A list is filtered as one types | `status`, polite: the new count, or that nothing matches; the field keeps the focus |
| *Show more*, by a key | the focus goes to the first element that is new |
| New stories on Hacker News | a button "2 new"; pressed by a key, the focus goes to the first of them |
| Something is saved, or marked as read | the button is pressed (`aria-pressed`); if it could not be kept, `status`: "nothing was kept" |
| All are marked as read | `status`: "All are marked as read.", with *Undo* |
| A comment is folded | its link is collapsed (`aria-expanded`) and says how many it hides |
| A saved element is removed | the focus goes to the one that takes its place |
| The connection is lost | `status`: "Connection lost."; after three attempts with a link *Reload* |
"""


def step(page, keys):
    before = page.url
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(700)
    if page.url != before:
        expect(page.locator("html.scripted")).to_be_attached()
        page.wait_for_timeout(700)
    focus = page.locator(":focus")
    name = focus.aria_snapshot().split("\n")[0].removeprefix("- ").rstrip(":").strip("'") if focus.count() else "the page"
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
        lines.append("\n## A walk through all sections\n\nEach table begins where the one before ended, or at the address above it; the last column is what has the focus "
                     "then, as it is announced.\n")
        for path, steps in WALKS:
            page.goto(site.address + path)
            expect(page.locator("html.scripted")).to_be_attached()
            lines.append(f"From `{path}`:\n\n| Keys | What happens | Address | Focus |\n| --- | --- | --- | --- |")
            for keys, meaning in steps:
                name, url = step(page, keys)
                shown = url.removeprefix(site.address)
                shown = shown if len(shown) < 30 else shown[:27] + "…"
                lines.append(f"| {' '.join(f'`{key}`' for key in keys)} | {meaning} | `{shown}` | {name.replace('|', '/')} |")
            lines.append("")
        lines.append(ANNOUNCED)
        lines.append("## What is announced on the way through a page\n\nThe beginning of the accessibility tree of each view, below the masthead, which is the same everywhere "
                     "(skip link, `banner` with the name, the search over everything, Settings and the navigation *Sections*).\n")
        for path in PLACES:
            page.goto(site.address + path)
            page.wait_for_timeout(700)
            tree = [line for line in page.get_by_role("main").aria_snapshot().split("\n") if "/url:" not in line and "- option" not in line]
            lines.append(f"`{path}`:\n\n```yaml")
            lines += [line if len(line) < 140 else line[:139] + "…" for line in tree[:18]] + (["  …"] if len(tree) > 18 else []) + ["```\n"]
        browser.close()
    pathlib.Path(target).write_text("\n".join(lines).rstrip() + "\n")
    return site.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
