"""The requirements for every view."""

import re

import access
import pytest
from conftest import SCREENSHOTS, resize
from playwright.sync_api import expect

VIEWS = [
    "/", "/search?q=rust", "/news", "/news?category=science", "/news?q=climate", "/sources", "/sources/harbour-times", "/hn", "/hn/ask",
    "/hn/search?q=rust", "/movies", "/movies/12321", "/movies/search?q=pim", "/movies/discover?genre=27", "/meals", "/meals/52764", "/lab", "/people",
    "/people/3", "/people/sign-up", "/settings", "/saved", "/feeds", "/feeds/manage", "/feeds/filters",
    "/hn/item/42229632", "/hn/user/nullislander", "/nothing-here",
]


@pytest.mark.parametrize("path", VIEWS)
def test_a_view_is_for_everybody(open_page, subtests, path):
    page = open_page(path, viewport={"width": 320, "height": 640})
    with subtests.test("nothing scrolls sideways", width=320):
        assert page.locator("html").evaluate("it => it.scrollWidth") <= 320
    resize(page, 390, 900)
    with subtests.test("targets are large enough", width=390):
        access.check(page, access.TARGETS)
    resize(page, 1280, 900)
    with subtests.test("nobody is kept out, and targets are large enough", width=1280, scheme="light"):
        access.check(page, access.ALL)
    with subtests.test("a picture of it is kept"):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        picture = SCREENSHOTS / f"{(path.strip('/') or 'today').translate(str.maketrans('/?=', '---'))}.png"
        page.screenshot(path=picture)
        assert picture.stat().st_size > 5000
    page.emulate_media(color_scheme="dark")
    with subtests.test("nobody is kept out", width=1280, scheme="dark"):
        access.check(page)


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
    page.get_by_label("Repeat the password").fill("secret")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Welcome, abcd")).to_have_count(1)
