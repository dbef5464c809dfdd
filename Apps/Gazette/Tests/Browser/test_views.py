"""The requirements for every view."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import SCREENSHOTS
from playwright.sync_api import expect

VIEWS = [
    "/", "/search?q=rust", "/news", "/news?category=science", "/news?q=climate", "/sources", "/sources/harbour-times", "/hn", "/hn/ask",
    "/hn/search?q=rust", "/movies", "/movies/12321", "/movies/search?q=pim", "/movies/discover?genre=27", "/meals", "/meals/52764", "/lab", "/people",
    "/people/3", "/people/sign-up", "/settings", "/saved", "/feeds", "/feeds/manage", "/feeds/filters",
    "/hn/item/42229632", "/hn/user/nullislander", "/nothing-here",
]


@pytest.mark.parametrize("path", VIEWS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_anybody_out(open_page, path, scheme):
    page = open_page(path, color_scheme=scheme, viewport={"width": 1280, "height": 900})
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("path", VIEWS)
@pytest.mark.parametrize("width", [390, 1280])
def test_targets_are_large_enough_to_be_hit(open_page, path, width):
    page = open_page(path, viewport={"width": width, "height": 900})
    results = Axe().run(page, options={"runOnly": {"type": "rule", "values": ["target-size"]}})
    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("path", VIEWS)
def test_a_phone_shows_it_without_scrolling_sideways(open_page, path):
    page = open_page(path, viewport={"width": 320, "height": 640})
    assert page.locator("html").evaluate("it => it.scrollWidth") <= 320


@pytest.mark.parametrize("path", VIEWS)
def test_a_picture_of_it_is_kept(open_page, path):
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page = open_page(path, viewport={"width": 1280, "height": 900})
    name = (path.strip("/") or "today").translate(str.maketrans("/?=", "---"))
    page.screenshot(path=SCREENSHOTS / f"{name}.png")
    assert (SCREENSHOTS / f"{name}.png").stat().st_size > 5000


def test_without_scripts_links_and_forms_do_it_all(open_page):
    page = open_page("/news", java_script_enabled=False)
    assert page.locator("article").count() == 20
    page.get_by_role("link", name="Show more").click()
    expect(page.locator("article").nth(37)).to_be_attached()
    page.get_by_role("link", name="Search", exact=True).click()
    page.locator("main").get_by_role("searchbox").fill("climate")
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(re.compile("q=climate"))
    expect(page.locator("article").nth(3)).to_be_attached()
    page.goto(page.url.split("/news")[0] + "/lab")
    page.locator("#lab-sharing").get_by_role("button", name="Run").click()
    expect(page.locator("#lab-sharing rect.phase-joined")).to_have_count(2)
    page.goto(page.url.split("/lab")[0] + "/hn")
    page.locator("article", has_text="comments").first.get_by_role("link", name=re.compile("comments$")).click()
    page.locator(".fold").first.click()
    expect(page.locator(".fold").first).to_have_attribute("aria-expanded", "false")
    page.goto(page.url.split("/hn")[0] + "/people/sign-up")
    page.get_by_label("Name").fill("abcd")
    page.get_by_label("Password", exact=True).fill("secret")
    page.get_by_label("Password again").fill("secret")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Welcome, abcd")).to_have_count(1)
