"""Reads the manifests of the project's packages and of those they depend on: what the compiler needs to know of each module, for
each of Apple's platforms and each set of traits.
"""

import functools
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECKOUTS = ROOT / ".build-all/checkouts"
# The packages of the project, by their folders. All others are dependencies.
OURS = ["", "Services", "Apps/Gazette", "Examples", "Examples/Support"]
# Their names in the manifests are not those of their folders.
IDENTITIES = {"freshet": ROOT, "services": ROOT / "Services", "gazette": ROOT / "Apps/Gazette", "support": ROOT / "Examples/Support"}


class Package:
    """A package, as its manifest describes it."""

    def __init__(self, folder):
        dump = subprocess.run(["swift", "package", "dump-package"], cwd=folder, capture_output=True, text=True, check=True).stdout
        manifest = json.loads(dump)
        self.folder = folder
        self.name = manifest["name"]
        self.is_ours = folder in [ROOT / path for path in OURS]
        self.mode = "6" if int(manifest["toolsVersion"]["_version"].split(".")[0]) >= 6 else "5"
        self.platforms = {platform["platformName"] for platform in manifest["platforms"]}
        self.targets = {target["name"]: target for target in manifest["targets"]}
        self.products = {product["name"]: product["targets"] for product in manifest["products"]}
        self.default_traits = next((trait["enabledTraits"] for trait in manifest["traits"] if trait["name"] == "default"), [])

    def path(self, target):
        if path := target.get("path"):
            return self.folder / path
        kinds = {"test": ["Tests"]}.get(target["type"], ["Sources", "Source"])
        return next(path for kind in kinds if (path := self.folder / kind / target["name"]).exists())


@functools.cache
def package(identity):
    return Package(IDENTITIES.get(identity) or CHECKOUTS / identity)


@functools.cache
def ours(path):
    return Package(ROOT / path)


class Module:
    """A module for one platform and one set of traits."""

    def __init__(self, name, sources, settings, imports=(), is_ours=True):
        self.name = name
        self.is_ours = is_ours
        self.is_program = any(file.name == "main.swift" for file in sources)
        self.sources = sources
        self.settings = ["-module-name", name, *(["-warnings-as-errors", "-enable-testing"] if is_ours else ["-suppress-warnings"]), *settings]
        self.imports = list(imports)
        # The folders of resources that are embedded in code.
        self.resources = []
        # Whether it has resources in a bundle.
        self.has_bundle = False
        # What the compiler of this module, and of each that imports it, must know of C.
        self.clang = []


def frameworks(platform):
    """What Gazette declares of SwiftUI and UIKit for Linux, under Apple's names. macOS has no UIKit."""
    stubs = ROOT / "Apps/Gazette/Stubs"
    # They are of another package, and their enumerations may grow.
    settings = ["-package-name", "apple", "-swift-version", "6", "-enable-library-evolution"]
    for feature in ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]:
        settings += ["-enable-upcoming-feature", feature]
    kit = "UIKitStub" if platform == "macos" else "UIKit"
    return [Module(kit, sorted((stubs / "UIKitStub").rglob("*.swift")), settings),
            Module("SwiftUI", sorted((stubs / "SwiftUIStub").rglob("*.swift")), settings, [kit])]


