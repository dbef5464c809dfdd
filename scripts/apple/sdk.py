"""Makes what the compiler needs to check sources for one of Apple's platforms on Linux.

Swift's own modules are made of the interfaces beside those of the toolchain, which keep Apple's @available. Dispatch and Foundation are
printed by the toolchain; what of them an interface can't have is left out. The C headers come from the Python package `ziglang`.
"""

import errno
import fcntl
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile

import interfaces

HERE = pathlib.Path(__file__).parent
ZIGLANG = "0.17.1"
# The oldest version of each platform that the package supports: its name, and that of its interfaces.
PLATFORMS = {
    "macos": ("arm64-apple-macosx15.0", "arm64-apple-macos"),
    "ios": ("arm64-apple-ios18.0", "arm64-apple-ios"),
    "tvos": ("arm64-apple-tvos18.0", "arm64-apple-tvos"),
    "watchos": ("arm64-apple-watchos11.0", "arm64-apple-watchos"),
    "visionos": ("arm64-apple-xros2.0", "arm64-apple-xros"),
}
STANDARD = ["Swift", "_Concurrency", "Synchronization", "Observation", "_StringProcessing", "_RegexParser", "SwiftOnoneSupport",
            "RegexBuilder", "Testing"]
PRINTED = {
    "Dispatch": ["Swift", "_Concurrency", "Darwin"],
    "FoundationEssentials": ["Swift", "_Concurrency", "_StringProcessing", "Darwin"],
    "FoundationInternationalization": ["Swift", "_Concurrency", "_StringProcessing", "FoundationEssentials"],
    "Foundation": ["Swift", "_Concurrency", "_StringProcessing"],
}
EXPORTED = {"Foundation": ["Darwin", "FoundationEssentials", "FoundationInternationalization", "Dispatch"]}
# What Foundation has had since macOS 26 and iOS 26 (https://github.com/swiftlang/swift-foundation: FoundationPreview 6.2 and later). Linux
# says macOS 15 of it.
NEWER = ("extension FoundationEssentials.NotificationCenter|HTTPFormatStyle|extension .*DateComponents.ISO8601FormatStyle|UTF8View|UTF16View"
         "|DiscontiguousAttributedSubstring|ListItemDelimiterAttribute|WritingDirection|ProgressManager|ProgressReporter|Subprogress"
         "|preferredLocales|ianaName|base64URLAlphabet|omitPaddingCharacter|isRepeatedDay")
HEADERS = ["stdlib", "stdio", "string", "unistd", "errno", "fcntl", "time", "signal", "math", "ifaddrs", "arpa/inet", "netdb", "net/if",
           "sys/socket", "sys/stat", "sys/mman", "sys/ioctl", "sys/resource", "termios", "pthread", "poll", "dlfcn", "dirent", "sys/event",
           "sys/uio", "sys/un", "netinet/in", "netinet/tcp", "sys/sysctl", "sys/mount", "os/lock", "grp", "pwd", "spawn",
           "sys/wait", "sys/utsname", "fts", "locale", "wchar", "semaphore", "sched", "libkern/OSByteOrder", "uuid/uuid", "sys/random", "copyfile"]
SHARED = ["sqlite3.h", "zconf.h", "zlib.h", "brotli/decode.h", "brotli/port.h", "brotli/shared_dictionary.h", "brotli/types.h", "zstd.h",
          "zstd_errors.h"]
# What the dependencies import wherever they may. Without the Network framework, AsyncHTTPClient is what it is on Linux.
OVERLAY = ["CoreFoundation", "CoreGraphics", "Darwin", "Security", "os"]
STUBS = sorted((HERE / "stubs").glob("*.swiftinterface"))


def digest(parts):
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def toolchain():
    """The folder of the toolchain's modules."""
    return pathlib.Path(os.path.realpath(shutil.which("swiftc"))).parent.parent / "lib/swift"


