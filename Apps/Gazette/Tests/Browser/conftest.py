"""Gazette in a browser: the system's Chromium, on the emulator, on a free port of this machine."""

import atexit
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import tempfile
import time

import pytest
from playwright.sync_api import expect, sync_playwright

pytest_plugins = ["failures"]

BUILD = pathlib.Path(__file__).resolve().parents[4] / ".build-all"
EXECUTABLE = pathlib.Path(os.environ.get("GAZETTE_EXECUTABLE", BUILD / "debug" / "gazette"))
SCREENSHOTS = BUILD / "screenshots"

# Called before a process ends, also if its test does not finish.
cleanups = []

# A machine under load is slow, and what is waited for comes at once on any other.
expect.set_options(timeout=30_000)


def free_port():
    """A port that is free, and that no connection takes meanwhile: systems give those below 32768 only to who names them."""
    while True:
        port = random.randrange(20000, 32768)
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def at_end(action):
    """Calls a function at the end of this process."""
    atexit.register(action)
    cleanups.append(action)


def start(*arguments, **options):
    """Starts Gazette as a server. Returns the process, which ends with this one at the latest, and its address."""
    process = subprocess.Popen([EXECUTABLE, *arguments], stdout=subprocess.PIPE, text=True, **options)
    at_end(process.kill)
    return process, re.search(r"http://\S+[^/\s]", process.stdout.readline()).group(0)


class Site:
    """A running Gazette. `before` is called in its process before the program begins."""

    def __init__(self, *arguments, port=0, before=None, **environment):
        variables = {name: value for name, value in os.environ.items() if not name.endswith(("_KEY", "_BASE_URL"))}
        self.data = tempfile.TemporaryDirectory()
        variables.update(XDG_CONFIG_HOME="/nonexistent", XDG_DATA_HOME=self.data.name, XDG_CACHE_HOME=self.data.name)
        variables.update(GAZETTE_EMULATOR_TIME="2026-03-14T15:09:26Z")
        variables.update(environment)
        self.process, self.address = start("serve", "--port", str(port), *arguments, env=variables, preexec_fn=before)
        self.port = int(self.address.rsplit(":", 1)[1])
        if "--telemetry" in arguments:
            self.metrics = re.search(r"http://\S+", self.process.stdout.readline()).group(0)
        if "--inspect" in arguments:
            self.requests = re.search(r"http://\S+", self.process.stdout.readline()).group(0)

    def stop(self):
        self.process.terminate()
        code = self.process.wait(timeout=20)
        self.data.cleanup()
        return code


def eventually(condition, description, *, outside):
    """Waits until something is so in another process, which can only be asked again and again. Returns what it is then.

    `outside` is the reason, by which scripts/check-waits lists it.
    """
    end = time.monotonic() + 30
    while not (result := condition()):
        assert time.monotonic() < end, description()
        time.sleep(0.05)
    return result


@pytest.fixture(scope="session")
def site():
    site = Site()
    yield site
    assert site.stop() == 0


def chromium():
    """Where the system's browser is. Chromium without windows takes half of the processor's time."""
    names = [
        "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ]
    path = next(filter(None, map(shutil.which, names)), None)
    assert path, "These tests want Chromium or Chrome."
    return path


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        # Fewer processes for each page take a sixth less of the processor's time.
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--in-process-gpu", "--renderer-process-limit=1"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, site):
    """Opens a view, after a script of the test's; the contexts of a test are closed with it. Errors of scripts fail the
    test. What moves while a test waits takes the processor from the others: nothing does unless a test is about that."""
    contexts = []
    errors = []

    def open_page(path, address=None, script=None, reduced_motion="reduce", wait_until="load", **options):
        context = browser.new_context(reduced_motion=reduced_motion, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if script:
            page.add_init_script(script)
        page.goto((address or site.address) + path, wait_until=wait_until)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture(scope="session")
def shared_pages(browser):
    """Pages that tests share, by the options of their contexts."""
    return {}


@pytest.fixture
def look_at(browser, site, shared_pages):
    """Opens a view that is only looked at, as a new reader: in a page without scripts that tests share, with its size and its scheme."""

    def look_at(path, width=1280, height=800, scheme="light", is_phone=False):
        if is_phone not in shared_pages:
            shared_pages[is_phone] = browser.new_page(
                java_script_enabled=False, reduced_motion="reduce", has_touch=is_phone, is_mobile=is_phone)
        page = shared_pages[is_phone]
        page.context.clear_cookies()
        if is_phone:
            width, height = 390, 844
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        page.goto(site.address + path)
        return page

    return look_at


def arrive(page, address):
    """Opens a view in a page as a new reader."""
    page.context.clear_cookies()
    page.goto(address)


def follow(link):
    """Opens the page that a link leads to, with its style sheets: a script of a test would not wait for them."""
    with link.page.expect_event("load"):
        link.click()


def resize(page, width, height=800):
    """Shows a page at another size, as if it had been loaded at that size."""
    page.set_viewport_size({"width": width, "height": height})
    # What is unfolded beside a list depends on the width at which the page is loaded.
    if page.locator("details[data-wide]").count():
        page.reload()
