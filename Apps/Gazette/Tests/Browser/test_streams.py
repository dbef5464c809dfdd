"""Tabs share one stream; it comes back by itself, and takes nothing away when it does."""

import re
import urllib.request

import pytest
from conftest import Site, eventually
from playwright.sync_api import expect


MEASURED = ["--telemetry", "127.0.0.1:0"]


def metric(site, name):
    text = urllib.request.urlopen(site.metrics).read().decode()
    # A number that nothing has counted yet is not there.
    found = re.search(rf"^{name} (\d+)$", text, re.MULTILINE)
    return int(found.group(1)) if found else 0


def becomes(site, name, value):
    """Waits until a number is what it should be."""
    eventually(
        lambda: metric(site, name) == value, lambda: f"{name} is {metric(site, name)}, not {value}.", outside="the metrics of the server")


@pytest.fixture
def own_site():
    site = Site(*MEASURED)
    yield site
    assert site.stop() == 0


@pytest.fixture
def hasty_site():
    """Keeps the page of a reader who has left for five seconds: time enough for a browser to connect."""
    site = Site("--keep-pages", "5", *MEASURED)
    yield site
    assert site.stop() == 0


def test_three_tabs_share_one_stream_and_all_are_live(open_page, own_site):
    first = open_page("/people", address=own_site.address)
    second = first.context.new_page()
    second.goto(own_site.address + "/people")
    third = first.context.new_page()
    third.goto(own_site.address + "/movies/search")
    becomes(own_site, "gazette_live_pages", 3)
    for page, text, count in [(second, "antonette", 1), (third, "pim", 3), (first, "bret", 1), (second, "ervin", 1)]:
        page.locator("main").get_by_role("searchbox").fill(text)
        expect(page.locator("article")).to_have_count(count)
    becomes(own_site, "gazette_open_streams", 1)


def test_leaving_a_page_frees_it(open_page, hasty_site):
    page = open_page("/people", address=hasty_site.address)
    becomes(hasty_site, "gazette_open_streams", 1)
    page.goto(hasty_site.address + "/movies")
    becomes(hasty_site, "gazette_live_pages", 1)
    other = page.context.new_page()
    other.goto(hasty_site.address + "/people")
    becomes(hasty_site, "gazette_live_pages", 2)
    other.goto("about:blank")
    becomes(hasty_site, "gazette_live_pages", 1)
    page.goto("about:blank")
    becomes(hasty_site, "gazette_live_pages", 0)
    becomes(hasty_site, "gazette_open_streams", 0)


def test_a_page_whose_own_message_about_leaving_is_lost_is_freed(open_page, own_site):
    page = open_page("/people", address=own_site.address, script="navigator.sendBeacon = () => false;")
    other = page.context.new_page()
    other.goto(own_site.address + "/movies")
    becomes(own_site, "gazette_live_pages", 2)
    page.goto("about:blank")
    becomes(own_site, "gazette_live_pages", 1)


def test_what_is_typed_while_a_page_is_made_again_reaches_the_new_one(open_page, own_site):
    # The page holds back what it sends: inputs to the page that it has first, and the request for the one that follows.
    page = open_page("/people", address=own_site.address, service_workers="block", script="""
        delete window.SharedWorker;
        const send = window.fetch;
        window.held = { inputs: [], loads: [] };
        window.fetch = (resource, options) => {
            const { pathname } = new URL(resource, location.href);
            window.first ||= document.body.dataset.page;
            const list = pathname === "/live/" + first ? held.inputs : pathname === "/people" ? held.loads : null;
            if (!list) return send(resource, options);
            return new Promise((done) => list.push({
                lose: () => done(new Response(null, { status: 404 })),
                send: () => done(send(resource, options)),
            }));
        };
    """)
    field = page.locator("main").get_by_role("searchbox")
    old = page.evaluate("document.body.dataset.page")
    field.press_sequentially("e")
    page.wait_for_function("() => held.inputs.length === 1")
    page.evaluate("held.inputs[0].lose()")
    page.wait_for_function("() => held.loads.length === 1")
    field.press_sequentially("r")
    page.wait_for_function("() => held.inputs.length === 2")
    with page.expect_request(lambda it: "/live?page=" in it.url and old not in it.url):
        page.evaluate("held.loads[0].send()")
    page.evaluate("held.inputs[1].lose()")
    field.press_sequentially("vin")
    expect(page.locator("article")).to_have_count(1)
    expect(page).to_have_url(re.compile("q=ervin$"))
    assert page.evaluate("held.loads.length") == 1


