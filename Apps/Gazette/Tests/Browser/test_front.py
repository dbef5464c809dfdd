"""The front page: every headline once, one meal of the day, marks, and one word about a service that is down."""

import collections
import re

import access
import pytest
from conftest import Site, arrive
from playwright.sync_api import expect
from test_states import Services


def test_every_headline_is_there_once_and_one_meal_with_what_it_is_made_of(open_page):
    page = open_page("/")
    expect(page.locator("#part-sports .brief").first).to_be_visible()
    titles = page.locator("#part-headlines h3, #part-business h3, #part-technology h3, #part-science h3, #part-sports h3").all_inner_texts()
    assert len(titles) == 30
    assert [title for title, count in collections.Counter(titles).items() if count > 1] == []
    meal = page.locator("#part-meal article")
    expect(meal).to_have_count(1)
    expect(meal.locator(".facts")).to_have_text(re.compile(r"\d+ ingredients?.*\d+ steps?"))
    expect(meal.locator("img")).to_be_attached()
    title = meal.get_by_role("heading").inner_text()
    meal.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def test_items_of_the_front_page_can_be_saved(open_page, site, subtests):
    page = open_page("/", viewport={"width": 1280, "height": 800})
    for part in ["headlines", "stories", "science", "movies", "meal"]:
        with subtests.test(part=part):
            arrive(page, site.address + "/")
            item = page.locator(f"#part-{part} article").first
            expect(page.locator("html.scripted")).to_be_attached()
            item.hover()
            save = item.get_by_role("button", name="Save")
            expect(save).to_have_css("opacity", "1")
            with page.expect_response(lambda it: "/marks/save" in it.url):
                save.click()
            title = item.get_by_role("heading").inner_text()
            page.goto(site.address + "/saved")
            expect(page.locator("article h2").first).to_contain_text(title)
            assert page.locator("article").count() == 1


@pytest.fixture(scope="module")
def without_news():
    site = Site(NEWSAPI_BASE_URL="http://127.0.0.1:9/v2", NEWSAPI_KEY="any")
    yield site
    site.stop()


@pytest.mark.parametrize("has_script", [True, False], ids=["with-script", "without"])
def test_one_dead_service_is_reported_once(open_page, without_news, has_script):
    page = open_page("/", address=without_news.address, java_script_enabled=has_script)
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.get_by_role("link", name="Try again")).to_have_count(1)
    expect(page.locator("#part-stories article").first).to_be_visible()
    expect(page.locator("#part-headlines")).to_have_count(0)
    assert page.evaluate("""(() => {
        const top = (one) => document.querySelector(one).getBoundingClientRect().top;
        return top("[role=alert]") < top("#part-stories");
    })()""")
    if has_script:
        access.check(page)
        page.get_by_role("link", name="Try again").click()
        expect(page.get_by_role("alert")).to_have_count(1)


def test_the_last_copy_stays_below_the_report(open_page):
    services = Services()
    page = open_page("/settings", address=services.site.address)
    page.goto(services.site.address + "/")
    expect(page.locator("#part-sports .brief").first).to_be_visible()
    # A part that is still loading has no copy.
    expect(page.locator(".skeleton")).to_have_count(0)
    services.wire.cut()
    page.evaluate("gazette.press('retry', '')")
    report = page.locator("#trouble")
    expect(report).to_contain_text("Stored copy")
    expect(page.locator("#part-sports .brief")).to_have_count(5)
    assert report.bounding_box()["y"] < page.locator("#part-headlines").bounding_box()["y"]
    services.stop()
