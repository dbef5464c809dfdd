"""Changes of a movie account while the service can't be reached: shown at once, after a restart too, and sent once."""

import tempfile

import access
from conftest import Site, start
from playwright.sync_api import expect
from test_states import KEYS
from wire import Wire


class Cinema:
    """A Gazette whose movie service is behind a wire, and that can be started again on its data."""

    def __init__(self):
        self.process, address = start("emulate", "--port", "0", "--time", "2026-03-14T15:09:26Z")
        self.wire = Wire(address)
        self.folder = tempfile.TemporaryDirectory()
        self.port = 0
        self.start()

    def start(self):
        self.site = Site(
            port=self.port, TMDB_BASE_URL=self.wire.address + "/3", XDG_DATA_HOME=self.folder.name,
            XDG_CACHE_HOME=self.folder.name, **KEYS)
        self.port = self.site.port

    def kill(self):
        self.site.process.kill()
        self.site.process.wait(timeout=20)

    def stop(self):
        code = self.site.stop()
        self.process.kill()
        self.process.wait(timeout=20)
        self.folder.cleanup()
        return code


def signed_in(open_page, cinema, **options):
    page = open_page("/account", address=cinema.site.address, **options)
    page.get_by_label("Name").fill("ann")
    page.get_by_label("Password").fill("hush")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Signed in as ann.")).to_be_visible()
    return page


def test_changes_without_a_network_outlive_a_restart_and_are_sent_once(open_page):
    cinema = Cinema()
    page = signed_in(open_page, cinema)
    page.goto(cinema.site.address + "/account/movie/10007")
    title = page.locator("h1").inner_text()
    expect(page.get_by_label("Your rating")).to_have_value("none")
    cinema.wire.cut()
    for rating in ["6.0", "7.0", "8.0"]:
        page.get_by_label("Your rating").select_option(rating)
        page.get_by_role("button", name="Rate", exact=True).click()
    page.get_by_role("button", name="Add to watchlist").click()
    # Without a reload.
    expect(page.get_by_role("button", name="Remove from watchlist")).to_be_visible()
    expect(page.get_by_role("link", name="2 unsent changes")).to_be_visible()
    expect(page.get_by_text("Not sent yet.", exact=True)).to_have_count(2)
    access.check(page)

    cinema.kill()
    cinema.start()
    page.goto(cinema.site.address + "/account/movie/10007")
    expect(page.get_by_label("Your rating")).to_have_value("8.0")
    expect(page.get_by_role("button", name="Remove from watchlist")).to_be_visible()
    page.get_by_role("link", name="2 unsent changes").click()
    expect(page.get_by_role("link", name=f"Set your rating of “{title}” to 8")).to_be_visible()
    expect(page.get_by_role("link", name=f"Add “{title}” to your watchlist")).to_be_visible()
    expect(page.get_by_text("The movie service can't be reached").first).to_be_visible()
    assert cinema.wire.writes == []
    access.check(page)

    cinema.wire.restore()
    # They may also be sent by themselves before the button is pressed.
    sent = page.get_by_text("All changes have been sent.")
    page.get_by_role("button", name="Send now").or_(sent).click()
    expect(sent).to_be_visible()
    assert sorted(cinema.wire.writes) == ["rating", "watchlist"]
    page.goto(cinema.site.address + "/account/movie/10007")
    expect(page.get_by_label("Your rating")).to_have_value("8.0")
    expect(page.get_by_role("button", name="Remove from watchlist")).to_be_visible()
    expect(page.get_by_text("not sent yet")).to_have_count(0)
    assert sorted(cinema.wire.writes) == ["rating", "watchlist"]
    assert cinema.stop() == 0


def test_a_change_is_edited_and_discarded_without_a_script(open_page):
    cinema = Cinema()
    page = signed_in(open_page, cinema, java_script_enabled=False)
    page.goto(cinema.site.address + "/account/movie/10007")
    cinema.wire.cut()
    page.get_by_label("Your rating").select_option("8.0")
    page.get_by_role("button", name="Rate", exact=True).click()
    page.get_by_role("link", name="1 unsent change").click()
    page.get_by_label("Rating").select_option("3.5")
    page.get_by_role("button", name="Change").click()
    expect(page.locator("article")).to_contain_text("to 3.5")
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("All changes have been sent.")).to_be_visible()
    assert cinema.wire.writes == []
    assert cinema.stop() == 0


def test_a_server_sends_what_it_has_stored_before_anybody_visits_it(open_page):
    cinema = Cinema()
    page = signed_in(open_page, cinema)
    page.goto(cinema.site.address + "/account/movie/10007")
    cinema.wire.cut()
    page.get_by_role("button", name="Add to favourites").click()
    expect(page.get_by_role("link", name="1 unsent change")).to_be_visible()
    page.context.close()
    cinema.kill()
    cinema.wire.restore()
    cinema.start()
    cinema.wire.wait_for_write()
    assert cinema.wire.writes == ["favorite"]
    assert cinema.stop() == 0
