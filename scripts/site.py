"""Checks the site of the documentation in a browser; scripts/check-site runs it.

    scripts/check-site [FOLDER [WORD]]   the site in FOLDER, and only the pages whose address has WORD
"""

import functools
import http.server
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[1]
PICTURES = ROOT / ".build-all" / "screenshots" / "site"
WIDE = {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"}
NARROW = {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"}
# Pages of each kind, beside the guides.
SAMPLES = ["indexoffreshet", "client", "fetcherror", "retrypolicy", "request"]
# The start page, a table, a long guide, a type, the tutorial and the search.
SHOWN = ["freshet", "proof", "platformsandtraits", "operators", "client", "moviebrowser", "tutorials", "search"]
# Words that people search for, each with its guide, which is one of the first results.
WORDS = ROOT / "scripts" / "site" / "search-words.json"
FIRST = 3
# The start page, and the guide at which readers change the version.
HOME = "documentation/freshet"
GUIDE = "documentation/freshet/retrying"
LIMIT = 60_000
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
# What DocC's own frame around the pages gets wrong: the button of the menu has no name; a table that scrolls can't be reached by
# the keyboard alone; and in tutorials, a list item has a label, and an estimated time is grey.
OF_DOCC = {
    "button-name": [".toggle"],
    "scrollable-region-focusable": [".table-wrapper"],
    "aria-prohibited-attr": [".item"],
    "color-contrast": ["label:nth-child"],
}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the files of the site, and logs nothing."""

    def log_message(self, *arguments):
        pass


def serve(site):
    """Serves a folder on a free port of this machine and returns its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def addresses(site):
    """Returns the addresses of the pages to look at: all guides, modules and tutorials, and some types."""
    catalogues = [folder for sources in ("Sources", "Services/Sources") for folder in ROOT.glob(f"{sources}/*/*.docc")]
    guides = {file.stem.lower() for folder in catalogues for file in [*folder.glob("*.md"), *folder.glob("Examples/*.md")]}
    guides |= {file.stem.lower() for file in (ROOT / "docs").glob("*.md")}
    for folder in ("documentation", "tutorials"):
        for file in sorted((site / "data" / folder).rglob("*.json")):
            place = file.relative_to(site / "data").with_suffix("")
            is_guide = len(place.parts) <= 3 and place.name in guides | set(SAMPLES)
            if folder == "tutorials" or is_guide:
                yield f"/{place.as_posix()}/"


def problems_of(page, address, form):
    """Opens a page and returns what is wrong with it."""
    problems = []
    page.on("pageerror", lambda error: problems.append(f"an error of a script: {error}"))
    page.on("response", lambda it: it.status >= 400 and problems.append(f"{it.status} for {it.url}"))
    page.goto(address)
    # The title of a page is drawn by its script.
    page.locator("h1").first.wait_for(timeout=LIMIT)
    if "/search/" in address:
        page.locator("#results[data-words]").wait_for(timeout=LIMIT, state="attached")
    width = page.locator("html").evaluate("it => it.scrollWidth")
    if width > form["viewport"]["width"]:
        problems.append(f"is {width} points wide")
    for violation in Axe().run(page, options=RULES).response["violations"]:
        places = [str(node["target"][0]) for node in violation["nodes"]]
        ours = [place for place in places if not any(name in place for name in OF_DOCC.get(violation["id"], []))]
        if ours:
            problems.append(f"axe: {violation['id']} ({len(ours)}) at {', '.join(ours[:3])}")
    return problems


def filter_names(browser, base):
    """Finds a type by its name beside a page; fails if that is not possible."""
    page = browser.new_page(**WIDE)
    page.goto(f"{base}/documentation/freshet/")
    field = page.get_by_placeholder("Filter")
    field.wait_for(timeout=LIMIT)
    field.fill("RetryPolicy")
    page.locator("a[href$='/documentation/freshet/retrypolicy']").first.click(timeout=LIMIT)
    title = page.locator("h1", has_text="RetryPolicy")
    title.wait_for(timeout=LIMIT)
    page.close()


def type_words(page, words):
    """Types words into the search, and returns the addresses of the pages that it finds, guides and symbols."""
    page.locator("#query").fill(words)
    page.locator(f"#results[data-words='{words}']").wait_for(timeout=LIMIT, state="attached")
    found = "all => all.map(it => it.getAttribute('href'))"
    return [page.locator(f"#{group} > ol > li > a").evaluate_all(found) for group in ("guides", "symbols")]


def search(browser, base):
    """Searches by the header of a page and by words; returns what is wrong with what is found."""
    page = browser.new_page(**WIDE)
    problems = []
    page.goto(f"{base}/documentation/freshet/retrying/")
    page.get_by_label("Search the documentation").fill("RetryBudget")
    page.keyboard.press("Enter")
    page.locator("#symbols a[href$='/freshet/retrybudget/']").wait_for(timeout=LIMIT)
    if "?q=RetryBudget" not in page.url:
        problems.append(f"the search has the address {page.url}")
    searches = json.loads(WORDS.read_text(encoding="utf-8"))
    for search in searches:
        guides = [address.strip("/").split("/")[-1] for address in type_words(page, search["word"])[0]]
        if search["page"].lower() not in guides[:FIRST]:
            problems.append(f"“{search['word']}” finds {', '.join(guides[:FIRST]) or 'nothing'}, not {search['page']}")
    print(f"{len(searches)} words were searched for.")
    problems += [f"“zzyzx” finds {address}" for address in sum(type_words(page, "zzyzx"), [])]
    if "No page matches" not in page.locator("#status").inner_text():
        problems.append("a search without results says nothing")
    # The first result is reached by the keyboard alone.
    type_words(page, "retry")
    page.locator("#query").press("Tab")
    focused = page.evaluate("document.activeElement.getAttribute('href')")
    if not focused or not focused.endswith("/freshet/retrying/"):
        problems.append(f"the key Tab leads from the search to {focused}")
    page.close()
    return problems


def few_pages(site, folder, number=None):
    """Copies a site with its start page and one guide, and with a number as if it had been built for that release."""
    shutil.copytree(site, folder, ignore=shutil.ignore_patterns("data", "documentation", "tutorials", "pagefind"))
    for page in (HOME, GUIDE):
        for part in (f"data/{page}.json", f"{page}/index.html"):
            (folder / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(site / part, folder / part)
    if number:
        for page in (HOME, GUIDE):
            file = folder / page / "index.html"
            text = file.read_text(encoding="utf-8").replace('"/', f'"/{number}/').replace(f'root = "/{number}/"', 'root = "/"')
            file.write_text(text.replace('shown = "main"', f'shown = "{number}"'), encoding="utf-8")
        (folder / "version.txt").write_text(number, encoding="utf-8")
    return folder


def versions(browser, site):
    """Publishes main and two releases, and goes from one to the other; returns what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        published = pathlib.Path(folder) / "published"
        unreleased = few_pages(site, pathlib.Path(folder) / "main")
        releases = [few_pages(site, pathlib.Path(folder) / number, number) for number in ("0.9.0", "0.10.0")]
        shutil.rmtree(releases[0] / GUIDE)
        for built in (releases[0], unreleased, releases[1], unreleased):
            subprocess.run([ROOT / "scripts" / "publish-site", published, built], check=True, stdout=subprocess.DEVNULL)
        base = serve(published)
        page = browser.new_page(**WIDE)
        shown = []
        page.goto(f"{base}/{GUIDE}/")
        for number in ("0.10.0", "0.9.0", "main"):
            page.locator(".site-header .notice, .site-header option").first.wait_for(timeout=LIMIT, state="attached")
            notices = page.locator(".site-header .notice").all_inner_texts()
            shown.append((page.url.removeprefix(base), page.get_by_label("Version", exact=True).input_value(), *notices))
            with page.expect_navigation():
                page.get_by_label("Version", exact=True).select_option(number)
        shown.append(page.url.removeprefix(base))
        page.close()
    expected = [
        (f"/{GUIDE}/", "main", "This page describes unreleased code. The newest version is 0.10.0."),
        (f"/0.10.0/{GUIDE}/", "0.10.0"),
        # This version has no such page.
        ("/0.9.0/documentation/freshet/", "0.9.0", "This page describes version 0.9.0. The newest version is 0.10.0."),
        "/documentation/freshet/",
    ]
    return [] if shown == expected else [f"the versions show {shown}"]


def look(browser, base, address):
    """Returns what is wrong with a page, narrow and wide."""
    problems = []
    name = address.partition("?")[0].strip("/").split("/")[-1]
    for title, form in (("wide", WIDE), ("narrow", NARROW)):
        page = browser.new_page(**form)
        problems += [f"{address} {title}: {problem}" for problem in problems_of(page, base + address, form)]
        if name in SHOWN:
            page.screenshot(path=PICTURES / f"{name}-{title}.png")
        page.close()
    return problems


def main():
    site = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build" / "documentation")
    word = sys.argv[2] if len(sys.argv) > 2 else ""
    PICTURES.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    base = serve(site)
    pages = [address for address in [*addresses(site), "/search/?q=retry", "/search/?q=zzyzx"] if word in address]
    problems = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for address in pages:
            problems += look(browser, base, address)
        filter_names(browser, base)
        problems += search(browser, base)
        problems += versions(browser, site)
        browser.close()
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(pages)} pages of the site were checked, narrow and wide.")
    sys.exit(1 if problems or not pages else 0)


main()
