"""What a run of the tests prints about failures, and the end of tests that never finish."""

import os
import pathlib
import sys
import tempfile
import threading
import time
import traceback

import greenlet
import pytest
from _pytest.subtests import SubtestReport
from conftest import cleanups

FOLDER = pathlib.Path(__file__).resolve().parent
# Playwright waits for the browser in a greenlet of its own. Tests run in this one.
TESTS = greenlet.getcurrent()
MAIN = threading.get_ident()

# The seconds within which a test finishes on a machine that has no other work. A wait for a page ends after thirty.
LIMIT = 300 if os.environ.get("FRESHET_LONG_TESTS") else 60
# Workers leave their last messages there.
MESSAGES = tempfile.TemporaryDirectory()


# MARK: - Tests that never finish


def position(item):
    """The line of the test's file, and of any other of ours, that is being run."""
    stack = traceback.extract_stack(TESTS.gr_frame or sys._current_frames()[MAIN])
    lines = [it for it in stack if pathlib.Path(it.filename).parent == FOLDER]
    return " › ".join(f"{pathlib.Path(it.filename).name}:{it.lineno}: {it.line}" for it in lines) or f"{item.path.name}: a fixture"


def limit():
    """The seconds that a test may take now: more while more processes want to run than there are cores."""
    return LIMIT * max(1, min(5, os.getloadavg()[0] / (os.cpu_count() or 1)))


def watch(item, finished):
    """Ends this process if a test has not finished within its limit."""
    start = time.monotonic()
    while not finished.wait(1):
        if (elapsed := time.monotonic() - start) > limit():
            end(item, elapsed)


def end(item, elapsed):
    """Ends this process with a message. Another one runs the remaining tests."""
    message = f"It has not finished within {elapsed:.0f} s. It is at {position(item)}"
    if hasattr(item.config, "workerinput"):
        worker = item.config.workerinput
        pathlib.Path(worker["messages"], worker["workerid"]).write_text(message)
    else:
        item.config.pluginmanager.getplugin("capturemanager").suspend_global_capture()
        print(f"\n{item.nodeid}\n    {message}\n{again(item.nodeid)}", file=sys.stderr, flush=True)
    for it in cleanups:
        it()
    os._exit(1)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    # A page that does not respond can't be interrupted from within this process.
    finished = threading.Event()
    if not item.config.option.usepdb:
        threading.Thread(target=watch, args=[item, finished], daemon=True).start()
    try:
        return (yield)
    finally:
        finished.set()


# The message of a worker that has ended.
@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node):
    node.workerinput["messages"] = MESSAGES.name


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(crashitem, report, sched):
    message = pathlib.Path(MESSAGES.name, report.node.gateway.id)
    if message.exists():
        report.longrepr = message.read_text()


# MARK: - The summary of failures


def again(nodeid):
    """The command that runs a test alone."""
    server = "scripts/with-postgresql " if "test_processes.py" in nodeid else ""
    return f"    {server}Apps/Gazette/Tests/Browser/run '{nodeid}'"


def place(report):
    """The line of a test that failed, and the message."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        return str(report.longrepr)
    # The innermost line of ours: assertions about pages fail within Playwright.
    entries = [it.reprfileloc for it in report.longrepr.reprtraceback.reprentries if getattr(it, "reprfileloc", None)]
    ours = [it for it in entries if FOLDER.joinpath(it.path).parent == FOLDER and FOLDER.joinpath(it.path).exists()]
    line = f"{pathlib.Path(ours[-1].path).name}:{ours[-1].lineno}: " if ours else ""
    return line + crash.message.strip()


@pytest.hookimpl(tryfirst=True)
def pytest_terminal_summary(terminalreporter):
    stats = terminalreporter.stats
    # The durations are those of whole tests.
    for reports in stats.values():
        for it in reports:
            if isinstance(it, SubtestReport):
                del it.duration
    failed = [*stats.get("failed", []), *stats.get("error", [])]
    if not failed:
        return
    terminalreporter.section("failed")
    for report in failed:
        name = report.nodeid
        if isinstance(report, SubtestReport):
            name += " " + report._sub_test_description()
        elif str(report.longrepr).startswith("contains "):
            continue
        terminalreporter.line(name + (f" ({report.when})" if report.when in ("setup", "teardown") else ""))
        for line in place(report).splitlines()[:12]:
            terminalreporter.line(("    " + line).rstrip())
        terminalreporter.line("  Alone:" + again(report.nodeid)[3:])
