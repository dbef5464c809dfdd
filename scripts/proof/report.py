"""Reads what a run of the tests has reported of itself: the event streams that scripts/run-tests lets swift-testing write.

They are what `swift test --event-stream-output-path` writes, one file for each test target. The report as xUnit has a line for each
test alone; here are also the cases of a parameterised test, and the lines of the sources.
"""

import dataclasses
import json
import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASE = re.compile(r"^Test case passing \d+ arguments? (.*) to (?:\"|[A-Za-z_`]).*? started\.$", re.DOTALL)
REFERENCE = re.compile(r"^(?P<suite>\w+)\.(?P<function>\w+)(?:\((?P<argument>.+)\))?$")


@dataclasses.dataclass
class Case:
    """One case of a parameterised test: its arguments as text, and whether it has passed."""

    arguments: str
    passed: bool = True
    issue: str = ""

    def values(self):
        """Returns the arguments by their names; those of an enumeration without their dot."""
        pairs = re.findall(r"(\w+) → (.*?)(?=, \w+ → |$)", self.arguments, re.DOTALL)
        return {name: value.removeprefix(".") for name, value in pairs}


@dataclasses.dataclass
class Test:
    """One test of a run."""

    target: str
    suite: str
    function: str
    title: str
    path: str
    line: int
    ended: bool = False
    skipped: bool = False
    issue: str = ""
    cases: list = dataclasses.field(default_factory=list)

    @property
    def passed(self):
        return self.ended and not self.issue

    @property
    def evidence(self):
        return f"{self.path}:{self.line}"


class Report:
    """The tests of a run, by their names."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.tests = {}
        self.targets = set()
        for file in sorted(self.folder.glob("*.events.jsonl")):
            self.targets.add(file.name.removesuffix(".events.jsonl"))
            self._read(file)
        self.by_name = {}
        for test in self.tests.values():
            self.by_name.setdefault(f"{test.suite}.{test.function}", []).append(test)

    def _read(self, file):
        running = {}
        with file.open(encoding="utf-8") as lines:
            for line in lines:
                if not line.endswith("\n"):
                    break  # A process that was ended in the middle of a line.
                record = json.loads(line)
                payload = record["payload"]
                if record["kind"] == "test":
                    self._add(payload)
                elif record["kind"] == "event" and payload.get("testID") in self.tests:
                    self._follow(payload, self.tests[payload["testID"]], running)

    def _add(self, payload):
        if payload["kind"] != "function":
            return
        place = payload["sourceLocation"]
        names = payload["id"].split("/")[0].split(".")
        path = place.get("filePath") or place["_filePath"]
        self.tests[payload["id"]] = Test(
            target=names[0],
            suite=names[-1],
            function=payload["name"].split("(")[0].strip("`"),
            title=payload.get("displayName") or payload["name"],
            path=within_root(path),
            line=place["line"],
        )

    def _follow(self, payload, test, running):
        kind = payload["kind"]
        text = " ".join(message["text"] for message in payload.get("messages", []))
        if kind == "testCaseStarted":
            match = CASE.match(text)
            running[payload["testID"]] = case = Case(match[1] if match else "")
            test.cases.append(case)
        elif kind == "testCaseEnded":
            running.pop(payload["testID"], None)
        elif kind == "issueRecorded" and not payload.get("issue", {}).get("isKnown"):
            test.issue = test.issue or text or "an issue"
            if case := running.get(payload["testID"]):
                case.passed, case.issue = False, case.issue or text
        elif kind == "testSkipped":
            test.skipped = True
        elif kind == "testEnded":
            test.ended = True

    def find(self, reference):
        """Returns whether the tests of a reference have passed, and the test that stands for them.

        A reference is `Suite.function`, or `Suite.function(argument)` for the cases of that argument.
        """
        match = REFERENCE.match(reference)
        tests = self.by_name.get(f"{match['suite']}.{match['function']}", []) if match else []
        if not tests:
            return False, None
        argument = match["argument"]
        if argument is None:
            return all(test.passed and not test.skipped for test in tests), tests[0]
        wanted = letters(argument)
        cases = [case for test in tests for case in test.cases if wanted in map(letters, case.values().values())]
        return bool(cases) and all(case.passed for case in cases) and all(test.ended for test in tests), tests[0]


def letters(text):
    """Returns the letters and digits of a text alone: a test describes the case `twoLengths` as "two lengths"."""
    return "".join(character for character in text.lower() if character.isalnum())


def within_root(path):
    """Returns the path of a source below the root of the clone, wherever it was built."""
    for folder in ("/Tests/", "/Services/", "/Apps/", "/Examples/"):
        if folder in path:
            return path[path.index(folder) + 1 :]
    return path


def reports():
    """Returns the report of the run that `./prove` has chosen."""
    return Report(os.environ.get("FRESHET_REPORTS") or ROOT / ".build-all" / "logs")