def test_a_restarted_server_takes_nothing_away(open_page):
    site = Site(*MEASURED)
    page = open_page("/people", address=site.address, viewport={"width": 500, "height": 400})
    expect(page.locator("article")).to_have_count(10)
    page.locator("main").get_by_role("searchbox").fill("e")
    expect(page).to_have_url(re.compile(r"q=e$"))
    becomes(site, "gazette_open_streams", 1)
    page.evaluate("window.isTheSame = true")
    assert site.stop() == 0
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    page.locator("main").get_by_role("searchbox").press_sequentially("rvi")
    page.evaluate("scrollTo(0, 40)")
    site = Site(*MEASURED, port=site.port)
    expect(page.locator("article")).to_have_count(1, timeout=40000)
    expect(page.get_by_text("Connection lost.")).to_have_count(0)
    expect(page.locator("main").get_by_role("searchbox")).to_have_value("ervi")
    expect(page.locator("main").get_by_role("searchbox")).to_be_focused()
    expect(page).to_have_url(re.compile(r"q=ervi$"))
    assert page.evaluate("window.isTheSame") is True
    page.locator("main").get_by_role("searchbox").fill("")
    expect(page.locator("article")).to_have_count(10)
    assert site.stop() == 0


def test_a_lost_connection_offers_to_reload_after_a_while(open_page):
    site = Site(*MEASURED)
    page = open_page("/people", address=site.address)
    becomes(site, "gazette_open_streams", 1)
    assert site.stop() == 0
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    expect(page.get_by_role("link", name="Reload")).to_be_visible(timeout=30000)
    expect(page.locator("article")).to_have_count(10)


def test_a_browser_without_shared_workers_is_live_too(open_page, hasty_site):
    page = open_page("/people", address=hasty_site.address, script="delete window.SharedWorker")
    page.locator("main").get_by_role("searchbox").fill("antonette")
    expect(page.locator("article")).to_have_count(1)
    becomes(hasty_site, "gazette_open_streams", 1)
    page.goto("about:blank")
    becomes(hasty_site, "gazette_live_pages", 0)
    becomes(hasty_site, "gazette_open_streams", 0)


def test_a_view_is_live_again_after_going_back(open_page, own_site):
    page = open_page("/people", address=own_site.address)
    page.locator("main").get_by_role("searchbox").fill("ervin")
    expect(page.locator("article")).to_have_count(1)
    page.locator("article a").first.click()
    expect(page.locator("article")).to_have_count(50)
    page.go_back()
    expect(page.locator("article")).to_have_count(1)
    page.locator("main").get_by_role("searchbox").fill("")
    expect(page.locator("article")).to_have_count(10)


def test_a_page_that_has_not_changed_is_not_sent_again_and_is_live(open_page, own_site):
    page = open_page("/people", address=own_site.address)
    labels = 'http_request_method="GET",http_response_status_code="304",http_route="/people"'
    count = rf"http_server_request_duration_seconds_count\{{{labels}\}}"

    def was_unchanged():
        """Leaves the page and comes back. A page that was sent in parts has no tag, and one that is still live is not shown again."""
        page.goto(own_site.address + "/meals")
        becomes(own_site, "gazette_live_pages", 1)
        page.goto(own_site.address + "/people")
        expect(page.locator("article").first).to_be_visible()
        return metric(own_site, count) >= 1

    eventually(was_unchanged, lambda: "No page was unchanged.", outside="the metrics of the server")
    page.locator("main").get_by_role("searchbox").fill("antonette")
    expect(page.locator("article")).to_have_count(1)
    becomes(own_site, "gazette_live_pages", 1)
    # Back leads to a stored document, which is brought up to date.
    page.go_back()
    page.go_forward()
    page.locator("main").get_by_role("searchbox").fill("bret")
    expect(page.locator("article")).to_have_count(1)
    expect(page.get_by_text("This page has expired.")).to_have_count(0)
