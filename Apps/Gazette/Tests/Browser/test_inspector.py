"""The page of requests that `gazette serve --inspect` serves."""

import re
import urllib.error
import urllib.request

import access
import pytest
from conftest import Site, follow, resize
from playwright.sync_api import expect


def read(site, path):
    """Reads a page, which may be one of an error."""
    try:
        urllib.request.urlopen(site.address + path).read()
    except urllib.error.HTTPError as error:
        error.read()


@pytest.fixture(scope="module")
def inspected():
    site = Site("--inspect")
    for path in ("/meals", "/hn"):
        read(site, path)
    yield site
    assert site.stop() == 0


@pytest.mark.parametrize("path", ["", "resources", "state", "call"])
def test_nothing_keeps_anybody_out(browser, inspected, subtests, path):
    page = browser.new_page(viewport={"width": 390, "height": 900})
    page.goto(inspected.requests + ("" if path == "call" else path))
    if path == "call":
        follow(page.get_by_role("row").nth(1).get_by_role("link"))
        expect(page.get_by_role("heading", name="Waterfall")).to_be_visible()
    for width in [390, 1280]:
        resize(page, width, 900)
        page.locator("details").evaluate_all("them => them.forEach((it) => it.open = true)")
        for scheme in ["light", "dark"]:
            page.emulate_media(color_scheme=scheme)
            with subtests.test(width=width, scheme=scheme):
                assert page.locator("html").evaluate("it => it.scrollWidth") <= width
                access.check(page)
    page.close()


def tab_to(page, role, name):
    """Moves the focus to an element as a person without a mouse does."""
    target = page.get_by_role(role, name=name, exact=True) if role else page.locator("summary").filter(has_text=name)
    for _ in range(40):
        page.keyboard.press("Tab")
        if target.evaluate("it => it === document.activeElement"):
            return
    raise AssertionError(f"{name} is not reached")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_all_is_reached_by_keyboard(browser, inspected, width, scheme):
    page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
    page.goto(inspected.requests)
    # Only such a call has received something: the others were cancelled, or took the response of a cache or another call.
    page.keyboard.press("/")
    page.keyboard.type("200 network")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Waterfall")).to_be_visible()
    call = page.url
    for offline in (True, False):
        tab_to(page, None, "Network and caches")
        page.keyboard.press("Enter")
        tab_to(page, "checkbox", "Offline")
        page.keyboard.press("Space")
        tab_to(page, "button", "Apply")
        page.keyboard.press("Enter")
        expect(page.get_by_text("The network is changed.")).to_have_count(1 if offline else 0)
        assert page.url == call
    tab_to(page, None, "Received")
    page.keyboard.press("Enter")
    tab_to(page, "link", "as JSON")
    page.goto(call)
    tab_to(page, "link", "All calls")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Calls")).to_be_visible()
    for name in ("Resources", "State"):
        tab_to(page, "link", name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    page.close()


def test_a_call_that_is_sent_appears_and_is_opened_by_keyboard(browser, inspected):
    page = browser.new_page()
    page.goto(inspected.requests)
    page.keyboard.press("/")
    page.keyboard.type("lookup.php")
    expect(page.get_by_role("status").first).to_have_text(re.compile("^0 of"))
    read(inspected, "/meals/52764")
    expect(page.locator("#calls tbody tr:visible")).to_have_count(1)
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("GET lookup.php"))
    expect(page.get_by_text("Request 1 the first request")).to_be_visible()
    expect(page.locator(".waterfall rect")).not_to_have_count(0)
    page.close()


def test_the_table_is_there_without_a_script_and_on_a_phone(browser, inspected):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(inspected.requests)
    expect(page.get_by_role("row").filter(has_text="categories.php")).to_have_count(1)
    page.get_by_role("row").filter(has_text="categories.php").get_by_role("link").click()
    expect(page.get_by_role("heading", name="Waterfall")).to_be_visible()
    page.get_by_role("link", name="State").click()
    expect(page.get_by_role("heading", level=3, name="Retry budget").first).to_be_visible()
    page.get_by_role("link", name="Resources").click()
    expect(page.get_by_role("heading", level=2, name="themealdb")).to_be_visible()
    context.close()
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(inspected.requests)
    assert page.locator("html").evaluate("it => it.scrollWidth") <= 390
    page.close()


def test_the_network_is_cut_and_comes_back(browser, inspected):
    page = browser.new_page()
    page.goto(inspected.requests)
    for offline in (True, False):
        page.get_by_text("Network and caches").click()
        page.get_by_label("Offline").set_checked(offline)
        page.get_by_role("button", name="Apply").click()
        expect(page.get_by_text("The network is changed.")).to_have_count(1 if offline else 0)
    read(inspected, "/meals/52766")
    page.get_by_label("Filter").fill("lookup.php 200")
    expect(page.locator("#calls tbody tr:visible").first).to_be_visible()
    page.close()
