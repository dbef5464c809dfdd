"""A session that was recorded with `serve --record` is replayed as a whole, by a server that may not connect to anything."""

import signal
import subprocess
import sys

import forbid
import pytest
from conftest import EXECUTABLE, Site
from session import TAPE, visit

pytestmark = pytest.mark.skipif(not forbid.AVAILABLE, reason="Connections are forbidden by Linux alone.")


def test_a_recorded_session_is_replayed_without_a_connection(open_page):
    site = Site("--replay", str(TAPE), before=forbid.connections)
    page = open_page("/settings", address=site.address)
    visit(page, site.address)
    # One that connects is killed.
    assert site.stop() == 0


def test_a_command_replays_without_a_connection():
    def run(*arguments):
        command = [EXECUTABLE, *arguments, "--replay", TAPE]
        return subprocess.run(command, preexec_fn=forbid.connections, capture_output=True, text=True)

    found = run("meals", "search", "stroganoff")
    assert found.returncode == 0 and "Stroganoff" in found.stdout, found.stderr
    # What is not in the tape is not sent, either.
    missing = run("meals", "search", "xyzzy")
    assert missing.returncode == 64 and "the tape has no entry" in missing.stderr


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_process_that_connects_is_killed(host):
    code = f"import socket; socket.create_connection(('{host}', 9))"
    assert subprocess.run([sys.executable, "-c", code], preexec_fn=forbid.connections).returncode == -signal.SIGSYS
