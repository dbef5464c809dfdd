"""How lists are gone through: as dense as one likes, by keys, and with what is new when it is asked for."""

import json
import os
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from conftest import Site, arrive
from playwright.sync_api import expect

TIME = 1773500000


class HackerNewsServer(ThreadingHTTPServer):
    """A list of stories that changes when the test says so."""

    def __init__(self, handler=None):
        super().__init__(("127.0.0.1", 0), handler or HackerNewsHandler)
        self.stories = [3, 2, 1]
        self.changed = threading.Event()
        # An end is noticed within this time.
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/v0"

    def add(self, *stories):
        self.stories = [*stories, *self.stories]
        self.changed.set()

    def __exit__(self, *_):
        self.changed.set()
        self.shutdown()
        super().__exit__()


class HackerNewsHandler(BaseHTTPRequestHandler):
    def do_GET(self):
        if "stories" in self.path and "event-stream" in self.headers.get("Accept", ""):
            return self.stream()
        number = re.search(r"/item/(\d+)", self.path)
        self.send(self.story(int(number.group(1))) if number else self.server.stories)

    def story(self, number):
        return {"id": number, "type": "story", "by": "somebody", "time": TIME + number, "title": f"Story {number}", "score": 1,
                "url": f"https://stories.example/{number}", "descendants": 0}

    def send(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.put()
        self.server.changed.wait(60)
        self.put()
        self.server.changed.clear()
        self.server.changed.wait(60)

    def put(self):
        self.wfile.write(f"event: put\ndata: {json.dumps({'path': '/', 'data': self.server.stories})}\n\n".encode())
        self.wfile.flush()

    def log_message(self, *_):
        pass


def test_new_stories_by_a_key_are_gone_on_at_the_first_of_them(open_page):
    with HackerNewsServer() as server:
        site = Site(HACKERNEWS_BASE_URL=server.url)
        page = open_page("/hn/new", address=site.address)
        expect(page.locator("article")).to_have_count(3)
        # Points are counted as one says them.
        expect(page.locator("article").first).to_contain_text("1 point")
        expect(page.get_by_text("1 points")).to_have_count(0)
        server.add(5, 4)
        button = page.get_by_role("button", name="2 new")
        expect(button).to_be_visible()
        expect(page.locator("article")).to_have_count(3)
        expect(page).to_have_title(re.compile(r"^\(2\) \S"))
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator("article")).to_have_count(5)
        expect(button).to_have_count(0)
        expect(page).to_have_title(re.compile(r"^\w"))
        expect(page.get_by_role("link", name="Story 5")).to_be_focused()
        site.stop()


def test_a_list_gets_dense_without_a_script(open_page):
    page = open_page("/movies/popular", java_script_enabled=False)
    page.get_by_role("button", name="Dense").click()
    expect(page).to_have_url(re.compile("/movies/popular$"))
    expect(page.locator("html")).to_have_attribute("data-density", "dense")
    expect(page.get_by_role("button", name="Dense")).to_have_attribute("aria-pressed", "true")


# What differs between a dense list and an airy one, in its first place.
DENSE = [("/movies", "article", "display", "grid"), ("/news", "article .picture", "float", "right"), ("/meals", "article", "display", "grid")]


@pytest.mark.parametrize("path,place,name,value", DENSE)
def test_a_list_gets_dense_and_airy_in_its_place(open_page, path, place, name, value):
    page = open_page(path)
    expect(page.locator("html.scripted")).to_be_attached()
    page.evaluate("window.isSame = true")
    first = page.locator(place).first
    switch = page.get_by_role("button", name="Dense")
    expect(first).not_to_have_css(name, value)
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(first).to_have_css(name, value)
    page.keyboard.press("d")
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(first).not_to_have_css(name, value)
    assert page.evaluate("window.isSame") and page.url.endswith(path)


def test_a_list_that_gets_dense_keeps_the_place(open_page):
    page = open_page("/news", viewport={"width": 1280, "height": 800})
    expect(page.locator("html.scripted")).to_be_attached()
    page.keyboard.press("l")
    expect(page.locator("article")).not_to_have_count(20)
    item = page.locator("article:has(:focus)")
    expect(item).to_have_count(1)
    title = item.get_by_role("heading").inner_text()
    for is_dense in ["true", "false"]:
        page.keyboard.press("d")
        expect(page.get_by_role("button", name="Dense")).to_have_attribute("aria-pressed", is_dense)
        expect(item.get_by_role("heading")).to_have_text(title)
        expect(item).to_be_in_viewport()
    # Without a focus, it is the first item in sight.
    page.evaluate("document.activeElement.blur(); scrollTo(0, 1200)")
    first = page.locator("article").nth(page.evaluate(
        "[...document.querySelectorAll('main article')].findIndex(it => it.getBoundingClientRect().bottom > 0)"))
    page.keyboard.press("d")
    expect(first).to_be_in_viewport()


def test_a_density_chosen_in_place_is_kept(open_page):
    page = open_page("/movies")
    expect(page.locator("html.scripted")).to_be_attached()
    with page.expect_request_finished(lambda request: request.url.endswith("/settings/density")):
        page.keyboard.press("d")
    page.goto(page.url.removesuffix("/movies") + "/meals")
    expect(page.get_by_role("button", name="Dense")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("article").first).to_have_css("display", "grid")


