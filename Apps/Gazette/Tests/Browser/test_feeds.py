"""Feeds: their lists and texts, by mouse and by keys, with scripts and without."""

import re

import access
import pytest
from conftest import SCREENSHOTS, Site, follow, resize
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def feeds():
    """A site of its own: what one reader adds is read by the server for all."""
    site = Site()
    yield site
    assert site.stop() == 0


@pytest.fixture
def reader(browser, feeds):
    """Opens pages as a reader with the sample feeds, whose state another context may take over."""
    contexts = []

    def open_reader(state=None, **options):
        context = browser.new_context(base_url=feeds.address, storage_state=state, **options)
        contexts.append(context)
        page = context.new_page()
        page.goto("/feeds")
        if state is None:
            page.get_by_role("button", name="Try the sample feeds").click()
            expect(page.locator("main article").nth(10)).to_be_attached()
            # The scripts that take keys run once the whole page is there.
            page.wait_for_load_state()
        return page

    yield open_reader
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def visitor(browser, feeds):
    """The state of a reader with the sample feeds who only looks at lists, and the addresses of pages of feeds."""
    context = browser.new_context(base_url=feeds.address)
    page = context.new_page()
    page.goto("/feeds")
    page.get_by_role("button", name="Try the sample feeds").click()
    expect(page.locator("main article").nth(10)).to_be_attached()
    item = page.locator("main article h2 a").nth(2).get_attribute("href")
    feed = re.search(r"feed=(\d+)", page.locator("#feeds").inner_html()).group(1)
    yield context.storage_state(), {
        "list": "/feeds", "all": "/feeds?show=all", "fresh": "/feeds?show=fresh", "search": "/feeds?q=the", "nothing": "/feeds?q=xylophone",
        "item": item, "text": item + ("&" if "?" in item else "?") + "text=full", "manage": "/feeds/manage", "edit": f"/feeds/edit?feed={feed}",
        "filters": "/feeds/filters?action=hide&part=words&words=the", "everything": "/search?q=the",
    }
    context.close()


VIEWS = ["list", "all", "fresh", "search", "nothing", "item", "text", "manage", "edit", "filters", "everything"]


@pytest.mark.parametrize("name", VIEWS)
def test_a_page_of_feeds_is_for_everybody(reader, visitor, subtests, name):
    state, paths = visitor
    assert list(paths) == VIEWS
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    # Who reads an item marks it as read.
    page = reader(None if name in ("item", "text") else state, viewport={"width": 320, "height": 640})
    page.goto(paths[name])
    with subtests.test("nothing scrolls sideways", width=320):
        assert page.locator("html").evaluate("it => it.scrollWidth") <= 320
    expect(page.locator(".skeleton")).to_have_count(0)
    for width in [390, 1280]:
        resize(page, width, 900)
        for scheme in ["light", "dark"]:
            page.emulate_media(color_scheme=scheme)
            if scheme == "light":
                page.screenshot(path=SCREENSHOTS / f"feeds-{name}-{width}.png")
            with subtests.test(width=width, scheme=scheme):
                access.check(page, access.ALL)


def test_an_empty_page_leads_to_the_first_feed(browser, feeds):
    context = browser.new_context(base_url=feeds.address)
    page = context.new_page()
    page.goto("/feeds")
    access.check(page)
    page.get_by_role("link", name="Add a feed").click()
    page.get_by_label("Address of a site or a feed").fill("feeds.example/feeds/")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="This page has several feeds")).to_be_visible()
    page.locator("form", has_text="Tidewater").get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tidewater")
    page.goto("/feeds/manage")
    page.get_by_label("Address of a site or a feed").fill("http://127.0.0.1/")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("isn't public")
    assert page.get_by_label("Address of a site or a feed").input_value() == "http://127.0.0.1/"
    context.close()


