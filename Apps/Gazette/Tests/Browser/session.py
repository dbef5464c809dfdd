"""A session of a person with Gazette, as `serve --record` records it and `serve --replay` replays it.

    .build-all/browser-tests/bin/python Apps/Gazette/Tests/Browser/session.py   makes the tape again, on the emulator
"""

import pathlib
import subprocess

from conftest import EXECUTABLE, Site, chromium
from playwright.sync_api import expect, sync_playwright

TAPE = pathlib.Path(__file__).resolve().parent / "Tapes" / "session.har"


def visit(page, address):
    """Reads and saves news, reads comments, and searches a movie and a meal. All that Gazette requests meanwhile is in the tape."""
    page.goto(address + "/news?q=zebrafish")
    expect(page.locator("html.scripted")).to_be_attached()
    article = page.locator("article").first
    title = article.locator("h2 a").first.inner_text()
    save = article.locator("[data-mark=save]")
    save.click()
    expect(save).to_have_attribute("aria-pressed", "true")
    open_first(page, 1)
    page.get_by_role("navigation", name="Sections").get_by_role("link", name="Saved").click()
    expect(page.locator("article h2")).to_contain_text([title])

    search(page, address + "/hn/search?kind=all", "old main computer")
    open_first(page, 0, "a[href^='/hn/item/']")
    expect(page.locator("article.comment")).not_to_have_count(0)

    search(page, address + "/movies/search", "pim")
    open_first(page, 2)
    expect(page.get_by_role("heading", name="Cast")).to_be_visible()

    search(page, address + "/meals/search", "stroganoff")
    open_first(page, 1)
    expect(page.get_by_role("heading", name="Ingredients")).to_be_visible()


def search(page, address, text):
    page.goto(address)
    expect(page.locator("html.scripted")).to_be_attached()
    field = page.locator("#search-q")
    field.fill(text)
    field.press("Enter")
    expect(page.locator("article")).not_to_have_count(0)


def open_first(page, pictures, link="h2 a"):
    """Opens the first element of a list by one of its links, once the pictures have come."""
    shown = show_pictures(page)
    assert shown == pictures
    article = page.locator("article").first
    title = article.locator("h2 a").first.inner_text()
    article.locator(link).first.click()
    expect(page.locator("h1")).to_have_text(title)
    show_pictures(page)


def show_pictures(page):
    """Scrolls to each picture of the page, and waits until it has come. Returns how many there are; some are missing in the emulator, too."""
    return page.evaluate("""async () => {
        const pictures = [...document.images];
        for (const picture of pictures) {
            picture.scrollIntoView();
            if (!picture.complete) await new Promise((done) => { picture.onload = picture.onerror = done; });
        }
        return pictures.filter((it) => it.naturalWidth > 0).length;
    }""")


def record():
    """Records the session, and checks its tape."""
    TAPE.parent.mkdir(exist_ok=True)
    site = Site("--record", str(TAPE))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        visit(browser.new_page(reduced_motion="reduce"), site.address)
        browser.close()
    assert site.stop() == 0
    subprocess.run([EXECUTABLE, "tape", "check", TAPE], check=True)


if __name__ == "__main__":
    record()
