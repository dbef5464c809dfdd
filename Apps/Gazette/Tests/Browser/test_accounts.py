"""Accounts in a browser: signing in and up, the pages of an account, and of its administrators."""

import fcntl
import os
import pty
import struct
import subprocess
import termios
import threading

import access
import pytest
from conftest import EXECUTABLE, Site, at_end
from playwright.sync_api import expect

PASSWORD = "a lamp, a lake, a ladder"


class Club(Site):
    """A running Gazette whose readers have accounts: one of an administrator, and the emulator as a provider."""

    def __init__(self):
        super().__init__("--accounts", "invitation", "--oidc-issuer", "emulator")
        command = [EXECUTABLE, "members", "add", "ann", "--admin", "--data", f"{self.data.name}/gazette"]
        subprocess.run(command, input=PASSWORD + "\n", text=True, check=True, capture_output=True)


@pytest.fixture(scope="module")
def club():
    club = Club()
    yield club
    assert club.stop() == 0


def sign_in(page, name="ann"):
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def check(page):
    """Looks for what excludes people, and for what is wider than the screen."""
    page.wait_for_load_state()
    access.check(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


SCREENS = [
    {"viewport": {"width": 1280, "height": 800}},
    {"viewport": {"width": 390, "height": 800}, "color_scheme": "dark"},
    {"viewport": {"width": 390, "height": 800}, "java_script_enabled": False},
]


@pytest.mark.parametrize("screen", SCREENS[:2], ids=["wide", "narrow-dark"])
def test_pages_of_accounts_are_for_everybody(open_page, club, screen):
    page = open_page("/saved", club.address, **screen)
    expect(page).to_have_title("Sign in · Gazette")
    check(page)
    page.get_by_label("Name").fill("ann")
    page.get_by_label("Password").fill("wrong")
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    check(page)
    sign_in(page)
    expect(page).to_have_url(club.address + "/saved")
    for path in ["/me", "/members"]:
        page.goto(club.address + path)
        check(page)


@pytest.mark.parametrize("screen", SCREENS[1:], ids=["with-script", "without"])
def test_an_invited_reader_makes_an_account(open_page, club, screen):
    page = open_page("/me", club.address, **screen)
    sign_in(page)
    page.goto(club.address + "/members")
    page.get_by_role("button", name="Create invitation").click()
    link = page.locator(".secret code").inner_text()
    name = "ben" if screen.get("java_script_enabled", True) else "cay"

    other = open_page(link.removeprefix(club.address), club.address, **screen)
    other.get_by_label("Name").fill(name)
    other.get_by_label("Password", exact=True).fill(PASSWORD)
    other.get_by_label("Repeat the password").fill(PASSWORD)
    other.get_by_role("button", name="Create account").click()
    other.goto(club.address + "/me")
    expect(other.get_by_text(f"Signed in as {name}.")).to_be_visible()
    other.get_by_role("button", name="Sign out").click()
    expect(other).to_have_title("Sign in · Gazette")
    assert open_page(link.removeprefix(club.address), club.address).get_by_role("alert").is_visible()


def test_a_mark_follows_the_account_to_another_browser(open_page, club):
    page = open_page("/hn", club.address)
    sign_in(page)
    story = page.locator("article").first
    story.get_by_role("button", name="Save").click()
    title = story.get_by_role("heading").get_by_role("link").first.inner_text()
    other = open_page("/saved", club.address)
    sign_in(other)
    expect(other.get_by_role("link", name=title)).to_be_visible()
    # It also disappears at once.
    expect(other.locator("body[data-page]")).to_have_count(1)
    story.locator("[data-mark=save][aria-pressed=true]").click()
    expect(other.get_by_role("link", name=title)).to_have_count(0)


def test_a_session_that_another_browser_ends_is_over(open_page, club):
    page = open_page("/me", club.address)
    sign_in(page)
    other = open_page("/saved", club.address)
    sign_in(other)
    expect(other).to_have_url(club.address + "/saved")
    page.reload()
    page.get_by_role("button", name="End all other sessions and tokens").click()
    expect(page.get_by_role("status").first).to_have_text("Access revoked.")
    other.goto(club.address + "/saved")
    expect(other).to_have_title("Sign in · Gazette")


def test_a_reader_signs_in_at_a_provider(open_page, club):
    page = open_page("/me", club.address)
    sign_in(page)
    page.get_by_role("link", name="Sign in with 127.0.0.1 from now on").click()
    page.get_by_label("Name").fill("annie")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("You can sign in with 127.0.0.1.")).to_be_visible()
    other = open_page("/saved", club.address)
    other.get_by_role("link", name="Sign in with 127.0.0.1").click()
    other.get_by_label("Name").fill("annie")
    other.get_by_role("button", name="Sign in").click()
    expect(other).to_have_url(club.address + "/saved")
    stranger = open_page("/saved", club.address)
    stranger.get_by_role("link", name="Sign in with 127.0.0.1").click()
    stranger.get_by_label("Name").fill("eve")
    stranger.get_by_role("button", name="Sign in").click()
    expect(stranger.get_by_role("alert")).to_contain_text("need an invitation")


