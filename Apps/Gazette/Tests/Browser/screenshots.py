"""Takes the screenshots of the READMEs into the folder that is named."""

import pathlib
import signal
import sys

from conftest import Site, chromium
from playwright.sync_api import sync_playwright

SHOTS = [("movies", "/movies", "light"), ("hacker-news", "/hn", "dark")]

# Goes down the page once, so that pictures that wait for that are asked for.
SCROLL = """async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
        scrollTo(0, y);
        await new Promise((done) => requestAnimationFrame(done));
    }
    scrollTo(0, 0);
}"""
# Waits until the display face and all pictures in sight are there; the result is what is missing after a minute. Pictures that the services
# refuse are missing, too: some of those of the emulator are.
READY = """async () => {
    await document.fonts.load("700 32px Newsreader");
    const missing = () => [...document.querySelectorAll("img, .failed")].filter((it) =>
        it.getBoundingClientRect().top < innerHeight && !(it.complete && it.naturalWidth > 0));
    for (const end = performance.now() + 60000; missing().length > 0 && performance.now() < end;) {
        await new Promise((done) => setTimeout(done, 50));
    }
    return missing().map((it) => it.outerHTML);
}"""


def take(browser, address, path, scheme, target):
    page = browser.new_page(color_scheme=scheme, viewport={"width": 960, "height": 560})
    page.set_default_timeout(60_000)
    # The face that arrives after the first picture of a first visit is shown from the second visit on.
    for _ in range(2):
        page.goto(address + path, wait_until="load")
        page.locator("main article").first.wait_for()
        page.evaluate(SCROLL)
        missing = page.evaluate(READY)
        assert not missing, missing
    page.screenshot(path=target, animations="disabled")
    page.close()


def take_feeds(browser, address, folder):
    """Takes the list of the sample feeds' items, wide and light as well as narrow and dark."""
    context = browser.new_context(color_scheme="light", viewport={"width": 1280, "height": 600})
    page = context.new_page()
    page.goto(f"{address}/feeds")
    page.get_by_role("button", name="Try the sample feeds").click()
    page.locator("main article").nth(6).wait_for()
    page.goto(f"{address}/feeds", wait_until="load")
    page.evaluate(READY)
    page.screenshot(path=folder / "feeds.png", animations="disabled")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 600})
    # The folders are folded on a narrow page, as it is loaded.
    page.reload(wait_until="load")
    page.screenshot(path=folder / "feeds-narrow.png", animations="disabled")
    context.close()


def take_inspector(browser, site, target):
    """Takes the page of a call in the inspector, after a reader has opened a page over a network that loses every second request."""
    page = browser.new_page(color_scheme="light", viewport={"width": 960, "height": 640})
    page.goto(site.requests)
    page.get_by_text("Network and caches").click()
    page.get_by_label("Fail every nth request").fill("2")
    page.get_by_role("button", name="Apply").click()
    reader = browser.new_page(viewport={"width": 960, "height": 560})
    for meal in ["52764", "52765"]:
        reader.goto(f"{site.address}/meals/{meal}", wait_until="load")
    reader.close()
    page.get_by_text("Network and caches").click()
    page.get_by_label("Fail every nth request").fill("")
    page.get_by_role("button", name="Apply").click()
    page.get_by_label("Filter").fill("lookup.php")
    page.locator("#calls tbody tr:visible a").first.click()
    page.locator(".waterfall rect.phase-delay").wait_for()
    page.screenshot(path=target, animations="disabled")
    page.close()


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    # Whoever ends this ends the server, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    # As it is today: what is read was written a while ago, and not months.
    site = Site("--inspect", GAZETTE_EMULATOR_TIME="")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            for name, path, scheme in SHOTS:
                take(browser, site.address, path, scheme, folder / f"{name}.png")
            take_feeds(browser, site.address, folder)
            take_inspector(browser, site, folder / "inspector.png")
            browser.close()
    finally:
        code = site.stop()
    return code


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
