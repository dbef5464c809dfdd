"""Words and hosts of any length stay within the screen."""

import json
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from conftest import Site, resize, start
from playwright.sync_api import expect
from test_lists import HackerNewsHandler, HackerNewsServer
from test_states import KEYS

WORD = "Donaudampfschiffahrtsgesellschaft" * 12 + "Ende"
assert len(WORD) == 400
HOST = ".".join(["a" * 60, "b" * 60, "c" * 60, "example"])
# What people have written, in all services.
TEXTS = {
    "title", "original_title", "overview", "tagline", "name", "english_name", "character", "job", "author", "content", "description", "text", "by", "username",
    "email", "city", "catchPhrase", "strMeal", "strTags", "strInstructions", "strArea", "story_title", "comment_text", "category",
}


def stretched(value, name=None):
    if isinstance(value, dict):
        return {key: stretched(it, key) for key, it in value.items()}
    if isinstance(value, list):
        return [stretched(it, name) for it in value]
    if isinstance(value, str) and value and (name in TEXTS or (name or "").startswith(("strIngredient", "strMeasure"))):
        return WORD
    if name in ("url", "homepage", "strSource", "website") and isinstance(value, str) and value:
        return f"https://{HOST}/{WORD}"
    return value


class Stretching(BaseHTTPRequestHandler):
    """The emulator with long words in place of its own."""

    def do_GET(self):
        if "event-stream" in self.headers.get("Accept", ""):
            return self.send_error(406)
        request = urllib.request.Request(self.server.origin + self.path, headers={"Authorization": self.headers.get("Authorization", "any"), "X-Api-Key": "any"})
        try:
            with urllib.request.urlopen(request) as response:
                status, kind, body = response.status, response.headers.get("Content-Type", ""), response.read()
        except urllib.error.HTTPError as error:
            status, kind, body = error.code, error.headers.get("Content-Type", ""), error.read()
        if "json" in kind and status == 200:
            body = json.dumps(stretched(json.loads(body))).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def long_words():
    process, origin = start("emulate", "--port", "0", "--time", "2026-03-14T15:09:26Z")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stretching)
    server.origin = origin
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    paths = {"NEWSAPI": "/v2", "TMDB": "/3", "HACKERNEWS": "/v0", "HACKERNEWSSEARCH": "/api/v1", "THEMEALDB": "/api/json/v1", "JSONPLACEHOLDER": ""}
    site = Site(**{f"{name}_BASE_URL": address + path for name, path in paths.items()}, **KEYS)
    yield site
    site.stop()
    server.shutdown()
    process.kill()


PATHS = [
    "/", "/search?q=rust", "/news", "/news?q=climate", "/sources", "/sources/harbour-times", "/hn", "/hn/ask", "/hn/search?q=rust", "/hn/item/42229632",
    "/hn/user/nullislander", "/movies", "/movies/12321", "/movies/10020", "/meals?category=Beef", "/meals/52764", "/people", "/people/3",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_long_word_does_not_widen_the_page(open_page, long_words, subtests, path):
    page = open_page(path, address=long_words.address, viewport={"width": 320, "height": 800})
    expect(page.locator(".skeleton")).to_have_count(0)
    expect(page.locator("main article").first).to_be_attached()
    for width in [320, 390, 1280]:
        resize(page, width)
        with subtests.test(width=width):
            wide = page.evaluate("""[...document.querySelectorAll("main *")].filter((it) => it.getBoundingClientRect().right > innerWidth + 1)
                .map((it) => it.tagName + "." + it.className).slice(0, 5)""")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, wide


def test_saved_long_words_do_not_widen_the_page(open_page, long_words):
    page = open_page("/hn", address=long_words.address, viewport={"width": 320, "height": 800}, has_touch=True)
    expect(page.locator("html.scripted")).to_be_attached()
    for path in ["/hn", "/movies/12321", "/meals/52764"]:
        page.goto(long_words.address + path)
        expect(page.locator("html.scripted")).to_be_attached()
        with page.expect_response(lambda it: "/marks/save" in it.url):
            page.locator("[data-mark=save]").first.click()
    page.goto(long_words.address + "/saved")
    expect(page.locator("article")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


HOSTS = {1: ("xn--bcher-kva.example", "bücher.example"), 2: ("xn--wgv71a119e.example", "日本語.example"), 3: ("b%C3%BCcher.example", "bücher.example")}


def test_hosts_are_shown_in_their_letters(open_page, subtests):
    class Handler(HackerNewsHandler):
        def story(self, number):
            return super().story(number) | {"url": f"https://{HOSTS[number][0]}/"}

    with HackerNewsServer(Handler) as server:
        site = Site(HACKERNEWS_BASE_URL=server.url)
        page = open_page("/hn/new", address=site.address, viewport={"width": 320, "height": 800})
        expect(page.locator("article")).to_have_count(3)
        for width in [320, 1280]:
            resize(page, width)
            with subtests.test(width=width):
                assert sorted(page.locator(".host").all_inner_texts()) == sorted(f"({shown})" for _, shown in HOSTS.values())
                assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.goto(site.address + "/hn/item/1")
        for width in [1280, 320]:
            resize(page, width)
            with subtests.test("the page of a story", width=width):
                expect(page.locator(".topic .button[rel]")).to_contain_text("Read it at bücher.example")
        site.stop()