def test_a_terminal_uses_the_account(open_page, club, tmp_path):
    page = open_page("/me", club.address)
    sign_in(page)
    page.get_by_label("Terminal name").fill("desk")
    page.get_by_role("button", name="Create token").click()
    token = page.locator(".secret code").first.inner_text()
    environment = dict(os.environ, XDG_CONFIG_HOME="/nonexistent", XDG_DATA_HOME=str(tmp_path), XDG_STATE_HOME=str(tmp_path))

    def gazette(*arguments, text=""):
        command = [EXECUTABLE, *arguments]
        return subprocess.run(command, input=text, text=True, capture_output=True, env=environment)

    assert gazette("sync", "show").returncode == 77
    assert gazette("sync", "sign-in", club.address, text="wrong\n").returncode == 77
    assert gazette("sync", "sign-in", club.address + "/", text=token + "\n").stderr == "Signed in as ann.\n"
    file = tmp_path / "gazette" / "sync.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert gazette("sync", "settings", "theme=dark").stdout == "theme\tdark\n"
    assert gazette("sync", "settings", "theme=; visitor").returncode == 64

    # What the full-screen reader saves is on the page, and the other way round.
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 130, 0, 0))
    reader = subprocess.Popen(
        [EXECUTABLE, "tui", "--emulator"], stdin=end, stdout=end, stderr=end, start_new_session=True,
        env=dict(environment, TERM="xterm-256color", GAZETTE_EMULATOR_TIME="2026-03-14T15:09:26Z"))
    at_end(reader.kill)
    os.close(end)
    screen = Screen(terminal)
    page.goto(club.address + "/saved")
    before = page.locator("article").count()
    # The movies are the third section; its first entry is saved.
    expected = page.locator("article", has_text="Movies")
    screen.wait_for(b"Movies")
    os.write(terminal, b"gm")
    screen.wait_for(b" movies in ")
    os.write(terminal, b"s")
    expect(expected).to_have_count(1)
    assert page.locator("article").count() == before + 1
    os.write(terminal, b"q")
    assert reader.wait(timeout=20) == 0
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert gazette("sync", "saved").stdout.count("\tmovies\t") == 1
    assert gazette("sync", "sign-out").stderr == "Signed out.\n"
    assert not file.exists()
    page.goto(club.address + "/me")
    expect(page.get_by_role("heading", name="desk")).to_have_count(0)


class Screen:
    """Reads what a program draws until it ends, so that it is never blocked."""

    def __init__(self, terminal):
        self.text = b""
        self.changed = threading.Condition()
        threading.Thread(target=self.read, args=(terminal,), daemon=True).start()

    def read(self, terminal):
        try:
            while part := os.read(terminal, 65536):
                with self.changed:
                    self.text += part
                    self.changed.notify_all()
        except OSError:
            pass

    def wait_for(self, text):
        """Waits until something has been drawn."""
        with self.changed:
            assert self.changed.wait_for(lambda: text in self.text, timeout=30), self.text
