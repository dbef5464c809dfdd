"""What the screen shows while a document is still being sent: never nothing."""

import pytest
from conftest import arrive, resize
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
    services = Services()
    services.wire.hold()
    yield services.site
    services.stop()


@pytest.mark.parametrize("path", PLACES)
def test_the_shape_is_in_sight_before_anything_has_come(open_page, stalled, subtests, path):
    # How far down the contents go, once they are there.
    page = open_page(path, viewport={"width": 1280, "height": 800})
    page.wait_for_function("() => document.querySelector('main article, main .notice') && !document.querySelector('.skeleton')")
    full = {}
    for width in [1280, 390]:
        resize(page, width)
        full[width] = min(800, page.evaluate(SHOWN)["bottom"])
    page = open_page("/offline", address=stalled.address, viewport={"width": 1280, "height": 800})
    page.context.clear_cookies()
    page.goto(stalled.address + path, wait_until="commit")
    expect(page.locator(".skeleton").first).to_be_visible()
    for width in [1280, 390]:
        page.set_viewport_size({"width": width, "height": 800})
        with subtests.test(width=width):
            # The rest of the placeholder may be on its way.
            page.wait_for_function(f"(goal) => ({SHOWN})().bottom >= goal", arg=0.85 * full[width])
            shown = page.evaluate(SHOWN)
            assert shown["state"] == "loading"
            assert shown["bottom"] >= 0.85 * full[width], (shown, full)


# Views that share no calls: what one has loaded, another one would get at once.
GROUPS = [
    ["/", "/search?q=the", "/people/3"], ["/hn/user/nullislander", "/sources/harbour-times", "/movies/search?q=pim", "/meals/search?q=pie"],
    ["/news", "/hn", "/movies"], ["/sources", "/meals", "/people"],
    ["/search?q=rice", "/hn/item/42229632"], ["/movies/12321", "/meals/52764", "/hn/search?q=rust"],
]
assert sorted(sum(GROUPS, [])) == sorted(PLACES)


@pytest.mark.parametrize("paths", GROUPS, ids=lambda paths: paths[0])
def test_the_screen_is_blank_at_no_time(open_page, subtests, paths):
    services = Services("--latency", "700ms")
    page = open_page("/offline", address=services.site.address, script=WATCH)
    for path in paths:
        with subtests.test(path=path):
            arrive(page, services.site.address + path)
            frames = page.evaluate("frames_")
            # The parts of a page come one after the other, each after its own calls.
            blank = [time for time, count in frames if time > 400 and not count]
            assert len([time for time, _ in frames if time > 400]) > 3
            # The placeholder makes way for the contents, which a busy machine draws a few frames later.
            assert len(blank) <= 3, (blank, len(frames))
    services.stop()
