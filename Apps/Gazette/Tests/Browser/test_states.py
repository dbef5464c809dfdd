"""What a view shows while it loads, when it fails, and when it is cancelled: on services that are slow or refuse."""

import re

import access
import pytest
from conftest import Site, start
from playwright.sync_api import expect
from wire import Wire

SERVICES = ["NEWSAPI", "TMDB", "HACKERNEWS", "HACKERNEWSSEARCH", "THEMEALDB", "JSONPLACEHOLDER"]
KEYS = {"NEWSAPI_KEY": "any", "TMDB_KEY": "any"}


class Services:
    """The emulated services as a process of their own, with faults, and a site that asks them over a wire."""

    def __init__(self, *faults, telemetry=None):
        self.process, address = start("emulate", "--port", "0", "--time", "2026-03-14T15:09:26Z", *faults)
        self.wire = Wire(address)
        self.address = self.wire.address
        prefixes = {"HACKERNEWS": "/v0", "HACKERNEWSSEARCH": "/api/v1", "THEMEALDB": "/api/json/v1", "NEWSAPI": "/v2", "TMDB": "/3"}
        urls = {f"{name}_BASE_URL": self.address + prefixes.get(name, "") for name in SERVICES}
        measured = ["--telemetry", "127.0.0.1:0"] if telemetry else []
        self.site = Site(*measured, **urls, **KEYS, **({"OTEL_EXPORTER_OTLP_ENDPOINT": telemetry} if telemetry else {}))

    def stop(self):
        self.site.stop()
        self.process.kill()
        self.process.wait(timeout=20)


@pytest.fixture(scope="module")
def services():
    services = Services()
    yield services
    services.stop()


@pytest.fixture
def held(services):
    """Services that respond to nothing until a test releases it."""
    services.wire.hold()
    yield services
    services.wire.release()


def scripted(open_page, site, path):
    """Opens a view as a returning visitor."""
    page = open_page("/settings", address=site.address)
    page.goto(site.address + path)
    return page


SLOW = ["/news", "/hn", "/hn/user/nullislander", "/movies/12321", "/meals", "/people"]


def test_a_slow_view_shows_its_shape_which_moves_unless_no_motion_is_wanted_and_can_be_stopped(open_page, held, subtests):
    page = open_page("/settings", address=held.site.address)
    for path in SLOW:
        with subtests.test(path=path):
            # The meals follow their categories, which have a shape, too.
            held.wire.release("categories.php")
            page.goto(held.site.address + path)
            expect(page.locator(".skeleton")).to_have_count(1)
            expect(page.locator("article")).to_have_count(0)
            access.check(page)
            for motion, animation in [("no-preference", "appear, breathe"), ("reduce", "none")]:
                page.emulate_media(reduced_motion=motion)
                expect(page.locator(".skeleton")).to_be_visible()
                expect(page.locator(".skeleton")).to_have_css("animation-name", animation)
            page.get_by_role("button", name="Stop").click()
            expect(page.get_by_text("Loading was stopped")).to_be_visible()
            expect(page.locator(".skeleton")).to_have_count(0)
            held.wire.release()
            page.get_by_role("link", name="Load again").click()
            expect(page.locator("article").first).to_be_visible()


def test_what_was_there_stays_while_it_loads_again(open_page, services):
    page = scripted(open_page, services.site, "/people")
    expect(page.locator("article")).to_have_count(10)
    services.wire.hold()
    page.keyboard.press("r")
    expect(page.locator(".bar")).to_have_count(1)
    expect(page.locator("article")).to_have_count(10)
    services.wire.release()
    expect(page.locator(".bar")).to_have_count(0)


def test_a_newer_search_is_never_overtaken_by_an_older_one(open_page, held):
    page = scripted(open_page, held.site, "/movies/search")
    page.locator("main").get_by_role("searchbox").fill("harbour")
    held.wire.wait_for_request("query=harbour")
    page.locator("main").get_by_role("searchbox").fill("pim")
    held.wire.wait_for_request("query=pim")
    held.wire.release("query=pim")
    expect(page.locator("article").first).to_be_visible()
    expect(page).to_have_url(re.compile("q=pim$"))
    held.wire.release()
    for title in page.locator("article h2").all_inner_texts():
        assert "pim" in title.lower()


def test_a_failing_service_is_reported_and_tried_again(open_page):
    services = Services("--error-rate", "1")
    page = scripted(open_page, services.site, "/people")
    expect(page.get_by_role("alert")).to_be_visible()
    access.check(page)
    page.get_by_text("Details").click()
    # The alert of the first failure stays until the second one has come.
    page.get_by_role("alert").evaluate("(it) => it.classList.add('first')")
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("[role=alert]:not(.first)")).to_be_visible()
    page.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("link", name="Load again").click()
    expect(page.get_by_role("alert")).to_be_visible()
    services.stop()


def test_what_was_read_stays_when_the_services_go_away(open_page):
    services = Services()
    page = scripted(open_page, services.site, "/hn")
    expect(page.locator("article")).to_have_count(30)
    services.wire.cut()
    page.keyboard.press("r")
    expect(page.get_by_role("alert")).to_contain_text("could not be refreshed")
    expect(page.locator("article")).to_have_count(30)
    services.stop()