class SDK:
    """What the compiler needs for one platform, in a folder of the user's cache."""

    def __init__(self, platform):
        self.triple, self.name = PLATFORMS[platform]
        version = subprocess.run(["swiftc", "--version"], capture_output=True, text=True, check=True).stdout
        parts = [version, ZIGLANG, self.triple] + [(HERE / name).read_text() for name in ("sdk.py", "interfaces.py")]
        self.key = digest(parts + [file.read_text() for file in STUBS])
        caches = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "freshet-apple"
        self.caches = caches
        self.folder = caches / f"{platform}-{digest(parts)}"
        self.stubs = self.folder / f"stubs-{digest(file.read_text() for file in STUBS)}"

    def make(self):
        """Makes the SDK, unless it is there."""
        self.caches.mkdir(parents=True, exist_ok=True)
        with open(self.caches / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (self.folder / "made").exists():
                shutil.rmtree(self.folder, ignore_errors=True)
                self.folder.mkdir()
                self.add_settings()
                self.add_headers()
                for module in STANDARD:
                    self.add_standard(module)
                for module in PRINTED:
                    self.add_printed(module)
                (self.folder / "made").touch()
            self.add_stubs()

    def compile(self, arguments, ours=True, program=False):
        """Runs the compiler for the platform. Frameworks of Apple's are there for modules of ours: the dependencies do without."""
        library = toolchain()
        return subprocess.run(
            ["swiftc", "-target", self.triple, "-sdk", self.folder, "-resource-dir", library,
             *(["-I", self.stubs / "frameworks"] if ours else []), "-I", self.stubs / "overlay", "-I", self.folder / "usr/lib/swift",
             "-I", library / "shims", "-Xcc", f"-I{library / 'shims'}", "-module-cache-path", self.folder / "cache",
             "-plugin-path", library / "host/plugins", "-plugin-path", library / "host/plugins/testing", "-diagnostic-style=llvm",
             *([] if program else ["-parse-as-library"]), *arguments],
            capture_output=True, text=True, check=False)

    def modules(self):
        """The names of the modules that are there."""
        return {*STANDARD, *PRINTED, *(stub.stem for stub in STUBS)}

    # MARK: - Parts

    def interface(self, module):
        return self.file(self.folder / "usr/lib/swift", module)

    def file(self, folder, module):
        file = folder / f"{module}.swiftmodule/{self.name}.swiftinterface"
        file.parent.mkdir(parents=True, exist_ok=True)
        return file

    def add_settings(self):
        """The versions of iOS that those of visionOS are based on, by which the compiler reads `@available`."""
        versions = {f"{major}.0": "1.0" for major in range(13, 18)}
        versions |= {"17.4": "1.1", "17.5": "1.2", "18.0": "2.0", "18.4": "2.4", "26.0": "26.0"}
        settings = {"Version": "2.0", "MaximumDeploymentTarget": "26.99", "VersionMap": {"iOS_xrOS": versions, "iOS_visionOS": versions}}
        if self.name.endswith("xros"):
            (self.folder / "SDKSettings.json").write_text(json.dumps(settings))

    def add_headers(self):
        headers = self.caches / f"headers-{ZIGLANG}"
        if not headers.exists():
            with tempfile.TemporaryDirectory(dir=self.caches) as folder:
                environment = pathlib.Path(folder) / "environment"
                venv.create(environment, with_pip=True)
                subprocess.run([environment / "bin/pip", "download", "--quiet", "--no-deps", "--dest", folder, f"ziglang=={ZIGLANG}"], check=True)
                inside = "ziglang/lib/libc/include/any-darwin-any/"
                with zipfile.ZipFile(next(pathlib.Path(folder).glob("*.whl"))) as wheel:
                    wheel.extractall(folder, [name for name in wheel.namelist() if name.startswith(inside)])
                (pathlib.Path(folder) / inside).rename(headers)
        include = self.folder / "usr/include"
        shutil.copytree(headers, include)
        # Libraries that are a part of Apple's systems, or come with Homebrew, as Linux has them.
        for header in SHARED:
            if (found := pathlib.Path("/usr/include") / header).exists():
                (include / header).parent.mkdir(exist_ok=True)
                shutil.copy(found, include / header)
        # The package lacks it. SwiftNIO includes it for its constants.
        (include / "sys/vsock.h").write_text(VSOCK)
        lines = [f'  header "{header}.h"' for header in HEADERS]
        (include / "module.modulemap").write_text("\n".join(["module Darwin [system] [extern_c] {", *lines, "  export *", "  module C { export * }",
                                                     "  module Mach { header \"mach/mach.h\" export * }", "}", ""]))

    def add_standard(self, module):
        source = toolchain() / f"linux/{module}.swiftmodule/x86_64-unknown-linux-gnu.swiftinterface"
        text = re.sub(r"-target \S+", f"-target {self.triple}", source.read_text(), count=1)
        text = re.sub(r"(?m)^(.*@backDeployed\(before|import Glibc).*\n", "", text)
        if module != "Swift":
            text = text.replace("// swift-module-flags: ", "// swift-module-flags: -disable-availability-checking ", 1)
        text += {
            "Swift": "@usableFromInline internal func _stdlib_remainderl(_ x: Swift.Float80, _ y: Swift.Float80) -> Swift.Float80\n"
                     "@usableFromInline internal func _stdlib_squareRootl(_ x: Swift.Float80) -> Swift.Float80\n"
                     + OBJECTIVE_C,
            "Synchronization": "@usableFromInline internal func _swift_stdlib_gettid() -> Swift.UInt32\n",
        }.get(module, "")
        if module == "Synchronization":
            text = re.sub(r"(?m)^import SwiftShims.*\n", "", text)
        if module == "Testing":
            # It offers what other test libraries call by this name in C.
            text = re.sub(r"(?m)^@c\(\w+\)\n", "", text)
        self.interface(module).write_text(text)

    def add_printed(self, module):
        text = re.sub(rf"@available\(macOS 15, iOS 18, tvOS 18, watchOS 11, \*\)(\n.*({NEWER})\b)",
                      r"@available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)\1", printed(module))
        if module == "Foundation":
            # On Apple's platforms the network is a part of Foundation.
            network = re.sub(r"(?m)^import .*\n", "", printed("FoundationNetworking"))
            # https://developer.apple.com/documentation/foundation/urlsessiontasktransactionmetrics/remoteport
            network = re.sub(r"\b(remotePort|localPort): Swift.String\?", r"\1: Swift.Int?", network)
            text += network.replace("FoundationNetworking.", "Foundation.") + FOUNDATION
            text = text.replace("public typealias NSRange\n", "public typealias NSRange = Foundation._NSRange\n")
        if module == "Dispatch":
            text = re.sub(r"(public class DispatchGroup .*\{\n)", r"\1    public init()\n", text) + DISPATCH
        if module == "FoundationInternationalization":
            text += INTERNATIONALIZATION
        if module == "FoundationEssentials":
            codes = "".join(f"    public static var {name}: FoundationEssentials.POSIXErrorCode {{ get }}\n"
                            for name in sorted(dir(errno)) if name.startswith("E"))
            text += ESSENTIALS.replace("CODES", codes)
        imports = [f"import {name}" for name in PRINTED[module]] + [f"@_exported import {name}" for name in EXPORTED.get(module, [])]
        file = self.interface(module)
        file.write_text(interfaces.interface(module, self.triple, imports, text))
        self.prune(module, file)

    def prune(self, module, file):
        """Removes what does not compile: declarations that the toolchain prints without what they need."""
        probe = self.folder / f"import-{module}.swift"
        probe.write_text(f"import {module}\n")
        for _ in range(30):
            run = self.compile(["-typecheck", "-swift-version", "6", probe])
            wrong = {int(number) for number in re.findall(re.escape(str(file)) + r":(\d+):\d+: error:", run.stdout + run.stderr)} - {1}
            if not wrong:
                if run.returncode == 0:
                    return
                break
            file.write_text(interfaces.without(file.read_text(), sorted(wrong)))
        sys.exit(f"The interface of {module} can't be made:\n{run.stderr[:2000]}")

    def add_stubs(self):
        """Interfaces of ours stand in for Apple's frameworks, on the platforms that their first line names."""
        platform = next(name for name, (triple, _) in PLATFORMS.items() if triple == self.triple)
        for stub in STUBS:
            first, text = stub.read_text().split("\n", 1)
            if platform in first.removeprefix("// Platforms:").replace(",", " ").split():
                flags = interfaces.FLAGS.replace("-disable-availability-checking ", "").format(triple=self.triple, name=stub.stem)
                self.file(self.stubs / ("overlay" if stub.stem in OVERLAY else "frameworks"), stub.stem).write_text(
                    f"// swift-interface-format-version: 1.0\n// swift-compiler-version: Swift version 6\n// swift-module-flags: {flags}\n"
                    + text)


def printed(module):
    return subprocess.run(
        ["swift-synthesize-interface", "-module-name", module, "-target", "x86_64-unknown-linux-gnu", "-sdk", "/",
         "-print-fully-qualified-types"], capture_output=True, text=True, check=True).stdout


# What the compiler asks for where Objective-C may be called: for `&value` as a pointer, and for `error as NSError`.
OBJECTIVE_C = """
@frozen public struct AutoreleasingUnsafeMutablePointer<Pointee> : Swift._Pointer {
    public let _rawValue: Builtin.RawPointer
    public init(_ _rawValue: Builtin.RawPointer)
    public var pointee: Pointee { get nonmutating set }
    public typealias Distance = Swift.Int
}
public func _getErrorEmbeddedNSError<T>(_ error: T) -> Swift.AnyObject? where T : Swift.Error
"""
# The values that `as` converts to an object, which the toolchain does not print.
BRIDGED = {
    "FoundationEssentials.Data": "Foundation.NSData",
    "Swift.Array": "Foundation.NSArray",
    "Swift.Dictionary": "Foundation.NSDictionary",
    "Swift.String": "Foundation.NSString",
}
DISPATCH = """
extension Dispatch.DispatchWorkItemFlags : @unchecked Swift.Sendable {}
"""
FOUNDATION = """
public struct _NSRange {
    public var location: Swift.Int
    public var length: Swift.Int
    public init()
    public init(location: Swift.Int, length: Swift.Int)
    public init<R, S>(_ region: R, in target: S) where R : Swift.RangeExpression, S : Swift.StringProtocol, R.Bound == Swift.String.Index
}
public func _convertErrorToNSError(_ error: any Swift.Error) -> Foundation.NSError
public func _convertNSErrorToError(_ error: Foundation.NSError?) -> any Swift.Error
extension Foundation.URLError : Swift.Error, Swift.Hashable {
    public init(_ code: Foundation.URLError.Code, userInfo: [Swift.String : Any] = [:])
    public var code: Foundation.URLError.Code { get }
    public var userInfo: [Swift.String : Any] { get }
    public var errorCode: Swift.Int { get }
    public var localizedDescription: Swift.String { get }
    public static func == (a: Foundation.URLError, b: Foundation.URLError) -> Swift.Bool
    public func hash(into hasher: inout Swift.Hasher)
}
""" + "".join(f"""
extension {value} : Swift._ObjectiveCBridgeable {{
    public typealias _ObjectiveCType = {reference}
    public func _bridgeToObjectiveC() -> {reference}
    public static func _forceBridgeFromObjectiveC(_ source: {reference}, result: inout Self?)
    @discardableResult public static func _conditionallyBridgeFromObjectiveC(_ source: {reference}, result: inout Self?) -> Swift.Bool
    @_effects(readonly) public static func _unconditionallyBridgeFromObjectiveC(_ source: {reference}?) -> Self
}}
""" for value, reference in BRIDGED.items())
VSOCK = """
#include <sys/types.h>
struct sockaddr_vm { __uint8_t svm_len; sa_family_t svm_family; __uint16_t svm_reserved1; __uint32_t svm_port; __uint32_t svm_cid; };
#define VMADDR_CID_ANY ((__uint32_t)-1)
#define VMADDR_CID_HYPERVISOR 0
#define VMADDR_CID_HOST 2
#define VMADDR_PORT_ANY ((__uint32_t)-1)
"""
# https://developer.apple.com/documentation/foundation/date/formatstyle/symbol
SYMBOLS = {"Weekday": "abbreviated wide narrow short oneDigit twoDigits", "Day": "defaultDigits twoDigits ordinalOfDayInMonth",
           "Month": "defaultDigits twoDigits abbreviated wide narrow", "Year": "defaultDigits twoDigits"}
# The toolchain leaves out extensions of types that are nested in those of another module.
INTERNATIONALIZATION = """
extension FoundationEssentials.Date.FormatStyle : FoundationEssentials.FormatStyle {
    public struct DateStyle : Swift.Codable, Swift.Hashable, Swift.Sendable {
        public static var omitted: FoundationEssentials.Date.FormatStyle.DateStyle { get }
        public static var numeric: FoundationEssentials.Date.FormatStyle.DateStyle { get }
        public static var abbreviated: FoundationEssentials.Date.FormatStyle.DateStyle { get }
        public static var long: FoundationEssentials.Date.FormatStyle.DateStyle { get }
        public static var complete: FoundationEssentials.Date.FormatStyle.DateStyle { get }
    }
    public struct TimeStyle : Swift.Codable, Swift.Hashable, Swift.Sendable {
        public static var omitted: FoundationEssentials.Date.FormatStyle.TimeStyle { get }
        public static var shortened: FoundationEssentials.Date.FormatStyle.TimeStyle { get }
        public static var standard: FoundationEssentials.Date.FormatStyle.TimeStyle { get }
        public static var complete: FoundationEssentials.Date.FormatStyle.TimeStyle { get }
    }
    public struct Symbol : Swift.Hashable, Swift.Sendable {
SYMBOLS    }
    public func weekday(_ format: Symbol.Weekday = .abbreviated) -> FoundationEssentials.Date.FormatStyle
    public func day(_ format: Symbol.Day = .defaultDigits) -> FoundationEssentials.Date.FormatStyle
    public func month(_ format: Symbol.Month = .abbreviated) -> FoundationEssentials.Date.FormatStyle
    public func year(_ format: Symbol.Year = .defaultDigits) -> FoundationEssentials.Date.FormatStyle
    public func format(_ value: FoundationEssentials.Date) -> Swift.String
    public func locale(_ locale: FoundationEssentials.Locale) -> FoundationEssentials.Date.FormatStyle
}
""".replace("SYMBOLS", "".join(f"        public struct {name} : Swift.Hashable, Swift.Sendable {{\n"
                             + "".join(f"            public static var {style}: {name} {{ get }}\n" for style in styles.split()) + "        }\n"
                             for name, styles in SYMBOLS.items()))
ESSENTIALS = """
public struct POSIXErrorCode : Swift.RawRepresentable, Swift.Hashable, Swift.Sendable {
    public init?(rawValue: Swift.Int32)
    public var rawValue: Swift.Int32 { get }
    public typealias RawValue = Swift.Int32
CODES}
"""