def swift_or_c(owner, target, imports, traits, platform):
    """The module of a target."""
    folder = owner.path(target)
    listed = [folder / source for source in target.get("sources") or [""]]
    left_out = [folder / path for path in target["exclude"]]
    found = [file for path in listed for file in ([path] if path.suffix else sorted(path.rglob("*.swift")))]
    sources = [file for file in found if ".docc" not in str(file) and not any(file.is_relative_to(path) for path in left_out)]
    settings = ["-package-name", owner.name, "-swift-version", owner.mode]
    settings += [word for trait in traits for word in ("-D", trait)]
    for setting in target["settings"]:
        (kind, value), = setting["kind"].items()
        condition = setting.get("condition") or {}
        if condition.get("traits") or condition.get("config") or platform not in (condition.get("platformNames") or [platform]):
            continue
        if setting["tool"] == "swift" and (flag := FLAGS.get(kind)):
            settings += [flag, value["_0"]]
        elif setting["tool"] == "swift" and kind == "unsafeFlags" and not owner.is_ours:
            settings += value["_0"]
    made = Module(target["name"], sources, settings, imports, owner.is_ours)
    made.resources = [folder / entry["path"] for entry in target["resources"] if "embedInCode" in entry["rule"]]
    made.has_bundle = len(made.resources) < len(target["resources"])
    made.clang = [] if sources else c_flags(target, folder)
    return made


FLAGS = {"define": "-D", "defaultIsolation": "-default-isolation", "enableExperimentalFeature": "-enable-experimental-feature",
         "enableUpcomingFeature": "-enable-upcoming-feature", "swiftLanguageMode": "-swift-version"}


def system_flags(library):
    """What the description of a system's library says of its headers; SwiftPM reads the same file, and needs no pkg-config for it."""
    usr = pathlib.Path("/usr")
    for file in [*usr.glob(f"*/pkgconfig/{library}.pc"), *usr.glob(f"*/*/pkgconfig/{library}.pc")]:
        lines = file.read_text().splitlines()
        values = dict(line.split("=", 1) for line in lines if re.match(r"\w+=", line))
        flags = next((line.removeprefix("Cflags:") for line in lines if line.startswith("Cflags:")), "")
        while "${" in flags:
            flags = re.sub(r"\$\{(\w+)\}", lambda match: values.get(match[1], ""), flags)
        return [flag for flag in flags.split() if flag != "-I/usr/include"]
    return []


def c_flags(target, folder):
    """What the compiler must know to import a module of C."""
    include = folder if target["type"] == "system" else folder / (target.get("publicHeadersPath") or "include")
    flags = system_flags(target["pkgConfig"]) if target.get("pkgConfig") else []
    modulemap = include / "module.modulemap"
    if not modulemap.exists():
        modulemap = ROOT / f".build-apple/modulemaps/{target['name']}/module.modulemap"
        modulemap.parent.mkdir(parents=True, exist_ok=True)
        header = include / f"{target['name']}.h"
        umbrella = f'umbrella header "{header}"' if header.exists() else f'umbrella "{include}"'
        text = f"module {target['name']} {{\n  {umbrella}\n  export *\n}}\n"
        if not modulemap.exists() or modulemap.read_text() != text:
            modulemap.write_text(text)
    flags += [f"-fmodule-map-file={modulemap}", f"-I{include}"]
    return [word for flag in flags for word in ("-Xcc", flag)]


class Graph:
    """The modules that some targets need, in the order of their imports, for one platform and one set of traits."""

    def __init__(self, platform, traits):
        self.platform = platform
        self.traits = traits
        self.modules = {}

    def add(self, owner, name):
        """Adds a target with what it needs."""
        if name in self.modules:
            return
        target = owner.targets[name]
        traits = self.traits if owner.is_ours else owner.default_traits
        imports = []
        for dependency in target["dependencies"]:
            (kind, (module, *rest)), = dependency.items()
            condition = rest[-1] or {}
            wanted = condition.get("traits") or traits
            if wanted and not set(wanted) & set(traits) or self.platform not in (condition.get("platformNames") or [self.platform]):
                continue
            if kind == "product" or module not in owner.targets:
                other = package(rest[0] if kind == "product" else module)
                members = [(other, member) for member in other.products[module]]
            else:
                members = [(owner, module)]
            for other, member in members:
                self.add(other, member)
                imports.append(member)
        self.modules[name] = swift_or_c(owner, target, imports, traits if owner.folder == ROOT or not owner.is_ours else [],
                                        self.platform)
