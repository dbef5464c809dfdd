"""Nothing moves when something comes: what stands in its place has its shape."""

import pytest
from playwright.sync_api import expect
from test_states import Services

# What moves by itself, and not since somebody has pressed or typed something.
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().filter((it) => !it.hadRecentInput).map((it) => [
    it.value, it.sources.map((source) => source.node?.nodeName + "#" + source.node?.id + "." + source.node?.className).join(" "),
]))).observe({ type: "layout-shift", buffered: true });
"""
PATHS = ["/", "/news", "/sources", "/hn", "/movies", "/movies/12321", "/meals", "/meals/52764", "/people", "/people/3", "/search?q=rice", "/search?q=the"]


@pytest.fixture(scope="module")
def slow():
    services = Services("--latency", "1s")
    yield services.site
    services.stop()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("has_been_here", [True, False], ids=["again", "first"])
@pytest.mark.parametrize("path", PATHS)
def test_a_slow_page_stands_still(open_page, slow, path, has_been_here, width):
    page = open_page("/settings" if has_been_here else "/offline", address=slow.address, script=WATCH, viewport={"width": width, "height": 800})
    if not has_been_here:
        page.context.clear_cookies()
    page.goto(slow.address + path)
    expect(page.locator(".skeleton")).to_have_count(0)
    expect(page.locator("article").first).to_be_visible()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    shifts = page.evaluate("shifts")
    assert sum(value for value, _ in shifts) < 0.02, shifts


@pytest.mark.parametrize("path", ["/", "/hn", "/movies/12321"])
def test_sections_are_there_before_anything_has_come(open_page, path):
    services = Services("--latency", "60s")
    page = open_page("/offline", address=services.site.address)
    page.goto(services.site.address + path, wait_until="commit")
    expect(page.get_by_role("link", name="Movies", exact=True)).to_be_visible()
    expect(page.locator(".skeleton").first).to_be_attached()
    expect(page.locator("article")).to_have_count(0)
    services.stop()
