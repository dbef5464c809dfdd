"""Runs test targets that are built, follows what they report, and ends those that do not end by themselves.

scripts/run-tests and scripts/shake share it. Each run is a process in a session of its own, with a mark in its environment, so that all
processes that it starts can be found and ended. What the tests come to is read from the event stream that swift-testing writes.
"""

import dataclasses
import json
import os
import pathlib
import platform
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[1]
SCRATCH = ROOT / ".build-all"

# A run is ended after this many seconds in which no test begins or ends. FRESHET_TEST_LIMIT replaces it.
LIMIT = 45
# On a machine with much other work, a test that computes may go on until it has used that many seconds of the processor's time, but no
# more than this many times the limit. A test that neither runs nor is ready to run for a larger share of the time only waits.
BUSY_FACTOR = 10
IDLE_SHARE = 0.05
SAMPLE_SECONDS = 3
# Runs of a target that may crash or exit early before the rest of its tests is given up.
CRASHES = 5
# Runs that may stop making progress before the rest is given up: each takes the whole limit.
STALLS = 1
# Temporary files are in memory where so many bytes are free.
MEMORY_BYTES = 2 << 30
# How long processes that a run has started may take to end after it.
LEAVING_SECONDS = 2

MARK = "FRESHET_TEST_RUN"
PROGRESS = {"testStarted", "testEnded", "testCaseStarted", "testCaseEnded", "testSkipped", "runStarted"}
# The first lines of what ends a process.
FATAL = re.compile(rb"^.*(?:Fatal error|Precondition failed|Assertion failed|Exclusive access|overlapping accesses).*$", re.MULTILINE)
REPORTED = re.compile(r"error:|WARNING: ThreadSanitizer|Fatal error|✘")


# MARK: - Targets


def escaped(text):
    """Returns a regular expression for a text, in the syntax of Swift."""
    return re.sub(r"([\\^$.|?*+()\[\]{}])", r"\\\1", text)


def exactly(names):
    """Returns the regular expression that matches tests by their names."""
    return f"^(?:{'|'.join(escaped(name) for name in names)})(?:/|$)"


def command(folder, package, *arguments):
    """Returns the command that runs tests of a package, as `swift test` does for those who have built."""
    tests = folder / "debug" / f"{package}PackageTests.xctest"
    if tests.is_file():
        return [str(tests), "--testing-library", "swift-testing", *arguments]
    # On Apple's platforms tests are bundles, which only SwiftPM opens.
    script = """
root="$1"; product="$2"; . "$root/scripts/build.sh"; shift 2
exec swift test --skip-build --ignore-lock "${everything[@]}" --test-product "$product" "$@"
"""
    return ["bash", "-euo", "pipefail", "-c", script, "swift-test", str(ROOT), f"{package}PackageTests", *arguments]