def test_keys_lead_from_one_unread_item_to_the_next(reader):
    page = reader(viewport={"width": 1280, "height": 900})
    page.goto("/")
    page.keyboard.press("g")
    page.keyboard.press("f")
    page.wait_for_url("**/feeds")
    titles = page.locator("main article h2 a").all_inner_texts()
    page.keyboard.press("j")
    page.keyboard.press("m")
    expect(page.locator("main article").first).to_have_class(re.compile("read"))
    expect(page.locator("main article h2 a").nth(1)).to_be_focused()
    page.keyboard.press("o")
    expect(page.get_by_role("heading", level=1)).to_have_text(titles[1])
    for title in titles[2:5]:
        page.wait_for_load_state()
        page.keyboard.press("j")
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
    page.wait_for_load_state()
    page.keyboard.press("k")
    # The one before has been read: what is unread before it is none.
    expect(page.get_by_role("heading", level=1)).to_have_text(titles[4])
    page.goto("/feeds")
    expect(page.locator("main article h2 a").first).to_have_text(titles[5])
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("M")
    expect(page.locator("main article h2 a").first).to_have_text(titles[7])


def test_a_list_is_marked_and_the_marks_are_taken_back(reader):
    page = reader()
    before = page.locator("#feeds .count").first.inner_text()
    page.keyboard.press("Shift+A")
    expect(page.locator("main article:not(.read)")).to_have_count(0)
    expect(page.locator("#feeds .count").first).not_to_have_text(before)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("main article.read")).to_have_count(0)
    expect(page.locator("#feeds .count").first).to_have_text(before)


def test_two_tabs_show_the_same_marks_and_nothing_moves(reader):
    page = reader()
    other = page.context.new_page()
    other.goto("/feeds")
    titles = other.locator("main article h2 a").all_inner_texts()
    page.locator("main article h2 a").nth(1).click()
    expect(page.locator("article.reading")).to_be_visible()
    expect(other.locator("main article").nth(1)).to_have_class(re.compile("read"))
    assert other.locator("main article h2 a").all_inner_texts() == titles


def test_a_long_text_opens_where_it_was_left(reader):
    # On a screen so small that a text of the samples is long.
    page = reader(viewport={"width": 320, "height": 160})
    address = page.locator("main article h2 a").nth(2).get_attribute("href")
    address += ("&" if "?" in address else "?") + "text=full"
    page.goto(address)
    expect(page.locator(".prose")).to_be_visible()
    top = page.evaluate("scrollBy(0, document.querySelector('.prose').getBoundingClientRect().top + 120), scrollY")
    # The page stores it as it is left.
    with page.expect_event("requestfinished", lambda it: it.url.endswith("/positions")):
        page.evaluate("dispatchEvent(new Event('pagehide'))")
    other = page.context.new_page()
    other.goto(address)
    expect(other.get_by_text("You stopped reading here.")).to_be_visible()
    assert abs(other.evaluate("scrollY") - top) < 40
    other.get_by_role("button", name="Go to the beginning").click()
    other.wait_for_function("scrollY === 0")


def test_search_as_one_types(reader):
    page = reader()
    title = page.locator("main article h2 a").nth(7).inner_text()
    page.get_by_role("searchbox", name="Words in all feeds").press_sequentially(title)
    expect(page).to_have_url(re.compile("q="))
    expect(page.locator("main article")).not_to_have_count(50)
    expect(page.locator("main article h2 a").get_by_text(title, exact=True).first).to_be_visible()


def test_without_scripts_forms_do_it_all(reader):
    page = reader(java_script_enabled=False)
    first = page.locator("main article h2 a").first.inner_text()
    page.locator("main article").first.get_by_role("button", name="Mark as read").click()
    expect(page.locator("main article h2 a").first).not_to_have_text(first)
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_text("You have read everything.")).to_be_visible()
    page.get_by_role("link", name="All", exact=True).click()
    expect(page.locator("main article").nth(20)).to_be_attached()
    page.goto("/feeds/filters")
    page.get_by_label("Text").fill("railway")
    page.get_by_role("button", name="See what it matches").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    page.get_by_role("button", name="Add this filter").click()
    expect(page.get_by_role("heading", name="Hide items with “railway”.")).to_be_visible()
    page.goto("/feeds/manage")
    page.get_by_role("link", name=re.compile("Change Tidewater")).click()
    page.get_by_label("Title").fill("The sea")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("link", name="The sea", exact=True)).to_be_visible()


