"""Menus: they act at once with a script, and by their form without one."""

import re

import pytest
from playwright.sync_api import expect

CHOICES = [
    ("/news", "country", "de", r"country=de"), ("/news?category=science", "country", "gb", r"category=science&country=gb"),
    ("/news?section=search&q=climate", "sort", "popularity", r"sort=popularity"),
    ("/sources", "country", "fr", r"country=fr"), ("/hn/search?q=rust", "kind", "comment", r"kind=comment"),
    ("/hn/search?q=rust", "age", "year", r"age=year"), ("/hn/search?q=rust", "sort", "date", r"sort=date"),
]
LINKS = "[...document.querySelectorAll('main article h2 a')].map((it) => it.textContent)"


@pytest.mark.parametrize("path,name,value,query", CHOICES)
def test_a_menu_acts_at_once(open_page, path, name, value, query):
    statuses = []
    page = open_page("/offline")
    page.on("response", lambda it: statuses.append(it.status) if "/live/" in it.url and it.request.method == "POST" else None)
    page.goto(page.url.removesuffix("/offline") + path)
    expect(page.locator("html.scripted")).to_be_attached()
    expect(page.locator("main article").first).to_be_visible()
    page.evaluate("window.isSame = true")
    before = page.evaluate(LINKS)
    page.locator(f"#choice-{name}").select_option(value)
    expect(page).to_have_url(re.compile(query))
    page.wait_for_function(f"before => document.querySelector('main article') && JSON.stringify({LINKS}) !== before", arg=str(before))
    expect(page.locator(".bar")).to_have_count(0)
    expect(page.locator(f"#choice-{name}")).to_have_value(value)
    assert page.evaluate("window.isSame")
    # Nothing was posted on load, and nothing is refused.
    assert statuses == [204]
    live = page.evaluate(LINKS)
    page.goto(page.url)
    expect(page.locator("main article").first).to_be_visible()
    expect(page.locator(f"#choice-{name}")).to_have_value(value)
    assert page.evaluate(LINKS) == live


@pytest.mark.parametrize("path,name,value,query", CHOICES)
def test_a_menu_is_part_of_its_form_without_a_script(open_page, path, name, value, query):
    page = open_page(path, java_script_enabled=False)
    page.locator(f"#choice-{name}").select_option(value)
    page.locator("form.search button").click()
    expect(page).to_have_url(re.compile(f"{name}={value}"))
    expect(page.locator(f"#choice-{name}")).to_have_value(value)


def test_the_menus_of_a_list_of_movies_lead_to_what_they_choose(open_page):
    page = open_page("/movies")
    page.locator("#choice-genre").select_option("35")
    expect(page).to_have_url(re.compile(r"/movies/discover\?.*genre=35"))
    expect(page.locator("#choice-genre")).to_have_value("35")
