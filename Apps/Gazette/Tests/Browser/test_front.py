"""The front page: every headline once, one meal of the day, marks, and one word about a service that is down."""

import collections
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from test_states import Services


def test_every_headline_is_there_once(open_page):
    page = open_page("/")
    expect(page.locator("#part-sports .brief").first).to_be_visible()
    titles = page.locator("#part-headlines h3, #part-business h3, #part-technology h3, #part-science h3, #part-sports h3").all_inner_texts()
    assert len(titles) == 30
    assert [title for title, count in collections.Counter(titles).items() if count > 1] == []


def test_there_is_one_meal_of_the_day_with_what_it_is_made_of(open_page):
    page = open_page("/")
    meal = page.locator("#part-meal article")
    expect(meal).to_have_count(1)
    expect(meal.locator(".facts")).to_have_text(re.compile(r"\d+ ingredients?.*\d+ steps?"))
    expect(meal.locator("img")).to_be_attached()
    title = meal.get_by_role("heading").inner_text()
    meal.get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


@pytest.mark.parametrize("part", ["headlines", "stories", "science", "movies", "meal"])
def test_items_of_the_front_page_can_be_saved(open_page, part):
    page = open_page("/", viewport={"width": 1280, "height": 800})
    item = page.locator(f"#part-{part} article").first
    expect(page.locator("html.scripted")).to_be_attached()
    item.hover()
    save = item.get_by_role("button", name="Save")
    expect(save).to_have_css("opacity", "1")
    with page.expect_response(lambda it: "/marks/save" in it.url):
        save.click()
    title = item.get_by_role("heading").inner_text()
    page.goto(page.url + "saved")
    expect(page.locator("article h2").first).to_contain_text(title)
    assert page.locator("article").count() == 1


@pytest.mark.parametrize("has_script", [True, False])
def test_one_dead_service_is_reported_once(open_page, has_script):
    services = Services()
    dead = Services()
    site = type(services.site)(NEWSAPI_BASE_URL="http://127.0.0.1:9/v2", NEWSAPI_KEY="any")
    page = open_page("/", address=site.address, java_script_enabled=has_script)
    expect(page.get_by_role("alert")).to_have_count(1)
    expect(page.get_by_role("link", name="Try again")).to_have_count(1)
    expect(page.locator("#part-stories article").first).to_be_visible()
    expect(page.locator("#part-headlines")).to_have_count(0)
    assert page.evaluate("""(() => {
        const top = (one) => document.querySelector(one).getBoundingClientRect().top;
        return top("[role=alert]") < top("#part-stories");
    })()""")
    if has_script:
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
        page.get_by_role("link", name="Try again").click()
        expect(page.get_by_role("alert")).to_have_count(1)
    site.stop()
    services.stop()
    dead.stop()


def test_the_last_copy_stays_below_the_report(open_page):
    services = Services()
    page = open_page("/settings", address=services.site.address)
    page.goto(services.site.address + "/")
    expect(page.locator("#part-sports .brief").first).to_be_visible()
    services.process.terminate()
    services.process.wait(timeout=20)
    page.evaluate("gazette.press('retry', '')")
    report = page.locator("#trouble")
    expect(report).to_contain_text("Saved copy")
    expect(page.locator("#part-sports .brief")).to_have_count(5)
    assert report.bounding_box()["y"] < page.locator("#part-headlines").bounding_box()["y"]
    services.site.stop()