def test_lists_of_feeds_come_and_go(reader, tmp_path):
    page = reader()
    page.goto("/feeds/manage")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as OPML").click()
    list_file = tmp_path / "feeds.opml"
    download.value.save_as(list_file)
    assert "feeds.example/feeds/tidewater/feed.json" in list_file.read_text()
    other = reader(state={"cookies": [], "origins": []})
    other.goto("/feeds/manage")
    other.get_by_label("An OPML file").set_input_files(list_file)
    other.get_by_role("button", name="Import").click()
    expect(other.get_by_role("status")).to_contain_text("feeds are now in your list")
    expect(other.locator(".feeds-of article")).to_have_count(13)


def test_ten_items_are_read_with_a_key_each_and_one_leads_back(reader):
    page = reader(viewport={"width": 1280, "height": 900})
    titles = page.locator("main article h2 a").all_inner_texts()
    page.keyboard.press("j")
    page.keyboard.press("o")
    for title in titles[:9]:
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        page.wait_for_load_state()
        page.keyboard.press("j")
    expect(page.get_by_role("heading", level=1)).to_have_text(titles[9])
    page.wait_for_load_state()
    page.keyboard.press("h")
    expect(page.get_by_role("heading", level=1)).to_have_text("Feeds")
    expect(page.locator("main article:not(.read) h2 a").first).to_have_text(titles[10])
    page.goto("/feeds?show=all")
    page.locator("main article h2 a").first.click()
    expect(page.locator("article.reading")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("u")
    page.wait_for_url("**/feeds?show=all")


def test_the_front_page_shows_the_feeds_of_a_reader_who_has_any(reader, browser, feeds):
    page = reader()
    title = page.locator("main article h2 a").first.inner_text()
    page.goto("/")
    part = page.get_by_role("region", name="Your feeds")
    expect(part.get_by_role("link", name=title)).to_be_visible()
    part.get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    page.goto("/")
    expect(part.locator("article")).to_have_count(8)
    # The stories stay beside the headlines.
    page.wait_for_function("""() => {
        const [headlines, stories, feeds] = ["headlines", "stories", "feeds"].map(
            name => document.getElementById("part-" + name)?.getBoundingClientRect())
        return headlines && stories && feeds && headlines.y === stories.y && stories.y < feeds.y
            && headlines.x === feeds.x && feeds.x < stories.x
    }""")
    expect(part.get_by_role("link", name=title)).to_have_count(0)
    context = browser.new_context(base_url=feeds.address)
    other = context.new_page()
    other.goto("/")
    expect(other.get_by_role("region", name="Headlines")).to_be_visible()
    expect(other.get_by_role("region", name="Your feeds")).to_have_count(0)
    context.close()


def test_items_have_the_icons_of_their_sites(reader):
    page = reader()
    # They are fetched once the feeds were read.
    icon = page.locator("main article .icon").first
    expect(icon).to_be_attached(timeout=20_000)
    assert icon.evaluate("it => it.decode().then(() => it.naturalWidth)") > 0


def test_quotations_and_lists_from_right_to_left_are_marked_on_the_right(reader):
    page = reader()
    follow(page.locator("main article h2 a").nth(2))
    expect(page.locator(".prose")).to_be_visible()
    # Found and read at one moment: the page may replace its parts in between.
    edges = page.evaluate("""() => {
        const it = document.querySelector(".prose");
        it.dir = "rtl";
        const quotation = document.createElement("blockquote");
        it.append(quotation);
        const { borderLeftWidth, borderRightWidth, paddingRight } = getComputedStyle(quotation);
        return [borderLeftWidth, borderRightWidth, paddingRight];
    }""")
    assert edges == ["0px", "3px", "16px"]
