"""The worker between the browser and Gazette: it holds nothing up, and keeps what was read."""

import pytest
from conftest import eventually
from playwright.sync_api import expect
from test_states import Services


def wait(page, condition):
    """Waits until something, which may be a promise, is so in a page: `wait_for_function` takes each promise for true."""
    eventually(lambda: page.evaluate(f"async () => await ({condition})"), lambda: condition, outside="the worker of the browser")


def attended(open_page, site):
    """Opens a view that the worker has fetched."""
    page = open_page("/settings", address=site.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.reload()
    wait(page, "navigator.serviceWorker.controller !== null")
    return page


def test_a_reader_who_returns_sees_the_shape_before_anything_has_come(open_page, subtests):
    services = Services()
    services.wire.hold()
    page = attended(open_page, services.site)
    for path in ["/", "/hn"]:
        with subtests.test(path=path):
            page.goto(services.site.address + path, wait_until="commit")
            expect(page.locator(".skeleton").first).to_be_visible()
            expect(page.locator("article")).to_have_count(0)
            # The request is sent while the worker starts, and not by it.
            state = page.evaluate("navigator.serviceWorker.ready.then((it) => it.navigationPreload.getState())")
            assert state["enabled"]
    services.stop()


@pytest.mark.parametrize("is_left", [True, False], ids=["left", "open"])
def test_what_came_after_a_page_was_sent_is_there_without_a_server(open_page, is_left):
    services = Services()
    page = attended(open_page, services.site)
    address = services.site.address + "/meals"
    services.wire.hold()
    page.goto(address)
    expect(page.locator(".skeleton").first).to_be_visible()
    services.wire.release()
    expect(page.locator("article").first).to_be_visible()
    expect(page.locator(".skeleton")).to_have_count(0)
    titles = page.locator("article h2").all_inner_texts()
    if is_left:
        page.goto(services.site.address + "/settings")
    wait(page, f"caches.match('{address}').then((it) => it ? it.text() : '').then((it) => it.includes('<article'))")
    services.stop()
    page.goto(address)
    expect(page.locator("article h2")).to_have_text(titles)


def test_who_leaves_waits_for_no_picture(open_page):
    services = Services()
    services.wire.hold("GET /t/p/")
    page = open_page("/movies", address=services.site.address, wait_until="domcontentloaded")
    expect(page.locator("html.scripted")).to_be_attached()
    # The pictures have all connections of the browser.
    wait(page, "[...document.images].filter((it) => !it.complete).length >= 6")
    services.wire.wait_for_request("GET /t/p/")
    answered = []
    page.on("response", lambda response: answered.append(response.url))
    address = services.site.address + "/settings"
    page.goto(address, wait_until="commit")
    services.stop()
    assert not [it for it in answered[:answered.index(address)] if "/picture/" in it]
