"""What is read and saved: in place with a script, by forms without."""

import json
import re

import access
from conftest import Site
from playwright.sync_api import expect

READ = re.compile(r"\bread\b")


def test_what_was_read_is_dimmed_and_stays_so(open_page):
    page = open_page("/news")
    first = page.locator("article").first
    expect(first).not_to_have_class(READ)
    first.get_by_role("heading").get_by_role("link").click()
    expect(page.locator("article.reading")).to_be_visible()
    page.go_back()
    expect(first).to_have_class(READ)
    page.reload()
    expect(first).to_have_class(READ)


def test_a_link_to_the_outside_is_dimmed_at_once(open_page):
    page = open_page("/hn")
    story = page.locator("article", has=page.locator("a[ping]")).first
    expect(story).to_be_visible()
    name = story.get_by_role("button", name="Mark as read").get_attribute("value")
    story = page.locator("article", has=page.locator(f"button[value='{name}']"))
    link = story.get_by_role("heading").get_by_role("link")
    # There is nothing outside of this machine.
    link.evaluate("(it) => { it.href = '/settings'; }")
    with page.context.expect_page() as other:
        link.click(modifiers=["ControlOrMeta"])
    other.value.close()
    expect(story).to_have_class(READ)


def test_keys_mark_and_save(open_page):
    page = open_page("/news")
    articles = page.locator("article")
    expect(articles).to_have_count(20)
    page.keyboard.press("j")
    page.keyboard.press("m")
    expect(articles.first).to_have_class(READ)
    expect(articles.first.get_by_role("button", name="Mark as unread")).to_be_visible()
    expect(articles.nth(1).get_by_role("heading").get_by_role("link")).to_be_focused()
    page.keyboard.press("s")
    save = articles.nth(1).get_by_role("button", name="Save")
    expect(save).to_have_attribute("aria-pressed", "true")
    title = articles.nth(1).get_by_role("heading").inner_text()
    page.keyboard.press("A")
    expect(page.locator("article.read")).to_have_count(20)
    page.keyboard.press("g")
    page.keyboard.press("b")
    expect(page).to_have_url(re.compile("/saved"))
    expect(page.locator("article")).to_have_count(1)
    expect(page.locator("article").get_by_role("heading")).to_contain_text(title)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Nothing is saved yet.")).to_be_visible()


def test_pages_of_a_visitor_hear_of_each_other(open_page):
    page = open_page("/movies")
    saved = page.context.new_page()
    saved.goto(page.url.replace("/movies", "/saved"))
    expect(saved.get_by_text("Nothing is saved yet.")).to_be_visible()
    page.locator("article").first.get_by_role("button", name="Save").click()
    expect(saved.locator("article")).to_have_count(1)


def test_without_scripts_forms_do_it(open_page):
    page = open_page("/hn/ask", java_script_enabled=False)
    page.locator("article").nth(2).get_by_role("button", name="Save").click()
    assert re.search(r"/hn/ask#at-hn:\d+$", page.url)
    button = page.locator("article").nth(2).get_by_role("button", name="Save")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.locator("article").first.get_by_role("heading").get_by_role("link").click()
    page.goto(page.url.split("/hn")[0] + "/hn/ask")
    expect(page.locator("article.read")).to_have_count(1)
    stories = page.locator("article").count()
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.locator("article.read")).to_have_count(stories)
    page.get_by_role("link", name="Saved", exact=True).click()
    expect(page.locator("article")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("link", name="All as JSON").click()
    assert len(json.loads(download.value.path().read_text())) == 1
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("article")).to_have_count(0)


def test_marks_outlive_the_server(open_page, tmp_path):
    site = Site("--data", tmp_path)
    page = open_page("/movies", address=site.address)
    # The button shows it before the server knows.
    with page.expect_response(re.compile("/marks/save")):
        page.locator("article").first.get_by_role("button", name="Save").click()
    assert site.stop() == 0
    again = Site("--data", tmp_path)
    # Another port is the same host to cookies.
    page.goto(again.address + "/saved")
    expect(page.locator("article")).to_have_count(1)
    assert again.stop() == 0
    assert {it.name for it in tmp_path.iterdir()} >= {"visitors.key", "visitors.sqlite"}


def test_nothing_keeps_anybody_out_of_what_is_saved(open_page, subtests):
    page = open_page("/hn", viewport={"width": 320, "height": 800})
    # A press before that would post a form, and miss what is pressed next.
    expect(page.locator("html.scripted")).to_be_attached()
    for index in range(2):
        page.locator("article").nth(index).get_by_role("button", name="Save").click()
    page.locator("article").first.get_by_role("button", name="Mark as read").click()
    expect(page.locator("article.read")).to_have_count(1)
    for path in ["/hn", "/saved"]:
        if path == "/saved":
            page.goto(page.url.split("/hn")[0] + "/saved")
            expect(page.locator("article")).to_have_count(2)
        for scheme in ["light", "dark"]:
            page.emulate_media(color_scheme=scheme)
            with subtests.test(path=path, scheme=scheme):
                access.check(page)
                assert page.locator("html").evaluate("it => it.scrollWidth") <= 320


def test_on_paper_there_is_nothing_to_press(open_page):
    page = open_page("/news")
    expect(page.locator("article").first.get_by_role("button", name="Save")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.locator("article").first.get_by_role("heading")).to_be_visible()
