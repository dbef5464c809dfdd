"""Nothing moves when something comes: what stands in its place has its shape."""

import pytest
from playwright.sync_api import expect
from test_states import Services

# What moves by itself, and not since somebody has pressed or typed something.
WATCH = """
window.shifts = [];
const note = (entries) => shifts.push(...entries.filter((it) => !it.hadRecentInput).map((it) => [
    it.value, it.sources.map((source) => source.node?.nodeName + "#" + source.node?.id + "." + source.node?.className).join(" "),
]));
const observer = new PerformanceObserver((list) => note(list.getEntries()));
observer.observe({ type: "layout-shift", buffered: true });
window.allShifts = () => { note(observer.takeRecords()); return shifts; };
"""
PATHS = ["/", "/news", "/sources", "/hn", "/movies", "/movies/12321", "/meals", "/meals/52764", "/people", "/people/3", "/search?q=rice", "/search?q=the"]


@pytest.fixture(scope="module")
def slow():
    services = Services("--latency", "1s")
    yield services.site
    services.stop()


@pytest.mark.parametrize(
    ("path", "has_been_here"),
    [pytest.param(path, here, id=f"{path}-{'again' if here else 'first'}") for path in PATHS for here in [True, False]])
def test_a_slow_page_stands_still(open_page, slow, subtests, path, has_been_here):
    page = open_page("/settings" if has_been_here else "/offline", address=slow.address, script=WATCH)
    for width in [1280, 390]:
        page.set_viewport_size({"width": width, "height": 800})
        if not has_been_here:
            page.context.clear_cookies()
        with subtests.test(width=width):
            page.goto(slow.address + path)
            expect(page.locator(".skeleton")).to_have_count(0)
            expect(page.locator("article").first).to_be_visible()
            shifts = page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(allShifts()))))")
            assert sum(value for value, _ in shifts) < 0.02, shifts


@pytest.mark.parametrize("path", ["/movies", "/movies/discover", "/hn/search?q=rice"])
def test_a_form_has_its_place_before_all_of_it_has_come(open_page, subtests, path):
    page = open_page(path)
    for width in [1280, 900]:
        with subtests.test(width=width):
            page.set_viewport_size({"width": width, "height": 800})
            places = page.evaluate("""() => {
                const form = document.querySelector("#search form");
                const places = [form.getBoundingClientRect().left];
                for (const part of [...form.children].reverse()) { part.remove(); places.push(form.getBoundingClientRect().left); }
                return places;
            }""")
            # In another line, it would begin elsewhere.
            assert len(set(places)) == 1, places
            page.reload()


@pytest.mark.parametrize("width", [1280, 390])
def test_a_placeholder_takes_no_room_above_what_follows(open_page, width):
    page = open_page("/hn")
    page.set_viewport_size({"width": width, "height": 800})
    expect(page.locator("article").first).to_be_visible()
    without, beside = page.evaluate("""() => {
        const list = document.querySelector("#list");
        const top = () => list.getBoundingClientRect().top;
        const without = top();
        // As in the moment before the style sheet hides it.
        const placeholder = document.createElement("div");
        placeholder.className = "waiting";
        placeholder.style.display = "block";
        list.before(placeholder);
        return [without, top()];
    }""")
    assert beside == without


def test_sections_are_there_before_anything_has_come(open_page, subtests):
    services = Services()
    services.wire.hold()
    page = open_page("/offline", address=services.site.address)
    for path in ["/", "/hn", "/movies/12321"]:
        with subtests.test(path=path):
            page.goto(services.site.address + path, wait_until="commit")
            expect(page.get_by_role("link", name="Movies", exact=True)).to_be_visible()
            expect(page.locator(".skeleton").first).to_be_attached()
            expect(page.locator("article")).to_have_count(0)
    services.stop()