def test_where_there_is_one_density_there_is_no_switch(open_page, site, subtests):
    page = open_page("/")
    for path in ["/", "/hn", "/movies/12321", "/settings"]:
        with subtests.test(path=path):
            arrive(page, site.address + path)
            expect(page.get_by_role("button", name="Dense")).to_have_count(0)


def test_keys_follow_a_thread(open_page):
    page = open_page("/hn/item/42229632")
    expect(page.locator("html.scripted .comment").first).to_be_visible()

    def focused():
        return page.evaluate("document.activeElement.closest('.comment')?.id")

    ids = page.locator(".comment").evaluate_all("all => all.map(it => it.id)")
    tops = page.locator(".comment.depth-0").evaluate_all("all => all.map(it => it.id)")
    reply = page.locator(".comment.depth-2").first
    parent = reply.locator("[data-jump=parent]").get_attribute("href")[1:]
    root = reply.locator("[data-jump=root]").get_attribute("href")[1:]
    assert len({parent, root, reply.get_attribute("id")}) == 3
    reply.get_by_role("link").first.focus()
    page.keyboard.press("u")
    assert focused() == parent
    page.keyboard.press("u")
    assert focused() == root
    reply.get_by_role("link").first.focus()
    page.keyboard.press("U")
    assert focused() == root
    at = tops.index(root)
    page.keyboard.press("J")
    assert focused() == tops[at + 1]
    page.keyboard.press("K")
    assert focused() == root
    # Beyond the ends, the focus stays.
    page.locator("#" + ids[0]).get_by_role("link").first.focus()
    for key in ["K", "u", "U"]:
        page.keyboard.press(key)
        assert focused() == ids[0]


def test_keys_reach_the_experiments_of_the_lab(open_page):
    page = open_page("/lab")
    expect(page.locator("html.scripted")).to_be_attached()
    for index in range(2):
        page.keyboard.press("j")
        expect(page.locator("article").nth(index).get_by_role("button", name="Run")).to_be_focused()
    page.keyboard.press("o")
    expect(page.locator("article").nth(1)).not_to_contain_text("Nothing has run yet")


def test_the_current_list_is_in_sight_on_a_phone(open_page, site, subtests):
    page = open_page("/settings", viewport={"width": 390, "height": 800})
    for path, name in [("/people", "People"), ("/hn/search", "Search")]:
        with subtests.test(path=path):
            arrive(page, site.address + path)
            expect(page.locator("html.scripted")).to_be_attached()
            place = page.get_by_role("navigation").get_by_role("link", name=name, exact=True).bounding_box()
            assert 0 <= place["x"] and place["x"] + place["width"] <= 390


SIZES = [(390, 844), (768, 1024), (1280, 800), (1920, 1080)]


# Each list, its number of items where it is known, and the sizes at which it is always scrolled. A long list, which the server sends again
# with each step, takes it many seconds, and its steps are the same at each size: ./test --long alone scrolls the others.
LISTS = [("/movies", 27, SIZES), ("/movies/popular", 0, SIZES[:1]), ("/hn/top", 498, [])]


@pytest.mark.parametrize("path,count,width,height", [
    pytest.param(path, count, *size, marks=pytest.mark.skipif(
        size not in always and not os.environ.get("FRESHET_LONG_TESTS"), reason="This runs with FRESHET_LONG_TESTS."))
    for path, count, always in LISTS for size in SIZES
])
def test_a_list_is_scrolled_to_its_end(open_page, path, count, width, height):
    page = open_page(path, viewport={"width": width, "height": height})
    expect(page.locator("html.scripted")).to_be_attached()
    stories = page.locator("main article")
    first = stories.count()
    assert first > 0
    while page.locator(".more a").count() > 0:
        before = stories.count()
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for_function("before => document.querySelectorAll('main article').length > before || !document.querySelector('.more a')", arg=before)
    expect(page.locator(".end")).to_be_visible()
    assert stories.count() == count if count else stories.count() > first


def test_scrolling_requests_each_page_once(open_page):
    page = open_page("/hn/top", viewport={"width": 1280, "height": 800})
    expect(page.locator("html.scripted")).to_be_attached()
    asked = []
    page.on("request", lambda request: asked.append(request.post_data) if '"more"' in (request.post_data or "") else None)
    for count in [60, 90, 120]:
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        # A story may have been deleted.
        expect(page.locator("article").nth(count - 5)).to_be_attached()
    assert len(asked) == len(set(asked)), asked
    assert len(asked) <= 4


def test_a_time_that_the_browser_can_not_read_stays_as_it_was_sent(open_page, site):
    page = open_page("/offline", service_workers="block")

    def blur(route):
        response = route.fetch()
        route.fulfill(response=response, body=re.sub(r'datetime="[^"]*"', 'datetime="absurd"', response.text()))

    page.route("**/hn", blur)
    page.add_init_script("delete window.SharedWorker")
    page.route("**/live?*", lambda route: route.abort())
    page.goto(site.address + "/hn")
    expect(page.locator("html.scripted article").first).to_contain_text("points")
    expect(page.get_by_text("NaN")).to_have_count(0)
