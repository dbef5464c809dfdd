"""Takes the two screenshots of the README into the folder that is named."""

import pathlib
import sys

from conftest import Site, chromium
from playwright.sync_api import expect, sync_playwright

SHOTS = [("movies", "/movies/top-rated", "light"), ("hacker-news", "/hn", "dark")]

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
# As it is today: what is read was written a while ago, and not months.
site = Site(GAZETTE_EMULATOR_TIME="")
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
    for name, path, scheme in SHOTS:
        page = browser.new_page(color_scheme=scheme, viewport={"width": 960, "height": 560})
        with page.expect_event("load"):
            page.goto(site.address + path, wait_until="commit")
        for picture in page.locator("img").all()[:10]:
            picture.scroll_into_view_if_needed()
            expect(picture).to_have_js_property("complete", True)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=folder / f"{name}.png", animations="disabled")
    browser.close()
sys.exit(site.stop())
