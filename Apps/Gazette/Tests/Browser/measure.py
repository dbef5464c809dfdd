"""Measures pages in the browser, on services that take a while: the first byte, the first contentful paint, how much of the layout shifts, and what
travels. `measure.py 1500ms / /news` measures those pages with that latency."""

import sys

from conftest import chromium
from playwright.sync_api import expect, sync_playwright
from test_shapes import WATCH
from test_states import Services

PATHS = ["/", "/news", "/sources", "/hn", "/movies", "/movies/12321", "/meals", "/people", "/search?q=rice", "/settings"]
FIGURES = """() => {
    const page = performance.getEntriesByType("navigation")[0];
    const files = performance.getEntriesByType("resource").filter((it) => it.initiatorType !== "img");
    return {
        first: page.responseStart - page.requestStart,
        paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
        shift: allShifts().reduce((sum, [value]) => sum + value, 0),
        bytes: [page, ...files].reduce((sum, it) => sum + it.transferSize, 0),
    };
}"""


def measure(page, address, path):
    page.goto(address + path, wait_until="load")
    expect(page.locator(".skeleton")).to_have_count(0)
    page.wait_for_timeout(300)
    it = page.evaluate(FIGURES)
    return f"{it['first']:6.0f} ms {it['paint']:6.0f} ms  {it['shift']:.4f} {it['bytes'] / 1000:6.1f} kB"


def main(latency, *paths):
    services = Services("--latency", latency)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            print(f"{'':24}first byte   paint   shift   without pictures")
            for path in paths or PATHS:
                context = browser.new_context(viewport={"width": 1280, "height": 800})
                page = context.new_page()
                page.add_init_script(WATCH)
                for visit in ["first", "again"]:
                    print(f"{path:16}{visit:8}{measure(page, services.site.address, path)}", flush=True)
                context.close()
            browser.close()
    finally:
        services.stop()


if __name__ == "__main__":
    main(*sys.argv[1:] or ["1500ms"])
