"""Checks the site of the documentation in a browser; scripts/check-site runs it.

    scripts/check-site [FOLDER [WORD]]   the site in FOLDER, and only the pages whose address has WORD
"""

import functools
import http.server
import pathlib
import shutil
import sys
import threading

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[1]
PICTURES = ROOT / ".build-all" / "screenshots" / "site"
WIDE = {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"}
NARROW = {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"}
# Pages of each kind, beside the guides.
SAMPLES = ["indexoffreshet", "client", "fetcherror", "retrypolicy", "request"]
# The start page, a table, a long guide, a type and the tutorial.
SHOWN = ["freshet", "proof", "platformsandtraits", "operators", "client", "moviebrowser", "tutorials"]
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
    guides = {file.stem.lower() for folder in catalogues for file in folder.glob("*.md")}
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
    width = page.locator("html").evaluate("it => it.scrollWidth")
    if width > form["viewport"]["width"]:
        problems.append(f"is {width} points wide")
    for violation in Axe().run(page, options=RULES).response["violations"]:
        places = [str(node["target"][0]) for node in violation["nodes"]]
        ours = [place for place in places if not any(name in place for name in OF_DOCC.get(violation["id"], []))]
        if ours:
            problems.append(f"axe: {violation['id']} ({len(ours)}) at {', '.join(ours[:3])}")
    return problems


def search(browser, base):
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


def look(browser, base, address):
    """Returns what is wrong with a page, narrow and wide."""
    problems = []
    name = address.strip("/").split("/")[-1]
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
    pages = [address for address in addresses(site) if word in address]
    problems = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for address in pages:
            problems += look(browser, base, address)
        search(browser, base)
        browser.close()
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(pages)} pages of the site were checked, narrow and wide.")
    sys.exit(1 if problems or not pages else 0)


main()
