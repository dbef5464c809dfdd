"""What the screen shows while a document is still being sent: never nothing."""

import pytest
from conftest import Site
from playwright.sync_api import expect
from test_shapes import PATHS
from test_states import Services

PLACES = [*PATHS, "/hn/item/42229632", "/hn/user/nullislander", "/hn/search?q=rust", "/sources/harbour-times", "/movies/search?q=pim", "/meals/search?q=pie"]

# What is in sight below the masthead, and how far down it goes.
SHOWN = """() => {
    const all = [...document.querySelectorAll("main :is(.skeleton, article, .profile, .loading, .notice, .error)")];
    const places = all.filter((it) => it.checkVisibility({ visibilityProperty: true })).map((it) => it.getBoundingClientRect());
    const seen = places.filter((it) => it.height > 0 && it.top < innerHeight);
    return { count: seen.length, bottom: Math.max(0, ...seen.map((it) => it.bottom)), state: document.readyState };
}"""
# Notes for each frame whether anything is in sight.
WATCH = f"""
window.frames_ = [];
const look = () => {{
    if (document.readyState === "loading" && document.body) frames_.push([performance.now(), ({SHOWN})().count]);
    requestAnimationFrame(look);
}};
requestAnimationFrame(look);
"""


@pytest.fixture(scope="module")
def stalled():
    services = Services("--latency", "60s")
    yield services.site
    services.stop()


# For each test: what a test has loaded, another one would get at once.
@pytest.fixture
def slow():
    services = Services("--latency", "700ms")
    yield services.site
    services.stop()


@pytest.fixture(scope="module")
def height_when_loaded(browser):
    """How far down the contents of a view go, once they are there."""
    site = Site()
    heights = {}

    def measure(path, width):
        if (path, width) not in heights:
            page = browser.new_page(viewport={"width": width, "height": 800})
            page.goto(site.address + path)
            page.wait_for_function("document.querySelector('main article, main .notice') && !document.querySelector('.skeleton')")
            heights[path, width] = page.evaluate(SHOWN)["bottom"]
            page.close()
        return heights[path, width]

    yield measure
    site.stop()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("path", PLACES)
def test_the_shape_is_in_sight_before_anything_has_come(open_page, stalled, height_when_loaded, path, width):
    full = min(800, height_when_loaded(path, width))
    page = open_page("/offline", address=stalled.address, viewport={"width": width, "height": 800})
    page.context.clear_cookies()
    page.goto(stalled.address + path, wait_until="commit")
    expect(page.locator(".skeleton").first).to_be_visible()
    for _ in range(20):
        shown = page.evaluate(SHOWN)
        if shown["bottom"] >= 0.85 * full:
            break
        page.wait_for_timeout(100)  # The rest of the placeholder is on its way.
    assert shown["state"] == "loading"
    assert shown["bottom"] >= 0.85 * full, (shown, full)


@pytest.mark.parametrize("path", PLACES)
def test_the_screen_is_blank_at_no_time(open_page, slow, path):
    page = open_page("/offline", address=slow.address, script=WATCH)
    page.context.clear_cookies()
    page.goto(slow.address + path)
    frames = page.evaluate("frames_")
    # The parts of a page come one after the other, each after its own calls.
    blank = [time for time, count in frames if time > 400 and not count]
    assert len([time for time, _ in frames if time > 400]) > 3
    # The placeholder makes way for the contents, which a busy machine draws a few frames later.
    assert len(blank) <= 3, (blank, len(frames))