def list_tests(folder, package):
    """Returns the names of the tests of a package."""
    if platform.system() == "Linux" and not (folder / "debug" / f"{package}PackageTests.xctest").is_file():
        return []
    output = subprocess.run(command(folder, package, "--list-tests"), cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [line for line in output.splitlines() if re.match(r"\w+\.\S", line)]


@dataclasses.dataclass(frozen=True)
class Target:
    """A test target, and the build folder that it is in."""

    folder: pathlib.Path
    package: str
    name: str

    @property
    def is_serial(self):
        """Whether its tests run one after the other. Those that start programs need not."""
        return self.name != "GazetteCommandsTests"

    def command(self, arguments, alone=False):
        """Returns the command that runs tests of this target."""
        # If hundreds of programs started at once, each would take so long that requests reach their timeouts.
        several = ["--parallel", "--experimental-maximum-parallelization-width", str(2 * (os.cpu_count() or 2))]
        order = ["--no-parallel"] if self.is_serial or alone else several
        return [*self._isolated(), *command(self.folder, self.package, *order, *arguments)]

    def _isolated(self):
        # What is replayed from tapes needs no network: these tests have none, where the system lets them do without.
        without_network = ["unshare", "--map-root-user", "--net"]
        if not self.name.startswith("FreshetTapes") or not shutil.which("unshare"):
            return []
        allowed = subprocess.run([*without_network, "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0
        return without_network if allowed else []

    def command_for(self, test):
        """Returns the command that people type to run a test of this target alone, or all of it."""
        words = ["scripts/run-tests"]
        if self.folder != SCRATCH:
            words += ["--folder", os.path.relpath(self.folder, ROOT) if self.folder.is_relative_to(ROOT) else str(self.folder)]
        words += ["--test", test] if test else ["--only", self.name]
        prefix = "FRESHET_LONG_TESTS=1 " if os.environ.get("FRESHET_LONG_TESTS") else ""
        return prefix + shlex.join([*words, self.package])


# MARK: - What a run reports


@dataclasses.dataclass
class Failure:
    """One failure of a test, or of a run as a whole if it names no test."""

    target: Target
    test: str
    kind: str
    message: str
    place: str = ""

    @property
    def command(self):
        return self.target.command_for(self.test)

    def __str__(self):
        lines = [f"✘ {self.test or self.target.name} {self.kind}" + (f" ({self.place})" if self.place else "")]
        lines += [f"    {line}" for line in self.message.splitlines()[:30]]
        return "\n".join(lines)


def describe(failures):
    """Returns the failures as people read them: those of each test, and the command that runs it alone."""
    by_test = {}
    for failure in failures:
        by_test.setdefault((failure.target.name, failure.test), []).append(failure)
    parts = []
    for group in by_test.values():
        parts += [str(failure) for failure in group[:5]]
        if len(group) > 5:
            parts.append(f"    and {len(group) - 5} more")
        parts.append(f"    Run it alone: {group[0].command}\n")
    return "\n".join(parts)


class Events:
    """The event stream of a run, read while it grows."""

    def __init__(self, path):
        self.path = path
        self.offset = 0
        self.progress = 0
        self.tests = {}
        self.started = {}
        self.ended = {}
        self.issues = []
        self.cases = {}
        self.summary = ""

    def read(self):
        """Reads what was written since the last time. Returns whether a test has begun or ended."""
        before = self.progress
        try:
            with self.path.open("rb") as file:
                file.seek(self.offset)
                data = file.read()
        except OSError:
            return False
        data = data[: data.rfind(b"\n") + 1]
        self.offset += len(data)
        for line in data.splitlines():
            record = json.loads(line)
            if record["kind"] == "test":
                self.tests[record["payload"]["id"]] = record["payload"]
            elif record["kind"] == "event":
                self._follow(record["payload"])
        return self.progress > before

    def _follow(self, event):
        kind, id = event["kind"], event.get("testID", "")
        self.progress += kind in PROGRESS
        text = "\n".join(message["text"] for message in event.get("messages", []))
        is_function = self.tests.get(id, {}).get("kind") == "function"
        if kind == "testStarted" and is_function:
            self.started[id] = event["instant"]["since1970"]
        elif kind == "testCaseStarted":
            self.cases[id] = case_of(text)
        elif kind in ("testEnded", "testSkipped") and is_function:
            self.ended[id] = event["instant"]["since1970"]
        elif kind == "issueRecorded" and event.get("issue", {}).get("isFailure", not event.get("issue", {}).get("isKnown")):
            place = event["issue"].get("sourceLocation") or self.tests.get(id, {}).get("sourceLocation") or {}
            self.issues.append((id, with_case(text, self.cases.get(id)), place_of(place)))
        elif kind == "runEnded":
            self.summary = text

    def running(self):
        """Returns the tests that have begun and not ended."""
        return [id for id in self.started if id not in self.ended]

    def name(self, id):
        """Returns the name of a test, as filters take it: its id without its place in the source."""
        return re.sub(r"/[^/]+:\d+:\d+$", "", id)

    def running_at(self, moment):
        """Returns the tests that ran at a moment, the one that began last at first. The moments of processes are known to 0.01 seconds."""
        running = [id for id, start in self.started.items() if start - 0.02 <= moment <= self.ended.get(id, moment) + 0.02]
        return sorted(running, key=self.started.get, reverse=True)


def case_of(text):
    match = re.match(r"Test case passing \d+ arguments? (.*) to (?:\"|[A-Za-z_`]).*? started\.$", text, re.DOTALL)
    return match[1] if match else ""


def with_case(text, case):
    return f"{text}\nwith {case}" if case else text


def place_of(location):
    path = location.get("filePath") or location.get("_filePath") or ""
    if path.startswith(f"{ROOT}/"):
        path = os.path.relpath(path, ROOT)
    return f"{path}:{location['line']}" if path else ""


# MARK: - Processes

live = set()
# Signals are handled while it may be held.
live_lock = threading.RLock()
is_stopping = threading.Event()


def stop_all():
    """Ends all runs, as for Ctrl-C."""
    is_stopping.set()
    with live_lock:
        runs = list(live)
    for run in runs:
        run.kill()


class Progress:
    """How long a run has made no progress."""

    def __init__(self, run):
        self.run = run
        self.note()

    def note(self):
        """Notes that a test has begun or ended."""
        self.moment = self.sampled = time.monotonic()
        self.seconds = 0
        self.used_before = None

    def is_missing(self, limit):
        """Returns whether the run only waits, or computes for too long."""
        now = time.monotonic()
        self.seconds = now - self.moment
        # Most tests take less time, and are not measured.
        if self.used_before is None and self.seconds >= SAMPLE_SECONDS:
            self.used_before = self.run.processor_use()
        if self.seconds <= limit or now - self.sampled < SAMPLE_SECONDS:
            return False
        self.sampled = now
        use = self.run.processor_use()
        if use is None or self.used_before is None or self.seconds > limit * BUSY_FACTOR:
            return True
        used, wanted = (now - before for now, before in zip(use, self.used_before))
        return used + wanted < self.seconds * IDLE_SHARE or used >= limit - 2 * SAMPLE_SECONDS


@dataclasses.dataclass
class Process:
    """A process that a run has left."""

    pid: int
    command: str
    began: float


def temporary_folder():
    """Makes a folder for the temporary files of a run: in memory where there is room, since databases wait for disks most of their time."""
    memory = pathlib.Path("/dev/shm")
    has_room = memory.is_dir() and shutil.disk_usage(memory).free > MEMORY_BYTES
    return tempfile.mkdtemp(prefix="freshet-", dir=memory if has_room else None)


class Run:
    """One process with tests, and what it starts."""

    def __init__(self, arguments, log, environment=None):
        self.mark = uuid.uuid4().hex
        self.log = log
        self.temporary = temporary_folder()
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                arguments, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
                env={**os.environ, **(environment or {}), "TMPDIR": self.temporary, MARK: self.mark})
        with live_lock:
            live.add(self)

    def wait(self, events=None, limit=None, each=lambda: None):
        """Waits for the end. Returns the exit status, and the seconds without progress for which the process was ended, or 0."""
        progress = Progress(self)
        stalled = 0
        try:
            while self.process.poll() is None:
                each()
                if events and events.read():
                    progress.note()
                elif limit and progress.is_missing(limit):
                    stalled = round(progress.seconds)
                    self.kill()
                    break
                try:
                    self.process.wait(timeout=0.2)
                except subprocess.TimeoutExpired:
                    pass
        finally:
            if self.process.poll() is None:
                self.kill()
            with live_lock:
                live.discard(self)
        status = self.process.wait()
        if events:
            events.read()
        each()
        return status, stalled

    def processor_use(self):
        """Returns the seconds for which the process, and what it has started, have run so far, and those for which their threads were ready
        to run and others ran; `None` where that is not known."""
        if not os.path.isdir("/proc/self"):
            return None
        ran, ready = 0, 0
        for pid in [self.process.pid, *(process.pid for process in self.processes())]:
            folder = pathlib.Path("/proc") / str(pid)
            try:
                fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
                ran += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
                ready += sum(int(file.read_text().split()[1]) for file in folder.glob("task/*/schedstat")) / 1e9
            except (OSError, IndexError, ValueError):
                continue
        return ran, ready

    def kill(self):
        """Ends the process and all that it has started."""
        self._signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=3)
        except subprocess.TimeoutExpired:
            pass
        self._signal(signal.SIGKILL)

    def _signal(self, number):
        try:
            os.killpg(self.process.pid, number)
        except (ProcessLookupError, PermissionError):
            pass
        for process in self.processes():
            end(process.pid, number)

    def leftovers(self):
        """Waits a moment for processes that this run has started to end, ends those that do not, and returns them. Removes what the tests
        have left in the folder for temporary files."""
        left = wait_for_end(self.processes)
        shutil.rmtree(self.temporary, ignore_errors=True)
        return left

    def processes(self):
        """Returns the processes that are alive and belong to this run, but for its own while that runs."""
        found = processes_of(self.mark, self.process.pid)
        return [process for process in found if process.pid != self.process.pid or self.process.returncode is not None]


def processes_of(mark, session=None):
    """Returns the processes that are alive and belong to a session, or have a mark in their environment."""
    if not os.path.isdir("/proc/self"):
        return processes_of_group(session)
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        folder = pathlib.Path("/proc") / entry
        try:
            state = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            if state[0] in "ZX" or int(entry) == os.getpid():
                continue
            marked = f"{MARK}={mark}".encode() in (folder / "environ").read_bytes().split(b"\0")
            if int(state[3]) != session and not marked:
                continue
            words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
            uptime = float(pathlib.Path("/proc/uptime").read_text().split()[0])
            began = time.time() - uptime + int(state[19]) / os.sysconf("SC_CLK_TCK")
            found.append(Process(int(entry), words[:200], began))
        except (OSError, IndexError, ValueError):
            # It has ended meanwhile, or belongs to another user.
            continue
    return found


def processes_of_group(group):
    """Returns the processes of a group: macOS shows the environment of others to nobody, and what has left the group is not found."""
    output = subprocess.run(
        ["ps", "-A", "-o", "pid=,pgid=,stat=,command="], stdout=subprocess.PIPE, text=True, check=False).stdout
    rows = [line.split(None, 3) for line in output.splitlines()]
    return [
        Process(int(row[0]), row[3][:200], time.time()) for row in rows
        if len(row) == 4 and int(row[1]) == group and not row[2].startswith("Z")]


def wait_for_end(find):
    """Waits a moment for processes to end, ends those that do not, and returns them."""
    deadline = time.monotonic() + LEAVING_SECONDS
    while (left := find()) and time.monotonic() < deadline:
        time.sleep(0.1)
    for process in left:
        end(process.pid, signal.SIGKILL)
    return left


def end(pid, number):
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        pass


# MARK: - Running a target


@dataclasses.dataclass
class Outcome:
    """What a target has come to."""

    target: Target
    failures: list
    tests: int = 0
    seconds: float = 0


def run_target(target, filters, log, stream, prefix=(), each=lambda: None):
    """Runs tests of a target, and once more without those that have ended whenever its process does not come to its end.

    Arguments: the options that choose tests, the files for the log and for the event stream, the words before the command, and a function
    that is called some times a second.
    """
    start = time.monotonic()
    limit = float(os.environ.get("FRESHET_TEST_LIMIT") or LIMIT)
    failures, done, crashes, stalls, tests, alone = [], [], 0, 0, 0, False
    log.unlink(missing_ok=True)
    stream.unlink(missing_ok=True)
    part = stream.with_suffix(".part")
    while not is_stopping.is_set():
        part.unlink(missing_ok=True)
        skips = ["--skip", exactly(done)] if done else []
        begin = log.stat().st_size if log.exists() else 0
        events = Events(part)
        run = Run(
            [*prefix, *target.command([*filters, *skips, "--event-stream-output-path", str(part)], alone=alone)], log)
        status, stalled = run.wait(events, limit, each)
        output = log.read_bytes()[begin:]
        with stream.open("ab") as whole:
            whole.write(part.read_bytes()[: events.offset] if part.exists() else b"")
        tests += len(events.ended)
        failures += [Failure(target, events.name(id), "failed", text, place) for id, text, place in events.issues]
        left = run.leftovers()
        if is_stopping.is_set():
            break
        if events.summary and not stalled and status >= 0 and b"unexpected signal code" not in output:
            failures += left_behind(target, events, left)
            failures += unreported(target, events, status, output, bool(done))
            break
        failures += interrupted(target, events, status, stalled, output)
        crashes, stalls = crashes + (not stalled), stalls + bool(stalled)
        running = events.running()
        ended = {events.name(id) for id in events.ended}
        # If several ran, the one that ended the process is found by running them one after the other.
        lost = set() if len(running) > 1 and not alone else {events.name(id) for id in running}
        alone = alone or len(running) > 1
        done = [*done, *sorted(ended | lost)]
        remaining = {events.name(id) for id, test in events.tests.items() if test["kind"] == "function"} - set(done)
        if not remaining:
            break
        if crashes > CRASHES or stalls > STALLS or not ended | set(running):
            failures.append(Failure(target, "", "did not run all its tests", f"{len(remaining)} were not run after these failures."))
            break
    part.unlink(missing_ok=True)
    return Outcome(target, failures, tests, time.monotonic() - start)


def unreported(target, events, status, output, is_rest):
    """Returns the failure of a run that came to its end, if no issue of a test explains it."""
    # Thread Sanitizer ends a process with a status of its own.
    if status not in (0, 1) or status == 1 and not events.issues:
        return [Failure(target, "", f"exited with status {status}", "\n".join(excerpt(output)))]
    if not events.ended and not is_rest:
        return [Failure(target, "", "ran no test", "\n".join(excerpt(output)))]
    return []


def interrupted(target, events, status, stalled, output):
    """Returns the failures of a run that did not come to its end."""
    running = events.running()
    if stalled:
        kind, message = "did not finish", f"No test began or ended for {stalled} seconds."
    elif (match := re.search(rb"unexpected signal code (\d+)", output)) or status < 0:
        number = int(match[1]) if match else -status
        # A trap, as of fatalError, is an illegal instruction on x86.
        name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
        kind, message = f"crashed ({name})", ""
    else:
        kind, message = f"exited with status {status} before its tests had ended", ""
    fatal = FATAL.search(output)
    if fatal and not stalled:
        message = fatal[0].decode(errors="replace").strip()
    elif not stalled:
        message = "\n".join(excerpt(output))
    if not running:
        when = "after its last test" if events.ended else "before its first test"
        return [Failure(target, "", kind, f"{message}\nIt happened {when}.".strip())]
    if len(running) > 1:
        message = f"{message}\nIt ran at the same time as {len(running) - 1} others.".strip()
    return [
        Failure(target, events.name(id), kind, with_case(message, events.cases.get(id)), place_of(events.tests[id]["sourceLocation"]))
        for id in running]


def left_behind(target, events, left):
    """Returns a failure for each process that a run has left, with the test during which it began."""
    failures = []
    for process in left:
        during = events.running_at(process.began)
        # Of tests that ran at the same time, any may have started it.
        test = events.name(during[0]) if during and target.is_serial else ""
        place = place_of(events.tests[during[0]]["sourceLocation"]) if test else ""
        others = ", ".join(events.name(id) for id in during[:3])
        message = "It was ended." + (f" When it began, these ran: {others}" if others and not test else "")
        failures.append(Failure(target, test, f"left a process: {process.pid} {process.command}", message, place))
    return failures


def excerpt(output):
    """Returns the lines of a log that show what failed: those that name an error with the three after each, or the last ones."""
    lines = output.decode(errors="replace").splitlines()
    marked = [index for index, line in enumerate(lines) if REPORTED.search(line)]
    shown = sorted({index + offset for index in marked for offset in range(4) if index + offset < len(lines)})
    return [lines[index] for index in shown[:40]] or [line for line in lines[-10:] if not line.startswith(("◇", "✔", "↳"))]


if __name__ == "__main__":
    # For ./test: ends the processes that have a mark in their environment, and names them.
    left_processes = wait_for_end(lambda: processes_of(sys.argv[1]))
    for left_process in left_processes:
        print(f"✘ The tests left a process: {left_process.pid} {left_process.command}. It was ended.")
    sys.exit(1 if left_processes else 0)
