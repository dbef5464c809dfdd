"""Makes an interface of a module for Apple's platforms out of one that the toolchain prints on Linux."""

import re

FLAGS = ("-disable-availability-checking -target {triple} -disable-objc-interop -enable-library-evolution -swift-version 5"
         " -enable-experimental-feature Macros -module-name {name}")
MODIFIERS = r"(@[\w().:, *\"]+ )*((public|open|static|nonisolated|final|lazy|class) )*"
# Swift re-exports these, and the toolchain prints them as its members.
ELSEWHERE = (
    "AsyncSequence|AsyncIteratorProtocol|MainActor|Actor|Clock|InstantProtocol|ContinuousClock|SuspendingClock|Executor|SerialExecutor"
    "|AsyncStream|AsyncThrowingStream|Task|CustomConsumingRegexComponent|RegexComponent|Regex")


def interface(name, triple, imports, printed):
    """Returns the text of an interface, from what the toolchain prints of a module."""
    body = "\n".join(declarations(printed)).replace("Glibc.", "")
    body = re.sub(rf"\bSwift\.({ELSEWHERE})\b", r"\1", body)
    return "\n".join([
        "// swift-interface-format-version: 1.0", "// swift-compiler-version: Swift version 6",
        "// swift-module-flags: " + FLAGS.format(triple=triple, name=name), *imports, body])


def declarations(text):
    """The lines of a module as an interface may have them: without bodies, defaults of properties and what only Linux has."""
    scopes, attributes = [], []
    for line in text.split("\n"):
        line = re.sub(r"@inlinable |@_transparent |@_alwaysEmitIntoClient |(internal|fileprivate|private|package)\(set\) ", "",
                      line.rstrip())
        bare = line.strip()
        if bare.startswith("//") or bare == "@inlinable" or re.match(r"import (Glibc|CoreFoundation|_Foundation\w*)$", bare):
            continue
        if re.match(r"^@\w+(\(.*\))?( @\w+(\(.*\))?)*$", bare):
            attributes.append(line)
            continue
        # Their lifetimes are not printed.
        if re.search(r"\b(Mutable)?(Raw)?Span\b|UTF8Span|OutputSpan", bare) and not bare.endswith("{"):
            attributes = []
            continue
        scope = scopes[-1] if scopes else None
        if re.search(r"\bsubscript[(<]", bare) and not bare.endswith(("}", "{")):
            line += " { get }" if scope == "protocol" else " { get set }"
        elif scope == "extension" and re.match(MODIFIERS + r"(var|let) ", bare) and not bare.endswith(("}", "{")):
            line = re.sub(r" = .*$", "", re.sub(r"\blet ", "var ", line)) + (" { get }" if "static" in bare else " { get set }")
        yield from attributes
        attributes = []
        yield line
        if bare.endswith("{"):
            kind = re.search(r"\b(extension|protocol)\b", bare)
            scopes.append(kind.group(1) if kind else "type")
        elif bare == "}" and scopes:
            scopes.pop()


def without(text, numbers):
    """Returns a text without the declarations that begin in some lines, with their attributes and members."""
    lines = text.split("\n")
    gone = set()
    for index in (number - 1 for number in numbers):
        if index in gone:
            continue
        depth = 0
        for last in range(index, len(lines)):
            depth += lines[last].count("{") - lines[last].count("}")
            gone.add(last)
            if depth <= 0:
                break
        before = index - 1
        while before >= 0 and is_attribute(lines[before]):
            gone.add(before)
            before -= 1
    return "\n".join(line for index, line in enumerate(lines) if index not in gone)


def is_attribute(line):
    """Whether a line has attributes alone, which belong to the next one."""
    declares = r"\b(func|var|init|struct|enum|class|typealias|extension|subscript|protocol)\b"
    return bool(re.match(r"^\s*@\w", line)) and not re.search(declares, line)
