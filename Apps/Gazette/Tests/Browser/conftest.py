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

import pytest
from playwright.sync_api import expect, sync_playwright

BUILD = pathlib.Path(__file__).resolve().parents[4] / ".build-all"
EXECUTABLE = BUILD / "debug" / "gazette"
SCREENSHOTS = BUILD / "screenshots"

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


def start(*arguments, **options):
    """Starts Gazette as a server. Returns the process, which ends with this one at the latest, and its address."""
    process = subprocess.Popen([EXECUTABLE, *arguments], stdout=subprocess.PIPE, text=True, **options)
    atexit.register(process.kill)
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

    def open_page(path, address=None, script=None, reduced_motion="reduce", **options):
        context = browser.new_context(reduced_motion=reduced_motion, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if script:
            page.add_init_script(script)
        page.goto((address or site.address) + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
